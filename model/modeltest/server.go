// Package modeltest is a server of models for tests. It speaks the protocols that kb asks in, keeps
// what it was asked, and can fail in the ways in which servers do.
package modeltest

import (
	"encoding/json"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server answers vectors, rankings and chats, each in the form of the address that was asked:
//
//	{URL}/v1/embeddings, /v1/chat/completions    OpenAI
//	{URL}/api/embed, /api/chat                   Ollama
//	{URL}/v1/messages                            Anthropic
//	{URL}/v1/rerank                              Cohere
type Server struct {
	*httptest.Server
	// Say answers a chat; nil answers "{}". It is called by one request at a time, which holds the
	// server's lock: it must call none of Requests, AtOnce, Fail and Always.
	Say func(system, user string) string
	// Vector is the vector of a text; nil is Words. Several requests may call it at once.
	Vector func(text string) []float32
	// Wait is how long each answer takes that is not a Fault.
	Wait time.Duration

	mu       sync.Mutex
	requests []Request
	faults   []Fault // of the next requests, nil for none
	always   Fault
	now      int // requests under way
	most     int // of these, so far
	done     chan struct{}
}

// Request is what the server was asked.
type Request struct {
	Path         string
	Key          string   // of either header
	Model        string   // the one that was named
	Texts        []string // to embed or to rank, the query first
	System, User string   // of a chat
	MaxTokens    int
	Schema       bool // an answer was asked for in a form
	Body         []byte
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s, end := Start()
	t.Cleanup(end)
	return s
}

// Start starts a server that runs until end is called.
func Start() (s *Server, end func()) {
	s = &Server{done: make(chan struct{})}
	s.Server = httptest.NewServer(s)
	return s, func() {
		close(s.done) // lets go of what hangs
		s.Close()
	}
}

// Requests returns what the server was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// AtOnce returns how many requests were under way at the same time at most.
func (s *Server) AtOnce() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// Fail has the next requests fail, one fault each; nil lets one through.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// Always has each request fail; nil ends that.
func (s *Server) Always(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always = f
}

// next counts a request that begins, and gives its fault.
func (s *Server) next(r Request) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	s.now++
	s.most = max(s.most, s.now)
	if len(s.faults) == 0 {
		return s.always
	}
	f := s.faults[0]
	s.faults = s.faults[1:]
	return f
}

// left counts a request that ended.
func (s *Server) left() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now--
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	asked, err := read(r, body)
	if err != nil || r.Method != http.MethodPost {
		http.Error(w, "not a request", http.StatusBadRequest)
		return
	}
	f := s.next(asked)
	defer s.left()
	if f != nil {
		f(w, r, s.done)
		return
	}
	if s.Wait > 0 {
		select {
		case <-time.After(s.Wait):
		case <-r.Context().Done():
		case <-s.done:
		}
	}
	answer := s.answer(asked)
	if answer == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

// read takes from a request of any protocol what tests ask for.
func read(r *http.Request, body []byte) (Request, error) {
	var b struct {
		Model     string   `json:"model"`
		Input     []string `json:"input"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		System    string   `json:"system"`
		Messages  []struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		} `json:"messages"`
		MaxTokens int             `json:"max_tokens"`
		Tokens    int             `json:"max_completion_tokens"`
		Format    json.RawMessage `json:"format"`
		Response  json.RawMessage `json:"response_format"`
		Output    json.RawMessage `json:"output_config"`
		Options   struct {
			Predict int `json:"num_predict"`
		} `json:"options"`
	}
	err := json.Unmarshal(body, &b)
	q := Request{
		Path: r.URL.Path, Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") + r.Header.Get("X-Api-Key"),
		Model: b.Model, Texts: b.Input, System: b.System, MaxTokens: b.MaxTokens + b.Tokens + b.Options.Predict, Body: body,
		Schema: len(b.Format)+len(b.Response)+len(b.Output) > 0,
	}
	if b.Query != "" {
		q.Texts = append([]string{b.Query}, b.Documents...)
	}
	for _, m := range b.Messages {
		if m.Role == "system" {
			q.System = m.Content
		} else {
			q.User = m.Content
		}
	}
	return q, err
}

type object = map[string]any

// answer is what the protocol of a path has for a request, nil for a path of none.
func (s *Server) answer(q Request) any {
	tokens := len(q.Body) / 4
	switch {
	case strings.HasSuffix(q.Path, "/embeddings"):
		data := []object{}
		for i, v := range s.vectors(q.Texts) {
			data = append(data, object{"index": i, "embedding": v})
		}
		slices.Reverse(data) // the order of an answer need not be that of the texts
		return object{"data": data, "usage": object{"prompt_tokens": tokens}}
	case strings.HasSuffix(q.Path, "/api/embed"):
		return object{"embeddings": s.vectors(q.Texts), "prompt_eval_count": tokens}
	case strings.HasSuffix(q.Path, "/rerank"):
		vectors := s.vectors(q.Texts)
		results := []object{}
		for i, v := range vectors[1:] {
			var score float64
			for j, x := range v {
				score += float64(x) * float64(vectors[0][j])
			}
			results = append(results, object{"index": i, "relevance_score": score})
		}
		slices.SortStableFunc(results, func(a, b object) int {
			return int(math.Copysign(1, b["relevance_score"].(float64)-a["relevance_score"].(float64)))
		})
		return object{"results": results, "usage": object{"total_tokens": tokens}}
	}
	text := s.say(q)
	switch {
	case strings.HasSuffix(q.Path, "/chat/completions"):
		choice := object{"message": object{"role": "assistant", "content": text}, "finish_reason": "stop"}
		return object{"choices": []object{choice}, "usage": object{"prompt_tokens": tokens, "completion_tokens": len(text) / 4}}
	case strings.HasSuffix(q.Path, "/api/chat"):
		return object{
			"message": object{"role": "assistant", "content": text}, "done": true, "done_reason": "stop",
			"prompt_eval_count": tokens, "eval_count": len(text) / 4,
		}
	case strings.HasSuffix(q.Path, "/messages"):
		return object{
			"content": []object{{"type": "text", "text": text}}, "stop_reason": "end_turn",
			"usage": object{"input_tokens": tokens, "output_tokens": len(text) / 4},
		}
	}
	return nil
}

// say is what Say answers to the last message of a chat, "{}" without a Say.
func (s *Server) say(q Request) string {
	if s.Say == nil {
		return "{}"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Say(q.System, q.User)
}

// vectors are those of some texts, in their order, by Vector or by Words.
func (s *Server) vectors(texts []string) [][]float32 {
	out := [][]float32{}
	for _, text := range texts {
		if s.Vector != nil {
			out = append(out, s.Vector(text))
		} else {
			out = append(out, Words(text))
		}
	}
	return out
}

// dimensions is the length of the vectors of Words.
const dimensions = 64

// Words is a vector for each text: texts that share words are near each other.
func Words(text string) []float32 {
	v := make([]float64, dimensions)
	seen := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c < '0' || c > '9' && c < 'a' || c > 'z' }) {
		seen[word] = true
	}
	for _, word := range slices.Sorted(maps.Keys(seen)) {
		h := fnv.New32a()
		_, _ = io.WriteString(h, word)
		v[h.Sum32()%dimensions]++
	}
	var square float64
	for _, x := range v {
		square += x * x
	}
	out := make([]float32, dimensions)
	for i, x := range v {
		out[i] = float32(x / math.Sqrt(max(square, 1)))
	}
	if square == 0 {
		out[0] = 1 // a text without words has a direction, too
	}
	return out
}
