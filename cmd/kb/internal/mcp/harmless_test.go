package mcp

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"
)

// What goes over the wire holds no character as it is that a terminal obeys, on stdio and over
// HTTP; who reads the JSON gets it back.
func TestTheWireIsHarmless(t *testing.T) {
	r := newRepository(t)
	r.write("docs/evil.md", "# Evil\u009b2J\n\nevil \x1b[31m \u009b31m \x07 \u202e text\n")
	r.commit("evil \u009b31m")
	s := serve(t, r)
	requests := []string{
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"kb://note/docs/evil.md",` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"evil"},` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read","arguments":{"note":"docs/evil.md\u009b"},` + modernMeta +
			`}}`,
	}
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), strings.NewReader(strings.Join(requests, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	wire := out.String()
	url := listen(t, s, "")
	for _, body := range requests {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("MCP-Protocol-Version", "2026-07-28")
		req.Header.Set("Mcp-Method", "tools/call")
		if strings.Contains(body, "resources/read") {
			req.Header.Set("Mcp-Method", "resources/read")
			req.Header.Set("Mcp-Name", "kb://note/docs/evil.md")
		} else if strings.Contains(body, `"search"`) {
			req.Header.Set("Mcp-Name", "search")
		} else {
			req.Header.Set("Mcp-Name", "read")
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%v %s: %s", err, res.Status, answer)
		}
		wire += string(answer)
	}
	if i := strings.IndexFunc(wire, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' || r == '\u202e' }); i >= 0 {
		t.Errorf("raw: %q", wire[max(0, i-80):i+20])
	}
	if n := strings.Count(wire, `evil \u001b[31m \u009b31m \u0007 \u202e text`); n < 2 {
		t.Errorf("the note came back %d times: %s", n, wire)
	}
}
