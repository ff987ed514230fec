package build

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
)

// model opens the trained model of the work tree, all of whose sums are checked. It is nil where
// there is none, or a server has it.
func (c *checking) model(ctx context.Context) (embed.Provider, func(), error) {
	done := func() {}
	db, err := c.OpenRecords(ctx, false)
	if err != nil {
		return nil, done, err
	}
	defer db.Close()
	v, err := db.LoadView(c.View)
	if err != nil || v.Model == "" || v.Training == "" || c.Options.NoVectors {
		return nil, done, err
	}
	m, done, err := c.OpenModel(v.Model)
	if err == nil {
		if err = m.Check(); err == nil {
			return m, done, nil
		}
		done()
	}
	c.differs("model", "", "", "%v", err)
	return nil, func() {}, nil
}

// tree compares one tree of the index with that of the clean build.
func (c *checking) tree(ctx context.Context, mine, clean *store.Folder) error {
	a, err := store.OpenReader(ctx, mine)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := store.OpenReader(ctx, clean)
	if err != nil {
		return err
	}
	defer b.Close()
	c.out.Trees++
	c.out.Notes += len(b.Gen.Rows.Paths)
	c.out.Chunks += b.Gen.Rows.Count()
	for _, q := range []string{
		`SELECT path, files, pagerank, in_links, superseded_by, disputed_by, label FROM notes WHERE view = ? ORDER BY path`,
		`SELECT n.path, l.data FROM notes n JOIN links l ON l.note = n.id WHERE n.view = ?`,
		`SELECT d.path, s.path FROM backlinks b JOIN notes d ON d.id = b.dest JOIN notes s ON s.id = b.source WHERE d.view = ? ORDER BY ` +
			`d.path, s.path`,
	} {
		if err := c.sameRows("notes", mine.Commit, q, a, b); err != nil {
			return err
		}
	}
	if !c.sameTable(mine.Commit, a.Gen.Rows, b.Gen.Rows) {
		return nil // what follows goes by the rows
	}
	if err := c.sameWords(ctx, mine.Commit, a.Gen, b.Gen); err != nil {
		return err
	}
	c.sameVectors(mine.Commit, a.Gen, b.Gen)
	return nil
}

// sameRows compares what a query over a view gives in both; the first column names the note.
func (c *checking) sameRows(part, tree, query string, a, b *store.Reader) error {
	mine, err := a.Records.RowTexts(query, a.View.ID)
	if err != nil {
		return err
	}
	clean, err := b.Records.RowTexts(query, b.View.ID)
	if err != nil {
		return err
	}
	c.sameTexts(part, tree, mine, clean)
	return nil
}

// sameTexts tells of each note, in order of path, that it is missing, or other than it should be,
// and then of each that should not be there. Both maps are by path.
func (c *checking) sameTexts(part, tree string, mine, clean map[string]string) {
	for _, path := range slices.Sorted(maps.Keys(clean)) {
		if got, ok := mine[path]; !ok {
			c.differs(part, tree, path, "is missing")
		} else if got != clean[path] {
			c.differs(part, tree, path, "is not what the file says")
		}
	}
	for _, path := range slices.Sorted(maps.Keys(mine)) {
		if _, ok := clean[path]; !ok {
			c.differs(part, tree, path, "should not be there")
		}
	}
}

// sameTable compares the tables of chunks, but for the numbers of their documents and slots. It
// gives false where the rows are not the same ones, so that nothing else can be compared by them.
func (c *checking) sameTable(tree string, a, b *store.Rows) bool {
	same := slices.Equal(a.Paths, b.Paths) && slices.Equal(a.First, b.First)
	for i := range b.Paths {
		if same && a.Blobs[i] != b.Blobs[i] {
			c.differs("words", tree, b.Paths[i], "is of blob %s, not %s", a.Blobs[i], b.Blobs[i])
			return false
		}
	}
	if !same {
		c.differs("words", tree, "", "the table has %d notes and %d chunks that should be %d and %d", len(a.Paths), a.Count(),
			len(b.Paths), b.Count())
		return false
	}
	for f := range b.Length {
		for row := range b.Length[f] {
			if a.Length[f][row] != b.Length[f][row] {
				c.differs("words", tree, b.Paths[b.NoteOf[row]], "the lengths of its chunks differ")
				return true
			}
		}
	}
	return true
}

// entry is a posting by its row.
type entry struct{ row, freq int32 }

// sameWords compares the postings of every term.
func (c *checking) sameWords(ctx context.Context, tree string, a, b *store.Generation) error {
	for field := range words.Fields {
		mine, err := termsOf(a, field)
		if err != nil {
			return err
		}
		clean, err := termsOf(b, field)
		if err != nil {
			return err
		}
		done := 0
		for term := range merged(mine, clean) {
			if done++; done%1000 == 0 {
				c.Options.Progress("checking words", done, len(clean))
			}
			x, err := entriesOf(ctx, a, field, term)
			if err != nil {
				return err
			}
			y, err := entriesOf(ctx, b, field, term)
			if err != nil {
				return err
			}
			if i := firstDifference(x, y); i >= 0 {
				c.differs("words", tree, b.Rows.Paths[b.Rows.NoteOf[i]], "the term %q stands in other chunks, or so often", term)
			}
		}
	}
	return nil
}

