package search_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/rank"
)

// world is a generated base and the people who use it: ten topics that they ask about, each with
// five notes that matter and nine that only use its words, and ten topics that nobody asks about.
// All topics share common words.
type world struct {
	random *rand.Rand
	common []string
	topics []topic
	dir    string
	x      *index.Index
	rec    *usage.Recorder
	now    time.Time
}

// topic is a matter with its words and with the notes that answer questions about it.
type topic struct {
	words  []string
	matter map[string]float64 // gain by path
}

const (
	askedTopics   = 10
	silentTopics  = 10
	matterOfTopic = 5
	othersOfTopic = 9
)

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	w := &world{random: rand.New(rand.NewPCG(seed, 7)), dir: t.TempDir(), now: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)}
	for i := range 120 {
		w.common = append(w.common, word(i))
	}
	indextest.Git(t, w.dir, "init", "-q")
	for i := range askedTopics + silentTopics {
		w.addTopic(t, i)
	}
	w.x = indextest.Open(t, w.dir, store.Options{Now: func() time.Time { return w.now }})
	if _, err := w.x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	w.rec = usage.NewRecorder(w.dir, func(m string) { t.Errorf("said: %s", m) })
	t.Cleanup(w.rec.Close)
	return w
}

// word makes a word that no stemmer joins with another.
func word(i int) string {
	const consonants, vowels = "bdfgklmnprtvz", "aou"
	out := ""
	for n := i + 200; n > 0; n /= 39 {
		out += string(consonants[n%13]) + string(vowels[n/13%3])
	}
	return out + "k"
}

func (w *world) addTopic(t *testing.T, number int) {
	t.Helper()
	tp := topic{matter: map[string]float64{}}
	for i := range 24 {
		tp.words = append(tp.words, word(1000+number*24+i))
	}
	for i := range matterOfTopic + othersOfTopic {
		path := fmt.Sprintf("t%02d/n%02d.md", number, i)
		if i < matterOfTopic {
			tp.matter[path] = 1
		}
		var text strings.Builder
		fmt.Fprintf(&text, "# %s %s\n\n", w.pick(tp.words), w.pick(w.common))
		for range 60 + w.random.IntN(60) {
			if w.random.Float64() < 0.3 {
				text.WriteString(w.pick(tp.words) + " ")
			} else {
				text.WriteString(w.pick(w.common) + " ")
			}
		}
		indextest.WriteFile(t, w.dir, path, text.String()+"\n")
	}
	w.topics = append(w.topics, tp)
}

// quote asks for one note of a topic that does not matter to others, by four words that stand in it.
func (w *world) quote(t *testing.T, number int) (text, path string) {
	t.Helper()
	path = fmt.Sprintf("t%02d/n%02d.md", number, matterOfTopic+w.random.IntN(othersOfTopic))
	b, err := os.ReadFile(filepath.Join(w.dir, path))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(b))
	var out []string
	for range 4 {
		out = append(out, w.pick(words))
	}
	return strings.Join(out, " "), path
}

// judgeQuotes asks for single notes of the topics that people ask about.
func (w *world) judgeQuotes(t *testing.T, s *search.Searcher, n int) (without, with float64) {
	t.Helper()
	known := usage.NewReader(w.dir)
	defer known.Close()
	for range n {
		text, path := w.quote(t, w.random.IntN(askedTopics))
		gains := map[string]float64{path: 1}
		without += rank.NDCG(indextest.Paths(w.search(t, s, text, nil)), gains, 10) / float64(n)
		with += rank.NDCG(indextest.Paths(w.search(t, s, text, known)), gains, 10) / float64(n)
	}
	return without, with
}

func (w *world) pick(words []string) string { return words[w.random.IntN(len(words))] }

// question asks about a topic: two to four words, one in four of them a common one.
func (w *world) question(tp *topic) string {
	var out []string
	for range 2 + w.random.IntN(3) {
		if w.random.Float64() < 0.25 {
			out = append(out, w.pick(w.common))
		} else {
			out = append(out, w.pick(tp.words))
		}
	}
	return strings.Join(out, " ")
}

