package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/tally"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/model"
)

// action is what a model wants to be done next. All that it can do is look at sections of notes that
// were read: nothing is run, written or fetched.
type action struct {
	Do       string   `json:"do" jsonschema:"search, peek, filter, chunk, ask, store or answer"`
	Of       string   `json:"of,omitempty" jsonschema:"the variable to look at; notes holds all sections"`
	As       string   `json:"as,omitempty" jsonschema:"the variable that takes the result"`
	Pattern  string   `json:"pattern,omitempty" jsonschema:"of filter: a regular expression (RE2)"`
	Size     int      `json:"size,omitempty" jsonschema:"of chunk: sections in each part"`
	Question string   `json:"question,omitempty" jsonschema:"of ask: what each part is asked; of search: the words"`
	Value    string   `json:"value,omitempty" jsonschema:"of store: a remark to keep"`
	Answer   *written `json:"answer,omitempty" jsonschema:"of answer"`
	Final    bool     `json:"final,omitempty" jsonschema:"this is the final answer"`
	Done     bool     `json:"done,omitempty" jsonschema:"nothing is left to look at"`
}

// depthRules are the rules for a model that looks at the notes in steps, one action an answer.
const depthRules = rules + `
You look at the notes in steps. Each answer is one action: search finds more sections by words, where
the question has parts; peek shows the beginning of a variable,
filter keeps the sections that match, chunk cuts a variable into parts, ask puts a question to each
part of a variable, store keeps a remark, answer answers.`

// Bounds of the environment.
const (
	peekBytes    = 500
	mostValues   = 20 // variables and remarks
	remarkBytes  = 500
	partBytes    = 12_000 // of a part that is asked about
	actionTokens = 1024
	sure         = 0.7 // the confidence that counts for an end
	enoughSigns  = 2
)

// depth is a question that is looked into in steps.
type depth struct {
	w      *writer
	again  searching
	req    Request
	limits Limits
	parts  map[string][][]*section // variables: sections in parts
	names  []string                // of the variables, in order
	told   []string                // results of the last steps, for the model to read
	found  []Sentence              // of parts that were asked about, which hold
	calls  int
	rounds int
}

// run lets the model look until an answer holds or a limit is reached; ended says which.
func (d *depth) run(ctx context.Context) (out []Sentence, ended string, err error) {
	d.parts = map[string][][]*section{"notes": {d.w.r.ranked()}}
	d.names = []string{"notes"}
	var best []Sentence
	for d.rounds = 0; d.rounds < d.limits.Iterations; {
		d.rounds++
		a, _, err := model.Ask[action](ctx, d.w.chat, model.Prompt{System: depthRules, User: d.state(), MaxTokens: actionTokens})
		if errors.Is(err, model.ErrForm) {
			d.tell("that was no action")
			continue
		}
		if err != nil {
			return d.whatHolds(best), reason(ctx, err), stopped(err)
		}
		if a.Do != "answer" {
			if over, err := d.act(ctx, &a); err != nil || over != "" {
				return d.whatHolds(best), over, err
			}
			continue
		}
		held, signs, err := d.judge(ctx, &a)
		if err != nil {
			return nil, "", err
		}
		if len(held) >= len(best) {
			best = held
		}
		if signs >= enoughSigns {
			return held, "answered", nil
		}
		d.tell(fmt.Sprintf("%d sentences of the answer hold, and %d of its signs: look further, or answer better", len(held), signs))
	}
	return d.whatHolds(best), fmt.Sprintf("%d iterations", d.limits.Iterations), nil
}

// judge counts what speaks for an answer being the last: it says so, it is sure, nothing is left to
// do, and all of its sentences hold.
func (d *depth) judge(ctx context.Context, a *action) (held []Sentence, signs int, err error) {
	said := written{}
	if a.Answer != nil {
		said = *a.Answer
	}
	if held, err = d.w.hold(ctx, said); err != nil {
		return nil, 0, err
	}
	whole := len(held) == len(said.Sentences) && (len(held) > 0 || !said.Answerable)
	for _, sign := range []bool{a.Final, said.Confidence >= sure, a.Done, whole} {
		if sign {
			signs++
		}
	}
	if said.Answerable && len(held) == 0 { // nothing of it holds: it is no answer, whatever it says of itself
		signs = 0
	}
	return held, signs, nil
}

// whatHolds is the best answer so far, else what was found in parts.
func (d *depth) whatHolds(best []Sentence) []Sentence {
	if len(best) > 0 {
		return best
	}
	return d.found[:min(len(d.found), d.w.most)]
}

// reason says why a model could not be asked any more.
func reason(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, model.ErrLimit):
		return "cost"
	case errors.Is(err, model.ErrPaused):
		return "the model is paused after failures"
	case errors.Is(context.Cause(ctx), errTime):
		return "time"
	}
	return "the model failed: " + err.Error()
}

// stopped is the error that remains of one after which there may still be an answer.
func stopped(err error) error {
	if errors.Is(err, model.ErrShown) {
		return err
	}
	return nil
}

// errTime is the cause of an end by Limits.Time.
var errTime = errors.New("the time is up")

// state describes the environment, without its text.
func (d *depth) state() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The question: %s\n\nVariables:\n", d.w.r.q.text)
	for _, name := range d.names {
		sections, bytes := 0, 0
		for _, part := range d.parts[name] {
			for _, s := range part {
				sections, bytes = sections+1, bytes+s.size()
			}
		}
		fmt.Fprintf(&b, "- %s: %d parts, %d sections, %d bytes\n", name, len(d.parts[name]), sections, bytes)
	}
	fmt.Fprintf(&b, "\nRound %d of %d, %d of %d questions asked.\n\n", d.rounds, d.limits.Iterations, d.calls, d.limits.Calls)
	for _, t := range d.told {
		b.WriteString(t + "\n")
	}
	for _, s := range d.found {
		fmt.Fprintf(&b, "Found: %s\n", s.Text)
	}
	return cut(b.String(), 2*promptBytes)
}

