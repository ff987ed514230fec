package kb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// merge asks git merge-tree. The objects that it makes go to a folder of their own, so that the repository stays as it is.
func (g *gitProgram) merge(ctx context.Context, ours, theirs string) (*mergeResult, error) {
	dir, err := os.MkdirTemp("", "kb-merge-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out, err := g.run(ctx, "rev-parse", "--git-path", "objects")
	if err != nil {
		return nil, err
	}
	store := strings.TrimSpace(string(out))
	if !filepath.IsAbs(store) {
		store = filepath.Join(g.dir, store)
	}
	aside := *g
	aside.local = nil
	aside.env = append(append([]string(nil), g.env...), "GIT_OBJECT_DIRECTORY="+dir, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+quotedPath(store))
	out, clean, err := aside.mergeTree(ctx, ours, theirs)
	if err != nil {
		return nil, err
	}
	fields := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	if !g.format.isID(fields[0]) {
		return nil, fmt.Errorf("git merge-tree: unexpected answer %q", clip(fields[0]))
	}
	result := &mergeResult{}
	if !clean {
		result.conflicts = fields[1:]
	}
	if result.entries, err = aside.tree(ctx, fields[0], wantedInTree); err != nil {
		return nil, err
	}
	result.fresh, err = aside.freshBlobs(dir, result.entries, ctx)
	return result, err
}

// mergeTree runs git merge-tree and tells whether the merge is clean.
func (g *gitProgram) mergeTree(ctx context.Context, ours, theirs string) (out []byte, clean bool, err error) {
	cmd := g.command(ctx, "merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", "--allow-unrelated-histories", ours, theirs)
	var answer, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &answer, &said
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case err == nil:
		return answer.Bytes(), true, nil
	case errors.As(err, &exit) && exit.ExitCode() == 1 && answer.Len() > 0:
		return answer.Bytes(), false, nil
	case strings.Contains(said.String(), "usage:"), strings.Contains(said.String(), "unknown option"):
		return nil, false, errNoMerge
	}
	return nil, false, gitError("merge-tree", said.String(), err)
}

// freshBlobs reads the blobs that the merge made.
func (g *gitProgram) freshBlobs(dir string, entries []entry, ctx context.Context) (map[string]string, error) {
	objects, err := g.objects(ctx)
	if err != nil {
		return nil, err
	}
	defer objects.Close()
	fresh := map[string]string{}
	for _, e := range entries {
		if e.mode&modeType != modeRegular || len(e.id) < 3 {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, e.id[:2], e.id[2:])); err != nil {
			continue
		}
		data, err := objects.read(e.id)
		if err != nil {
			return nil, fmt.Errorf("read merged file: %w", err)
		}
		fresh[e.id] = string(data)
	}
	return fresh, nil
}

// quotedPath writes a folder as git takes it in a list of folders.
func quotedPath(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(path) + `"`
}
