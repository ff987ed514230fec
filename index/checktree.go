package index

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// model opens the trained model of the work tree, all of whose sums are checked. It is nil where
// there is none, or a server has it.
func (c *checking) model(ctx context.Context) (embed.Provider, func(), error) {
	done := func() {}
	db, err := openStore(ctx, c.dir, false)
	if err != nil {
		return nil, done, err
	}
	defer db.Close()
	v, err := loadView(ctx, db, c.view)
	if err != nil || v.model == "" || v.training == "" || c.o.NoVectors {
		return nil, done, err
	}
	m, done, err := c.openModel(v.model)
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
func (c *checking) tree(ctx context.Context, mine, clean *Index) error {
	a, err := mine.openSearcher(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := clean.openSearcher(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	c.out.Trees++
	c.out.Notes += len(b.gen.rows.paths)
	c.out.Chunks += b.gen.rows.count()
	for _, q := range []string{
		`SELECT n.path, b.oid, n.pagerank, n.in_links, n.superseded_by, n.label FROM notes n LEFT JOIN blobs b ON b.id = n.blob WHERE n.view = ? ORDER BY n.path`,
		`SELECT source, seq, line, kind, type, target, fragment, text, dest, state, candidates, strength, inverse FROM links WHERE view = ? ORDER BY source, seq`,
	} {
		if err := c.sameRows(ctx, "notes", mine.commit, q, a, b); err != nil {
			return err
		}
	}
	if !c.sameTable(mine.commit, a.gen.rows, b.gen.rows) {
		return nil // what follows goes by the rows
	}
	if err := c.sameWords(ctx, mine.commit, a.gen, b.gen); err != nil {
		return err
	}
	c.sameVectors(mine.commit, a.gen, b.gen)
	return nil
}

// sameRows compares what a query over a view gives in both; the first column names the note.
func (c *checking) sameRows(ctx context.Context, part, tree, query string, a, b *Searcher) error {
	mine, err := rowTexts(ctx, a.tx, query, a.view.id)
	if err != nil {
		return err
	}
	clean, err := rowTexts(ctx, b.tx, query, b.view.id)
	if err != nil {
		return err
	}
	c.sameTexts(part, tree, mine, clean)
	return nil
}

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

// rowTexts joins the rows of a query by their first column.
func rowTexts(ctx context.Context, q querier, query string, args ...any) (map[string]string, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values, to := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		to[i] = &values[i]
	}
	out := map[string]string{}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		key := string(values[0])
		out[key] += fmt.Sprintf("%q\n", values[1:])
	}
	return out, rows.Err()
}

// sameTable compares the tables of chunks, but for the numbers of their documents and slots.
func (c *checking) sameTable(tree string, a, b *rows) bool {
	same := slices.Equal(a.paths, b.paths) && slices.Equal(a.first, b.first)
	for i := range b.paths {
		if same && a.blobs[i] != b.blobs[i] {
			c.differs("words", tree, b.paths[i], "is of blob %s, not %s", a.blobs[i], b.blobs[i])
			return false
		}
	}
	if !same {
		c.differs(
			"words",
			tree,
			"",
			"the table has %d notes and %d chunks that should be %d and %d",
			len(a.paths),
			a.count(),
			len(b.paths),
			b.count(),
		)
		return false
	}
	for f := range b.length {
		for row := range b.length[f] {
			if a.length[f][row] != b.length[f][row] {
				c.differs("words", tree, b.paths[b.noteOf[row]], "the lengths of its chunks differ")
				return true
			}
		}
	}
	return true
}

// entry is a posting by its row.
type entry struct{ row, freq int32 }

// sameWords compares the postings of every term.
func (c *checking) sameWords(ctx context.Context, tree string, a, b *generation) error {
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
				c.o.Progress("checking words", done, len(clean))
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
				c.differs("words", tree, b.rows.paths[b.rows.noteOf[i]], "the term %q stands in other chunks, or so often", term)
			}
		}
	}
	return nil
}

