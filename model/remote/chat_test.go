package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/modeltest"
)

type verdict struct {
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
}

func openChat(t *testing.T, e Endpoint, use model.Use) *chat {
	t.Helper()
	use.Kept = nil
	c, err := NewChat(e, use)
	if err != nil {
		t.Fatal(err)
	}
	c.(*chat).delay = time.Millisecond
	return c.(*chat)
}

func chatEndpoints(s *modeltest.Server) map[string]Endpoint {
	price := Price{In: 1, Out: 10, Known: true}
	return map[string]Endpoint{
		OpenAI:    {Provider: OpenAI, URL: s.URL + "/v1", Key: testKey, Model: "toy", Price: price},
		Ollama:    {Provider: Ollama, URL: s.URL, Model: "toy", Key: testKey, Price: price},
		Anthropic: {Provider: Anthropic, URL: s.URL, Key: testKey, Model: "toy", Price: price},
	}
}

func TestChatProtocols(t *testing.T) {
	s := modeltest.New(t)
	s.Say = func(string, string) string {
		return "Here you go:\n```json\n{\"holds\": true, \"why\": \"said, twice\",}\n```"
	}
	for provider, e := range chatEndpoints(s) {
		meter := model.NewMeter(model.Limits{})
		c := openChat(t, e, model.Use{Meter: meter})
		v, a, err := model.Ask[verdict](
			t.Context(),
			c,
			model.Prompt{System: "Judge.", User: "password=Xk29fj" + "Lq81mZpQ7", MaxTokens: 99},
		)
		if err != nil || !v.Holds || v.Why != "said, twice" {
			t.Fatalf("%s: %+v, %v", provider, v, err)
		}
		asked := s.Requests()[len(s.Requests())-1]
		if !strings.HasPrefix(asked.System, "Judge.") || !strings.Contains(asked.System, `"holds"`) || !asked.Schema ||
			asked.Key != testKey || asked.Model != "toy" || asked.MaxTokens != 99 {
			t.Errorf("%s: asked %+v", provider, asked)
		}
		if strings.Contains(string(asked.Body), "Xk29fj") || !strings.Contains(asked.User, "[secret]") {
			t.Errorf("%s: a secret was sent: %s", provider, asked.User)
		}
		n := meter.Count()
		if n.Requests != 1 || n.In == 0 || n.Out == 0 || n.Cost == 0 || n.Unpriced || a.Usage.In != n.In || a.Usage.Cost != n.Cost {
			t.Errorf("%s: counted %+v, said %+v", provider, n, a.Usage)
		}
	}
}

// TestNoFaultDoesHarm has a server fail in each way that a chat can meet: always an error, in time,
// with every request counted and none below zero.
func TestNoFaultDoesHarm(t *testing.T) {
	s := modeltest.New(t)
	faults := modeltest.Faults()
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		for provider, e := range chatEndpoints(s) {
			s.Always(faults[name])
			before := len(s.Requests())
			meter := model.NewMeter(model.Limits{})
			e.Timeout = 100 * time.Millisecond
			c := openChat(t, e, model.Use{Meter: meter})
			_, _, err := model.Ask[verdict](t.Context(), c, model.Prompt{User: "Is it so?"})
			if err == nil {
				t.Errorf("%s %s: no error", provider, name)
			} else if strings.Contains(err.Error(), testKey) || len(err.Error()) > 500 {
				t.Errorf("%s %s: %v", provider, name, err)
			}
			n := meter.Count()
			if sent := len(s.Requests()) - before; n.Requests != sent || sent < 1 || sent > 1+chatRetries {
				t.Errorf("%s %s: %d requests, %d counted", provider, name, sent, n.Requests)
			}
			if n.In < 0 || n.Out < 0 || n.Cost < 0 {
				t.Errorf("%s %s: counted %+v", provider, name, n)
			}
		}
	}
}

// What is wrong with an answer is said in words of the answer.
func TestWhatIsWrongWithAnAnswer(t *testing.T) {
	s := modeltest.New(t)
	for body, want := range map[string]string{
		"<html>It works!</html>": "answer not understood: no JSON: invalid character '<' looking for beginning of value",
		`{"choices":[`:           "answer not understood: no JSON: unexpected end of JSON input",
		`{"choices":7}`:          "answer not understood: wrong type of choices: number",
		`{"choices":[{"message":{"content":[1]}}]}`: "answer not understood: wrong type of choices.message.content: array",
		`7`:              "answer not understood: wrong type of the whole: number",
		`{"choices":[]}`: "answer not understood: an answer without text",
	} {
		s.Always(modeltest.Body(body))
		_, err := openChat(t, chatEndpoints(s)[OpenAI], model.Use{}).Answer(t.Context(), model.Prompt{User: "So?"})
		if got := strings.TrimPrefix(fmt.Sprint(err), "openai at "+s.URL+": "); got != want {
			t.Errorf("%s: %s", body, got)
		}
	}
}

