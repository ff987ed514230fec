package warm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

// kept is a keeper of a small repository, with what it told.
type kept struct {
	*Keeper
	*gittest.Repo
	t *testing.T

	mu      sync.Mutex
	log     []string
	changes int
}

// keep begins a keeper whose guard may be nil.
func keep(t *testing.T, guard func(what string, work func() error) error, set ...func(*Options)) *kept {
	t.Helper()
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	return keepWith(t, config, guard, set...)
}

func keepWith(t *testing.T, config *userconfig.Config, guard func(what string, work func() error) error, set ...func(*Options)) *kept {
	t.Helper()
	r := gittest.New(t)
	r.Write("docs/a.md", "# A\n\nUser sessions expire after 12 hours.\n", "docs/b.md", "# B\n\nThe tea is green.\n")
	r.Commit("Begin", gittest.Date("2026-01-01T10:00:00Z")...)
	return keepOf(t, r, config, guard, set...)
}

// keepOf keeps the desk of a repository.
func keepOf(
	t *testing.T, r *gittest.Repo, config *userconfig.Config, guard func(what string, work func() error) error, set ...func(*Options),
) *kept {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }
	d, err := desk.Open(t.Context(), repo, desk.Options{Now: now, Version: "test", Config: config}, false)
	if err != nil {
		t.Fatal(err)
	}
	k := &kept{Repo: r, t: t}
	if guard == nil {
		guard = func(_ string, work func() error) error { return work() }
	}
	o := Options{
		Name: "shop", Version: "test", Patience: 20 * time.Second, Progress: &Progress{}, Guard: guard,
		Log: func(m string) {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.log = append(k.log, m)
		},
		Changed: func(_ *Keeper, before, after *View) {
			k.mu.Lock()
			defer k.mu.Unlock()
			if k.changes++; k.changes == 1 && before != nil || after == nil {
				t.Errorf("change %d from %v to %v", k.changes, before, after)
			}
		},
	}
	for _, f := range set {
		f(&o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	k.Keeper = Keep(ctx, d, o)
	k.EndWait = time.Minute // the folder is removed next, on a machine however busy
	k.Begin()
	t.Cleanup(func() { cancel(); k.Keeper.Close() })
	return k
}

// view is the newest view, which must not be behind.
func (k *kept) view() *View {
	k.t.Helper()
	v, late, err := k.Acquire(k.t.Context(), nil)
	if err != nil || late != "" {
		k.t.Fatalf("%q, %v", late, err)
	}
	k.t.Cleanup(v.Release)
	return v
}

// finds are the notes that answer a query in a view.
func (k *kept) finds(v *View, query string) []string {
	k.t.Helper()
	a, err := v.Search(k.t.Context(), index.Query{Text: query, Mode: index.Keyword})
	if err != nil {
		k.t.Fatal(err)
	}
	var out []string
	for _, h := range a.Hits {
		out = append(out, h.Path)
	}
	return out
}

// A call sees what was written before it; a view that somebody uses stays as it is.
func TestCallsSeeWhatWasWritten(t *testing.T) {
	k := keep(t, nil)
	first := k.view()
	if again := k.view(); again != first {
		t.Error("nothing changed, and there is another view")
	}
	k.Repo.Write("docs/c.md", "# C\n\nThe samovar is hot.\n")
	second := k.view()
	if got := k.finds(second, "samovar"); !slices.Equal(got, []string{"docs/c.md"}) {
		t.Errorf("after the write: %q", got)
	}
	if got := k.finds(first, "samovar"); len(got) > 0 {
		t.Errorf("the view of before finds %q", got)
	}
	if err := os.Remove(filepath.Join(k.Dir, "docs", "c.md")); err != nil {
		t.Fatal(err)
	}
	if got := k.finds(k.view(), "samovar"); len(got) > 0 {
		t.Errorf("after the removal: %q", got)
	}
	newest := k.Newest()
	if newest == nil || newest == first {
		t.Error("the newest view is the first")
	}
	newest.Release()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.changes != 3 || len(k.log) > 0 {
		t.Errorf("%d changes, %q", k.changes, k.log)
	}
}

// Past views are those of their commits, a few stay open, and who waits for one can be called off.
func TestViewsOfThePast(t *testing.T) {
	k := keep(t, nil)
	k.view()
	ids := []string{k.Repo.Git("rev-parse", "HEAD")}
	for i := range openPasts + 1 {
		k.Repo.Write("docs/b.md", fmt.Sprintf("# B\n\nThe tea is number%d.\n", i))
		ids = append(ids, k.Repo.Commit("Go on"))
	}
	for range 2 {
		for i, id := range ids {
			v, err := k.Past(t.Context(), desk.Moment{Commit: id})
			if err != nil {
				t.Fatal(err)
			}
			if got := k.finds(v, fmt.Sprintf("number%d", i-1)); len(got) != min(i, 1) {
				t.Errorf("commit %d finds %q", i, got)
			}
			if d := v.Doubt("docs/b.md", 1, 3); !d.Whole || d.Stale != "" || len(d.Disputes) > 0 {
				t.Errorf("the past is doubted: %+v", d)
			}
			v.Release()
			if len(k.pasts.open) > openPasts {
				t.Errorf("%d are open", len(k.pasts.open))
			}
		}
	}
	again, err := k.Past(t.Context(), desk.Moment{Commit: ids[len(ids)-1]})
	if err != nil || again != k.pasts.open[len(k.pasts.open)-1] {
		t.Errorf("the last is opened twice: %v", err)
	}
	again.Release()
	k.pasts.busy <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := k.Past(ctx, desk.Moment{Commit: ids[0]}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a call that was taken back: %v", err)
	}
	<-k.pasts.busy
}

// What contradicts a note, and why it may be stale, is told once all is judged, and after an edit
// for the notes that did not change.
func TestDoubtsOfANote(t *testing.T) {
	k := keep(t, nil)
	k.Repo.Write("docs/c.md", "# C\n\nUser sessions expire after 30 minutes.\n\nSee `src/gone.go`.\n", "src/gone.go", "package x\n")
	k.Repo.Commit("Contradict", gittest.Date("2026-01-02T10:00:00Z")...)
	if err := os.RemoveAll(filepath.Join(k.Dir, "src")); err != nil {
		t.Fatal(err)
	}
	k.Repo.Commit("Remove", gittest.Date("2026-02-01T10:00:00Z")...)
	v := k.view()
	if !settled(v) {
		t.Fatal("it is not judged")
	}
	d := v.Doubt("docs/a.md", 1, 3)
	if !d.Whole || len(d.Disputes) != 1 || d.Disputes[0].Path != "docs/c.md" || d.Disputes[0].There != 3 {
		t.Errorf("of a.md: %+v", d)
	}
	if d := v.Doubt("docs/c.md", 1, 5); !strings.Contains(d.Stale, "src/gone.go") || len(d.Disputes) != 1 {
		t.Errorf("of c.md: %+v", d)
	}
	if d := v.Doubt("docs/b.md", 1, 3); d.Stale != "" || len(d.Disputes) > 0 {
		t.Errorf("of b.md: %+v", d)
	}
	if d := v.Doubt("docs/a.md", 1, 2); len(d.Disputes) > 0 {
		t.Errorf("of the heading alone: %+v", d)
	}
	if _, err := os.Stat(filepath.Join(k.Repo.Dir, ".git", "kb", "index", "disputes")); err != nil {
		t.Errorf("the disputes are not kept: %v", err)
	}
	k.Repo.Write("docs/c.md", "# C\n\nUser sessions expire after 12 hours.\n")
	after := k.view()
	if !settled(after) {
		t.Fatal("the edit is not judged")
	}
	if d := after.Doubt("docs/a.md", 1, 3); !d.Whole || len(d.Disputes) > 0 {
		t.Errorf("after the edit: %+v", d)
	}
}

// What a server has judged is told by the next one at once, which reads no note for it; not where something has changed.
func TestTheNextServerJudgesNothing(t *testing.T) {
	k := keep(t, nil)
	k.Repo.Write("docs/c.md", "# C\n\nUser sessions expire after 30 minutes.\n\nSee `src/gone.go`.\n", "src/gone.go", "package x\n")
	k.Repo.Commit("Contradict", gittest.Date("2026-01-02T10:00:00Z")...)
	k.Repo.Git("rm", "-q", "src/gone.go")
	k.Repo.Commit("Remove", gittest.Date("2026-02-01T10:00:00Z")...)
	said := func(k *kept) string {
		d := k.view().Doubt("docs/c.md", 1, 5)
		return fmt.Sprintf("%+v", d)
	}
	if !settled(k.view()) {
		t.Fatal("it is not judged")
	}
	want := said(k)
	if !strings.Contains(want, "src/gone.go") || !strings.Contains(want, "docs/a.md") {
		t.Fatal(want)
	}
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	next := func() (*kept, *atomic.Int32) {
		read := &atomic.Int32{}
		return keepOf(t, k.Repo, config, func(what string, work func() error) error {
			if what == "reading the statements" || what == "telling what is stale" || what == "judging statements" {
				read.Add(1)
			}
			return work()
		}), read
	}
	second, read := next()
	if got := said(second); got != want || read.Load() > 0 {
		t.Errorf("the next says %s, not %s; %d steps of judging", got, want, read.Load())
	}
	k.Repo.Write("docs/c.md", "# C\n\nUser sessions expire after 12 hours.\n")
	third, read := next()
	if !settled(third.view()) || read.Load() != 3 {
		t.Errorf("after an edit: %d steps of judging", read.Load())
	}
	if d := third.view().Doubt("docs/a.md", 1, 3); !d.Whole || len(d.Disputes) > 0 {
		t.Errorf("after an edit: %+v", d)
	}
}

// What fails is told on the log once, and by each call, with the name of the repository where there
// are several; what works beside the calls goes on.
func TestFailuresAreTold(t *testing.T) {
	var mu sync.Mutex
	broken := false
	set := func(b bool) { mu.Lock(); defer mu.Unlock(); broken = b }
	guard := func(what string, work func() error) error {
		mu.Lock()
		defer mu.Unlock()
		if broken && what == "updating the index" {
			return errors.New("no space left")
		}
		return work()
	}
	k := keep(t, guard, func(o *Options) { o.Several = true })
	k.view()
	set(true)
	for i := range 3 {
		k.Repo.Write("docs/a.md", fmt.Sprintf("# A\n\nThe tea is number%d.\n", i))
		v, late, err := k.Acquire(t.Context(), nil)
		if err != nil || !strings.Contains(late, "could not be brought up to date (no space left)") {
			t.Fatalf("%q, %v", late, err)
		}
		v.Release()
	}
	k.mu.Lock()
	log := slices.Clone(k.log)
	k.mu.Unlock()
	if !slices.Equal(log, []string{"shop: the index could not be brought up to date: no space left"}) {
		t.Errorf("%q", log)
	}
	set(false)
	k.Repo.Write("docs/a.md", "# A\n\nThe tea is number9.\n")
	if got := k.finds(k.view(), "number9"); len(got) != 1 {
		t.Errorf("afterwards: %q", got)
	}
}

// Who listens while nothing changes has nothing scanned.
func TestGlancesScanNothing(t *testing.T) {
	k := keep(t, nil)
	k.view()
	scanned := func(wait bool) time.Time {
		if wait {
			<-k.working.ended()
		}
		k.Keeper.mu.Lock()
		defer k.Keeper.mu.Unlock()
		return k.scanned
	}
	before := scanned(true)
	for rested := false; !rested; {
		k.Glance(t.Context())
		now := scanned(true)
		rested, before = now.Equal(before), now
	}
	for range 50 {
		k.Glance(t.Context())
	}
	if !scanned(true).Equal(before) {
		t.Error("a glance at a repository that has not changed began an update")
	}
	k.Repo.Write("docs/a.md", "# A\n\nOther.\n")
	k.Glance(t.Context())
	for end := time.Now().Add(20 * time.Second); scanned(true).Equal(before); {
		if time.Now().After(end) {
			t.Fatal("a change was not followed")
		}
	}
}

// What is read of the whole repository for one state is not read any more when another has taken
// its place.
func TestOldStatesAreNotRead(t *testing.T) {
	k := keep(t, nil)
	k.reading <- struct{}{}
	var waits []*Statements
	for i := range 10 {
		k.Repo.Write("docs/b.md", fmt.Sprintf("# B\n\nUser sessions expire after %d hours.\n", i))
		v, _, err := k.Acquire(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		waits = append(waits, v.Statements())
		v.Release()
	}
	for i, s := range waits[:9] {
		if err := s.Wait(t.Context()); err == nil {
			t.Errorf("state %d was read", i)
		}
	}
	<-k.reading
	if err := waits[9].Wait(t.Context()); err != nil {
		t.Errorf("the last state: %v", err)
	}
	v := k.view()
	said := v.Check(v.Statements(), "", k.Now(), []*read.Parsed{read.Parse(read.Statement{Text: "User sessions expire after 30 minutes."})})
	if len(said) == 0 || said[0].Relation != "contradicts" {
		t.Errorf("%+v", said)
	}
}

// The end waits for what works beside the calls no longer than it may, and no call is answered after it.
func TestCloseDoesNotWaitForEver(t *testing.T) {
	k := keep(t, nil)
	v := k.view()
	wait := k.EndWait
	k.EndWait = 10 * time.Millisecond
	end := make(chan struct{})
	k.working.run(func() { <-end }) // something works on
	k.pasts.busy <- struct{}{}
	k.Keeper.Close()
	<-k.pasts.busy
	close(end)
	if got := k.finds(v, "tea"); len(got) != 1 {
		t.Errorf("the view of a call that runs finds %q", got)
	}
	k.Repo.Write("docs/a.md", "# A\n\nOther.\n")
	if _, _, err := k.Acquire(t.Context(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	k.EndWait = wait
}

// The end waits for what has begun beside the calls, though no thread has come to it yet.
func TestCloseWaitsForWhatHasJustBegun(t *testing.T) {
	var updates atomic.Int32
	k := keep(t, func(what string, work func() error) error {
		if what != "updating the index" {
			return work()
		}
		time.Sleep(100 * time.Millisecond)
		err := work()
		updates.Add(1)
		return err
	})
	k.view()
	<-k.working.ended()
	before := updates.Load()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // what begins does not run before Close does
	k.Keeper.mu.Lock()
	k.start()
	k.Keeper.mu.Unlock()
	if k.Keeper.Close(); updates.Load() != before+1 {
		t.Errorf("Close has passed an update: %d have ended, want %d", updates.Load(), before+1)
	}
}

// Nothing is open while the server sleeps, and the next call opens it again.
func TestSleep(t *testing.T) {
	k := keep(t, nil)
	v, _, err := k.Acquire(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	<-k.working.ended()
	newest := k.Newest()
	newest.Release()
	k.sleep()
	if newest = k.Newest(); newest != v {
		t.Error("a view that is used was closed")
	}
	newest.Release()
	v.Release()
	if !v.idle() {
		t.Fatal("the view is in use")
	}
	k.sleep()
	if k.Newest() != nil {
		t.Error("a view is open")
	}
	if got := k.finds(k.view(), "tea"); len(got) != 1 {
		t.Errorf("after the sleep: %q", got)
	}
}
