package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// callTimeout is how long a call may work once there is an index.
const callTimeout = time.Minute

// call is one call of a tool.
type call struct {
	server   *Server
	request  *sdk.CallToolRequest
	notices  []string
	use      used
	slot     wire.Slot
	form     render.Form
	told     float64 // progress so far
	pending  bool    // it had to do without the history
	unjudged bool    // it told of notes that are still being judged
}

// tool describes a tool to clients.
type tool struct {
	name, title, description string
	adjust                   func(in *jsonschema.Schema) // what the types of the arguments cannot say; may be nil
}

// addTool registers a tool: run answers a call of it.
func addTool[In any, Out any, P interface {
	*Out
	render.Answer
}](s *Server, t tool, run func(ctx context.Context, c *call, in In) (P, error)) {
	in := wire.SchemaOf[In]()
	if len(s.bases) < 2 {
		wire.Drop(in, "root")
	}
	if s.o.Org == nil {
		wire.Drop(in, "org")
	}
	if t.adjust != nil {
		t.adjust(in)
	}
	s.arguments[t.name], s.shown[t.name], s.answers[t.name] = slices.Clone(in.PropertyOrder), wire.Slim(in), wire.SchemaOf[Out]
	closed, open := false, in.Properties["org"] != nil
	described := &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: in,
		Annotations: &sdk.ToolAnnotations{
			Title:           t.title,
			ReadOnlyHint:    true,
			IdempotentHint:  true,
			DestructiveHint: &closed,
			OpenWorldHint:   &open,
		},
	}
	// There is no schema of the output: clients would send it to the model with every request, and
	// show the model structure in place of text.
	sdk.AddTool(s.sdk, described, func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		c := &call{server: s, request: req, use: used{tool: t.name}, form: s.form(ctx, t.name, in)}
		answer, err := guarded(ctx, c, in, run)
		if err != nil {
			// The end of the call itself is passed on as it is.
			if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
				return nil, nil, err
			}
			return nil, nil, errors.New(render.Clip(report.Clean(explain(err)), render.DefaultChars))
		}
		answer.Meta().Notices = append(answer.Meta().Notices, c.notices...)
		answer.Meta().Pending, answer.Meta().Unjudged = c.pending, c.unjudged
		text, structured, err := render.Write(answer, c.form)
		if err != nil {
			return nil, nil, err
		}
		res := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: cmp.Or(text, inStructure)}}}
		if structured != nil {
			res.StructuredContent = structured
		}
		return res, nil, nil
	})
}

// inStructure is the text of an answer that a program asked for as structure.
const inStructure = "the answer is in structuredContent"

// form is how the answer to a call goes out.
func (s *Server) form(ctx context.Context, tool string, arguments any) render.Form {
	f := render.Form{JSON: wantsJSON(ctx), Chars: render.DefaultChars, Around: s.around, Advice: s.advice(tool)}
	v := reflect.ValueOf(arguments)
	if most := v.FieldByName("MaxChars"); most.IsValid() && most.Int() > 0 {
		f.Chars = int(most.Int())
	}
	if v.FieldByName("Budget").IsValid() { // it counts tokens instead
		f.Chars = 8 * mostBudget
	}
	return f
}

// envelope is a message with an answer but for the answer itself, with the longest id that counts
// up: what clients of the newest revision are sent.
func envelope(version string) string {
	v, _ := json.Marshal(version) // a text always has a JSON form
	return `{"jsonrpc":"2.0","id":9007199254740991,"result":{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"kb","title":"` +
		serverTitle + `","version":` + string(v) + `}},"content":[{"type":"text","text":` + "\"" + inStructure + "\"" +
		`}],"structuredContent":,"resultType":"complete"}}`
}

// advice says how to get more of an answer that was cut.
func (s *Server) advice(tool string) string {
	var ways []string
	for _, way := range [][2]string{{"max_chars", fmt.Sprintf("raise max_chars (at most %d)", render.MostChars)},
		{"budget", "lower budget"}, {"limit", "ask for fewer parts by limit"}} {
		if slices.Contains(s.arguments[tool], way[0]) {
			ways = append(ways, way[1])
		}
	}
	return strings.Join(append(ways, "read one note or section with the tool read"), ", or ")
}

