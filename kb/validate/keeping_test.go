package validate

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/snapshot"
)

func keepingDay() time.Time { return time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC) }

// stated makes a snapshot of notes.
func stated(notes map[string]string) *snapshot.Snapshot {
	entries := map[string]*snapshot.Entry{}
	for path, text := range notes {
		entries[path] = snapshot.ReadEntry(git.File{Path: path, Blob: fmt.Sprintf("%040x", text)}, &kb.Config{}, []byte(text))
	}
	return new(snapshot.Snapshot).With(&kb.Tree{Config: &kb.Config{}}, entries)
}

func conflictsOf(notes map[string]string, least *float64, k Keeping) (found []Finding, judged bool) {
	found = Conflicts(
		stated(notes),
		least,
		&Options{Day: keepingDay(), Keeping: k},
		func(done, total int) bool { judged = true; return true },
	)
	return found, judged
}

// duplicatesOf gives by place what the notes say twice.
func duplicatesOf(notes map[string]string, k Keeping) map[string]bool {
	s := stated(notes)
	r := &Run{Before: new(snapshot.Snapshot).With(&kb.Tree{}, nil), After: s, Day: keepingDay(), Config: s.Tree.Config, keeping: k}
	out := map[string]bool{}
	for st, others := range r.judgeAll(r.lowestWarn(), true).same {
		for other := range others {
			out[fmt.Sprint(st.Text, st.Span.StartLine, other)] = true
		}
	}
	return out
}

// Whatever was judged before, the findings are those of judging everything.
func TestKeepingChangesNoFinding(t *testing.T) {
	dir := t.TempDir()
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		k := Keeping{File: filepath.Join(dir, fmt.Sprint(round), "index", "judgement"), Version: "v1"}
		notes := map[string]string{}
		for range rapid.IntRange(1, 4).Draw(t, "states") {
			path := rapid.SampledFrom([]string{"a.md", "b.md", "c.md"}).Draw(t, "path")
			notes[path] = fmt.Sprintf(
				"---\nstatus: %s\n---\n# Limits\n\nThe user session must expire after %d minutes.\n\nThe queue holds %d jobs of every "+
					"tenant.\n\nThe cache %s shared by all workers.\n",
				rapid.SampledFrom([]string{"accepted", "draft", "rejected"}).Draw(t, "status"),
				rapid.IntRange(1, 3).Draw(t, "minutes"),
				rapid.IntRange(1, 2).Draw(t, "jobs"),
				rapid.SampledFrom([]string{"is", "is not"}).Draw(t, "verb"),
			)
			least := rapid.SampledFrom([]*float64{nil, new(0.1), new(0.7)}).Draw(t, "least")
			without, _ := conflictsOf(notes, least, Keeping{})
			for range 2 {
				if with, _ := conflictsOf(notes, least, k); !reflect.DeepEqual(with, without) {
					t.Fatalf("%v\nkept: %+v\nanew: %+v", notes, with, without)
				}
			}
			if rapid.Bool().Draw(t, "duplicates") {
				if with, without := duplicatesOf(notes, k), duplicatesOf(notes, Keeping{}); !reflect.DeepEqual(with, without) {
					t.Fatalf("%v\nkept: %v\nanew: %v", notes, with, without)
				}
			}
		}
	})
}

// paper makes a note of sentences whose words are of all degrees of rarity, under headings and in
// forms that several notes share.
func paper(t *rapid.T, sentences int) string {
	draw := func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }
	var b strings.Builder
	fmt.Fprintf(&b, "---\nkind: doc\nstatus: %s\n---\n# Paper\n\n",
		[]string{"accepted", "accepted", "draft", "rejected"}[draw("status", 4)])
	for i := range sentences {
		if i%5 == 0 {
			fmt.Fprintf(&b, "## %s\n\n",
				[]string{"Limits", "Cost of storage", "Is it safe?", fmt.Sprint("Part ", draw("part", 40))}[draw("heading", 4)])
		}
		thing := []string{"cache", "queue", fmt.Sprintf("sensor%d", draw("rare", 60)),
			fmt.Sprintf("module%d", draw("rarer", 400))}[draw("kind", 4)]
		switch draw("sentence", 5) {
		case 0:
			fmt.Fprintf(&b, "The %s holds %d jobs of every tenant.\n\n", thing, draw("jobs", 3)+2)
		case 1:
			fmt.Fprintf(&b, "The %s %s shared by all workers.\n\n", thing, []string{"is", "is not"}[draw("verb", 2)])
		case 2:
			fmt.Fprintf(&b, "The %s must expire after %d minutes.\n\n", thing, draw("minutes", 3)+1)
		case 3:
			fmt.Fprintf(&b, "Records of the %s live in `%s`.\n\n", thing, []string{"docs/a", "wiki"}[draw("place", 2)])
		case 4:
			fmt.Fprintf(&b, "The %s is owned by the %s team.\n\n", thing, []string{"platform", "search"}[draw("team", 2)])
		}
	}
	return b.String()
}

