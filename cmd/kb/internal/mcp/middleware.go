package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// middleware answers what the SDK leaves to servers, and turns complaints about arguments into ones that say what to do.
func (s *Server) middleware(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		switch r := req.(type) {
		case *sdk.ListResourcesRequest:
			return s.listResources(ctx, r)
		case *sdk.SubscriptionsListenRequest:
			defer s.watches.listen()()
		case *sdk.CallToolRequest:
			res, err := next(ctx, method, req)
			if called, ok := res.(*sdk.CallToolResult); ok && err == nil && called.IsError {
				s.adviseArguments(r.Params.Name, called)
			}
			return res, err
		}
		return next(ctx, method, req)
	}
}

// adviseArguments adds the names of the arguments to a complaint about them.
func (s *Server) adviseArguments(tool string, r *sdk.CallToolResult) {
	for i, c := range r.Content {
		text, ok := c.(*sdk.TextContent)
		if ok && (strings.HasPrefix(text.Text, `validating "arguments"`) || strings.HasPrefix(text.Text, "json:")) {
			r.Content[i] = &sdk.TextContent{Text: clip(cleanLine(text.Text), 1000) + "\nthe arguments of " + tool + " are: " + strings.Join(s.arguments[tool], ", ")}
		}
	}
}

// invalid is the protocol's error about parameters.
func invalid(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}
