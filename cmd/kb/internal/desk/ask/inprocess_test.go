package ask

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"github.com/9aea2451/kb/model/modeltest"
)

// inProcess is a server without a network. So it runs in a bubble of testing/synctest, where two
// minutes of waiting take no time.
type inProcess struct{ *modeltest.Server }

// newInProcess returns a server at http://models.test: until the test ends it answers whatever is
// asked by http.DefaultTransport. A test that uses it is not parallel.
func newInProcess(t testing.TB) *modeltest.Server {
	t.Helper()
	s := &modeltest.Server{Server: &httptest.Server{URL: "http://models.test"}}
	network := http.DefaultTransport
	http.DefaultTransport = inProcess{s}
	t.Cleanup(func() { http.DefaultTransport = network })
	return s
}

// RoundTrip hands a request to the server and returns its answer as soon as that begins.
func (s inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	body, err := io.ReadAll(r.Body)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	asked := r.Clone(ctx)
	asked.Body = io.NopCloser(bytes.NewReader(body))
	from, to := io.Pipe()
	w := &wire{header: http.Header{}, body: to, began: make(chan error, 1)}
	context.AfterFunc(ctx, func() { _ = from.CloseWithError(ctx.Err()) })
	go func() {
		defer func() { w.end(recover()) }()
		s.ServeHTTP(w, asked)
	}()
	select {
	case err = <-w.began:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: w.status, Header: w.sent, Body: from, Request: r}, nil
}

// wire carries an answer from a handler to who asked.
type wire struct {
	header http.Header
	body   *io.PipeWriter
	bytes  int

	once   sync.Once
	began  chan error // gets nil when the status is known
	status int
	sent   http.Header
}

func (w *wire) Header() http.Header { return w.header }

// WriteHeader begins the answer: RoundTrip returns, with the header as it is now. Only the first
// call counts.
func (w *wire) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		w.began <- nil
	})
}

// Write begins the answer where that is still to be done, and returns when who asked has read b or
// has gone.
func (w *wire) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	n, err := w.body.Write(b)
	w.bytes += n
	return n, err
}

// Flush does no more than to begin the answer: nothing is held back.
func (w *wire) Flush() { w.WriteHeader(http.StatusOK) }

// end ends the answer: as a broken connection does after a panic, or with too few bytes.
func (w *wire) end(panicked any) {
	if panicked != nil && panicked != http.ErrAbortHandler {
		panic(panicked)
	}
	var err error
	if whole, e := strconv.Atoi(w.header.Get("Content-Length")); panicked != nil || e == nil && w.bytes < whole {
		err = io.ErrUnexpectedEOF
	}
	w.once.Do(func() {
		w.status, w.sent = http.StatusOK, w.header
		w.began <- err
	})
	_ = w.body.CloseWithError(err)
}
