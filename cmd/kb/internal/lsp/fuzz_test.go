package lsp_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
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
		var stream, log bytes.Buffer
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
		server := lsp.New(lsp.Options{Open: open, Version: "test", Now: today, Log: func(m string) { fmt.Fprintln(&log, m) }})
		var out bytes.Buffer
		if err := server.Serve(context.Background(), &stream, &out); err != nil {
			t.Fatal(err)
		}
		answered := 0
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
		if answered < id {
			t.Fatalf("%d answers to %d requests", answered, id)
		}
	})
}