// ask answers a question; with the usage that is recorded, or as if there were none.
func (w *world) search(t *testing.T, s *search.Searcher, text string, known *usage.Reader) *search.Answer {
	t.Helper()
	a, err := s.Search(t.Context(), query.Query{Text: text, Usage: known})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// live lets people search and read until so many events are recorded. They look at a hit the less
// often the lower it stands, and open what matters more often than what does not.
func (w *world) live(t *testing.T, s *search.Searcher, events int) {
	t.Helper()
	known := usage.NewReader(w.dir)
	defer known.Close()
	for events > 0 {
		w.now = w.now.Add(time.Duration(1+w.random.IntN(20)) * time.Minute)
		tp := &w.topics[w.random.IntN(askedTopics)]
		a := w.search(t, s, w.question(tp), known)
		w.rec.Search(recorded(w.now, a))
		events--
		for i, h := range a.Hits {
			if looked := w.random.Float64() < 1/(1+0.3*float64(i)); !looked || events == 0 {
				continue
			}
			opens := 0.08
			if tp.matter[h.Path] > 0 {
				opens = 0.6
			}
			if w.random.Float64() < opens {
				w.now = w.now.Add(20 * time.Second)
				w.rec.Read(usage.Read{At: w.now, Note: usage.Note{Path: h.Path}})
				events--
			}
		}
	}
}

func recorded(now time.Time, a *search.Answer) usage.Search {
	q := usage.Search{At: now, Query: a.Query, Terms: a.Terms, Mode: string(a.Mode)}
	for _, h := range a.Hits {
		q.Results = append(q.Results, usage.Result{Note: usage.Note{Path: h.Path}, Score: h.Score})
	}
	return q
}

// judge asks new questions about topics, and gives the mean nDCG@10 without usage and with it.
func (w *world) judge(t *testing.T, s *search.Searcher, topics []topic, n int) (without, with float64) {
	t.Helper()
	known := usage.NewReader(w.dir)
	defer known.Close()
	for range n {
		tp := &topics[w.random.IntN(len(topics))]
		text := w.question(tp)
		without += rank.NDCG(indextest.Paths(w.search(t, s, text, nil)), tp.matter, 10) / float64(n)
		with += rank.NDCG(indextest.Paths(w.search(t, s, text, known)), tp.matter, 10) / float64(n)
	}
	return without, with
}

// TestUsageImprovesWhatIsAskedOften replays 2,000 searches and reads. KB_USAGE_SEEDS=n tries n worlds.
func TestUsageImprovesWhatIsAskedOften(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	seeds, _ := strconv.Atoi(os.Getenv("KB_USAGE_SEEDS"))
	for seed := range max(seeds, 1) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := newWorld(t, uint64(seed))
			s, err := w.x.Searcher(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			w.live(t, s, 2000)
			without, with := w.judge(t, s, w.topics[:askedTopics], 200)
			before, after := w.judge(t, s, w.topics[askedTopics:], 200)
			t.Logf("asked often: %.4f → %.4f (%+.4f); never asked: %.4f → %.4f (%+.4f)", without, with, with-without, before,
				after, after-before)
			if seeds > 0 {
				one, other := w.judgeQuotes(t, s, 200)
				t.Logf("one note of a topic asked often: %.4f → %.4f (%+.4f)", one, other, other-one)
			}
			if with-without < 0.02 {
				t.Errorf("nDCG@10 of what is asked often: %.4f, without usage %.4f", with, without)
			}
			if after-before < -0.002 {
				t.Errorf("nDCG@10 of what was never asked: %.4f, without usage %.4f", after, before)
			}
		})
	}
}

// A note that is shown and never opened gains nothing; one that is opened gains, and no habit makes
// the gain greater than the bound.
func TestOnlyWhatIsOpenedGains(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	for _, name := range []string{"a.md", "b.md"} {
		indextest.WriteFile(t, dir, name, "# Cache of "+name+"\n\nThe cache expires after a minute.\n")
	}
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	x := indextest.Open(t, dir, store.Options{Now: func() time.Time { return now }})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	known := usage.NewReader(dir)
	defer known.Close()
	rec := usage.NewRecorder(dir, func(m string) { t.Errorf("said: %s", m) })
	defer rec.Close()
	ask := func() map[string]float64 {
		a, err := s.Search(t.Context(), query.Query{Text: "cache", Usage: known})
		if err != nil {
			t.Fatal(err)
		}
		rec.Search(recorded(now, a))
		now = now.Add(2 * time.Minute)
		out := map[string]float64{}
		for _, h := range a.Hits {
			out[h.Path] = h.Score
		}
		return out
	}
	first := ask()
	for range 20 {
		if got := ask(); got["a.md"] != first["a.md"] || got["b.md"] != first["b.md"] {
			t.Fatalf("being shown changed the scores from %v to %v", first, got)
		}
	}
	last := first["b.md"]
	for range 40 {
		rec.Read(usage.Read{At: now, Note: usage.Note{Path: "b.md"}})
		got := ask()
		if got["b.md"] < last || got["a.md"] != first["a.md"] {
			t.Fatalf("opening b.md changed the scores from %v to %v", last, got)
		}
		last = got["b.md"]
	}
	if gain := last / first["b.md"]; gain < 1.1 || gain > 1.25*1.07 {
		t.Errorf("an opened note gained a factor of %v", gain)
	}
}
