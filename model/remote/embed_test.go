package remote

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/model"
)

// testServer answers both protocols with the vector (length of the text, 1) for each text, and
// remembers what it was asked.
type testServer struct {
	*httptest.Server
	mu       sync.Mutex
	requests []testRequest
	before   func(n int, w http.ResponseWriter, r *http.Request) (answered bool) // n counts from 1
}

type testRequest struct {
	path, key  string
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions"`
}

func newTestServer(t *testing.T, before func(n int, w http.ResponseWriter, r *http.Request) bool) *testServer {
	t.Helper()
	s := &testServer{before: before}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *testServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := testRequest{path: r.Method + " " + r.URL.Path, key: r.Header.Get("Authorization")}
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &asked)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, asked)
	n := len(s.requests)
	s.mu.Unlock()
	if s.before != nil && s.before(n, w, r) {
		return
	}
	type item struct {
		Index     int       `json:"index"`
		Embedding []float64 `json:"embedding"`
	}
	var data []item
	var plain [][]float64
	for i, text := range asked.Input {
		v := []float64{float64(len(text)), 1}
		data, plain = append(data, item{i, v}), append(plain, v)
	}
	slices.Reverse(data) // the order of an answer is not that of the texts
	if strings.HasSuffix(r.URL.Path, "/api/embed") {
		json.NewEncoder(w).Encode(map[string]any{"embeddings": plain})
		return
	}
	json.NewEncoder(w).Encode(map[string]any{"data": data})
}

func (s *testServer) asked() []testRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

const testKey = "sk-very-secret"

// openTestRemote returns a provider that hardly waits before it tries again.
func openTestRemote(t *testing.T, r Endpoint) *embedder {
	t.Helper()
	p, err := NewEmbedder(r, model.Use{})
	if err != nil {
		t.Fatal(err)
	}
	p.(*embedder).delay = time.Millisecond
	return p.(*embedder)
}

func openAIAt(t *testing.T, s *testServer) *embedder {
	return openTestRemote(t, Endpoint{Provider: "openai", URL: s.URL + "/v1", Key: testKey, Model: "toy"})
}

func always(status int, body string) func(int, http.ResponseWriter, *http.Request) bool {
	return func(_ int, w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(status)
		io.WriteString(w, body)
		return true
	}
}

// direction is the unit vector that the test server means for a text of n bytes.
func direction(n int) []float32 {
	length := math.Hypot(float64(n), 1)
	return []float32{float32(float64(n) / length), float32(1 / length)}
}

func near(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Abs(float64(x-y)) < 1e-6 })
}

func TestRemoteProtocols(t *testing.T) {
	for _, c := range []struct{ provider, base, path string }{
		{"openai", "/v1", "POST /v1/embeddings"},
		{"openai", "/v1/", "POST /v1/embeddings"},
		{"ollama", "", "POST /api/embed"},
		{"ollama", "/behind/proxy/", "POST /behind/proxy/api/embed"},
	} {
		s := newTestServer(t, nil)
		p := openTestRemote(t, Endpoint{Provider: c.provider, URL: s.URL + c.base, Key: testKey, Model: "toy", Batch: 2,
			DocumentPrefix: "doc: ", QueryPrefix: "query: "})
		found, err := p.Documents(t.Context(), []string{"a", "", "abc", " \n", "abcde", "abcdefg"})
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range []int{1, 0, 3, 0, 5, 7} {
			switch {
			case n == 0 && found[i] != nil:
				t.Errorf("%s: a blank text has the vector %v", c.provider, found[i])
			case n > 0 && !near(found[i], direction(n+len("doc: "))):
				t.Errorf("%s: text %d has the vector %v", c.provider, i, found[i])
			}
		}
		if q, err := p.Query(t.Context(), "who"); err != nil || !near(q, direction(len("query: who"))) {
			t.Errorf("%s: query: %v, %v", c.provider, q, err)
		}
		asked := s.asked()
		if len(asked) != 3 || !slices.Equal(asked[0].Input, []string{"doc: a", "doc: abc"}) ||
			!slices.Equal(asked[2].Input, []string{"query: who"}) {
			t.Errorf("%s: requests %+v", c.provider, asked)
		}
		if asked[0].path != c.path || asked[0].key != "Bearer "+testKey || asked[0].Model != "toy" || asked[0].Dimensions != 0 {
			t.Errorf("%s: first request %+v", c.provider, asked[0])
		}
		if p.Dimensions() != 2 {
			t.Errorf("%s: %d dimensions", c.provider, p.Dimensions())
		}
	}
}

