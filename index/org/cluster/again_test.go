package cluster

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/failsafe-go/failsafe-go/timeout"
)

// Whatever only reads, or may be done twice, is asked again; what it does is the same then.
func TestWhatIsAskedAgain(t *testing.T) {
	ctx := t.Context()
	for name, c := range map[string]struct {
		answer string
		ask    func(*Cluster) error
	}{
		"check": {`{"version":{"distribution":"opensearch","number":"3.0.0"}}`, func(c *Cluster) error { return c.Check(ctx) }},
		"aliased": {`{"a":{}}`, func(c *Cluster) error {
			names, err := c.Aliased(ctx, "al")
			return errors.Join(err, unless(len(names) == 1))
		}},
		"meta": {`{"i":{"mappings":{"_meta":{"n":3}}}}`, func(c *Cluster) error {
			var m struct{ N int }
			found, err := c.Meta(ctx, "i", &m)
			return errors.Join(err, unless(found && m.N == 3))
		}},
		"switch": {`{}`, func(c *Cluster) error { return c.Switch(ctx, "al", "new", nil) }},
		"get": {`{"found":true,"_source":{}}`, func(c *Cluster) error {
			_, found, err := c.Get(ctx, "i", "d", &struct{}{})
			return errors.Join(err, unless(found))
		}},
		"delete by": {`{"deleted":2}`, func(c *Cluster) error {
			n, err := c.DeleteBy(ctx, "i", Body{})
			return errors.Join(err, unless(n == 2))
		}},
		"search": {`{"responses":[{"status":200}]}`, func(c *Cluster) error { _, err := c.Search(ctx, "i", Body{}); return err }},
		"scroll": {`{}`, func(c *Cluster) error { return c.Scroll(ctx, "i", Body{}, nil) }},
		"stats":  {`{}`, func(c *Cluster) error { _, err := c.Stats(ctx, "i"); return err }},
		"bulk": {`{"items":[{"index":{"status":201}}]}`, func(c *Cluster) error {
			b := c.Bulk("i")
			return errors.Join(b.Write(ctx, "a", 1), b.Flush(ctx), unless(b.most == bulkDocs)) // not less at a time
		}},
	} {
		cluster, _ := script(t, "503 {}", "200 "+c.answer, "200 {}")
		if err := c.ask(cluster); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if cluster, _ = script(t, "400 {}"); kind(c.ask(cluster)) != Strange {
			t.Errorf("%s: a refusal is not told", name)
		}
	}
}

func unless(holds bool) error {
	if holds {
		return nil
	}
	return errors.New("another answer")
}

func TestWhatMayPass(t *testing.T) {
	for status, want := range map[int]bool{429: true, 502: true, 503: true, 504: true, 200: false, 404: false, 500: false, 501: false} {
		if got := passing(&reply{status: status}, nil); got != want {
			t.Errorf("%d may pass: %v", status, got)
		}
	}
	for _, err := range []error{
		context.Canceled, context.DeadlineExceeded, timeout.ErrExceeded, errRedirect, errTooLong, &tls.CertificateVerificationError{},
	} {
		if passing(nil, fmt.Errorf("get: %w", err)) {
			t.Errorf("%v may pass", err)
		}
	}
	if !passing(nil, errors.New("connection reset")) {
		t.Error("a broken connection does not pass")
	}
}

// A redirect is followed on the same host alone, and not for ever.
func TestRedirects(t *testing.T) {
	c, err := Open(Server{URL: "https://a.example:9200"})
	if err != nil {
		t.Fatal(err)
	}
	request := func(address string) *http.Request {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return &http.Request{URL: u}
	}
	from := request("https://a.example:9200/i")
	for _, r := range []struct {
		to    string
		after int
		want  bool
	}{
		{"https://a.example:9200/j", 1, true},
		{"https://a.example:9200/j", maxRedirects, true},
		{"https://a.example:9200/j", maxRedirects + 1, false},
		{"http://a.example:9200/i", 1, false},
		{"https://b.example:9200/i", 1, false},
	} {
		var via []*http.Request
		for range r.after {
			via = append(via, from)
		}
		if err := c.client.CheckRedirect(request(r.to), via); (err == nil) != r.want || err != nil && !errors.Is(err, errRedirect) {
			t.Errorf("%s after %d: %v", r.to, r.after, err)
		}
	}
}

