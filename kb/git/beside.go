package git

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/kb/store"
)

// Beside is a commit that is made beside the work tree.
type Beside struct {
	Files   []Addition
	Message string
}

// Addition is a file that a commit adds, or whose bytes it changes.
type Addition struct {
	Path string // from the top of the repository
	Data []byte
}

// ErrBranchExists is the error of a branch that is there already.
var ErrBranchExists = errors.New("the branch exists already")

// CommitBeside makes commits, the first one on parent, and returns their ids. Nothing refers to them
// yet: work tree, index, HEAD and stash are as they were, and no hook runs. Git keeps its list of
// files in a file of the folder scratch meanwhile.
func (r *Repo) CommitBeside(ctx context.Context, parent string, commits []Beside, scratch string) ([]string, error) {
	git, err := r.program()
	if err != nil {
		return nil, err
	}
	dir, remove, err := store.TemporaryDir(scratch, "index-")
	if err != nil {
		return nil, err
	}
	defer remove()
	beside := *git
	beside.env = append(beside.env[:len(beside.env):len(beside.env)], "GIT_INDEX_FILE="+filepath.Join(dir, "index"))
	if _, err := beside.run(ctx, "read-tree", parent); err != nil {
		return nil, err
	}
	modes, err := beside.programs(ctx)
	if err != nil {
		return nil, err
	}
	commit := []string{"commit-tree", "-F", "-"}
	signs, err := beside.run(ctx, "config", "--type=bool", "--get", "commit.gpgsign")
	if err == nil && string(bytes.TrimSpace(signs)) == "true" {
		commit = append(commit, "-S") // which git commit reads by itself
	}
	var out []string
	for _, c := range commits {
		if err := beside.stage(ctx, c.Files, modes, dir); err != nil {
			return nil, err
		}
		tree, err := beside.feed(ctx, nil, "write-tree")
		if err != nil {
			return nil, err
		}
		if parent, err = beside.feed(ctx, []byte(c.Message), append(commit[:len(commit):len(commit)], tree, "-p", parent)...); err != nil {
			return nil, err
		}
		out = append(out, parent)
	}
	return out, nil
}

// programs are the paths of the list of files that may be run: they stay so.
func (g *gitProgram) programs(ctx context.Context) (map[string]bool, error) {
	listed, err := g.run(ctx, "ls-files", "--stage", "-z")
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for line := range bytes.SplitSeq(listed, []byte{0}) {
		if _, path, ok := bytes.Cut(line, []byte{'\t'}); ok && bytes.HasPrefix(line, []byte("100755 ")) {
			out[string(path)] = true
		}
	}
	return out, nil
}

// stage writes files as objects and puts them on git's list, with two processes however many they are.
func (g *gitProgram) stage(ctx context.Context, files []Addition, programs map[string]bool, dir string) error {
	if len(files) == 0 {
		return nil
	}
	var names bytes.Buffer
	for i, a := range files {
		if bad := BadPath(a.Path); bad != "" {
			return fmt.Errorf("%q: %s", a.Path, bad)
		}
		name := filepath.Join(dir, fmt.Sprintf("file-%d", i))
		if err := store.Write(name, a.Data); err != nil {
			return err
		}
		fmt.Fprintf(&names, "%s\n", filepath.ToSlash(name))
	}
	said, err := g.answer(ctx, names.Bytes(), "hash-object", "-w", "--no-filters", "--stdin-paths")
	if err != nil {
		return err
	}
	ids := bytes.Fields(said)
	if len(ids) != len(files) {
		return fmt.Errorf("git hash-object: %d ids for %d files", len(ids), len(files))
	}
	var list bytes.Buffer
	for i, a := range files {
		mode := "100644"
		if programs[a.Path] {
			mode = "100755"
		}
		fmt.Fprintf(&list, "%s %s\t%s\x00", mode, ids[i], a.Path)
	}
	_, err = g.answer(ctx, list.Bytes(), "update-index", "-z", "--index-info")
	return err
}

// ErrNoIdentity is the error of who is to commit and whose name git does not know.
var ErrNoIdentity = errors.New(
	`git does not know who commits: git config --global user.name NAME; git config --global user.email ADDRESS`)