// runOf is a run that keeps what is judged, after a few statements each time.
func runOf(s *snapshot.Snapshot, k Keeping) *Run {
	return &Run{Before: new(snapshot.Snapshot).With(&kb.Tree{}, nil), After: s, Day: keepingDay(), Config: s.Tree.Config, keeping: k,
		inTurn: 20}
}

// judgeBoth gives what judging all statements finds, how many were judged and how many there are.
func judgeBoth(notes map[string]string, k Keeping) (found []string, judged, of int) {
	s := stated(notes)
	var most atomic.Int64
	r := runOf(s, k)
	r.watch = func(_, total int) bool { most.Store(max(most.Load(), int64(total))); return true }
	all := r.judgeAll(r.lowestWarn(), true)
	for _, f := range all.conflicts {
		found = append(found, fmt.Sprint(f.A.Text, f.A.Document, f.B.Text, f.B.Document, f.Verdict))
	}
	for _, e := range s.Entries {
		of += e.Stated()
		for i, st := range e.Statements() {
			if others := all.same[&e.Statements()[i]]; len(others) < commonStatement { // beyond that they tell nothing
				found = append(found, fmt.Sprint(e.File.Path, st.Text, slices.Sorted(maps.Keys(others))))
			}
		}
	}
	return found, int(most.Load()), of
}

// After edits, additions, deletions and renames only what they can have changed is judged, and what
// is found is what judging everything finds.
func TestJudgingAgainFindsWhatJudgingAnewFinds(t *testing.T) {
	gittest.Rounds(t, 30)
	dir := t.TempDir()
	round, again := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		k := Keeping{File: filepath.Join(dir, fmt.Sprint(round), "index", "judgement"), Version: "v1"}
		notes := map[string]string{}
		for i := range 24 {
			notes[fmt.Sprintf("n%02d.md", i)] = paper(t, rapid.IntRange(8, 13).Draw(t, "sentences"))
		}
		judgeBoth(notes, k)
		for range rapid.IntRange(1, 2).Draw(t, "states") {
			path := fmt.Sprintf("n%02d.md", rapid.IntRange(0, 25).Draw(t, "path"))
			switch old := notes[path]; rapid.IntRange(0, 4).Draw(t, "change") {
			case 0:
				delete(notes, path)
			case 1:
				delete(notes, path)
				notes["renamed.md"] = old
			case 2:
				notes[path] = strings.Replace(old, "accepted", "archived", 1)
			case 3:
				notes[path] = old + "\nThe gate is opened by guards.\n"
			default:
				notes[path] = paper(t, 3)
			}
			with, judged, of := judgeBoth(notes, k)
			if without, _, _ := judgeBoth(notes, Keeping{}); !reflect.DeepEqual(with, without) {
				t.Fatalf("kept: %+v\nanew: %+v", with, without)
			}
			if judged < of {
				again++
			}
		}
	})
	if again == 0 {
		t.Error("everything was always judged anew")
	}
}

// A judgement that is ended, at whatever step, is gone on with by the next, also after edits, and what is found
// is what judging everything at once finds.
func TestJudgingGoesOnWhereItWasEnded(t *testing.T) {
	gittest.Rounds(t, 30)
	dir := t.TempDir()
	round, less, ended := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		k := Keeping{File: filepath.Join(dir, fmt.Sprint(round), "index", "judgement"), Version: "v1"}
		notes := map[string]string{}
		for i := range 24 {
			notes[fmt.Sprintf("n%02d.md", i)] = paper(t, rapid.IntRange(8, 13).Draw(t, "sentences"))
		}
		for range rapid.IntRange(1, 3).Draw(t, "ends") {
			var steps atomic.Int64
			last := int64(rapid.IntRange(1, 40).Draw(t, "last step"))
			r := runOf(stated(notes), k)
			r.watch = func(int, int) bool { return steps.Add(1) <= last }
			r.judgeAll(r.lowestWarn(), rapid.Bool().Draw(t, "repeats"))
			if steps.Load() > last {
				ended++
			}
			if rapid.Bool().Draw(t, "edit") {
				notes[fmt.Sprintf("n%02d.md", rapid.IntRange(0, 24).Draw(t, "path"))] = paper(t, 3)
			}
		}
		with, judged, of := judgeBoth(notes, k)
		if without, _, _ := judgeBoth(notes, Keeping{}); !reflect.DeepEqual(with, without) {
			t.Fatalf("gone on: %+v\nanew: %+v", with, without)
		}
		if judged < of {
			less++
		}
	})
	if !testing.Short() && (less == 0 || ended == 0) { // a few rounds may all have gone another way
		t.Errorf("%d were ended, and %d of %d times less than all was judged afterwards", ended, less, round)
	}
}

