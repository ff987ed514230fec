package search

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// mostFactors is how many factors a note has at most.
const mostFactors = 18

// weigh multiplies the scores of the candidates by what is known of the notes. Every factor is 1
// for a note of which nothing is known.
func (r *run) weigh(ctx context.Context, kept []candidate) error {
	if r.q.Baseline {
		return nil
	}
	now := r.day(r.q.Day)
	uses := r.uses(r.answer.Terms)
	newest, oldest := dateRange(kept)
	touches := r.touches(ctx, kept)
	r.all = slices.Grow(r.all[:0], len(kept)*mostFactors)[:len(kept)*mostFactors]
	for i := range kept {
		c := &kept[i]
		n := c.record
		use := uses.of(c)
		trust := trustIn(&n.Note, use, touches[i], r.settings.HalfLives, now)
		c.sure, c.right = trust.value, max(currentDate(n), isoDay(trust.committed))
		c.factors = append(factors(r.all)[i*mostFactors:i*mostFactors:(i+1)*mostFactors],
			factor{"confidence", rank.ConfidenceFactor(trust.value)}, factor{"links", rank.LinksFactor(n.InLinks, r.w.Links)},
			factor{"pagerank", rank.PageRankFactor(n.PageRank, r.w.PageRank)}, factor{"place", rank.PlaceFactor(n.Path, r.w.Place)},
			factor{"review", rank.ReviewFactor(n.NeedsReview)}, factor{"source", rank.SourceFactor(n.Source)},
			factor{"standing", noteShare(n.Standing)})
		if r.q.Explain {
			c.confidence = trust.explain()
		}
		if n.Importance != kb.DefaultImportance {
			c.factors.set("importance", rank.ImportanceFactor(n.Importance, r.w.Importance))
		}
		if use.Affinity > 0 {
			c.factors.set("usage", rank.AffinityFactor(use.Affinity))
		}
		if n.Kind == "memory" {
			c.factors.set("recency", 1+r.w.Recency*position(n.Date, oldest, newest))
		}
	}
	r.weighTitles(kept)
	if err := r.identifiers(ctx, kept); err != nil {
		return err
	}
	for i := range kept {
		kept[i].apply()
	}
	if err := r.neighbourhood(ctx, kept); err != nil {
		return err
	}
	if err := r.weighPairs(ctx, kept); err != nil {
		return err
	}
	if err := r.preferCurrent(ctx, kept); err != nil {
		return err
	}
	preferReplacements(kept)
	r.preferEditions(kept)
	if err := r.preferStanding(ctx, kept); err != nil {
		return err
	}
	if err := r.preferShared(ctx, kept); err != nil {
		return err
	}
	r.leadNamed(kept)
	return nil
}

// weighTitles raises notes by the share of the words of their title that is asked for, or of an alias or the file's name
// where that is more; where links are asked for, the note that has them does not answer. The candidates come best first.
func (r *run) weighTitles(kept []candidate) {
	if len(kept) == 0 || r.request.Kind == query.Graph {
		return
	}
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	least := kept[min(len(kept), max(r.q.Limit, 10))-1].score / 2 // what scores less is not shown, whatever its title
	for i := range kept {
		c := &kept[i]
		if c.score < least {
			continue
		}
		most := 0.0
		for _, name := range append(slices.Clip(c.record.Aliases), c.record.Title, strings.ReplaceAll(kb.Stem(c.record.Path), "_", " ")) {
			said, all := 0, 0
			a.Tokens(name, func(t words.Token) {
				if word := name[t.Start:t.End]; words.Filler(word) || r.languages.Function(word) {
					return
				}
				if all++; slices.ContainsFunc(r.terms, func(q queryTerm) bool { return q.text == t.Term }) {
					said++
				}
			})
			most = max(most, float64(said)/float64(max(all, 1)))
		}
		c.factors.set("title", 1+r.w.Title*most)
	}
}

// apply multiplies the score by the factors in their order, and rounds it once at the end.
func (c *candidate) apply() {
	for _, f := range c.factors {
		c.score *= f.value
	}
	c.score = rank.Round(c.score)
}

