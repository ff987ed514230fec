package mcp

import (
	"context"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// middleware answers what the SDK leaves to servers, and turns complaints about arguments into ones
// that say what to do.
func (s *Server) middleware(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if s.o.Without != nil {
			if res, err := s.without(req); res != nil || err != nil {
				return res, err
			}
		}
		switch r := req.(type) {
		case *sdk.ListResourcesRequest:
			return s.answered(ctx, method, req,
				func(ctx context.Context, _ string, _ sdk.Request) (sdk.Result, error) { return s.listResources(ctx, r) })
		case *sdk.SubscriptionsListenRequest:
			defer s.watches.listen()()
		case *sdk.ListToolsRequest:
			res, err := s.answered(ctx, method, req, next)
			if list, ok := res.(*sdk.ListToolsResult); ok && err == nil {
				s.slim(list)
			}
			return res, err
		case *sdk.CallToolRequest:
			ctx, r.Params.Arguments = s.asked(ctx, r.Params.Name, r.Params.Arguments)
			var res sdk.Result
			var err error
			s.stage.Run(func() { res, err = s.answered(ctx, method, req, next) })
			if called, ok := res.(*sdk.CallToolResult); ok && err == nil && called.IsError {
				s.adviseArguments(r.Params.Name, called)
			}
			return res, err
		}
		return s.answered(ctx, method, req, next)
	}
}

// without answers what asks for a repository where there is none; nothing for other requests.
func (s *Server) without(req sdk.Request) (sdk.Result, error) {
	switch req.(type) {
	case *sdk.CallToolRequest:
		return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: explain(s.o.Without)}}}, nil
	case *sdk.GetPromptRequest, *sdk.ReadResourceRequest:
		return nil, wire.Invalid("%s", render.CleanLine(s.o.Without.Error()))
	}
	return nil, nil
}

// adviseArguments adds the names of the arguments to a complaint about them.
func (s *Server) adviseArguments(tool string, r *sdk.CallToolResult) {
	for i, c := range r.Content {
		text, ok := c.(*sdk.TextContent)
		if !ok || !strings.HasPrefix(text.Text, wire.ArgumentsFault) && !strings.HasPrefix(text.Text, "json:") {
			continue
		}
		advice := "\nthe arguments of " + tool + " are: " + strings.Join(s.arguments[tool], ", ")
		if len(s.arguments[tool]) == 0 {
			advice = "\n" + tool + " takes no arguments: pass {}"
		}
		r.Content[i] = &sdk.TextContent{Text: render.Clip(render.CleanLine(wire.PlainFault(text.Text)), 1000) + advice}
	}
}

// slim leaves out of the schemas what models need not see. The calls are checked by the whole ones.
func (s *Server) slim(list *sdk.ListToolsResult) {
	tools := make([]*sdk.Tool, len(list.Tools))
	for i, t := range list.Tools {
		shown := *t
		if slim := s.shown[t.Name]; slim != nil { // a fixture has tools of its own
			shown.InputSchema = slim
		}
		tools[i] = &shown
	}
	list.Tools = tools
}
