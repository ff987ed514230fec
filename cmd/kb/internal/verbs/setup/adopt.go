package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adopt"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/text/wording"
)

// Adopted is the JSON form of what kb init --from proposes.
type Adopted struct {
	Applied bool       `json:"applied"`
	Notes   []Adoption `json:"notes"`
}

// Adoption is one proposed note.
type Adoption struct {
	Path  string `json:"path"`
	Kind  string `json:"kind"`
	Type  string `json:"type,omitempty"`
	Title string `json:"title"`
	From  string `json:"from"`
	Line  int    `json:"line"`
	State string `json:"state"` // new, there (adopted before, or its path is taken), secret, no_rule (it asks for nothing),
	// refused, or instructions (agents would read it so, and nobody named it)
	Why string `json:"why,omitempty"` // it is refused
}

// adopt proposes notes, and writes them where it is told to.
func (c *initCmd) adopt(ctx context.Context, a *app.App, repo *kb.Repo) error {
	if done, err := c.takeIn(a, repo); done || err != nil {
		return err
	}
	files, err := adoptable(ctx, repo)
	if err != nil {
		return err
	}
	var sources []adopt.Source
	log := draft.Configured(repo)
	for _, from := range c.From {
		wanted, err := wantedSource(repo, from, log)
		if err != nil {
			return err
		}
		found := false
		for _, f := range files {
			if !wanted(f) || adopt.KindOf(f, log) == "" || len(sources) == maxSources {
				continue
			}
			found = true
			data, _, err := repo.ReadText(f)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(sources, func(s adopt.Source) bool { return s.Path == f }) {
				sources = append(sources, adopt.Source{Path: f, Data: data})
			}
		}
		if !found {
			a.Remark("nothing to adopt from %s", app.CleanName(from))
		}
	}
	t := &intake{repo: repo}
	if t.known, err = knownOrigins(ctx, repo); err != nil {
		return err
	}
	answer := Adopted{Applied: c.Apply && !c.DryRun, Notes: []Adoption{}}
	for _, s := range sources {
		for _, p := range adopt.Propose(s, log) {
			state := t.take(&p)
			answer.Notes = append(answer.Notes, Adoption{p.Path, p.Kind, p.Type, p.Title, p.From, p.Line, state, ""})
		}
	}
	if answer.Applied {
		if err := repo.Write(t.edits); err != nil {
			return err
		}
	}
	if a.JSON {
		return a.Emit(answer)
	}
	c.printAdopted(a, &answer, len(t.edits))
	return nil
}

// intake is what is adopted.
type intake struct {
	repo  *kb.Repo
	known map[string]string // paths of the notes that were adopted before, by their origins
	edits []worktree.Edit
}

// take adopts a proposal where it can be, and gives its state. The path becomes that where the note
// lies by then.
func (t *intake) take(p *adopt.Proposal) (state string) {
	if p.NoRule {
		return "no_rule"
	}
	if path, before := t.known[p.Origin]; before {
		p.Path = path
		return "there"
	}
	origin, taken := t.at(p.Path)
	if origin != "" && p.Other != "" { // of another file: whatever it says, it is not this one
		p.Path = p.Other
		_, taken = t.at(p.Path)
	}
	switch {
	case taken:
		return "there"
	case len(secret.Scan(p.Text)) > 0:
		return "secret"
	}
	t.known[p.Origin] = p.Path
	t.edits = append(t.edits, worktree.Edit{Path: p.Path, New: p.Text})
	return "new"
}

// at says whether a path is taken, and of which origin the note there is, "" where somebody wrote
// it.
func (t *intake) at(path string) (origin string, taken bool) {
	for _, e := range t.edits {
		if e.Path == path {
			return adopt.OriginOf(e.New), true
		}
	}
	data, err := t.repo.ReadWork(path)
	return adopt.OriginOf(data), !errors.Is(err, fs.ErrNotExist)
}

