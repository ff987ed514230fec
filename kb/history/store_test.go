package history

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/ncruces/go-sqlite3"
)

func openHistory(t testing.TB, repo *kb.Repo, dir string) *History {
	t.Helper()
	h, err := Open(context.Background(), repo, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.store.Close() })
	return h
}

func update(t testing.TB, h *History, tips ...string) Report {
	t.Helper()
	report, err := h.Update(context.Background(), tips...)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// dump is all that is recorded, without the numbers, sorted.
func dump(t testing.TB, h *History) []string {
	t.Helper()
	var out []string
	rows := func(sql string) {
		err := h.store.Query(sql, nil, func(row *sqlite.Row) error {
			var b strings.Builder
			for i := range row.ColumnCount() {
				if row.ColumnType(i) == sqlite3.BLOB {
					b.WriteString(hex.EncodeToString(row.ColumnRawBlob(i)) + "|")
				} else {
					b.WriteString(row.ColumnText(i) + "|")
				}
			}
			out = append(out, b.String())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rows(`SELECT c.oid, parents, flags, a.name, a.email, author_time, author_zone, p.name, p.email, commit_time, commit_zone, subject, body
		FROM commits c JOIN people a ON a.id=author JOIN people p ON p.id=committer`)
	ids, err := h.store.allIDs()
	if err != nil || len(ids) != h.graph.len() {
		t.Fatalf("%d commits, %d in the graph, %v", len(ids), h.graph.len(), err)
	}
	for id := range ids {
		n, err := h.number(id)
		if err != nil {
			t.Fatal(err)
		}
		parents, err := h.store.oids(h.graph.parents[n])
		if err != nil {
			t.Fatal(err)
		}
		changes, err := h.changesOf(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			out = append(out, fmt.Sprintf("change %s %+v", id, c.Change))
		}
		slices.Sort(parents)
		out = append(out, fmt.Sprint("graph ", id, parents, h.graph.times[n], h.graph.dates[n], h.graph.flags[n]))
	}
	slices.Sort(out)
	return out
}

// allIDs gives the object id of every commit.
func (s *store) allIDs() (map[string]bool, error) {
	out := map[string]bool{}
	err := s.Query(`SELECT oid FROM commits`, nil, func(row *sqlite.Row) error {
		out[hex.EncodeToString(row.ColumnRawBlob(0))] = true
		return nil
	})
	return out, err
}

// fresh is what a new history of the same tips holds.
func fresh(t testing.TB, repo *kb.Repo, tips ...string) []string {
	t.Helper()
	h := openHistory(t, repo, t.TempDir())
	update(t, h, tips...)
	return dump(t, h)
}

func TestUpdateReadsOnlyWhatIsNew(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		repo := r.open(program)
		dir := t.TempDir()
		h := openHistory(t, repo, dir)
		diff(t, "without a commit", update(t, h), Report{})
		r.Write("a.md", "1")
		r.commit("2026-01-01T00:00:00Z", "A", "one\n\nReviewed-by: B")
		diff(t, "first", update(t, h), Report{Added: 1})
		diff(t, "again", update(t, h), Report{})
		r.Git("checkout", "-q", "-b", "side")
		r.Write("b.md", "2")
		r.commit("2026-01-02T00:00:00Z", "B", "two")
		r.Git("checkout", "-q", "main")
		r.Write("c.md", "3")
		r.commit("2026-01-03T00:00:00Z", "A", "three")
		h = openHistory(t, repo, dir)
		diff(t, "on main", update(t, h), Report{Added: 1})
		r.Git("merge", "-q", "side", "-m", "merge")
		diff(t, "the merge and the side", update(t, h), Report{Added: 2})
		diff(t, "records", dump(t, h), fresh(t, repo))
		if len(dump(t, h)) < 12 {
			t.Errorf("only %q", dump(t, h))
		}
	})
}

func TestRewrittenHistory(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "1")
	r.commit("2026-01-01T00:00:00Z", "A", "one")
	h := openHistory(t, r.open("on"), t.TempDir())
	for i := range 3 {
		r.Write("a.md", fmt.Sprint("draft ", i))
		r.Git("add", "-A")
		r.Git("commit", "-q", "--amend", "-m", fmt.Sprint("draft ", i))
		r.Git("reflog", "expire", "--expire=now", "--all")
		r.Git("gc", "-q", "--prune=now")
		diff(t, "amended", update(t, h), Report{Added: 1})
	}
	diff(t, "recorded", h.Recorded(), 3)
	// What nobody can reach is dropped when it is more than what can be reached.
	if err := h.forget(""); err != nil {
		t.Fatal(err)
	}
	many := bytes.Buffer{}
	for i := range slack + 10 {
		fmt.Fprintf(&many, "commit refs/heads/many\ncommitter C <> %d +0000\ndata 1\nx\n", 1_700_000_000+i)
	}
	r.Feed(many.Bytes(), "fast-import", "--quiet")
	diff(t, "many", update(t, h, r.Git("rev-parse", "many")), Report{Added: slack + 10})
	r.Git("update-ref", "-d", "refs/heads/many")
	report := update(t, h)
	if !report.Rebuilt || h.Recorded() != 1 {
		t.Errorf("%+v, %d commits", report, h.Recorded())
	}
	diff(t, "records", dump(t, h), fresh(t, r.open("on")))
}

func TestShallowHistoryIsDeepened(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		for i := range 4 {
			r.Write("a.md", lines(0, i+1))
			r.commit(fmt.Sprintf("2026-01-0%dT00:00:00Z", i+1), "A", "change")
		}
		dir := filepath.Join(t.TempDir(), "shallow")
		r.Git("clone", "-q", "--depth=2", "file://"+r.Dir, dir)
		repo := r.openAt(dir, program)
		h := openHistory(t, repo, t.TempDir())
		diff(t, "shallow", update(t, h), Report{Added: 2})
		r.Git("-C", dir, "fetch", "-q", "--unshallow")
		diff(t, "whole", update(t, h), Report{Added: 4, Rebuilt: true})
		diff(t, "records", dump(t, h), fresh(t, r.open(program), r.Git("rev-parse", "HEAD")))
	})
}

