package find

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/reach"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/org"
)

// openOrg opens the way to the organisation's cluster from the repository at hand.
func openOrg(ctx context.Context, a *app.App, alone bool) (*session.Base, *org.Org, error) {
	if !alone {
		return nil, nil, app.WithHint(errors.New("--org is about the whole organisation"), "leave out --all, --base and --at, or --org")
	}
	b, err := session.Open(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	b.Elsewhere = true
	o, err := reach.Open(b.Config, a.Now)
	if err != nil {
		b.Close()
		return nil, nil, session.OrgAdvice(err)
	}
	return b, o, nil
}

// goOnHere says in a line that the cluster does not answer, and gives the reason; other errors stay.
func goOnHere(a *app.App, err error) (string, error) {
	if err == nil || !reach.Unanswered(err) {
		return "", session.OrgAdvice(err)
	}
	why := report.CleanLine(err.Error())
	a.Remark("%s; this repository alone answers", why)
	return why, nil
}

// askOrg answers from the cluster, or says why it did not.
func (c *searchCmd) askOrg(ctx context.Context, a *app.App, q index.Query) (unreached string, err error) {
	if c.exact() {
		return "", app.WithHint(errors.New("--org finds sections, it does not count"),
			"leave out --org, or --regexp, --count and --group-by")
	}
	b, o, err := openOrg(ctx, a, !c.Several() && c.At == "")
	if err != nil {
		return "", err
	}
	defer b.Close()
	answer, err := reach.Search(ctx, b.Desk, o, q)
	if err != nil {
		return goOnHere(a, err)
	}
	if err := c.print(b, answer); err != nil {
		return "", err
	}
	if len(answer.Hits) > 0 {
		return "", nil
	}
	remarkEmpty(b, answer)
	if c.FailEmpty {
		return "", app.ErrFindings
	}
	return "", nil
}

// askOrg packs what the cluster has, or says why it did not.
func (c *contextCmd) askOrg(ctx context.Context, a *app.App, req packing.Request) (unreached string, err error) {
	b, o, err := openOrg(ctx, a, c.At == "")
	if err != nil {
		return "", err
	}
	defer b.Close()
	answer, err := reach.Context(ctx, b.Desk, o, req)
	if err != nil {
		return goOnHere(a, err)
	}
	return "", c.print(a, answer)
}