// printAdopted lists the proposed notes by what becomes of them.
func (c *initCmd) printAdopted(a *app.App, answer *Adopted, fresh int) {
	counts := map[string]int{}
	var passed, instructions []string
	for _, n := range answer.Notes {
		counts[n.State]++
		what := n.Kind
		if n.Type != "" {
			what += " (" + n.Type + ")"
		}
		switch n.State {
		case "new":
			a.Printf("%s %s: %s\n  %s, from %s:%d\n", a.Style.Code("+"), what, app.CleanName(n.Title), app.CleanName(n.Path),
				app.CleanName(n.From), n.Line)
		case "secret":
			a.Remark("%s:%d: %s looks like a secret and is left out", app.CleanName(n.From), n.Line, app.CleanName(cmp.Or(n.Path, n.Title)))
		case "refused":
			a.Remark("%s: %s is refused: %s", app.CleanName(n.From), app.CleanName(n.Path), app.CleanName(n.Why))
		case "instructions":
			instructions = append(instructions, "  --instructions "+app.CleanName(wording.ShellWord(n.Path)))
		case "no_rule":
			passed = append(passed, fmt.Sprintf("  %s:%d %s", app.CleanName(n.From), n.Line, app.CleanName(n.Title)))
		}
	}
	if len(passed) > 0 {
		const most = 20
		more := passed[min(most, len(passed)):]
		a.Remark("%s left where they are, as they ask for nothing:\n%s", wording.Count(len(passed), "sentence"),
			strings.Join(passed[:len(passed)-len(more)], "\n"))
		if len(more) > 0 {
			a.Remark("  and %d more: --json lists them", len(more))
		}
	}
	if len(instructions) > 0 {
		a.Remark("%s for agents, which would do what they say; look at each, and name those to be written:\n%s",
			wording.Count(len(instructions), "file"), strings.Join(instructions, "\n"))
	}
	there := counts["there"] + counts["secret"] + counts["refused"] + counts["instructions"]
	switch {
	case len(answer.Notes) == 0:
		a.Remark("there is nothing to adopt")
	case answer.Applied:
		a.Remark("%s written, %d were there or left out. Look at them before you commit: git add -N .memory && git diff .memory",
			wording.Count(fresh, "note"), there)
	default:
		a.Remark("%s proposed, %d are there or left out. --apply writes them", wording.Count(fresh, "note"), there)
	}
}

// maxExport bounds an export, in bytes.
const maxExport = 1 << 30

// takeIn takes in what kb export wrote, where --from names such a file. done is false for another
// file, and for a kind.
func (c *initCmd) takeIn(a *app.App, repo *kb.Repo) (done bool, err error) {
	data, err := c.export(a, repo)
	if err != nil {
		return false, err
	}
	files, ok, err := adopt.Import(data)
	if !ok || err != nil {
		return ok, err
	}
	answer := Adopted{Applied: c.Apply && !c.DryRun, Notes: []Adoption{}}
	var edits []worktree.Edit
	for _, f := range files {
		n, _ := notes.Of(f.Path, f.Data)
		took := Adoption{Path: f.Path, Kind: n.Kind, Type: n.Type, Title: n.Title, From: c.From[0], Line: 1}
		took.State, took.Why = c.stateOf(repo, f)
		if took.State == "new" {
			edits = append(edits, worktree.Edit{Path: f.Path, New: f.Data})
		}
		answer.Notes = append(answer.Notes, took)
	}
	if answer.Applied {
		if err := repo.Write(edits); err != nil {
			return true, err
		}
	}
	if a.JSON {
		return true, a.Emit(answer)
	}
	c.printAdopted(a, &answer, len(edits))
	return true, nil
}

// stateOf says what becomes of a file of an export, and of one that is refused why.
func (c *initCmd) stateOf(repo *kb.Repo, f adopt.Source) (state, why string) {
	if odd := adopt.OddName(f.Path); odd != "" {
		return "refused", fmt.Sprintf("%q means another file, a device or nothing on some system", odd)
	}
	_, err := repo.ReadWork(f.Path)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return "there", ""
	case len(secret.Scan(f.Data)) > 0:
		return "secret", ""
	case adopt.Instructs(f.Path) && !slices.ContainsFunc(c.Named, func(named string) bool {
		return strings.HasPrefix(f.Path+"/", path.Clean(named)+"/")
	}):
		return "instructions", ""
	}
	return "new", ""
}

