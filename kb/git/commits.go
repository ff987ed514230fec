package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// CommitWalk says which commits Commits reads.
type CommitWalk struct {
	Tips   []string             // ids of the commits to start from
	Known  []string             // ids of commits that are left out, with all that they descend from
	Has    func(id string) bool // tells Known and all that they descend from; nil for none
	Listed func(n int)          // hears how many commits will be read, before the first of them is; nil for nobody
}

// RawCommit is a commit as git has it, with the paths at which its tree differs from that of its
// first parent. Grafts and replacements are not followed: a commit is what its id says.
type RawCommit struct {
	ID      string
	Data    []byte  // the bytes of the object; nil when there are more than MaxFile
	Cut     bool    // the parents are not here: a shallow history ends, or objects are missing
	Touches []Touch // sorted by path; all files when there is no parent, or it is not here
	Unknown bool    // a tree is missing, or it touches more than MaxTouches paths: Touches is empty and says nothing
}

// maxTouches is how many paths of one commit are told.
const maxTouches = 500_000

// Touch is one path that a commit changed. A renamed file is deleted at one path and added at another.
type Touch struct {
	Status           byte // A added, M modified (bytes or permissions), D deleted, T of another type
	Path             string
	OldBlob, NewBlob string // hex object ids (of a commit for a submodule), "" where there is none
	OldMode, NewMode uint32 // as git has them: 0100644, 0100755, 0120000 a symbolic link, 0160000 a submodule; 0 for none
}

// commitNode is a commit in the graph of those to be read.
type commitNode struct {
	id      string
	parents []string // that are here, the first one first; none when one of them is missing
}

// Commits gives the commits that can be reached from the tips and are not known, parents before
// children, in an order that depends on the graph alone. Beside the list of them it keeps one
// commit at a time. An error of f ends it.
func (r *Repo) Commits(ctx context.Context, w CommitWalk, f func(*RawCommit) error) error {
	if w.Has == nil {
		w.Has = func(string) bool { return false }
	}
	for _, id := range slices.Concat(w.Tips, w.Known) {
		if !r.format.isID(id) {
			return fmt.Errorf("list commits: %q is no object id: %w", id, ErrUnknownRev)
		}
	}
	nodes, err := r.git.history(ctx, w)
	if err != nil {
		return fmt.Errorf("list commits: %w", err)
	}
	nodes = parentsFirst(nodes, w.Tips)
	if w.Listed != nil {
		w.Listed(len(nodes))
	}
	if err := r.git.commits(ctx, nodes, f); err != nil {
		return fmt.Errorf("read commits: %w", err)
	}
	return nil
}

// cutOff tells that a commit has parents, but none that is here.
func cutOff(data []byte, n commitNode) bool {
	return data != nil && len(n.parents) == 0 && len(decodeCommit(data).parents) > 0
}

// HistoryEdges says what of a repository's history is not as it was written.
type HistoryEdges struct {
	Shallow  string // a digest of the commits at which a shallow history ends, "" when it is whole
	Replaced bool   // git is told to show other commits in place of some, by replace references or grafts
}

// HistoryEdges reads what git keeps of it; it starts no process.
func (r *Repo) HistoryEdges() (HistoryEdges, error) {
	var e HistoryEdges
	data, err := os.ReadFile(filepath.Join(r.CommonDir, "shallow"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return e, fmt.Errorf("read where history ends: %w", err)
	}
	if len(data) > 0 {
		e.Shallow = r.format.blobID(data)
	}
	replace, err := os.ReadDir(filepath.Join(r.CommonDir, "refs", "replace"))
	e.Replaced = err == nil && len(replace) > 0
	if packed, err := os.ReadFile(filepath.Join(r.CommonDir, "packed-refs")); err == nil {
		e.Replaced = e.Replaced || bytes.Contains(packed, []byte(" "+replaceRefs))
	}
	if info, err := os.Stat(filepath.Join(r.CommonDir, "info", "grafts")); err == nil && info.Size() > 0 {
		e.Replaced = true
	}
	return e, nil
}

// ObjectsState is a digest of the folders in which the repository keeps its own objects: another
// one after something was added.
func (r *Repo) ObjectsState() string {
	var state []byte
	for _, dir := range []string{"objects", "objects/pack"} {
		entries, err := os.ReadDir(filepath.Join(r.CommonDir, filepath.FromSlash(dir)))
		if err != nil {
			return ""
		}
		for _, e := range entries {
			state = append(append(state, e.Name()...), 0)
			if info, err := e.Info(); err == nil {
				state = append(state, info.ModTime().UTC().Format(time.RFC3339Nano)...)
			}
		}
	}
	return r.format.blobID(state)
}

// Blob names the bytes of an object of git's store, for a BlobReader.
func Blob(id string) File { return File{Blob: id, Size: -1, InGit: true} }

// parentsFirst orders commits by a walk into depth from the tips, so that a commit stands close
// after its first parent and never before a parent.
func parentsFirst(nodes []commitNode, tips []string) []commitNode {
	at := make(map[string]int, len(nodes))
	for i, n := range nodes {
		at[n.id] = i
	}
	order := make([]commitNode, 0, len(nodes))
	next := make([]int, len(nodes)) // how many parents of each have been seen to
	seen := make([]bool, len(nodes))
	var stack []int
	visit := func(id string) {
		if i, ok := at[id]; ok && !seen[i] {
			seen[i] = true
			stack = append(stack, i)
		}
	}
	for _, tip := range tips {
		for visit(tip); len(stack) > 0; {
			i := stack[len(stack)-1]
			if n := nodes[i]; next[i] < len(n.parents) {
				next[i]++
				visit(n.parents[next[i]-1])
				continue
			}
			stack = stack[:len(stack)-1]
			order = append(order, nodes[i])
		}
	}
	return order
}

// LastTouched gives the time of the last commit that changed each of the wanted paths, among the
// last limit commits of HEAD's history as git lists it: a path that none of those changed is left
// out.
func (r *Repo) LastTouched(ctx context.Context, wanted map[string]bool, limit int) (map[string]time.Time, error) {
	touched := make(map[string]time.Time, len(wanted))
	head, err := r.Head(ctx)
	if err != nil || head == "" || len(wanted) == 0 {
		return touched, err
	}
	nodes, err := r.git.history(ctx, CommitWalk{Tips: []string{head}, Has: func(string) bool { return false }})
	if err != nil {
		return nil, fmt.Errorf("list commits: %w", err)
	}
	err = r.git.commits(ctx, nodes[:min(len(nodes), limit)], func(c *RawCommit) error {
		at := time.Unix(decodeCommit(c.Data).time, 0).UTC()
		for _, t := range c.Touches {
			if wanted[t.Path] && t.Status != 'D' && at.After(touched[t.Path]) {
				touched[t.Path] = at
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read commits: %w", err)
	}
	return touched, nil
}
