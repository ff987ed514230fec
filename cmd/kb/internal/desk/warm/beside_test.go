package warm

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

// gate is a guard that holds up some work, as long as it is shut.
type gate struct {
	what string
	shut atomic.Bool
	open chan struct{}
}

func newGate(what string) *gate { return &gate{what: what, open: make(chan struct{})} }

func (g *gate) guard(what string, work func() error) error {
	if what == g.what && g.shut.Load() {
		<-g.open
	}
	return work()
}

// settled waits until nothing works beside the calls, and reports whether all is judged then.
func settled(v *View) bool {
	v.Doubt("", 0, 0)
	<-v.Keeper.working.ended()
	return v.Doubt("", 0, 0).Whole
}

// As long as an edit is not judged, what contradicts notes that have not changed since is told, and that more may come.
func TestDoubtsBeforeAnEditIsJudged(t *testing.T) {
	g := newGate("judging statements")
	k := keep(t, g.guard)
	says := func(minutes int) string {
		return fmt.Sprintf("# Note\n\nUser sessions expire after %d minutes.\n", minutes)
	}
	k.Repo.Write("docs/c.md", says(30), "docs/e.md", says(45))
	first := k.view()
	if !settled(first) {
		t.Fatal("it is not judged")
	}
	told := func(v *View, path string) (out string) {
		d := v.Doubt(path, 1, 3)
		for _, f := range d.Disputes {
			out += f.Path + " "
		}
		return fmt.Sprint(out, d.Whole)
	}
	if got := told(first, "docs/a.md"); got != "docs/c.md docs/e.md true" {
		t.Errorf("at first: %s", got)
	}
	g.shut.Store(true)
	k.Repo.Write("docs/c.md", says(31))
	second := k.view()
	for path, want := range map[string]string{"docs/a.md": "docs/e.md false", "docs/c.md": "false", "docs/e.md": "docs/a.md false"} {
		if got := told(second, path); got != want {
			t.Errorf("before the edit is judged, against %s: %s, want %s", path, got, want)
		}
	}
	close(g.open)
	if !settled(second) {
		t.Fatal("the edit is not judged")
	}
	if got := told(second, "docs/a.md"); got != "docs/c.md docs/e.md true" {
		t.Errorf("then: %s", got)
	}
}

// All is known only once it is told, too, what may be stale. Of that, answers are told what the front matter of a note
// does not say itself.
func TestDoubtsBeforeStalenessIsTold(t *testing.T) {
	g := newGate("telling what is stale")
	g.shut.Store(true)
	k := keep(t, g.guard)
	k.Repo.Write("docs/past.md", "---\nvalid_until: 2026-02-01\n---\n# Past\n\nThe lamp is on.\n",
		"docs/faded.md", "---\nkind: memory\ntype: gotcha\ndate: 2021-01-01\nconfidence: 0.5\n---\n# Faded\n\nThe door is shut.\n")
	k.Repo.Commit("Add", gittest.Date("2021-01-02T10:00:00Z")...)
	v := k.view()
	if v.Doubt("docs/faded.md", 1, 7); v.Doubted() || v.Doubt("docs/faded.md", 1, 7).Whole {
		t.Error("all is known before it is told what is stale")
	}
	close(g.open)
	if !settled(v) || !v.Doubted() {
		t.Fatal("it is not told what is stale")
	}
	if d := v.Doubt("docs/faded.md", 1, 7); d.Stale == "" || !d.Whole {
		t.Errorf("a memory of five years ago: %+v", d)
	}
	if d := v.Doubt("docs/past.md", 1, 5); d.Stale != "" {
		t.Errorf("what says itself that it has ended: %+v", d)
	}
	all, err := v.Stale(t.Context())
	if err != nil || all == nil || len(all.Notes) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}

