package judge

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/worktree"
)

// Waive is kb waive.
func (Verbs) Waive() app.Verb {
	return app.Verb{
		Name: "waive", Place: 260,
		Help:    "Accept a finding, with a reason.",
		Command: &waiveCmd{},
		Answers: []any{Waived{}},
		Edits:   true,
	}
}

// waiveCmd accepts a finding.
type waiveCmd struct {
	Finding string `arg:"" name:"finding" help:"Its fingerprint, or the first digits of it: validate, conflicts and review print it."`
	Reason  string `required:"" placeholder:"TEXT" help:"Why both may stand: the next reader will ask."`
	Until   string `placeholder:"DATE" help:"Last day of the waiver, such as 2026-12-31."`
	Author  string `placeholder:"NAME" help:"Who accepts it (default: user.name of git's configuration)."`
}

// leastDigits is how much of a fingerprint names a finding.
const leastDigits = 4

// Waived is the JSON form of a new waiver.
type Waived struct {
	File    string           `json:"file"`
	Entry   string           `json:"entry"`
	Finding validate.Finding `json:"finding"`
}

// Run writes the waiver.
func (c *waiveCmd) Run(ctx context.Context, a *app.App) error {
	if strings.TrimSpace(c.Reason) == "" {
		return errors.New("a waiver needs a reason")
	}
	if _, err := time.Parse(time.DateOnly, c.Until); c.Until != "" && err != nil {
		return app.WithHint(fmt.Errorf("--until %s is no date", c.Until), "write it as 2026-12-31")
	}
	if c.Until != "" && c.Until < a.Now().Format(time.DateOnly) {
		return fmt.Errorf("--until %s is over: such a waiver accepts nothing", c.Until)
	}
	if len(c.Finding) < leastDigits {
		return app.WithHint(fmt.Errorf("%q is too little of a fingerprint", c.Finding), "write at least %d digits of it", leastDigits)
	}
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	if repo.Root == "" {
		return errors.New("a bare repository has no work tree to write the waiver to")
	}
	f, err := c.find(ctx, a, repo)
	if err != nil {
		return err
	}
	if reason := cmp.Or(f.Waived, f.Proposed); reason != "" {
		return fmt.Errorf("it is waived already: %s", reason)
	}
	author := c.Author
	if author == "" {
		author = repo.UserName(ctx)
	}
	entry := f.Entry(c.Reason, author, c.Until)
	old, err := repo.ReadWork(kb.WaiversFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s: %w", kb.WaiversFile, err)
	}
	data := old
	if len(bytes.TrimSpace(old)) == 0 {
		data = []byte("# Findings that were looked at and accepted; kb waive adds to them.\nwaivers:\n")
	}
	if data, err = f.AddWaiver(data, entry); err != nil {
		return app.WithHint(fmt.Errorf("%s would not be readable with the entry: %w", kb.WaiversFile, err), "add it by hand:\n%s", entry)
	}
	if err := repo.Write([]worktree.Edit{{Path: kb.WaiversFile, Old: old, New: data}}); err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(Waived{kb.WaiversFile, entry, *f})
	}
	a.Printf("%s\n", kb.WaiversFile)
	a.Remark("waived: %s. Commit it: git add %s", f.Message, kb.WaiversFile)
	return nil
}

// find looks for the finding in all that the work tree brings and in all that stands; else in what
// a review finds besides.
func (c *waiveCmd) find(ctx context.Context, a *app.App, repo *kb.Repo) (*validate.Finding, error) {
	a.Patient = true
	b := session.In(a, repo)
	defer b.Close()
	var found []validate.Finding
	for _, all := range []bool{true, false} {
		v, err := b.Validate(ctx, desk.ValidateRequest{All: all, Waived: true})
		if err != nil {
			return nil, err
		}
		found = append(found, v.Findings...)
	}
	match, err := c.among(found)
	if match != nil || err != nil {
		return match, err
	}
	if found, err = reviewed(ctx, b); err != nil {
		return nil, err
	}
	if match, err = c.among(found); match == nil && err == nil {
		err = app.WithHint(fmt.Errorf("no finding has the fingerprint %s", c.Finding),
			"kb validate --all, kb conflicts and kb review print those that there are\n"+
				"one of another branch is waived where that is checked out")
	}
	return match, err
}

// among is the finding that is meant, nil where none is.
func (c *waiveCmd) among(found []validate.Finding) (match *validate.Finding, err error) {
	for _, f := range found {
		if !strings.HasPrefix(f.Fingerprint, strings.ToLower(c.Finding)) {
			continue
		}
		if match != nil && match.Fingerprint != f.Fingerprint {
			return nil, app.WithHint(fmt.Errorf("%s is the beginning of several fingerprints", c.Finding), "write more digits of it")
		}
		match = &f
	}
	return match, nil
}

// reviewed lists what a review of the branch finds, as it is committed and as it is; nothing where
// there is nothing to review it against.
func reviewed(ctx context.Context, b *session.Base) (found []validate.Finding, err error) {
	for _, workTree := range []bool{false, true} {
		r, err := review.FindRange(ctx, b.Repo, "")
		if err != nil {
			return nil, ctx.Err()
		}
		r.WorkTree = workTree
		result, err := b.Review(ctx, desk.ReviewRequest{Range: r, Open: b.OpenIndex})
		if err != nil {
			return nil, err
		}
		for _, f := range result.Findings {
			found = append(found, f.Alone())
		}
	}
	return found, nil
}
