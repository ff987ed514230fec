package mcp

import (
	"context"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/kb/usage"
)

// Use is one call of a tool: what was asked of one repository, and what was found or opened there.
type Use struct {
	Root    string         // its Name
	Client  string         // that the client goes by, "" when it does not say
	Tool    string         // that was called
	Query   string         // what was asked, "" for a tool that takes no question
	Mode    string         // of a search
	Terms   []string       // that were looked for, as the index has them
	Results []usage.Result // best first
	Opened  *usage.Note    // that was read, nil for none
	Took    time.Duration  // until the answer was ready
	At      time.Time      // when it was
}

// waitingUses is how many uses wait to be recorded; more are dropped, for a record must not hold up answers.
const waitingUses = 256

// used is what a call uses.
type used struct {
	tool, query, mode string
	terms             []string
	roots             []string                  // asked
	results           map[string][]usage.Result // by repository
	openedIn          string                    // the repository of opened
	opened            *usage.Note               // nil where no note was read
}

// asks says that a call asks a question.
func (u *used) asks(query, mode string) { u.query, u.mode = query, mode }

// in says that a repository is asked.
func (u *used) in(root string) {
	for _, r := range u.roots {
		if r == root {
			return
		}
	}
	u.roots = append(u.roots, root)
}

// shows says that a note is part of the answer.
func (u *used) shows(ctx context.Context, st *warm.View, path string, score float64) {
	u.in(st.Keeper.Name)
	if u.results == nil {
		u.results = map[string][]usage.Result{}
	}
	u.results[st.Keeper.Name] = append(u.results[st.Keeper.Name], usage.Result{Note: st.Used(ctx, path), Score: score})
}

// opens says that a note was read.
func (u *used) opens(ctx context.Context, st *warm.View, path string) {
	n := st.Used(ctx, path)
	u.openedIn, u.opened = st.Keeper.Name, &n
}

// record hands on what the call has used.
func (c *call) record(took time.Duration) {
	if c.server.o.Record == nil {
		return
	}
	use := Use{Client: clientName(c.request), Tool: c.use.tool, Mode: c.use.mode, Took: took, At: c.server.o.Now()}
	if c.use.opened != nil {
		one := use
		one.Root, one.Opened = c.use.openedIn, c.use.opened
		c.server.keep(one)
	}
	if c.use.query == "" {
		return
	}
	for _, root := range c.use.roots {
		one := use
		one.Root, one.Query, one.Terms, one.Results = root, c.use.query, c.use.terms, c.use.results[root]
		c.server.keep(one)
	}
}

// keep hands a use to recordAll, and drops it where waitingUses wait already. It never blocks.
func (s *Server) keep(u Use) {
	select {
	case s.uses <- u:
	default:
	}
}

// recordAll records uses until the server ends, and then those that wait.
func (s *Server) recordAll() {
	defer close(s.recorded)
	for {
		select {
		case u := <-s.uses:
			s.recordOne(u)
		case <-s.ctx.Done():
			for {
				select {
				case u := <-s.uses:
					s.recordOne(u)
				default:
					return
				}
			}
		}
	}
}

// recordOne calls Options.Record; a panic of it costs this one record.
func (s *Server) recordOne(u Use) {
	s.o.beside("recording what was asked", func() error { s.o.Record(u); return nil })
}
