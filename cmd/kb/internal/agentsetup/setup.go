// Package agentsetup tells programs for agents of kb: of its hooks, of its server, and of what is
// asked of agents in a repository. It takes back exactly what it wrote.
//
// # Limitations
//
// Where a file was changed since, what kb wrote is found by what it is, and the rest stays as it is
// now. Two programs that read one file (VS Code and Copilot CLI) have one entry in it.
package agentsetup

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/clientfile"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/store"
)

// Place is where a setup works.
type Place struct {
	mcpclient.Here
	State string // kb's own folder of the clone
	User  bool   // the files of the user, for all repositories, and not the repository's
}

// Parts are what is set up.
type Parts struct{ Hooks, MCP, Contract bool }

// FileStep is what is done to one file.
type FileStep struct {
	Action string   `json:"action"` // write, remove or unchanged
	Path   string   `json:"path"`
	What   []string `json:"what"`           // hooks, server, contract or reference
	Note   string   `json:"note,omitempty"` // why it is left as it is

	file   clientfile.File
	after  []byte // the whole text of the file once it is carried out
	remove bool   // the file goes
	layer  layer  // for the record; zero where something is taken back
}

// Error is a file that cannot be changed: nothing was written anywhere.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string {
	var syntax *mcpclient.SyntaxError
	if errors.As(e.Err, &syntax) {
		return fmt.Sprintf("%s:%d:%d: %v", e.Path, syntax.Line, syntax.Col, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.Path, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// target is one part of what is set up: in which file, and how it is added and taken out.
type target struct {
	path, what string
	add        func(text []byte) (after []byte, made [][]string, err error)
	remove     func(text []byte, made [][]string) ([]byte, error)
}

// targets are the parts for some clients, those of one file one after another.
func (p *Place) targets(clients []string, parts Parts) ([]target, error) {
	var out []target
	for _, name := range clients {
		client, ok := mcpclient.Named(name)
		if !ok {
			return nil, fmt.Errorf("no client is called %q", name)
		}
		if parts.Hooks {
			f, err := client.HookFile(p.Here, p.User)
			if err != nil {
				return nil, err
			}
			out = append(out, target{f.Path, "hooks", f.Add, f.Remove})
		}
		if parts.MCP {
			f, err := client.File(p.Here, p.User)
			if err != nil {
				return nil, err
			}
			add := func(text []byte) ([]byte, [][]string, error) {
				made := mcpclient.Missing(text, f.Keys())
				after, err := f.Add(text)
				return after, made, err
			}
			remove := func(text []byte, made [][]string) ([]byte, error) {
				after, err := f.Remove(text)
				if err != nil {
					return after, err
				}
				return mcpclient.Prune(after, made), nil
			}
			t := target{f.Path, "server", add, remove}
			out = append(out, t)
		}
	}
	if parts.Contract && !p.User {
		out = append(out, target{p.contractFile(), "contract", addContract, removeContract})
		if slices.Contains(clients, "claude") {
			out = append(out, p.reference()...)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(t target) bool { // VS Code and Copilot CLI share a file
		twice := seen[t.path+"\x00"+t.what]
		seen[t.path+"\x00"+t.what] = true
		return twice
	}), nil
}

// contractFile is AGENTS.md, or the text of the repository that it is a link to, such as CLAUDE.md.
func (p *Place) contractFile() string {
	file := filepath.Join(p.Root, "AGENTS.md")
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return file
	}
	root, err := filepath.EvalSymlinks(p.Root)
	if err != nil {
		return file
	}
	rel, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(rel) || !strings.EqualFold(filepath.Ext(rel), ".md") {
		return file // a clone may have it lead anywhere
	}
	return filepath.Join(p.Root, rel)
}

// reference is what has Claude Code read the contract; none where it has no file of its own.
func (p *Place) reference() []target {
	if claude := filepath.Join(p.Root, "CLAUDE.md"); !p.User && regular(claude) && claude != p.contractFile() {
		return []target{{claude, "reference", addReference, removeReference}}
	}
	return nil
}

// regular tells whether a file stands at a path; a folder is none, nor is a link wherever it leads.
func regular(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// group puts the targets of one file together, in the order of the first of each.
func group(targets []target) [][]target {
	var out [][]target
	for _, t := range targets {
		i := slices.IndexFunc(out, func(g []target) bool { return g[0].path == t.path })
		if i < 0 {
			out = append(out, []target{t})
			continue
		}
		out[i] = append(out[i], t)
	}
	return out
}

// root is what a file of this place must lie in; "" for the user's.
func (p *Place) root() string {
	if p.User {
		return ""
	}
	return p.Root
}

// Install plans what is written for some clients. Nothing is until Carry; an *Error says that one of
// the files cannot be changed. Close the steps.
func (p *Place) Install(clients []string, parts Parts) ([]FileStep, error) {
	targets, err := p.targets(clients, parts)
	if err != nil {
		return nil, err
	}
	var steps []FileStep
	for _, g := range group(targets) {
		step, err := p.adding(g)
		if err != nil {
			Close(steps)
			return nil, &Error{g[0].path, err}
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// adding plans the change of one file.
func (p *Place) adding(g []target) (FileStep, error) {
	f, err := clientfile.Open(g[0].path, p.root())
	if err != nil {
		return FileStep{}, err
	}
	step := FileStep{Action: "unchanged", Path: g[0].path, file: f, after: f.Text}
	var made [][]string
	for _, t := range g {
		after, more, err := t.add(step.after)
		switch {
		case errors.Is(err, mcpclient.ErrThere):
			if step.Action == "unchanged" {
				step.What = append(step.What, t.what)
			}
			continue
		case err != nil:
			f.Close()
			return FileStep{}, err
		}
		if step.Action == "unchanged" {
			step.What = nil // what is there already is told only where nothing is written
		}
		step.Action, step.after, made = "write", after, append(made, more...)
		step.What = append(step.What, t.what)
	}
	if step.Action == "write" {
		step.layer = newLayer(step.Path, f.Exists, f.Text, step.after, made)
	}
	return step, nil
}

// Uninstall plans what is taken back. Files that hold nothing of kb's have no step.
func (p *Place) Uninstall(clients []string, parts Parts) ([]FileStep, error) {
	targets, err := p.targets(clients, parts)
	if err != nil {
		return nil, err
	}
	if parts.Contract && !slices.Contains(clients, "claude") {
		targets = append(targets, p.reference()...) // Claude Code was taken back before: what it read goes now
	}
	r := readRecord(p.recordDir())
	var steps []FileStep
	for _, g := range group(targets) {
		// Somebody else's installation, as a clone has it, has no record: with its hooks goes the section
		// that came with them. With a record, a section that it does not have was there before.
		orphan := len(r.Layers) == 0 && len(steps) > 0
		// A reference to a file that goes with them goes, too.
		dangling := slices.ContainsFunc(steps, func(s FileStep) bool { return s.remove && filepath.Base(s.Path) == "AGENTS.md" })
		step, err := p.removing(g, r.of(g[0].path), orphan, dangling)
		if err != nil {
			Close(steps)
			return nil, &Error{g[0].path, err}
		}
		if step.Action == "" {
			step.file.Close()
			continue
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// removing plans how one file is put back: byte for byte where it is as kb left it, else without
// what kb wrote.
func (p *Place) removing(g []target, layers []layer, orphan, dangling bool) (FileStep, error) {
	f, err := clientfile.Open(g[0].path, p.root())
	if err != nil {
		return FileStep{}, err
	}
	step := FileStep{Path: g[0].path, file: f, after: f.Text}
	if !f.Exists {
		return step, nil
	}
	if before, gone, ok := reverted(f.Text, layers); ok {
		step.Action, step.after = "write", before
		for _, t := range g {
			step.What = append(step.What, t.what)
		}
		if gone {
			step.Action, step.remove = "remove", true
		}
		return step, nil
	}
	fresh := len(layers) == 0 // nobody knows what was there before
	made := p.anything(g, fresh)
	for _, l := range layers {
		fresh, made = fresh || l.New, append(made, l.Made...)
	}
	for _, t := range slices.Backward(g) {
		if len(layers) == 0 && (t.what == "reference" && !dangling || t.what == "contract" && !orphan) {
			continue // a person may have written that, or kb init
		}
		after, err := t.remove(step.after, made)
		switch {
		case errors.Is(err, mcpclient.ErrMissing):
			continue
		case errors.Is(err, mcpclient.ErrOther):
			step.Note = "changed since: take it out by hand"
			continue
		case err != nil:
			f.Close()
			return FileStep{}, err
		}
		step.Action, step.after = "write", after
		step.What = append(step.What, t.what)
	}
	slices.Reverse(step.What)
	if mcpclient.Bare(step.after) && slices.ContainsFunc(layers, func(l layer) bool { return l.New }) {
		step.after = nil
	}
	switch {
	case step.Action == "write" && step.after == nil && fresh:
		step.Action, step.remove = "remove", true
	case step.Action == "write" && step.after == nil && filepath.Ext(step.Path) == ".json":
		step.after = []byte("{}\n")
	case step.Action == "" && step.Note != "":
		step.Action, step.What = "unchanged", []string{g[0].what}
	}
	return step, nil
}

// reverted is the text before the first of some layers, where the text is as the last one left it;
// gone says that there was no file.
func reverted(text []byte, layers []layer) (before []byte, gone, ok bool) {
	for _, l := range slices.Backward(layers) {
		if text, ok = l.revert(text); !ok {
			return nil, false, false
		}
		gone = l.New
	}
	return text, gone, len(layers) > 0
}

// anything are the objects that kb may have made in a file of which there is no record, as in the
// clone of somebody else's repository.
func (p *Place) anything(g []target, unknown bool) [][]string {
	if !unknown {
		return nil
	}
	var made [][]string
	for _, t := range g {
		if _, keys, err := t.add(nil); err == nil {
			made = append(made, keys...)
		}
	}
	return made
}

// recordDir is where it is written down what was written.
func (p *Place) recordDir() string {
	if !p.User {
		return agents.At(p.State).Dir
	}
	home := cmp.Or(p.Getenv("HOME"), p.Getenv("USERPROFILE"))
	return filepath.Join(cmp.Or(p.Getenv("XDG_STATE_HOME"), filepath.Join(home, ".local", "state")), store.Top)
}

// Carry does what the steps say. Where one fails, those before it were done, and the record has
// them.
func (p *Place) Carry(steps []FileStep) error {
	r := readRecord(p.recordDir())
	for i := range steps {
		if err := r.carry(&steps[i]); err != nil {
			return errors.Join(err, r.save())
		}
	}
	if slices.ContainsFunc(steps, func(s FileStep) bool { return s.remove }) {
		r.sweep()
	}
	return r.save()
}

// carry does what one step says, and notes it.
func (r *record) carry(s *FileStep) error {
	switch {
	case s.remove:
		if err := s.file.Remove(); err != nil {
			return err
		}
		r.drop(s.Path)
	case s.Action == "write":
		dirs, err := s.file.Replace(s.after)
		r.Dirs = append(r.Dirs, dirs...) // they are there also where the file is not
		switch {
		case err != nil:
			return err
		case s.layer.Path == "":
			r.drop(s.Path)
		default:
			r.Layers = append(r.Layers, s.layer)
		}
	}
	return nil
}

// Close ends the use of the files of steps.
func Close(steps []FileStep) {
	for i := range steps {
		steps[i].file.Close()
	}
}
