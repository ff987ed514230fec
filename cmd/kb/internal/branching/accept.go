package branching

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown/edit"
)

// Accept writes `status: accepted` into notes at the end of a branch, in one commit, and moves the branch
// to it; head is where the branch is known to end. No work tree is touched: a branch that one has checked
// out is refused (git.ErrCheckedOut).
func Accept(ctx context.Context, repo *kb.Repo, branch, head string, paths []string) error {
	entries, err := repo.Listing(ctx, head)
	if err != nil {
		return err
	}
	read, done := repo.ReaderOf(ctx, entries)
	defer done()
	var change git.Beside
	for _, path := range paths {
		source, err := read(path)
		if err != nil {
			return err
		}
		if err := encoding.Editable(source); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		now, said, err := adr.At(path, source).Set("status", "accepted") // where a record of another tool says it
		if !said {
			now, err = edit.Set(source, "status", "accepted")
		}
		if err != nil {
			return edit.At(path, err)
		}
		change.Files = append(change.Files, git.Addition{Path: path, Data: now})
	}
	change.Message = "Accept what was proposed\n\n- " + strings.Join(paths, "\n- ") + "\n"
	commits, err := repo.CommitBeside(ctx, head, []git.Beside{change}, Scratch(repo))
	if err != nil {
		return err
	}
	return repo.MoveBranch(ctx, branch, head, commits[0], "kb review --accept")
}