func TestDamagedDatabaseIsBuiltAnew(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "1")
	r.commit("2026-01-01T00:00:00Z", "A", "one")
	repo := r.open("on")
	for name, damage := range map[string]func(path string){
		"garbage":   func(p string) { os.WriteFile(p, bytes.Repeat([]byte("garbage "), 1000), 0o666) },
		"cut short": func(p string) { os.Truncate(p, 5000) },
		"overwritten": func(p string) {
			data, _ := os.ReadFile(p)
			copy(data[4096:], bytes.Repeat([]byte{0xff}, len(data)-4096))
			os.WriteFile(p, data, 0o666)
		},
		"of another program": func(p string) { change(t, p, `PRAGMA application_id=1`) },
		"of another schema":  func(p string) { change(t, p, `PRAGMA user_version=99`) },
		"without a table":    func(p string) { change(t, p, `DROP TABLE graph`) },
		"gap":                func(p string) { change(t, p, `UPDATE graph SET first=7`) },
		"graph":              func(p string) { change(t, p, `UPDATE graph SET data=x'00'`) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			h := openHistory(t, repo, dir)
			update(t, h)
			want := dump(t, h)
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			damage(filepath.Join(dir, File))
			h = openHistory(t, repo, dir)
			if report := update(t, h); report.Added != 1 {
				t.Errorf("%+v", report)
			}
			diff(t, "records", dump(t, h), want)
		})
	}
}

func change(t *testing.T, path, sql string) {
	conn, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Exec(sql); err != nil {
		t.Fatal(err)
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "1")
	r.commit("2026-01-01T00:00:00Z", "A", "one")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	h := openHistory(t, r.open("on"), filepath.Join(file, "below"))
	diff(t, "in memory", update(t, h), Report{Added: 1})
}

// manyCommits makes a history of several transactions, with a change in each commit.
func manyCommits(r *gitRepo, n int) {
	var in bytes.Buffer
	for i := range n {
		fmt.Fprintf(&in,
			"commit refs/heads/main\ncommitter C <c@example.com> %d +0000\ndata 1\nx\nM 644 inline f%d.md\ndata 8\n%08d\n",
			1_700_000_000+i, i%50, i)
	}
	r.Feed(in.Bytes(), "fast-import", "--quiet", "--force")
}

