package history

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/record"
)

// treeByRows is the tree of a commit by the rule of the rows: of each path the row with the
// greatest number among those of its ancestors and itself.
func treeByRows(t *testing.T, h *History, id string) map[string]string {
	t.Helper()
	names, err := h.store.pathNames()
	if err != nil {
		t.Fatal(err)
	}
	tip, err := h.number(id)
	if err != nil {
		t.Fatal(err)
	}
	in, tree := h.graph.ancestors(tip), map[string]string{}
	for number, name := range names {
		rows, err := h.rows.of(number)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if !in[r.commit] {
				continue
			}
			if delete(tree, name); r.new.blob != "" {
				tree[name] = fmt.Sprintf("%06o %s", r.new.mode, r.change().NewBlob)
			}
		}
	}
	return tree
}

// ownRows counts the rows that a commit has, and those of them that keep a path as it was.
func ownRows(t *testing.T, h *History, id string) (rows, marks int) {
	t.Helper()
	n, err := h.number(id)
	if err != nil {
		t.Fatal(err)
	}
	paths, err := h.rows.by(n)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		switch r, ok, err := h.rows.at(p.path, n); {
		case err != nil || !ok:
			t.Fatal("no row", err)
		case r.status == asBefore:
			marks++
		case r.status != movedOn:
			rows++
		}
	}
	return rows, marks
}

// Rows are read back as they were written, and bytes that are none are damage, never a panic.
func FuzzRows(f *testing.F) {
	var w record.Writer
	oid, wide := strings.Repeat("a", idShort), strings.Repeat("b", idWide)
	rows := []row{
		{commit: 3, status: walk.Added, new: state{oid, 0o100644}},
		{commit: 4, status: walk.Modified, old: state{oid, 0o100644}, new: state{oid, 0o100755}},
		{commit: 9, status: movedOn, other: 7},
		{commit: 9, status: walk.Renamed, other: 8, old: state{wide, 0o100644}, new: state{wide, 0o100664}},
		{commit: 11, status: walk.Retyped, old: state{oid, 0o100644}, new: state{oid, 0o120000}},
		{commit: 12, status: asBefore, old: state{oid, 0o160000}, new: state{oid, 0o160000}},
		{commit: 12000, status: walk.Deleted, old: state{oid, 0o160000}},
	}
	for i, r := range rows {
		writeRow(&w, r, lastRow(rows[:i]))
	}
	back, err := decodeRows(nil, string(w.Data))
	if err != nil {
		f.Fatal(err)
	}
	diff(f, "rows", fmt.Sprintf("%+v", back), fmt.Sprintf("%+v", rows))
	f.Add(string(w.Data))
	f.Fuzz(func(t *testing.T, data string) {
		rows, err := decodeRows(nil, data)
		for i, r := range rows {
			if r.commit < lastRow(rows[:i]).commit {
				t.Fatalf("commit %d comes late: %v", r.commit, err)
			}
		}
		decodeTouched(data)
	})
}

// The few changes that a path has in each of many walks stand together, up to a bound.
func TestRowsOfManyWalksStandTogether(t *testing.T) {
	r := newGitRepo(t)
	h := openHistory(t, r.open("on"), t.TempDir())
	const walks = 60
	for i := range walks {
		r.Write("a.md", fmt.Sprint(i))
		r.commit("2026-01-01T00:00:00Z", "A", "again")
		update(t, h)
	}
	path, err := h.store.pathNumber("a.md")
	if err != nil {
		t.Fatal(err)
	}
	h.rows.drop()
	if rows, err := h.rows.of(path); err != nil || len(rows) != walks || rows[walks-1].commit != walks-1 {
		t.Errorf("%d changes, %v", len(rows), err)
	}
	if n, err := h.store.Number(`SELECT count(*) FROM touches`); err != nil || n != 2 {
		t.Errorf("they stand in %d places, %v", n, err)
	}
}

// Who has not yet read what another process recorded sees nothing of it, however many walks that took.
func TestRowsBehindWhatIsKnown(t *testing.T) {
	r := newGitRepo(t)
	repo, dir := r.open("on"), t.TempDir()
	change := func(file string, times int) {
		for i := range times {
			r.Write(file, fmt.Sprint(i, file))
			r.commit("2026-01-01T00:00:00Z", "A", "change")
		}
	}
	writer := openHistory(t, repo, dir)
	change("a.md", 45) // as many as stand in one place
	change("b.md", 5)
	update(t, writer)
	reader := openHistory(t, repo, dir)
	change("a.md", 45)
	update(t, writer)
	change("a.md", 1)
	update(t, writer)
	path, err := reader.store.pathNumber("a.md")
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := reader.rows.of(path); err != nil || len(rows) != 45 {
		t.Errorf("%d changes, %v", len(rows), err)
	}
	read := 0
	if err := reader.rows.each(func(number int64, rows []row) error {
		if number == path {
			read = len(rows)
		}
		return nil
	}); err != nil || read != 45 {
		t.Errorf("%d changes of all, %v", read, err)
	}
}
