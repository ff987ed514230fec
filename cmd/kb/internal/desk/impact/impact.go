// Package impact answers what a change of code concerns: what uses it, which notes speak of it,
// which files usually change with it, and whose they are. The code is read when it is first asked
// about, and afterwards what is new.
package impact

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/impact"
	"github.com/9aea2451/kb/kb/owners"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/text/wording"
)

// Request is what is asked about.
type Request struct {
	// Target is a path, a path with a symbol (internal/auth/jwt.go#Sign), a symbol (Sign,
	// Server.Close, jwt.Sign), or a range of commits (main..HEAD); "" with Staged.
	Target string
	Staged bool // what is staged for the next commit
	Depth  int  // steps of calls and imports, 1 to 6
	Most   int  // of each list, 0 for all
}

// MaxDepth is how far an answer goes at most.
const MaxDepth = 6

// Impact is what a change concerns.
type Impact struct {
	Targets []impact.CodePlace     `json:"targets"` // what changes, at most 50
	New     []string               `json:"new"`     // files that the change adds, which nothing uses yet
	Depth   int                    `json:"depth"`
	Notes   []impact.NoteOfCode    `json:"notes"`   // that speak of the targets or of what is touched
	Touched []impact.Touched       `json:"touched"` // code that uses the targets, the nearest first
	Tests   []impact.Touched       `json:"tests"`   // of that, what tests
	Files   []impact.FileConcerned `json:"files"`   // that may have to change too, the likeliest first
	Owners  []CodeOwner            `json:"owners"`
	Total   ImpactTotal            `json:"total"`
	Unknown []string               `json:"unknown"` // what could not be told, in words
}

// ImpactTotal is how many there are before the limit.
type ImpactTotal struct {
	Targets int `json:"targets"`
	Notes   int `json:"notes"`
	Touched int `json:"touched"`
	Tests   int `json:"tests"`
	Files   int `json:"files"`
	Symbols int `json:"symbols"` // of the code that was searched
}

// CodeOwner is somebody whom CODEOWNERS names, with the files that are asked about or touched next.
type CodeOwner struct {
	Name  string   `json:"name"`
	Files []string `json:"files"`
}

// NoTargetError is the error about a name that nothing in the code has.
type NoTargetError struct {
	Target  string
	Nearest string // a name that is written like it, "" for none
	Folder  bool   // it is a folder of the work tree
	File    bool   // it is a file of the work tree that is not read as code
}

func (e *NoTargetError) Error() string {
	switch {
	case e.Folder:
		return fmt.Sprintf("%q is a folder: name a file of it, or a symbol", e.Target)
	case e.File:
		return fmt.Sprintf("%q is not read as code", e.Target)
	}
	return fmt.Sprintf("no file and no symbol of the code is called %q", e.Target)
}

// ErrNoCode is the error of a repository without a file that can be read.
var ErrNoCode = errors.New("no file of this repository is in a language that kb reads")

// Code opens the code of the desk's repository. Close it.
func Code(d *desk.Desk, progress func(stage string, done, total int)) (*codebase.Base, error) {
	return codebase.Open(d.Repo.Repo.Repo, codebase.Options{Dir: filepath.Join(d.Repo.StateDir(), "index"), Progress: progress})
}

// Index reads what is new of the code of the work tree.
func Index(ctx context.Context, b *codebase.Base) (*codebase.CodeReport, error) {
	files, err := b.Files(ctx)
	if err != nil {
		return nil, err
	}
	r, err := b.Update(ctx, files)
	if err != nil {
		return nil, err
	}
	g, err := b.Graph(ctx, files)
	if err != nil {
		return nil, err
	}
	r.Symbols, r.Edges, r.Precise = g.Symbols(), g.Edges(), g.Precise()
	return r, nil
}

