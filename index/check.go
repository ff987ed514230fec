package index

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Difference is one thing in which the index is not what a clean build of it is.
type Difference struct {
	Part string `json:"part"`           // files, records, notes, words, vectors, model, embeddings
	Tree string `json:"tree,omitempty"` // commit, "" for the work tree and what all trees share
	Path string `json:"path,omitempty"` // of a note
	What string `json:"what"`
}

// CheckedIndex is what Check compared, and found.
type CheckedIndex struct {
	Trees       int          `json:"trees"` // the work tree and those of commits
	Notes       int          `json:"notes"`
	Chunks      int          `json:"chunks"`
	Readings    int          `json:"readings"`   // files as the records have them, whichever tree they are of
	Unverified  int          `json:"unverified"` // readings of bytes that the repository no longer has
	Differences []Difference `json:"differences"`
}

// mostDifferences bounds what is listed.
const mostDifferences = 100

// checking is one run of Check.
type checking struct {
	*Index
	clean *Index
	out   *CheckedIndex
	db    *sql.DB // of the records
	other *sql.DB // of those of the clean build
	seen  map[string]bool
}

func (c *checking) differs(part, tree, path, format string, args ...any) {
	if len(c.out.Differences) < mostDifferences {
		c.out.Differences = append(c.out.Differences, Difference{part, tree, path, fmt.Sprintf(format, args...)})
	}
}

// Check compares the index with one that is built clean in an empty folder. The work tree's is
// brought up to date first, once its files have proved to be sound: an update would mend what is to
// be told. ErrNoIndex where there is nothing to check.
func (x *Index) Check(ctx context.Context, folder string) (*CheckedIndex, error) {
	c := &checking{Index: x, out: &CheckedIndex{Differences: []Difference{}}, seen: map[string]bool{}}
	sound, err := c.files(ctx)
	if err != nil || !sound {
		return c.out, err
	}
	o := x.o
	o.Dir = folder
	model, done, err := c.model(ctx)
	if err != nil || len(c.out.Differences) > 0 {
		return c.out, err
	}
	defer done()
	if o.Provider = model; model == nil {
		o.NoVectors = true
	}
	if c.clean, err = Open(ctx, x.repo, o); err != nil {
		return nil, err
	}
	if err := c.build(ctx); err != nil {
		return nil, fmt.Errorf("check the index: %w", err)
	}
	if err := c.compare(ctx); err != nil {
		return nil, fmt.Errorf("check the index: %w", err)
	}
	return c.out, nil
}

// Repair removes what an update makes, and makes it anew. The vectors of servers stay, but for
// those that are damaged.
func (x *Index) Repair(ctx context.Context) error {
	release, err := acquire(ctx, x.dir, x.o.LockTimeout, x.o.Warn)
	if err != nil {
		return err
	}
	defer release()
	if err := x.wipe(ctx); err != nil {
		return fmt.Errorf("remove damaged index: %w", err)
	}
	if err := x.dropDamagedVectors(ctx); err != nil {
		return err
	}
	scan, err := x.repo.Scan(ctx)
	if err != nil {
		return err
	}
	return x.asFull(x.runUpdate(ctx, scan, UpdateOptions{}, newReport()))
}

// files checks what can be told of the files alone: that SQLite finds no damage, and that the sums hold.
func (c *checking) files(ctx context.Context) (sound bool, err error) {
	db, err := openStore(ctx, c.dir, false)
	if errors.Is(err, errDamaged) {
		c.differs("records", "", "", "%v", err)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer db.Close()
	said := ""
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&said); err != nil || said != "ok" {
		c.differs("records", "", "", "SQLite finds damage: %s", firstOf(said, err))
		return false, ctx.Err()
	}
	views, err := viewNames(ctx, db)
	if err != nil {
		return false, asDamage(err)
	}
	for generation, name := range views {
		c.o.Progress("checking sums", 0, len(views))
		if err := checkSums(filepath.Join(c.dir, generationsDir, generation)); err != nil {
			c.differs(
				"files",
				commitOf(name),
				"",
				"%s: %s",
				filepath.Join(generationsDir, generation),
				strings.NewReplacer(errDamaged.Error()+": ", "", "\n", ", ").Replace(err.Error()),
			)
		}
	}
	if err := c.vectorSums(ctx, db, "records"); err != nil {
		return false, err
	}
	if !c.embeddingsSound(ctx) {
		c.differs("embeddings", "", "", "SQLite finds damage in %s", embeddingsFile)
	} else if _, err := os.Stat(filepath.Join(c.dir, embeddingsFile)); err == nil {
		if kept, err := openMarked(ctx, filepath.Join(c.dir, embeddingsFile)); err == nil {
			defer kept.Close()
			if err := c.vectorSums(ctx, kept, "embeddings"); err != nil {
				return false, err
			}
		}
	}
	return len(c.out.Differences) == 0, nil
}

