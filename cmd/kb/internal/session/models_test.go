package session

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/model"
)

// A verb asks no model that nobody named, and none whose price is not known where that is bounded.
func TestOpenModels(t *testing.T) {
	r := team(t, "mine.md")
	const chat = "models: {embed: {provider: none}, chat: {provider: openai, model: small, url: 'http://localhost:9'}}\n"
	const priced = "models: {embed: {provider: none}, " +
		"chat: {provider: ollama, model: small, url: 'http://localhost:9', price_in: 1, price_out: 2}}\n"
	for _, c := range []struct {
		config string
		flags  ModelFlags
		want   string
	}{
		{"", ModelFlags{MaxRequests: 1}, "kb: no model is named that could be asked\n  name one in your own configuration"},
		{chat, ModelFlags{}, "kb: --max-requests must be at least 1, and --max-cost above 0\n"},
		{chat, ModelFlags{MaxRequests: 1, MaxCost: new(-1.0)}, "kb: --max-requests must be at least 1, and --max-cost above 0\n"},
		{chat, ModelFlags{MaxRequests: 1, MaxCost: new(0.0)}, "kb: --max-requests must be at least 1, and --max-cost above 0\n"},
		{chat, ModelFlags{MaxRequests: 1, MaxCost: new(math.NaN())}, "kb: --max-requests must be at least 1, and --max-cost above 0\n"},
		{chat, ModelFlags{MaxRequests: 1, MaxCost: new(1.0)}, "kb: --max-cost: the price of the model is not known\n"},
		{chat, ModelFlags{MaxRequests: 1}, ""},
		{priced, ModelFlags{MaxRequests: 1, MaxCost: new(1.0)}, ""},
	} {
		p := in(r.Dir, app.Globals{})
		p.configure(t, "version: 1\n"+c.config)
		b := opened(t, p, "")
		b.Config = nil // as for a verb that reads no notes
		m, err := b.OpenModels(&c.flags)
		if got := told(err); !strings.HasPrefix(got, c.want) || (err == nil) != (c.want == "") {
			t.Errorf("%+v of %q: %s", c.flags, c.config, got)
		}
		if err == nil && (m.Chat == nil || m.Embedder != nil || b.Config == nil) {
			t.Errorf("%+v of %q: %+v", c.flags, c.config, m)
		}
	}
}

// Requests that are only shown are printed whole, as many as would be sent at most.
func TestRequestsThatAreShown(t *testing.T) {
	m := &Models{most: 2}
	for _, body := range []string{`{"prompt":"tea"}`, `{"a":[1]}`, `{"never":"shown"}`} {
		m.show(model.Request{Role: "chat", URL: "http://localhost/x", Body: []byte(body)})
	}
	p := in(t.TempDir(), app.Globals{})
	if err := m.PrintShown(p.App); err != nil || p.Flush() != nil {
		t.Fatal(err)
	}
	want := "POST http://localhost/x\n{\n  \"prompt\": \"tea\"\n}\n\nPOST http://localhost/x\n{\n  \"a\": [\n    1\n  ]\n}\n\n"
	if p.out.String() != want || p.said.String() != "kb: 2 requests of 25 bytes would be sent first; nothing was\n" {
		t.Errorf("%s%s", p.out, p.said)
	}
	p = in(t.TempDir(), app.Globals{JSON: true})
	if err := m.PrintShown(p.App); err != nil || p.Flush() != nil {
		t.Fatal(err)
	}
	var got struct{ Data Unsent }
	if err := json.Unmarshal(p.out.Bytes(), &got); err != nil || len(got.Data.Requests) != 2 || got.Data.Requests[0].Role != "chat" {
		t.Errorf("%+v, %v", got, err)
	}
	m.shown = []UnsentRequest{{Body: json.RawMessage("{")}}
	if err := m.PrintShown(in(t.TempDir(), app.Globals{}).App); err == nil {
		t.Error("what is no JSON is shown")
	}
}

// What models cost is said once there was something to ask.
func TestCountOfRequests(t *testing.T) {
	for want, n := range map[string]model.Count{
		"": {},
		"kb: asked the model: 0 requests, 0 tokens in and 0 out\n":                 {Kept: 1},
		"kb: asked the model: 1 request, 20 tokens in and 3 out\n":                 {Requests: 1, In: 20, Out: 3},
		"kb: asked the model: 2 requests, 20 tokens in and 3 out, about $0.0210\n": {Requests: 2, In: 20, Out: 3, Cost: .021},
		"kb: asked the model: 2 requests, 5 tokens in and 3 out, at a price that your configuration does not say\n": {
			Requests: 2, In: 5, Out: 3, Unpriced: true,
		},
	} {
		p := in(t.TempDir(), app.Globals{})
		if RemarkCount(p.App, n); p.said.String() != want {
			t.Errorf("%+v: %s", n, p.said)
		}
	}
}
