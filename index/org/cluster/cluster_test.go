package cluster

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// scripted is a cluster that gives the answers of a list, one after another, and notes what it was asked.
type scripted struct {
	*httptest.Server
	mu      sync.Mutex
	answers []string // status, a blank, the body
	asked   []string // method, path and query, then the body
	heads   []http.Header
}

func script(t *testing.T, answers ...string) (*Cluster, *scripted) {
	t.Helper()
	s := &scripted{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	c, err := Open(Server{URL: s.URL + "/under", User: "anna", Password: "s3cret", Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	c.delay = time.Millisecond
	return c, s
}

func (s *scripted) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	s.asked = append(s.asked, strings.TrimSpace(r.Method+" "+r.URL.RequestURI()+" "+string(body)))
	s.heads = append(s.heads, r.Header)
	status, text := 500, "nothing left to say"
	if len(s.answers) > 0 {
		fmt.Sscan(s.answers[0], &status)
		_, text, _ = strings.Cut(s.answers[0], " ")
		s.answers = s.answers[1:]
	}
	w.WriteHeader(status)
	io.WriteString(w, text)
}

// wants compares what was asked.
func (s *scripted) wants(t *testing.T, want ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(s.asked, want) {
		t.Errorf("asked %q\nwant  %q", s.asked, want)
	}
}

func kind(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		s    Server
		want string // of the error, "" for none
	}{
		{Server{URL: "https://a.example:9200", Password: "p"}, ""},
		{Server{URL: "http://a.example"}, ""},
		{Server{URL: "http://localhost:1", Password: "p"}, ""},
		{Server{URL: "http://127.0.0.1:1", Token: "t"}, ""},
		{Server{URL: "http://[::1]:1", Token: "t"}, ""},
		{Server{URL: "http://a.example", Token: "t"}, "only over https"},
		{Server{URL: "http://a.example", Password: "p"}, "only over https"},
		{Server{URL: "a.example"}, "expected an address"},
		{Server{URL: "ftp://a.example"}, "expected an address"},
		{Server{URL: "https://"}, "expected an address"},
		{Server{URL: "https://u:p@a.example"}, "must not hold a password"},
		{Server{URL: "https://a.example?x=1"}, "no query"},
		{Server{URL: "https://a.example#x"}, "no query"},
		{Server{URL: "https://a.example", CA: "/none"}, "ca: "},
	} {
		_, err := Open(c.s)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.s, err, c.want)
		}
	}
}

func TestVersions(t *testing.T) {
	for number, want := range map[string]bool{
		"2.4.0": true, "2.19.1": true, "3.0.0": true, "3.4": true, "2.3.9": false, "1.9": false, "4.0": false, "x": false, "3": false,
	} {
		if got := spoken("opensearch", number) == ""; got != want {
			t.Errorf("%s: %v", number, got)
		}
	}
	if got := spoken("", "8.1"); got != `it is "" 8.1, wanted is OpenSearch 2.4 to 3` {
		t.Error(got)
	}
	c, s := script(t, `200 {"version":{"distribution":"opensearch","number":"2.11.0"}}`)
	for range 2 {
		if err := c.Check(t.Context()); err != nil {
			t.Error(err)
		}
	}
	s.wants(t, "GET /under/")
	c, _ = script(t, `200 {"version":{"number":"8.1"}}`)
	if err := c.Check(t.Context()); kind(err) != Foreign {
		t.Error(err)
	}
}

