package ask

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/contradict/base"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// maxContradictions is how many statements against one citation are told.
const maxContradictions = 2

// doubts says beside each citation what speaks against it: that its note does not hold or may be
// stale, and statements of the notes that were read that contradict it.
func (r *reader) doubts(ctx context.Context, out *Reply) error {
	if len(out.Sentences) == 0 {
		return nil
	}
	j := &judging{waived: r.waived(ctx)}
	seen := map[string]bool{}
	for _, s := range r.sections {
		if seen[s.hit.Path] || s.hit.Inactive != "" {
			continue
		}
		seen[s.hit.Path] = true
		chunks, err := r.v.Searcher.Chunks(ctx, s.hit.Path, r.v.At.Day)
		if err != nil {
			return err
		}
		for i := range chunks {
			h := &chunks[i]
			if h.Standing == markdown.History || h.Standing == markdown.NotChosen {
				continue // it contradicts nobody
			}
			text := []byte(h.Text)
			for _, st := range markdown.Statements(notes.Document(text), text) {
				j.parsed = append(j.parsed, read.Parse(read.Statement{
					Text: st.Text, Context: h.HeadingPath, Conditions: st.Conditions, Document: h.Path, Title: h.Title,
					Tentative: (h.Status == "draft" || h.Status == "proposed") && h.Standing != markdown.InForce,
					Source:    spot{h.Path, h.StartLine + st.Line - 1},
				}))
			}
		}
	}
	j.base = base.New(j.parsed)
	stale := r.v.Doubts()
	told := 0
	for i := range out.Sentences {
		for k := range out.Sentences[i].Citations {
			c := &out.Sentences[i].Citations[k]
			rec, err := r.v.Searcher.NoteOn(ctx, c.Path, r.v.At.Day)
			if err != nil {
				return err
			}
			plain := func(path string) string { return path }
			c.Warnings = append(c.Warnings, desk.Reservations(rec, r.v.Today(), plain)...)
			if c.Standing != rec.Standing && c.Standing != markdown.Example {
				c.Warnings = append(c.Warnings, c.Standing.String())
			}
			if why := stale[c.Path]; why != "" && r.v.At.Commit == "" {
				c.Warnings = append(c.Warnings, "may be stale: "+why)
			}
			if rec.Inactive == "" {
				c.Conflicts = append(c.Conflicts, j.against(c, out.Sentences[i].Text)...)
			}
			told += len(c.Warnings) + len(c.Conflicts)
		}
	}
	r.step("doubts", "%d told", told)
	return nil
}

// waived returns what says why two texts are let stand, "" where they are not. Waivers are read once, when it is asked.
func (r *reader) waived(ctx context.Context) func(a, b string) string {
	rules := sync.OnceValues(func() (*kb.Tree, error) { return r.v.Rules(ctx) })
	return func(a, b string) string {
		if tree, err := rules(); err == nil {
			return validate.Accepted(tree, r.v.Today(), a, b)
		}
		return ""
	}
}

// spot is where a statement stands.
type spot struct {
	path string
	line int
}

// judging is the statements of the notes that were read, to be judged against each other.
type judging struct {
	base   *base.Base
	parsed []*read.Parsed           // each has its spot as Source
	waived func(a, b string) string // why two texts are let stand, "" where they are not
}

// against lists what contradicts a sentence that a citation stands for, the surest first: the
// statement whose words it has, else all of the lines that are cited.
func (j *judging) against(c *Citation, sentence string) (out []Contradiction) {
	var lines, said []*read.Parsed
	sentence = wording.OneLine(sentence)
	for _, p := range j.parsed {
		if at := p.Source.(spot); at.path != c.Path || at.line < c.Line || at.line > c.EndLine {
			continue
		}
		lines = append(lines, p)
		if text := wording.OneLine(p.Text); strings.Contains(sentence, text) || strings.Contains(text, sentence) {
			said = append(said, p)
		}
	}
	cited := said
	if len(cited) == 0 {
		cited = lines
	}
	for _, f := range j.base.Conflicts(cited, judge.Warn) {
		if len(out) == maxContradictions || slices.Contains(cited, f.B) {
			continue
		}
		at := f.B.Source.(spot)
		out = append(out, Contradiction{at.path, at.line, f.B.Text, f.Verdict.Energy, j.waived(f.A.Text, f.B.Text)})
	}
	return out
}
