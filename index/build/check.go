package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/store"
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
	Trees       int          `json:"trees"`      // the work tree and those of commits
	Notes       int          `json:"notes"`      // of all trees, as the clean build has them
	Chunks      int          `json:"chunks"`     // of all trees, too
	Readings    int          `json:"readings"`   // files as the records have them, whichever tree they are of
	Unverified  int          `json:"unverified"` // readings of bytes that the repository no longer has
	Differences []Difference `json:"differences"`
}

// mostDifferences bounds what is listed.
const mostDifferences = 100

// checking is one run of Check.
type checking struct {
	*store.Folder
	clean *store.Folder // that of the clean build
	out   *CheckedIndex
	db    store.Records
	other store.Records // of those of the clean build
}

// differs notes a difference. What comes after mostDifferences is dropped. tree and path may be "".
func (c *checking) differs(part, tree, path, format string, args ...any) {
	if len(c.out.Differences) < mostDifferences {
		c.out.Differences = append(c.out.Differences, Difference{part, tree, path, fmt.Sprintf(format, args...)})
	}
}

// Check compares the index with one that is built clean in an empty folder. The work tree's is
// brought up to date first, once its files have proved to be sound: an update would mend what is to
// be told. ErrNoIndex where there is nothing to check.
func Check(ctx context.Context, x *store.Folder, folder string) (*CheckedIndex, error) {
	c := &checking{Folder: x, out: &CheckedIndex{Differences: []Difference{}}}
	if err := c.files(ctx); err != nil || len(c.out.Differences) > 0 {
		return c.out, err
	}
	o := x.Options
	o.Dir = folder
	model, done, err := c.model(ctx)
	if err != nil || len(c.out.Differences) > 0 {
		return c.out, err
	}
	defer done()
	if o.Provider = model; model == nil {
		o.NoVectors = true
	}
	if c.clean, err = store.Open(x.Repo, o); err != nil {
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
func Repair(ctx context.Context, x *store.Folder) error {
	release, err := x.Acquire(ctx, x.Options.LockTimeout)
	if err != nil {
		return err
	}
	defer release()
	if err := x.Wipe(ctx); err != nil {
		return fmt.Errorf("remove damaged index: %w", err)
	}
	if err := x.MendEmbeddings(); err != nil {
		return err
	}
	scan, err := x.Repo.Scan(ctx)
	if err != nil {
		return err
	}
	return runUpdate(ctx, x, scan, Options{}, newReport())
}

// files checks what can be told of the files alone: that SQLite finds no damage, and that the sums hold.
func (c *checking) files(ctx context.Context) error {
	db, err := c.OpenRecords(ctx, false)
	if errors.Is(err, store.ErrDamaged) {
		c.differs("records", "", "", "%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	defer db.Close()
	said := ""
	if _, err := db.One(`PRAGMA integrity_check(1)`, nil, &said); err != nil || said != "ok" {
		c.differs("records", "", "", "SQLite finds damage: %s", firstOf(said, err))
		return ctx.Err()
	}
	if err := db.Notes.Check(); err != nil {
		c.differs("records", "", "", "%v", err)
	}
	views, err := db.ViewNames()
	if err != nil {
		return store.AsDamage(err)
	}
	for generation, name := range views {
		c.Options.Progress("checking sums", 0, len(views))
		if err := store.CheckSums(c.GenerationDir(generation)); err != nil {
			c.differs("files", store.CommitOf(name), "", "%s: %s", filepath.Join(store.GenerationsDir, generation),
				strings.NewReplacer(store.ErrDamaged.Error()+": ", "", "\n", ", ").Replace(err.Error()))
		}
	}
	if err := c.CheckEmbeddings(); err != nil {
		c.differs("embeddings", "", "", "%v", err)
	}
	return nil
}

// firstOf is the text of an error where there is one, else what SQLite said.
func firstOf(said string, err error) string {
	if err != nil {
		return err.Error()
	}
	return said
}

// build brings the index up to date, and builds the clean one of the same work tree: nothing may
// change in between.
func (c *checking) build(ctx context.Context) error {
	for range 3 {
		if _, err := Update(ctx, c.Folder, Options{}); err != nil {
			return err
		}
		if _, err := Update(ctx, c.clean, Options{}); err != nil {
			return err
		}
		scan, err := c.Repo.Scan(ctx)
		if err != nil {
			return err
		}
		if c.LoadState().Current(c.Folder, scan) && c.clean.LoadState().Current(c.clean, scan) {
			return nil
		}
	}
	return errors.New("the files change all the time: try again when they rest")
}

// compare compares all trees that the clean build can have too, then the records.
func (c *checking) compare(ctx context.Context) (err error) {
	if c.db, err = c.OpenRecords(ctx, false); err != nil {
		return err
	}
	defer c.db.Close()
	views, err := c.db.ViewNames()
	if err != nil {
		return err
	}
	names := []string{c.View}
	for _, name := range views {
		if store.CommitOf(name) != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names[1:])
	for i, name := range names {
		c.Options.Progress("checking trees", i, len(names))
		mine, clean := c.Folder, c.clean
		if commit := store.CommitOf(name); commit != "" {
			if _, err := c.Repo.CommitTime(ctx, commit); err != nil {
				continue // nobody can ask for it any more
			}
			mine, clean = mine.At(commit), clean.At(commit)
			if _, err := Update(ctx, clean, Options{}); err != nil {
				return err
			}
		}
		if err := c.tree(ctx, mine, clean); err != nil {
			return err
		}
	}
	return c.records(ctx)
}