// What is asked, and what is made of the answer.
func TestCalls(t *testing.T) {
	ctx := t.Context()
	c, s := script(t, `200 {"b":{},"a":{}}`, `404 {}`, `200 {"i":{"mappings":{"_meta":{"n":3}}}}`, `200 {"i":{"mappings":{}}}`, `404 {}`,
		`200 {}`, `200 {}`, `409 {}`, `400 {"error":{"type":"resource_already_exists_exception","reason":"x"}}`)
	names, err := c.Aliased(ctx, "team/x")
	slices.Sort(names)
	if !slices.Equal(names, []string{"a", "b"}) || err != nil {
		t.Errorf("%q, %v", names, err)
	}
	if names, err := c.Aliased(ctx, "none"); names != nil || err != nil {
		t.Errorf("%q, %v", names, err)
	}
	var meta struct{ N int }
	for _, want := range []bool{true, true, false} {
		if found, err := c.Meta(ctx, "i", &meta); found != want || err != nil || meta.N != 3 {
			t.Errorf("%v, %v, %+v", found, err, meta)
		}
	}
	if err := c.Switch(ctx, "al", "new", []string{"old"}); err != nil {
		t.Error(err)
	}
	for _, want := range []error{nil, ErrConflict, ErrConflict} {
		if err := c.Create(ctx, "i", Body{"x": 1}); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	s.wants(t, "GET /under/_alias/team%2Fx", "GET /under/_alias/none", "GET /under/i/_mapping", "GET /under/i/_mapping",
		"GET /under/i/_mapping",
		`POST /under/_aliases {"actions":[{"remove":{"alias":"al","index":"old"}},{"add":{"alias":"al","index":"new"}}]}`,
		`PUT /under/i {"x":1}`, `PUT /under/i {"x":1}`, `PUT /under/i {"x":1}`)
	if user, password, _ := (&http.Request{Header: s.heads[0]}).BasicAuth(); user != "anna" || password != "s3cret" {
		t.Errorf("asked as %s", user)
	}
	if s.heads[0].Get("Content-Type") != "" || s.heads[6].Get("Content-Type") != "application/json" {
		t.Errorf("%v", s.heads[6])
	}
}

func TestDocuments(t *testing.T) {
	ctx := t.Context()
	c, s := script(t, `200 {"found":true,"_seq_no":4,"_primary_term":2,"_source":{"n":3}}`, `200 {"found":false}`, `404 {}`,
		`200 {"found":true,"_source":"no object"}`, `201 {"_seq_no":0,"_primary_term":1}`, `200 {"_seq_no":5,"_primary_term":2}`, `409 {}`,
		`200 {"_seq_no":5,"_primary_term":2}`, `200 {}`, `404 {}`, `200 {"deleted":7}`, `200 {}`,
		`200 {"_all":{"primaries":{"docs":{"count":9}},"total":{"store":{"size_in_bytes":1234}}}}`)
	var doc struct{ N int }
	if v, found, err := c.Get(ctx, "i", "a b", &doc); v != (Version{4, 2}) || !found || err != nil || doc.N != 3 {
		t.Errorf("%+v, %v, %v", v, found, err)
	}
	for range 2 {
		if _, found, err := c.Get(ctx, "i", "none", &doc); found || err != nil {
			t.Errorf("%v, %v", found, err)
		}
	}
	if _, found, err := c.Get(ctx, "i", "x", &doc); found || kind(err) != Strange {
		t.Errorf("%v, %v", found, err)
	}
	if v, err := c.Put(ctx, "i", "d", nil, Body{"n": 1}); v != (Version{0, 1}) || err != nil {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := c.Put(ctx, "i", "d", &Version{4, 2}, Body{"n": 1}); v != (Version{5, 2}) || err != nil {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := c.Put(ctx, "i", "d", nil, Body{}); !errors.Is(err, ErrConflict) {
		t.Error(err)
	}
	if v, err := c.PutLater(ctx, "i", "d", Version{4, 2}, Body{"n": 1}); v != (Version{5, 2}) || err != nil {
		t.Errorf("%+v, %v", v, err)
	}
	for range 2 {
		if err := c.Delete(ctx, "i", "d", Version{4, 2}); err != nil {
			t.Error(err)
		}
	}
	if n, err := c.DeleteBy(ctx, "i", Body{"q": 1}); n != 7 || err != nil {
		t.Error(n, err)
	}
	if err := c.Refresh(ctx, "i"); err != nil {
		t.Error(err)
	}
	if st, err := c.Stats(ctx, "i"); st != (Stats{9, 1234}) || err != nil {
		t.Error(st, err)
	}
	s.wants(t, "GET /under/i/_doc/a%20b", "GET /under/i/_doc/none", "GET /under/i/_doc/none", "GET /under/i/_doc/x",
		`PUT /under/i/_doc/d?refresh=true&op_type=create {"n":1}`, `PUT /under/i/_doc/d?if_seq_no=4&if_primary_term=2&refresh=true {"n":1}`,
		"PUT /under/i/_doc/d?refresh=true&op_type=create {}", `PUT /under/i/_doc/d?if_seq_no=4&if_primary_term=2 {"n":1}`,
		"DELETE /under/i/_doc/d?if_seq_no=4&if_primary_term=2&refresh=true",
		"DELETE /under/i/_doc/d?if_seq_no=4&if_primary_term=2&refresh=true",
		`POST /under/i/_delete_by_query?conflicts=proceed&refresh=true {"query":{"q":1}}`, "POST /under/i/_refresh",
		"GET /under/i/_stats/docs,store")
}

func TestSearches(t *testing.T) {
	ctx := t.Context()
	ok := `{"status":200,"hits":{"hits":[{"_id":"a","_score":2}]},"_shards":{"failed":0}}`
	c, s := script(t, `200 {"responses":[`+strings.Join([]string{ok, ok, ok, ok}, ",")+`]}`, `200 {"responses":[`+ok+`]}`,
		`200 {"responses":[{"status":200,"timed_out":true}]}`,
		`200 {"responses":[{"status":200,"_shards":{"failed":1}}]}`, `200 {"responses":[{"status":400,"error":{"type":"t","reason":"r"}}]}`)
	got, err := c.Search(ctx, "i", Body{"n": 1}, Body{"size": 2}, Body{"size": 0}, Body{"size": 2, "sort": "_doc"})
	if err != nil || len(got) != 4 || got[1].Hits.Hits[0].ID != "a" || got[1].Hits.Hits[0].Score != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := c.Search(ctx, "i", Body{}, Body{}); kind(err) != Strange {
		t.Error(err)
	}
	for range 2 {
		if _, err := c.Search(ctx, "i", Body{}); kind(err) != Slow {
			t.Error(err)
		}
	}
	if _, err := c.Search(ctx, "i", Body{}); kind(err) != Strange || !strings.HasSuffix(err.Error(), ": 400 t: r") {
		t.Error(err)
	}
	ranked, filtered := `{"index":"i","search_type":"dfs_query_then_fetch"}`, `{"index":"i"}`
	if want := strings.Join([]string{"POST /under/_msearch " + ranked, `{"n":1}`, ranked, `{"size":2}`,
		filtered, `{"size":0}`, filtered, `{"size":2,"sort":"_doc"}`}, "\n"); s.asked[0] != want {
		t.Errorf("asked %q", s.asked[0])
	}
	if s.heads[0].Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("%v", s.heads[0])
	}
}

func TestScroll(t *testing.T) {
	c, s := script(t, `200 {"_scroll_id":"1","hits":{"hits":[{"_id":"a"},{"_id":"b"}]}}`,
		`200 {"_scroll_id":"2","hits":{"hits":[{"_id":"c"}]}}`,
		`200 {"_scroll_id":"3","hits":{"hits":[]}}`, `200 {}`)
	var ids []string
	if err := c.Scroll(t.Context(), "i", Body{"q": 1}, func(id string) error { ids = append(ids, id); return nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(ids, []string{"a", "b", "c"}) {
		t.Errorf("%q", ids)
	}
	s.wants(t, `POST /under/i/_search?scroll=1m {"_source":false,"query":{"q":1},"size":5000,"sort":["_doc"]}`,
		`POST /under/_search/scroll {"scroll":"1m","scroll_id":"1"}`, `POST /under/_search/scroll {"scroll":"1m","scroll_id":"2"}`,
		`DELETE /under/_search/scroll {"scroll_id":"3"}`)
	c, _ = script(t, `200 {"_scroll_id":"1","hits":{"hits":[{"_id":"a"}]}}`)
	enough := errors.New("enough")
	if err := c.Scroll(t.Context(), "i", Body{}, func(string) error { return enough }); err != enough {
		t.Error(err)
	}
}

// A page that is asked for again is the one behind it: where one is lost, or is not whole, the list is not.
func TestScrollIsWholeOrFails(t *testing.T) {
	first := `200 {"_scroll_id":"1","hits":{"hits":[{"_id":"a"}]}}`
	rest := []string{`200 {"_scroll_id":"1","hits":{"hits":[{"_id":"c"}]}}`, `200 {"_scroll_id":"1","hits":{"hits":[]}}`, `200 {}`}
	for _, lost := range []string{"429 {}", "502 {}", "503 {}", "504 {}", `404 {"error":{"reason":"No search context found"}}`,
		`200 {"_shards":{"failed":1},"hits":{"hits":[{"_id":"b"}]}}`, `200 {"timed_out":true,"hits":{"hits":[]}}`} {
		c, _ := script(t, append([]string{first, lost}, rest...)...)
		if err := c.Scroll(t.Context(), "i", Body{}, func(string) error { return nil }); kind(err) == "" {
			t.Errorf("%s: %v", lost, err)
		}
	}
	c, _ := script(t, append([]string{"503 {}", first}, rest...)...) // nothing has come yet
	if err := c.Scroll(t.Context(), "i", Body{}, func(string) error { return nil }); err != nil {
		t.Error(err)
	}
}

// What may pass is asked again where that does no harm, at most three times.
func TestTriesAgain(t *testing.T) {
	for _, status := range []int{429, 502, 503, 504} {
		busy := fmt.Sprintf("%d {}", status)
		c, s := script(t, busy, busy, "200 {}")
		if err := c.Refresh(t.Context(), "i"); err != nil || len(s.asked) != 3 {
			t.Errorf("%d: %v after %d", status, err, len(s.asked))
		}
		c, s = script(t, busy, busy, busy, busy)
		if err := c.Refresh(t.Context(), "i"); err == nil || len(s.asked) != 3 {
			t.Errorf("%d: %v after %d", status, err, len(s.asked))
		}
		c, s = script(t, busy, busy)
		if err := c.Create(t.Context(), "i", Body{}); err == nil || len(s.asked) != 1 {
			t.Errorf("%d: what must not be done twice: %v after %d", status, err, len(s.asked))
		}
	}
	c, s := script(t, "400 {}", "200 {}")
	if err := c.Refresh(t.Context(), "i"); kind(err) != Strange || len(s.asked) != 1 {
		t.Errorf("%v after %d", err, len(s.asked))
	}
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		answer string
		kind   Kind
		words  string
	}{
		{`401 {"error":"s3cret is wrong"}`, Denied, "refuses the name, the password or the role"},
		{`403 {"error":{"type":"security_exception"}}`, Denied, "refuses the name, the password or the role"},
		{`403 {"error":{"type":"cluster_block_exception","reason":"read-only / allow delete (read-only-allow-delete)"}}`, Full, "allow"},
		{`429 {"error":{"reason":"disk usage exceeded flood-stage watermark"}}`, Full, "has no room on its disks"},
		{`403 {"error":{"type":"cluster_block_exception","reason":"x"}}`, ReadOnly, "has made the index read-only"},
		{`400 {"error":{"reason":"index is read-only"}}`, ReadOnly, "read-only"},
		{`413 {}`, Full, "413"}, {`507 {}`, Full, "507"}, {`500 {}`, Away, "cannot be reached: 500"}, {`501 no JSON`, Away, "501"},
		{`429 {}`, Busy, "turns requests away for now"},
		{`418 {"error":{"type":"a","root_cause":[{"type":"b","reason":"of\n b s3cret"}]}}`, Strange, "not understood: 418 b: of b …"},
		{`418 {"error":{"type":"a","reason":"c","root_cause":[{"type":"b"}]}}`, Strange, "418 a: c"},
		{`418 {"error":{"type":"a"}}`, Strange, "418 a"}, {`418 {"error":[]}`, Strange, "not understood: 418"},
		{`200 no JSON`, Strange, "not understood"},
		{`418 {"error":"` + strings.Repeat("é", 200) + `"}`, Strange, "418 " + strings.Repeat("é", 120) + "…"},
	} {
		cluster, _ := script(t, c.answer, c.answer, c.answer)
		_, err := cluster.Stats(t.Context(), "i")
		if kind(err) != c.kind || !strings.Contains(err.Error(), c.words) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %q %v", c.answer, kind(err), err)
		}
	}
	for _, k := range []Kind{Slow, Foreign, Certificate} {
		text := (&Error{Kind: k, Host: "h"}).Error()
		if !strings.HasPrefix(text, "the cluster at h ") || strings.Contains(text, "not understood") || strings.HasSuffix(text, ": ") {
			t.Error(text)
		}
	}
}

// Who does not answer, refuses to be asked, leads elsewhere or is not trusted is told apart.
func TestUnreached(t *testing.T) {
	c, s := script(t)
	s.Close()
	if err := c.Refresh(t.Context(), "i"); kind(err) != Away || strings.Contains(err.Error(), "/under") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Refresh(ctx, "i"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.server.Refuse = "no consent"
	if err := c.Refresh(t.Context(), "i"); kind(err) != Away || !strings.HasSuffix(err.Error(), "no consent") {
		t.Error(err)
	}
	late := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer late.Close()
	slow, err := Open(Server{URL: late.URL, Timeout: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if err := slow.Refresh(t.Context(), "i"); kind(err) != Slow || !strings.HasSuffix(err.Error(), "within 20ms") {
		t.Error(err)
	}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.URL, http.StatusTemporaryRedirect)
	}))
	defer other.Close()
	led, err := Open(Server{URL: other.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := led.Stats(t.Context(), "i"); kind(err) != Away || !strings.Contains(err.Error(), "redirect refused") {
		t.Error(err)
	}
}

func TestCertificates(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		json.NewEncoder(w).Encode(map[string]string{"authorization": r.Header.Get("Authorization")})
	}))
	defer s.Close()
	s.Config.ErrorLog = nil
	file := filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, trusted := range []bool{false, true} {
		server := Server{URL: s.URL, Token: "tok"}
		if trusted {
			server.CA = file
		}
		c, err := Open(server)
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Authorization string }
		_, err = c.ask(t.Context(), call{method: "GET", path: "/"}, &got)
		if trusted && (err != nil || got.Authorization != "Bearer tok") || !trusted && kind(err) != Certificate {
			t.Errorf("trusted %v: %+v, %v", trusted, got, err)
		}
	}
	if err := os.WriteFile(file, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Server{URL: s.URL, CA: file}); err == nil || !strings.Contains(err.Error(), "holds no certificate") {
		t.Error(err)
	}
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	c, err := Open(Server{URL: strings.Replace(plain.URL, "http:", "https:", 1)})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.put(t.Context(), "/i", Body{}); kind(err) != Certificate || !strings.Contains(err.Error(), "does not speak TLS") {
		t.Error(err)
	}
}

