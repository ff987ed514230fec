package lsp_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/lsp"
	"github.com/9aea2451/kb/cmd/kb/internal/lsp/wire"
	"github.com/9aea2451/kb/kb/gittest"
)

// FuzzSession sends what is no editor's: any methods with any parameters, on an open repository. The
// server answers each request once, calls nothing a fault of its own, and ends when it is told.
func FuzzSession(f *testing.F) {
	repo := gittest.New(f)
	repo.Write("a.md", "# A\n\n## Part\n\nSee [[b#x|b]] and [b](b.md#part).\n", "b.md", "---\ntags: [x]\n---\n# B\n")
	repo.Commit("notes")
	uri := "file://" + repo.Dir + "/a.md"
	place := `"textDocument":{"uri":"` + uri + `"},"position":{"line":%d,"character":%d}`
	for _, method := range []string{
		"completion", "hover", "definition", "references", "prepareRename", "rename", "codeLens", "documentSymbol",
	} {
		f.Add("textDocument/"+method, "{"+fmt.Sprintf(place, 4, 6)+`,"newName":"c","context":{}}`, "x\n[[\n")
	}
	at := func(line, character int) string { return fmt.Sprintf(`{"line":%d,"character":%d}`, line, character) }
	document := `{"textDocument":{"uri":"` + uri + `"},`
	backwards := `"contentChanges":[{"range":{"start":` + at(3, 9) + `,"end":` + at(0, -1) + `},"text":"x"}]}`
	f.Add("textDocument/didChange", document+backwards, "é\r\n🙂\r")
	f.Add("textDocument/codeAction", document+`"range":{"start":`+at(-1, 0)+`,"end":`+at(99999999, 0)+`}}`, "---\nverified")
	f.Add("workspace/willRenameFiles", `{"files":[{"oldUri":"`+uri+`","newUri":"file:///etc/passwd"},`+
		`{"oldUri":"file://`+repo.Dir+`","newUri":"`+uri+`"}]}`, "")
	f.Add("workspace/executeCommand", `{"command":"kb.verify","arguments":["`+uri+`"]}`, "---\n")
	f.Fuzz(func(t *testing.T, method, params, text string) {
		if len(text) > 4000 || len(params) > 4000 || method == "exit" || method == "shutdown" {
			return
		}
		var stream bytes.Buffer
		w := wire.NewWriter(&stream)
		id := 0
		ask := func(method string, params any) {
			id++
			if err := w.Request(id, method, params); err != nil {
				t.Skip(err)
			}
		}
		ask("initialize", map[string]any{"rootUri": "file://" + repo.Dir})
		w.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 1, "text": text}})
		raw := fmt.Sprintf(`{"jsonrpc":"2.0","id":99,"method":%q,"params":%s}`, method, params)
		fmt.Fprintf(&stream, "Content-Length: %d\r\n\r\n%s", len(raw), raw)
		raw = strings.Replace(raw, `"id":99,`, "", 1)
		fmt.Fprintf(&stream, "Content-Length: %d\r\n\r\n%s", len(raw), raw)
		ask("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}})
		ask("shutdown", nil)
		w.Notify("exit", nil)
		if answered := served(t, &stream); answered < id {
			t.Fatalf("%d answers to %d requests", answered, id)
		}
	})
}

// served has a server read a stream to its end, and counts its answers. A fault of its own is told.
func served(t *testing.T, stream io.Reader) (answered int) {
	t.Helper()
	var out, log bytes.Buffer
	server := lsp.New(lsp.Options{Open: open, Version: "test", Now: today, Log: func(m string) { fmt.Fprintln(&log, m) }})
	if err := server.Serve(context.Background(), stream, &out); err != nil {
		t.Fatal(err)
	}
	for r := wire.NewReader(&out); ; {
		m, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.Error != nil && m.Error.Code == wire.InternalError {
			t.Fatalf("%s\n%s", m.Error.Message, &log)
		}
		if m.Method == "" {
			answered++
		}
	}
	if strings.Contains(log.String(), "goroutine") {
		t.Fatal(log.String())
	}
	return answered
}

// mostMessages is how many messages one server gets.
const mostMessages = 1000

