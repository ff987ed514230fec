package panel

import (
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/ask"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/inbox"
)

// These pages answer a person, or show what is theirs alone: they are never written to files.

// asking is what the page of a question shows.
type asking struct {
	Question string
	Reply    *ask.Reply
	Nearest  []ask.Nearby
}

// ask answers the question of the parameter q from the notes; without one the page has a field for
// it.
func (p *Panel) ask(ctx context.Context, v *warm.View, r *request) (*page, error) {
	a := &asking{Question: r.value("q")}
	g := p.newPage("ask", "Ask", a)
	if a.Question == "" {
		return g, nil
	}
	// By extraction, whatever model the person named: a page that is opened sends nothing anywhere.
	reply, err := ask.Ask(ctx, v.View, ask.Request{Query: index.Query{Text: desk.PlainQuery(a.Question)}})
	if err != nil {
		return nil, err
	}
	a.Reply = reply
	return g, nil
}

// How far back it is told what was asked, and how many questions.
const (
	askedDays = 30
	mostAsked = 100
)

// asked lists what was searched in the last askedDays days and found nothing, at most mostAsked
// queries.
func (p *Panel) asked(ctx context.Context, v *warm.View, _ *request) (*page, error) {
	searches, err := v.Searches(ctx, askedDays, mostAsked)
	if err != nil {
		return nil, err
	}
	return p.newPage("asked", "Asked and not found", &askedPage{searches, askedDays}), nil
}

// askedPage is what the page of questions without an answer shows.
type askedPage struct {
	statistics.Searches
	Span int // days
}

// inboxPage is what the page of the inbox shows.
type inboxPage struct {
	There    bool
	Open     []candidate
	Proposed []candidate
	Rest     int // that are not listed
}

// candidate is a note that was learnt and that nobody has decided about.
type candidate struct {
	inbox.Item
	Seen int      // sessions
	Why  []string // what a person should know before deciding
}

// inbox shows what agents learned and nobody has decided about. It opens no inbox where there is
// none, as that would make one.
func (p *Panel) inbox(ctx context.Context, v *warm.View, _ *request) (*page, error) {
	b := &inboxPage{}
	g := p.newPage("inbox", "Inbox and proposals", b)
	dir := agents.At(v.Repo.StateDir()).Dir
	if !inbox.Exists(dir) {
		return g, nil
	}
	box, err := inbox.Open(dir, p.o.Now)
	if err != nil {
		return nil, err
	}
	defer box.Close()
	items, err := box.Items()
	if err != nil {
		return nil, err
	}
	b.There = true
	b.list(items)
	return g, ctx.Err()
}

// list puts the notes of the inbox where they belong, in the order of their numbers.
func (b *inboxPage) list(items []inbox.Item) {
	slices.SortStableFunc(items, func(x, y inbox.Item) int { return x.N - y.N })
	for _, i := range items {
		c := candidate{Item: i, Seen: i.Sessions()}
		if i.Tainted {
			c.Why = append(c.Why, "said after a text from outside was read")
		}
		if i.Finding != "" {
			c.Why = append(c.Why, i.Finding)
		}
		c.Title, c.Statement = strings.TrimSpace(i.Title), short(i.Statement, 2000)
		switch {
		case i.State.Open() && len(b.Open) < perPage:
			b.Open = append(b.Open, c)
		case i.State == inbox.Proposed && len(b.Proposed) < perPage:
			b.Proposed = append(b.Proposed, c)
		case i.State.Open(), i.State == inbox.Proposed:
			b.Rest++
		}
	}
}
