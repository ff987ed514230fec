package lessons

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/model"
)

// LearnRequest asks for what sessions teach.
type LearnRequest struct {
	Sessions []string  // ids, or the first digits of them; none for all that are new
	Since    time.Time // only sessions that changed since then
	From     string    // only of this store
	DryRun   bool      // the inbox stays as it is

	Chat model.Chat // is asked about each session that is read; nil for none
}

// Learnt is what sessions taught.
type Learnt struct {
	Read          int                  `json:"read"`      // sessions that were read
	Unchanged     int                  `json:"unchanged"` // sessions that were read before
	Hooked        int                  `json:"hooked"`    // sessions of which only hooks told
	Outside       int                  `json:"outside"`   // of those read: that came with the repository
	Skipped       int                  `json:"skipped"`   // records that could not be read
	New           []inbox.Item         `json:"new"`
	Stronger      []inbox.Item         `json:"stronger"` // known candidates that were found again
	Waiting       int                  `json:"waiting"`  // seen, and not sure enough yet
	Confirmations []inbox.Confirmation `json:"confirmations"`
	Dropped       map[string]int       `json:"dropped"` // by reason
	Failed        []string             `json:"failed"`  // sessions that could not be read, and why
}

// Withheld reports whether something was held back because it holds a secret.
func (l *Learnt) Withheld() int { return l.Dropped[learn.HasSecret] }