func firstOf(said string, err error) string {
	if err != nil {
		return err.Error()
	}
	return said
}

// commitOf is the commit whose tree a view is of, "" for a work tree.
func commitOf(view string) string {
	commit, ok := strings.CutPrefix(view, pastPrefix)
	if !ok {
		return ""
	}
	return commit
}

// viewNames gives the view of each generation.
func viewNames(ctx context.Context, db *sql.DB) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT generation, name FROM views`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var generation, name string
		if err := rows.Scan(&generation, &name); err != nil {
			return nil, err
		}
		out[generation] = name
	}
	return out, rows.Err()
}

// vectorSums checks the vectors of a cache by their sums.
func (c *checking) vectorSums(ctx context.Context, db *sql.DB, part string) error {
	return eachVector(ctx, db, func(model string, hash []byte, sound bool) {
		if !sound {
			c.differs(part, "", "", "the vector of text %x by %s is not the one that was stored", hash, model)
		}
	})
}

func eachVector(ctx context.Context, db *sql.DB, f func(model string, hash []byte, sound bool)) error {
	rows, err := db.QueryContext(ctx, `SELECT model, hash, vector, sum FROM vectors`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var model string
		var hash, packed []byte
		var sum int64
		if err := rows.Scan(&model, &hash, &packed, &sum); err != nil {
			return err
		}
		f(model, hash, sum == vectorSum(model, hash, packed))
	}
	return rows.Err()
}

// dropDamagedVectors forgets the vectors of servers whose sums do not hold.
func (x *Index) dropDamagedVectors(ctx context.Context) error {
	path := filepath.Join(x.dir, embeddingsFile)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	db, err := x.openEmbeddings(ctx)
	if errors.Is(err, errNewer) {
		return nil
	}
	if err != nil {
		return err
	}
	defer db.Close()
	type key struct {
		model string
		hash  []byte
	}
	var damaged []key
	err = eachVector(ctx, db, func(model string, hash []byte, sound bool) {
		if !sound {
			damaged = append(damaged, key{model, bytes.Clone(hash)})
		}
	})
	for _, k := range damaged {
		if _, e := db.ExecContext(ctx, `DELETE FROM vectors WHERE model = ? AND hash = ?`, k.model, k.hash); e != nil {
			err = errors.Join(err, e)
		}
	}
	return err
}

// build brings the index up to date, and builds the clean one of the same work tree: nothing may
// change in between.
func (c *checking) build(ctx context.Context) error {
	for range 3 {
		if _, err := c.Update(ctx, UpdateOptions{}); err != nil {
			return err
		}
		if _, err := c.clean.Update(ctx, UpdateOptions{}); err != nil {
			return err
		}
		scan, err := c.repo.Scan(ctx)
		if err != nil {
			return err
		}
		if c.loadState().current(c.Index, scan) && c.clean.loadState().current(c.clean, scan) {
			return nil
		}
	}
	return errors.New("the files change all the time: try again when they rest")
}

// compare compares all trees that the clean build can have too, then the records.
func (c *checking) compare(ctx context.Context) (err error) {
	if c.db, err = openStore(ctx, c.dir, false); err != nil {
		return err
	}
	defer c.db.Close()
	views, err := viewNames(ctx, c.db)
	if err != nil {
		return err
	}
	names := []string{c.view}
	for _, name := range views {
		if commitOf(name) != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names[1:])
	for i, name := range names {
		c.o.Progress("checking trees", i, len(names))
		mine, clean := c.Index, c.clean
		if commit := commitOf(name); commit != "" {
			if _, err := c.repo.CommitTime(ctx, commit); err != nil {
				continue // nobody can ask for it any more
			}
			mine, clean = mine.At(commit), clean.At(commit)
			if _, err := clean.Update(ctx, UpdateOptions{}); err != nil {
				return err
			}
		}
		if err := c.tree(ctx, mine, clean); err != nil {
			return err
		}
	}
	return c.records(ctx)
}
