package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// watches are the clients' subscriptions.
type watches struct{}

func (w *watches) subscribe(context.Context, *sdk.SubscribeRequest) error     { return nil }
func (w *watches) unsubscribe(context.Context, *sdk.UnsubscribeRequest) error { return nil }
func (w *watches) tell(b *base, before, after *state)                         {}
func (s *Server) complete(context.Context, *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	return &sdk.CompleteResult{}, nil
}
func (s *Server) addResources() {}
func (s *Server) addPrompts()   {}
