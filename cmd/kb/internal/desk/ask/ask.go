// Package ask answers questions from notes, in sentences each of which says where it stands, or says
// that the notes do not say.
//
// Without a model it answers by extraction: it reads the sections that search finds, takes the
// statements that hold most of what was asked, and looks each citation up again in the very bytes
// that it names. What speaks against a statement is told beside it.
//
// # Limitations
//
// Extraction finds where an answer stands and quotes it; it draws no conclusion. Whether the notes
// say something is judged by how much of the question's words, weighed by how rare they are, stand
// together: a question in words of which no note has any is not answered.
package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

// Request is a question.
type Request struct {
	Query index.Query // what is asked, with filters
	Most  int         // sentences of the answer, 0 for DefaultMost
	Trace bool        // tell how the answer was found

	Chat   model.Chat   // writes the answer; nil extracts it
	Meter  *model.Meter // of the Chat, whose count the reply has
	Limits Limits       // of what it is asked; the zero value is DefaultLimits
}

// Bounds of an answer.
const (
	DefaultMost = 5
	MostMost    = 20
	mostNearest = 5
)

// Reply is what the notes say.
type Reply struct {
	Question  string     `json:"question"`
	Found     bool       `json:"found"` // false: the notes do not say
	Sentences []Sentence `json:"sentences"`
	Nearest   []Nearby   `json:"nearest"` // sections to read on, or nearest where the notes do not say
	By        string     `json:"by"`      // "extraction", or the model that wrote it
	Dropped   int        `json:"dropped"` // sentences whose citations do not hold
	Tree      string     `json:"tree"`    // commit, "+dirty" where the work tree differs
	Trace     []AskStep  `json:"trace,omitempty"`

	// Of a model that was asked.
	Asked  *model.Count `json:"asked,omitempty"`
	Rounds int          `json:"rounds,omitempty"` // in which it looked at the notes
	Calls  int          `json:"calls,omitempty"`  // questions about parts of them
	Ended  string       `json:"ended,omitempty"`  // what ended that
	Failed string       `json:"failed,omitempty"` // why the answer is extracted all the same
}

// extraction is who answers without a model.
const extraction = "extraction"

// Sentence is one sentence of an answer with where it stands.
type Sentence struct {
	Text      string     `json:"text"`
	Citations []Citation `json:"citations"`
}

// Nearby is a section of a note.
type Nearby struct {
	Path        string   `json:"path"`
	Line        int      `json:"line"`
	HeadingPath []string `json:"heading_path"`
	Title       string   `json:"title"`

	Standing markdown.Standing `json:"standing,omitzero"` // in force where it is left out
}