// CanBranch tells why no branch of a name, "" for any, could be made of new commits. It is asked before
// the work whose result goes there.
func (r *Repo) CanBranch(ctx context.Context, name string) error {
	git, err := r.program()
	if err != nil {
		return err
	}
	for _, who := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := git.run(ctx, "var", who); err != nil {
			return cmp.Or(ctx.Err(), ErrNoIdentity)
		}
	}
	if name == "" {
		return nil
	}
	return r.freeBranch(ctx, git, name)
}

// freeBranch tells why there cannot be a new branch of a name.
func (r *Repo) freeBranch(ctx context.Context, git *gitProgram, name string) error {
	if _, err := git.run(ctx, "check-ref-format", "--branch", name); err != nil {
		return fmt.Errorf("%q is no name of a branch", name)
	}
	if r.HasRef(ctx, "refs/heads/"+name) {
		return fmt.Errorf("%s: %w", name, ErrBranchExists)
	}
	return nil
}

// CreateBranch makes a branch at a commit, in one step: it is there whole, or not at all. by is the
// command that does, for git's log of references.
func (r *Repo) CreateBranch(ctx context.Context, name, commit, by string) error {
	git, err := r.program()
	if err != nil {
		return err
	}
	if err := r.freeBranch(ctx, git, name); err != nil {
		return err
	}
	_, err = git.run(ctx, "update-ref", "--no-deref", "-m", by, "refs/heads/"+name, commit, strings.Repeat("0", len(commit)))
	return err
}

// ErrCheckedOut is the error of a branch that a work tree has checked out.
var ErrCheckedOut = errors.New("the branch is checked out in a work tree")

// MoveBranch moves a branch from one commit to another, in one step, unless it is elsewhere by then. by is
// the command that does. A branch that is checked out is refused: its work tree would stay behind.
func (r *Repo) MoveBranch(ctx context.Context, name, from, to, by string) error {
	git, err := r.program()
	if err != nil {
		return err
	}
	at, err := git.run(ctx, "for-each-ref", "--format=%(worktreepath)", "refs/heads/"+name)
	if err != nil {
		return err
	}
	if at := strings.TrimSpace(string(at)); at != "" {
		return fmt.Errorf("%s: %w", name, ErrCheckedOut)
	}
	_, err = git.run(ctx, "update-ref", "--no-deref", "-m", by, "refs/heads/"+name, to, from)
	return err
}

// HasRef reports whether a reference such as refs/heads/main is there.
func (r *Repo) HasRef(ctx context.Context, name string) bool {
	_, err := r.Resolve(ctx, name)
	return err == nil
}

// Branches are the commits of the branches whose names begin so, here and at the remotes when they
// were last asked, by full name of the reference.
func (r *Repo) Branches(ctx context.Context, prefix string) (map[string]string, error) {
	git, err := r.program()
	if err != nil {
		return nil, err
	}
	listed, err := git.run(ctx, "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/"+prefix+"*", "refs/remotes/*/"+prefix+"*")
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for line := range strings.Lines(string(listed)) {
		if id, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			out[name] = id
		}
	}
	return out, nil
}

