package session

import (
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/index/org"
)

// OrgAdvice adds to an error of the organisation's cluster what can be done.
func OrgAdvice(err error) error {
	switch {
	case errors.Is(err, reach.ErrNone):
		return app.WithHint(err, "name one in your own configuration, never in a repository: docs/org.md\nor set KB_ORG_URL")
	case errors.Is(err, org.ErrNothing):
		return app.WithHint(err, "a repository is pushed by: kb org push --readers GROUP")
	case errors.Is(err, org.ErrOvertaken):
		return app.WithHint(err, "push again, if yours is the newer one: kb org push")
	}
	return err
}