func TestWhatIsJudgedAlready(t *testing.T) {
	notes := map[string]string{
		"a.md": "# S\n\nA user session must expire after 30 minutes.\n",
		"b.md": "# S\n\nA user session must expire after 45 minutes.\n",
	}
	k := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement"), Version: "v1"}
	judges := func(name string, want bool, notes map[string]string, least *float64, k Keeping) {
		t.Helper()
		if found, judged := conflictsOf(notes, least, k); judged != want || len(found) != 1 {
			t.Errorf("%s: judged %v, found %+v", name, judged, found)
		}
	}
	judges("first", true, notes, nil, k)
	judges("again", false, notes, nil, k)
	judges("stronger ones", false, notes, new(0.7), k)
	judges("weaker ones", true, notes, new(0.1), k)
	judges("again with the weaker ones kept", false, notes, nil, k)
	judges("of another version", true, notes, nil, Keeping{k.File, "v2"})
	whole, err := os.ReadFile(k.File)
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []string{"", "{", "null", string(whole[:len(whole)/2])} {
		if err := os.WriteFile(k.File, []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		judges(fmt.Sprintf("%q", damaged), true, notes, nil, k)
	}
	notes["c.md"] = "# C\n\nThe door is green.\n"
	judges("of another state", true, notes, nil, k)
}

func TestSeveralAtOnce(t *testing.T) {
	notes := map[string]string{
		"a.md": "# S\n\nA user session must expire after 30 minutes.\n",
		"b.md": "# S\n\nA user session must expire after 45 minutes.\n",
	}
	k := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement"), Version: "v1"}
	want, _ := conflictsOf(notes, nil, Keeping{})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 5 {
				if got, _ := conflictsOf(notes, nil, k); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v", got)
				}
			}
		})
	}
	group.Wait()
	if left, _ := filepath.Glob(k.File + ".*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What one door judged another takes over, a part as well as all; and of two that judge at once who is behind goes on from
// what the other has kept.
func TestJudgementIsShared(t *testing.T) {
	notes := rooms(30)
	notes["a.md"], notes["z.md"] = "# A\n\n"+saysThirty+"\n", "# Z\n\n"+saysFifty+"\n"
	s := stated(notes)
	disputes := func(k Keeping) (found []Finding, judged int) {
		found = Disputes(s, &Options{Day: keepingDay(), Keeping: k}, func(int, int) bool { judged++; return true })
		return found, judged
	}
	one := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement"), Version: "v1"}
	want, judged := disputes(one)
	if len(want) != 1 || judged == 0 || want[0].Path != "z.md" || want[0].Related[0].Path != "a.md" {
		t.Fatalf("%+v, judged %d times", want, judged)
	}
	if found, judged := conflictsOf(notes, nil, one); len(found) != 1 || judged {
		t.Errorf("conflicts after disputes: %+v, judged %v", found, judged)
	}
	other := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement"), Version: "v1"}
	conflictsOf(notes, nil, other)
	if found, judged := disputes(other); !reflect.DeepEqual(found, want) || judged > 0 {
		t.Errorf("disputes after conflicts: %+v, judged %d times", found, judged)
	}
	// One is killed in the middle, after another was done.
	third := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement"), Version: "v1"}
	most := 0
	r := runOf(s, third)
	r.watch = func(done, _ int) bool {
		if most = max(most, done); done >= 40 {
			disputes(third)
		}
		return true
	}
	all := r.judgeAll(r.lowestWarn(), false)
	if len(all.conflicts) != 1 || most > 60 {
		t.Errorf("%d conflicts, judged %d of %d although another had judged all", len(all.conflicts), most, 62)
	}
	fourth := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement"), Version: "v1"}
	killed := runOf(s, fourth)
	var ended atomic.Bool
	killed.watch = func(done, _ int) bool {
		ended.CompareAndSwap(false, done >= 40)
		return !ended.Load()
	}
	killed.judgeAll(killed.lowestWarn(), false)
	left := 0
	next := runOf(s, fourth)
	next.watch = func(_, total int) bool { left = max(left, total); return true }
	if all := next.judgeAll(next.lowestWarn(), false); len(all.conflicts) != 1 || left == 0 || left > 42 {
		t.Errorf("%d conflicts; after a kill %d are left to be judged", len(all.conflicts), left)
	}
}