// Ask answers. The base of code stays the caller's.
func Ask(ctx context.Context, d *desk.Desk, b *codebase.Base, s *snapshot.Snapshot, r Request) (*Impact, error) {
	if r.Depth < 1 || r.Depth > MaxDepth {
		return nil, fmt.Errorf("the depth must be from 1 to %d", MaxDepth)
	}
	t, err := target(ctx, d, b, &r)
	if err != nil {
		return nil, err
	}
	change := impact.Of(t.graph, t.nodes, r.Depth)
	a := &Impact{Targets: []impact.CodePlace{}, New: append([]string{}, t.added...), Depth: r.Depth, Unknown: []string{}}
	together, err := together(ctx, d, change, a)
	if err != nil {
		return nil, err
	}
	a.Files = change.Files(together)
	a.Notes = change.Notes(s.Entries, d.Repo.Origin(), func(e *snapshot.Entry) string { return s.Inactive(e, d.Now()) })
	touched := change.Touched(r.Most)
	a.Touched, a.Tests = touched.Code, touched.Tests
	list := owners.Read(s.Tree)
	paths := []string{}
	for p := range change.Own() {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for _, f := range a.Files[:min(len(a.Files), maxOwned)] {
		paths = append(paths, f.Path)
	}
	a.Owners = []CodeOwner{}
	for _, p := range paths {
		for _, name := range list.Of(p) {
			i := slices.IndexFunc(a.Owners, func(o CodeOwner) bool { return o.Name == name })
			if i < 0 {
				i, a.Owners = len(a.Owners), append(a.Owners, CodeOwner{Name: name})
			}
			a.Owners[i].Files = append(a.Owners[i].Files, p)
		}
	}
	for _, n := range t.shown {
		a.Targets = append(a.Targets, impact.PlaceOf(t.graph, n))
	}
	a.Total = ImpactTotal{len(a.Targets), len(a.Notes), touched.CodeTotal, touched.TestsTotal, len(a.Files), t.graph.Symbols()}
	a.Targets = a.Targets[:min(len(a.Targets), maxTargets)]
	if r.Most != 0 {
		a.Notes, a.Files = a.Notes[:min(len(a.Notes), r.Most)], a.Files[:min(len(a.Files), r.Most)]
	}
	return a, nil
}

// maxTargets is how many of what changes are shown.
const maxTargets = 50

// maxHistory bounds the files whose commits are looked through.
const maxHistory = 12

// together finds the files of the tree that changed in the same commits as those that change.
func together(ctx context.Context, d *desk.Desk, c *impact.Change, a *Impact) (out []impact.Together, err error) {
	own := make([]string, 0, len(c.Own()))
	for p := range c.Own() {
		own = append(own, p)
	}
	slices.Sort(own)
	past, err := d.HistoryAt(ctx, "")
	if err != nil && ctx.Err() == nil {
		a.Unknown = append(a.Unknown, fmt.Sprintf("what changes together is not known: %v", err))
		return nil, nil
	}
	if err != nil || past.Head == "" {
		return nil, err
	}
	a.Unknown = append(a.Unknown, past.Unknown()...)
	if len(own) > maxHistory {
		a.Unknown = append(a.Unknown, fmt.Sprintf("what changes together is told of the first %d files", maxHistory))
		own = own[:maxHistory]
	}
	for _, p := range own {
		found, err := past.CoChange(ctx, past.Head, p, 100)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			out = append(out, impact.Together{Path: f.Path, Score: f.Score, Commits: f.Commits})
		}
	}
	return out, nil
}

// maxOwned is how many of the files that may change too are asked whose they are.
const maxOwned = 10

// targets are the nodes that change in a graph.
type targets struct {
	graph *graph.Graph
	nodes []int32
	shown []int32  // of the nodes, those that a person means
	added []string // files that are new
}

// target finds what is asked about.
func target(ctx context.Context, d *desk.Desk, b *codebase.Base, r *Request) (*targets, error) {
	if r.IsChange() {
		from, to, _ := strings.Cut(r.Target, "..")
		// In the graph of the tree before the change, where what it removes still stands.
		base, head, err := ends(ctx, d, from, strings.TrimPrefix(to, "."), r.Staged)
		if err != nil {
			return nil, err
		}
		before, err := filesAt(ctx, b, base)
		if err != nil {
			return nil, err
		}
		after, err := b.FilesStaged(ctx)
		if !r.Staged {
			after, err = filesAt(ctx, b, head)
		}
		if err != nil {
			return nil, err
		}
		changes, err := b.Changed(ctx, before, after)
		if err != nil {
			return nil, err
		}
		g, err := b.Graph(ctx, before)
		if err != nil {
			return nil, err
		}
		t := &targets{graph: g}
		t.nodes, t.added = codebase.Touched(g, changes)
		t.shown = t.nodes
		return t, nil
	}
	files, err := b.Files(ctx)
	if err != nil {
		return nil, err
	}
	g, err := b.Graph(ctx, files)
	if err == nil && g.Files() == 0 {
		return nil, ErrNoCode
	}
	if err != nil {
		return nil, err
	}
	nodes, err := named(g, d.Repo.Prefix, r.Target)
	if err != nil {
		return nil, inTree(d, err)
	}
	t := &targets{graph: g, nodes: g.WithMembers(nodes), shown: nodes}
	if f, _, ok := g.FileOf(nodes[0]); !ok { // a file is meant with all that it declares
		t.nodes = g.NodesOf(g.FileAt(f.Path))
	}
	return t, nil
}

