package remote

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"

	"github.com/9aea2451/kb/model"
)

const (
	maxDelay     = 30 * time.Second // a server cannot make a retry wait for longer
	maxRedirects = 3
	maxMessage   = 200     // bytes of a server's own words in an error
	replyBase    = 1 << 20 // bytes that a reply may have

	// After so many failed calls in a row none is made for a while.
	breakerFailures = 3
	breakerPause    = time.Minute
)

var errRedirect = errors.New("redirect refused")

// reply is what a server said.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// newClient returns a client that follows a redirect only to the same host: neither notes nor key
// go where the user did not send them.
func newClient() *http.Client {
	return &http.Client{CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if from := via[0].URL; next.URL.Scheme != from.Scheme || next.URL.Host != from.Host {
			return fmt.Errorf("%w: it leads to %s", errRedirect, next.URL.Host)
		}
		if len(via) > maxRedirects {
			return fmt.Errorf("%w: more than %d in a row", errRedirect, maxRedirects)
		}
		return nil
	}}
}

// line is the way to a server for one role. It is safe for concurrent use.
type line struct {
	role    string
	server  Endpoint
	base    *url.URL
	use     model.Use
	client  *http.Client
	delay   time.Duration // before the first retry, doubled with each
	now     func() time.Time
	breaker circuitbreaker.CircuitBreaker[any]

	mu     sync.Mutex
	failed error // of the last call that failed
}

// open checks an Endpoint. Nothing is sent before the first call.
func open(role string, e Endpoint, use model.Use) (*line, error) {
	e.Batch, e.MaxTokens = cmp.Or(e.Batch, defaultBatch), cmp.Or(e.MaxTokens, defaultTokens)
	switch {
	case !slices.Contains(Providers(role), e.Provider):
		return nil, fmt.Errorf("unknown server %q: use %s", e.Provider, strings.Join(Providers(role), " or "))
	case e.Model == "":
		return nil, fmt.Errorf("%s: no model named", e.Provider)
	case len(e.Model) > maxModelName:
		return nil, fmt.Errorf("%s: name of the model longer than %d bytes", e.Provider, maxModelName)
	case e.Dimensions < 0 || e.Dimensions > MaxDimensions:
		return nil, fmt.Errorf("%s: %d dimensions: use 1 to %d", e.Provider, e.Dimensions, MaxDimensions)
	case e.Batch < 1 || e.Batch > MaxBatch:
		return nil, fmt.Errorf("%s: batches of %d texts: use 1 to %d", e.Provider, e.Batch, MaxBatch)
	case e.MaxTokens < 1 || e.MaxTokens > MaxTokens:
		return nil, fmt.Errorf("%s: answers of %d tokens: use 1 to %d", e.Provider, e.MaxTokens, MaxTokens)
	case e.Timeout < 0:
		return nil, fmt.Errorf("%s: negative timeout", e.Provider)
	case e.Price.In < 0 || e.Price.Out < 0:
		return nil, fmt.Errorf("%s: negative price", e.Provider)
	case strings.ContainsFunc(e.Key, func(c rune) bool { return c <= ' ' || c > '~' }):
		return nil, fmt.Errorf("%s: the key has characters that no header can carry", e.Provider)
	}
	base, err := e.baseURL()
	if err != nil {
		return nil, err
	}
	breaker := circuitbreaker.NewBuilder[any]().WithFailureThreshold(
		breakerFailures,
	).WithSuccessThreshold(
		1,
	).WithDelay(
		breakerPause,
	).Build()
	return &line{
		role: role, server: e, base: base, use: use, client: newClient(), delay: 250 * time.Millisecond, now: time.Now, breaker: breaker,
	}, nil
}

// call is one thing asked of a server.
type call struct {
	path    string
	content any           // the body, as JSON
	limit   int64         // bytes of a reply
	timeout time.Duration // of a try
	retries int
	most    model.Usage // that a try can take
	// decode takes what the server said and reports what it took; 0 tokens stand for not said.
	decode func(body []byte) (in, out int, err error)
}

// do asks the server, and remembers how that went: after breakerFailures in a row nobody is asked
// for breakerPause.
func (l *line) do(ctx context.Context, c call) error {
	body, err := json.Marshal(c.content)
	if err != nil {
		return err
	}
	to := l.base.JoinPath(c.path)
	if l.use.Show != nil {
		l.use.Show(model.Request{Role: l.role, URL: to.Redacted(), Body: body})
		return model.ErrShown
	}
	if l.server.Refuse != "" {
		return fmt.Errorf("%s at %s: %s", l.server.Provider, l.server.Host(), l.server.Refuse)
	}
	if !l.breaker.TryAcquirePermit() {
		return l.paused()
	}
	err = l.ask(ctx, c, to.String(), body)
	switch {
	case err == nil:
		l.breaker.RecordSuccess()
		return nil
	case ctx.Err() != nil || errors.Is(err, model.ErrLimit):
		if l.breaker.IsHalfOpen() {
			l.breaker.RecordFailure() // the one permit must come back
		}
		return cmp.Or(ctx.Err(), err)
	}
	err = fmt.Errorf("%s at %s: %w", l.server.Provider, l.server.Host(), err)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = err
	l.breaker.RecordFailure()
	return err
}

// paused is the error while nobody is asked.
func (l *line) paused() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fmt.Errorf("%w; asked again in %s: %w", model.ErrPaused, l.breaker.RemainingDelay().Round(time.Second), l.failed)
}

