// Package schedule has the machine run a command at its time, and takes just that back: a timer of
// systemd for the user, an agent of launchd, or a task of Windows, as git maintenance does. What was
// written and which folders were made for it is kept in the clone, so that afterwards the machine is
// as it was. Nothing of kb runs meanwhile.
//
// # Limitations
//
// Where systemd does not run (a container, a session without a bus) its files are written all the
// same, with the link that enabling makes, and count from the next login on.
package schedule

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/text/lazy"
)

// Task is what is to be run.
type Task struct {
	Set  string // nightly, weekly or monthly
	Args []string
	Path string // where programs are looked for, as in $PATH
}

// Scheduler registers tasks of one clone with a machine.
type Scheduler struct {
	System string // as in runtime.GOOS
	Getenv func(string) string
	Call   func(ctx context.Context, args ...string) error // runs a program
	Root   string                                          // of the clone
	Kept   string                                          // file that says what was registered
}

// Done is what was done, or would be.
type Done struct {
	Name     string
	Files    []string          // links included, in order
	Texts    map[string]string // of the files, by path; nil of Remove
	Commands []Called
}

// Called is a command that was run.
type Called struct {
	Line  string `json:"line"`
	Error string `json:"error,omitempty"` // why it failed
}

// Errors of Add and Remove.
var (
	ErrThere = errors.New("upkeep of this clone is scheduled already")
	ErrNone  = errors.New("upkeep of this clone is not scheduled")
)

// kept is what a clone keeps of a registration.
type kept struct {
	Name    string            `json:"name"`
	At      string            `json:"at"`      // where this was kept when it was written: elsewhere once the clone was moved or copied
	Files   map[string]string `json:"files"`   // path to the sum of its text; of a link to what it leads to
	Folders []string          `json:"folders"` // that were made, the outer ones first
}

// plan is what a system needs.
type plan struct {
	files  map[string]string // path to text
	links  map[string]string // path to target
	leaves []string          // files that the system makes of its own accord
	do     [][]string        // commands, run once the files are there
	undo   [][]string        // run before they are removed
	after  [][]string        // run once they are removed
	must   bool              // the commands have to work: there are no files without them
}

// taskName is what names look like.
var taskName = lazy.Pattern(`^kb-upkeep-[0-9a-f]{12}$`)

// name is that of the task: the same for one clone, another for each other one.
func (s *Scheduler) name() string {
	sum := sha256.Sum256([]byte(s.Root))
	return "kb-upkeep-" + hex.EncodeToString(sum[:6])
}

// Add registers a task; dry only says what it would do. What fails leaves nothing behind.
func (s *Scheduler) Add(ctx context.Context, t Task, dry bool) (*Done, error) {
	switch _, err := s.registered(); {
	case err == nil:
		return nil, ErrThere
	case !errors.Is(err, ErrNone):
		return nil, err
	}
	p, err := s.plan(s.name(), t)
	if err != nil {
		return nil, err
	}
	done := &Done{Name: s.name(), Texts: p.files, Files: p.paths(), Commands: []Called{}}
	for _, path := range done.Files {
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s is there already, and not of this clone's making", path)
		}
	}
	if dry {
		for _, args := range p.do {
			done.Commands = append(done.Commands, Called{Line: strings.Join(args, " ")})
		}
		return done, nil
	}
	files := slices.Concat(done.Files, p.leaves)
	out := []string{}
	for _, file := range files {
		for dir := filepath.Dir(file); !slices.Contains(out, dir); dir = filepath.Dir(dir) {
			if _, err := os.Stat(dir); err == nil {
				break
			}
			out = append(out, dir)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return bytes.Compare([]byte(a), []byte(b)) })
	k := kept{Name: done.Name, At: s.Kept, Files: map[string]string{}, Folders: out}
	for path, text := range p.files {
		k.Files[path] = sum([]byte(text))
	}
	for path, to := range p.links {
		k.Files[path] = "-> " + to
	}
	if err := s.keep(&k); err != nil { // first, so that what follows can be taken back
		return nil, err
	}
	if err := s.write(p); err != nil {
		s.clear(&k, p)
		return nil, err
	}
	done.Commands = s.run(ctx, p.do)
	if p.must && slices.ContainsFunc(done.Commands, func(c Called) bool { return c.Error != "" }) {
		s.clear(&k, p)
		return nil, fmt.Errorf("%s: %s", done.Commands[0].Line, done.Commands[len(done.Commands)-1].Error)
	}
	return done, nil
}

