package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/lsp"
	"github.com/9aea2451/kb/cmd/kb/internal/lsp/wire"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// today is the day on which the tests are run.
func today() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

// editor is the other side of a server, on a repository.
type editor struct {
	t        *testing.T
	dir      string
	in       *wire.Writer
	messages chan *wire.Message
	asked    int
	ended    chan error
	text     map[string]string // of open documents
	log      *bytes.Buffer
	first    json.RawMessage // the answer to initialize
	hangUp   func()
}

// edit starts a server on a repository with these notes, and an editor with a choice of encodings.
func edit(t *testing.T, encodings []string, files ...string) *editor {
	t.Helper()
	repo := gittest.New(t)
	repo.Write(files...)
	repo.Commit("notes")
	return editIn(t, repo.Dir, encodings)
}

func editIn(t *testing.T, dir string, encodings []string) *editor {
	return editAt(t, dir, encodings, today)
}

// editAt is editIn at a time.
func editAt(t *testing.T, dir string, encodings []string, now func() time.Time) *editor {
	t.Helper()
	return editWith(t, dir, encodings, lsp.Options{Open: open, Now: now})
}

// editWith is editIn with what opens repositories, and a time.
func editWith(t *testing.T, dir string, encodings []string, o lsp.Options) *editor {
	t.Helper()
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	e := &editor{t: t, dir: dir, in: wire.NewWriter(toServer), messages: make(chan *wire.Message, 1000), ended: make(chan error, 1),
		text: map[string]string{}, log: &bytes.Buffer{}}
	o.Version, o.Log = "test", func(m string) { fmt.Fprintln(e.log, m) }
	server := lsp.New(o)
	go func() {
		e.ended <- server.Serve(context.Background(), fromEditor, toEditor)
		toEditor.Close()
	}()
	go func() {
		defer close(e.messages)
		for r := wire.NewReader(fromServer); ; {
			m, err := r.Read()
			if err != nil {
				return
			}
			e.messages <- m
		}
	}()
	t.Cleanup(func() {
		toServer.Close()
		fromServer.Close()
		<-e.ended
	})
	e.hangUp = func() { toServer.Close() }
	e.ask("initialize", map[string]any{
		"rootUri": "file://" + dir, "capabilities": map[string]any{"general": map[string]any{"positionEncodings": encodings}},
	}, &e.first)
	e.tell("initialized", map[string]any{})
	return e
}

func open(ctx context.Context, folder string) (*desk.Desk, error) {
	repo, err := kb.Open(ctx, folder)
	if err != nil {
		return nil, err
	}
	config, err := userconfig.Load(func(string) string { return "" })
	if err != nil {
		return nil, err
	}
	return desk.Of(repo, desk.Options{Now: today, Config: config}), nil
}

func (e *editor) tell(method string, params any) {
	e.t.Helper()
	if err := e.in.Notify(method, params); err != nil {
		e.t.Fatal(err)
	}
}

// next is the next message that passes, within a minute.
func (e *editor) next(wanted func(*wire.Message) bool) *wire.Message {
	e.t.Helper()
	for {
		select {
		case m, ok := <-e.messages:
			if !ok {
				e.t.Fatalf("the server is gone: %s", e.log)
			}
			if wanted(m) {
				return m
			}
		case <-time.After(time.Minute):
			e.t.Fatal("no answer within a minute")
		}
	}
}

// ask makes a request and decodes its result. The error is the server's.
func (e *editor) ask(method string, params, result any) error {
	e.t.Helper()
	e.asked++
	id := e.asked
	if err := e.in.Request(id, method, params); err != nil {
		e.t.Fatal(err)
	}
	m := e.next(func(m *wire.Message) bool { return m.Method == "" && string(m.ID) == fmt.Sprint(id) })
	if m.Error != nil {
		return m.Error
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			e.t.Fatalf("%s: %v: %s", method, err, m.Result)
		}
	}
	return nil
}

