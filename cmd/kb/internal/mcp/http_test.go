package mcp

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// listen serves over HTTP and gives the address.
func listen(t *testing.T, s *Server, token string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.ServeHTTP(ctx, l, token) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + wire.HTTPPath
}

// bearer adds a token to each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if b != "" {
		r.Header.Set("Authorization", "Bearer "+string(b))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// dial makes a client over HTTP.
func dial(t *testing.T, url, version, token string, o *sdk.ClientOptions) (*sdk.ClientSession, error) {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "tester", Version: "1"}, o)
	cs, err := client.Connect(t.Context(),
		&sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)}, MaxRetries: -1},
		&sdk.ClientSessionOptions{ProtocolVersion: version})
	if err == nil {
		t.Cleanup(func() { cs.Close() })
	}
	return cs, err
}

func TestHTTPServesBothEras(t *testing.T) {
	url := listen(t, serve(t, sample(t)), "")
	for _, era := range eras() {
		cs, err := dial(t, url, era, "", nil)
		if err != nil {
			t.Fatalf("%s: %v", era, err)
		}
		if a := ask(t, cs, "search", "query", "when do sessions expire"); !strings.Contains(a.text, "12 hours") {
			t.Errorf("%s: %s", era, a.text)
		}
	}
}

func TestHTTPTellsChanges(t *testing.T) {
	for _, era := range eras() {
		r := sample(t)
		url := listen(t, serve(t, r), "")
		told := make(chan string, 100)
		cs, err := dial(t, url, era, "", &sdk.ClientOptions{
			ResourceUpdatedHandler: func(_ context.Context, req *sdk.ResourceUpdatedNotificationRequest) { told <- req.Params.URI },
		})
		if err != nil {
			t.Fatal(err)
		}
		ask(t, cs, "memory_stats")
		if err := cs.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "kb://note/docs/sessions.md"}); err != nil {
			t.Fatalf("%s: %v", era, err)
		}
		r.write("docs/sessions.md", "# Sessions\n\nUser sessions expire after 2 hours.\n")
		select {
		case uri := <-told:
			if uri != "kb://note/docs/sessions.md" {
				t.Errorf("%s: told %s", era, uri)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s: nothing is told", era)
		}
	}
}

func TestHTTPToken(t *testing.T) {
	url := listen(t, serve(t, sample(t)), "a-token-of-some-length")
	if _, err := dial(t, url, "2026-07-28", "", nil); err == nil {
		t.Error("let in without a token")
	}
	if _, err := dial(t, url, "2026-07-28", "another-token-of-length", nil); err == nil {
		t.Error("let in with another token")
	}
	cs, err := dial(t, url, "2026-07-28", "a-token-of-some-length", nil)
	if err != nil {
		t.Fatal(err)
	}
	ask(t, cs, "memory_stats")
}

// post sends bytes and gives the status.
func post(t *testing.T, url string, body io.Reader, change func(*http.Request)) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if change != nil {
		change(req)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize",` +
	`"params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

func TestHTTPTurnsStrangersAway(t *testing.T) {
	url := listen(t, serve(t, sample(t)), "")
	for name, c := range map[string]struct {
		want   int
		change func(*http.Request)
	}{
		"plain":           {200, nil},
		"its own origin":  {200, func(r *http.Request) { r.Header.Set("Origin", "http://"+r.Host) }},
		"another port":    {403, func(r *http.Request) { r.Header.Set("Origin", "http://localhost:6274") }},
		"rebound host":    {403, func(r *http.Request) { r.Host = "evil.example:80" }},
		"evil origin":     {403, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }},
		"null origin":     {403, func(r *http.Request) { r.Header.Set("Origin", "null") }},
		"cross site":      {403, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }},
		"lookalike host":  {403, func(r *http.Request) { r.Host = "127.0.0.1.evil.example" }},
		"another path":    {404, func(r *http.Request) { r.URL.Path = "/etc/passwd" }},
		"not JSON":        {415, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }},
		"unknown session": {404, func(r *http.Request) { r.Header.Set("Mcp-Session-Id", "none") }},
		"removed method": {404, func(r *http.Request) {
			r.Header.Set("MCP-Protocol-Version", "2026-07-28")
			r.Header.Set("Mcp-Method", "initialize")
			r.Body = io.NopCloser(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"_meta":{` +
				`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
			r.ContentLength = -1
		}},
		"a GET":    {405, func(r *http.Request) { r.Method = http.MethodGet }},
		"a DELETE": {405, func(r *http.Request) { r.Method = http.MethodDelete }},
	} {
		if got := post(t, url, strings.NewReader(initialize), c.change); got != c.want {
			t.Errorf("%s: %d, not %d", name, got, c.want)
		}
	}
}

// Whatever comes is refused or served, and the server goes on.
func TestHTTPBearsMuch(t *testing.T) {
	s := serve(t, sample(t))
	url := listen(t, s, "")
	if got := post(t, url, bytes.NewReader(bytes.Repeat([]byte("a"), 10<<20)), nil); got != 413 && got != 0 {
		t.Errorf("10 MB: %d", got)
	}
	address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), wire.HTTPPath)
	var slow []net.Conn
	for range 200 { // that never end their headers
		c, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\n")
		slow = append(slow, c)
	}
	var wg sync.WaitGroup
	served := make(chan int, 1000)
	for range 1000 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			req := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
			served <- post(t, url, req, func(r *http.Request) { r.Header.Set("MCP-Protocol-Version", "2025-06-18"); r.Close = true })
		}()
	}
	wg.Wait()
	close(served)
	good := 0
	for status := range served {
		if status == 200 {
			good++
		}
	}
	if good < 900 {
		t.Errorf("%d of 1000 were served", good)
	}
	for _, c := range slow {
		c.Close()
	}
	cs, err := dial(t, url, "2026-07-28", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if a := ask(t, cs, "search", "query", "sessions"); a.fail {
		t.Errorf("afterwards: %s", a.text)
	}
}

// When the server is told to end, calls that run are answered, and those who listen are let go.
func TestHTTPEndsGracefully(t *testing.T) {
	s := serve(t, sample(t))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String() + wire.HTTPPath
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- s.ServeHTTP(ctx, l, "") }()
	for _, era := range eras() {
		cs, err := dial(t, url, era, "",
			&sdk.ClientOptions{ResourceUpdatedHandler: func(context.Context, *sdk.ResourceUpdatedNotificationRequest) {}})
		if err != nil {
			t.Fatal(err)
		}
		if err := cs.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "kb://note/docs/sessions.md"}); err != nil {
			t.Fatalf("%s: %v", era, err)
		}
	}
	release := s.bases[0].History.Hold(t.Context()) // a call of history waits
	answered := make(chan int, 1)
	entered := make(chan struct{})
	go func() {
		close(entered)
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"history","arguments":{"note":"docs/sessions.md"},` +
			modernMeta + `}}`
		answered <- post(t, url, strings.NewReader(body), func(r *http.Request) {
			r.Header.Set("MCP-Protocol-Version", "2026-07-28")
			r.Header.Set("Mcp-Method", "tools/call")
			r.Header.Set("Mcp-Name", "history")
		})
	}()
	<-entered
	time.Sleep(100 * time.Millisecond) // so that it most likely waits
	cancel()
	time.Sleep(50 * time.Millisecond)
	release()
	if status := <-answered; status != http.StatusOK {
		t.Errorf("the call that ran: %d", status)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(wire.EndTimeout):
		t.Error("it waits for those who listen")
	}
}
