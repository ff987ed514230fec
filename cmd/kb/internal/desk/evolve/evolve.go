// Package evolve keeps the summaries of categories up with their notes: it takes the strongest
// statements of the notes, each with where it stands, and puts them between two marks of the summary.
// Nothing is written here, and no byte outside of the marks changes.
//
// Without a model the sentences are those of the notes, word for word. A model may write them anew;
// then each rests on a quotation that is looked up, as in package ask. Either way a sentence that a
// note in force contradicts is left out, by the same judgement that stops commits.
//
// # Limitations
//
// A statement is taken as it stands. What needs the sentence before it to be understood is left out
// where a pronoun or a connective at its head tells so; nothing else does.
package evolve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/model"
)

// Newer is how many notes must be newer than a summary for it to be written anew, unless somebody
// asks for another number.
const Newer = 5

// Base is what summaries are made of: the notes of one tree.
type Base struct {
	Snapshot   *snapshot.Snapshot
	Categories *desk.Categories
	Stems      func(text string, question bool) []string
	Read       func(path string) ([]byte, error) // the bytes of a note; one is read at a time
	Now        time.Time

	Touched []string // paths of notes that are about to be newer than all summaries
	Fold    []string // paths of notes that are old and hardly read: a summary that does not cite them takes them in

	reading, checking, ranking sync.Mutex

	check *validate.Checker // nil until it is asked for
	tied  *validate.Tied
	ranks map[string]float64 // nil until they are asked for
}

// Request asks for summaries to follow their notes.
type Request struct {
	Name  string // of a category, "" for all
	Least int    // notes that must be newer, 0 for Newer

	Chat  model.Chat   // writes the sentences; nil takes those of the notes
	Meter *model.Meter // of the Chat
}

// Evolved is what became of the summaries.
type Evolved struct {
	Summaries []Renewed    `json:"summaries"` // that are written anew
	Waiting   []Waiting    `json:"waiting"`   // of which too little is newer
	Asked     *model.Count `json:"asked,omitempty"`
}

// Waiting is a summary that few notes are newer than.
type Waiting struct {
	Name  string `json:"name"`
	Newer int    `json:"newer"`
}

// Renewed is a summary as it is to be.
type Renewed struct {
	Name      string  `json:"name"`
	Path      string  `json:"path"`
	Newer     int     `json:"newer"`     // notes that are newer than it was; all where it said nothing yet
	Gone      int     `json:"gone"`      // its citations of notes that are gone or hold no more: one is enough to write it anew
	Folded    int     `json:"folded"`    // notes that are old and hardly read, cited now and not before
	Notes     int     `json:"notes"`     // active ones that it is made of
	Sentences []Cited `json:"sentences"` // in the order of the text
	Contested int     `json:"contested"` // statements left out because an active note contradicts them
	Dropped   int     `json:"dropped"`   // sentences of a model left out because their citations do not hold
	By        string  `json:"by"`        // Extraction, or the model that wrote it
	Failed    string  `json:"failed,omitempty"`

	Old []byte `json:"-"` // the file as it is, nil where there is none
	New []byte `json:"-"`
}

