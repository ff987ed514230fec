package embed

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

const (
	maxDelay     = 30 * time.Second // a server cannot make a retry wait for longer
	maxRedirects = 3
	maxMessage   = 200      // bytes of a server's own words in an error
	replyBase    = 1 << 20  // bytes that a reply may have,
	replyPerText = 96 << 10 // and for each text: the most dimensions, written out
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

// ask sends texts to the server and decodes the vectors.
func (r *remote) ask(ctx context.Context, texts []string, c call) ([][]float32, error) {
	path, content, decode := "embeddings", any(
		openAIRequest{Model: r.server.ModelName, Input: texts, Dimensions: r.server.Dimensions},
	), decodeOpenAI
	if r.server.Provider == "ollama" {
		path, content, decode = "api/embed", ollamaRequest{
			Model:      r.server.ModelName,
			Input:      texts,
			Dimensions: r.server.Dimensions,
		}, decodeOllama
	}
	body, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	limit := int64(replyBase + replyPerText*len(texts))
	got, err := failsafe.With(r.policy(c)).WithContext(ctx).Get(func() (*reply, error) {
		return r.send(ctx, r.base.JoinPath(path).String(), body, limit, c.timeout)
	})
	if err != nil {
		return nil, r.readable(err, c)
	}
	if got.status != http.StatusOK {
		return nil, r.refusal(got)
	}
	vectors, err := decode(got.body, len(texts))
	if err != nil {
		return nil, fmt.Errorf("answer not understood: %w", err)
	}
	return vectors, nil
}

// policy retries what may go better the next time.
func (r *remote) policy(c call) retrypolicy.RetryPolicy[*reply] {
	return retrypolicy.NewBuilder[*reply]().
		HandleIf(passing).
		WithMaxRetries(c.retries).
		WithBackoff(r.delay, max(maxDelay, 2*r.delay)).
		WithDelayFunc(func(e failsafe.ExecutionAttempt[*reply]) time.Duration { return r.asked(e.LastResult()) }).
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
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false // who did not answer in time has the same work to do again
	}
	return !errors.Is(err, errRedirect) && !errors.Is(err, errTooLong) && !errors.As(err, &certificate)
}

// asked is the delay that a server asked for (RFC 9110, Retry-After), at most maxDelay; -1 when it
// asked for none.
func (r *remote) asked(got *reply) time.Duration {
	if got == nil || got.header.Get("Retry-After") == "" {
		return -1
	}
	value := strings.TrimSpace(got.header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return min(time.Duration(seconds)*time.Second, maxDelay)
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(r.now()), 0), maxDelay)
	}
	return -1
}

var errTooLong = errors.New("the answer is too long")

// send makes one attempt.
func (r *remote) send(ctx context.Context, to string, body []byte, limit int64, timeout time.Duration) (*reply, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if r.server.Key != "" {
		request.Header.Set("Authorization", "Bearer "+r.server.Key)
	}
	response, err := r.client.Do(request)
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

// readable takes the URL, which may hold a secret, and the noise out of an error of the network.
func (r *remote) readable(err error, c call) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var op *net.OpError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer within %s", c.timeout)
	case errors.As(err, &op):
		return fmt.Errorf("%s: %w", op.Op, op.Err)
	}
	return err
}

// refusal is the error of a status that is no success, with the server's own words.
func (r *remote) refusal(got *reply) error {
	status := strings.TrimSpace(strconv.Itoa(got.status) + " " + http.StatusText(got.status))
	if got.status == http.StatusUnauthorized || got.status == http.StatusForbidden {
		return errors.New(status + ": see the key") // the server's words may quote it
	}
	if words := r.clean(serverMessage(got.body)); words != "" {
		return errors.New(status + ": " + words)
	}
	return errors.New(status)
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
func (r *remote) clean(words string) string {
	if r.server.Key != "" {
		words = strings.ReplaceAll(words, r.server.Key, "…")
	}
	words = strings.Join(strings.FieldsFunc(words, func(c rune) bool { return unicode.IsSpace(c) || !unicode.IsPrint(c) }), " ")
	if len(words) > maxMessage {
		words = strings.ToValidUTF8(words[:maxMessage], "") + "…"
	}
	return words
}
