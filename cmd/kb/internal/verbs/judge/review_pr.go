package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/reviews"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// pullRequest is what a CI system says of the change that it runs for.
type pullRequest struct {
	base, head []string // revisions, the best first: the first that is here counts
	link       func(path string, line int, commit string) string
}

// maxEvent bounds the file in which GitHub describes what happened.
const maxEvent = 8 << 20

// readPullRequest reads the environment of GitHub Actions or of GitLab CI.
func readPullRequest(a *app.App) (*pullRequest, error) {
	switch {
	case a.Getenv("GITHUB_ACTIONS") != "":
		// The branch that the event's pull request is to go into, and its last commit.
		var event struct {
			PullRequest *struct {
				Base, Head struct{ Sha, Ref string }
			} `json:"pull_request"`
			MergeGroup *struct {
				BaseSha string `json:"base_sha"`
				HeadSha string `json:"head_sha"`
			} `json:"merge_group"`
		}
		file := a.Getenv("GITHUB_EVENT_PATH")
		data, err := readLimited(file, maxEvent)
		if err == nil {
			err = json.Unmarshal(data, &event)
		}
		if err != nil {
			return nil, fmt.Errorf("--pr: read GITHUB_EVENT_PATH: %w", err)
		}
		p := &pullRequest{}
		switch {
		case event.PullRequest != nil:
			pr := event.PullRequest
			p.base = named(remoteBranch(cmp.Or(a.Getenv("GITHUB_BASE_REF"), pr.Base.Ref)), pr.Base.Sha)
			p.head = named(pr.Head.Sha, "HEAD")
		case event.MergeGroup != nil:
			p.base, p.head = named(event.MergeGroup.BaseSha), named(event.MergeGroup.HeadSha)
		default:
			return nil, app.WithHint(
				fmt.Errorf("--pr: this is the event %s, not one of a pull request", cmp.Or(a.Getenv("GITHUB_EVENT_NAME"), "unknown")),
				"name the range: kb review BASE..HEAD",
			)
		}
		if server, name := a.Getenv("GITHUB_SERVER_URL"), a.Getenv("GITHUB_REPOSITORY"); server != "" && name != "" {
			p.link = reviews.ForgeLink(server+"/"+name, false)
		}
		return p, nil
	case a.Getenv("GITLAB_CI") != "":
		target := a.Getenv("CI_MERGE_REQUEST_TARGET_BRANCH_NAME")
		p := &pullRequest{
			base: named(remoteBranch(target), a.Getenv("CI_MERGE_REQUEST_TARGET_BRANCH_SHA"), a.Getenv("CI_MERGE_REQUEST_DIFF_BASE_SHA")),
			head: named(a.Getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"), a.Getenv("CI_COMMIT_SHA")),
		}
		if target == "" || len(p.head) == 0 {
			return nil, app.WithHint(errors.New("--pr: this pipeline is not one of a merge request"),
				"run it for merge requests: rules: [{if: $CI_PIPELINE_SOURCE == 'merge_request_event'}]")
		}
		if address := a.Getenv("CI_PROJECT_URL"); address != "" {
			p.link = reviews.ForgeLink(address, true)
		}
		return p, nil
	}
	return nil, app.WithHint(errors.New("--pr: neither GITHUB_ACTIONS nor GITLAB_CI is set"),
		"outside of them name the range: kb review BASE..HEAD")
}

// remoteBranch is where git keeps a branch of origin, "" for no name.
func remoteBranch(name string) string {
	if name == "" {
		return ""
	}
	return "refs/remotes/origin/" + name
}

// named leaves out what is not set.
func named(revisions ...string) (out []string) {
	for _, r := range revisions {
		if r = strings.TrimSpace(r); r != "" && !strings.HasPrefix(r, "-") {
			out = append(out, r)
		}
	}
	return out
}

// ends returns the range as kb review reads it.
func (p *pullRequest) ends(ctx context.Context, repo *kb.Repo) (string, error) {
	base, err := firstHere(ctx, repo, p.base)
	if err != nil {
		return "", err
	}
	head, err := firstHere(ctx, repo, p.head)
	return base + ".." + head, err
}

// firstHere returns the first revision that this clone has.
func firstHere(ctx context.Context, repo *kb.Repo, revisions []string) (string, error) {
	for _, r := range revisions {
		_, err := repo.Resolve(ctx, r)
		if err == nil || !errors.Is(err, git.ErrUnknownRev) {
			return r, err
		}
	}
	return "", app.WithHint(fmt.Errorf("--pr: this clone has none of %s", strings.Join(revisions, ", ")),
		"fetch the whole history: fetch-depth: 0 of actions/checkout, GIT_DEPTH: 0 of GitLab")
}

// readLimited reads a file of at most limit bytes.
func readLimited(file string, limit int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s is greater than %d bytes", file, limit)
	}
	return data, err
}
