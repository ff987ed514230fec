package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

// Resolve gives the id of the commit that a revision or a date names, as TreeAt understands them;
// ErrUnknownRev when there is none.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	end, isDate := endOf(rev)
	if isDate {
		if _, err := r.refs.find(rev); errors.Is(err, fs.ErrNotExist) || errors.Is(err, errRefFormat) {
			head, err := r.Head(ctx)
			if err != nil {
				return "", fmt.Errorf("resolve date: %w", err)
			}
			var id string
			if head != "" {
				id, err = r.git.before(ctx, head, end)
			}
			if err == nil && id == "" {
				err = fmt.Errorf("%w: no commit on or before %s", ErrUnknownRev, rev)
			}
			if err != nil {
				return "", fmt.Errorf("resolve date: %w", err)
			}
			return id, nil
		}
	}
	id, err := r.git.resolve(ctx, rev)
	if err != nil {
		return "", fmt.Errorf("resolve revision: %w", err)
	}
	return id, nil
}

// CommitTime gives the committer's time of the commit with this id, in UTC.
func (r *Repo) CommitTime(ctx context.Context, commit string) (time.Time, error) {
	t, err := r.git.time(ctx, commit)
	if err != nil {
		return time.Time{}, fmt.Errorf("read commit %s: %w", commit, err)
	}
	return t, nil
}

// endOf reads a date; a day means its last second in UTC.
func endOf(date string) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339, date); err == nil {
		return t, true
	}
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return t.Add(24*time.Hour - time.Second), true
	}
	return time.Time{}, false
}

// UserName is the name under which git would commit, "" when it has none.
func (r *Repo) UserName(ctx context.Context) string { return strings.TrimSpace(r.git.userName(ctx)) }

// MergeBase gives the id of the best common ancestor of two commits, "" when their histories have none.
func (r *Repo) MergeBase(ctx context.Context, a, b string) (string, error) {
	base, err := r.git.mergeBase(ctx, a, b)
	if err != nil {
		return "", fmt.Errorf("find merge base: %w", err)
	}
	return base, nil
}

// maxTouched bounds the files that Touched lists.
const maxTouched = 500

