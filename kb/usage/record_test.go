package usage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// noon is when the tests begin.
func noon() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

// diary records into a folder of its own, and fails the test when something is to be said.
type diary struct {
	t   testing.TB
	dir string
	*usage.Recorder
	now time.Time
}

func newDiary(t testing.TB) *diary {
	dir := filepath.Join(t.TempDir(), "kb")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	d := &diary{t: t, dir: dir, now: noon(), Recorder: usage.NewRecorder(dir, func(m string) { t.Errorf("said: %s", m) })}
	t.Cleanup(d.Close)
	return d
}

// asks records a search that returned notes, each named by its path.
func (d *diary) asks(query string, paths ...string) {
	q := usage.Search{
		At:      d.now,
		Source:  "cli",
		Query:   query,
		Terms:   []string{query},
		Mode:    "hybrid",
		Match:   "keyword",
		Latency: 5 * time.Millisecond,
	}
	for i, p := range paths {
		q.Results = append(q.Results, usage.Result{Note: usage.Note{Path: p}, Score: 1 / float64(i+1)})
	}
	d.Search(q)
}

func (d *diary) opens(path string) {
	d.Read(usage.Read{At: d.now, Source: "cli", Note: usage.Note{Path: path}})
}

// manyNotes records n notes, each shown once and opened never.
func (d *diary) manyNotes(n int) {
	d.t.Helper()
	for i := 0; i < n; i += 50 {
		var paths []string
		for j := i; j < min(n, i+50); j++ {
			paths = append(paths, fmt.Sprintf("notes/n%05d.md", j))
		}
		d.asks(fmt.Sprint("query ", i), paths...)
	}
}

func (d *diary) later(by time.Duration) { d.now = d.now.Add(by) }

func (d *diary) store() *usage.Store {
	d.t.Helper()
	u, err := usage.Open(context.Background(), d.dir, d.now, func(m string) { d.t.Logf("said: %s", m) })
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { u.Close() })
	return u
}

// counts gives "shown/opened" by path.
func (d *diary) counts() map[string]string {
	d.t.Helper()
	c, err := d.store().Counts(context.Background())
	if err != nil {
		d.t.Fatal(err)
	}
	out := map[string]string{}
	for _, n := range c.All {
		out[n.Note.Path] = fmt.Sprintf("%d/%d", n.Shown, n.Opened)
	}
	return out
}

func (d *diary) wants(want map[string]string) {
	d.t.Helper()
	if diff := cmp.Diff(want, d.counts()); diff != "" {
		d.t.Errorf("shown and opened (-want +got):\n%s", diff)
	}
}

func TestShownAndOpenedAreCountedApart(t *testing.T) {
	d := newDiary(t)
	d.asks("cache", "a.md", "b.md", "a.md")
	d.later(time.Second)
	d.opens("b.md")
	d.wants(map[string]string{"a.md": "1/0", "b.md": "1/1"})
}

func TestIdenticalSearchesWithinAMinuteCountOnce(t *testing.T) {
	d := newDiary(t)
	for range 3 {
		d.asks("cache", "a.md", "b.md")
		d.later(20 * time.Second)
	}
	d.wants(map[string]string{"a.md": "1/0", "b.md": "1/0"})
	d.asks("cache", "a.md", "b.md") // a minute after the one that counted
	d.asks("other", "a.md")
	d.wants(map[string]string{"a.md": "3/0", "b.md": "2/0"})
	searches, _, err := d.store().Events(context.Background(), time.Time{})
	if err != nil || searches != 5 {
		t.Errorf("%d searches recorded, %v; want all 5", searches, err)
	}
}

