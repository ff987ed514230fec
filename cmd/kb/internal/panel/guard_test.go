package panel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Who gets in: a browser on this machine with the token, that only looks. Everybody else is told why not,
// and no answer leaves without what keeps a browser from running anything.
func TestWhoGetsIn(t *testing.T) {
	h := guarded(token, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "in") }))
	for _, c := range []struct {
		name, method, host, address, cookie string
		header                              [2]string
		body                                string
		status                              int
	}{
		{name: "the cookie", cookie: token},
		{name: "localhost", host: "localhost:7331", cookie: token},
		{name: "IPv6", host: "[::1]:7331", cookie: token},
		{name: "a tunnel", host: "localhost:9999", cookie: token},
		{name: "HEAD", method: "HEAD", cookie: token},
		{name: "own origin", header: [2]string{"Origin", "http://127.0.0.1:7331"}, cookie: token},
		{name: "own page", header: [2]string{"Sec-Fetch-Site", "same-origin"}, cookie: token},
		{name: "the token", address: "/?token=" + token, status: 303},
		{name: "nothing", status: 401},
		{name: "a wrong cookie", cookie: token + "x", status: 401},
		{name: "half a cookie", cookie: token[:5], status: 401},
		{name: "a wrong token", address: "/?token=x", status: 401},
		{name: "an empty token", address: "/?token=", status: 401},
		{name: "foreign host", host: "example.org", cookie: token, status: 403},
		{name: "foreign host with token", host: "evil.example:7331", address: "/?token=" + token, status: 403},
		{name: "rebinding", host: "127.0.0.1.example.org:7331", cookie: token, status: 403},
		{name: "the network", host: "192.168.1.2:7331", cookie: token, status: 403},
		{name: "no host", host: " ", cookie: token, status: 403},
		{name: "foreign origin", header: [2]string{"Origin", "https://example.org"}, cookie: token, status: 403},
		{name: "another port", header: [2]string{"Origin", "http://127.0.0.1:3000"}, cookie: token, status: 403},
		{name: "no origin", header: [2]string{"Origin", "null"}, cookie: token, status: 403},
		{name: "cross site", header: [2]string{"Sec-Fetch-Site", "cross-site"}, cookie: token, status: 403},
		{name: "same site", header: [2]string{"Sec-Fetch-Site", "same-site"}, cookie: token, status: 403},
		{name: "POST", method: "POST", cookie: token, status: 405},
		{name: "PUT", method: "PUT", cookie: token, status: 405},
		{name: "DELETE", method: "DELETE", cookie: token, status: 405},
		{name: "OPTIONS", method: "OPTIONS", cookie: token, status: 405},
		{name: "CONNECT", method: "CONNECT", cookie: token, status: 405},
		{name: "a word", method: "BREW", cookie: token, status: 405},
		{name: "a body", body: "x=1", cookie: token, status: 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(or(c.method, "GET"), or(c.address, "/"), strings.NewReader(c.body))
			r.Host = strings.TrimSpace(or(c.host, "127.0.0.1:7331"))
			if c.cookie != "" {
				r.AddCookie(&http.Cookie{Name: cookieName(r.Host), Value: c.cookie})
			}
			if c.header[0] != "" {
				r.Header.Set(c.header[0], c.header[1])
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			want := c.status
			if want == 0 {
				want = 200
			}
			if w.Code != want || (w.Body.String() == "in") != (want == 200) {
				t.Errorf("%d %q, want %d", w.Code, w.Body, want)
			}
			if got := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") ||
				strings.Contains(got, "unsafe") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("headers: %v", w.Header())
			}
		})
	}
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// The token becomes a cookie that no script reads and no other site sends, and leaves the address; where
// the browser goes on is on the panel.
func TestTokenBecomesACookie(t *testing.T) {
	h := guarded(token, http.NotFoundHandler())
	for address, want := range map[string]string{
		"/?token=" + token:                        "/",
		"/search?q=a+b&token=" + token:            "/search?q=a+b",
		"//example.org/x?token=" + token:          "/example.org/x",
		"/%5C%5Cexample.org?token=" + token:       "/example.org",
		"/note/a%20b.md?token=" + token + "&at=x": "/note/a%20b.md?at=x",
	} {
		r := httptest.NewRequest("GET", "http://127.0.0.1:7331/", nil)
		r.RequestURI = address
		var err error
		if r.URL, err = r.URL.Parse("http://127.0.0.1:7331" + address); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		cookies := w.Result().Cookies()
		if w.Code != 303 || w.Header().Get("Location") != want || len(cookies) != 1 {
			t.Fatalf("%s: %d, %v", address, w.Code, w.Header())
		}
		if c := cookies[0]; c.Value != token || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" {
			t.Errorf("%s: %v", address, c)
		}
	}
}

