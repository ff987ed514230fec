package wire

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/loopback"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// sessionless is the first revision of the protocol without sessions.
const sessionless = "2026-07-28"

const (
	// HTTPPath is where the server answers.
	HTTPPath = "/mcp"

	maxConnections = 512      // at once; of more the one that has been silent longest is closed
	maxSessions    = 256      // of clients of the revisions that have sessions
	maxHeader      = 64 << 10 // bytes
	headerTimeout  = 10 * time.Second
	bodyTimeout    = 30 * time.Second // for the whole request
	writeTimeout   = 30 * time.Second // of one write: who reads slower is let go
	idleTimeout    = 2 * time.Minute  // of a connection between two requests
	sessionTimeout = 30 * time.Minute // without a request, after which a session is ended
	EndTimeout     = 5 * time.Second  // for calls that run when the server ends
)

// HTTP answers the clients of a listener until ctx ends. token is asked of them, "" for none.
func HTTP(ctx context.Context, s *sdk.Server, l net.Listener, token string) error {
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server := &http.Server{
		Handler: endStreams(ctx, handler(s, token)), BaseContext: func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
	}
	ended := make(chan error, 1)
	go func() { ended <- loopback.NewCrowd(l, maxConnections).Serve(server) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, stop := context.WithTimeout(base, EndTimeout)
	defer stop()
	if err := server.Shutdown(last); err != nil { // the calls that still run are cut short
		cancel()
		server.Close()
	}
	<-ended
	return nil
}

// endStreams ends the streams on which clients listen for changes when ctx does: unlike calls they
// never end by themselves.
func endStreams(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			streaming, cancel := context.WithCancel(r.Context())
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			r = r.WithContext(streaming)
		}
		next.ServeHTTP(w, r)
	})
}

// handler answers requests that come to the right place from the right place.
func handler(s *sdk.Server, token string) http.Handler {
	get := func(*http.Request) *sdk.Server { return s }
	modern := sdk.NewStreamableHTTPHandler(get,
		&sdk.StreamableHTTPOptions{Stateless: true, MaxRequestBodyBytes: maxMessage, PropagateRequestCancellation: true})
	stateful := sdk.NewStreamableHTTPHandler(get,
		&sdk.StreamableHTTPOptions{SessionTimeout: sessionTimeout, MaxRequestBodyBytes: maxMessage})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status, why := admit(r, token); status != 0 {
			if status == http.StatusUnauthorized {
				w.Header().Set("WWW-Authenticate", "Bearer")
			}
			http.Error(w, why, status)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w = &deadlineWriter{ResponseWriter: w, control: http.NewResponseController(w)}
		opens, err := opensSession(w, r)
		switch {
		case err != nil:
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		case opens && sessions(s) >= maxSessions:
			http.Error(w, "too many sessions: end one, or speak the revision 2026-07-28, which needs none", http.StatusServiceUnavailable)
		case opens || r.Header.Get("Mcp-Session-Id") != "":
			stateful.ServeHTTP(w, r)
		default:
			modern.ServeHTTP(w, r)
		}
	})
}

// admit tells who is turned away, and why; 0 for who is let in.
func admit(r *http.Request, token string) (status int, why string) {
	switch {
	case r.URL.Path != HTTPPath && r.URL.Path != "/":
		return http.StatusNotFound, "nothing here: the server answers at " + HTTPPath
	case token == "" && !loopback.Host(r.Host):
		return http.StatusForbidden, "the Host of the request is not this machine"
	case !sameOrigin(r):
		return http.StatusForbidden, "the Origin of the request is another site"
	case token != "" && !bears(r, token):
		return http.StatusUnauthorized, "a bearer token is needed: Authorization: Bearer …"
	}
	return 0, ""
}

// sameOrigin tells that the request comes from no page of another site, of which one at another port of
// this machine is one.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Header.Get("Sec-Fetch-Site") == "" || r.Header.Get("Sec-Fetch-Site") == "same-origin" ||
			r.Header.Get("Sec-Fetch-Site") == "none"
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// bears tells whether a request has the token, in a time that does not hang on how much of it is right.
func bears(r *http.Request, token string) bool {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}

// opensSession tells a request that begins a session of an earlier revision. The body is read, and put
// back: a client that never ends it is silent.
func opensSession(w http.ResponseWriter, r *http.Request) (bool, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return false, fmt.Errorf("the request is larger than %d MiB: ask for less at a time", maxMessage>>20)
	}
	loopback.Asked(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	if r.Method != http.MethodPost || r.Header.Get("Mcp-Session-Id") != "" || r.Header.Get("MCP-Protocol-Version") >= sessionless {
		return false, nil
	}
	var m struct {
		Method string `json:"method"`
	}
	return err == nil && json.Unmarshal(body, &m) == nil && m.Method == "initialize", nil
}

// sessions counts the sessions that are open.
func sessions(s *sdk.Server) int {
	n := 0
	for range s.Sessions() {
		n++
	}
	return n
}

// deadlineWriter gives each write a time within which it has to be taken, and escapes in its JSON
// what could harm a terminal.
type deadlineWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	escaper escaper
}

// Write writes JSON, or events of JSON.
func (w *deadlineWriter) Write(b []byte) (int, error) {
	w.control.SetWriteDeadline(time.Now().Add(writeTimeout)) // a connection that knows no deadline has none
	if _, err := w.ResponseWriter.Write(w.escaper.next(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush sends what has been written.
func (w *deadlineWriter) Flush() {
	w.control.SetWriteDeadline(time.Now().Add(writeTimeout))
	w.control.Flush()
}

// Unwrap is for http.ResponseController.
func (w *deadlineWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