func (e *editor) uri(path string) string {
	return "file://" + filepath.ToSlash(e.dir) + "/" + strings.ReplaceAll(path, " ", "%20")
}

// open shows a document to the server, with a text that need not be on disk.
func (e *editor) open(path, text string) {
	e.t.Helper()
	e.text[path] = text
	e.tell(
		"textDocument/didOpen",
		map[string]any{"textDocument": map[string]any{"uri": e.uri(path), "version": 1, "languageId": "markdown", "text": text}},
	)
}

// openFile shows a file as it is on disk.
func (e *editor) openFile(path string) {
	e.t.Helper()
	text, err := os.ReadFile(filepath.Join(e.dir, path))
	if err != nil {
		e.t.Fatal(err)
	}
	e.open(path, string(text))
}

// at is a place in an open document: behind the so manieth characters of its first occurrence.
func (e *editor) at(path, text string, behind int) map[string]any {
	e.t.Helper()
	i := strings.Index(e.text[path], text)
	if i < 0 {
		e.t.Fatalf("%s does not have %q", path, text)
	}
	before := e.text[path][:i+behind]
	line := strings.Count(before, "\n")
	return map[string]any{
		"textDocument": map[string]any{"uri": e.uri(path)},
		"position":     map[string]any{"line": line, "character": len(utf16Of(before[strings.LastIndex(before, "\n")+1:]))},
	}
}

func utf16Of(s string) (units []uint16) {
	for _, r := range s {
		units = append(units, uint16(r))
		if r > 0xffff {
			units = append(units, 0)
		}
	}
	return units
}

// findings waits for those of a document in its newest version.
func (e *editor) findings(path string) []lsp.Diagnostic {
	e.t.Helper()
	var p struct {
		URI         string           `json:"uri"`
		Diagnostics []lsp.Diagnostic `json:"diagnostics"`
	}
	e.next(func(m *wire.Message) bool {
		if m.Method != "textDocument/publishDiagnostics" {
			return false
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			e.t.Fatal(err)
		}
		return p.URI == e.uri(path)
	})
	return p.Diagnostics
}

// change is an edit of a workspace as the tests read it.
type workspaceEdit struct {
	Changes []struct {
		Kind     string
		URI      string
		OldURI   string
		NewURI   string
		Document struct{ URI string } `json:"textDocument"`
		Edits    []lsp.TextEdit
	} `json:"documentChanges"`
}

// after carries an edit out on the documents as the editor or the disk has them, and gives their texts by path.
func (e *editor) after(w workspaceEdit) map[string]string {
	e.t.Helper()
	out := map[string]string{}
	for _, c := range w.Changes {
		path := strings.TrimPrefix(strings.ReplaceAll(c.Document.URI, "%20", " "), "file://"+e.dir+"/")
		if c.Kind != "" {
			out[c.Kind] = strings.TrimPrefix(c.OldURI+" "+c.NewURI+c.URI, " ")
			continue
		}
		text, open := e.text[path]
		if !open {
			data, err := os.ReadFile(filepath.Join(e.dir, path))
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				e.t.Fatal(err)
			}
			text = string(data)
		}
		edits := slices.Clone(c.Edits)
		slices.Reverse(edits) // they come in order, and do not overlap
		for _, edit := range edits {
			start, end := offsetOf(text, edit.Range.Start), offsetOf(text, edit.Range.End)
			text = text[:start] + edit.NewText + text[end:]
		}
		out[path] = text
	}
	return out
}

// offsetOf is the byte at a position that counts UTF-16.
func offsetOf(text string, p lsp.Position) int {
	at := 0
	for range p.Line {
		at += strings.Index(text[at:], "\n") + 1
	}
	for units := 0; units < p.Character; {
		for _, r := range text[at:] {
			at += len(string(r))
			units += len(utf16Of(string(r)))
			break
		}
	}
	return at
}