// What reads the whole repository waits for calm, unless somebody waits for it, and for whoever reads already.
func TestReadersTakeTurns(t *testing.T) {
	now := time.Now()
	var storm []span
	for i := range stormRuns {
		storm = append(storm, span{now.Add(time.Duration(i-10) * time.Second), now.Add(time.Duration(i-9) * time.Second)})
	}
	wanted := make(chan struct{})
	close(wanted)
	for name, tt := range map[string]struct {
		storm, busy bool
		wanted      <-chan struct{}
		read        bool
	}{
		"calm": {false, false, nil, true}, "a storm": {true, false, nil, false}, "a storm, and wanted": {true, false, wanted, true},
		"another reads": {false, true, nil, false}, "another reads, and wanted": {true, true, wanted, false},
	} {
		k := &Keeper{reading: make(chan struct{}, 1), Options: Options{Patience: time.Second}}
		if tt.storm {
			k.lately, k.running = storm, &run{began: now}
		}
		if tt.busy {
			k.reading <- struct{}{}
		}
		ctx, cancel := context.WithCancel(t.Context())
		if !tt.read {
			time.AfterFunc(10*time.Millisecond, cancel)
		}
		read := false
		err := k.inTurn(ctx, tt.wanted, func() error { read = true; return errors.New("read") })
		cancel()
		if read != tt.read || read != (err.Error() == "read") || !read && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: read %v, %v", name, read, err)
		}
		if busy := len(k.reading) == 1; busy != tt.busy {
			t.Errorf("%s: afterwards somebody reads: %v", name, busy)
		}
	}
}

// A scan of all files begins where the last was some time ago and none runs.
func TestScansOfAllFiles(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	long := time.Now().Add(-time.Hour)
	for name, tt := range map[string]struct {
		running bool
		scanned time.Time
		want    bool
	}{"long ago": {false, long, true}, "just now": {false, time.Now(), false}, "one runs": {true, long, false}} {
		runs := 0
		k := &Keeper{ctx: ended, Options: Options{Guard: func(string, func() error) error { runs++; return nil }}, scanned: tt.scanned}
		k.mu.Lock()
		if tt.running {
			k.running = &run{}
		}
		before := k.running
		k.deepen()
		begun, queued := k.running != before, k.queued != nil
		k.mu.Unlock()
		<-k.working.ended()
		if begun != tt.want || begun != (runs > 0) || queued {
			t.Errorf("%s: begun %v, run %d times, queued %v", name, begun, runs, queued)
		}
	}
}

