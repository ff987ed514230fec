package history

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

// Step is what one commit of a first-parent line did to the files that were asked about.
type Step struct {
	Commit  string
	When    time.Time     // of the committer, in UTC
	Changes []walk.Change // of a merge all that came in by it
	Cut     bool          // the history is cut off here: Changes lists what was there already, and says of nothing that it is new
	Unknown bool          // what it did is not known: objects are missing
	Layout  bool          // it is passed over: what it did to notes was layout alone, or git blame is to ignore it
}

// MainLine gives the commits from the beginning of the first-parent line of a commit to the commit
// itself, oldest first, with what each did to the paths that match; those that touched none of them
// are left out unless they are Cut or Unknown. One after another the steps make the commit's tree.
func (h *History) MainLine(ctx context.Context, commit string, match func(path string) bool) ([]Step, error) {
	defer h.begin(ctx)()
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	names, err := h.store.pathNames()
	if err != nil {
		return nil, fmt.Errorf("main line of history: %w", err)
	}
	m, line := h.mainline(tip), map[int32][]walk.Change{}
	for n, on := range m.on {
		if on {
			line[int32(n)] = nil
		}
	}
	err = h.rows.each(func(path int64, rows []row) error {
		name := names[path]
		mine := match(name)
		if !mine && !slices.ContainsFunc(rows, func(r row) bool { return moves(r.status) && match(names[r.other]) }) {
			return nil
		}
		for _, r := range m.land(rows) {
			if r.status != movedOn && (mine || moves(r.status) && match(names[r.other])) {
				c := r.change()
				c.Path, c.OldPath = name, names[r.other]
				line[r.commit] = append(line[r.commit], c)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("main line of history: %w", err)
	}
	for _, changes := range line {
		slices.SortFunc(changes, func(a, b walk.Change) int { return strings.Compare(a.Path, b.Path) })
	}
	var numbers []int32
	for n, changes := range line {
		if len(changes) > 0 || h.graph.flags[n] != 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	ids, err := h.store.oids(numbers)
	if err != nil {
		return nil, fmt.Errorf("main line of history: %w", err)
	}
	out := make([]Step, len(numbers))
	for i, n := range numbers {
		flags := h.graph.flags[n]
		out[i] = Step{
			Commit: ids[i], When: time.Unix(h.graph.times[n], 0).UTC(), Changes: line[n], Cut: flags&flagCut != 0,
			Unknown: flags&flagUnknown != 0, Layout: flags == 0 && h.bulkLayout(n, ids[i], line[n]),
		}
	}
	return out, nil
}

// moves reports whether a change has a path before.
func moves(s walk.Status) bool { return s == walk.Renamed || s == walk.Copied }

// mainline is the line of first parents of a commit, with what came in by its merges.
type mainline struct {
	rows *rowCache
	on   []bool  // the commits of the line
	came []int32 // of each commit the first one of the line that descends from it, or is it; -1 for none
	tip  int32
}

// mainline marks the commits on the line of first parents of a tip, and for every other one the
// commit at which it came onto that line. The line asked for last is kept: nobody may change it.
func (h *History) mainline(tip int32) *mainline {
	if l := h.line; l == nil || l.tip != tip || l.rows != h.rows || len(l.on) != h.graph.len() {
		// What the parents of a commit reach and no older one did came in by it.
		m := &mainline{tip: tip, rows: h.rows, on: make([]bool, h.graph.len()), came: make([]int32, h.graph.len())}
		line := []int32{tip}
		for at := tip; len(h.graph.parents[at]) > 0; line = append(line, at) {
			at = h.graph.parents[at][0]
		}
		for i := range m.came {
			m.came[i] = -1
		}
		for _, n := range slices.Backward(line) {
			m.on[n], m.came[n] = true, n
			for todo := slices.Clone(h.graph.parents[n]); len(todo) > 0; {
				at := todo[len(todo)-1]
				if todo = todo[:len(todo)-1]; m.came[at] < 0 {
					m.came[at] = n
					todo = append(todo, h.graph.parents[at]...)
				}
			}
		}
		h.line = m
	}
	return h.line
}

// landed gives what the commits of the line did to a path, newest first. Commits that were recorded
// after it was made are not of it.
func (m *mainline) landed(path int64) ([]row, error) {
	rows, err := m.rows.of(path)
	n, _ := slices.BinarySearchFunc(rows, int32(len(m.came)), compareCommit)
	return m.land(rows[:n]), err
}

// has reports whether the path of these rows is in the tree of the last commit of the line.
func (m *mainline) has(rows []row) bool {
	for i := range slices.Backward(rows) {
		if m.came[rows[i].commit] >= 0 {
			return rows[i].new.blob != ""
		}
	}
	return false
}

// land gives what the commits of the line did to the path of these rows, newest first: the rows of
// their own, and what their merges need no row for.
func (m *mainline) land(rows []row) []row {
	order := make([]int, 0, len(rows)) // of those that came to the line, as they came
	for i := range rows {
		if m.came[rows[i].commit] >= 0 {
			order = append(order, i)
		}
	}
	place := func(i int) int32 { return m.came[rows[i].commit] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	var out []row
	now := row{}.new
	for says, next := -1, 0; next < len(order); {
		at, before := place(order[next]), now
		for ; next < len(order) && place(order[next]) == at; next++ {
			says = max(says, order[next])
		}
		now = rows[says].new
		switch r := rows[says]; {
		case r.commit == at && r.status != asBefore:
			out = append(out, r)
		case r.commit != at && now != before:
			out = append(out, between(at, before, now))
		}
	}
	slices.Reverse(out)
	return out
}

// presence says what became of the paths of older commits in the tree of the one that a line ends with.
type presence struct {
	line  *mainline
	known map[int64]int64
}

// today gives the present number of a path, followed through its renames; 0 when it is gone.
func (p *presence) today(path int64) (int64, error) {
	if now, ok := p.known[path]; ok {
		return now, nil
	}
	now := path
	for range maxRenames {
		rows, err := p.line.rows.of(now)
		if err != nil {
			return 0, err
		}
		if p.line.has(rows) {
			break
		}
		landed := p.line.land(rows)
		if len(landed) == 0 || landed[0].status == walk.Deleted {
			now = 0
		}
		if len(landed) == 0 || landed[0].status != movedOn {
			break
		}
		now = landed[0].other
	}
	p.known[path] = now
	return now, nil
}

// Branch gives the first parents of a commit, newest first: the commit itself, its first parent,
// and so on, up to and with the first one that other is or descends from. Without other ("") they
// go back to where the history begins.
func (h *History) Branch(ctx context.Context, commit, other string) ([]string, error) {
	defer h.begin(ctx)()
	at, err := h.tip(commit)
	if err != nil {
		return nil, fmt.Errorf("first parents: %w", err)
	}
	var shared []bool
	if other != "" {
		n, err := h.tip(other)
		if err != nil {
			return nil, fmt.Errorf("first parents: %w", err)
		}
		shared = h.graph.ancestors(n)
	}
	numbers := []int32{at}
	for shared == nil || !shared[at] {
		parents := h.graph.parents[at]
		if len(parents) == 0 {
			break
		}
		at = parents[0]
		numbers = append(numbers, at)
	}
	return h.store.oids(numbers)
}
