package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"
	"unicode"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown/edit"
)

// The commands behind code lenses.
const (
	commandVerify = "kb.verify"
	commandLinked = "kb.linked"
)

// codeActions offers the ways out of the findings in a range, and to note that this note was verified.
func (s *Server) codeActions(ctx context.Context, p *actionParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return []CodeAction{}, nil
	}
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	out := []CodeAction{}
	for i := range s.judged[b.path] {
		f := &s.judged[b.path][i]
		if f.at.End.Line < p.Range.Start.Line || f.at.Start.Line > p.Range.End.Line {
			continue
		}
		switch f.Rule {
		case "contradiction", "near-duplicate":
			out = append(out, s.supersede(b, f)...)
		case "broken-link":
			out = append(out, s.mendLink(ctx, now, b, f)...)
		}
		out = append(out, s.waive(f))
	}
	if changes, err := s.verified(b); err == nil && b.inFront(b.offset(p.Range.Start)) {
		out = append(out, CodeAction{Title: "Set verified to today", Kind: "refactor.rewrite", Edit: *changes.edit()})
	}
	return out, nil
}

// supersede offers to say that this note replaces the other one.
func (s *Server) supersede(b *buffer, f *finding) (out []CodeAction) {
	for _, p := range f.Related {
		if p.Path == "" || p.Path == b.path {
			continue
		}
		after, err := edit.AddRelation(b.text, "supersedes", strings.TrimSuffix(p.Path, ".md"), 0)
		if r := record(b); r != nil {
			var other []byte
			other, err = s.ReadWork(p.Path)
			after = r.Relate("Supersedes", adr.At(p.Path, other))
		}
		if err != nil {
			continue
		}
		changes := changeSet{}
		changes.rewrite(b, after)
		return []CodeAction{{Title: "This note supersedes " + report.CleanLine(p.Path), Kind: "quickfix", Edit: *changes.edit()}}
	}
	return nil
}

// mendLink offers the notes with the most similar names, and to write the missing one.
func (s *Server) mendLink(ctx context.Context, now *snapshot.Snapshot, b *buffer, f *finding) (out []CodeAction) {
	l := b.linkAt(b.offset(f.at.Start))
	if l == nil || l.TargetEnd <= l.TargetStart {
		return nil
	}
	wiki := b.wiki(l)
	for i, near := range now.Resolver().Suggest(l.Target, 2) {
		target := escaped(relative(b.path, near))
		if wiki {
			target = strings.TrimSuffix(near, ".md")
		}
		changes := changeSet{}
		changes.replace(b, l.TargetStart, l.TargetEnd, target)
		title := "Link to " + report.CleanLine(near)
		out = append(out, CodeAction{Title: title, Kind: "quickfix", Preferred: i == 0, Edit: *changes.edit()})
	}
	if missing := missingPath(b.path, l.Target, wiki); s.fits(ctx, missing) && !s.Exists(missing) {
		uri := s.uri(missing)
		out = append(out, CodeAction{Title: "Create " + report.CleanLine(missing), Kind: "quickfix", Edit: WorkspaceEdit{[]any{
			FileOperation{Kind: "create", URI: uri},
			DocumentEdit{versioned{URI: uri}, []TextEdit{{NewText: "# " + titleOf(missing) + "\n"}}},
		}}})
	}
	return out
}

// waive offers to accept a finding. The reason is for the person to write: without one it does not count.
func (s *Server) waive(f *finding) CodeAction {
	entry := f.Entry("", "", "")
	entry = strings.TrimSuffix(entry, "\n") + "\n    reason: \n"
	changes := WorkspaceEdit{}
	b, err := s.at(kb.WaiversFile)
	if err != nil {
		b = s.newBuffer(kb.WaiversFile, s.uri(kb.WaiversFile), nil)
		changes.Changes = append(changes.Changes, FileOperation{Kind: "create", URI: b.uri})
	}
	if len(bytes.TrimSpace(b.text)) == 0 {
		entry = "waivers:\n" + entry
	} else if b.text[len(b.text)-1] != '\n' {
		entry = "\n" + entry
	}
	end := b.position(len(b.text))
	changes.Changes = append(changes.Changes, DocumentEdit{versioned{b.uri, b.version}, []TextEdit{{Range{end, end}, entry}}})
	return CodeAction{Title: fmt.Sprintf("Waive this %s (write the reason in %s)", f.Rule, kb.WaiversFile), Kind: "quickfix", Edit: changes}
}

// record is a decision in a log of another tool, nil for another note.
func record(b *buffer) *adr.Record {
	note, _ := kb.NewNote(b.path, "", b.document(), b.text)
	return adr.Read(&note, b.text)
}

// verified writes today's date as that on which somebody last checked the note.
func (s *Server) verified(b *buffer) (changeSet, error) {
	if record(b) != nil {
		return nil, edit.ErrRefused
	}
	after, err := edit.Set(b.text, "verified", s.o.Now().Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	changes := changeSet{}
	changes.rewrite(b, after)
	return changes, nil
}

// codeLenses say above a note why it may no longer hold, and how many notes link to it.
func (s *Server) codeLenses(ctx context.Context, p *documentParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return []CodeLens{}, nil
	}
	back, err := s.linked(ctx, b.path)
	if err != nil {
		return nil, err
	}
	out := []CodeLens{}
	if n := len(back); n > 0 {
		out = append(out, CodeLens{Command: Command{fmt.Sprintf("%d links to this note", n), commandLinked, []any{b.uri}}})
		if n == 1 {
			out[0].Command.Title = "1 link to this note"
		}
	}
	if s.life.known != nil && s.life.known.stale[b.path] != "" {
		out = append(
			out,
			CodeLens{Command: Command{"stale? " + s.life.known.stale[b.path] + " (set verified)", commandVerify, []any{b.uri}}},
		)
	}
	return out, nil
}

// execute does what a code lens offers.
func (s *Server) execute(ctx context.Context, p *commandParams) (any, error) {
	var uri string
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &uri) != nil {
		return nil, fmt.Errorf("%s takes the URI of a note", p.Command)
	}
	b, err := s.buffer(uri)
	if err != nil {
		return nil, err
	}
	switch p.Command {
	case commandVerify:
		changes, err := s.verified(b)
		if err != nil {
			return nil, err
		}
		s.request("workspace/applyEdit", map[string]any{"label": "set verified", "edit": changes.edit()})
		return nil, nil
	case commandLinked:
		return s.linksTo(ctx, b, -1)
	}
	return nil, fmt.Errorf("no such command: %s", p.Command)
}

// missingPath is where the note lies that a broken link would name: beside the note that links, or where
// the link says.
func missingPath(from, target string, wiki bool) string {
	if target == "" {
		return ""
	}
	if !kb.IsMarkdown(target) {
		target += ".md"
	}
	if wiki && strings.Contains(target, "/") || strings.HasPrefix(target, "/") {
		return path.Clean(strings.TrimPrefix(target, "/"))
	}
	return path.Join(path.Dir(from), target)
}

// titleOf makes a heading of a file's name.
func titleOf(file string) string {
	words := strings.FieldsFunc(stemOf(file), func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	title := []rune(strings.Join(words, " "))
	if len(title) == 0 {
		return stemOf(file)
	}
	title[0] = unicode.ToUpper(title[0])
	return string(title)
}