func TestAReadFollowsTheSearchThatShowedIt(t *testing.T) {
	d := newDiary(t)
	d.asks("first", "a.md", "b.md")
	d.later(time.Minute)
	d.asks("second", "a.md")
	d.later(time.Minute)
	for _, path := range []string{"a.md", "b.md", "c.md"} {
		d.opens(path)
	}
	d.later(usage.Session)
	d.opens("a.md")
	got := map[string]string{}
	err := d.store().Reads(context.Background(), time.Time{}, time.Time{}, func(r usage.Opened) error {
		got[r.Note.Path+" "+r.At.Format("15:04")] = r.Query
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a.md 12:02": "second", "b.md 12:02": "first", "c.md 12:02": "", "a.md 12:07": ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNotesGoTogether(t *testing.T) {
	d := newDiary(t)
	d.asks("cache", "a.md", "b.md", "c.md", "d.md", "e.md", "f.md")
	d.later(time.Minute)
	d.opens("a.md")
	d.opens("f.md")
	d.opens("f.md")
	d.later(usage.Session + time.Second)
	d.opens("b.md")
	near := func(now time.Time) map[string]float64 {
		list, err := d.store().Companions(context.Background(), usage.Note{Path: "a.md"}, now)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]float64{}
		for _, c := range list {
			out[c.Note.Path] = c.Shown + 100*c.Opened
		}
		return out
	}
	about := cmpopts.EquateApprox(0, 1e-3)
	if diff := cmp.Diff(map[string]float64{"b.md": 1, "c.md": 1, "d.md": 1, "e.md": 1, "f.md": 100}, near(noon()), about); diff != "" {
		t.Errorf("together with a.md: %s", diff)
	}
	if diff := cmp.Diff(map[string]float64{"b.md": 0.5, "c.md": 0.5, "d.md": 0.5, "e.md": 0.5, "f.md": 50.001},
		near(noon().Add(usage.HalfLife)), about); diff != "" {
		t.Errorf("a half-life later: %s", diff)
	}
}

func TestRenamesKeepTheirUsage(t *testing.T) {
	ctx := context.Background()
	d := newDiary(t)
	d.asks("cache", "old.md", "b.md")
	d.opens("old.md")
	d.later(time.Hour)
	d.asks("cache", "new.md") // before anybody told
	u := d.store()
	if err := u.Rename(ctx, "old.md", "new.md"); err != nil {
		t.Fatal(err)
	}
	d.wants(map[string]string{"new.md": "2/1", "b.md": "1/0"})
	d.opens("old.md") // on a branch that has it still under the old name
	c, err := u.Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"old.md", "new.md"} {
		if got := c.Of(usage.Note{Path: path}); got.Opened != 2 || got.Shown != 2 {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

func TestIdsOutliveRenames(t *testing.T) {
	d := newDiary(t)
	open := func(path, id string) {
		d.Read(usage.Read{At: d.now, Note: usage.Note{Path: path, ID: id}})
	}
	open("a.md", "")
	open("a.md", "X") // it was given an id
	open("b.md", "X") // and renamed
	open("a.md", "Y") // another note took its place
	open("c.md", "")
	open("c.md", "X") // on another branch it had lost the id
	d.wants(map[string]string{"c.md": "0/5", "a.md": "0/1"})
	c, err := d.store().Counts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Of(usage.Note{Path: "a.md", ID: "Z"}); got.Opened != 0 {
		t.Errorf("a note with an id takes nothing over from its path's last owner: %+v", got)
	}
}

func TestPruneKeepsCounts(t *testing.T) {
	ctx := context.Background()
	d := newDiary(t)
	d.asks("cache", "a.md", "b.md")
	d.opens("a.md")
	d.later(31 * 24 * time.Hour)
	d.asks("cache", "b.md")
	before := d.counts()
	u := d.store()
	dropped, err := u.Prune(ctx, d.now.Add(-usage.MetricsAge))
	if err != nil || dropped != 2 {
		t.Fatalf("dropped %d, %v", dropped, err)
	}
	searches, reads, err := u.Events(ctx, time.Time{})
	if err != nil || searches != 1 || reads != 0 {
		t.Errorf("%d searches and %d reads are left, %v", searches, reads, err)
	}
	d.wants(before)
}

func TestSearchesAreTold(t *testing.T) {
	d := newDiary(t)
	d.asks("cache", "a.md", "b.md")
	d.later(time.Second)
	d.opens("b.md")
	d.asks("nothing")
	var got []usage.Searched
	err := d.store().Searches(context.Background(), noon(), time.Time{}, func(q usage.Searched) error {
		got = append(got, q)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []usage.Searched{
		{
			At:      noon(),
			Source:  "cli",
			Query:   "cache",
			Mode:    "hybrid",
			Match:   "keyword",
			Latency: 5 * time.Millisecond,
			Results: 2,
			Top:     1,
			Opened:  1,
		},
		{At: noon().Add(time.Second), Source: "cli", Query: "nothing", Mode: "hybrid", Match: "keyword", Latency: 5 * time.Millisecond},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNothingIsMadeByLooking(t *testing.T) {
	d := newDiary(t)
	d.wants(map[string]string{})
	if files, _ := filepath.Glob(filepath.Join(d.dir, "*")); len(files) > 0 {
		t.Errorf("looking made %v", files)
	}
}
