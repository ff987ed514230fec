// Package snapshot reads the notes of one tree: what each says of itself, where it links to, and
// what it states. kb/notes keeps what was read of each; the inverted index of all statements lies in a file that can
// be deleted at any time.
package snapshot

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// Snapshot is the notes of one tree. It may be read from several goroutines.
type Snapshot struct {
	Tree    *kb.Tree
	Entries []*Entry  // sorted by path
	Skipped []kb.Skip // files of the tree that are no notes, and why: those that git or the file system did not give

	origin      git.Origin
	kept        *notes.Store // where what is not of an earlier snapshot is looked for
	resolver    func() *kb.Resolver
	superseders func() map[string][]*kb.Note
	stored      func() *storedBase // statements of these notes or of most of them
	index       func() *storedBase // statements of these notes
	cached      bool               // stored comes from a file
}

// Entry is one note of a snapshot.
type Entry struct {
	File git.File
	Note kb.Note // without Extra when it comes from the store
	*notes.Reading

	label string // without the configuration's
	tasks string // the state of the tasks of its feature, as kb.Note.Standing takes it
}

// References returns the links of the note with the relations of its front matter, which stand in column 1.
func (e *Entry) References() []markdown.Link { return notes.References(&e.Note, e.Links()) }

// ReadEntry parses one file of a tree.
func ReadEntry(f git.File, config *kb.Config, source []byte) *Entry {
	p := notes.Parse(f, source)
	return newEntry(f, config, p.Note, p.Reading)
}

// newEntry gives a note that was read the label that the configuration has for its path.
func newEntry(f git.File, config *kb.Config, note kb.Note, reading *notes.Reading) *Entry {
	e := &Entry{File: f, Note: note, label: note.Label, Reading: reading}
	if label := config.Label(f.Path); label != "" {
		e.Note.Label = label
	}
	return e
}

// Cached reports whether the statements of these notes, or of most of them, come from a file: they need
// not be parsed to be judged.
func (s *Snapshot) Cached() bool { return s.cached }

// newSnapshot puts entries in order.
func newSnapshot(tree *kb.Tree, origin git.Origin, entries []*Entry) *Snapshot {
	slices.SortFunc(entries, func(a, b *Entry) int { return strings.Compare(a.File.Path, b.File.Path) })
	s := &Snapshot{Tree: tree, Entries: entries, origin: origin, kept: &notes.Store{}}
	s.findTasks()
	s.resolver = sync.OnceValue(s.newResolver)
	s.index = sync.OnceValue(s.newIndex)
	s.stored = s.index
	s.superseders = sync.OnceValue(s.findSuperseders)
	return s
}

// findTasks looks up for each note of a feature how far the tasks of that are. Entries are shared: one that changes is copied.
func (s *Snapshot) findTasks() {
	for i, e := range s.Entries {
		state := ""
		if file := kb.Feature(e.File.Path); file != "" {
			if tasks := s.Entry(file); tasks != nil {
				state = tasks.Note.RawStatus
			}
		}
		if e.tasks != state {
			was := *e
			was.tasks = state
			s.Entries[i] = &was
		}
	}
}

// Entry returns the note at a path, nil when there is none.
func (s *Snapshot) Entry(path string) *Entry {
	i, ok := slices.BinarySearchFunc(s.Entries, path, func(e *Entry, p string) int { return strings.Compare(e.File.Path, p) })
	if !ok {
		return nil
	}
	return s.Entries[i]
}

// Resolver resolves links between the notes of the tree.
func (s *Snapshot) Resolver() *kb.Resolver { return s.resolver() }

// newResolver finds the notes of the snapshot by their names.
func (s *Snapshot) newResolver() *kb.Resolver {
	names := make([]kb.Name, len(s.Entries))
	for i, e := range s.Entries {
		names[i] = e.Name()
	}
	return kb.NewResolver(names, kb.WithOrigin(s.origin), kb.WithOthers(s.Tree.Others))
}

// Name is what the note can be called.
func (e *Entry) Name() kb.Name {
	return kb.Name{Path: e.File.Path, ID: e.Note.ID, Title: e.Note.Title, Aliases: e.Note.Aliases}
}

// With is the snapshot with notes changed: a nil entry takes the note at its path away. Entries are shared.
func (s *Snapshot) With(tree *kb.Tree, changes map[string]*Entry) *Snapshot {
	entries := make([]*Entry, 0, len(s.Entries)+len(changes))
	for _, e := range s.Entries {
		if _, changed := changes[e.File.Path]; !changed {
			entries = append(entries, e)
		}
	}
	for _, e := range changes {
		if e != nil {
			entries = append(entries, e)
		}
	}
	with := newSnapshot(tree, s.origin, entries)
	with.kept = cmp.Or(s.kept, with.kept)
	if s.stored != nil {
		with.stored, with.cached = s.stored, s.cached
	}
	return with
}

// Without is the snapshot without the note that a name means, which is being checked: it does not
// contradict itself. Where there is none, or the name is "", it is the snapshot itself.
func (s *Snapshot) Without(note string) *Snapshot {
	if note == "" {
		return s
	}
	found := s.Resolver().Note("", note)
	if found.Path == "" {
		return s
	}
	return s.With(s.Tree, map[string]*Entry{found.Path: nil})
}
