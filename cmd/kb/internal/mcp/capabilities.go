//go:build !mcpfixture

package mcp

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

// capabilities are what clients are told. Tools and prompts never change while the server runs.
func capabilities() *sdk.ServerCapabilities {
	return &sdk.ServerCapabilities{
		Tools:       &sdk.ToolCapabilities{},
		Prompts:     &sdk.PromptCapabilities{},
		Resources:   &sdk.ResourceCapabilities{ListChanged: true, Subscribe: true},
		Completions: &sdk.CompletionCapabilities{},
	}
}