// FolderOnBranches lists the names in a folder on all branches, here and at the remotes when they were last asked. It
// is nil where git's program is not there to be asked.
func (r *Repo) FolderOnBranches(ctx context.Context, dir string) (names []string, err error) {
	git, ok := r.git.(*gitProgram)
	if !ok {
		return nil, nil
	}
	branches, err := git.run(ctx, "for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes")
	if err != nil {
		return nil, err
	}
	var asked bytes.Buffer
	for commit := range strings.FieldsSeq(string(branches)) {
		fmt.Fprintf(&asked, "%s:%s\n", commit, dir)
	}
	found, err := git.answer(ctx, asked.Bytes(), "cat-file", "--batch-check=%(objecttype) %(objectname)")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(found)) {
		tree, ok := strings.CutPrefix(strings.TrimSpace(line), "tree ")
		if !ok || seen[tree] {
			continue
		}
		seen[tree] = true
		listed, err := git.run(ctx, "ls-tree", "--name-only", "-z", tree)
		if err != nil {
			return nil, err
		}
		for name := range strings.SplitSeq(strings.TrimRight(string(listed), "\x00"), "\x00") {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// PushBranch pushes one branch to a remote, "" for that of git's configuration, and nothing else. It
// is the person's git that does it, without hooks. It returns the remote's name.
func (r *Repo) PushBranch(ctx context.Context, remote, name string) (string, error) {
	e, err := r.Exchange(ctx, remote, "refs/heads/"+name)
	if err != nil {
		return "", err
	}
	_, err = e.git.run(ctx, "push", "--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--",
		e.remote, e.ref+":"+e.ref)
	return e.remote, err
}

// program is the git program, which go-git does not stand in for here.
func (r *Repo) program() (*gitProgram, error) {
	git, ok := r.git.(*gitProgram)
	if !ok {
		return nil, ErrNoProgram
	}
	return git, nil
}

// BranchNames are the branches here and at the remotes, as this clone knows them, without the names of
// the remotes. It is nil where git's program is not there to be asked, or where only one branch was
// fetched, so that nothing is known of the others.
func (r *Repo) BranchNames(ctx context.Context) (map[string]bool, error) {
	program, ok := r.git.(*gitProgram)
	if !ok {
		return nil, nil
	}
	out, err := program.run(ctx, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
	if err != nil {
		return nil, fmt.Errorf("list branches: %w", err)
	}
	names, fetched, remotes := map[string]bool{}, map[string]struct{}{}, false
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if rest, ok := strings.CutPrefix(name, "refs/remotes/"); ok {
			remotes = true
			if _, branch, _ := strings.Cut(rest, "/"); branch != "HEAD" {
				names[branch], fetched[branch] = true, struct{}{}
			}
		}
		if branch, ok := strings.CutPrefix(name, "refs/heads/"); ok {
			names[branch] = true
		}
	}
	if remotes && len(fetched) < 2 {
		return nil, nil
	}
	return names, nil
}

// Holding is what keeps files that were committed.
type Holding struct {
	Commits int      // that any reference, the stash or a log of references leads to, and that changed one of the files
	Refs    []string // whose trees have one of them, by full name
	Remotes []string
	Index   bool // git's list of the next commit has one
}

// Holding tells what keeps files of some paths from the top of the repository.
func (r *Repo) Holding(ctx context.Context, paths []string) (h Holding, err error) {
	git, err := r.program()
	if err != nil || len(paths) == 0 {
		return h, err
	}
	var exact []string
	for _, p := range paths {
		exact = append(exact, ":(top,literal)"+p)
	}
	listed, err := git.run(ctx, append([]string{"rev-list", "--all", "--reflog", "--full-history", "--"}, exact...)...)
	if err != nil {
		return h, err
	}
	h.Commits = bytes.Count(listed, []byte{'\n'})
	names, err := git.run(ctx, "for-each-ref", "--format=%(refname)")
	if err != nil {
		return h, err
	}
	refs := strings.Fields(string(names))
	var asked bytes.Buffer
	for _, ref := range refs {
		for _, p := range paths {
			if !strings.ContainsAny(p, "\n") {
				fmt.Fprintf(&asked, "%s:%s\n", ref, p)
			}
		}
	}
	if asked.Len() > 0 {
		found, err := git.answer(ctx, asked.Bytes(), "cat-file", "--batch-check=there %(objecttype)")
		if err != nil {
			return h, err
		}
		h.Refs = thereIn(strings.Split(asked.String(), "\n"), strings.Split(string(found), "\n"))
	}
	staged, err := git.run(ctx, append([]string{"ls-files", "--"}, exact...)...)
	if err != nil {
		return h, err
	}
	h.Index = len(staged) > 0
	remotes, err := git.run(ctx, "remote")
	h.Remotes = strings.Fields(string(remotes))
	return h, err
}

// thereIn are the references of REF:PATH lines whose answers say that there is a file.
func thereIn(asked, answers []string) (refs []string) {
	for i, line := range asked[:min(len(asked), len(answers))] {
		ref, _, _ := strings.Cut(line, ":")
		if answers[i] == "there blob" && (len(refs) == 0 || refs[len(refs)-1] != ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}
