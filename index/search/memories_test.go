package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/rank"
)

// remembered is a generated base of memories with a history: matters of several sorts, each with a
// question, the memory that answers it today, and perhaps one that used to.
type remembered struct {
	random *rand.Rand
	dir    string
	now    time.Time
	plan   map[string][]writing // by day
	words  []string
	cases  []remembrance
	daily  []string // what is read every day
}

// writing is a file as it was written on a day.
type writing struct{ path, text string }

type remembrance struct {
	sort, question, right, stale string
}

func newRemembered(t *testing.T, seed uint64) *remembered {
	t.Helper()
	w := &remembered{
		random: rand.New(rand.NewPCG(seed, 11)),
		dir:    t.TempDir(),
		now:    time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC),
		plan:   map[string][]writing{},
	}
	for i := range 400 {
		w.words = append(w.words, word(i))
	}
	for _, sort := range []string{"newer", "dated", "imported", "edited", "read daily", "alone", "doc"} {
		for i := range 25 {
			w.matter(strings.ReplaceAll(sort, " ", "-"), sort, i)
		}
	}
	indextest.Git(t, w.dir, "init", "-q")
	w.commit(t)
	return w
}

// text says something with words of a matter; much of it stands in others as well.
func (w *remembered) text(front string, own []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nkind: memory\n%s---\n# %s %s\n\n", front, own[0], own[1])
	for range 30 + w.random.IntN(30) {
		from := w.words
		if w.random.Float64() < 0.35 {
			from = own
		}
		b.WriteString(from[w.random.IntN(len(from))] + " ")
	}
	return b.String() + "\n"
}

func (w *remembered) write(daysAgo int, path, text string) {
	day := w.now.AddDate(0, 0, -daysAgo).Format(time.DateOnly)
	w.plan[day] = append(w.plan[day], writing{path, text})
}

// matter writes what is known of a matter.
func (w *remembered) matter(folder, sort string, i int) {
	var own []string
	for range 8 {
		own = append(own, w.words[w.random.IntN(len(w.words))])
	}
	a, b := fmt.Sprintf("%s/a%02d.md", folder, i), fmt.Sprintf("%s/b%02d.md", folder, i)
	if w.random.IntN(2) == 0 {
		a, b = b, a // the path must not tell
	}
	typ := []string{"gotcha", "pattern", "work_state", "workflow_recipe", "fact"}[w.random.IntN(5)]
	front := "type: " + typ + "\n"
	old, young := 120+w.random.IntN(600), 1+w.random.IntN(40)
	date := func(days int) string {
		return front + "date: " + w.now.AddDate(0, 0, -days).Format(time.DateOnly) + "\n"
	}
	c := remembrance{sort: sort, question: strings.Join([]string{own[0], own[2], own[3]}, " "), right: b, stale: a}
	switch sort {
	case "newer":
		w.write(old, a, w.text(front, own))
		w.write(young, b, w.text(front, own))
	case "dated":
		w.write(old, a, w.text(date(old), own))
		w.write(young, b, w.text(date(young), own))
	case "imported":
		w.write(3, a, w.text(date(old), own))
		w.write(3, b, w.text(date(young), own))
	case "edited": // the older note was corrected, the newer one was not
		w.write(old, b, w.text(date(old), own))
		w.write(old-60, a, w.text(date(old-60), own))
		w.write(young, b, w.text(date(old), own))
	case "read daily":
		w.write(old, b, w.text(front, own))
		w.write(old/2, a, w.text(front, own))
		w.daily = append(w.daily, b)
	case "alone":
		w.write(old, b, w.text(front, own))
		c.stale = ""
	case "doc":
		w.write(old, a, strings.Replace(w.text("", own), "kind: memory", "kind: doc", 1))
		w.write(young, b, strings.Replace(w.text("", own), "kind: memory", "kind: doc", 1))
		c.right, c.stale = a, ""
	}
	w.cases = append(w.cases, c)
}