// export reads the file that --from names, nil for a kind, a folder, and what is not there. In the work
// tree it is a regular file, and no link: a clone could lead out of itself. Elsewhere a person named it.
func (c *initCmd) export(a *app.App, repo *kb.Repo) ([]byte, error) {
	if len(c.From) != 1 || c.From[0] == "all" || slices.Contains(adopt.Kinds(), c.From[0]) {
		return nil, nil
	}
	dir, name := repo.Root, fromRoot(repo, c.From[0])
	if name == "" {
		full, err := a.FromWorkDir(c.From[0])
		if err == nil {
			full, err = filepath.EvalSymlinks(full)
		}
		if err != nil {
			return nil, nil
		}
		dir, name = filepath.Dir(full), filepath.Base(full)
	}
	if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.IsDir() || info.Size() > maxExport {
		return nil, nil
	}
	return git.ReadIn(dir, name, maxExport)
}

// fromRoot gives the path from the root of the work tree of what was named from the folder of the run,
// "" for what lies outside.
func fromRoot(repo *kb.Repo, name string) string {
	rel := filepath.Join(filepath.FromSlash(repo.Prefix), name)
	if filepath.IsAbs(name) {
		rel, _ = filepath.Rel(repo.Root, name)
	}
	if !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// maxSources bounds how many files are adopted from.
const maxSources = 5000

// wantedSource says which files one --from means.
func wantedSource(repo *kb.Repo, from, log string) (func(string) bool, error) {
	if from == "all" {
		return func(string) bool { return true }, nil
	}
	if slices.Contains(adopt.Kinds(), from) {
		return func(f string) bool { return adopt.KindOf(f, log) == from }, nil
	}
	rel := fromRoot(repo, from)
	if rel == "" {
		return nil, fmt.Errorf("%s is outside of the repository", from)
	}
	if _, err := repo.ReadWork(rel); errors.Is(err, fs.ErrNotExist) {
		return nil, app.WithHint(fmt.Errorf("--from %s is no kind and no path", from), "the kinds are: %s, all",
			strings.Join(adopt.Kinds(), ", "))
	}
	return func(f string) bool { return f == rel || strings.HasPrefix(f, rel+"/") }, nil
}

// knownOrigins are the paths of the notes that were adopted before, by their origins.
func knownOrigins(ctx context.Context, repo *kb.Repo) (map[string]string, error) {
	files, err := adoptable(ctx, repo)
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for _, f := range files {
		if !strings.HasPrefix(f, ".memory/") || !kb.IsMarkdown(f) {
			continue
		}
		if data, _, err := repo.ReadText(f); err == nil {
			if origin := adopt.OriginOf(data); origin != "" {
				known[origin] = f
			}
		}
	}
	return known, nil
}

// adoptable lists the files that notes can be made of, and the notes that were: markdown files, and
// Cursor's rules.
func adoptable(ctx context.Context, repo *kb.Repo) ([]string, error) {
	tree, err := repo.Present(ctx)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, f := range tree.Files {
		files = append(files, f.Path)
	}
	if _, err := repo.ReadWork(".cursorrules"); err == nil {
		files = append(files, ".cursorrules")
	}
	rules, err := cursorRules(repo, ".cursor/rules", 0)
	return append(files, rules...), err
}

// cursorRules lists the rule files below a folder.
func cursorRules(repo *kb.Repo, dir string, depth int) (files []string, err error) {
	names, err := repo.Folder(dir)
	if err != nil || depth > 5 {
		return nil, err
	}
	for _, name := range names {
		path := dir + "/" + name
		if strings.HasSuffix(name, ".mdc") {
			files = append(files, path)
			continue
		}
		below, err := cursorRules(repo, path, depth+1)
		if err != nil {
			return nil, err
		}
		files = append(files, below...)
	}
	return files, nil
}