// Servers that get thousands of messages each, of all methods, on documents that come, change and go, and
// of which a third is spoilt: each request is answered, none with a fault, and each server ends.
// KB_LSP_MESSAGES says how many in all, or from which one to which: 200000-400000.
func TestManyMessages(t *testing.T) {
	first, last := 0, 2*mostMessages // half a second
	if from, to, slice := strings.Cut(os.Getenv("KB_LSP_MESSAGES"), "-"); from != "" {
		if !slice {
			from, to = "0", from
		}
		for _, bound := range []struct {
			to   *int
			said string
		}{{&first, from}, {&last, to}} {
			n, err := strconv.Atoi(bound.said)
			if err != nil {
				t.Fatal(err)
			}
			*bound.to = n
		}
	}
	repo := gittest.New(t)
	repo.Write("a.md", "# A\n\n## Part\n\nSee [[b#x|b]] and [b](b.md#part).\n", "b.md", "---\ntags: [x]\n---\n# B\n")
	repo.Commit("notes")
	for sent := first; sent < last; sent += mostMessages {
		m := &messages{rand.New(rand.NewPCG(uint64(sent), 7)), "file://" + repo.Dir + "/"}
		var stream bytes.Buffer
		w := wire.NewWriter(&stream)
		w.Request(0, "initialize", map[string]any{"rootUri": "file://" + repo.Dir})
		whole := 2
		for id := range mostMessages {
			raw, request := m.next(id + 1)
			if whole += request; m.Float64() < 0.3 {
				raw, whole = m.spoil(raw), whole-request
			}
			fmt.Fprintf(&stream, "Content-Length: %d\r\n\r\n%s", len(raw), raw)
		}
		w.Request(mostMessages+1, "shutdown", nil)
		w.Notify("exit", nil)
		if answered := served(t, &stream); answered < whole {
			t.Fatalf("from %d on: %d answers to %d requests", sent, answered, whole)
		}
	}
	t.Logf("messages %d to %d", first, last)
}

// messages makes what an editor could send.
type messages struct {
	*rand.Rand
	root string
}

func (m *messages) one(of ...string) string { return of[m.IntN(len(of))] }

// next is a message, and how many answers it asks for.
func (m *messages) next(id int) (raw string, request int) {
	uri := m.root + m.one("a.md", "b.md", "new.md", "sub/c.md", "../up.md", "a.txt")
	document := `{"textDocument":{"uri":"` + uri + `","version":` + strconv.Itoa(id)
	text := m.one("# A\\n\\n[[b", "---\\ntags: [", "[x](b.md#", "é🙂\\r\\n", "", "User sessions MUST expire after 9 hours.\\n",
		"## Part\\n[[#Part]]\\n")
	place := func() string { return fmt.Sprintf(`{"line":%d,"character":%d}`, m.IntN(9), m.IntN(30)) }
	between := `{"start":` + place() + `,"end":` + place() + `}`
	switch method := m.one("didOpen", "didChange", "didChange", "didClose", "didSave", "formatting", "files", "symbols", "completion",
		"hover", "definition", "references", "documentSymbol", "prepareRename", "rename", "codeAction", "codeLens"); method {
	case "didOpen":
		return `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":` + document + `,"text":"` + text + `"}}}`, 0
	case "didChange":
		return `{"jsonrpc":"2.0","method":"textDocument/didChange","params":` + document + `},"contentChanges":[{"range":` + between +
			`,"text":"` + text + `"}]}}`, 0
	case "didClose", "didSave":
		return `{"jsonrpc":"2.0","method":"textDocument/` + method + `","params":` + document + `}}}`, 0
	case "files":
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/willRenameFiles","params":{"files":[{"oldUri":%q,"newUri":%q}]}}`,
			id, uri, m.root+m.one("d.md", "sub", "a.md", "../e.md")), 1
	case "symbols":
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/symbol","params":{"query":%q}}`, id, m.one("", "a", "🙂")), 1
	default:
		name := m.one("c", "", "../x", "a b/c")
		params := document + `},"position":` + place() + `,"range":` + between + `,"newName":"` + name + `","context":{}}`
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/%s","params":%s}`, id, method, params), 1
	}
}

// spoil changes a message so that it may be none any more.
func (m *messages) spoil(raw string) string {
	at := m.IntN(len(raw))
	to := min(len(raw), at+m.IntN(12))
	return raw[:at] + m.one("", "-1", "9e99", "null", `"`, "{", "[]", `"\ud800"`, "\x00", raw[at:to]+raw[at:to], "99999999999") +
		raw[to:]
}
