package mcp

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// beside runs what works beside the calls: a panic in it ends that work and not the server.
func (o *Options) beside(what string, work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			o.Log(report.Fault(what, p))
			err = render.Hint(errors.New("kb has a fault that this call met"),
				"ask in another way; the server's stderr has the details for a report")
		}
	}()
	return work()
}

// answered answers a request; a panic ends the request and not the server.
func (s *Server) answered(ctx context.Context, method string, req sdk.Request, next sdk.MethodHandler) (res sdk.Result, err error) {
	err = s.o.beside(method, func() (err error) {
		res, err = next(ctx, method, req)
		return err
	})
	return res, err
}