// tell keeps a result for the model to read. The oldest goes where there are too many.
func (d *depth) tell(text string) {
	d.told = append(d.told, text)
	if len(d.told) > mostValues {
		d.told = d.told[1:]
	}
}

// act does what the model wants; over says which limit ends it.
func (d *depth) act(ctx context.Context, a *action) (over string, err error) {
	of, known := d.parts[a.Of]
	switch {
	case a.Do == "store":
		d.tell("Stored: " + cut(a.Value, remarkBytes))
		return "", nil
	case a.Do == "search":
		req := d.req
		if req.Query.Text = plainText(cut(a.Question, remarkBytes)); req.Query.Text == "" {
			d.tell("there is nothing to search for")
			return "", nil
		}
		d.w.r.step("round", "%d: search %s", d.rounds, req.Query.Text)
		found, err := d.again(ctx, req)
		if err != nil {
			return "", err
		}
		known := map[string]bool{}
		for _, s := range d.w.r.sections {
			known[s.hit.Path] = true
		}
		for _, s := range found.sections { // so that what speaks against them is known, too
			if !known[s.hit.Path] {
				d.w.r.sections = append(d.w.r.sections, s)
			}
		}
		d.set(a.As, [][]*section{found.ranked()})
		return "", nil
	case !known:
		d.tell(fmt.Sprintf("there is no variable %q", cut(a.Of, 40)))
		return "", nil
	}
	d.w.r.step("round", "%d: %s %s", d.rounds, a.Do, a.Of)
	switch a.Do {
	case "peek":
		d.tell(cut(d.w.show(flat(of), peekBytes), 2*peekBytes) + "\n</notes>")
	case "filter":
		pattern, err := tally.Compile(a.Pattern)
		if err != nil || pattern == nil {
			d.tell("that is no regular expression")
			return "", nil
		}
		var kept []*section
		for _, s := range flat(of) {
			if pattern.MatchString(s.text()) {
				kept = append(kept, s)
			}
		}
		d.set(a.As, [][]*section{kept})
	case "chunk":
		d.set(a.As, chunked(flat(of), max(1, a.Size)))
	case "ask":
		return d.ask(ctx, a, of)
	default:
		d.tell("there is no such action")
	}
	return "", nil
}

// set keeps a variable.
func (d *depth) set(name string, parts [][]*section) {
	if name == "" || name == "notes" || len(name) > 40 {
		name = fmt.Sprintf("result%d", d.rounds)
	}
	if _, known := d.parts[name]; !known {
		if len(d.names) >= mostValues {
			d.tell("there are too many variables")
			return
		}
		d.names = append(d.names, name)
	}
	d.parts[name] = parts
	d.tell(fmt.Sprintf("%s has %d sections", name, len(flat(parts))))
}

// flat joins the parts of a variable.
func flat(parts [][]*section) (out []*section) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// chunked cuts a list into parts of so many.
func chunked(list []*section, size int) (out [][]*section) {
	for len(list) > 0 {
		n := min(size, len(list))
		out, list = append(out, list[:n]), list[n:]
	}
	return out
}

// ask puts a question to each part of a variable, some at once; what holds of the answers is kept.
func (d *depth) ask(ctx context.Context, a *action, parts [][]*section) (over string, err error) {
	question := a.Question
	if question == "" {
		question = d.w.r.q.text
	}
	parts = fitting(parts)
	if room := d.limits.Calls - d.calls; len(parts) > room {
		parts, over = parts[:max(0, room)], fmt.Sprintf("%d calls", d.limits.Calls)
	}
	d.calls += len(parts)
	prompts := make([]model.Prompt, len(parts))
	for i, p := range parts { // sections are numbered in order, not by whoever comes first
		prompts[i] = model.Prompt{
			System: rules, User: fmt.Sprintf("The question: %s\n\n%s", cut(question, remarkBytes), d.w.show(p, partBytes)),
			MaxTokens: answerTokens,
		}
	}
	said, failed := make([]written, len(parts)), make([]error, len(parts))
	var group workers.Group
	slots := make(chan struct{}, max(1, d.limits.AtOnce))
	for i := range prompts {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			said[i], _, failed[i] = model.Ask[written](ctx, d.w.chat, prompts[i])
		})
	}
	group.Wait()
	for i := range said {
		if failed[i] != nil && !errors.Is(failed[i], model.ErrForm) {
			return reason(ctx, failed[i]), stopped(failed[i])
		}
		held, err := d.w.hold(ctx, said[i])
		if err != nil {
			return "", err
		}
		d.found = append(d.found, held[:min(len(held), max(0, MostMost-len(d.found)))]...)
	}
	d.tell(fmt.Sprintf("%d parts were asked", len(parts)))
	return over, nil
}

// fitting cuts parts that are too long to be shown at once.
func fitting(parts [][]*section) (out [][]*section) {
	for _, p := range parts {
		var part []*section
		bytes := 0
		for _, s := range p {
			if bytes += s.size(); bytes > partBytes && len(part) > 0 {
				out, part, bytes = append(out, part), nil, s.size()
			}
			part = append(part, s)
		}
		if len(part) > 0 {
			out = append(out, part)
		}
	}
	return out
}
