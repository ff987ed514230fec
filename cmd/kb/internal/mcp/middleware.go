package mcp

import (
	"context"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// middleware answers what the SDK leaves to servers, and turns complaints about arguments into ones that say what to do.
func (s *Server) middleware(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		res, err := next(ctx, method, req)
		if call, ok := req.(*sdk.CallToolRequest); ok && err == nil {
			if r, ok := res.(*sdk.CallToolResult); ok && r.IsError {
				s.adviseArguments(call.Params.Name, r)
			}
		}
		return res, err
	}
}

// adviseArguments adds the names of the arguments to a complaint about them.
func (s *Server) adviseArguments(tool string, r *sdk.CallToolResult) {
	for i, c := range r.Content {
		text, ok := c.(*sdk.TextContent)
		if !ok || !strings.HasPrefix(text.Text, `validating "arguments"`) && !strings.HasPrefix(text.Text, "json:") {
			continue
		}
		r.Content[i] = &sdk.TextContent{Text: clip(cleanLine(text.Text), 1000) + "\nthe arguments of " + tool + " are: " + strings.Join(s.arguments[tool], ", ")}
	}
	r.Content = slices.Clip(r.Content)
}
