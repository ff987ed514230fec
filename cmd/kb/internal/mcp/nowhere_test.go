package mcp

import (
	"context"
	"errors"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server that was started outside of every repository lists what it could do, and says to every
// call why it cannot.
func TestWithoutARepository(t *testing.T) {
	s := serveWith(t, func(o *Options) { o.Without = Nowhere(errors.New("/tmp is not inside a git repository")) })
	for _, era := range eras() {
		cs := connect(t, s, era, nil)
		tools, err := cs.ListTools(t.Context(), nil)
		if err != nil || len(tools.Tools) == 0 {
			t.Fatalf("%v: %v", tools, err)
		}
		for _, tool := range tools.Tools {
			res, err := cs.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: map[string]any{}})
			if err != nil || !res.IsError ||
				!strings.Contains(res.Content[0].(*sdk.TextContent).Text, "/tmp is not inside a git repository\nstart this client in") {
				t.Errorf("%s: %+v, %v", tool.Name, res, err)
			}
		}
		if _, err := cs.GetPrompt(t.Context(),
			&sdk.GetPromptParams{Name: "recall", Arguments: map[string]string{"topic": "x"}}); err == nil {
			t.Error("a prompt was answered")
		}
		if list, err := cs.ListResources(t.Context(), nil); err != nil || len(list.Resources) > 1 {
			t.Errorf("%v: %v", list, err)
		}
		if _, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "kb://decisions"}); err == nil {
			t.Error("a resource was read")
		}
	}
}

// The types and tags of a note that is proposed are completed.
func TestCompletionsOfPrompts(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	for argument, want := range map[string]string{"type": "gotcha", "tags": "auth", "topic": "Sessions are JWTs"} {
		res, err := cs.Complete(t.Context(), &sdk.CompleteParams{
			Ref:      &sdk.CompleteReference{Type: "ref/prompt", Name: "propose_memory"},
			Argument: sdk.CompleteParamsArgument{Name: argument, Value: ""},
		})
		if err != nil || !strings.Contains(strings.Join(res.Completion.Values, "|"), want) {
			t.Errorf("%s: %v, %v", argument, res, err)
		}
	}
}

// Who asks for progress is told of a tree of the past that is read.
func TestProgressOfThePast(t *testing.T) {
	told := make(chan string, 100)
	cs := connect(t, serve(t, sample(t)), "", &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { told <- r.Params.Message },
	})
	p := &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "sessions", "at": "HEAD"}}
	p.SetProgressToken("t")
	if res, err := cs.CallTool(t.Context(), p); err != nil || res.IsError {
		t.Fatalf("%+v, %v", res, err)
	}
	if message := <-told; !strings.Contains(message, "reading the tree of ") {
		t.Error(message)
	}
}