func TestTwoWritersAtOnce(t *testing.T) {
	r := newGitRepo(t)
	manyCommits(r, 3*batchCommits+100)
	repo := r.open("on")
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 3 {
		h := openHistory(t, repo, dir)
		all.Go(func() {
			if _, err := h.Update(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	h := openHistory(t, repo, dir)
	diff(t, "another", update(t, h), Report{})
	diff(t, "commits", h.Recorded(), 3*batchCommits+100)
}

// What another process has recorded is known to one that has the history open, though nothing is left for it to record.
func TestUpdateSeesWhatOthersRecorded(t *testing.T) {
	r := newGitRepo(t)
	manyCommits(r, 3)
	repo, dir := r.open("on"), t.TempDir()
	server, hook := openHistory(t, repo, dir), openHistory(t, repo, dir)
	update(t, server)
	r.Git("checkout", "-q", "main")
	next := r.Git("commit-tree", "-p", "main", "-m", "next", "main^{tree}")
	for _, h := range []*History{hook, server} {
		if _, err := h.Update(t.Context(), next); err != nil {
			t.Fatal(err)
		}
		if !h.Has(t.Context(), next) || h.Recorded() != 4 {
			t.Errorf("%d commits are known", h.Recorded())
		}
	}
}

func TestCancelledUpdateGoesOn(t *testing.T) {
	r := newGitRepo(t)
	manyCommits(r, 3*batchCommits+100)
	h := openHistory(t, r.open("on"), t.TempDir())
	for wait := time.Millisecond; h.Recorded() < 3*batchCommits+100; wait += 20 * time.Millisecond {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		if _, err := h.Update(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		cancel()
	}
	diff(t, "records", dump(t, h), fresh(t, r.open("on")))
}

// A write that fails leaves nothing in memory that the database lacks: the next one would write after it.
func TestFailedUpdateGoesOn(t *testing.T) {
	r := newGitRepo(t)
	manyCommits(r, 70)
	repo := r.open("on")
	dir := t.TempDir()
	h := openHistory(t, repo, dir)
	if _, err := h.Update(t.Context(), r.Git("rev-parse", "main~20")); err != nil {
		t.Fatal(err)
	}
	fail := func(event string) {
		t.Helper()
		err := h.store.Exec("CREATE TEMP TRIGGER full BEFORE " + event + " BEGIN SELECT RAISE(ABORT, 'disk full'); END")
		if err == nil {
			_, err = h.Update(t.Context())
		}
		if err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Fatal(err)
		}
		if err := h.store.Exec("DROP TRIGGER full"); err != nil {
			t.Fatal(err)
		}
	}
	fail("UPDATE ON touches") // behind the first commit
	fail("INSERT ON commits") // before the first one is whole
	path, err := h.store.pathNumber("f15.md")
	if err != nil || path == 0 {
		t.Fatal(path, err)
	}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	restore := h.store.Interruptible(interrupted)
	if rows, err := h.rows.of(path); err == nil {
		t.Fatal(rows)
	}
	if paths, err := h.rows.by(0); err == nil {
		t.Fatal(paths)
	}
	restore()
	update(t, h)
	want := fresh(t, repo)
	diff(t, "records", dump(t, openHistory(t, repo, dir)), want)
}

// A commit of another branch does not put out what the work tree's commit descends from, however
// little it descends from itself.
func TestOtherBranchPutsOutNothing(t *testing.T) {
	r := newGitRepo(t)
	manyCommits(r, slack+30)
	pages := r.Git("commit-tree", "-m", "pages", "main^{tree}")
	h := openHistory(t, r.open("on"), t.TempDir())
	update(t, h)
	diff(t, "report", update(t, h, pages), Report{Added: 1})
	if !h.Has(t.Context(), r.Git("rev-parse", "HEAD")) {
		t.Error("the work tree's commit is not known any more")
	}
	// Nor does it where what nobody can reach goes.
	gone := r.Git("rev-parse", "main")
	r.Git("update-ref", "refs/heads/main", "main~"+fmt.Sprint(slack+25))
	next := r.Git("commit-tree", "-p", pages, "-m", "pages", "main^{tree}")
	if report := update(t, h, next); !report.Rebuilt || h.Recorded() != 7 {
		t.Errorf("%+v, %d commits", report, h.Recorded())
	}
	for commit, want := range map[string]bool{r.Git("rev-parse", "HEAD"): true, next: true, gone: false} {
		if h.Has(t.Context(), commit) != want {
			t.Errorf("%s is known: %v", commit, !want)
		}
	}
}

// A question that is broken off leaves nothing behind that the next one takes for an answer.
func TestBrokenOffQuestion(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "1")
	r.commit("2026-01-01T00:00:00Z", "A", "one")
	h := openHistory(t, r.open("on"), t.TempDir())
	update(t, h)
	h.rows.drop()
	path, err := h.store.pathNumber("a.md")
	if err != nil {
		t.Fatal(err)
	}
	broken, cancel := context.WithCancel(t.Context())
	cancel()
	restore := h.store.Interruptible(broken)
	if name, err := h.pathName(path); err == nil {
		t.Fatal(name)
	}
	restore()
	if name, err := h.pathName(path); err != nil || name != "a.md" {
		t.Errorf("%q, %v", name, err)
	}
}

// A process that is killed leaves a history that the next one completes.
func TestKilledUpdate(t *testing.T) {
	if dir := os.Getenv("KB_HISTORY_TEST_UPDATE"); dir != "" { // the process that is to be killed
		repo, err := kb.Open(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		update(t, openHistory(t, repo, ""))
		return
	}
	r := newGitRepo(t)
	manyCommits(r, 3*batchCommits+100)
	repo := r.open("on")
	for round := range 6 {
		cmd := exec.Command(os.Args[0], "-test.run=TestKilledUpdate")
		cmd.Env = append(slices.Clone(r.Env), "KB_HISTORY_TEST_UPDATE="+r.Dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(40+60*round) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
	}
	h := openHistory(t, repo, "")
	update(t, h)
	diff(t, "records", dump(t, h), fresh(t, repo))
}

// A first walk of several transactions leaves no room between the rows.
func TestFirstWalkLeavesNoRoom(t *testing.T) {
	r := newGitRepo(t)
	manyCommits(r, 3*batchCommits)
	h := openHistory(t, r.open("on"), t.TempDir())
	update(t, h)
	before, err := h.store.Number(`PRAGMA page_count`)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.store.Exec(`VACUUM`); err != nil {
		t.Fatal(err)
	}
	if after, err := h.store.Number(`PRAGMA page_count`); err != nil || after < before {
		t.Errorf("%d pages, packed %d, %v", before, after, err)
	}
}