// IsChange reports whether a change is asked about, a range or what is staged, and not something by its name.
func (r *Request) IsChange() bool {
	return r.Staged || strings.Contains(r.Target, "..") && !strings.HasPrefix(r.Target, "../")
}

// inTree adds to the error about a name what in the work tree is called so.
func inTree(d *desk.Desk, err error) error {
	var unknown *NoTargetError
	if !errors.As(err, &unknown) || d.Repo.Root == "" {
		return err
	}
	root, failed := os.OpenRoot(d.Repo.Root)
	if failed != nil {
		return err
	}
	defer root.Close()
	for _, p := range []string{path.Join(d.Repo.Prefix, filepath.ToSlash(unknown.Target)), path.Clean(filepath.ToSlash(unknown.Target))} {
		if info, failed := root.Lstat(filepath.FromSlash(p)); failed == nil {
			unknown.Folder, unknown.File, unknown.Nearest = info.IsDir(), !info.IsDir(), ""
			break
		}
	}
	return err
}

// named finds the nodes that a person's word means: a file, symbols of a file, or symbols.
func named(g *graph.Graph, prefix, word string) ([]int32, error) {
	file, symbol, _ := strings.Cut(strings.TrimSpace(word), "#")
	for _, p := range []string{path.Join(prefix, filepath.ToSlash(file)), path.Clean(filepath.ToSlash(file))} {
		at := g.FileAt(p)
		if at < 0 {
			continue
		}
		if symbol == "" {
			return []int32{g.FileNode(at)}, nil
		}
		if nodes := g.InFile(g.Named(symbol), at); len(nodes) > 0 {
			return nodes, nil
		}
		return nil, &NoTargetError{Target: word, Nearest: nearest(g, at, symbol)}
	}
	if nodes := g.Named(word); len(nodes) > 0 {
		return nodes, nil
	}
	return nil, &NoTargetError{Target: word, Nearest: nearest(g, -1, word)}
}

// nearest finds a name that is written like one that is not there, of a file or of all. Of a path it is
// that of a file with the same name in another folder.
func nearest(g *graph.Graph, file int, word string) string {
	if file < 0 && strings.Contains(word, "/") {
		if moved := elsewhere(g, word); moved != "" {
			return moved
		}
	}
	var names []string
	first, end := int32(0), int32(g.Symbols())
	if file >= 0 {
		first, end = g.SymbolsOf(file)
	} else {
		for i := range g.Files() {
			names = append(names, g.File(i).Path)
		}
	}
	for n := first; n < end; n++ {
		names = append(names, g.Symbol(n).Name)
	}
	slices.Sort(names)
	for _, found := range wording.Nearest(word, slices.Compact(names), 1) {
		// Of so many names one is always near enough for a list to choose from, but not to be meant.
		own, other := strings.ToLower(word), strings.ToLower(found)
		most := max(1, utf8.RuneCountInString(own)/3)
		if strings.Contains(other, own) || wording.Distance(own, other, most+1) <= most {
			return found
		}
	}
	return ""
}

// elsewhere finds the file with the name of one that is not there in another folder, the likest path of
// several; with the symbol where one is asked for and the file has it.
func elsewhere(g *graph.Graph, word string) string {
	var names []string
	where, symbol, _ := strings.Cut(word, "#")
	for i := range g.Files() {
		switch at := g.File(i).Path; {
		case path.Base(at) != path.Base(where):
		case symbol == "":
			names = append(names, at)
		case len(g.InFile(g.Named(symbol), i)) > 0:
			names = append(names, at+"#"+symbol)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	if found := wording.Nearest(word, names, 1); len(found) > 0 {
		return found[0]
	}
	return names[0]
}

// ends resolves the two commits of a change; the empty end of a range is HEAD.
func ends(ctx context.Context, d *desk.Desk, from, to string, staged bool) (base, head string, err error) {
	if head, err = d.Repo.Head(ctx); err != nil || staged {
		return head, "", err
	}
	base = head
	if from != "" {
		if base, err = d.Repo.Resolve(ctx, from); err != nil {
			return "", "", err
		}
	}
	if to != "" {
		if head, err = d.Repo.Resolve(ctx, to); err != nil {
			return "", "", err
		}
	}
	common, err := d.Repo.MergeBase(ctx, base, head)
	if err == nil && common == "" {
		err = fmt.Errorf("%s and %s have no history in common", from, to)
	}
	return common, head, err
}

// filesAt lists the source files of a commit, none for "".
func filesAt(ctx context.Context, b *codebase.Base, commit string) ([]git.File, error) {
	if commit == "" {
		return nil, nil
	}
	return b.FilesAt(ctx, commit)
}
