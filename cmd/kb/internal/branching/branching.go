// Package branching is what all branches have in common that kb makes beside the work tree: where they
// begin, how they are called, whether they are still open, and where a forge makes a pull request of
// one.
package branching

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// Scratch is the folder in which git keeps its list of files while commits are made beside the work tree.
func Scratch(repo *kb.Repo) string { return filepath.Join(repo.StateDir(), "beside") }

// Base is the commit that a branch begins at: the one that is named, else where HEAD left the default
// branch of the remote, else HEAD.
func Base(ctx context.Context, repo *kb.Repo, onto string) (string, error) {
	if onto != "" {
		return repo.Resolve(ctx, onto)
	}
	head, err := repo.Head(ctx)
	if err != nil {
		return "", err
	}
	if head == "" {
		return "", errors.New("the repository has no commit yet: a proposal needs one to begin at")
	}
	remote, err := repo.Resolve(ctx, "refs/remotes/origin/HEAD")
	if err != nil {
		return head, nil
	}
	base, err := repo.MergeBase(ctx, head, remote)
	if err != nil || base == "" {
		return remote, nil
	}
	return base, nil
}

// Free is a name PREFIX-DAY-N that no branch has.
func Free(ctx context.Context, repo *kb.Repo, prefix string, now time.Time) string {
	day := now.UTC().Format(time.DateOnly)
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%s-%d", prefix, day, n)
		if !repo.HasRef(ctx, "refs/heads/"+name) {
			return name
		}
	}
}

// Within reports whether a commit is part of one of the histories.
func Within(ctx context.Context, repo *kb.Repo, commit string, tips ...string) bool {
	for _, tip := range tips {
		if base, err := repo.MergeBase(ctx, commit, tip); err == nil && base == commit {
			return true
		}
	}
	return false
}

// RequestPage is the page of a forge that makes a pull request of a branch, "" where it is not known.
func RequestPage(o git.Origin, branch string) string {
	switch {
	case o.Host == "github.com":
		return "https://github.com/" + o.Path + "/pull/new/" + branch
	case strings.HasPrefix(o.Host, "gitlab."):
		return "https://" + o.Host + "/" + o.Path + "/-/merge_requests/new?merge_request%5Bsource_branch%5D=" +
			strings.ReplaceAll(branch, "/", "%2F")
	}
	return ""
}
