package git

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// listed is the files of a commit or of the work tree, put together from what the package tells.
type listed struct {
	Commit  string
	Files   []File
	Skipped []string // paths that no tree takes
	Dirty   bool     // the work tree is not what the commit has
}

// workTree lists the notes of the work tree: git's index where it is clean, the files where it is
// not. In a bare repository it is that of HEAD.
func workTree(t *testing.T, repo *Repo) (WorkStatus, *listed) {
	t.Helper()
	if repo.Root == "" {
		tree, err := treeAt(repo, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		return WorkStatus{}, tree
	}
	status, err := repo.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	entries, err := repo.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(repo.Root)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	tree := &listed{Dirty: status.Staged || len(status.Dirty) > 0}
	for _, e := range entries {
		if repo.Watched(e.Path) && e.Stage == 0 && !e.Intent && e.Mode&ModeType != ModeGitlink && !slices.Contains(status.Dirty, e.Path) {
			tree.Files = append(tree.Files, File{Path: e.Path, Blob: e.ID, Size: -1, InGit: true})
		}
	}
	slices.Sort(status.Dirty)
	for _, path := range slices.Compact(status.Dirty) {
		if data, err := ReadRegular(root, path, MaxFile); err == nil {
			tree.Files = append(tree.Files, File{Path: path, Blob: repo.BlobID(data), Size: int64(len(data))})
		}
	}
	slices.SortFunc(tree.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	tree.Commit, err = repo.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status, tree
}

// treeAt lists the notes of a commit.
func treeAt(repo *Repo, rev string) (*listed, error) {
	ctx := context.Background()
	commit, err := repo.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	entries, err := repo.Listing(ctx, commit)
	if err != nil {
		return nil, err
	}
	return listedOf(repo, commit, entries), nil
}

// listedOf lists the notes among the entries of a commit, or of a merge.
func listedOf(repo *Repo, commit string, entries []Entry) *listed {
	tree := &listed{Commit: commit}
	for _, e := range entries {
		switch {
		case !repo.Watched(e.Path) || e.Mode&ModeType != ModeRegular:
		case BadPath(e.Path) != "":
			tree.Skipped = append(tree.Skipped, Printable(e.Path))
		default:
			tree.Files = append(tree.Files, File{Path: e.Path, Blob: e.ID, Size: e.Size, InGit: true})
		}
	}
	slices.SortFunc(tree.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(tree.Skipped)
	return tree
}

// listing is a tree as "path" or "path*" for a file of the work tree, skipped files as "-path".
func listing(tree *listed) []string {
	var out []string
	for _, f := range tree.Files {
		name := f.Path
		if !f.InGit {
			name += "*"
		}
		out = append(out, name)
	}
	for _, path := range tree.Skipped {
		out = append(out, "-"+path)
	}
	return out
}

// texts reads every file of a tree, by Read and by Each, which must agree.
func texts(t *testing.T, r *Repo, tree *listed) map[string]string {
	t.Helper()
	b, err := r.Blobs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	got := map[string]string{}
	for _, f := range tree.Files {
		data, err := b.Read(f)
		if err != nil {
			t.Fatalf("Read(%s): %v", f.Path, err)
		}
		got[f.Path] = string(data)
	}
	var order []string
	err = b.Each(tree.Files, func(f File, data []byte, err error) error {
		if err != nil || string(data) != got[f.Path] {
			t.Errorf("Each gives %q, %v for %s, Read %q", data, err, f.Path, got[f.Path])
		}
		order = append(order, f.Path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range tree.Files {
		if order[i] != f.Path {
			t.Fatalf("Each goes in order %q", order)
		}
	}
	return got
}

// merging merges side into main.
func merging(t *testing.T, repo *Repo, join *Join) (*MergeResult, error) {
	t.Helper()
	ctx := context.Background()
	ours, err := repo.Resolve(ctx, "main")
	theirs, err2 := repo.Resolve(ctx, "side")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	base, err := repo.MergeBase(ctx, ours, theirs)
	if err != nil {
		t.Fatal(err)
	}
	return repo.MergeTree(ctx, base, ours, theirs, join)
}

// merged is what merging side into main makes, with the texts of all notes and the paths in conflict.
func merged(t *testing.T, repo *Repo, join *Join) (files map[string]string, conflicts []string) {
	t.Helper()
	m, err := merging(t, repo, join)
	if err != nil {
		t.Fatal(err)
	}
	tree := listedOf(repo, "", m.Entries)
	for i, f := range tree.Files {
		if text, ok := m.Fresh[f.Blob]; ok {
			tree.Files[i] = f.Holding(text)
		}
	}
	for path := range m.Conflicts {
		conflicts = append(conflicts, path)
	}
	slices.Sort(conflicts)
	return texts(t, repo, tree), conflicts
}
