package history

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/sqlite"
	disk "github.com/9aea2451/kb/kb/store"
)

// CheckedHistory is what Check compared, and found.
type CheckedHistory struct {
	Commits     int      `json:"commits"`
	Unverified  int      `json:"unverified"`  // recorded commits that the repository no longer has
	Differences []string `json:"differences"` // each a sentence
}

// mostDifferences bounds what is listed.
const mostDifferences = 100

// differs keeps a difference, as long as there are not too many.
func (c *CheckedHistory) differs(format string, args ...any) {
	if len(c.Differences) < mostDifferences {
		c.Differences = append(c.Differences, fmt.Sprintf(format, args...))
	}
}

// Check compares what is recorded with a clean walk into an empty folder. It records nothing and
// mends nothing.
func Check(ctx context.Context, repo *kb.Repo, folder string, progress func(done, total int)) (*CheckedHistory, error) {
	out := &CheckedHistory{Differences: []string{}}
	path := filepath.Join(repo.StateDir(), "index", File)
	if _, err := os.Stat(path); err != nil {
		return out, nil
	}
	mine, err := openSound(path, repo, out)
	if mine == nil || err != nil {
		return out, err
	}
	defer mine.Close()
	clean, err := Open(ctx, repo, folder)
	if err != nil {
		return nil, err
	}
	defer clean.Close()
	clean.Progress = progress
	tips, err := mine.tips(ctx)
	if err != nil || len(tips) == 0 {
		return out, err
	}
	if _, err := clean.Update(ctx, tips...); err != nil {
		return nil, fmt.Errorf("check the history: %w", err)
	}
	if err := mine.compare(ctx, clean, out); err != nil {
		return nil, fmt.Errorf("check the history: %w", err)
	}
	return out, checkKept(ctx, repo, clean, out)
}

// openSound opens the database as it is; nil when SQLite finds damage in it, or it cannot be used.
func openSound(path string, repo *kb.Repo, out *CheckedHistory) (*History, error) {
	s, err := newStore(path)
	if errors.Is(err, errDamaged) {
		out.differs("%v", err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	said := ""
	err = s.Query(`PRAGMA integrity_check(1)`, nil, func(row *sqlite.Row) error { said = row.ColumnText(0); return nil })
	h := &History{repo: repo, store: s}
	if err == nil && said == "ok" {
		s.people = walk.ReadMailmap(repo)
		var g *graph
		if g, err = s.loadGraph(); err == nil {
			h.hold(g)
		}
	}
	if err != nil || said != "ok" {
		s.Close()
		out.differs("SQLite finds damage: %s %v", said, err)
		return nil, nil
	}
	return h, nil
}

// Remove forgets all that is recorded and kept, for it to be read anew.
func Remove(repo *kb.Repo) error {
	dir := filepath.Join(repo.StateDir(), "index")
	err := removeStore(filepath.Join(dir, File))
	names := []string{filepath.Join(dir, markFile)}
	for _, gitDir := range append(repo.WorkTreeDirs(), repo.GitDir) {
		names = append(names, filepath.Join(dir, keptName(gitDir)))
	}
	for _, name := range names {
		if e := disk.Remove(name); e != nil && !errors.Is(e, os.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// tips are the recorded commits without a child that the repository still has.
func (h *History) tips(ctx context.Context) ([]string, error) {
	ids, err := h.ids()
	var out []string
	for n, id := range ids {
		if n < h.graph.len() && !h.graph.child[n] {
			if _, e := h.repo.CommitTime(ctx, id); e == nil {
				out = append(out, id)
			}
		}
	}
	return out, err
}

// ids are the ids of all commits, by number.
func (h *History) ids() ([]string, error) {
	var out []string
	err := h.store.Query(`SELECT oid FROM commits ORDER BY id`, nil, func(row *sqlite.Row) error {
		out = append(out, hex.EncodeToString(row.ColumnRawBlob(0)))
		return nil
	})
	return out, err
}

// compare compares each commit that both have.
func (h *History) compare(ctx context.Context, clean *History, out *CheckedHistory) error {
	mine, err := h.texts(ctx)
	if errors.Is(err, errDamaged) {
		out.differs("%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	want, err := clean.texts(ctx)
	if err != nil {
		return err
	}
	out.Commits = len(want)
	for _, id := range slices.Sorted(maps.Keys(want)) {
		if text, ok := mine[id]; !ok {
			out.differs("commit %s is missing", id)
		} else if text != want[id] {
			out.differs("commit %s is not what git has", id)
		}
		delete(mine, id)
	}
	out.Unverified = len(mine)
	return nil
}

// texts write out all that is recorded of each commit, but for its number.
func (h *History) texts(ctx context.Context) (map[string]string, error) {
	defer h.begin(ctx)()
	ids, err := h.ids()
	if err != nil {
		return nil, err
	}
	if len(ids) != h.graph.len() {
		return nil, fmt.Errorf("%w: %d commits, and %d in the graph", errDamaged, len(ids), h.graph.len())
	}
	texts := make([]bytes.Buffer, len(ids))
	for n := range ids {
		c, err := h.commit(int32(n))
		if err != nil {
			return nil, err
		}
		g := h.graph
		fmt.Fprintf(&texts[n], "%+v %d %d %d", *c, g.times[n], g.dates[n], g.flags[n])
		for _, p := range g.parents[n] {
			fmt.Fprintf(&texts[n], " %s", ids[p])
		}
	}
	for n := range ids {
		changes, err := h.changesOf(int32(n))
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			fmt.Fprintf(&texts[n], "\n%+v", c.Change)
		}
	}
	out := make(map[string]string, len(ids))
	for n, id := range ids {
		out[id] = texts[n].String()
	}
	return out, nil
}

// checkKept compares what was told before of where notes come from with what the clean walk tells.
func checkKept(ctx context.Context, repo *kb.Repo, clean *History, out *CheckedHistory) error {
	head, err := repo.Head(ctx)
	if err != nil || head == "" {
		return err
	}
	k := LoadKept(repo, head)
	if !k.Current() || !clean.Has(ctx, head) {
		return nil
	}
	for line := range bytes.Lines(k.newest()) {
		var n keptNote
		if json.Unmarshal(line, &n) != nil || n.Path == "" {
			continue
		}
		want, err := clean.keep(ctx, head, n.Path)
		if err != nil {
			return err
		}
		if !sameSource(n.Source, want.Source) || n.Blob != want.Blob {
			out.differs("where %s comes from is kept otherwise than the history says", n.Path)
		}
	}
	return nil
}

// sameSource compares two provenances, but for the length of the short id, which goes by how many
// commits are recorded.
func sameSource(a, b *Provenance) bool {
	if a == nil || b == nil {
		return a == b
	}
	same := len(a.Passed) == len(b.Passed)
	for i := range min(len(a.Passed), len(b.Passed)) {
		x, y := a.Passed[i], b.Passed[i]
		same = same && x.Date == y.Date && x.Author == y.Author && x.Subject == y.Subject
	}
	return same && a.Commit == b.Commit && a.Date == b.Date && a.Author == b.Author && a.Agent == b.Agent &&
		a.PullRequest == b.PullRequest && a.Authors == b.Authors && a.Changed == b.Changed
}