func TestRemoteModelsWhatChangesVectors(t *testing.T) {
	base := Endpoint{Provider: "openai", URL: "http://localhost:1/v1", Key: testKey, Model: "toy"}
	variants := []Endpoint{base, base, base, base, base, base}
	variants[1].Provider = "ollama"
	variants[2].Model = "other"
	variants[3].Dimensions = 8
	variants[4].QueryPrefix = "q: "
	variants[5].DocumentPrefix = "q: "
	seen := map[string]bool{}
	for _, v := range variants {
		name := openTestRemote(t, v).Model()
		if seen[name] || strings.Contains(name, testKey) {
			t.Errorf("model %q", name)
		}
		seen[name] = true
	}
	same := base
	same.Key, same.Batch, same.Timeout, same.URL = "", 7, time.Second, "http://localhost:2/v1"
	if !seen[openTestRemote(t, same).Model()] {
		t.Error("key, batch, timeout or address changed the model")
	}
}

func TestRemoteTriesAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(n int, w http.ResponseWriter, r *http.Request) bool
		want   int // requests
	}{
		{"too many requests", func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n < 3 {
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(http.StatusTooManyRequests)
			}
			return n < 3
		}, 3},
		{"server in trouble", func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				w.WriteHeader(http.StatusBadGateway)
			}
			return n == 1
		}, 2},
		{"connection broken", func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				panic(http.ErrAbortHandler)
			}
			return false
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newTestServer(t, c.before)
			found, err := openAIAt(t, s).Documents(t.Context(), []string{"abc"})
			if err != nil || !near(found[0], direction(3)) {
				t.Errorf("%v, %v", found, err)
			}
			if n := len(s.asked()); n != c.want {
				t.Errorf("%d requests, want %d", n, c.want)
			}
		})
	}
}