// Cited is one sentence of a summary with where it stands.
type Cited struct {
	Text    string `json:"text"`
	Path    string `json:"path"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Section string `json:"section,omitempty"` // heading, "" for the title's
	Anchor  string `json:"anchor,omitempty"`
	Title   string `json:"title"` // of the note
}

// extraction is who writes without a model.
const extraction = "extraction"

// ErrNoCategory is the error about a name that no category has.
var ErrNoCategory = errors.New("no such category")

// Plan makes the summaries that are overtaken. Nothing is written.
func Plan(ctx context.Context, b *Base, req Request) (*Evolved, error) {
	out := &Evolved{Summaries: []Renewed{}, Waiting: []Waiting{}}
	if req.Least == 0 {
		req.Least = Newer
	}
	if req.Name != "" && b.Categories.Named(req.Name) == nil {
		return nil, fmt.Errorf("%w: %q", ErrNoCategory, req.Name)
	}
	list := b.Categories.List
	if req.Name != "" {
		list = []*desk.Category{b.Categories.Named(req.Name)}
	}
	made, err := b.each(ctx, list, req)
	if err != nil {
		return nil, err
	}
	builtIn := false
	for i, c := range list {
		switch s, newer := made[i].summary, made[i].newer; {
		case s != nil:
			out.Summaries = append(out.Summaries, *s)
			builtIn = builtIn || c.BuiltIn
		case newer > 0:
			out.Waiting = append(out.Waiting, Waiting{c.Name, newer})
		}
	}
	if builtIn {
		// Where a repository defines one category, kb's own are used no more.
		for _, c := range b.Categories.List {
			if !c.BuiltIn || slices.ContainsFunc(out.Summaries, func(s Renewed) bool { return s.Name == c.Name }) {
				continue
			}
			out.Summaries = append(out.Summaries, Renewed{
				Name: c.Name, Path: ".memory/categories/" + c.Name + ".md", By: extraction,
				Sentences: []Cited{}, New: c.Definition.Note(),
			})
		}
	}
	if req.Meter != nil {
		count := req.Meter.Count()
		out.Asked = &count
	}
	return out, nil
}

// made is what became of one category: a summary, nil for none, and how many notes are newer than it was.
type made struct {
	summary *Renewed
	newer   int
	err     error
}

// each makes the summaries of categories, side by side where no model writes them.
func (b *Base) each(ctx context.Context, list []*desk.Category, req Request) ([]made, error) {
	out := make([]made, len(list))
	many := runtime.GOMAXPROCS(0)
	if req.Chat != nil {
		many = 1
	}
	var group workers.Group
	var next atomic.Int64
	for range min(many, len(list)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if out[i].summary, out[i].newer, out[i].err = b.one(ctx, list[i], req); out[i].err != nil {
					return
				}
			}
		})
	}
	group.Wait()
	for i := range out {
		if out[i].err != nil {
			return nil, out[i].err
		}
	}
	return out, ctx.Err()
}

// one makes the summary of a category, nil where too few notes are newer or nothing would change.
func (b *Base) one(ctx context.Context, c *desk.Category, req Request) (*Renewed, int, error) {
	s := &Renewed{Name: c.Name, Path: c.Summary, By: extraction}
	old, err := b.source(c)
	if err != nil {
		return nil, 0, err
	}
	if s.Path == "" {
		s.Path = ".memory/categories/" + c.Name + ".md"
	}
	if c.Summary != "" {
		s.Old = old
	}
	notes := b.active(b.Categories.Below(c))
	at, err := find(old)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", s.Path, err)
	}
	s.Newer, s.Notes = len(notes), len(notes)
	if at.found {
		s.Newer = b.newer(c, notes)
	}
	cited, gone := b.cited(c.Summary, at)
	s.Gone = gone
	fold := b.toFold(notes, cited)
	due := s.Gone > 0 || s.Newer >= req.Least && s.Newer > 0
	if !due && len(fold) == 0 {
		return nil, s.Newer, nil
	}
	if req.Chat != nil {
		if err := b.write(ctx, c, notes, s, at.text(old), req.Chat); err != nil {
			return nil, 0, err
		}
	}
	if len(s.Sentences) == 0 {
		if err := b.extract(ctx, notes, s); err != nil {
			return nil, 0, err
		}
	}
	if err := b.settle(ctx, s, old, at); err != nil {
		return nil, 0, err
	}
	for _, path := range fold {
		if slices.ContainsFunc(s.Sentences, func(x Cited) bool { return x.Path == path }) {
			s.Folded++
		}
	}
	if len(s.Sentences) == 0 || bytes.Equal(s.New, s.Old) || !due && s.Folded == 0 {
		return nil, s.Newer, nil
	}
	return s, s.Newer, nil
}

// newer counts the notes that are newer than a summary, or are about to be.
func (b *Base) newer(c *desk.Category, notes []desk.CategoryNote) int {
	newer := map[string]bool{}
	for _, n := range c.Newer(notes) {
		newer[n.Path] = true
	}
	for _, n := range notes {
		if slices.Contains(b.Touched, n.Path) {
			newer[n.Path] = true
		}
	}
	return len(newer)
}

// toFold are the paths of notes that are to be folded in and are not cited yet.
func (b *Base) toFold(notes []desk.CategoryNote, cited map[string]bool) (out []string) {
	for _, n := range notes {
		if !cited[n.Path] && slices.Contains(b.Fold, n.Path) {
			out = append(out, n.Path)
		}
	}
	return out
}

// cited are the notes that a summary cites, and how many of its citations lead to notes that are not
// there any more, or do not hold.
func (b *Base) cited(path string, at place) (cited map[string]bool, gone int) {
	cited = map[string]bool{}
	summary := b.Snapshot.Entry(path)
	if !at.found || summary == nil {
		return cited, 0
	}
	for _, l := range summary.Links() {
		if l.Kind != markdown.LinkMarkdown || l.Start < at.start || l.Start >= at.end {
			continue // a sentence may say "CI/CD"
		}
		e := b.Snapshot.Entry(b.Snapshot.Resolver().Link(path, l).Path)
		if e == nil || b.Snapshot.Inactive(e, b.Now) != "" {
			gone++
		} else {
			cited[e.File.Path] = true
		}
	}
	return cited, gone
}

// source is the file of a category, or how a new one begins.
func (b *Base) source(c *desk.Category) ([]byte, error) {
	if c.Summary == "" {
		return c.Definition.Note(), nil
	}
	return b.read(c.Summary)
}

// read gives the bytes of a note.
func (b *Base) read(path string) ([]byte, error) {
	b.reading.Lock()
	defer b.reading.Unlock()
	return b.Read(path)
}

// active are the notes that hold, summaries apart.
func (b *Base) active(notes []desk.CategoryNote) []desk.CategoryNote {
	return slices.DeleteFunc(slices.Clone(notes), func(n desk.CategoryNote) bool {
		e := b.Snapshot.Entry(n.Path)
		return e == nil || n.Kind == category.Kind || b.Snapshot.Inactive(e, b.Now) != ""
	})
}