// AskStep is one step on the way to an answer.
type AskStep struct {
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// errNoQuestion is the error about a question without words.
var errNoQuestion = errors.New("nothing is asked")

// leastShare is how much of a question's words, weighed by how rare they are, must stand together for
// an answer: in a section for a model to be shown it, and more than that in one chunk to be quoted.
const leastShare = 0.5

// leastBeside is how much of the best chunk's share another one must have to be cited beside it.
const leastBeside = 0.4

// Ask answers a question from a view.
func Ask(ctx context.Context, v *desk.View, req Request) (*Reply, error) {
	if strings.TrimSpace(req.Query.Text) == "" {
		return nil, errNoQuestion
	}
	if req.Most == 0 {
		req.Most = DefaultMost
	}
	req.Most = min(req.Most, MostMost)
	r, err := search(ctx, v, req)
	if err != nil {
		return nil, err
	}
	r.step("read", "%d sections of %d notes", len(r.sections), r.notes)
	out := &Reply{Question: req.Query.Text, By: extraction, Sentences: []Sentence{}, Nearest: []Nearby{}, Tree: r.tree}
	done := false
	if req.Chat != nil && len(r.sections) > 0 {
		if r, done, err = write(ctx, v, req, r, out); err != nil {
			return nil, err
		}
	}
	if !done {
		if err := r.quoteBest(ctx, req.Most, out); err != nil {
			return nil, err
		}
	}
	if err := r.doubts(ctx, out); err != nil {
		return nil, err
	}
	out.Found = len(out.Sentences) > 0
	r.addNearest(out)
	if req.Trace {
		out.Trace = r.steps
	}
	return out, nil
}

// write has the model answer. Where it fails the answer is extracted, done is false, and the reply
// says why; that it is only shown what would be sent is an error.
func write(ctx context.Context, v *desk.View, req Request, r *reader, out *Reply) (_ *reader, done bool, err error) {
	limits := req.Limits
	if limits == (Limits{}) {
		limits = DefaultLimits()
	}
	within, end := context.WithTimeoutCause(ctx, limits.Time, errTime)
	defer end()
	again := func(ctx context.Context, req Request) (*reader, error) { return search(ctx, v, req) }
	var sentences []Sentence
	w := &writer{chat: req.Chat, most: req.Most, numbers: map[*section]int{}, check: newChecker(v)}
	defer w.check.close()
	if r, err = guess(within, again, req.Chat, req, r); err == nil {
		w.r = r
		if r.deep() && limits.Iterations > 0 {
			d := &depth{w: w, again: again, req: req, limits: limits}
			sentences, out.Ended, err = d.run(within)
			out.Rounds, out.Calls = d.rounds, d.calls
		} else {
			sentences, err = w.direct(within)
		}
	}
	if req.Meter != nil {
		count := req.Meter.Count()
		out.Asked = &count
	}
	switch {
	case ctx.Err() != nil:
		return r, false, ctx.Err()
	case errors.Is(err, model.ErrShown):
		return r, false, err
	case err != nil:
		out.Failed = reason(within, err)
		return r, false, nil
	case len(sentences) == 0 && out.Ended != "" && out.Ended != "answered":
		out.Failed = out.Ended
		return r, false, nil
	case len(sentences) == 0 && w.dropped > 0 && out.Ended == "": // it said something, and the notes do not
		out.Failed = fmt.Sprintf("the notes do not hold what it said in %s", wording.Count(w.dropped, "sentence"))
		return r, false, nil
	}
	out.By, out.Sentences, out.Dropped = req.Chat.Model(), append(out.Sentences, sentences...), w.dropped
	return r, true, nil
}

// quoteBest answers by extraction.
func (r *reader) quoteBest(ctx context.Context, most int, out *Reply) error {
	best := r.best(most)
	share := 0.0
	for i := range best {
		share = max(share, best[i].share)
	}
	r.step("words", "%.0f %% of what was asked stand together, more than %.0f must", 100*share, 100*leastShare)
	if share <= leastShare {
		return nil
	}
	best = slices.DeleteFunc(best, func(st statement) bool { return st.share < leastBeside*share })
	return r.extract(ctx, best, out)
}

// extract makes sentences of statements whose citations hold.
func (r *reader) extract(ctx context.Context, best []statement, out *Reply) error {
	c := newChecker(r.v)
	defer c.close()
	for i := range best {
		st := &best[i]
		cite, err := c.cite(ctx, st)
		if err != nil {
			return err
		}
		if cite == nil {
			out.Dropped++
			continue
		}
		out.Sentences = append(out.Sentences, Sentence{Text: st.text, Citations: []Citation{*cite}})
	}
	r.step("citations", "%d looked up, %d do not hold", len(best), out.Dropped)
	return nil
}

// addNearest names the sections nearest to the question that are not cited.
func (r *reader) addNearest(out *Reply) {
	cited := map[string]bool{}
	for _, s := range out.Sentences {
		for _, c := range s.Citations {
			cited[c.Path+"\x00"+strings.Join(c.HeadingPath, "\x00")] = true
		}
	}
	for _, s := range r.ranked() {
		if len(out.Nearest) == mostNearest {
			return
		}
		if !cited[s.hit.Path+"\x00"+strings.Join(s.hit.HeadingPath, "\x00")] {
			out.Nearest = append(out.Nearest, Nearby{s.hit.Path, s.hit.StartLine, s.hit.HeadingPath, s.hit.Title, s.hit.Standing})
		}
	}
}

// step keeps a step of the way to the answer.
func (r *reader) step(name, format string, args ...any) {
	r.steps = append(r.steps, AskStep{name, fmt.Sprintf(format, args...)})
}