// Learn reads sessions and puts what they teach into the inbox. A session that did not change since
// it was read is not read again.
func (s *School) Learn(ctx context.Context, req LearnRequest) (*Learnt, error) {
	seats, err := s.Sessions(ctx, req.From)
	if err != nil {
		return nil, err
	}
	chosen, err := choose(seats, req)
	if err != nil {
		return nil, err
	}
	if err := s.Settle(ctx); err != nil {
		return nil, err
	}
	l := &lesson{school: s, chat: req.Chat, turns: map[string]string{}, out: &Learnt{
		New: []inbox.Item{}, Stronger: []inbox.Item{}, Confirmations: []inbox.Confirmation{}, Dropped: map[string]int{}, Failed: []string{},
	}}
	if l.items, err = s.Inbox.Items(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(chosen, func(a, b Seat) int { return a.Touched.Compare(b.Touched) })
	for i, seat := range chosen {
		s.Watch(i, len(chosen))
		if seat.Read && len(req.Sessions) == 0 {
			l.out.Unchanged++
			continue
		}
		if err := l.take(ctx, seat); err != nil {
			return nil, err
		}
	}
	s.Watch(len(chosen), len(chosen))
	l.hearEchoes()
	// Of a branch that was merged the state of work becomes an episode, of one that is gone it goes.
	for i := range l.items {
		item := &l.items[i]
		if item.Rule != "episode" || item.Type != "work_state" || item.State != inbox.New || item.N == 0 {
			continue
		}
		switch l.fateOf(ctx, item.OfBranch, item.Commits) {
		case merged:
			item.OnBranch(true)
			l.changed(i)
		case lost:
			l.gone = append(l.gone, item.N)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := l.hooked(ctx, seats, req); err != nil {
		return nil, err
	}
	if err := l.habits(ctx); err != nil {
		return nil, err
	}
	return l.out, l.keep(req.DryRun)
}

// choose picks the sessions that a request names.
func choose(seats []Seat, req LearnRequest) ([]Seat, error) {
	var out []Seat
	for _, name := range req.Sessions {
		seat, err := Pick(seats, name)
		if err != nil {
			return nil, err
		}
		out = append(out, seat)
	}
	if len(req.Sessions) > 0 {
		return out, nil
	}
	for _, seat := range seats {
		if req.Since.IsZero() || !seat.Touched.Before(req.Since) {
			out = append(out, seat)
		}
	}
	return out, nil
}

// lesson is one run of learning.
type lesson struct {
	school *School
	chat   model.Chat   // nil for none
	notes  *notes       // read when the first candidate asks
	items  []inbox.Item // of the inbox in its order, then the new ones
	dirty  []int        // items that changed, by their index
	read   []inbox.Session
	echoes []learn.Echo
	out    *Learnt

	turns   map[string]string // as Inbox.Turn has them: those that it was asked for, and new ones
	traces  []inbox.Traced    // of the sessions that were read
	reached map[string]int    // modules that were looked at
	ignored map[string]bool
	gone    []int           // numbers of items whose branch came to nothing
	merged  map[string]fate // of branches, once they are asked for
}

// take reads a session and adds what it teaches.
func (l *lesson) take(ctx context.Context, seat Seat) error {
	session, err := l.school.Tell(ctx, seat)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		l.out.Failed = append(l.out.Failed, fmt.Sprintf("%s %s: %v", seat.Client, seat.ID, err))
		return nil
	}
	if l.notes == nil {
		if l.notes, err = l.school.notes(ctx); err != nil {
			return err
		}
	}
	repo := l.repository(ctx)
	// A fork has copies of its parent's turns, each of the same instant: what no session had is this one's from now on.
	repo.Counted = func(e chat.Event) bool {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", seat.Client, e.Time.UnixNano(), e.Text))
		turn := hex.EncodeToString(sum[:8])
		if l.turns[turn] == "" && !e.Time.IsZero() {
			first, _ := l.school.Inbox.Turn(turn) // an inbox that cannot be read is not written either
			l.turns[turn] = cmp.Or(first, seat.key())
		}
		return cmp.Or(l.turns[turn], seat.key()) != seat.key()
	}
	got := learn.From(session, repo)
	asked, err := l.ask(ctx, session, repo)
	if err != nil {
		return err
	}
	got.Candidates = append(got.Candidates, asked.Candidates...)
	for why, n := range asked.Dropped {
		got.Dropped[why] += n
	}
	l.out.Read++
	l.out.Skipped += session.Skipped
	for why, n := range got.Dropped {
		l.out.Dropped[why] += n
	}
	l.noted(seat.key(), seat.Stamp, session, got)
	if err := l.episode(ctx, got.Episode); err != nil {
		return err
	}
	for _, c := range got.Candidates {
		if err := l.add(c); err != nil {
			return err
		}
	}
	l.echoes = append(l.echoes, got.Echoes...)
	return nil
}

// noted keeps that a session was read, and what is counted of it. Of one that is still at work only
// what tells at once is counted, and it is read again.
func (l *lesson) noted(id, stamp string, session *chat.Session, got *learn.Learnt) {
	trace := got.Trace
	if l.school.atWork(session) {
		trace, stamp = trace.Early(), ""
	}
	l.read = append(l.read, inbox.Session{
		ID: id, Client: session.Client, Stamp: stamp, Started: session.Started, Ended: session.Ended,
		Kind: string(got.Kind), Turns: got.Turns, Skipped: session.Skipped, Found: len(got.Candidates),
	})
	t := inbox.Traced{ID: id, Trace: trace}
	if !session.Started.IsZero() {
		t.Started = session.Started.Unix()
	}
	if !session.Outside {
		l.traces = append(l.traces, t)
	} else {
		l.out.Outside++
	}
}

// add puts a candidate to the others: it makes a known one stronger, confirms a note, or is new.
func (l *lesson) add(c learn.Candidate) error {
	if c.Kind == "memory" && c.Type == "" {
		c.Type = draft.TypeOf(c.Statement)
		if draft.IsDecision(c.Statement) {
			c.Kind, c.Type = "decision", ""
		}
	}
	for _, outside := range []bool{false, true} { // what was said here before what came from outside
		for i := range l.items {
			if (l.items[i].Origin == learn.Outside) == outside && l.items[i].Says(&c) {
				l.strengthen(i, c)
				return nil
			}
		}
	}
	decided, err := l.school.Inbox.Decided(c)
	if err != nil {
		return err
	}
	if decided {
		l.out.Dropped[learn.Refused]++
		return nil
	}
	if at, ok := l.notes.told(c.Statement); ok {
		l.out.Dropped[learn.Told]++
		if c.Origin != learn.Outside {
			l.confirm(at, c.Statement, c.Evidence)
		}
		return nil
	}
	item := inbox.Item{Candidate: c, State: inbox.New}
	l.weigh(&item)
	l.items = append(l.items, item)
	l.dirty = append(l.dirty, len(l.items)-1)
	return nil
}

// strengthen adds evidence to a known candidate. One that a person has decided about stays as it is.
func (l *lesson) strengthen(i int, c learn.Candidate) {
	item := &l.items[i]
	before, whose := slices.Clone(item.Evidence), item.Origin
	switch item.State {
	case inbox.Dropped, inbox.Refused:
		l.out.Dropped[learn.Refused]++
		return
	case inbox.Edited:
		words := item.Candidate
		item.Join(c)
		item.Title, item.Statement, item.Type, item.Kind = words.Title, words.Statement, words.Type, words.Kind
	default:
		item.Join(c)
	}
	if slices.Equal(item.Evidence, before) && item.Origin == whose {
		return // the same session again
	}
	if item.State == inbox.Waiting || item.State == inbox.New {
		l.weigh(item)
	}
	if !slices.Contains(l.dirty, i) {
		l.dirty = append(l.dirty, i)
	}
}

// weigh decides whether a candidate is shown, and says what it contradicts.
func (l *lesson) weigh(item *inbox.Item) {
	item.State = inbox.Waiting
	if item.Ready() {
		item.State = inbox.New
	}
	item.Finding, item.Against = l.notes.against(item.Statement)
}

// confirm notes for each piece of evidence that a session said again what the notes say at a place;
// keep writes it down.
func (l *lesson) confirm(at validate.Place, said string, evidence []learn.Evidence) {
	for _, e := range evidence {
		l.out.Confirmations = append(l.out.Confirmations, inbox.Confirmation{Path: at.Path, Line: at.Line, Said: said, Evidence: e})
	}
}

// hearEchoes adds what people said again in few words to what it repeats: a candidate, or a note.
func (l *lesson) hearEchoes() {
	for _, echo := range l.echoes {
		heard, said := false, learn.Hear(echo.Statement)
		for i := range l.items {
			item := &l.items[i]
			if heard = item.Origin != learn.Outside && said.Within(item.Heard()); heard {
				c := item.Candidate
				c.Evidence = []learn.Evidence{echo.Evidence}
				l.strengthen(i, c)
				break
			}
		}
		if heard {
			continue
		}
		if at, ok := l.notes.told(echo.Statement); ok {
			l.confirm(at, echo.Statement, []learn.Evidence{echo.Evidence})
		}
	}
}

// keep writes what was learnt into the inbox, in one step.
func (l *lesson) keep(dry bool) error {
	write := func() error {
		for _, i := range l.dirty {
			if err := l.school.Inbox.Put(l.items[i]); err != nil {
				return err
			}
		}
		for _, n := range l.gone {
			if err := l.school.Inbox.Remove(n); err != nil {
				return err
			}
		}
		for _, c := range l.out.Confirmations {
			if err := l.school.Inbox.Confirm(c); err != nil {
				return err
			}
		}
		for _, s := range l.read {
			if err := l.school.Inbox.PutSession(s); err != nil {
				return err
			}
		}
		for turn, session := range l.turns {
			if err := l.school.Inbox.PutTurn(turn, session); err != nil {
				return err
			}
		}
		for _, t := range l.traces {
			if err := l.school.Inbox.PutTrace(t.ID, t.Started, t.Trace); err != nil {
				return err
			}
		}
		for name, at := range l.reached {
			if err := l.school.Inbox.PutModule(name, at); err != nil {
				return err
			}
		}
		return nil
	}
	if !dry {
		if err := l.school.Inbox.Write(write); err != nil {
			return err
		}
	}
	return l.tell(dry)
}

// tell sorts what changed into what a person is told. What was new has its number from the inbox,
// where the items are found by their ids: some are gone from it, and others may have come.
func (l *lesson) tell(dry bool) error {
	all := l.items
	if !dry {
		var err error
		if all, err = l.school.Inbox.Items(); err != nil {
			return err
		}
	}
	byID := map[string]inbox.Item{}
	for _, item := range all {
		byID[item.ID] = item
	}
	for _, i := range l.dirty {
		was := &l.items[i]
		item, ok := byID[was.ID]
		switch {
		case !ok || slices.Contains(l.gone, was.N):
			continue
		case item.State == inbox.Waiting:
			l.out.Waiting++
		case was.N == 0 && item.State.Open():
			l.out.New = append(l.out.New, item)
		default:
			l.out.Stronger = append(l.out.Stronger, item)
		}
	}
	return nil
}

// told is the place of a statement that says what a candidate says, if the notes have one.
func (n *notes) told(statement string) (at validate.Place, ok bool) {
	if n.said == nil {
		n.hear()
	}
	best, said := 0.0, learn.Hear(statement)
	for _, o := range n.said {
		if like := said.Alike(o.Said); like > best {
			best, at = like, o.at
		}
	}
	return at, best > 0
}

// hear reads all statements that hold.
func (n *notes) hear() {
	n.said = []heard{}
	for _, e := range n.snap.Entries {
		if isPage(e.File.Path) || n.snap.Inactive(e, time.Time{}) != "" {
			continue
		}
		for _, st := range e.Statements() {
			n.said = append(n.said, heard{learn.Hear(st.Text), st.Text, validate.Place{Path: e.File.Path, Line: st.Line, Col: st.Col}})
		}
	}
}

// isPage reports whether a markdown file is itself a record of sessions.
func isPage(name string) bool {
	return strings.HasPrefix(name, ".specstory/") || strings.HasPrefix(path.Base(name), ".aider.")
}

// heard is a statement of a note, ready to be compared.
type heard struct {
	learn.Said
	text string
	at   validate.Place
}

// against says what a statement contradicts, "" for nothing.
func (n *notes) against(statement string) (finding, note string) {
	for _, said := range n.checker.Check(validate.Statements("candidate.md", []byte(statement))) {
		if said.Relation == "contradicts" && !isPage(said.Path) {
			return fmt.Sprintf("contradicts %s:%d: %s", said.Path, said.Line, said.Explanation), said.Path
		}
	}
	return "", ""
}

// Edit changes the words of a candidate, and asks anew what they contradict.
func (s *School) Edit(ctx context.Context, item *inbox.Item, text, title, typ string) error {
	if text != "" && strings.TrimSpace(text) == "" || title != "" && strings.TrimSpace(title) == "" {
		return errors.New("blanks alone say nothing")
	}
	if len(secret.Suspect([]byte(text+"\n"+title))) > 0 {
		return errors.New("the text holds what looks like a secret")
	}
	n, err := s.notes(ctx)
	if err != nil {
		return err
	}
	if text != "" {
		item.Statement, item.Quote = text, ""
		if title == "" {
			title = draft.TitleOf(text)
		}
	}
	if title != "" {
		item.Title = title
	}
	if typ != "" {
		item.Kind, item.Type = "memory", typ
	}
	item.Finding, item.Against = n.against(item.Statement)
	item.State = inbox.Edited
	return s.Inbox.Put(*item)
}