// merged gives the terms of both, so that one which a single side has is compared, too. The counts
// in it are of one side only.
func merged(a, b map[string]int) map[string]int {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// termsOf lists all terms of a field. A mapped file that cannot be read is ErrDamaged.
func termsOf(g *store.Generation, field words.Field) (terms map[string]int, err error) {
	err = store.Mapped(func() (err error) {
		terms, err = g.Words.Near(field, "", 0, math.MaxInt32)
		return err
	})
	return terms, err
}

// entriesOf lists the postings of a term in order of row; of documents that are deleted there is none.
func entriesOf(ctx context.Context, g *store.Generation, field words.Field, term string) (out []entry, err error) {
	err = store.Mapped(func() error {
		list, err := g.Words.Postings(ctx, field, term)
		for _, p := range list {
			if row := g.Rows.RowOf(p.Doc); row >= 0 {
				out = append(out, entry{row, p.Freq})
			}
		}
		return err
	})
	slices.SortFunc(out, func(x, y entry) int { return cmp.Compare(x.row, y.row) })
	return out, err
}

// firstDifference gives the first row in which two lists differ, -1 for none.
func firstDifference(a, b []entry) int {
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return int(b[i].row)
		case i >= len(b):
			return int(a[i].row)
		case a[i] != b[i]:
			return int(min(a[i].row, b[i].row))
		}
	}
	return -1
}

// sameVectors compares the vectors of all rows, where the clean build has any: those of a server
// are not asked for again.
func (c *checking) sameVectors(tree string, a, b *store.Generation) {
	if b.Vectors == nil || a.Vectors == nil || a.Vectors.Model != b.Vectors.Model || a.Vectors.Dim != b.Vectors.Dim {
		if b.Vectors != nil && (a.Vectors == nil || a.Vectors.Model != b.Vectors.Model) && tree == "" {
			c.differs("vectors", tree, "", "are not of model %s", b.Vectors.Model)
		}
		return
	}
	wrong := map[string]bool{}
	for row := range b.Vectors.Slots {
		s, t := a.Vectors.Slots[row], b.Vectors.Slots[row]
		if (s == store.NoSlot) != (t == store.NoSlot) || s != store.NoSlot && !bytes.Equal(a.Vectors.Slot(s), b.Vectors.Slot(t)) {
			wrong[b.Rows.Paths[b.Rows.NoteOf[row]]] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(wrong)) {
		c.differs("vectors", tree, path, "differs from what the model says of its text")
	}
}

// records compares what is known of every file, whichever tree it is of, with its bytes.
func (c *checking) records(ctx context.Context) (err error) {
	if c.other, err = c.clean.OpenRecords(ctx, true); err != nil {
		return err
	}
	defer c.other.Close()
	mine, err := c.kept(c.db)
	if err != nil {
		return err
	}
	if err := c.readAgain(ctx, mine); err != nil {
		return err
	}
	clean, err := c.kept(c.other)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(mine)) {
		want, ok := clean[key]
		if !ok {
			c.out.Unverified++
			continue
		}
		c.out.Readings++
		if oid, path, _ := strings.Cut(key, " "); want != mine[key] {
			c.differs("records", "", path, "the record of blob %s is not what its bytes say", oid)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(clean)) {
		if oid, path, _ := strings.Cut(key, " "); mine[key] == "" {
			c.differs("records", "", path, "the record of blob %s is missing", oid)
		}
	}
	return nil
}

// kept returns a sum of all that is known of each file, by its blob and its path.
func (c *checking) kept(db store.Records) (map[string]string, error) {
	out := map[string]string{}
	err := db.Notes.Each(func(n *notes.Packed) error {
		text := []byte(n.Head + n.Body)
		for _, g := range n.Groups {
			text = append(text, g.Text...)
		}
		sum := sha256.Sum256(text)
		out[n.Blob+" "+n.Name] = string(sum[:])
		return nil
	})
	return out, err
}

// readAgain reads into the clean build what it has no reading of, as far as the repository has the bytes.
func (c *checking) readAgain(ctx context.Context, mine map[string]string) error {
	var files []git.File
	for _, key := range slices.Sorted(maps.Keys(mine)) {
		oid, path, _ := strings.Cut(key, " ")
		f := git.Blob(oid)
		f.Path = path
		files = append(files, f)
	}
	_, err := ingest(ctx, c.clean, c.other, c.other.Unread(files), false, newReport())
	if err != nil && !errors.Is(err, git.ErrMissing) {
		return fmt.Errorf("read %s: %w", filepath.Base(c.Dir), err)
	}
	return nil
}
