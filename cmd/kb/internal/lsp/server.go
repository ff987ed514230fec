// Package lsp is the server for editors: the language server protocol on an open repository. What
// it answers counts what the editor has not saved yet. It writes no file: an edit is given to the
// editor, which makes it.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/lsp/wire"
)

// Options of New; all are required.
type Options struct {
	Open    func(ctx context.Context, folder string) (*desk.Desk, error) // the repository that a folder lies in, "" for the current one
	Version string                                                       // of kb
	Now     func() time.Time
	Log     func(message string) // for the person who looks for a fault
}

// Server answers one editor. Use it once.
type Server struct {
	o     Options
	out   *wire.Writer
	phase phase

	desk    *desk.Desk // nil outside of a repository
	root    string     // of the work tree as the editor spells it, "" where that is as kb does
	utf8    bool       // positions count bytes
	watches bool       // the editor tells what changes on disk
	buffers map[string]*buffer
	notes   notes
	judged  map[string][]finding // of open buffers, by path
	unsaid  map[string]struct{}  // buffers whose findings are to be told
	asked   int                  // requests to the editor
	life    life
	reread  chan reread // one at a time

	mu        sync.Mutex
	cancelled map[string]bool // ids of requests that nobody waits for any more
	breakOff  func()          // ends the search for findings; nil while there is none
	broken    int             // how often it was ended since it came to an end
}

// phase is how far the editor has come; what is out of place is refused.
type phase uint8

const (
	fresh phase = iota // before initialize
	running
	shutDown // after shutdown: only exit is left
	exited
)

// New returns a server on nothing yet: the editor says which folder is meant.
func New(o Options) *Server {
	return &Server{
		o: o, buffers: map[string]*buffer{}, judged: map[string][]finding{}, unsaid: map[string]struct{}{}, cancelled: map[string]bool{},
		life: life{done: make(chan *past, 1)}, reread: make(chan reread, 1),
	}
}

func (s *Server) log(message string) { s.o.Log(message) }

// pause is how long after a change the findings are looked for, if no other change comes.
const pause = 50 * time.Millisecond

// mostBroken bounds how often messages end the search for findings before it has come to an end.
const mostBroken = 20

// queued bounds the messages that were read and wait.
const queued = 256

// incoming is a message, or why there is none.
type incoming struct {
	m   *wire.Message
	err error
}

// Serve answers until the editor says exit, its stream ends, or the context does. The error is nil
// where the editor asked for the end.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.out = wire.NewWriter(out)
	messages := make(chan incoming, queued)
	go s.receive(ctx, wire.NewReader(in), messages)
	defer s.close()
	idle := time.NewTimer(time.Hour)
	defer idle.Stop()
	for s.phase != exited {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case next := <-messages:
			if next.err != nil && !errors.Is(next.err, wire.ErrMalformed) {
				if errors.Is(next.err, io.EOF) && s.phase == shutDown {
					return nil
				}
				return fmt.Errorf("the editor is gone: %w", next.err)
			}
			if err := s.take(ctx, next); err != nil {
				return err
			}
			idle.Reset(pause)
		case p := <-s.life.done:
			s.takeLife(ctx, p)
		case r := <-s.reread:
			if s.takeReread(ctx, r) {
				idle.Reset(pause)
			}
		case <-idle.C:
			s.tellFindings(ctx, messages)
		}
	}
	return nil
}

// receive reads messages. A cancellation overtakes what waits.
func (s *Server) receive(ctx context.Context, in *wire.Reader, messages chan<- incoming) {
	for {
		m, err := in.Read()
		if err == nil && m.Method == "$/cancelRequest" {
			s.cancel(m.Params)
			continue
		}
		select {
		case messages <- incoming{m, err}:
		case <-ctx.Done():
			return
		}
		s.mu.Lock()
		if s.breakOff != nil && s.broken < mostBroken {
			s.breakOff()
		}
		s.mu.Unlock()
		if err != nil && !errors.Is(err, wire.ErrMalformed) {
			return
		}
	}
}

// cancel notes that nobody waits for a request. One that is answered already is forgotten with the next.
func (s *Server) cancel(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &p) != nil || len(p.ID) == 0 || len(p.ID) > 100 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.cancelled) >= queued {
		clear(s.cancelled)
	}
	s.cancelled[string(p.ID)] = true
}

// wasCancelled tells whether nobody waits for a request any more, and forgets its id, which an
// editor may use again.
func (s *Server) wasCancelled(id json.RawMessage) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.cancelled[string(id)]
	delete(s.cancelled, string(id))
	return was
}

