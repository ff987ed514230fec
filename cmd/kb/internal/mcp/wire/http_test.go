package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Who may ask over HTTP: programs of this machine where no token is set, whoever bears the token
// where one is, and never the page of another site.
func TestWhoIsAdmitted(t *testing.T) {
	for _, c := range []struct {
		path, host, origin, site, token, bears string
		status                                 int
	}{
		{path: "/mcp", host: "localhost:8080"}, {path: "/", host: "127.0.0.1"}, {path: "/mcp", host: "[::1]:80"},
		{path: "/mcp", host: "127.1.2.3:1"},
		{path: "/mcp", host: "LOCALHOST"}, {path: "/mcp/x", host: "localhost", status: 404}, {path: "/x", host: "localhost", status: 404},
		{path: "/mcp", host: "example.org", status: 403}, {path: "/mcp", host: "localhost.example.org:80", status: 403},
		{path: "/mcp", host: "10.0.0.1:8080", status: 403}, {path: "/mcp", host: "", status: 403},
		{path: "/mcp", host: "example.org", token: "t", status: 401}, {path: "/mcp", host: "example.org", token: "t", bears: "Bearer t"},
		{path: "/mcp", host: "example.org", token: "t", bears: "t", status: 401},
		{path: "/mcp", host: "localhost", token: "t", bears: "Bearer tt", status: 401},
		{path: "/mcp", host: "localhost:80", origin: "http://localhost:80"},
		{path: "/mcp", host: "localhost", origin: "http://localhost:3000", status: 403},
		{path: "/mcp", host: "localhost:80", origin: "http://127.0.0.1:3000", token: "t", bears: "Bearer t", status: 403},
		{path: "/mcp", host: "localhost", origin: "https://example.org", status: 403},
		{path: "/mcp", host: "kb.example.org", origin: "https://KB.example.org", token: "t", bears: "Bearer t"},
		{path: "/mcp", host: "kb.example.org", origin: "http://localhost", token: "t", bears: "Bearer t", status: 403},
		{path: "/mcp", host: "localhost", origin: "null", status: 403},
		{path: "/mcp", host: "localhost", origin: "http://%", status: 403},
		{path: "/mcp", host: "localhost", site: "cross-site", status: 403},
		{path: "/mcp", host: "localhost", site: "same-site", status: 403},
		{path: "/mcp", host: "localhost", site: "same-origin"}, {path: "/mcp", host: "localhost", site: "none"},
	} {
		r := httptest.NewRequest(http.MethodPost, c.path, nil)
		r.Host = c.host
		for name, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site, "Authorization": c.bears} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		if status, why := admit(r, c.token); status != c.status || (why == "") != (status == 0) {
			t.Errorf("%+v: %d, %q", c, status, why)
		}
	}
}

// Only the first message of a client of an older revision opens a session.
func TestWhatOpensASession(t *testing.T) {
	const begin = `{"method": "initialize"}`
	for _, c := range []struct {
		method, session, version, body string
		want                           bool
	}{
		{"POST", "", "", begin, true}, {"POST", "", "2025-11-25", begin, true}, {"POST", "", "2026-07-28", begin, false},
		{"POST", "", "2027-01-01", begin, false}, {"POST", "s", "", begin, false}, {"GET", "", "", begin, false},
		{"POST", "", "", `{"method": "ping"}`, false}, {"POST", "", "", "{", false}, {"POST", "", "",
			`[{"method": "initialize"}]`, false},
	} {
		r := httptest.NewRequest(c.method, "/mcp", strings.NewReader(c.body))
		r.Header.Set("Mcp-Session-Id", c.session)
		r.Header.Set("MCP-Protocol-Version", c.version)
		got, err := opensSession(httptest.NewRecorder(), r)
		if got != c.want || err != nil {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
		if left, err := io.ReadAll(r.Body); err != nil || string(left) != c.body {
			t.Errorf("%+v: the body is %q, %v", c, left, err)
		}
	}
	for size, tooLarge := range map[int]bool{maxMessage: false, maxMessage + 1: true} {
		r := httptest.NewRequest("POST", "/mcp", bytes.NewReader(make([]byte, size)))
		if opens, err := opensSession(httptest.NewRecorder(), r); (err != nil) != tooLarge || opens {
			t.Errorf("%d bytes: %v, %v", size, opens, err)
		}
	}
}

// The end of the server ends what listens, and no call.
func TestOnlyListenersEndAtOnce(t *testing.T) {
	for _, c := range []struct {
		method, mcp string
		ends        bool
	}{{"GET", "", true}, {"POST", "subscriptions/listen", true}, {"POST", "tools/call", false}, {"POST", "", false}} {
		ctx, end := context.WithCancel(t.Context())
		r := httptest.NewRequest(c.method, "/mcp", nil)
		r.Header.Set("Mcp-Method", c.mcp)
		endStreams(ctx, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.Context().Err() != nil {
				t.Errorf("%+v: ended before", c)
			}
			end()
			if c.ends {
				<-r.Context().Done() // a test that hangs here is one that fails
			} else if r.Context().Err() != nil {
				t.Errorf("%+v: a call is cut short", c)
			}
		})).ServeHTTP(httptest.NewRecorder(), r)
		end()
	}
}

