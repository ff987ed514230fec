// Package cluster speaks with an OpenSearch cluster: the handful of calls that kb makes, their
// retries, and what is wrong with a cluster in one line.
//
// # Limitations
//
// A cluster is not trusted: what it says is bounded in time and bytes. It is named by the user's
// configuration or environment alone, and a redirect to another host is refused. OpenSearch 2 from
// 2.4 on and OpenSearch 3 are spoken to; others are an error.
package cluster

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

// Server is where a cluster is, and who asks. It comes from the user's configuration or environment.
type Server struct {
	URL            string // http or https; with a password or token, http to this machine only
	User, Password string
	Token          string // sent as a bearer token instead of user and password
	CA             string // file of certificates that are trusted beside the system's, "" for none
	// Timeout is that of one try; 0 for 15 s.
	Timeout time.Duration
	Refuse  string // why it must not be called; "": it may be
}

// Bounds of what is asked.
const (
	defaultTimeout = 15 * time.Second
	maxReply       = 4 << 20  // bytes
	maxDocuments   = 64 << 20 // bytes of a reply with documents
	maxCA          = 1 << 20  // bytes
	maxRedirects   = 3
	tries          = 3 // of a call, where the next may go better
)

// Cluster is the way to a cluster. It is safe for concurrent use.
type Cluster struct {
	server Server
	base   *url.URL
	client *http.Client
	delay  time.Duration // before the first retry, doubled with each

	mu      sync.Mutex
	checked bool // its version is one that is spoken
}

// Open checks a Server. Nothing is sent before the first call.
func Open(s Server) (*Cluster, error) {
	if s.Timeout == 0 {
		s.Timeout = defaultTimeout
	}
	base, err := url.Parse(s.URL)
	switch {
	case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https":
		return nil, errors.New("url: expected an address such as https://search.example.org:9200")
	case base.User != nil:
		return nil, errors.New("url: it must not hold a password: name its variable by password_env")
	case base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("url: expected no query and no fragment")
	case base.Scheme == "http" && (s.Token != "" || s.Password != "") && !loopback(base.Hostname()):
		return nil, errors.New("url: a password goes only over https")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 8
	transport.DisableCompression = true // most of what comes is packed already: to pack it again takes longer than to send it
	if s.CA != "" {
		if transport.TLSClientConfig, err = trusting(s.CA); err != nil {
			return nil, err
		}
	}
	client := &http.Client{Transport: transport, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if from := via[0].URL; next.URL.Scheme != from.Scheme || next.URL.Host != from.Host || len(via) > maxRedirects {
			return fmt.Errorf("%w to %s", errRedirect, next.URL.Host)
		}
		return nil
	}}
	return &Cluster{server: s, base: base, client: client, delay: 250 * time.Millisecond}, nil
}

