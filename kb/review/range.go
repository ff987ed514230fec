package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/snapshot"
)

// Range is what is reviewed: what Head brings since its history left Base.
type Range struct {
	Base      string `json:"base"`       // id of the commit that the change is to go into
	Head      string `json:"head"`       // id of its last commit; for the work tree that of HEAD
	MergeBase string `json:"merge_base"` // id of the commit that both come from
	BaseName  string `json:"base_name"`  // as it was named
	HeadName  string `json:"head_name"`
	WorkTree  bool   `json:"work_tree"` // what is not committed is reviewed as well
	Merged    bool   `json:"merged"`    // Head is itself the merge of a change into Base, as CI systems make it
}

// ErrNothing tells that there is nothing to compare with.
var ErrNothing = errors.New("nothing to review")

// ShallowError tells that the history here ends before the merge base.
type ShallowError struct {
	Base, Head string // as a message names them
	Depth      int    // that a fetch needs; 0 for the whole history
}

func (e *ShallowError) Error() string {
	return fmt.Sprintf("this shallow clone ends before the commit that %s and %s come from", e.Base, e.Head)
}

// FindRange reads A..B: either may be left out. An empty text is the default branch, and HEAD; or,
// where HEAD is a merge commit on no branch as CI systems make it, what that brings to its first
// parent.
func FindRange(ctx context.Context, repo *kb.Repo, text string) (*Range, error) {
	from, to, two := strings.Cut(strings.Replace(text, "...", "..", 1), "..")
	if !two && text != "" {
		from, to = text, ""
	}
	r := &Range{BaseName: from, HeadName: to}
	if r.HeadName == "" {
		r.HeadName = "HEAD"
	}
	var err error
	if r.Head, err = repo.Resolve(ctx, r.HeadName); err != nil {
		return nil, err
	}
	if r.Head == "" {
		return nil, fmt.Errorf("%w: there is no commit yet", ErrNothing)
	}
	if from == "" {
		if err := r.findBase(ctx, repo); err != nil {
			return nil, err
		}
	} else if r.Base, err = repo.Resolve(ctx, from); err != nil {
		return nil, err
	}
	return r, r.findMergeBase(ctx, repo)
}

// findBase takes the first parent of the merge commit that CI systems make, else the default branch.
func (r *Range) findBase(ctx context.Context, repo *kb.Repo) error {
	if r.HeadName == "HEAD" && repo.Branch() == "" {
		parents, err := parentsOf(ctx, repo, r.Head)
		if err != nil {
			return err
		}
		if len(parents) > 1 {
			r.BaseName, r.Merged = "HEAD^1", true
			if r.Base, err = repo.Resolve(ctx, parents[0]); errors.Is(err, git.ErrUnknownRev) {
				return &ShallowError{Base: "its first parent", Head: "the merge commit", Depth: 2}
			}
			return err
		}
	}
	for _, name := range []string{"origin/HEAD", "origin/main", "origin/master", "main", "master", "trunk"} {
		id, err := repo.Resolve(ctx, name)
		if errors.Is(err, git.ErrUnknownRev) {
			continue
		}
		if err != nil {
			return err
		}
		if r.Base, r.BaseName = id, name; id != r.Head {
			return nil
		}
	}
	if r.Base == "" {
		return fmt.Errorf("%w: no default branch was found: no origin/HEAD, main or master", ErrNothing)
	}
	return nil
}

// parentsOf gives the parents of a commit. In a shallow clone they are those that the commit names,
// though they are not here.
func parentsOf(ctx context.Context, repo *kb.Repo, id string) (parents []string, err error) {
	for _, nth := range []string{"^1", "^2"} {
		parent, err := repo.Resolve(ctx, id+nth)
		if errors.Is(err, git.ErrUnknownRev) {
			break
		}
		if err != nil {
			return nil, err
		}
		parents = append(parents, parent)
	}
	edges, err := repo.HistoryEdges()
	if err != nil || len(parents) > 0 || edges.Shallow == "" {
		return parents, err
	}
	err = repo.Commits(
		ctx,
		git.CommitWalk{Tips: []string{id}, Has: func(other string) bool { return other != id }},
		func(c *git.RawCommit) error {
			headers, _, _ := strings.Cut(string(c.Data), "\n\n")
			for line := range strings.Lines(headers) {
				if parent, ok := strings.CutPrefix(strings.TrimSpace(line), "parent "); ok {
					parents = append(parents, parent)
				}
			}
			return nil
		},
	)
	return parents, err
}

// findMergeBase finds the commit that both ends come from. Where a shallow clone hides it the error
// says so.
func (r *Range) findMergeBase(ctx context.Context, repo *kb.Repo) (err error) {
	if r.MergeBase, err = repo.MergeBase(ctx, r.Base, r.Head); err != nil || r.MergeBase != "" {
		return err
	}
	edges, err := repo.HistoryEdges()
	if err != nil {
		return err
	}
	if edges.Shallow != "" {
		return &ShallowError{Base: r.BaseName, Head: r.HeadName}
	}
	return fmt.Errorf("%s and %s have no history in common", r.BaseName, r.HeadName)
}

type commitChange = walk.Change

// reference is one mention of a note by another, resolved.
type reference struct {
	from, to string
	relation string // as it reads from the mentioning note: "links to", "depends on"
	line     int
	weight   float64
}

// references resolves the links and relations of every note of a tree, in the order of notes and lines.
func references(s *snapshot.Snapshot) []reference {
	var out []reference
	resolver := s.Resolver()
	for _, e := range s.Entries {
		path := e.File.Path
		for _, rel := range e.Note.Relations {
			to := resolver.Relation(path, rel.Target).Path
			if to == "" || to == path {
				continue
			}
			name := strings.ReplaceAll(rel.Type, "_", " ")
			if rel.Inverse {
				name = kb.Inverse(rel.Type)
			}
			out = append(out, reference{path, to, name, rel.Line, max(rel.Strength, 0.05)})
		}
		for _, l := range e.Links() {
			if to := resolver.Link(path, l).Path; to != "" && to != path {
				out = append(out, reference{path, to, "links to", l.Line, kb.DefaultStrength})
			}
		}
	}
	return slices.Clip(out)
}