// deaf is a client that takes nothing.
type deaf struct{ http.ResponseWriter }

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// What is written counts as it was given, however it was escaped, and a client that is gone is told of.
func TestWritesAreCountedAsTheyWereGiven(t *testing.T) {
	out := httptest.NewRecorder()
	w := &deadlineWriter{ResponseWriter: out, control: http.NewResponseController(out)}
	if n, err := w.Write([]byte("{\"a\":\"\x7f\"}")); n != 9 || err != nil || out.Body.String() != `{"a":"\u007f"}` {
		t.Errorf("%d, %v, %q", n, err, out.Body.String())
	}
	w = &deadlineWriter{ResponseWriter: deaf{out}, control: http.NewResponseController(out)}
	if n, err := w.Write([]byte("{}")); n != 0 || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%d, %v", n, err)
	}
}

// serve has a server of one tool answer HTTP until the test ends.
func serve(t *testing.T, token string) (address string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "kb", Version: "1"}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- HTTP(ctx, s, l, token) }()
	stop = func() error { cancel(); return <-ended }
	return "http://" + l.Addr().String(), stop
}

// The server says why it refuses, opens sessions for those who need one, and ends when it is told.
func TestServerOverHTTP(t *testing.T) {
	address, stop := serve(t, "secret")
	ask := func(path, token, body string, header ...string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", token)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { got.Body.Close() })
		return got
	}
	if got := ask("/mcp", "", "{}"); got.StatusCode != 401 || got.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("without a token: %+v", got)
	}
	if got := ask("/x", "", "{}"); got.StatusCode != 404 || got.Header.Get("WWW-Authenticate") != "" {
		t.Errorf("elsewhere: %+v", got)
	}
	const begin = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"c","version":"1"}}}`
	got := ask("/mcp", "Bearer secret", begin)
	session := got.Header.Get("Mcp-Session-Id")
	if got.StatusCode != 200 || session == "" || got.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a session: %+v", got)
	}
	const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	if got := ask("/mcp", "Bearer secret", ping, "Mcp-Session-Id", session); got.StatusCode != 200 {
		t.Errorf("in the session: %+v", got)
	}
	if got := ask("/mcp", "Bearer secret", ping, "Mcp-Session-Id", "none"); got.StatusCode != 404 {
		t.Errorf("in no session: %+v", got)
	}
	large := ask("/mcp", "Bearer secret", strings.Repeat(" ", maxMessage+1))
	if why, _ := io.ReadAll(large.Body); large.StatusCode != 413 || !strings.Contains(string(why), "larger than 4 MiB") {
		t.Errorf("too large: %d %s", large.StatusCode, why)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// Who sends nothing, half a head or half a body keeps nobody out.
func TestSilentConnectionsArePushedOut(t *testing.T) {
	for name, sent := range map[string]string{
		"nothing": "", "half a head": "POST /mcp HTTP/1.1\r\nHost: localh",
		"half a body": "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
	} {
		address, stop := serve(t, "")
		for range maxConnections + 20 {
			c, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			io.WriteString(c, sent)
		}
		client := http.Client{Timeout: headerTimeout - time.Second}
		r, err := client.Post(address+"/mcp", "text/plain", strings.NewReader("{}"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r.Body.Close()
		if err := stop(); err != nil {
			t.Error(err)
		}
	}
}

// Slots: a call waits for one, gives it back once, and leaves it while it waits for something else.
func TestSlots(t *testing.T) {
	life, end := context.WithCancel(t.Context())
	slots := NewSlots(1, life)
	one, two := &Slot{Of: slots}, &Slot{Of: slots}
	for range 2 { // who has one needs no second
		if err := one.take(t.Context()); err != nil || len(slots.Free) != 1 {
			t.Fatal(err)
		}
	}
	brief, cancel := context.WithCancel(t.Context())
	cancel()
	if err := two.take(brief); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that was taken back: %v", err)
	}
	err := one.Aside(t.Context(), func() error {
		if err := two.take(t.Context()); err != nil {
			return err
		}
		two.Leave()
		two.Leave()
		return nil
	})
	if err != nil || !one.held || len(slots.Free) != 1 {
		t.Errorf("aside: %v, held %v of %d", err, one.held, len(slots.Free))
	}
	if err := one.Aside(t.Context(), func() error { return io.EOF }); err != io.EOF || one.held || len(slots.Free) != 0 {
		t.Errorf("failed aside: %v, held %v of %d", err, one.held, len(slots.Free))
	}
	one.take(t.Context())
	end()
	if err := two.take(t.Context()); !errors.Is(err, errClosing) {
		t.Errorf("at the end: %v", err)
	}
	if err := (&Slot{}).take(t.Context()); err != nil {
		t.Errorf("one that needs none: %v", err)
	}
	if err := (&Slot{}).take(brief); !errors.Is(err, context.Canceled) {
		t.Errorf("one that needs none and was taken back: %v", err)
	}
}

// A stage runs calls one in another's goroutine, and returns when the call has.
func TestStage(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	s := NewStage(ctx)
	n := 0
	for range 100 {
		s.Run(func() { n++ })
	}
	end()
	s.Run(func() { n++ })
	if n != 101 {
		t.Errorf("%d calls ran", n)
	}
}

// answersTo is what is written when some lines are read by a server that answers pings.
func answersTo(t *testing.T, input string) string {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "kb", Version: "1"}, nil)
	var out bytes.Buffer
	if err := Stdio(t.Context(), s, strings.NewReader(input), &out, 5*time.Second); err != nil {
		t.Error(err)
	}
	return out.String()
}

// Over the standard streams a message is a line, or many in a list; what is none is refused with a
// reason, and what was asked before the end is answered.
func TestStdioAnswersWhatItIsAsked(t *testing.T) {
	const begin = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"c","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	for input, want := range map[string]string{
		`{"jsonrpc":"2.0","id":"a","method":"ping"}`:          `"id":"a","result":{}`,
		`  {"jsonrpc":"2.0","id":7,"method":"ping"}  ` + "\r": `"id":7,"result":{}`,
		`[{"jsonrpc":"2.0","id":8,"method":"ping"}]`:          `"id":8,"result":{}`,
		"{":                               "this is no JSON",
		"[]":                              "this is no message",
		"[1":                              "this is no message",
		`{"a":1}`:                         "this is no JSON-RPC message",
		strings.Repeat("x", maxMessage+1): "the message is longer than 4 MiB",
	} {
		if got := answersTo(t, begin+"\n \n"+input+"\n"); !strings.Contains(got, want) {
			t.Errorf("%.60q is answered %.400q, want %q", input, got, want)
		}
	}
	if got := answersTo(t, ""); got != "" {
		t.Errorf("no input is answered %q", got)
	}
}
