package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/local"
	"github.com/9aea2451/kb/text/wording"
)

// ModelFlags are the flags of a verb that asks a model.
type ModelFlags struct {
	DryRun      bool     `help:"Print what would be sent to the model, and send nothing."`
	MaxRequests int      `default:"200" placeholder:"N" help:"At most so many requests to models (${default})."`
	MaxCost     *float64 `placeholder:"DOLLARS" help:"Send nothing that could make it cost more than this; needs the model's price."`

	Forget bool `kong:"-"` // answers are not kept
}

// Models is what a verb asks models with.
type Models struct {
	Chat     model.Chat
	Embedder model.Embedder // nil where the person named none
	Meter    *model.Meter

	mu    sync.Mutex
	most  int // requests that are shown
	shown []UnsentRequest
}

// Unsent is what --dry-run answers.
type Unsent struct {
	Requests []UnsentRequest `json:"requests"`
}

// UnsentRequest is a request that was not sent.
type UnsentRequest struct {
	Role string          `json:"role"` // embed, rerank or chat
	URL  string          `json:"url"`
	Body json.RawMessage `json:"body"`
}

// OpenModels opens the models that the person named; a chat must be among them. Nothing is sent.
func (b *Base) OpenModels(f *ModelFlags) (*Models, error) {
	if b.Config == nil {
		config, err := loadConfig(b.App)
		if err != nil {
			return nil, err
		}
		b.Config = config
		b.Configure(config)
	}
	limits := model.Limits{Requests: f.MaxRequests}
	if f.MaxCost != nil {
		limits.Cost = *f.MaxCost
	}
	if f.MaxRequests < 1 || f.MaxCost != nil && !(limits.Cost > 0) { // neither is what is not a number
		return nil, errors.New("--max-requests must be at least 1, and --max-cost above 0")
	}
	m := &Models{Meter: model.NewMeter(limits), most: f.MaxRequests}
	use := model.Use{Meter: m.Meter, Forget: f.Forget, Local: local.Folder(b.Config.ModelDir()).Embedder}
	if f.DryRun {
		use.Show = m.show
	}
	var err error
	if m.Chat, err = b.Chat(use); err != nil {
		return nil, ConfigError(err)
	}
	if m.Chat == nil {
		return nil, app.WithHint(errors.New("no model is named that could be asked"),
			"name one in your own configuration, such as models: {chat: {provider: ollama, model: llama3.2}}; docs/model.md has examples")
	}
	if limits.Cost > 0 && !b.Config.Priced(model.RoleChat) {
		return nil, app.WithHint(errors.New("--max-cost: the price of the model is not known"),
			"say it in your own configuration: models: {chat: {price_in: …, price_out: …}}, in dollars for a million tokens")
	}
	if m.Embedder, _, err = b.Config.Embedder(use); err != nil {
		return nil, ConfigError(err)
	}
	return m, nil
}

// show takes a request that is not sent.
func (m *Models) show(r model.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.shown) < m.most {
		m.shown = append(m.shown, UnsentRequest{r.Role, r.URL, r.Body})
	}
}

// PrintShown answers with the requests that were not sent.
func (m *Models) PrintShown(a *app.App) error {
	shown := Unsent{append([]UnsentRequest{}, m.shown...)}
	if a.JSON {
		return a.Emit(shown)
	}
	a.Verbatim()
	sent := 0
	for _, r := range shown.Requests {
		var body bytes.Buffer
		if err := json.Indent(&body, r.Body, "", "  "); err != nil {
			return err
		}
		sent += len(r.Body)
		a.Printf("POST %s\n%s\n\n", r.URL, report.Clean(body.String()))
	}
	a.Remark("%s of %s would be sent first; nothing was", wording.Count(len(shown.Requests), "request"), wording.Count(sent, "byte"))
	return nil
}

// RemarkCount says what models were asked.
func RemarkCount(a *app.App, n model.Count) {
	if n.Requests == 0 && n.Kept == 0 {
		return
	}
	price := ""
	switch {
	case n.Unpriced:
		price = ", at a price that your configuration does not say"
	case n.Cost > 0:
		price = fmt.Sprintf(", about $%.4f", n.Cost)
	}
	a.Remark("asked the model: %s, %d tokens in and %d out%s", wording.Count(n.Requests, "request"), n.In, n.Out, price)
}
