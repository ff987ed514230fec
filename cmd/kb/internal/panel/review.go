package panel

import (
	"context"
	"html/template"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/reviews"
	"github.com/9aea2451/kb/kb/review"
)

// reviewPage is what the page of a review shows.
type reviewPage struct {
	Range string
	Body  template.HTML
}

// judged are the reviews that were made last, by what they compare: one takes seconds.
type judged struct {
	mu    sync.Mutex
	order []string
	known map[string]template.HTML
}

// mostJudged is how many reviews are kept.
const mostJudged = 8

// get returns the review of what key names, "" for none that is kept.
func (j *judged) get(key string) template.HTML {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.known[key]
}

// put keeps a review, and lets go of the oldest of mostJudged.
func (j *judged) put(key string, body template.HTML) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.known == nil {
		j.known = map[string]template.HTML{}
	}
	if len(j.order) >= mostJudged {
		delete(j.known, j.order[0])
		j.order = slices.Delete(j.order, 0, 1)
	}
	j.known[key], j.order = body, append(j.order, key)
}

// review makes the page of the parameter range, A..B. Findings that are waived are left out. Where
// another review is being made it waits for that; errBusy tells that there was no time left.
func (p *Panel) review(ctx context.Context, v *warm.View, r *request) (*page, error) {
	asked := &reviewPage{Range: r.value("range")}
	g := p.newPage("review", "Review", asked)
	g.Styles = []string{"review.css", "graph.css"}
	if asked.Range == "" {
		return g, nil
	}
	found, err := review.FindRange(ctx, v.Repo, asked.Range)
	if err != nil {
		return nil, err
	}
	key := strings.Join([]string{found.Base, found.Head, found.BaseName, found.HeadName, v.Today().Format("2006-01-02")}, " ")
	if asked.Body = p.judged.get(key); asked.Body != "" {
		return g, nil
	}
	select { // one at a time: each keeps the processors busy
	case p.heavy <- struct{}{}:
		defer func() { <-p.heavy }()
	case <-ctx.Done():
		return nil, errBusy
	}
	if asked.Body = p.judged.get(key); asked.Body != "" {
		return g, nil // who was before has made it
	}
	made, err := v.Review(ctx, desk.ReviewRequest{Range: found})
	if err != nil {
		return nil, err
	}
	made.Findings = slices.DeleteFunc(made.Findings, func(f review.ScopedFinding) bool { return f.Waived != "" })
	to := func(file string) string {
		if rec, err := v.Note(ctx, file); err != nil || rec == nil {
			return "" // it is gone by now, or of another branch
		}
		return g.Note(file)
	}
	if asked.Body, err = reviews.Body(made, reviews.Options{Shown: func(file string) string { return file }, To: to}); err != nil {
		return nil, err
	}
	p.judged.put(key, asked.Body)
	return g, nil
}
