// Package secondread asks a model that the person named about pairs of statements which may
// contradict each other: what the rules have doubts about, and what is near in meaning. What it says
// is kept (kb/opinion), and counts from then on wherever the rules judge.
package secondread

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/model"
)

// atOnce is how many questions are under way.
const atOnce = 4

// Request says whom to ask.
type Request struct {
	Chat     model.Chat
	Embedder model.Embedder // finds pairs by meaning; nil for those of the rules alone
	Meter    *model.Meter
	Shown    bool // requests are shown and not sent
	Progress func(step string, done, total int)
}

// Report tells what was asked.
type Report struct {
	Pairs  int         `json:"pairs"`  // that are worth a question
	Known  int         `json:"known"`  // of which an opinion was kept
	Judged int         `json:"judged"` // that were asked about now
	Left   int         `json:"left"`   // that were not, as a limit or a failure came first
	Failed string      `json:"failed,omitempty"`
	Model  model.Count `json:"model"` // what was sent
}

// Read asks about the pairs of a run of which nothing is kept, the likeliest first, and keeps what is
// said. A failure of the model is no error: what was said before it counts.
func Read(ctx context.Context, repo *kb.Repo, run *validate.Run, kept *opinion.Kept, req Request) (*Report, error) {
	pairs, err := candidates(ctx, run, req.Embedder, repo.StateDir())
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := &reading{Request: req, kept: kept, report: &Report{Pairs: len(pairs)}}
	if err != nil && !errors.Is(err, model.ErrShown) {
		r.report.Failed = fmt.Sprintf("pairs are not looked for by meaning: %v", err)
	}
	var open []candidate
	for _, c := range pairs {
		if _, ok := kept.Of(printOf(c.a), printOf(c.b)); ok {
			r.report.Known++
		} else {
			open = append(open, c)
		}
	}
	// A few at once; where requests are only shown, one after another.
	sources, err := sourcesOf(ctx, repo, open)
	if err != nil {
		return nil, err
	}
	workersAtOnce := atOnce
	if r.Shown {
		workersAtOnce = 1
	}
	next := make(chan candidate)
	var group workers.Group
	for range workersAtOnce {
		group.Go(func() {
			for c := range next {
				r.one(ctx, c, sources)
			}
		})
	}
	for i, c := range open {
		if r.over() || ctx.Err() != nil {
			break
		}
		if r.Progress != nil {
			r.Progress("asking", i, len(open))
		}
		next <- c
	}
	close(next)
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.report.Left = len(open) - r.report.Judged
	r.report.Model = req.Meter.Count()
	if r.report.Judged == 0 {
		return r.report, nil
	}
	return r.report, kept.Save()
}

// reading is the asking of one Read.
type reading struct {
	Request
	kept *opinion.Kept

	mu     sync.Mutex
	report *Report
	ended  bool // by a limit or a failure
}

// over reports whether a limit or a failure of the model has ended the asking. A pair that got an
// answer without the form does not.
func (r *reading) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// one asks about a pair. An answer without the form that was asked for is none, and the next pair
// may have one.
func (r *reading) one(ctx context.Context, c candidate, sources map[string][]byte) {
	a, b := sources[snapshot.PlaceOf(c.a).Entry.File.Blob], sources[snapshot.PlaceOf(c.b).Entry.File.Blob]
	if a == nil || b == nil {
		return
	}
	first := sideOf(printOf(c.a), snapshot.PlaceOf(c.a), a)
	second := sideOf(printOf(c.b), snapshot.PlaceOf(c.b), b)
	o, err := judge(ctx, r.Chat, &first, &second)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err == nil:
		r.report.Judged++
		r.kept.Add(first.print, second.print, o)
	case errors.Is(err, model.ErrShown), ctx.Err() != nil:
	case errors.Is(err, model.ErrForm):
		r.report.Failed = err.Error()
	default:
		r.report.Failed, r.ended = err.Error(), true
	}
}

// sourcesOf reads the notes of pairs, by their blobs.
func sourcesOf(ctx context.Context, repo *kb.Repo, pairs []candidate) (map[string][]byte, error) {
	var files []git.File
	seen := map[string]bool{}
	for _, c := range pairs {
		for _, f := range []git.File{snapshot.PlaceOf(c.a).Entry.File, snapshot.PlaceOf(c.b).Entry.File} {
			if !seen[f.Blob] {
				seen[f.Blob] = true
				files = append(files, f)
			}
		}
	}
	sources := map[string][]byte{}
	if len(files) == 0 {
		return sources, nil
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	err = blobs.Each(files, func(f git.File, data []byte, err error) error {
		if err == nil {
			sources[f.Blob] = append([]byte{}, data...)
		}
		return ctx.Err()
	})
	return sources, err
}
