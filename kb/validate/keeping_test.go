package validate

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

func keepingDay() time.Time { return time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC) }

// stated makes a snapshot of notes.
func stated(notes map[string]string) *snapshot.Snapshot {
	entries := map[string]*snapshot.Entry{}
	for path, text := range notes {
		entries[path] = snapshot.ReadEntry(kb.File{Path: path, Blob: fmt.Sprintf("%040x", text)}, &kb.Config{}, []byte(text))
	}
	return new(snapshot.Snapshot).With(&kb.Tree{Config: &kb.Config{}}, entries)
}

func conflictsOf(notes map[string]string, least *float64, k Keeping) (found []Finding, judged bool) {
	found = Conflicts(stated(notes), least, keepingDay(), k, func(done, total int) bool { judged = true; return true })
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
		k := Keeping{File: filepath.Join(dir, fmt.Sprint(round), "index", "judgement.json"), Version: "v1"}
		notes := map[string]string{}
		for range rapid.IntRange(1, 4).Draw(t, "states") {
			path := rapid.SampledFrom([]string{"a.md", "b.md", "c.md"}).Draw(t, "path")
			notes[path] = fmt.Sprintf("---\nstatus: %s\n---\n# Limits\n\nThe user session must expire after %d minutes.\n\nThe queue holds %d jobs of every tenant.\n\nThe cache %s shared by all workers.\n",
				rapid.SampledFrom([]string{"accepted", "draft", "rejected"}).Draw(t, "status"),
				rapid.IntRange(1, 3).Draw(t, "minutes"), rapid.IntRange(1, 2).Draw(t, "jobs"), rapid.SampledFrom([]string{"is", "is not"}).Draw(t, "verb"))
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

func TestWhatIsJudgedAlready(t *testing.T) {
	notes := map[string]string{"a.md": "# S\n\nA user session must expire after 30 minutes.\n", "b.md": "# S\n\nA user session must expire after 45 minutes.\n"}
	k := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement.json"), Version: "v1"}
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
	notes := map[string]string{"a.md": "# S\n\nA user session must expire after 30 minutes.\n", "b.md": "# S\n\nA user session must expire after 45 minutes.\n"}
	k := Keeping{File: filepath.Join(t.TempDir(), "index", "judgement.json"), Version: "v1"}
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