func TestNoFaultOfAVectorOrARankingDoesHarm(t *testing.T) {
	s := modeltest.New(t)
	for name, fault := range modeltest.Faults() {
		s.Always(fault)
		for _, e := range []Endpoint{{Provider: Cohere, URL: s.URL + "/v1"}, {Provider: Ollama, URL: s.URL}} {
			e.Model, e.Timeout = "toy", 50*time.Millisecond
			r, err := NewReranker(e, model.Use{})
			if err != nil {
				t.Fatal(err)
			}
			before := len(s.Requests())
			if scores, err := r.Rerank(t.Context(), "what", []string{"a", "b"}); err == nil {
				t.Errorf("%s %s: ranked %v", e.Provider, name, scores)
			}
			if n := len(s.Requests()) - before; n != 1 {
				t.Errorf("%s %s: %d requests; a person waits", e.Provider, name, n)
			}
		}
		e, err := NewEmbedder(Endpoint{Provider: OpenAI, URL: s.URL + "/v1", Model: "toy", Timeout: 50 * time.Millisecond}, model.Use{})
		if err != nil {
			t.Fatal(err)
		}
		e.(*embedder).delay = time.Millisecond
		if v, err := e.Documents(t.Context(), []string{"a"}); err == nil {
			t.Errorf("%s: vectors %v", name, v)
		}
	}
}

func TestRerank(t *testing.T) {
	s := modeltest.New(t)
	texts := []string{"nothing of that", "the port of the proxy", "", "the proxy"}
	for _, e := range []Endpoint{{Provider: Cohere, URL: s.URL + "/v1", Model: "toy"}, {Provider: Ollama, URL: s.URL, Model: "toy"}} {
		r, err := NewReranker(e, model.Use{})
		if err != nil {
			t.Fatal(err)
		}
		scores, err := r.Rerank(t.Context(), "port of the proxy", texts)
		if err != nil || len(scores) != 4 || scores[1] <= scores[3] || scores[3] <= scores[0] {
			t.Errorf("%s: %v, %v", e.Provider, scores, err)
		}
	}
}

// failing is the way to a server that fails as long as it is true, without a network.
type failing struct {
	fails bool
	asked int
}

func (f *failing) RoundTrip(*http.Request) (*http.Response, error) {
	f.asked++
	if f.fails {
		return nil, errors.New("no route")
	}
	w := &recorded{header: http.Header{}, status: http.StatusOK}
	w.body.WriteString(`{"choices":[{"message":{"content":"yes"}}]}`)
	return w.response(), nil
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		way := &failing{fails: true}
		c := openChat(t, Endpoint{Provider: OpenAI, URL: "http://server.test/v1", Model: "toy"}, model.Use{})
		c.client = &http.Client{Transport: way}
		ask := func() error {
			_, err := c.Answer(t.Context(), model.Prompt{User: "So?"})
			return err
		}
		for range breakerFailures {
			if err := ask(); err == nil || errors.Is(err, model.ErrPaused) {
				t.Fatal(err)
			}
		}
		sent := way.asked
		if err := ask(); !errors.Is(err, model.ErrPaused) || !strings.Contains(err.Error(), "no route") {
			t.Errorf("%v", err)
		}
		if sent != breakerFailures*(1+chatRetries) || way.asked != sent {
			t.Errorf("%d requests, then %d", sent, way.asked)
		}
		time.Sleep(breakerPause)
		if err := ask(); errors.Is(err, model.ErrPaused) || err == nil {
			t.Errorf("after the pause: %v", err)
		}
		if err := ask(); !errors.Is(err, model.ErrPaused) {
			t.Errorf("one failure after the pause is enough: %v", err)
		}
		time.Sleep(breakerPause)
		way.fails = false
		for range 2 {
			if err := ask(); err != nil {
				t.Error(err)
			}
		}
		// Who gives up is no failure of the server.
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for range breakerFailures + 1 {
			if _, err := c.Answer(ctx, model.Prompt{User: "So?"}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
	})
}

func TestLimitsHold(t *testing.T) {
	s := modeltest.New(t)
	s.Say = func(string, string) string { return "yes" }
	e := chatEndpoints(s)[OpenAI]
	for name, l := range map[string]model.Limits{"requests": {Requests: 5}, "cost": {Cost: .05}} {
		meter := model.NewMeter(l)
		before := len(s.Requests())
		c := openChat(t, e, model.Use{Meter: meter})
		var err error
		for i := 0; err == nil && i < 1000; i++ {
			_, err = c.Answer(t.Context(), model.Prompt{User: "So?", MaxTokens: 1000})
		}
		n := meter.Count()
		if !errors.Is(err, model.ErrLimit) || n.Requests != len(s.Requests())-before ||
			l.Requests > 0 && n.Requests != l.Requests || l.Cost > 0 && (n.Cost > l.Cost || n.Requests < 2) {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
		if l.Requests > 0 {
			// What the limit stops is no failure of the server: the breaker stays as it is.
			if _, err = c.Answer(t.Context(), model.Prompt{User: "So?"}); !errors.Is(err, model.ErrLimit) {
				t.Error(err)
			}
		}
	}
}

func TestShownIsNotSent(t *testing.T) {
	s := modeltest.New(t)
	for _, e := range chatEndpoints(s) {
		var shown []model.Request
		use := model.Use{Show: func(r model.Request) { shown = append(shown, r) }}
		e.Refuse = "KB_OFFLINE is set" // which is no reason not to look
		_, err := openChat(t, e, use).Answer(t.Context(), model.Prompt{User: "token gh" + "p_R8kf2mQx7LbV4nTz9WsYc3HjD6pEaU1gXo5B"})
		if !errors.Is(err, model.ErrShown) || len(shown) != 1 || !strings.HasPrefix(shown[0].URL, s.URL) ||
			strings.Contains(string(shown[0].Body), "R8kf2m") {
			t.Errorf("%v: %+v", err, shown)
		}
	}
	if n := len(s.Requests()); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// recorded is an answer without a network.
type recorded struct {
	header http.Header
	status int
	body   strings.Builder
}

func (w *recorded) response() *http.Response {
	return &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(strings.NewReader(w.body.String()))}
}