// commit makes a commit of each day, by git fast-import.
func (w *remembered) commit(t *testing.T) {
	t.Helper()
	var in strings.Builder
	for day := w.now.AddDate(0, 0, -900); !day.After(w.now); day = day.AddDate(0, 0, 1) {
		files := w.plan[day.Format(time.DateOnly)]
		if len(files) == 0 {
			continue
		}
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter A. Author <author@example.org> %d +0000\ndata 5\nnotes\n", day.Unix())
		for _, f := range files {
			fmt.Fprintf(&in, "M 100644 inline %s\ndata %d\n%s\n", f.path, len(f.text), f.text)
		}
	}
	cmd := exec.Command("git", "-C", w.dir, "fast-import", "--quiet")
	cmd.Stdin = strings.NewReader(in.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git fast-import: %v\n%s", err, out)
	}
	indextest.Git(t, w.dir, "checkout", "-q", "main")
}

// live lets people read some notes every day, in the weeks before.
func (w *remembered) live(t *testing.T) {
	t.Helper()
	rec := usage.NewRecorder(w.dir, func(m string) { t.Errorf("said: %s", m) })
	defer rec.Close()
	for days := 21; days > 0; days-- {
		for _, path := range w.daily {
			rec.Read(usage.Read{At: w.now.AddDate(0, 0, -days), Note: usage.Note{Path: path}})
		}
	}
}

// score is what a sort of matters got: nDCG@10 in the mean, and the share of the right notes that
// stand above the stale ones.
type score struct{ ndcg, first, n float64 }

func (w *remembered) judge(t *testing.T, o store.Options) map[string]score {
	t.Helper()
	o.Now = func() time.Time { return w.now }
	x := indextest.Open(t, w.dir, o)
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	known := usage.NewReader(w.dir)
	defer known.Close()
	out := map[string]score{}
	for _, c := range w.cases {
		a, err := s.Search(t.Context(), query.Query{Text: c.question, Usage: known})
		if err != nil {
			t.Fatal(err)
		}
		got, list := out[c.sort], indextest.Paths(a)
		got.n++
		got.ndcg += rank.NDCG(list, map[string]float64{c.right: 1}, 10)
		if at := indexOf(list, c.right); at < indexOf(list, c.stale) {
			got.first++
		}
		out[c.sort] = got
	}
	for sort, got := range out {
		out[sort] = score{got.ndcg / got.n, got.first / got.n, got.n}
	}
	return out
}

func indexOf(list []string, s string) int {
	for i := range list {
		if list[i] == s {
			return i
		}
	}
	return len(list)
}

// touchesOf reads the history of a repository.
func touchesOf(t *testing.T, dir string) store.Touches {
	t.Helper()
	repo, err := kb.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.Open(t.Context(), repo, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return func(ctx context.Context, commit string, files []git.File) []history.Touch {
		if commit == "" {
			if commit, err = repo.Head(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.Update(ctx, commit); err != nil {
			t.Fatal(err)
		}
		out, err := h.Touches(ctx, commit, files)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

// What a sort of matters may lose by the history, or must gain, in nDCG@10.
var remembrances = []struct {
	sort string
	min  float64
}{{"newer", 0.005}, {"dated", -0.01}, {"imported", -0.001}, {"edited", 0.05}, {"read daily", 0.02}, {"alone", -0.08}, {"doc", -0.01}}

// TestMemoriesFadeByTheirCommits measures what the last commits bring to the ranking of memories.
// KB_MEMORY_SEEDS=n tries n bases.
func TestMemoriesFadeByTheirCommits(t *testing.T) {
	if testing.Short() {
		t.Skip("a measure of one searcher: nothing for the race detector")
	}
	seeds, _ := strconv.Atoi(os.Getenv("KB_MEMORY_SEEDS"))
	for seed := range max(seeds, 1) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := newRemembered(t, uint64(seed))
			w.live(t)
			without, with := w.judge(t, store.Options{}), w.judge(t, store.Options{Touches: touchesOf(t, w.dir)})
			for _, r := range remembrances {
				a, b := without[r.sort], with[r.sort]
				t.Logf("%-10s %.4f → %.4f (%+.4f), right one first %.2f → %.2f", r.sort, a.ndcg, b.ndcg, b.ndcg-a.ndcg, a.first, b.first)
				if b.ndcg-a.ndcg < r.min {
					t.Errorf("%s: nDCG@10 %.4f, without the history %.4f", r.sort, b.ndcg, a.ndcg)
				}
			}
		})
	}
}