// parseDay reads the day that a date or a time begins with, such as "2024-03-01T10:00:00Z".
func parseDay(s string) (time.Time, bool) {
	if len(s) < 10 {
		return time.Time{}, false
	}
	t, err := time.Parse(time.DateOnly, s[:10])
	return t, err == nil
}

// isoDay is the day of a time in UTC, "" for the zero time.
func isoDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// dateRange gives the newest and the oldest date of the candidates' notes, ""
// where none has a date.
func dateRange(kept []candidate) (newest, oldest string) {
	for i := range kept {
		d := kept[i].record.Date
		if d == "" {
			continue
		}
		if newest == "" || d > newest {
			newest = d
		}
		if oldest == "" || d < oldest {
			oldest = d
		}
	}
	return newest, oldest
}

// position is the place of a day between two others, from 0 to 1; 0 when it is not known.
func position(day, oldest, newest string) float64 {
	d, ok1 := parseDay(day)
	from, ok2 := parseDay(oldest)
	to, ok3 := parseDay(newest)
	if !ok1 || !ok2 || !ok3 || !to.After(from) {
		return 0
	}
	return float64(d.Sub(from)) / float64(to.Sub(from))
}

// identifiers boosts the notes that hold an identifier of the query as one.
func (r *run) identifiers(ctx context.Context, kept []candidate) error {
	var wanted []string
	for _, w := range strings.Fields(r.request.Words) {
		if query.IsIdentifier(w) {
			wanted = append(wanted, strings.ToLower(strings.Trim(w, "`'\".,;:?!()")))
		}
	}
	if len(wanted) == 0 || r.w.Identifier == 0 {
		return nil
	}
	found := map[int32]int{}
	for _, w := range wanted {
		notes := map[int32]bool{}
		list, err := r.gen.Words.Postings(ctx, words.Code, w)
		if err != nil {
			return err
		}
		for _, p := range list {
			if row := r.gen.Rows.RowOf(p.Doc); row >= 0 {
				notes[r.gen.Rows.NoteOf[row]] = true
			}
		}
		for n := range notes {
			found[n]++
		}
	}
	for i := range kept {
		kept[i].factors.set("identifier", 1+r.w.Identifier*float64(found[int32(kept[i].number)])/float64(len(wanted)))
	}
	return nil
}

// neighbourhoodTop is how many of the best notes vote.
const neighbourhoodTop = 10

// neighbourhood boosts the notes that the best ones link to, by the share of them that do.
func (r *run) neighbourhood(ctx context.Context, kept []candidate) error {
	if r.w.Neighbours == 0 || len(kept) == 0 {
		return nil
	}
	top := bestFirst(kept, asPlaced)
	top = top[:min(neighbourhoodTop, len(top))]
	numbers := make([]int, len(top))
	for i, p := range top {
		numbers[i] = kept[p.at].number
	}
	destinations, err := r.destinations(ctx, numbers)
	if err != nil {
		return err
	}
	votes := map[int]int{} // by number
	for i, n := range numbers {
		for _, d := range destinations[i] {
			if d != n {
				votes[d]++
			}
		}
	}
	for i := range kept {
		c := &kept[i]
		if n := votes[c.number]; n > 0 {
			f := 1 + r.w.Neighbours*float64(n)/float64(len(top))
			c.factors.set("neighbours", f)
			c.score = rank.Round(c.score * f)
		}
	}
	return nil
}

// factors are what a score was multiplied by, in order of name: products of the same numbers in
// another order are not the same to the last bit.
type factors []factor

type factor struct {
	name  string
	value float64
}

// set gives a factor its value.
func (f *factors) set(name string, value float64) {
	at, known := slices.BinarySearchFunc(*f, name, func(x factor, name string) int { return strings.Compare(x.name, name) })
	if known {
		(*f)[at].value = value
		return
	}
	*f = slices.Insert(*f, at, factor{name, value})
}