// take answers one message. An error is one of the stream.
func (s *Server) take(ctx context.Context, next incoming) error {
	m := next.m
	switch {
	case next.err != nil:
		return s.out.Respond(nil, nil, &wire.Error{Code: wire.ParseError, Message: next.err.Error()})
	case m.Method == "":
		return nil // the answer to a request of ours, which needs none
	case m.Request() && s.wasCancelled(m.ID):
		return s.out.Respond(m.ID, nil, &wire.Error{Code: wire.RequestCancelled, Message: "cancelled"})
	}
	var result any
	err := guard(m.Method, s.log, func() (err error) {
		result, err = s.dispatch(ctx, m)
		return err
	})
	if !m.Request() {
		if err != nil {
			s.log(m.Method + ": " + err.Error())
		}
		return nil
	}
	return s.out.Respond(m.ID, result, failure(err))
}

// failure words an error for the editor.
func failure(err error) *wire.Error {
	if err == nil {
		return nil
	}
	var told *wire.Error
	if errors.As(err, &told) {
		return told
	}
	return &wire.Error{Code: wire.RequestFailed, Message: err.Error()}
}

// dispatch finds what answers a method, if that is in place now.
func (s *Server) dispatch(ctx context.Context, m *wire.Message) (any, error) {
	switch {
	case m.Method == "exit":
		if s.phase != shutDown {
			s.log("the editor left without saying so before")
		}
		s.phase = exited
		return nil, nil
	case m.Method == "initialize" && s.phase == fresh:
		return decoded(ctx, m.Params, s.initialize)
	case s.phase == fresh:
		return nil, &wire.Error{Code: wire.NotInitialized, Message: "initialize comes first"}
	case s.phase == shutDown, m.Method == "initialize":
		return nil, &wire.Error{Code: wire.InvalidRequest, Message: m.Method + " is out of place"}
	case m.Method == "shutdown":
		s.phase = shutDown
		return nil, nil
	}
	call, known := s.calls()[m.Method]
	if !known {
		return nil, &wire.Error{Code: wire.MethodNotFound, Message: "no such method: " + m.Method}
	}
	if s.desk == nil {
		return nil, nil
	}
	return call(ctx, m.Params)
}

// call answers one method.
type call func(ctx context.Context, params json.RawMessage) (any, error)

// calls are the methods that are answered on an open repository.
func (s *Server) calls() map[string]call {
	return map[string]call{
		"initialized":                     on(s.initialized),
		"textDocument/didOpen":            on(s.didOpen),
		"textDocument/didChange":          on(s.didChange),
		"textDocument/didSave":            on(s.didSave),
		"textDocument/didClose":           on(s.didClose),
		"workspace/didChangeWatchedFiles": on(s.didChangeFiles),
		"workspace/didRenameFiles":        on(s.didRenameFiles),
		"workspace/willRenameFiles":       on(s.willRenameFiles),
		"workspace/symbol":                on(s.workspaceSymbols),
		"workspace/executeCommand":        on(s.execute),
		"textDocument/completion":         on(s.completion),
		"textDocument/hover":              on(s.hover),
		"textDocument/definition":         on(s.definition),
		"textDocument/references":         on(s.references),
		"textDocument/documentSymbol":     on(s.documentSymbols),
		"textDocument/prepareRename":      on(s.prepareRename),
		"textDocument/rename":             on(s.rename),
		"textDocument/codeAction":         on(s.codeActions),
		"textDocument/codeLens":           on(s.codeLenses),
	}
}

// on makes a call of a function of the method's parameters.
func on[P any](answer func(context.Context, *P) (any, error)) call {
	return func(ctx context.Context, params json.RawMessage) (any, error) { return decoded(ctx, params, answer) }
}

// decoded reads the parameters of a method into a P and calls what answers it. Where there are
// none, P is zero; where they do not fit, the error is InvalidParams.
func decoded[P any](ctx context.Context, params json.RawMessage, answer func(context.Context, *P) (any, error)) (any, error) {
	var p P
	if len(params) > 0 {
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, &wire.Error{Code: wire.InvalidParams, Message: err.Error()}
		}
	}
	return answer(ctx, &p)
}

// request asks the editor something whose answer does not matter.
func (s *Server) request(method string, params any) {
	s.asked++
	if err := s.out.Request(s.asked, method, params); err != nil {
		s.log(err.Error())
	}
}

// close waits for what is at work.
func (s *Server) close() {
	s.life.wait()
	if s.desk != nil {
		s.desk.Close(nil)
	}
}
