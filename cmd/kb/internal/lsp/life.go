package lsp

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/text/wording"
)

// past is what the history tells of the notes.
type past struct {
	*desk.Past
	stale map[string]string // by path, why a note may no longer hold
	err   error
}

// life is what is known of the past, read beside the answers.
type life struct {
	done  chan *past     // has room for one: the history is read once
	known *past          // nil until it was read
	busy  sync.WaitGroup // all that reads beside the answers, notes included
}

func (l *life) wait() { l.busy.Wait() }

// line says who changed a note last; "" where that is not known (yet).
func (l *life) line(ctx context.Context, path string) string {
	if l.known == nil || l.known.Head == "" {
		return ""
	}
	sum, err := l.known.FirstLast(ctx, l.known.Head, path)
	if err != nil || sum.Last == nil {
		return ""
	}
	by := sum.Last.Author
	return fmt.Sprintf("%s by %s in %.7s, %s", by.When.Format(time.DateOnly), by.Name, sum.Last.ID, wording.Count(sum.Commits, "commit"))
}

// takeLife takes over what was read.
func (s *Server) takeLife(ctx context.Context, p *past) {
	if p.err != nil {
		if ctx.Err() == nil {
			s.log("read the history: " + p.err.Error())
		}
		return
	}
	s.life.known = p
}