// loopback tells the names of this machine, to which a password may go without TLS.
func loopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// trusting trusts the certificates of a file beside those of the system.
func trusting(path string) (*tls.Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("ca: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxCA))
	if err != nil {
		return nil, fmt.Errorf("ca: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("ca: %s holds no certificate", path)
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}

// Host names the cluster in messages.
func (c *Cluster) Host() string { return c.base.Host }

// reply is what the cluster said.
type reply struct {
	status int
	body   []byte
}

// call is one thing asked.
type call struct {
	method, path string
	body         []byte
	again        bool // asking twice does no harm
	documents    bool // the reply has documents
}

// do asks, again where that may go better, and gives an *Error for what went wrong. A status of
// 404 or 409 is for the caller to judge.
func (c *Cluster) do(ctx context.Context, q call) (*reply, error) {
	if c.server.Refuse != "" {
		return nil, &Error{Kind: Away, Host: c.Host(), Words: c.server.Refuse}
	}
	policy := retrypolicy.NewBuilder[*reply]().
		HandleIf(func(r *reply, err error) bool { return q.again && passing(r, err) }).
		WithMaxRetries(tries-1).WithBackoff(c.delay, 16*c.delay).ReturnLastFailure().Build()
	got, err := failsafe.With(policy, timeout.New[*reply](c.server.Timeout)).WithContext(ctx).
		GetWithExecution(func(e failsafe.Execution[*reply]) (*reply, error) { return c.send(e.Context(), q) })
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		// The address may hold a secret and is left out.
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		e := &Error{Kind: Away, Host: c.Host(), Words: c.clean(err.Error())}
		var verification *tls.CertificateVerificationError
		var authority x509.UnknownAuthorityError
		var header tls.RecordHeaderError
		var op *net.OpError
		var network net.Error
		switch {
		case errors.As(err, &verification), errors.As(err, &authority):
			e.Kind = Certificate
		case errors.As(err, &header), errors.Is(err, http.ErrSchemeMismatch):
			e.Kind, e.Words = Certificate, "it does not speak TLS: is the address http?"
		case errors.Is(err, timeout.ErrExceeded), errors.As(err, &network) && network.Timeout():
			e.Kind, e.Words = Slow, "within "+c.server.Timeout.String()
		case errors.As(err, &op):
			e.Words = c.clean(fmt.Sprintf("%s: %v", op.Op, op.Err))
		case errors.Is(err, errTooLong):
			e.Kind = Strange
		}
		return nil, e
	case got.status < 300 || got.status == http.StatusNotFound || got.status == http.StatusConflict:
		return got, nil
	}
	return nil, c.refusal(got)
}

// passing tells failures that may pass by themselves. Who did not answer in time has the same work to do again.
func passing(r *reply, err error) bool {
	if err != nil {
		var certificate *tls.CertificateVerificationError
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, timeout.ErrExceeded) &&
			!errors.Is(err, errRedirect) && !errors.As(err, &certificate) && !errors.Is(err, errTooLong)
	}
	return r.status == http.StatusTooManyRequests || r.status == http.StatusBadGateway || r.status == http.StatusServiceUnavailable ||
		r.status == http.StatusGatewayTimeout
}

var (
	errTooLong  = errors.New("the answer is too long")
	errRedirect = errors.New("redirect refused")
)

// send makes one attempt.
func (c *Cluster) send(ctx context.Context, q call) (*reply, error) {
	path, query, _ := strings.Cut(q.path, "?")
	to := c.base.JoinPath(path)
	to.RawQuery = query
	request, err := http.NewRequestWithContext(ctx, q.method, to.String(), bytes.NewReader(q.body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if len(q.body) > 0 {
		request.Header.Set("Content-Type", "application/json")
		if strings.HasSuffix(path, "_bulk") || strings.HasSuffix(path, "_msearch") {
			request.Header.Set("Content-Type", "application/x-ndjson")
		}
	}
	switch {
	case c.server.Token != "":
		request.Header.Set("Authorization", "Bearer "+c.server.Token)
	case c.server.User != "":
		request.SetBasicAuth(c.server.User, c.server.Password)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	most := int64(maxReply)
	if q.documents {
		most = maxDocuments
	}
	b, err := readAll(response.Body, most)
	return &reply{status: response.StatusCode, body: b}, err
}

// readAll reads what has at most so many bytes.
func readAll(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("%w: more than %d bytes", errTooLong, most)
	}
	return b, err
}

// ask makes a call and decodes its answer into out, which may be nil. found is false for a 404.
func (c *Cluster) ask(ctx context.Context, q call, out any) (found bool, err error) {
	got, err := c.do(ctx, q)
	if err != nil {
		return false, err
	}
	if got.status == http.StatusConflict {
		return false, ErrConflict
	}
	if got.status == http.StatusNotFound {
		return false, nil
	}
	if out != nil {
		if err := json.Unmarshal(got.body, out); err != nil {
			return false, &Error{Kind: Strange, Host: c.Host(), Words: err.Error()}
		}
	}
	return true, nil
}
