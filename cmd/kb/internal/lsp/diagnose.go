package lsp

import (
	"context"
	"maps"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// finding is one of an open document, with its place there.
type finding struct {
	validate.Finding
	at Range
}

// severities of the protocol.
const (
	severityError = iota + 1
	severityWarning
	severityInfo
)

// tellFindings judges the buffers that changed, until a message comes that is to be answered first.
func (s *Server) tellFindings(ctx context.Context, messages <-chan incoming) {
	searching, end := context.WithCancel(ctx)
	defer end()
	s.search(end, s.broken)
	defer func() { s.search(nil, s.broken) }()
	for _, path := range slices.Sorted(maps.Keys(s.unsaid)) {
		if len(messages) > 0 && s.broken < mostBroken || ctx.Err() != nil {
			return // the next message sets the clock anew
		}
		now, err := s.now(ctx)
		if err != nil {
			s.log("read the notes: " + err.Error())
			return
		}
		err = s.tell(searching, now, path)
		if searching.Err() != nil {
			s.search(nil, s.broken+1)
			return
		}
		delete(s.unsaid, path)
		s.search(end, 0)
		if err != nil {
			s.log("look for findings in " + path + ": " + err.Error())
		}
	}
}

// search notes how a message ends the search for findings that is under way, and how often one has.
func (s *Server) search(end func(), broken int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.breakOff, s.broken = end, broken
}

// tell judges one buffer among the notes and says what was found.
func (s *Server) tell(ctx context.Context, now *snapshot.Snapshot, path string) error {
	b := s.buffers[path]
	if b == nil {
		return nil
	}
	source, _ := encoding.Decode(b.text)
	found, err := validate.Note(ctx, s.desk.Repo, now, path, source, validate.Options{Day: s.o.Now()})
	if err != nil {
		return err
	}
	s.judged[path] = nil
	out := []Diagnostic{}
	for _, f := range found {
		if f.Waived != "" {
			continue
		}
		told := finding{f, b.place(&f.Place)}
		s.judged[path] = append(s.judged[path], told)
		out = append(out, s.diagnostic(&told))
	}
	return s.out.Notify("textDocument/publishDiagnostics", diagnosticsParams{URI: b.uri, Version: b.version, Diagnostics: out})
}

// place is the range of a finding: from its column to the end of its last line.
func (b *buffer) place(p *validate.Place) Range {
	start := b.byteAt(p.Line, p.Col)
	return b.span(start, max(start, b.lineEnd(b.byteAt(max(p.EndLine, p.Line), 1))))
}

// diagnostic words a finding for the editor.
func (s *Server) diagnostic(f *finding) Diagnostic {
	d := Diagnostic{Range: f.at, Code: f.Rule, Source: "kb", Message: report.Clean(f.Message), Data: f.Fingerprint}
	switch f.Severity {
	case validate.Error:
		d.Severity = severityError
	case validate.Warning:
		d.Severity = severityWarning
	default:
		d.Severity = severityInfo
	}
	if f.Suggestion != "" {
		d.Message += "\n" + f.Suggestion
	}
	for _, p := range f.Related {
		other, err := s.at(p.Path)
		if err != nil {
			continue
		}
		message := p.Text
		if message == "" {
			message = f.Rule
		}
		d.Related = append(d.Related, related{Location{s.uri(p.Path), other.place(&p)}, message})
	}
	return d
}