// What a busy cluster turns away is sent again, half as much at a time; what is wrong ends it.
func TestBulk(t *testing.T) {
	ctx := t.Context()
	c, s := script(t, `200 {"errors":true,"items":[{"index":{"status":201}},{"index":{"status":429,"error":{"reason":"queue"}}},`+
		`{"delete":{"status":404}}]}`, `200 {"items":[{"index":{"status":200}}]}`)
	b := c.Bulk("i")
	for _, err := range []error{b.Write(ctx, "a", Body{"n": 1}), b.Write(ctx, "b", Body{"n": 2}), b.Delete(ctx, "c"), b.Flush(ctx)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if b.Sent != 3 || b.most != bulkDocs/2 || b.c.server.Timeout != bulkTimeout {
		t.Errorf("sent %d, most %d, %v", b.Sent, b.most, b.c.server.Timeout)
	}
	s.wants(t, "POST /under/i/_bulk {\"index\":{\"_id\":\"a\"}}\n{\"n\":1}\n"+
		"{\"index\":{\"_id\":\"b\"}}\n{\"n\":2}\n{\"delete\":{\"_id\":\"c\"}}",
		"POST /under/i/_bulk {\"index\":{\"_id\":\"b\"}}\n{\"n\":2}")
	for _, answer := range []string{`200 {"items":[{"index":{"status":400,"error":{"reason":"odd"}}}]}`, `200 {"items":[]}`, `403 {}`} {
		c, s := script(t, answer)
		b := c.Bulk("i")
		if err := b.Write(ctx, "a", 1); err != nil {
			t.Fatal(err)
		}
		if err := b.Flush(ctx); err == nil || len(s.asked) != 1 || b.Sent != 0 {
			t.Errorf("%s: %v after %d", answer, err, len(s.asked))
		}
	}
	busy := `200 {"items":[{"index":{"status":429,"error":{"reason":"queue"}}}]}`
	c, s = script(t, slices.Repeat([]string{busy}, 20)...)
	b = c.Bulk("i")
	b.Write(ctx, "a", 1)
	if err := b.Flush(ctx); kind(err) != Busy || len(s.asked) != bulkTries || b.most != 1000>>7 {
		t.Errorf("%v after %d, most %d", err, len(s.asked), b.most)
	}
	c, s = script(t, `200 {"items":[{"index":{"status":200}},{"index":{"status":200}}]}`, `200 {"items":[{"index":{"status":200}}]}`)
	b = c.Bulk("i")
	b.most = 2
	for range 3 {
		if err := b.Write(ctx, "a", 1); err != nil {
			t.Error(err)
		}
	}
	if len(s.asked) != 1 || b.size != len(`{"index":{"_id":"a"}}1`) || b.Flush(ctx) != nil || b.Sent != 3 {
		t.Errorf("asked %d times, %d bytes wait, sent %d", len(s.asked), b.size, b.Sent)
	}
	c, s = script(t, `200 {"items":[{"index":{"status":200}}]}`)
	b = c.Bulk("i")
	if err := b.Write(ctx, "a", strings.Repeat("x", bulkBytes)); err != nil || len(s.asked) != 1 || b.size != 0 {
		t.Errorf("%v, asked %d times", err, len(s.asked))
	}
}