// listening serves a panel on a port of this machine.
func listening(t *testing.T, s *site) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l, token) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// fetch sends a request on a connection of its own.
func fetch(t *testing.T, address, path string) (int, string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\nConnection: close\r\n\r\n",
		path, address, cookieName(address), token)
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// A thousand connections that ask for nothing, or half of something, keep nobody out.
func TestCrowdKeepsNobodyOut(t *testing.T) {
	s := open(t, sample(t))
	address := listening(t, s)
	for i := range 1000 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if i%2 == 0 {
			io.WriteString(conn, "GET / HTTP/1.1\r\nHost: 127")
		}
	}
	if status, text := fetch(t, address, "/search"); status != 200 || !strings.Contains(text, "<h1>Search</h1>") {
		t.Errorf("%d %s", status, text)
	}
}

// pipes is a listener whose connections hold nothing: what is written waits for who reads.
type pipes struct{ arrived chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	conn, ok := <-p.arrived
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// A listener that fails ends the panel with its error.
func TestListenerThatFails(t *testing.T) {
	s, l := open(t, sample(t)), pipes{make(chan net.Conn)}
	close(l.arrived)
	if err := s.Serve(t.Context(), l, token); !errors.Is(err, net.ErrClosed) {
		t.Errorf("%v, want %v", err, net.ErrClosed)
	}
}

// Browsers that ask and do not read what they get, more than there are pages made at once, keep nobody
// waiting.
func TestSlowReadersKeepNobodyWaiting(t *testing.T) {
	s, l := open(t, sample(t)), pipes{make(chan net.Conn)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l, token) }()
	ask := func() net.Conn {
		browser, server := net.Pipe()
		l.arrived <- server
		fmt.Fprintf(browser, "GET /graph HTTP/1.1\r\nHost: 127.0.0.1:1\r\nCookie: %s=%s\r\n\r\n", cookieName("127.0.0.1:1"), token)
		return browser
	}
	for range maxAtOnce + 4 {
		slow := ask()
		defer slow.Close()
	}
	conn := ask()
	conn.SetDeadline(time.Now().Add(writeTimeout / 2)) // then the slow ones are cut off
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || answer.StatusCode != 200 {
		t.Errorf("%v %v", answer, err)
	}
	conn.Close()
	cancel()
	close(l.arrived)
	<-ended
}

// What no browser sends is refused without harm.
func TestRawRequests(t *testing.T) {
	s := open(t, sample(t))
	address := listening(t, s)
	for _, path := range []string{
		"/../../etc/passwd", "/note/../../../../etc/passwd", "/note/%2e%2e/%2e%2e/.git/config", "/note//etc/passwd", "/assets/../guard.go",
		"/note/docs/sessions.md%00.html", "/note/%ff%fe", "/note/" + strings.Repeat("a/", 5000), "http://example.org/",
	} {
		if status, text := fetch(t, address, path); status == 200 && !strings.Contains(text, "<h1>") || strings.Contains(text, "root:") {
			t.Errorf("%.60s: %d %s", path, status, text)
		}
	}
}

// Pages take turns, as many at once as there are processors; one that takes long keeps the next waiting for no more than its turn.
func TestTurns(t *testing.T) {
	s := open(t, sample(t))
	var ends []func()
	for range cap(s.turns) {
		end, err := s.takeTurn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, end)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if end, err := s.takeTurn(gone); err == nil { // on a slow machine the turns may be over already
		end()
	} else if err != errBusy {
		t.Error(err)
	}
	end, err := s.takeTurn(t.Context()) // those before have ended nothing, only their turns are over
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range append(ends, end) {
		end()
	}
	if len(s.turns) != 0 {
		t.Errorf("%d turns are held by nobody", len(s.turns))
	}
}
