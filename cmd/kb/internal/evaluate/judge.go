package evaluate

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/rank"
)

// Result is what one query got.
type Result struct {
	ID           string   `json:"id"`
	Category     string   `json:"category,omitempty"`
	Unjudged     bool     `json:"unjudged,omitempty"` // nothing is relevant: the next four say nothing
	NDCG         float64  `json:"ndcg@10"`
	AP           float64  `json:"map"`
	RR           float64  `json:"mrr@10"`
	Recall       Recalls  `json:"recall"`
	CurrentFirst *float64 `json:"current_above_stale,omitempty"` // 1 or 0; nil without stale paths
	Evidence     *Shares  `json:"evidence,omitempty"`
	Milliseconds float64  `json:"ms"`
	First        string   `json:"first,omitempty"` // path of the first hit
}

// Recalls are shares of the relevant found within the first k.
type Recalls struct {
	At1  float64 `json:"@1"`
	At5  float64 `json:"@5"`
	At10 float64 `json:"@10"`
	At20 float64 `json:"@20"`
}

// Shares are shares of the evidence found within the first words of the returned chunks.
type Shares struct {
	At500  float64 `json:"@500"`
	At1000 float64 `json:"@1000"`
	At2000 float64 `json:"@2000"`
}

// judge measures one answer.
func judge(q *Query, hits []index.Hit) Result {
	hits = without(hits, q.Exclude)
	// A hit is its section where the query judges sections of its note, and its note otherwise, at its first place.
	sections := map[string]bool{}
	for id := range q.Relevant {
		if path, anchor := CutAnchor(id); anchor != "" {
			sections[path] = true
		}
	}
	seen := map[string]bool{}
	var ranking []place
	for _, h := range hits {
		id := h.Path
		if sections[h.Path] {
			id = judgedID(q.Relevant, h)
		}
		if !seen[id] {
			seen[id] = true
			ranking = append(ranking, place{id, h.Path})
		}
	}
	ids := make([]string, len(ranking))
	for i, p := range ranking {
		ids[i] = p.id
	}
	gains := q.Relevant
	recall := func(k int) float64 { return rank.Recall(ids, gains, k) }
	r := Result{ID: q.ID, Category: q.Category, Unjudged: !q.Judged(),
		NDCG: rank.NDCG(ids, gains, 10), AP: rank.AveragePrecision(ids, gains), RR: rank.ReciprocalRank(ids, gains, 10),
		Recall: Recalls{recall(1), recall(5), recall(10), recall(20)}}
	if len(hits) > 0 {
		r.First = hits[0].Path
	}
	if len(q.Stale) > 0 {
		x := currentFirst(ranking, gains, q.Stale)
		r.CurrentFirst = &x
	}
	if len(q.Evidence) > 0 {
		// The shares of the texts that stand in the first words of the hits' texts; case and white space do not count.
		var words []string
		for _, h := range hits {
			if words = append(words, strings.Fields(strings.ToLower(h.Text))...); len(words) >= 2000 {
				break
			}
		}
		share := func(n int) float64 {
			read := strings.Join(words[:min(n, len(words))], " ")
			found := 0
			for _, t := range q.Evidence {
				if strings.Contains(read, strings.Join(strings.Fields(strings.ToLower(t)), " ")) {
					found++
				}
			}
			return float64(found) / float64(len(q.Evidence))
		}
		r.Evidence = &Shares{share(500), share(1000), share(2000)}
	}
	return r
}

// without drops the hits of some notes.
func without(hits []index.Hit, paths []string) []index.Hit {
	if len(paths) == 0 {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h index.Hit) bool { return slices.Contains(paths, h.Path) })
}

// place is one place of a ranking: what stands there as the judgements name it, and its note.
type place struct{ id, path string }

// judgedID names a hit of a note whose sections are judged: by its section, unless only the note as
// a whole is.
func judgedID(relevant map[string]float64, h index.Hit) string {
	section := h.Path + "#" + h.Anchor
	if _, ok := relevant[section]; ok {
		return section
	}
	if _, ok := relevant[h.Path]; ok {
		return h.Path
	}
	return section
}

// currentFirst is 1 when something relevant was found and nothing stale stands above the best of it, else 0.
func currentFirst(ranking []place, gains map[string]float64, stale []string) float64 {
	for _, p := range ranking {
		if gains[p.id] > 0 {
			return 1
		}
		if slices.Contains(stale, p.path) {
			return 0
		}
	}
	return 0
}
