package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/rank"
)

// scored makes candidates of the notes of a shelf that have a score, in order of path.
func scored(s *Searcher, scores map[string]float64) []candidate {
	var kept []candidate
	for n, p := range s.Paths() {
		if score, ok := scores[p]; ok {
			known, _ := s.known(context.Background(), n)
			kept = append(kept, candidate{number: n, record: known.record, score: score})
		}
	}
	return kept
}

// standing tells the candidates, best first, with their scores and factors.
func standing(kept []candidate) string {
	var out []string
	for _, p := range bestFirst(kept, asPlaced) {
		c := &kept[p.at]
		text := fmt.Sprintf("%s %.6g", c.record.Path, c.score)
		for _, f := range c.factors {
			text += fmt.Sprintf(" %s %.4g", f.name, f.value)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func dated(b book, day string) book { b.Date = day; return b }

// A newer note of one matter stands right above the older one: where it has most of its score, answers to the
// same words, and shares half of the stems of the shorter one.
func TestNewerOfOneMatter(t *testing.T) {
	const fruits = "apple pear plum fig"
	for _, tt := range []struct {
		name     string
		old, new book
		score    float64 // of the new one; the old one has 1
		asked    string
		moved    bool
	}{
		{"half of the stems", dated(prose("old.md", fruits), "2025-01-01"), dated(prose("new.md", "apple pear nut oat"),
			"2026-01-01"), 0.9, "apple", true},
		{"of the shorter one", dated(prose("old.md", fruits), "2025-01-01"), dated(prose("new.md", "apple nut"), "2026-01-01"), 0.9,
			"apple", true},
		{"where that is the older", dated(prose("old.md", "apple nut"), "2025-01-01"), dated(prose("new.md", fruits), "2026-01-01"),
			0.9, "apple", true},
		{"fewer stems", dated(prose("old.md", fruits), "2025-01-01"), dated(prose("new.md", "apple rye nut oat"), "2026-01-01"),
			0.9, "apple", false},
		{"the least score", dated(prose("old.md", fruits), "2025-01-01"), dated(prose("new.md", fruits), "2026-01-01"), 0.85,
			"apple", true},
		{"less", dated(prose("old.md", fruits), "2025-01-01"), dated(prose("new.md", fruits), "2026-01-01"), 0.8499, "apple", false},
		{"as good already", dated(prose("old.md", fruits), "2025-01-01"), dated(prose("new.md", fruits), "2026-01-01"), 1, "apple", false},
		{"of one day", dated(prose("old.md", fruits), "2026-01-01"), dated(prose("new.md", fruits), "2026-01-01"), 0.9, "apple", false},
		{"other words of the question", dated(prose("old.md", fruits), "2025-01-01"), dated(prose("new.md", fruits+" kiwi"),
			"2026-01-01"), 0.9, "kiwi", false},
		{"the old one has no date", prose("old.md", fruits), dated(prose("new.md", fruits), "2026-01-01"), 0.9, "", false},
		{"the new one has none", dated(prose("old.md", fruits), "2025-01-01"), prose("new.md", fruits), 0.9, "", false},
		{"takes it back", dated(prose("old.md", "The team uses Slack for chat"), "2025-01-01"),
			dated(prose("new.md", "For chat the team changed to Zulip"), "2026-01-01"), 0.5, "chat", true},
		{"takes it back from afar", dated(prose("old.md", "The team uses Slack for chat"), "2025-01-01"),
			dated(prose("new.md", "For chat the team changed to Zulip"), "2026-01-01"), 0.499, "chat", false},
	} {
		s := shelved(tt.old, tt.new, dated(prose("third.md", "Other things."), "2026-02-02"))
		r := &run{Searcher: s, terms: terms(words.NewAnalyzer(), tt.asked, false)}
		r.request.Words = tt.asked
		kept := scored(s, map[string]float64{"old.md": 1, "new.md": tt.score})
		if err := r.preferCurrent(t.Context(), kept); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("old.md 1, new.md %.6g", tt.score)
		if tt.moved {
			want = fmt.Sprintf("new.md 1 current %.4g, old.md 1", 1/tt.score)
		} else if tt.score == 1 {
			want = "new.md 1, old.md 1"
		}
		if got := standing(kept); got != want {
			t.Errorf("%s: %s, want %s", tt.name, got, want)
		}
	}
}

// What others know stands right above what one person noted of the same matter or under the same title, unless
// that is surer and newer.
func TestSharedAbovePersonal(t *testing.T) {
	const matter = "apple pear plum fig"
	for _, tt := range []struct {
		name               string
		shared, title      string
		score              float64 // of the shared note; the own has 1
		sure               float64 // of the own; the shared note is .5 sure
		right              string  // of the own; the shared note was right on 2026-01-01
		inactive, personal bool
		moved              bool
	}{
		{"the same matter", matter, "", 0.2, 0.6, "2025-01-01", false, false, true},
		{"surer and newer", matter, "", 0.2, 0.6, "2026-01-02", false, false, false},
		{"newer", matter, "", 0.2, 0.5, "2026-01-02", false, false, true},
		{"surer", matter, "", 0.2, 0.6, "2026-01-01", false, false, true},
		{"the same title", "Nothing alike", "ABOUT FRUIT", 0.2, 0.5, "", false, false, true},
		{"another matter", "Nothing alike", "", 0.2, 0.5, "", false, false, false},
		{"as good already", matter, "", 1, 0.5, "", false, false, false},
		{"what does not hold", matter, "", 0.2, 0.5, "", true, false, false},
		{"another person's", matter, "", 0.2, 0.5, "", false, true, false},
	} {
		own, shared := prose("z.md", matter), prose("fruit.md", tt.shared)
		own.Title, shared.Title = "About fruit", tt.title
		scope := "team"
		if tt.personal {
			scope = personal
		}
		empty := shelved()
		s := Union([]Member{{Searcher: empty, Name: "here", Scope: "project"},
			{Searcher: shelved(own, prose("bare.md")), Name: "me", Scope: personal, Prefix: "me:"}, {Searcher: shelved(shared),
				Name: "they", Scope: scope, Prefix: "they:"}})
		kept := scored(s, map[string]float64{"me:z.md": 1, "they:fruit.md": tt.score, "me:bare.md": 0.9})
		for i := range kept {
			c := &kept[i]
			if c.sure, c.right = 0.5, "2026-01-01"; c.record.Path == "me:z.md" {
				c.sure, c.right = tt.sure, tt.right
			} else if tt.inactive {
				c.record.Inactive = "superseded"
			}
		}
		r := &run{Searcher: s, terms: terms(words.NewAnalyzer(), "apple", false)}
		if tt.shared != matter {
			r.terms = nil
		}
		if err := r.preferShared(t.Context(), kept); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("me:z.md 1, me:bare.md 0.9, they:fruit.md %.6g", tt.score)
		if tt.moved {
			want = fmt.Sprintf("they:fruit.md 1 shared %.4g, me:z.md 1, me:bare.md 0.9", 1/tt.score)
		} else if tt.score == 1 {
			want = "me:z.md 1, they:fruit.md 1, me:bare.md 0.9"
		}
		if got := standing(kept); got != want {
			t.Errorf("%s: %s, want %s", tt.name, got, want)
		}
	}
}

// What the query names leads, a name before a number, each a little above the best of the others; one that has
// enough of it stays where it is.
func TestNamedLead(t *testing.T) {
	s := shelved(prose("a.md", "a"), prose("b.md", "b"), prose("c.md", "c"), prose("d.md", "d"), prose("e.md", "e"))
	kept := scored(s, map[string]float64{"a.md": 0.8, "b.md": 0.4, "c.md": 0.2, "d.md": 0, "e.md": 2})
	r := &run{Searcher: s, named: map[int]int{1: byNumber, 2: byName, 3: byName, 4: byName}}
	r.leadNamed(kept)
	if got, want := standing(kept), "e.md 2 name 1, c.md 0.82 name 4.1, b.md 0.81 name 2.025, a.md 0.8, d.md 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r.score, r.excluded = []float64{0.8, 3, 0, 0.5, 0}, map[int]bool{3: true}
	r.keepNamed()
	if want := []float64{0.8, 3, 3, 0.5, 3}; !slices.Equal(r.score, want) {
		t.Errorf("looked at with %v, want %v", r.score, want)
	}
	r.score = []float64{0.8, 0, 0, 0.5, 0}
	if r.keepNamed(); !slices.Equal(r.score, []float64{0.8, 1, 1, 0.5, 1}) {
		t.Errorf("looked at with %v", r.score)
	}
}

// The best notes vote for what they link to, but not for themselves, and each once.
func TestNeighboursVote(t *testing.T) {
	var books []book
	scores := map[string]float64{}
	for i := range 12 {
		b := prose(fmt.Sprintf("n%02d.md", i), "text")
		for _, to := range []string{"n00.md", "n03.md", "n03.md", "n11.md", "gone.md"} {
			l := link(b.Path, to)
			if l.To == "n11.md" && i == 1 {
				l.State = "broken"
			}
			b.links = append(b.links, l)
		}
		books, scores[b.Path] = append(books, b), 1-float64(i)/100
	}
	s := shelved(books...)
	r := &run{Searcher: s, w: rank.DefaultWeights()}
	for _, tt := range []struct {
		most  int // candidates
		votes map[string]float64
	}{{12, map[string]float64{"n00.md": 1.09, "n03.md": 1.09, "n11.md": 1.09}}, {2, map[string]float64{"n00.md": 1.05}}, {0, nil}} {
		kept := scored(s, scores)[:tt.most]
		if err := r.neighbourhood(t.Context(), kept); err != nil {
			t.Fatal(err)
		}
		for i, c := range kept {
			f, ok := tt.votes[c.record.Path]
			var want factors
			if ok {
				want = factors{{"neighbours", f}}
			}
			score := rank.Round((1 - float64(i)/100) * max(f, 1))
			if rank.Round(c.score) != score || !slices.Equal(c.factors, want) {
				t.Errorf("of %d: %s has %v and %v, want %v and %v", tt.most, c.record.Path, c.score, c.factors, score, want)
			}
		}
	}
	r.w.Neighbours = 0
	kept := scored(s, scores)
	if err := r.neighbourhood(t.Context(), kept); err != nil || kept[0].factors != nil {
		t.Errorf("without a weight: %v, %v", kept[0].factors, err)
	}
}