func merged(a, b map[string]int) map[string]int {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

func termsOf(g *generation, field words.Field) (terms map[string]int, err error) {
	err = mapped(func() (err error) {
		terms, err = g.words.Near(field, "", 0, math.MaxInt32)
		return err
	})
	return terms, err
}

// entriesOf lists the postings of a term in order of row; of documents that are deleted there is none.
func entriesOf(ctx context.Context, g *generation, field words.Field, term string) (out []entry, err error) {
	err = mapped(func() error {
		list, err := g.words.Postings(ctx, field, term)
		for _, p := range list {
			if row := g.rows.rowOf(p.Doc); row >= 0 {
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
func (c *checking) sameVectors(tree string, a, b *generation) {
	if b.vectors == nil || a.vectors == nil || a.vectors.model != b.vectors.model || a.vectors.dim != b.vectors.dim {
		if b.vectors != nil && (a.vectors == nil || a.vectors.model != b.vectors.model) && tree == "" {
			c.differs("vectors", tree, "", "are not of model %s", b.vectors.model)
		}
		return
	}
	wrong := map[string]bool{}
	for row := range b.vectors.slots {
		s, t := a.vectors.slots[row], b.vectors.slots[row]
		if (s == noSlot) != (t == noSlot) || s != noSlot && !bytes.Equal(a.vectors.slot(s), b.vectors.slot(t)) {
			wrong[b.rows.paths[b.rows.noteOf[row]]] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(wrong)) {
		c.differs("vectors", tree, path, "differs from what the model says of its text")
	}
}

// records compares what is known of every file, whichever tree it is of, with its bytes.
func (c *checking) records(ctx context.Context) (err error) {
	if c.other, err = openStore(ctx, c.clean.dir, true); err != nil {
		return err
	}
	defer c.other.Close()
	const readings = `SELECT b.oid || ' ' || r.path, r.note, r.problems FROM readings r JOIN blobs b ON b.id = r.blob ORDER BY 1`
	mine, err := rowTexts(ctx, c.db, readings)
	if err != nil {
		return err
	}
	if err := c.readAgain(ctx, mine); err != nil {
		return err
	}
	clean, err := rowTexts(ctx, c.other, readings)
	if err != nil {
		return err
	}
	for key := range mine {
		if _, ok := clean[key]; !ok {
			c.out.Unverified++
			delete(mine, key)
		}
	}
	c.sameCommon(mine, clean)
	c.out.Readings = len(mine)
	for _, q := range []string{
		`SELECT oid, doc FROM blobs`,
		`SELECT b.oid, ord, kind, language, heading, anchor, start_line, end_line, start_byte, end_byte, identifiers, text FROM chunks c JOIN blobs b ON b.id = c.blob ORDER BY b.oid, ord`,
	} {
		mine, err := rowTexts(ctx, c.db, q)
		if err != nil {
			return err
		}
		clean, err := rowTexts(ctx, c.other, q)
		if err != nil {
			return err
		}
		c.sameCommon(mine, clean)
		for oid := range clean {
			if _, ok := mine[oid]; !ok {
				c.differs("records", "", "", "the record of blob %s is missing", oid)
			}
		}
	}
	return nil
}

// sameCommon compares what both have: the clean build has read what of the repository can be read.
func (c *checking) sameCommon(mine, clean map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(mine)) {
		if want, ok := clean[key]; ok && want != mine[key] {
			oid, path, _ := strings.Cut(key, " ")
			c.differs("records", "", path, "the record of blob %s is not what its bytes say", oid)
		}
	}
}

// readAgain reads into the clean build what it has no reading of, as far as the repository has the bytes.
func (c *checking) readAgain(ctx context.Context, mine map[string]string) error {
	var files []kb.File
	for _, key := range slices.Sorted(maps.Keys(mine)) {
		oid, path, _ := strings.Cut(key, " ")
		f := kb.Blob(oid)
		f.Path = path
		files = append(files, f)
	}
	files, err := unread(ctx, c.other, files)
	if err != nil {
		return err
	}
	_, err = c.clean.ingest(ctx, c.other, files, false, newReport())
	if err != nil && !errors.Is(err, kb.ErrMissing) {
		return fmt.Errorf("read %s: %w", filepath.Base(c.dir), err)
	}
	return nil
}