// ask tries until there is an answer that decode takes.
func (l *line) ask(ctx context.Context, c call, to string, body []byte) error {
	got, err := failsafe.With(l.policy(c), timeout.New[*reply](c.timeout)).WithContext(ctx).
		GetWithExecution(func(e failsafe.Execution[*reply]) (*reply, error) {
			ctx := e.Context()
			if err := ctx.Err(); err != nil { // nothing would be sent
				return nil, err
			}
			if err := l.use.Meter.Begin(c.most); err != nil {
				return nil, err
			}
			var took model.Usage
			got, err := l.send(ctx, to, body, c.limit)
			if err == nil && got.status == http.StatusOK {
				var in, out int
				if in, out, err = c.decode(got.body); err != nil {
					err = fmt.Errorf("%w: %w", errMisread, plain(err))
				}
				if in, out = max(in, 0), max(out, 0); in == 0 {
					in = model.Estimate(len(body))
				}
				if out == 0 {
					out = min(model.Estimate(len(got.body)), c.most.Out)
				}
				took = l.server.Price.of(in, out)
			}
			l.use.Meter.End(c.most, took, l.server.Price.Known, err != nil || got.status != http.StatusOK)
			return got, err
		})
	if err != nil {
		// The URL may hold a secret.
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		var op *net.OpError
		switch {
		case errors.Is(err, timeout.ErrExceeded), errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("%w within %s", model.ErrLate, c.timeout)
		case errors.As(err, &op):
			return fmt.Errorf("%s: %w", op.Op, op.Err)
		}
		return err
	}
	if got.status != http.StatusOK {
		status := strings.TrimSpace(strconv.Itoa(got.status) + " " + http.StatusText(got.status))
		if got.status == http.StatusUnauthorized || got.status == http.StatusForbidden {
			return errors.New(status + ": see the key") // the server's words may quote it
		}
		if words := l.clean(serverMessage(got.body)); words != "" {
			return errors.New(status + ": " + words)
		}
		return errors.New(status)
	}
	return nil
}

// policy retries what may go better the next time.
func (l *line) policy(c call) retrypolicy.RetryPolicy[*reply] {
	return retrypolicy.NewBuilder[*reply]().
		HandleIf(passing).
		WithMaxRetries(c.retries).
		WithBackoff(l.delay, max(maxDelay, 2*l.delay)).
		WithDelayFunc(func(e failsafe.ExecutionAttempt[*reply]) time.Duration { return l.asked(e.LastResult()) }).
		ReturnLastFailure().
		Build()
}

// passing tells failures that may pass by themselves: too many requests, a server in trouble, a
// broken connection.
func passing(got *reply, err error) bool {
	var certificate *tls.CertificateVerificationError
	switch {
	case err == nil:
		return got.status == http.StatusTooManyRequests || got.status >= 500 && got.status != http.StatusNotImplemented
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, timeout.ErrExceeded):
		return false // who did not answer in time has the same work to do again
	case errors.Is(err, model.ErrLimit), errors.Is(err, errMisread):
		return false
	}
	return !errors.Is(err, errRedirect) && !errors.Is(err, errTooLong) && !errors.As(err, &certificate)
}

// asked is the delay that a server asked for (RFC 9110, Retry-After), at most maxDelay; -1 when it
// asked for none.
func (l *line) asked(got *reply) time.Duration {
	if got == nil || got.header.Get("Retry-After") == "" {
		return -1
	}
	value := strings.TrimSpace(got.header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return min(time.Duration(seconds)*time.Second, maxDelay)
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(l.now()), 0), maxDelay)
	}
	return -1
}

var (
	errTooLong = errors.New("the answer is too long")
	errMisread = errors.New("answer not understood")
)

// plain says of JSON that was not understood what is wrong with it, without the names of Go's types.
func plain(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON: %w", err)
	case errors.As(err, &kind):
		return fmt.Errorf("wrong type of %s: %s", cmp.Or(kind.Field, "the whole"), kind.Value)
	}
	return err
}

// send makes one attempt.
func (l *line) send(ctx context.Context, to string, body []byte, limit int64) (*reply, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	switch {
	case l.server.Provider == Anthropic:
		request.Header.Set("Anthropic-Version", anthropicVersion)
		request.Header.Set("X-Api-Key", l.server.Key)
	case l.server.Key != "":
		request.Header.Set("Authorization", "Bearer "+l.server.Key)
	}
	response, err := l.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	b, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes", errTooLong, limit)
	}
	return &reply{status: response.StatusCode, header: response.Header, body: b}, nil
}

// serverMessage finds the message in an error of either protocol: {"error":"…"} or {"error":{"message":"…"}}.
func serverMessage(body []byte) string {
	var outer struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return ""
	}
	var text string
	if json.Unmarshal(outer.Error, &text) == nil {
		return text
	}
	var inner struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(outer.Error, &inner) != nil {
		return ""
	}
	return inner.Message
}

// clean makes foreign words fit for one line, without the key.
func (l *line) clean(words string) string {
	if l.server.Key != "" {
		words = strings.ReplaceAll(words, l.server.Key, "…")
	}
	words = strings.Join(strings.FieldsFunc(words, func(c rune) bool { return unicode.IsSpace(c) || !unicode.IsPrint(c) }), " ")
	if len(words) > maxMessage {
		words = strings.ToValidUTF8(words[:maxMessage], "") + "…"
	}
	return words
}