// Remove takes a registration back; dry only says what it would do. A file that somebody changed
// since stays.
func (s *Scheduler) Remove(ctx context.Context, dry bool) (*Done, error) {
	k, err := s.registered()
	if err != nil {
		return nil, err
	}
	// Where the files lie and what undoes them is the same whatever is run.
	p, err := s.plan(k.Name, Task{Set: "weekly", Args: []string{"kb"}})
	if err != nil {
		return nil, err
	}
	done := &Done{Name: k.Name, Files: []string{}, Commands: []Called{}}
	for path := range k.Files {
		if !p.has(path) { // what the file says is believed only as far as kb would have written it
			return nil, fmt.Errorf("%s: %s is no file that kb writes", s.Kept, path)
		}
		if k.unchanged(path) {
			done.Files = append(done.Files, path)
		}
	}
	slices.Sort(done.Files)
	if dry {
		for _, args := range slices.Concat(p.undo, p.after) {
			done.Commands = append(done.Commands, Called{Line: strings.Join(args, " ")})
		}
		return done, nil
	}
	done.Commands = s.run(ctx, p.undo)
	s.clear(k, p)
	done.Commands = append(done.Commands, s.run(ctx, p.after)...)
	return done, nil
}

// registered is what was registered for this clone, also before it was moved. Of what a copy of a clone
// has of the other one nothing is this one's; it is forgotten.
func (s *Scheduler) registered() (*kept, error) {
	data, err := os.ReadFile(s.Kept)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	var k kept
	if err := json.Unmarshal(data, &k); err != nil || !taskName().MatchString(k.Name) {
		return nil, fmt.Errorf("%s: not a registration of kb", s.Kept)
	}
	if _, err := os.Lstat(k.At); k.At != s.Kept && err == nil {
		return nil, cmp.Or(store.Remove(s.Kept), ErrNone)
	}
	return &k, nil
}

// clear removes the files that are as they were written, what the system made of them, the folders
// that were made and are empty, and what the clone keeps.
func (s *Scheduler) clear(k *kept, p *plan) {
	for path := range k.Files {
		if k.unchanged(path) {
			store.Remove(path)
		}
	}
	for _, path := range p.leaves {
		store.Remove(path)
	}
	for _, dir := range slices.Backward(k.Folders) {
		os.Remove(dir) // one that is not empty stays
	}
	store.Remove(s.Kept)
}

// unchanged reports whether a file is as it was written.
func (k *kept) unchanged(path string) bool {
	if to, err := os.Readlink(path); err == nil {
		return k.Files[path] == "-> "+to
	}
	data, err := os.ReadFile(path)
	return err == nil && k.Files[path] == sum(data)
}

// keep writes a registration into the clone. Add does so before anything else, so that a process
// that is killed leaves nothing that Remove cannot find.
func (s *Scheduler) keep(k *kept) error {
	data, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	if err := store.MakeDir(filepath.Dir(s.Kept)); err != nil {
		return err
	}
	return store.Replace(s.Kept, append(data, '\n'))
}

// write writes files and links.
func (s *Scheduler) write(p *plan) error {
	for _, path := range p.paths() {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if to, ok := p.links[path]; ok {
			if err := os.Symlink(to, path); err != nil {
				return err
			}
			continue
		}
		if err := store.ReplaceAs(path, []byte(p.files[path]), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// run runs commands, and tells what failed.
func (s *Scheduler) run(ctx context.Context, commands [][]string) []Called {
	out := []Called{}
	for _, args := range commands {
		c := Called{Line: strings.Join(args, " ")}
		if err := s.Call(ctx, args...); err != nil {
			c.Error = err.Error()
		}
		out = append(out, c)
	}
	return out
}

// paths are the files and links, in order.
func (p *plan) paths() []string {
	var out []string
	for path := range p.files {
		out = append(out, path)
	}
	for path := range p.links {
		out = append(out, path)
	}
	slices.Sort(out)
	return slices.Clip(append([]string{}, out...))
}

func (p *plan) has(path string) bool { return slices.Contains(p.paths(), path) }

// sum is the SHA-256 of what a file holds, in hexadecimal, as kept.Files has it.
func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}