// Touched lists files of any kind, the first of them by path, whose bytes in the work tree are not
// those of the commit at which the branch left the default one. It is for hints: without the git
// program, a default branch or a commit it lists none.
func (r *Repo) Touched(ctx context.Context) ([]string, error) {
	program, ok := r.git.(*gitProgram)
	if !ok || r.Root == "" {
		return nil, nil
	}
	base := "HEAD"
	if id := r.mainTip(); id != "" {
		if at, err := program.mergeBase(ctx, id, "HEAD"); err == nil && at != "" {
			base = at
		}
	}
	out, err := program.run(ctx, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=all", base, "--")
	if err != nil {
		return nil, fmt.Errorf("list what was touched: %w", err)
	}
	var files []string
	for path := range strings.SplitSeq(string(out), "\x00") {
		if path != "" && len(files) < maxTouched {
			files = append(files, path)
		}
	}
	return files, nil
}

// mainTip is the commit of the default branch as this clone knows it, "" where it has none.
func (r *Repo) mainTip() string {
	for _, name := range []string{"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main",
		"refs/heads/master"} {
		if id, err := r.refs.read(name); err == nil && id != "" {
			return id
		}
	}
	return ""
}

// Moved gives the commit at the tip of the default branch and the markdown files, the first of them
// by path, that came or changed there since another commit; none when that is "". Like Touched it is
// for hints: without the git program, a default branch or the commit there are no files.
func (r *Repo) Moved(ctx context.Context, since string) (tip string, files []File, err error) {
	program, ok := r.git.(*gitProgram)
	if tip = r.mainTip(); !ok || tip == "" || since == "" || tip == since {
		return tip, nil, nil
	}
	if !r.format.isID(since) {
		return tip, nil, fmt.Errorf("%q is no commit", since)
	}
	out, err := program.run(ctx, "diff-tree", "-r", "-z", "--raw", "--no-renames", "--diff-filter=AM", since, tip, "--", "*.md")
	if err != nil {
		return tip, nil, fmt.Errorf("list what moved: %w", err)
	}
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+1 < len(fields) && len(files) < maxTouched; i += 2 {
		if head := strings.Fields(fields[i]); len(head) == 5 && strings.HasPrefix(head[1], "100") {
			files = append(files, File{Path: fields[i+1], Blob: head[3], Size: -1, InGit: true})
		}
	}
	return tip, files, nil
}

// Tips gives the ids of the commits that references and the HEADs of all work trees name, sorted.
func (r *Repo) Tips(ctx context.Context) ([]string, error) {
	ids, err := r.git.tips(ctx)
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// Reachable gives the ids of the commits that some reference or work tree leads to.
func (r *Repo) Reachable(ctx context.Context) (map[string]bool, error) {
	tips, err := r.Tips(ctx)
	if err != nil {
		return nil, err
	}
	reached := map[string]bool{}
	if len(tips) == 0 {
		return reached, nil
	}
	nodes, err := r.git.history(ctx, CommitWalk{Tips: tips, Has: func(string) bool { return false }})
	if err != nil {
		return nil, fmt.Errorf("list commits: %w", err)
	}
	for _, n := range nodes {
		reached[n.id] = true
	}
	return reached, nil
}

// WorkTreeDirs gives the git folders of all work trees of the repository: the common one first,
// then those of the linked ones.
func (r *Repo) WorkTreeDirs() []string {
	dirs := []string{r.CommonDir}
	entries, _ := os.ReadDir(filepath.Join(r.CommonDir, "worktrees"))
	for _, e := range entries {
		dirs = append(dirs, filepath.Join(r.CommonDir, "worktrees", e.Name()))
	}
	return dirs
}

// replaceRefs is where git keeps what it would show in the place of other objects: no history of its own.
const replaceRefs = "refs/replace/"

// tips asks for the commits of all references; --all has the HEADs of other work trees as well.
func (g *gitProgram) tips(ctx context.Context) ([]string, error) {
	out, err := g.run(ctx, "rev-list", "--no-walk", "--exclude="+replaceRefs+"*", "--all")
	return strings.Fields(string(out)), err
}

// tips reads the references and the HEADs of the work trees.
func (g *goGit) tips(ctx context.Context) ([]string, error) {
	store := g.open()
	defer store.Close()
	refs, err := store.storage.IterReferences()
	if err != nil {
		return nil, err
	}
	defer refs.Close()
	var out []string
	add := func(id string) {
		if commit, err := g.peel(store, id); err == nil { // a reference to what is no commit leads to none
			out = append(out, commit)
		}
	}
	for ctx.Err() == nil {
		ref, err := refs.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if ref.Type() == plumbing.HashReference && !strings.HasPrefix(ref.Name().String(), replaceRefs) {
			add(ref.Hash().String())
		}
	}
	heads, _ := filepath.Glob(filepath.Join(g.commonDir, "worktrees", "*", "HEAD"))
	for _, file := range append(heads, filepath.Join(g.commonDir, "HEAD")) {
		if data, err := os.ReadFile(file); err == nil && g.format.isID(strings.TrimSpace(string(data))) {
			add(strings.TrimSpace(string(data)))
		}
	}
	return out, ctx.Err()
}

// WorkTrees returns the folders of all work trees of the repository that are there, this one first.
func (r *Repo) WorkTrees() []string {
	out := []string{}
	add := func(dir string) {
		if info, err := os.Stat(dir); err == nil && info.IsDir() && filepath.IsAbs(dir) {
			for _, o := range out {
				if o == filepath.Clean(dir) {
					return
				}
			}
			out = append(out, filepath.Clean(dir))
		}
	}
	if r.Root != "" {
		add(r.Root)
	}
	if filepath.Base(r.CommonDir) == ".git" {
		add(filepath.Dir(r.CommonDir))
	}
	for _, dir := range r.WorkTreeDirs()[1:] {
		data, err := readSmall(filepath.Join(dir, "gitdir"))
		if err != nil {
			continue
		}
		link := strings.TrimSpace(string(data))
		if !filepath.IsAbs(link) {
			link = filepath.Join(dir, link)
		}
		add(filepath.Dir(link))
	}
	return out
}