// An open view is the newest as long as a look gives what it gave before the view was made; where that has changed
// meanwhile the next call looks again.
func TestWhatChangedUnderAnUpdate(t *testing.T) {
	k := keep(t, nil)
	v := k.view()
	<-k.working.ended()
	seen := func() uint64 { k.Keeper.mu.Lock(); defer k.Keeper.mu.Unlock(); return k.seen }
	for name, take := range map[string]func(w *watchList, before uint64){
		"kept": func(w *watchList, before uint64) { k.Keeper.keep(w, before, k.listed(v)) },
		"replaced": func(w *watchList, before uint64) {
			s, err := k.Index.Searcher(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			k.replace(k.Keeper.view("x", s, desk.Moment{}), w, before)
		},
	} {
		w := k.watch
		now := w.look()
		if take(w, now); seen() != now {
			t.Errorf("%s, and nothing has changed: seen %x, want %x", name, seen(), now)
		}
		if take(w, now+1); seen() != 0 {
			t.Errorf("%s, and something has changed: seen %x", name, seen())
		}
	}
}

// What is asked for while an update runs needs another one only where files have changed since.
func TestUpdateAgain(t *testing.T) {
	done, end := make(chan struct{}, 16), make(chan struct{})
	k := keep(t, func(what string, work func() error) error {
		err := work()
		if what == "updating the index" {
			done <- struct{}{}
			<-end
		}
		return err
	})
	start := func() *run {
		k.Keeper.mu.Lock()
		defer k.Keeper.mu.Unlock()
		return k.start()
	}
	start()
	<-done
	queued := start()
	end <- struct{}{}
	if <-queued.done; len(done) > 0 {
		t.Fatal("nothing had changed")
	}
	start()
	<-done
	queued = start()
	k.Repo.Write("docs/a.md", "# A\n\nA samovar.\n")
	close(end)
	<-queued.done
	v := k.Newest()
	defer v.Release()
	if len(done) != 1 || len(k.finds(v, "samovar")) != 1 {
		t.Errorf("%d updates after an edit", len(done))
	}
}

// Updates that found something count for a storm, others and those that failed do not.
func TestUpdatesThatFoundSomething(t *testing.T) {
	var fails atomic.Bool
	k := keep(t, func(what string, work func() error) error {
		if err := work(); err != nil || what != "updating the index" || !fails.Load() {
			return err
		}
		return errors.New("no luck")
	})
	k.view()
	count := func() int { k.Keeper.mu.Lock(); defer k.Keeper.mu.Unlock(); return len(k.lately) }
	update := func() {
		k.Keeper.mu.Lock()
		r := k.start()
		k.Keeper.mu.Unlock()
		<-r.done
	}
	update()
	if got := count(); got != 1 {
		t.Errorf("%d updates have found something, want the first", got)
	}
	for i := range stormRuns + 1 {
		k.Repo.Write("docs/a.md", fmt.Sprintf("# A\n\nThe tea is number%d.\n", i))
		if update(); count() != min(i+2, stormRuns) {
			t.Errorf("after edit %d: %d", i, count())
		}
	}
}

// A server that begins answers from the view that the last one has left, while another process keeps it from updating.
func TestViewOfTheLastServer(t *testing.T) {
	t.Parallel() // it waits for a second
	k := keep(t, nil)
	k.view()
	repo, err := kb.Open(t.Context(), k.Dir, git.WithEnviron(k.Env))
	if err != nil {
		t.Fatal(err)
	}
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	d, err := desk.Open(t.Context(), repo, desk.Options{Now: time.Now, Version: "test", Config: config}, false)
	if err != nil {
		t.Fatal(err)
	}
	release, err := d.Index.Acquire(t.Context(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	k.Repo.Write("docs/c.md", "# C\n\nThe samovar is hot.\n")
	ctx, cancel := context.WithCancel(t.Context())
	next := Keep(ctx, d, Options{Patience: time.Millisecond, Progress: &Progress{}, Log: func(string) {},
		Changed: func(*Keeper, *View, *View) {}, Guard: func(_ string, work func() error) error { return work() }})
	next.Begin()
	defer next.Close()
	defer cancel()
	v, late, err := next.Acquire(t.Context(), nil)
	if err != nil || late != BeingUpdated {
		t.Fatalf("%q, %v", late, err)
	}
	if found, again := k.finds(v, "tea"), k.finds(v, "samovar"); len(found) != 1 || len(again) > 0 {
		t.Errorf("it finds %q and %q", found, again)
	}
	v.Release()
	release()
	next.mu.Lock()
	next.Patience = time.Minute
	next.mu.Unlock()
	if v, late, err = next.Acquire(t.Context(), nil); err != nil || late != "" || len(k.finds(v, "samovar")) != 1 {
		t.Fatalf("afterwards: %q, %v", late, err)
	}
	v.Release()
}

// Who waits for a first index is told how far it is.
func TestWaitForAFirstIndex(t *testing.T) {
	t.Parallel() // it waits for seconds
	k := &Keeper{Options: Options{Progress: &Progress{}}}
	for _, want := range []string{"reading", "reading 1 of 2"} {
		ctx, cancel := context.WithCancel(t.Context())
		var told []string
		_, _, err := k.waitFirst(ctx, &run{done: make(chan struct{})}, func(m string) {
			told = append(told, m)
			cancel()
		})
		if !errors.Is(err, context.Canceled) || strings.Join(told, "; ") != "indexing for the first time: "+want {
			t.Errorf("told %q, %v", told, err)
		}
		k.Progress.Report("reading", 1, 2)
	}
}

// The view that a first call waits for is not behind, though its update has not ended; one that is older than the files is.
func TestViewThatHasJustBeenMade(t *testing.T) {
	k := keep(t, nil)
	k.view()
	<-k.working.ended()
	for _, want := range []string{"", BeingUpdated} {
		v, late := k.opened(t.Context())
		if v == nil || late != want {
			t.Fatalf("%q of %v, want %q", late, v, want)
		}
		v.Release()
		k.Repo.Write("docs/a.md", "# A\n\nOther.\n")
	}
}

// Code is found beside the notes once it has been read; for a task nothing is read in front of a call.
func TestCodeBesideNotes(t *testing.T) {
	k := keep(t, nil)
	k.Repo.Write("main.go", "package main\n\n// boilWater is for tea.\nfunc boilWater() {}\n")
	v := k.view()
	if hits, err := v.Code(t.Context(), nil, "change boilWater()"); len(hits) > 0 || err != nil || incode.Known(k.Desk) {
		t.Errorf("nobody has read code: %v, %v", hits, err)
	}
	b, err := impact.Code(k.Desk, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := incode.Index(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	hits, err := v.Code(t.Context(), nil, "change boilWater()")
	if err != nil || len(hits) == 0 || hits[0].Path != "main.go" {
		t.Errorf("%+v, %v", hits, err)
	}
}

// Vectors that cannot be made are told of, once.
func TestVectorsThatCannotBeMade(t *testing.T) {
	config := withModel(t)
	began := make(chan struct{}, 10)
	k := keepWith(t, config, func(what string, work func() error) error {
		if what == "making vectors" {
			began <- struct{}{}
			return errors.New("no luck")
		}
		return work()
	})
	<-began
	for logged := false; !logged; time.Sleep(time.Millisecond) {
		k.mu.Lock()
		logged = len(k.log) > 0
		k.mu.Unlock()
	}
	<-k.working.ended()
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(began) > 0 || len(k.log) != 1 || k.log[0] != "vectors could not be made: no luck" {
		t.Errorf("logged %q, tried %d times more", k.log, len(began))
	}
}

// A look asks for the branch that HEAD stands for, and for no more files and folders than may be.
func TestLimitsOfALook(t *testing.T) {
	for head, want := range map[string]string{"ref: refs/heads/main\n": "refs/heads/main", "ref: ../../main\n": "",
		"ref: /etc/passwd\n": "", strings.Repeat("a", 40) + "\n": "", "": ""} {
		if got := refOf(head); got != want {
			t.Errorf("%q stands for %q, want %q", head, got, want)
		}
	}
	r := gittest.New(t)
	var entries strings.Builder
	blob := r.Feed([]byte("x\n"), "hash-object", "-w", "--stdin")
	for i := range maxFolders + 100 {
		fmt.Fprintf(&entries, "100644 %s\tf%05d/x.txt\n", blob, i)
	}
	r.Feed([]byte(entries.String()), "update-index", "--index-info")
	if err := os.Mkdir(filepath.Join(r.Dir, "docs"), 0o700); err != nil {
		t.Fatal(err)
	}
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	files := 2 // that say what is no note
	for _, notes := range []int{0, 1, maxWatched} {
		var paths []string
		for i := range notes {
			paths = append(paths, fmt.Sprintf("docs/n%d.md", i))
		}
		w := newWatchList(repo, maphash.MakeSeed(), paths)
		folders := 2 + maxFolders // the root and docs
		if len(w.folders) != folders || len(w.paths) != min(maxWatched, files+notes+folders) {
			t.Errorf("of %d notes %d folders and %d files are watched", notes, len(w.folders), len(w.paths))
		}
	}
}
