package lsp

import (
	"fmt"
	"runtime/debug"

	"github.com/9aea2451/kb/cmd/kb/internal/lsp/wire"
)

// guard does something whose panic is the end of it and not of the server: what the editor has not
// saved does not depend on kb. Log gets the stack.
func guard(what string, log func(string), do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			log(fmt.Sprintf("%s: %v\n%s", what, r, debug.Stack()))
			err = &wire.Error{Code: wire.InternalError, Message: fmt.Sprintf("a fault of kb: %v", r)}
		}
	}()
	return do()
}