func TestRemoteFailures(t *testing.T) {
	for _, c := range []struct {
		name     string
		before   func(n int, w http.ResponseWriter, r *http.Request) bool
		requests int
		want     string
	}{
		{"broken JSON", always(200, `{"data":[{"index":0,`), 1, "not understood"},
		{"no JSON", always(200, "<html>"), 1, "not understood"},
		{"too few", always(200, `{"data":[]}`), 1, "0 vectors for 2 texts"},
		{"the same twice", always(200, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`), 1, "numbered wrongly"},
		{"number out of range", always(200, `{"data":[{"index":0,"embedding":[1]},{"index":7,"embedding":[1]}]}`), 1, "numbered wrongly"},
		{"lengths differ", always(200, `{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]}`), 1,
			"1 dimensions came back where 2"},
		{"empty vector", always(200, `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`), 1, "0 dimensions"},
		{"zero vector", always(200, `{"data":[{"index":0,"embedding":[0]},{"index":1,"embedding":[0]}]}`), 1, "without a direction"},
		{"not a number", always(200, `{"data":[{"index":0,"embedding":[null]},{"index":1,"embedding":[1]}]}`), 1, "not a number"},
		{"too large a number", always(200, `{"data":[{"index":0,"embedding":[1e99]},{"index":1,"embedding":[1]}]}`), 1, "not understood"},
		{"endless", func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			for range 4096 {
				if _, err := w.Write(make([]byte, 1<<12)); err != nil {
					break
				}
			}
			return true
		}, 1, "too long"},
		{"its own words", always(404, `{"error":"model \"toy\" not found,\u001b[31m try pulling `+testKey+`"}`), 1,
			`404 Not Found: model "toy" not found, [31m try pulling …`},
		{"its own words, nested", always(400, `{"error":{"message":"input too long"}}`), 1, "400 Bad Request: input too long"},
		{"wrong key", always(401, `{"error":{"message":"Incorrect API key `+testKey[:9]+`"}}`), 1, "401 Unauthorized: see the key"},
		{"trouble that stays", always(500, ""), 4, "500 Internal Server Error"},
		{"redirect to nowhere new", func(_ int, w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, r.URL.Path, http.StatusTemporaryRedirect)
			return true
		}, 4, "redirect refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newTestServer(t, c.before)
			p := openAIAt(t, s)
			found, err := p.Documents(t.Context(), []string{"abc", "de"})
			if err == nil || found != nil {
				t.Fatalf("%v, %v", found, err)
			}
			text := err.Error()
			if !strings.Contains(text, c.want) || !strings.Contains(text, s.Listener.Addr().String()) {
				t.Errorf("error %q, want %q and the address", text, c.want)
			}
			if strings.Contains(text, testKey) || strings.Contains(text, testKey[:9]) || strings.ContainsAny(text, "\x1b\n") {
				t.Errorf("error %q tells the key or controls the terminal", text)
			}
			if n := len(s.asked()); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
		})
	}
}

func TestRemoteDimensionsChangeMidway(t *testing.T) {
	s := newTestServer(t, func(n int, w http.ResponseWriter, _ *http.Request) bool {
		if n == 2 {
			io.WriteString(w, `{"data":[{"index":0,"embedding":[1,2,3]}]}`)
		}
		return n == 2
	})
	p := openTestRemote(t, Endpoint{Provider: "openai", URL: s.URL, Model: "toy", Batch: 1})
	_, err := p.Documents(t.Context(), []string{"abc", "de"})
	if err == nil || !strings.Contains(err.Error(), "3 dimensions came back where 2 were expected") {
		t.Errorf("%v", err)
	}
}

func TestRemoteDimensionsIgnored(t *testing.T) {
	s := newTestServer(t, nil)
	p := openTestRemote(t, Endpoint{Provider: "ollama", URL: s.URL, Model: "toy", Dimensions: 8})
	_, err := p.Query(t.Context(), "abc")
	if err == nil || !strings.Contains(err.Error(), "2 dimensions came back where 8 were expected") {
		t.Errorf("%v", err)
	}
	if d := s.asked()[0].Dimensions; d != 8 {
		t.Errorf("asked for %d dimensions", d)
	}
}

func TestRemoteRedirectToAnotherHost(t *testing.T) {
	thief := newTestServer(t, nil)
	s := newTestServer(t, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, thief.URL+r.URL.Path, http.StatusTemporaryRedirect)
		return true
	})
	_, err := openAIAt(t, s).Documents(t.Context(), []string{"abc"})
	if err == nil || !strings.Contains(err.Error(), "it leads to "+thief.Listener.Addr().String()) {
		t.Errorf("%v", err)
	}
	if asked := thief.asked(); len(asked) != 0 {
		t.Errorf("the other host was sent %+v", asked)
	}
	if n := len(s.asked()); n != 1 {
		t.Errorf("%d requests: a redirect is not worth another try", n)
	}
}

func TestRemoteSlow(t *testing.T) {
	release := make(chan struct{})
	s := newTestServer(t, func(int, http.ResponseWriter, *http.Request) bool { <-release; return false })
	t.Cleanup(func() { close(release) })
	p := openTestRemote(t, Endpoint{Provider: "openai", URL: s.URL, Model: "toy", Timeout: 50 * time.Millisecond})
	_, err := p.Documents(t.Context(), []string{"abc"})
	if err == nil || !strings.Contains(err.Error(), "no answer within 50ms") {
		t.Errorf("%v", err)
	}
}

func TestRemoteCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newTestServer(t, func(_ int, w http.ResponseWriter, _ *http.Request) bool {
		cancel()
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	p := openAIAt(t, s)
	if _, err := p.Documents(ctx, []string{"abc"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if p.failed != nil {
		t.Errorf("the person's interruption counts as the server's failure: %v", p.failed)
	}
	if n := len(s.asked()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestRemoteRefusesToCall(t *testing.T) {
	s := newTestServer(t, nil)
	p := openTestRemote(t, Endpoint{Provider: "openai", URL: s.URL, Model: "toy", Refuse: "KB_OFFLINE is set"})
	if _, err := p.Documents(t.Context(), []string{"abc"}); err == nil || !strings.Contains(err.Error(), "KB_OFFLINE is set") {
		t.Errorf("%v", err)
	}
	if _, err := p.Query(t.Context(), "abc"); err == nil {
		t.Error("no error")
	}
	if n := len(s.asked()); n != 0 {
		t.Errorf("%d requests", n)
	}
}

func TestRemoteNobodyListens(t *testing.T) {
	s := newTestServer(t, nil)
	p := openAIAt(t, s)
	s.Close()
	_, err := p.Query(t.Context(), "abc")
	if err == nil || !strings.Contains(err.Error(), s.Listener.Addr().String()) || strings.Contains(err.Error(), "/v1") {
		t.Errorf("%v", err)
	}
}

func TestRemoteDelayAskedFor(t *testing.T) {
	p := openTestRemote(t, Endpoint{Provider: "ollama", Model: "toy"})
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	p.now = func() time.Time { return now }
	for value, want := range map[string]time.Duration{
		"": -1, "soon": -1, "-5": -1, "0": 0, "7": 7 * time.Second, "3600": maxDelay, "99999999999999": -1,
		now.Add(9 * time.Second).Format(http.TimeFormat): 9 * time.Second,
		now.Add(-time.Hour).Format(http.TimeFormat):      0,
		now.Add(time.Hour).Format(http.TimeFormat):       maxDelay,
	} {
		header := http.Header{}
		header.Set("Retry-After", value)
		if got := p.asked(&reply{header: header}); got != want {
			t.Errorf("Retry-After %q: %s, want %s", value, got, want)
		}
	}
	if got := p.asked(nil); got != -1 {
		t.Errorf("no answer: %s", got)
	}
}

func TestRemoteLongTextIsCut(t *testing.T) {
	s := newTestServer(t, nil)
	if _, err := openAIAt(t, s).Documents(t.Context(),
		[]string{strings.Repeat("é", maxTextBytes), "x" + strings.Repeat("é", maxTextBytes)}); err != nil {
		t.Fatal(err)
	}
	in := s.asked()[0].Input
	if len(in[0]) != maxTextBytes || len(in[1]) != maxTextBytes-1 || strings.ContainsRune(in[1], '�') {
		t.Errorf("sent %d and %d bytes", len(in[0]), len(in[1]))
	}
}

func TestEndpointChecks(t *testing.T) {
	good := Endpoint{Provider: "openai", Model: "toy"}
	for name, change := range map[string]func(*Endpoint){
		"provider":   func(r *Endpoint) { r.Provider = "acme" },
		"model":      func(r *Endpoint) { r.Model = "" },
		"long model": func(r *Endpoint) { r.Model = strings.Repeat("m", 1000) },
		"dimensions": func(r *Endpoint) { r.Dimensions = 1 << 20 },
		"batch":      func(r *Endpoint) { r.Batch = MaxBatch + 1 },
		"timeout":    func(r *Endpoint) { r.Timeout = -1 },
		"key":        func(r *Endpoint) { r.Key = "a\r\nX-Evil: 1" },
		"scheme":     func(r *Endpoint) { r.URL = "ftp://" + testKey + "@host/v1" },
		"no host":    func(r *Endpoint) { r.URL = "https://" },
		"not a URL":  func(r *Endpoint) { r.URL = "http://[::1" },
		"ollama":     func(r *Endpoint) { r.Provider, r.URL = "ollama", "localhost:port" },
	} {
		r := good
		change(&r)
		if p, err := NewEmbedder(r, model.Use{}); err == nil || p != nil || strings.Contains(err.Error(), testKey) {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	if r := openTestRemote(t, good); r.base.String() != openAIDefault {
		t.Errorf("%s", r.base)
	}
}

func TestOllamaHost(t *testing.T) {
	for given, want := range map[string]string{
		"": "http://127.0.0.1:11434/", "example.org": "http://example.org:11434/", "example.org:8080": "http://example.org:8080/",
		":8080": "http://127.0.0.1:8080/", "0.0.0.0": "http://127.0.0.1:11434/", "0.0.0.0:1234": "http://127.0.0.1:1234/",
		"http://example.org": "http://example.org:80/", "https://example.org": "https://example.org:443/",
		"https://example.org:1/a/b": "https://example.org:1/a/b",
		"::1":                       "http://[::1]:11434/", "[::]": "http://[::1]:11434/", "[::1]:99": "http://[::1]:99/",
		" example.org ":      "http://example.org:11434/",
		"example.org/ollama": "http://example.org:11434/ollama",
	} {
		u, err := ollamaURL(given)
		if err != nil || u.String() != want {
			t.Errorf("%q: %v, %v, want %s", given, u, err, want)
		}
	}
	for _, wrong := range []string{
		"ftp://example.org", "example.org:0", "example.org:70000", "user:pass@example.org:1", "a b", "http://user:pass@example.org",
		"example.org?a:pass",
	} {
		if u, err := ollamaURL(wrong); err == nil || strings.Contains(err.Error(), "pass") {
			t.Errorf("%q: %v, %v", wrong, u, err)
		}
	}
}

func FuzzDecodeReply(f *testing.F) {
	f.Add([]byte(`{"data":[{"index":0,"embedding":[1,2]}]}`), 1)
	f.Add([]byte(`{"embeddings":[[1,2],[3,4]]}`), 2)
	f.Fuzz(func(t *testing.T, body []byte, texts int) {
		if texts < 0 || texts > MaxBatch {
			return
		}
		for i, decode := range []func([]byte, int) ([][]float32, int, error){decodeOpenAI, decodeOllama} {
			if found, _, err := decode(body, texts); err == nil && len(found) != texts {
				t.Errorf("protocol %d: %d vectors for %d texts", i, len(found), texts)
			}
		}
		serverMessage(body)
	})
}
