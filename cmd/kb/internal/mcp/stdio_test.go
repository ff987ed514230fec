package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
)

// talk serves bytes over stdio until they end, and gives what comes back as messages.
func talk(t testing.TB, s *Server, in io.Reader) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), in, &out); err != nil {
		t.Errorf("the session ended with %v", err)
	}
	var messages []map[string]any
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var m map[string]any
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m["jsonrpc"] != "2.0" {
			t.Fatalf("no message: %.200s", lines.Text())
		}
		messages = append(messages, m)
	}
	return messages
}

// sound tells that the last request of a conversation, of id 99, was answered well.
func sound(messages []map[string]any) bool {
	for _, m := range messages {
		if m["id"] == float64(99) && m["result"] != nil {
			return true
		}
	}
	return false
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// last is a request of the newest revision, which needs no session to be answered.
const last = `{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"search","arguments":{"query":"sessions"},` + modernMeta +
	`}}` + "\n"

func TestStdioBearsRubbish(t *testing.T) {
	s := serve(t, sample(t))
	for _, line := range []string{
		"", "   ", "{", "}", "null", "42", `"x"`, "[]", "[1]", "[[]]", "{}", `{"jsonrpc":"2.0"}`,
		`{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":7,"result":{}}`,
		`{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`,
		`{"jsonrpc":"2.0","method":"notifications/nonsense"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":7}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"kb://note/../../etc/passwd",` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modernMeta + `}} trailing`, "\xff\xfe\x00", strings.Repeat("[", 20000),
		`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 100000) + `"}`,
		`[{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modernMeta +
			`}},{"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{` + modernMeta + `}}]`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
	} {
		if got := talk(t, s, strings.NewReader(line+"\n"+last)); !sound(got) {
			t.Errorf("after %.100q: %v", line, got)
		}
	}
}

func TestStdioRefusesLongMessages(t *testing.T) {
	s := serve(t, sample(t))
	huge := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"` + strings.Repeat("a",
		10<<20) + `"},` + modernMeta + `}}`
	long := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"` + strings.Repeat(
		"a ",
		1<<20,
	) + `"},` + modernMeta + `}}`
	got := talk(t, s, strings.NewReader(huge+"\n"+long+"\n"+last))
	text := fmt.Sprint(got)
	if !sound(got) || !strings.Contains(text, "longer than 4 MiB") || !strings.Contains(text, "maxLength") {
		t.Errorf("%.1000s", text)
	}
}

// ends fails when a server goes on for a minute.
func ends(t *testing.T, serve func() error) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- serve() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("it goes on")
	}
}

// The server ends when its client is gone, also in the middle of a message, and when it is told to.
func TestStdioEnds(t *testing.T) {
	s := serve(t, sample(t))
	talk(t, s, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"`))
	in, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	ends(t, func() error { return s.ServeStdio(ctx, in, io.Discard) })
}

// A client that reads no answer does not keep the server from ending.
func TestStdioEndsForWhoDoesNotRead(t *testing.T) {
	s := serve(t, sample(t))
	s.grace = 50 * time.Millisecond
	unread, out := io.Pipe()
	t.Cleanup(func() { unread.Close() })
	ends(t, func() error { return s.ServeStdio(t.Context(), strings.NewReader(last+last), out) })
}

// Who does not read answers is refused more of them, and is read on: else its end would not be noticed.
func TestStdioRefusesTooManyOpenRequests(t *testing.T) {
	s := serve(t, sample(t))
	s.grace = 50 * time.Millisecond
	unread, out := io.Pipe()
	t.Cleanup(func() { unread.Close() })
	var in strings.Builder
	for i := range 2 * wire.MaxPending {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"no/such/method"}`+"\n", i)
	}
	rest := strings.NewReader(in.String())
	if err := s.ServeStdio(t.Context(), rest, out); err != nil || rest.Len() > 0 {
		t.Errorf("%d bytes are not read: %v", rest.Len(), err)
	}
}

func FuzzStdio(f *testing.F) {
	f.Add(strings.Replace(last, "99", "1", 1))
	f.Add(
		`{"jsonrpc":"2.0","id":1,"method":"initialize",` +
			`"params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
	)
	f.Add(`[{"jsonrpc":"2.0","id":"a","method":"ping"}]`)
	r := sample(f)
	s := serveWith(f, func(*Options) {}, r)
	f.Fuzz(func(t *testing.T, line string) {
		if strings.Contains(line, "99") {
			return // an open request of the last one's id has it refused, as it should
		}
		if got := talk(t, s, strings.NewReader(line+"\n"+last)); !sound(got) {
			t.Errorf("after %q: %v", line, got)
		}
	})
}
