//go:build mcpfixture

//lint:file-ignore SA1019 scenarios still ask for what the protocol gives up: logging

package mcp

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

// capabilities are those of the server that official scenarios run against: its tools and prompts
// change, and it logs.
func capabilities() *sdk.ServerCapabilities {
	return &sdk.ServerCapabilities{
		Tools:       &sdk.ToolCapabilities{ListChanged: true},
		Prompts:     &sdk.PromptCapabilities{ListChanged: true},
		Resources:   &sdk.ResourceCapabilities{ListChanged: true, Subscribe: true},
		Completions: &sdk.CompletionCapabilities{},
		Logging:     &sdk.LoggingCapabilities{},
	}
}

// SDK gives what tools, resources and prompts of given names are added to. It is in no released program.
func (s *Server) SDK() *sdk.Server { return s.sdk }