// Answers and words have bounds; what just fits is whole.
func TestBoundsOfAnswers(t *testing.T) {
	for text, fits := range map[string]bool{"": true, "abc": true, "abcd": false} {
		b, err := readAll(strings.NewReader(text), 3)
		if fits && (err != nil || string(b) != text) || !fits && !errors.Is(err, errTooLong) {
			t.Errorf("%q: %q, %v", text, b, err)
		}
	}
	c := &Cluster{}
	if words := strings.Repeat("x", maxWords); c.clean(words) != words || c.clean(words+"y") != words+"…" {
		t.Errorf("%q", c.clean(words))
	}
	for answer, found := range map[string]bool{
		"200 {}": true, "299 {}": true, "404 {}": false, "409 {}": false, "300 {}": false, "200 [": false,
	} {
		c, _ := script(t, answer)
		got, err := c.ask(t.Context(), call{method: "GET", path: "/"}, &struct{}{})
		if got != found || (err == nil) != (found || answer == "404 {}") || errors.Is(err, ErrConflict) != (answer == "409 {}") {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
}

// What became of each document is read one by one: that one is gone already is no failure, that an index is missing is one.
func TestItemsOfABulk(t *testing.T) {
	ctx := t.Context()
	for item, kept := range map[string]bool{
		`{"index":{"status":200}}`: true, `{"index":{"status":299}}`: true, `{"delete":{"status":404}}`: true,
		`{"index":{"status":300}}`: false, `{"index":{"status":404}}`: false, `{"delete":{"status":400}}`: false,
		`{"index":{"status":429,"error":{"reason":"flood-stage watermark"}}}`: false,
	} {
		c, s := script(t, `200 {"items":[`+item+`,{"index":{"status":200}}]}`)
		b := c.Bulk("i")
		err := errors.Join(b.Write(ctx, "a", 1), b.Write(ctx, "b", 1), b.Flush(ctx))
		if (err == nil) != kept || b.Sent != map[bool]int{true: 2}[kept] || len(s.asked) != 1 {
			t.Errorf("%s: %v, sent %d in %d", item, err, b.Sent, len(s.asked))
		}
	}
	// One that goes through does not end the rest.
	ok := `200 {"items":[{"index":{"status":200}}]}`
	c, s := script(t, `200 {"items":[{"index":{"status":429}},{"index":{"status":429}}]}`, ok, ok)
	b := c.Bulk("i")
	b.most = 3
	if err := errors.Join(b.Write(ctx, "a", 1), b.Write(ctx, "b", 1), b.Flush(ctx)); err != nil || b.Sent != 2 || len(s.asked) != 3 {
		t.Errorf("%v, sent %d in %d", err, b.Sent, len(s.asked))
	}
	// A request is full at its bound of bytes, not behind it.
	c, s = script(t, ok)
	b = c.Bulk("i")
	around := len(`{"index":{"_id":"a"}}""`)
	if err := b.Write(ctx, "a", strings.Repeat("x", bulkBytes-around)); err != nil || b.Sent != 1 || len(s.asked) != 1 {
		t.Errorf("%v, sent %d in %d", err, b.Sent, len(s.asked))
	}
}

// Of an answer without an end so much is read as the thing asked may bring, once.
func TestEndlessAnswers(t *testing.T) {
	const buffered = 64 << 20 // on its way at most: systems give a connection 40 MB
	sent := make(chan int, 8) // bytes of each answer
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, all := bytes.Repeat([]byte(" "), 1<<20), 0
		for all <= maxDocuments+buffered {
			n, err := w.Write(page)
			if all += n; err != nil {
				break
			}
		}
		sent <- all
	}))
	defer s.Close()
	c, err := Open(Server{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]struct {
		most int
		do   func() error
	}{
		"who it is":   {maxReply, func() error { return c.Check(t.Context()) }},
		"an index":    {maxReply, func() error { _, err := c.Meta(t.Context(), "i", nil); return err }},
		"a search":    {maxDocuments, func() error { _, err := c.Search(t.Context(), "i", Body{}); return err }},
		"a new index": {maxReply, func() error { return c.Create(t.Context(), "i", Body{}) }},
	} {
		var e *Error
		err := call.do()
		if all := <-sent; !errors.As(err, &e) || e.Kind != Strange || all > call.most+buffered || len(sent) > 0 {
			t.Errorf("%s: %v after %d bytes, and %d answers more", name, err, all, len(sent))
		}
	}
}
