package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/text/wording"
)

// merge asks git merge-tree, in a repository of its own: the repository stays as it is, and nothing that
// its configuration names is run.
func (g *gitProgram) merge(ctx context.Context, base, ours, theirs string, join *Join) (*MergeResult, error) {
	dir, err := os.MkdirTemp("", "kb-merge-")
	if err != nil {
		return nil, err
	}
	repo := &mergeRepo{dir: dir, git: g.inMergeRepo(dir)}
	if err = g.initMergeRepo(dir); err == nil {
		err = repo.takeAttributes(ctx, g, ours)
	}
	if err != nil {
		repo.remove()
		return nil, fmt.Errorf("prepare the merge: %w", err)
	}
	defer repo.remove()
	tree, stages, err := repo.mergeTree(ctx, ours, theirs)
	if err != nil {
		return nil, err
	}
	result := &MergeResult{Conflicts: map[string]bool{}}
	for path := range stages {
		result.Conflicts[path] = true
	}
	if result.Entries, err = repo.git.tree(ctx, tree, g.interest.Listed); err != nil {
		return nil, err
	}
	if result.Fresh, err = repo.freshBlobs(ctx, result.Entries); err != nil {
		return nil, err
	}
	if join != nil {
		j := joining{ctx: ctx, git: g, repo: repo, join: join, stages: stages, result: result}
		err = j.run(base, ours, theirs)
	}
	return result, err
}

// threeIDs are the regular files of the base, of ours and of theirs, "" for none.
type threeIDs [3]string

// mergeTree runs git merge-tree: the tree that it makes, and the versions of each file in conflict.
func (m *mergeRepo) mergeTree(ctx context.Context, ours, theirs string) (tree string, stages map[string]threeIDs, err error) {
	cmd := m.git.command(ctx, "merge-tree", "--write-tree", "-z", "--no-messages", "--allow-unrelated-histories", ours, theirs)
	var answer, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &answer, &said
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case err == nil, errors.As(err, &exit) && exit.ExitCode() == 1 && answer.Len() > 0:
		return m.git.parseMerge(answer.String())
	case strings.Contains(said.String(), "usage:"), strings.Contains(said.String(), "unknown option"):
		return "", nil, errNoMerge
	}
	return "", nil, gitError("merge-tree", said.String(), err)
}

// maxQuoted bounds what an error quotes of an answer, in bytes.
const maxQuoted = 80

// parseMerge reads "ID NUL", then "MODE SP ID SP STAGE TAB PATH NUL" for each version of a file in conflict.
func (g *gitProgram) parseMerge(answer string) (tree string, stages map[string]threeIDs, err error) {
	fields := strings.Split(strings.TrimRight(answer, "\x00"), "\x00")
	if !g.format.isID(fields[0]) {
		return "", nil, fmt.Errorf("git merge-tree: unexpected answer %q", wording.ClipBytes(fields[0], maxQuoted))
	}
	stages = map[string]threeIDs{}
	for _, record := range fields[1:] {
		head, path, ok := strings.Cut(record, "\t")
		version := strings.Fields(head)
		if !ok || len(version) != 3 {
			return "", nil, fmt.Errorf("git merge-tree: unexpected answer %q", wording.ClipBytes(record, maxQuoted))
		}
		n, err := strconv.Atoi(version[2])
		if err != nil || n < 1 || n > 3 {
			return "", nil, fmt.Errorf("git merge-tree: unexpected answer %q", wording.ClipBytes(record, maxQuoted))
		}
		ids := stages[path]
		if strings.HasPrefix(version[0], "100") {
			ids[n-1] = version[1]
		}
		stages[path] = ids
	}
	return fields[0], stages, nil
}

// freshBlobs reads the blobs that the merge made.
func (m *mergeRepo) freshBlobs(ctx context.Context, entries []Entry) (map[string]string, error) {
	objects, err := m.git.objects(ctx)
	if err != nil {
		return nil, err
	}
	defer objects.Close()
	fresh := map[string]string{}
	for _, e := range entries {
		if e.Mode&ModeType != ModeRegular || len(e.ID) < 3 {
			continue
		}
		if _, err := os.Stat(filepath.Join(m.objects(), e.ID[:2], e.ID[2:])); err != nil {
			continue
		}
		data, err := objects.read(e.ID)
		if err != nil {
			return nil, fmt.Errorf("read merged file: %w", err)
		}
		fresh[e.ID] = string(data)
	}
	return fresh, nil
}

// quotedPath writes a folder as git takes it in a list of folders.
func quotedPath(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(path) + `"`
}
