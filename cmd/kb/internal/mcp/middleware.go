package mcp

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// middleware answers what the SDK leaves to servers, and turns complaints about arguments into ones
// that say what to do.
func (s *Server) middleware(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		switch r := req.(type) {
		case *sdk.ListResourcesRequest:
			return s.answered(ctx, method, req, func(ctx context.Context, _ string, _ sdk.Request) (sdk.Result, error) { return s.listResources(ctx, r) })
		case *sdk.SubscriptionsListenRequest:
			defer s.watches.listen()()
		case *sdk.CallToolRequest:
			var res sdk.Result
			var err error
			s.stage.run(func() { res, err = s.answered(ctx, method, req, next) })
			if called, ok := res.(*sdk.CallToolResult); ok && err == nil && called.IsError {
				s.adviseArguments(r.Params.Name, called)
			}
			return res, err
		}
		return s.answered(ctx, method, req, next)
	}
}

// adviseArguments adds the names of the arguments to a complaint about them.
func (s *Server) adviseArguments(tool string, r *sdk.CallToolResult) {
	for i, c := range r.Content {
		text, ok := c.(*sdk.TextContent)
		if !ok || !strings.HasPrefix(text.Text, argumentsFault) && !strings.HasPrefix(text.Text, "json:") {
			continue
		}
		advice := "\nthe arguments of " + tool + " are: " + strings.Join(s.arguments[tool], ", ")
		if len(s.arguments[tool]) == 0 {
			advice = "\n" + tool + " takes no arguments: pass {}"
		}
		r.Content[i] = &sdk.TextContent{Text: clip(cleanLine(plainFault(text.Text)), 1000) + advice}
	}
}

const argumentsFault = `validating "arguments": validating root: `

// plainFault says what is wrong with arguments without the words of the schema.
func plainFault(fault string) string {
	fault = strings.TrimPrefix(fault, argumentsFault)
	for _, r := range [][2]string{
		{`^required: missing properties: \["(.*)"\]$`, "$1 is missing"},
		{`^unexpected additional properties \["(.*)"\]$`, `there is no argument "$1"`},
		{`^(validating /properties/(\w+)(/\w+)*: )+`, "$2: "},
		{`: (minimum|maximum): (-?\d+)/1 is (less|greater) than (-?\d+)\.0+$`, ": $2 is $3 than $4"},
		{`: enum: (.*) does not equal any of: \[(.*)\]$`, ": $1 is none of: $2"},
		{`: type: (.*) has type "(\w+)", want "(\w+)"$`, ": $1 is no $3"},
	} {
		fault = regexp.MustCompile(r[0]).ReplaceAllString(fault, r[1])
	}
	return fault
}

// invalid is the protocol's error about parameters.
func invalid(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}