// guarded runs a tool, which takes a slot when it has something to work on. A panic ends the call
// and not the server.
func guarded[In any, P render.Answer](
	ctx context.Context, c *call, in In, run func(context.Context, *call, In) (P, error),
) (answer P, err error) {
	c.slot.Of = c.server.slots
	defer c.slot.Leave()
	err = c.server.o.beside(c.use.tool, func() (err error) {
		began := time.Now()
		if answer, err = run(ctx, c, in); err == nil {
			c.record(time.Since(began))
		}
		return err
	})
	return answer, err
}

// clientName is the name that a client gives itself, "" when it gives none.
func clientName(req *sdk.CallToolRequest) string {
	if info := req.ClientInfo(); info != nil {
		return render.Clip(render.CleanLine(info.Name), 60)
	}
	return ""
}

// note adds a notice to the answer, once.
func (c *call) note(message string) {
	if message != "" && !slices.Contains(c.notices, message) {
		c.notices = append(c.notices, message)
	}
}

// progress gives what sends progress to the client, nil when it has not asked for it.
func (c *call) progress(ctx context.Context) func(message string) {
	token := c.request.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	return func(message string) {
		c.told++
		c.request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: c.told, Message: message})
	}
}

// workingEvery is how often a client is told that a call still works.
const workingEvery = time.Second

// working tells a client that has asked for progress what its call works on, until the end is called.
func (c *call) working(ctx context.Context, on string) (end func()) {
	tell := c.progress(ctx)
	if tell == nil {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	tell(on)
	go func() {
		defer close(ended)
		tick := time.NewTicker(workingEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				tell(on)
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

// named gives the repositories that an argument root names: all of them for "".
func (s *Server) named(root string) ([]*warm.Keeper, error) {
	if root == "" {
		return s.bases, nil
	}
	var names []string
	for _, b := range s.bases {
		if b.Name == root {
			return []*warm.Keeper{b}, nil
		}
		names = append(names, b.Name)
	}
	return nil, render.Hint(fmt.Errorf("no repository is called %q here", render.Clip(root, 80)), "name one of: "+render.List(names))
}

// each calls f with the newest state of every repository that root names.
func (c *call) each(ctx context.Context, root string, f func(ctx context.Context, st *warm.View) error) error {
	bases, err := c.server.named(root)
	if err != nil {
		return err
	}
	for _, b := range bases {
		if err := c.with(ctx, b, f); err != nil {
			return err
		}
	}
	return nil
}

// with calls f with the newest state of a repository.
func (c *call) with(ctx context.Context, b *warm.Keeper, f func(ctx context.Context, st *warm.View) error) error {
	var st *warm.View
	var late string
	defer func() { st.Release() }()
	err := c.slot.Aside(ctx, func() (err error) {
		if st, late, err = b.Acquire(ctx, c.progress(ctx)); err == nil && !b.History.Settled(ctx) {
			c.pending = true
		}
		return err
	})
	if err != nil {
		return err
	}
	if c.pending {
		c.note(b.Prefix() + "the history is still being read, so commits are missing and memories fade by their own dates: ask again later")
	}
	c.use.in(b.Name)
	if late != "" {
		c.note(b.Prefix() + late)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if len(st.Searcher.Paths()) == 0 && c.use.tool != statsTool {
		c.note(b.Prefix() + render.NoNotes)
	}
	return inTime(ctx, f(ctx, st))
}

// inTime gives the end of the time of a call as the reason of what failed when it had passed:
// SQLite says that it was interrupted, and git that it was killed.
func inTime(ctx context.Context, err error) error {
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return context.DeadlineExceeded
	}
	return err
}

// one gives the only repository that root can mean.
func (c *call) one(root string) (*warm.Keeper, error) {
	bases, err := c.server.named(root)
	if err == nil && len(bases) > 1 {
		var names []string
		for _, b := range bases {
			names = append(names, b.Name)
		}
		err = render.Hint(errors.New("which repository is meant?"), "pass root, one of: "+render.List(names))
	}
	if err != nil {
		return nil, err
	}
	return bases[0], nil
}
