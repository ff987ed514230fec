package remote

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/9aea2451/kb/model"
)

// Each setting is taken up to its bound and refused beyond.
func TestBoundsOfAnEndpoint(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Endpoint)
		taken  bool
	}{
		"longest model":   {func(e *Endpoint) { e.Model = strings.Repeat("m", maxModelName) }, true},
		"longer model":    {func(e *Endpoint) { e.Model = strings.Repeat("m", maxModelName+1) }, false},
		"most dimensions": {func(e *Endpoint) { e.Dimensions = MaxDimensions }, true},
		"more dimensions": {func(e *Endpoint) { e.Dimensions = MaxDimensions + 1 }, false},
		"fewer than none": {func(e *Endpoint) { e.Dimensions = -1 }, false},
		"one text":        {func(e *Endpoint) { e.Batch = 1 }, true},
		"most texts":      {func(e *Endpoint) { e.Batch = MaxBatch }, true},
		"more texts":      {func(e *Endpoint) { e.Batch = MaxBatch + 1 }, false},
		"no text":         {func(e *Endpoint) { e.Batch = -1 }, false},
		"one token":       {func(e *Endpoint) { e.MaxTokens = 1 }, true},
		"most tokens":     {func(e *Endpoint) { e.MaxTokens = MaxTokens }, true},
		"more tokens":     {func(e *Endpoint) { e.MaxTokens = MaxTokens + 1 }, false},
		"no token":        {func(e *Endpoint) { e.MaxTokens = -1 }, false},
		"negative in":     {func(e *Endpoint) { e.Price.In = -1 }, false},
		"negative out":    {func(e *Endpoint) { e.Price.Out = -1 }, false},
		"for nothing":     {func(e *Endpoint) { e.Price.Known = true }, true},
		"key of all":      {func(e *Endpoint) { e.Key = "!~" }, true},
		"key of two":      {func(e *Endpoint) { e.Key = "a b" }, false},
		"key with delete": {func(e *Endpoint) { e.Key = "a\x7f" }, false},
	} {
		e := Endpoint{Provider: OpenAI, Model: "toy"}
		c.change(&e)
		if _, err := NewEmbedder(e, model.Use{}); (err == nil) != c.taken {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The name tells what changes a vector, and no more.
func TestNamesOfModels(t *testing.T) {
	for want, e := range map[string]Endpoint{
		"openai/toy":            {},
		"openai/toy/8":          {Dimensions: 8},
		"openai/toy/07991aa0":   {QueryPrefix: "q: "},
		"openai/toy/8/c8cdcb4a": {Dimensions: 8, DocumentPrefix: "d: "},
	} {
		e.Provider, e.Model = OpenAI, "toy"
		if got := openTestRemote(t, e).Model(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// spoken is the body of a request for an answer.
func spoken(t *testing.T, e Endpoint, p model.Prompt) string {
	t.Helper()
	var body string
	c, err := NewChat(e, model.Use{Show: func(r model.Request) { body = string(r.Body) }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Answer(t.Context(), p); !errors.Is(err, model.ErrShown) {
		t.Fatal(err)
	}
	return body
}

// Each protocol says the bound of an answer, and how it is to be made, in its own way.
func TestBodiesOfChats(t *testing.T) {
	p := model.Prompt{System: "s", User: "u", MaxTokens: 9}
	said := `"messages":[{"role":"system","content":"s"},{"role":"user","content":"u"}]`
	here, user := "http://localhost:1/v1", `"messages":[{"role":"user","content":"u"}]`
	options := `"stream":false,"options":{"temperature":0,"num_predict":9,"num_ctx":4096}`
	for want, e := range map[string]Endpoint{
		`{"model":"toy",` + said + `,"max_completion_tokens":9}`:      {Provider: OpenAI},
		`{"model":"toy",` + said + `,"max_tokens":9,"temperature":0}`: {Provider: OpenAI, URL: here},
		`{"model":"toy",` + said + `,"max_tokens":5,"temperature":0}`: {Provider: OpenAI, URL: here, MaxTokens: 5},
		`{"model":"toy","system":"s",` + user + `,"max_tokens":9}`:    {Provider: Anthropic},
		`{"model":"toy",` + said + `,` + options + `}`:                {Provider: Ollama},
	} {
		e.Model = "toy"
		if got := spoken(t, e, p); got != want {
			t.Errorf("%+v: %s, want %s", e, got, want)
		}
	}
	p.Schema = &jsonschema.Schema{Type: "object"}
	want := `"response_format":{"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object"}}}`
	if got := spoken(t, Endpoint{Provider: OpenAI, Model: "toy"}, p); !strings.Contains(got, want) {
		t.Error(got)
	}
}

// Ollama's window is the next size in which prompt and answer have room.
func TestWindowOfOllama(t *testing.T) {
	for _, c := range []struct{ system, user, tokens, window int }{
		{1, 2, 4095, 4096}, // three bytes are a token
		{2, 2, 4095, 8192},
		{3, 3, 8191, 16384},
		{6000, 6000, 96, 4096},
		{6000, 6001, 96, 8192},
		{200_000, 1, 1000, 65536}, // no more, however long it is
	} {
		p := model.Prompt{System: strings.Repeat("s", c.system), User: strings.Repeat("u", c.user), MaxTokens: c.tokens}
		body := spoken(t, Endpoint{Provider: Ollama, Model: "toy", MaxTokens: MaxTokens}, p)
		if !strings.Contains(body, fmt.Sprintf(`"num_ctx":%d}`, c.window)) {
			t.Errorf("%+v: %s", c, body[len(body)-80:])
		}
	}
}

func TestLongestPrompt(t *testing.T) {
	e := Endpoint{Provider: OpenAI, Model: "toy"}
	c, err := NewChat(e, model.Use{Show: func(model.Request) {}})
	if err != nil {
		t.Fatal(err)
	}
	for over, want := range map[int]error{0: model.ErrShown, 1: errPrompt} {
		p := model.Prompt{System: strings.Repeat("s ", 100), User: strings.Repeat("u ", maxPrompt/2-100) + strings.Repeat("u", over)}
		if _, err := c.Answer(t.Context(), p); !errors.Is(err, want) {
			t.Errorf("%d bytes more: %v", over, err)
		}
	}
}

// A model that wants a tool is told apart by either of the two signs of it.
func TestAskedForATool(t *testing.T) {
	for body, hear := range map[string]func([]byte) (said, error){
		`{"choices":[{"message":{"tool_calls":[{}]}}]}`:             hearOpenAI,
		`{"choices":[{"message":{},"finish_reason":"tool_calls"}]}`: hearOpenAI,
		`{"message":{"tool_calls":[{}]}}`:                           hearOllama,
		`{"content":[{"type":"tool_use"}]}`:                         hearAnthropic,
		`{"content":[],"stop_reason":"tool_use"}`:                   hearAnthropic,
	} {
		if s, err := hear([]byte(body)); err != nil || !s.tool || s.wrong() != errTool {
			t.Errorf("%s: %+v, %v", body, s, err)
		}
	}
	s, err := hearOpenAI([]byte(`{"choices":[{"message":{"content":"yes","tool_calls":[]},"finish_reason":"stop"}]}`))
	if err != nil || s.tool || s.wrong() != nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// Before a request is sent it is known what it costs at most: three bytes are a token.
func TestMostThatARequestCosts(t *testing.T) {
	s := newTestServer(t, always(400, "")) // an error either way
	for _, c := range []struct {
		name string
		most float64 // millionths of a dollar
		ask  func(e Endpoint, use model.Use) error
	}{
		{"chat", 4 + 10*5, func(e Endpoint, use model.Use) error { // four tokens in, five out
			c, err := NewChat(e, use)
			if err == nil {
				_, err = c.Answer(t.Context(), model.Prompt{System: "seven b", User: "five.", MaxTokens: 5})
			}
			return err
		}},
		{"embed", 3, func(e Endpoint, use model.Use) error {
			p, err := NewEmbedder(e, use)
			if err == nil {
				_, err = p.Documents(t.Context(), []string{"abcd", "efgh"})
			}
			return err
		}},
		{"rerank", 4, func(e Endpoint, use model.Use) error { // the query is read with each text
			e.Provider = Cohere
			p, err := NewReranker(e, use)
			if err == nil {
				_, err = p.Rerank(t.Context(), "abc", []string{"defg", "h"})
			}
			return err
		}},
	} {
		e := Endpoint{Provider: OpenAI, URL: s.URL, Model: "toy", Price: Price{In: 1, Out: 10, Known: true}}
		for share, stopped := range map[float64]bool{0.99: true, 1.01: false} {
			use := model.Use{Meter: model.NewMeter(model.Limits{Cost: share * c.most / 1e6})}
			err := c.ask(e, use)
			if errors.Is(err, model.ErrLimit) != stopped || err == nil {
				t.Errorf("%s at %v of %v: %v", c.name, share, c.most, err)
			}
		}
	}
}

// What a server does not count is counted by its bytes, an answer at most as long as it could be.
func TestCountedByBytes(t *testing.T) {
	for answer, want := range map[string]model.Count{
		`{"choices":[{"message":{"content":"yes"}}],"usage":{"prompt_tokens":7,"completion_tokens":2}}`: {Requests: 1, In: 7, Out: 2},
		`{"choices":[{"message":{"content":"yes"}}]}`:                                                   {Requests: 1, In: 41, Out: 15},
		`{"choices":[{"message":{"content":"` + strings.Repeat("yes ", 99) + `"}}]}`:                    {Requests: 1, In: 41, Out: 20},
		`{"choices":`: {Requests: 1, Failed: 1, In: 41, Out: 4},
	} {
		s := newTestServer(t, always(200, answer))
		meter := model.NewMeter(model.Limits{})
		c := openChat(t, Endpoint{Provider: OpenAI, URL: s.URL, Model: "toy", Price: Price{Known: true}}, model.Use{Meter: meter})
		c.Answer(t.Context(), model.Prompt{User: "So?", MaxTokens: 20})
		if got := meter.Count(); got != want {
			t.Errorf("%.60s: %+v, want %+v", answer, got, want)
		}
	}
	s := newTestServer(t, always(400, ""))
	meter := model.NewMeter(model.Limits{})
	p, err := NewEmbedder(Endpoint{Provider: OpenAI, URL: s.URL, Model: "toy"}, model.Use{Meter: meter})
	if err != nil {
		t.Fatal(err)
	}
	p.Documents(t.Context(), []string{"a"})
	if got, want := meter.Count(), (model.Count{Requests: 1, Failed: 1, Unpriced: true}); got != want {
		t.Errorf("%+v", got)
	}
	s.before = nil
	if _, err := p.Documents(t.Context(), []string{"a"}); err != nil || meter.Count().Out != 0 || meter.Count().Failed != 1 {
		t.Errorf("vectors are no tokens: %+v, %v", meter.Count(), err)
	}
}

// Nothing is asked for blank texts, wherever they stand.
func TestBlankTexts(t *testing.T) {
	s := newTestServer(t, nil)
	p := openTestRemote(t, Endpoint{Provider: OpenAI, URL: s.URL, Model: "toy", Batch: 1})
	for _, texts := range [][]string{nil, {""}, {" ", "\n"}} {
		if v, err := p.Documents(t.Context(), texts); err != nil || len(v) != len(texts) || len(s.asked()) != 0 {
			t.Errorf("%q: %v, %v, %d requests", texts, v, err, len(s.asked()))
		}
	}
	if v, err := p.Documents(t.Context(), []string{"a", ""}); err != nil || v[0] == nil || v[1] != nil || len(s.asked()) != 1 {
		t.Errorf("%v, %v, %d requests", v, err, len(s.asked()))
	}
}

func TestLongestVector(t *testing.T) {
	for length, taken := range map[int]bool{1: true, MaxDimensions: true, MaxDimensions + 1: false} {
		v := make([]float32, length)
		v[0] = 3
		r := openTestRemote(t, Endpoint{Provider: OpenAI, Model: "toy"})
		if err := r.accept([][]float32{v}); (err == nil) != taken || taken && v[0] != 1 {
			t.Errorf("%d dimensions: %v", length, err)
		}
	}
}

// Vectors are numbered from 0, below the number of texts.
func TestNumbersOfVectors(t *testing.T) {
	for index, taken := range map[int]bool{-1: false, 0: true, 1: false} {
		v, _, err := decodeOpenAI([]byte(fmt.Sprintf(`{"data":[{"index":%d,"embedding":[1]}]}`, index)), 1)
		if (err == nil) != taken || taken && v[0][0] != 1 {
			t.Errorf("%d: %v, %v", index, v, err)
		}
	}
}

func TestWhatMayPass(t *testing.T) {
	for status, want := range map[int]bool{429: true, 500: true, 502: true, 503: true, 501: false, 499: false, 200: false, 404: false} {
		if got := passing(&reply{status: status}, nil); got != want {
			t.Errorf("%d may pass: %v", status, got)
		}
	}
	for _, err := range []error{
		context.Canceled, context.DeadlineExceeded, timeout.ErrExceeded, model.ErrLimit, errMisread, errRedirect, errTooLong,
		&tls.CertificateVerificationError{},
	} {
		if passing(nil, fmt.Errorf("post: %w", err)) {
			t.Errorf("%v may pass", err)
		}
	}
	if !passing(nil, errors.New("connection reset")) {
		t.Error("a broken connection does not pass")
	}
}

// A reply and the words in it have bounds; what just fits is whole.
func TestBoundsOfReplies(t *testing.T) {
	s := newTestServer(t, always(200, "0123456789"))
	p := openAIAt(t, s)
	for limit, fits := range map[int64]bool{10: true, 9: false} {
		got, err := p.send(t.Context(), s.URL, []byte("{}"), limit)
		if (err == nil) != fits || fits && string(got.body) != "0123456789" || !fits && !errors.Is(err, errTooLong) {
			t.Errorf("%d: %v, %v", limit, got, err)
		}
	}
	if words := strings.Repeat("x", maxMessage); p.clean(words) != words || p.clean(words+"y") != words+"…" {
		t.Error(p.clean(words))
	}
}
