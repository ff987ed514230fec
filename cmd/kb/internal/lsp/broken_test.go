package lsp

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/lsp/wire"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

// What waits to be answered breaks the search for findings off, but not for ever.
func TestSearchThatIsBrokenOff(t *testing.T) {
	r := gittest.New(t)
	r.Write("tea.md", "# Tea\n")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	breaks := 0 // how many times a message comes while the search is under way
	var s *Server
	s = New(Options{Log: func(m string) { t.Log(m) }, Now: func() time.Time {
		if s.breakOff != nil && breaks > 0 {
			breaks--
			s.breakOff()
		}
		return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	}})
	s.out = wire.NewWriter(&said)
	s.desk = desk.Of(repo, desk.Options{Now: s.o.Now, Config: &userconfig.Config{}})
	defer s.close()
	text := "# Tea\n\nSee [[none]].\n"
	s.buffers["tea.md"] = s.newBuffer("tea.md", s.uri("tea.md"), []byte(text))
	over, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name                  string
		ctx                   context.Context
		waiting               int // messages
		before, breaks, after int // how often the search was broken off
		told                  bool
	}{
		{"a message waits", t.Context(), 1, mostBroken - 1, 0, mostBroken - 1, false},
		{"it has been broken off often enough", t.Context(), 1, mostBroken, 0, 0, true},
		{"nothing waits", t.Context(), 0, 3, 0, 0, true},
		{"a message comes", t.Context(), 0, 3, 1, 4, false},
		{"the editor has gone", over, 0, 3, 0, 3, false},
	} {
		said.Reset()
		s.changed("tea.md")
		messages := make(chan incoming, 1)
		for range c.waiting {
			messages <- incoming{}
		}
		s.broken, breaks = c.before, c.breaks
		s.tellFindings(c.ctx, messages)
		s.life.wait()
		_, unsaid := s.unsaid["tea.md"]
		if s.broken != c.after || unsaid == c.told || s.breakOff != nil || (said.Len() > 0) != c.told {
			t.Errorf("%s: broken off %d times, want %d; still to be told %v; said %q", c.name, s.broken, c.after, unsaid, said.String())
		}
	}
}

// A method whose parameters are left out is called with none.
func TestParametersLeftOut(t *testing.T) {
	called := func(_ context.Context, p *placeParams) (any, error) { return p.NewName + "called", nil }
	if got, err := decoded(t.Context(), nil, called); err != nil || got != "called" {
		t.Errorf("%v, %v", got, err)
	}
}
