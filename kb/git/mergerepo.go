package git

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mergeRepo is a repository that lasts for one merge. git merges in it and not in the repository
// itself, whose configuration could name commands: drivers of merges, filters, a file system
// monitor. It borrows the objects and keeps those that it makes. Of attributes it knows those of
// the .gitattributes of one commit, which with no configuration can only choose among the ways that
// git has built in.
type mergeRepo struct {
	dir string // to be removed in the end
	git *gitProgram
}

// mergeRepoConfig is all the configuration that counts in a mergeRepo: %s is more of it.
const mergeRepoConfig = `[core]
	repositoryformatversion = %d
	bare = false
	attributesFile = ` + os.DevNull + `
%s`

func (m *mergeRepo) remove() { os.RemoveAll(m.dir) }

// objects is the folder of the objects that the merge makes.
func (m *mergeRepo) objects() string { return filepath.Join(m.dir, ".git", "objects") }

// initMergeRepo writes what makes a folder a repository, and where a shallow history ends.
func (g *gitProgram) initMergeRepo(dir string) error {
	gitDir := filepath.Join(dir, ".git")
	for _, d := range []string{"objects", "refs"} {
		if err := os.MkdirAll(filepath.Join(gitDir, d), 0o700); err != nil {
			return err
		}
	}
	config := fmt.Sprintf(mergeRepoConfig, 0, "")
	if g.format == sha256Format {
		config = fmt.Sprintf(mergeRepoConfig, 1, "[extensions]\n\tobjectFormat = sha256\n")
	}
	files := map[string][]byte{"HEAD": []byte("ref: refs/heads/none\n"), "config": []byte(config)}
	if shallow, err := os.ReadFile(filepath.Join(g.commonDir, "shallow")); err == nil {
		files["shallow"] = shallow
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(gitDir, name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// inMergeRepo is git as it runs there: no variable of git's has a say but where its programs lie.
func (g *gitProgram) inMergeRepo(dir string) *gitProgram {
	repo := *g
	repo.dir, repo.commonDir, repo.local, repo.env = dir, filepath.Join(dir, ".git"), nil, nil
	store, borrowed := filepath.Join(g.commonDir, "objects"), ""
	for _, v := range g.env {
		name, value, _ := strings.Cut(v, "=")
		switch {
		case name == "GIT_OBJECT_DIRECTORY":
			store = absolute(g.dir, value)
		case name == "GIT_ALTERNATE_OBJECT_DIRECTORIES" && value != "":
			borrowed = string(filepath.ListSeparator) + value
		case name == "GIT_EXEC_PATH" || !strings.HasPrefix(name, "GIT_"):
			repo.env = append(repo.env, v)
		}
	}
	repo.env = append(slices.Concat(repo.env, always, reading), "GIT_DIR="+repo.commonDir, "GIT_WORK_TREE="+dir,
		"GIT_ALTERNATE_OBJECT_DIRECTORIES="+quotedPath(store)+borrowed, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_ATTR_NOSYSTEM=1")
	return &repo
}

// The .gitattributes that a mergeRepo takes: more of them, or larger ones, are left out.
const maxAttributeFiles = 1000

// takeAttributes writes the .gitattributes of a commit into it, where git looks for them.
func (m *mergeRepo) takeAttributes(ctx context.Context, g *gitProgram, commit string) error {
	listed, err := g.tree(ctx, commit, func(file []byte) bool { return path.Base(string(file)) == ".gitattributes" })
	if err != nil || len(listed) == 0 {
		return err
	}
	root, err := os.OpenRoot(m.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	objects, err := g.objects(ctx)
	if err != nil {
		return err
	}
	defer objects.Close()
	for _, e := range listed[:min(len(listed), maxAttributeFiles)] {
		if e.Mode&ModeType != ModeRegular || BadPath(e.Path) != "" {
			continue
		}
		data, err := objects.read(e.ID)
		if ofOneObject(err) || err == nil && len(data) > SmallFile {
			continue
		}
		if err != nil {
			return err
		}
		file := filepath.FromSlash(e.Path)
		if err := root.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := root.WriteFile(file, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// attribute gives the value of an attribute for files: git's own answer, by the .gitattributes of the mergeRepo.
func (m *mergeRepo) attribute(ctx context.Context, name string, paths []string) (map[string]string, error) {
	out, err := m.git.answer(ctx, []byte(strings.Join(paths, "\x00")+"\x00"), "check-attr", "-z", "--stdin", name)
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	fields := strings.Split(string(out), "\x00") // path, attribute, value, …
	for i := 0; i+2 < len(fields); i += 3 {
		values[fields[i]] = fields[i+2]
	}
	return values, nil
}
