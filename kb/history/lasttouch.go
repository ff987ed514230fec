package history

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/sqlite"
)

// Touch is when a file was last touched, as of a commit.
type Touch struct {
	When    time.Time // of the last commit that did, by the committer's clock; zero when it is not known
	Only    bool      // that commit brought the file in, and no other touched it
	Pending bool      // the file holds what nobody has committed
	Unsure  bool      `json:"-"` // When is not known as bytes are missing, which may come
}

// Touches gives the last touch of files, in their order, as LastTouches has it, and asks for these
// files alone. Where it is not known what some commit changed, nothing is called pending.
func (h *History) Touches(ctx context.Context, commit string, files []git.File) ([]Touch, error) {
	defer h.begin(ctx)()
	out := make([]Touch, len(files))
	err := h.eachTouch(commit, files, nil, func(i int, t Touch, _ int32) error {
		out[i] = t
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("touches: %w", err)
	}
	return out, nil
}

// Days gives the day of the last touch of files, in their order: that of the commit's author, as
// Provenance has it, or another one where all touches of the file are alike. It is "" where that is not
// known, and today for a file which holds what nobody has committed.
func (h *History) Days(
	ctx context.Context, commit string, files []git.File, today string, alike func(a, b string) bool,
) ([]string, error) {
	defer h.begin(ctx)()
	days := map[int32]string{}
	day := func(n int32) (string, error) {
		if days[n] == "" {
			c, err := h.commit(n)
			if err != nil {
				return "", err
			}
			days[n] = c.Author.When.Format(time.DateOnly)
		}
		return days[n], nil
	}
	out := make([]string, len(files))
	err := h.eachTouch(commit, files, func(told []row) bool {
		first, err := day(told[0].commit)
		return err == nil && !slices.ContainsFunc(told[1:], func(r row) bool {
			other, err := day(r.commit)
			return err != nil || !alike(first, other)
		})
	}, func(i int, t Touch, last int32) (err error) {
		if t.Pending {
			out[i] = today
		} else if !t.When.IsZero() {
			out[i], err = day(last)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("days: %w", err)
	}
	return out, nil
}

// eachTouch finds the last touch of files as of a commit, and the number of the commit that it was. Of touches
// that are alike, the newest first, the newest will do.
func (h *History) eachTouch(
	commit string, files []git.File, alike func([]row) bool, do func(i int, t Touch, last int32) error,
) error {
	tip, err := h.tip(commit)
	if err != nil {
		return err
	}
	counts, whole := h.graph.ancestors(tip), true
	for n, in := range counts {
		whole = whole && (!in || h.graph.flags[n]&flagUnknown == 0)
	}
	for i, f := range files {
		t, last, committed, err := h.touch(counts, f, alike)
		if err != nil {
			return err
		}
		t.Pending = whole && !committed
		if err := do(i, t, last); err != nil {
			return err
		}
	}
	return nil
}

// touch looks up the last touch of a file by the commits that count, and the commit; committed tells that
// one of them, a merge perhaps, gave the path the bytes that the file holds.
func (h *History) touch(counts []bool, f git.File, alike func([]row) bool) (t Touch, last int32, committed bool, err error) {
	blob := string(rawID(f.Blob))
	var told []row
	number, err := h.store.pathNumber(f.Path)
	if err != nil || number == 0 {
		return t, 0, false, err
	}
	rows, err := h.rows.of(number)
	for _, r := range rows {
		n := int(r.commit)
		if n >= len(counts) || !counts[n] || r.status == movedOn {
			continue
		}
		committed = committed || r.new.blob == blob
		if h.graph.touches(n) {
			told = append(told, r)
		}
	}
	if err != nil || len(told) == 0 {
		return t, 0, committed, err
	}
	slices.SortFunc(told, func(a, b row) int {
		return cmp.Or(cmp.Compare(h.graph.times[b.commit], h.graph.times[a.commit]), cmp.Compare(b.commit, a.commit))
	})
	same := alike != nil && alike(told)
	at, sure := h.telling(len(told), func(i int) bool {
		if same || told[i].status != walk.Modified {
			return false
		}
		ids, e := h.store.oids([]int32{told[i].commit})
		if err = e; err != nil {
			return false
		}
		c := told[i].change()
		return h.quiet(ids[0], f.Path, c.Status, c.OldBlob, c.NewBlob)
	})
	if t.Unsure = !sure; sure {
		t.When = time.Unix(h.graph.times[told[at].commit], 0).UTC()
	}
	t.Only = at == len(told)-1 && (told[at].status == walk.Added || told[at].status == walk.Copied)
	return t, told[at].commit, committed, err
}

// touches tells whether a commit counts as a touch of what it changed: not so a merge, nor one at
// which the history is cut off.
func (g *graph) touches(n int) bool { return len(g.parents[n]) < 2 && g.flags[n]&flagCut == 0 }

// LastTouches gives, for every path that a commit or one before it ever touched, the time of the
// last commit that did, by the committer's clock. Commits that changed the layout of many notes are
// passed over for these. Merges do not count, nor does a commit at which the history is cut off: of
// a path that only such a commit has, nothing is said. Renames are not followed, but the new name of
// a renamed note was touched by the renaming.
func (h *History) LastTouches(ctx context.Context, commit string) (map[string]time.Time, error) {
	defer h.begin(ctx)()
	last, err := h.lastCommits(commit)
	if err != nil {
		return nil, fmt.Errorf("last touches: %w", err)
	}
	out := make(map[string]time.Time, len(last))
	for path, n := range last {
		out[path] = time.Unix(h.graph.times[n], 0).UTC()
	}
	return out, nil
}

// LastAuthors gives the author of the commit of LastTouches, by name, else by address.
func (h *History) LastAuthors(ctx context.Context, commit string) (map[string]string, error) {
	defer h.begin(ctx)()
	last, err := h.lastCommits(commit)
	if err != nil {
		return nil, fmt.Errorf("last authors: %w", err)
	}
	out, names := make(map[string]string, len(last)), map[int]string{}
	for path, n := range last {
		name, known := names[n]
		if !known {
			c, err := h.commit(int32(n))
			if err != nil {
				return nil, fmt.Errorf("last authors: %w", err)
			}
			name = cmp.Or(c.Author.Name, c.Author.Email)
			names[n] = name
		}
		out[path] = name
	}
	return out, nil
}

// lastCommits gives the commit that touched each path last; of two of the same second the one that
// was recorded later.
func (h *History) lastCommits(commit string) (map[string]int, error) {
	tip, err := h.tip(commit)
	if err != nil {
		return nil, err
	}
	counts, times := h.graph.ancestors(tip), h.graph.times
	last, unsure := map[int64]int{}, map[int]bool{} // commits
	err = h.store.Query(`SELECT id, touched, oid FROM commits`, nil, func(row *sqlite.Row) error {
		n := row.ColumnInt(0)
		if n >= len(counts) || !counts[n] || !h.graph.touches(n) {
			return nil
		}
		paths, err := decodeTouched(string(row.ColumnRawBlob(1)))
		if err != nil {
			return err
		}
		h.pass.unsure = false
		passed, err := h.passedWhole(int32(n), hex.EncodeToString(row.ColumnRawBlob(2)), len(paths))
		unsure[n] = h.pass.unsure
		for _, t := range paths {
			before, known := last[t.path]
			if !t.left && !passed[t.path] &&
				(!known || cmp.Or(cmp.Compare(times[n], times[before]), cmp.Compare(n, before)) > 0) {
				last[t.path] = n
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	names, err := h.store.pathNames()
	if err != nil {
		return nil, err
	}
	out := make(map[string]int, len(last))
	for path, n := range last {
		if !unsure[n] {
			out[names[path]] = n
		}
	}
	return out, nil
}

// passedWhole gives the notes that a commit changed and of which it does not count: none, unless it is
// passed over. touched is the number of its paths.
func (h *History) passedWhole(n int32, commit string, touched int) (map[int64]bool, error) {
	if touched < leastBulk && !h.pass.ignored.Has(commit) {
		return nil, nil
	}
	numbered, err := h.changesOf(n)
	changes := make([]walk.Change, len(numbered))
	for i := range numbered {
		changes[i] = numbered[i].Change
	}
	if err != nil || !h.bulkLayout(n, commit, changes) {
		return nil, err
	}
	out := map[int64]bool{}
	for _, c := range numbered {
		out[c.path] = c.Status == walk.Modified && kb.IsMarkdown(c.Path)
	}
	return out, nil
}
