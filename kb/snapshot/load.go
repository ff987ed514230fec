package snapshot

import (
	"cmp"
	"context"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
)

// Options say how a tree is loaded.
type Options struct {
	Cache    string                // file of the statements, beside which notes are kept, "" for none
	Brief    bool                  // the process ends with its answer: the statements stay mapped until then
	Earlier  *Snapshot             // of the same repository, instead of the cache: what both have takes memory once. May be nil
	Progress func(done, total int) // of files that are parsed; may be nil
}

// Load reads the notes of a tree. Files that cannot be read are among Skipped. Where many have to be parsed,
// what was read of them is kept beside the cache.
func Load(ctx context.Context, repo *kb.Repo, tree *kb.Tree, o Options) (*Snapshot, error) {
	l := &loading{repo: repo, tree: tree, o: o, kept: &notes.Store{}}
	if o.Cache != "" {
		l.kept = notes.Open(notes.Folder(filepath.Dir(o.Cache)))
	} else if o.Earlier != nil {
		l.kept = o.Earlier.kept
	}
	l.entries = make([]*Entry, 0, len(l.tree.Files))
	for _, f := range l.tree.Files {
		var e *Entry
		if l.o.Earlier != nil {
			e = l.o.Earlier.Entry(f.Path)
		}
		switch {
		case f.Blob == "":
			e = nil
		case e != nil && e.File.Blob == f.Blob:
			if was := *e; was.File != f || e.Note.Label != cmp.Or(l.tree.Config.Label(f.Path), e.label) {
				was.Note.Label = e.label
				e = newEntry(f, l.tree.Config, was.Note, e.Reading)
			}
		default:
			e = l.keptEntry(f)
		}
		if e == nil {
			l.unread = append(l.unread, f)
			continue
		}
		l.entries = append(l.entries, e)
	}
	if err := l.parse(ctx); err != nil {
		return nil, err
	}
	s := newSnapshot(tree, repo.Origin(), l.entries)
	s.Skipped, s.kept = l.skipped, l.kept
	if o.Earlier != nil {
		s.stored, s.cached = o.Earlier.stored, o.Earlier.cached
	} else if base := readBase(o.Cache, o.Brief); base != nil {
		s.stored, s.cached = func() *storedBase { return base }, true
	}
	return s, nil
}

// loading is one run of Load.
type loading struct {
	repo    *kb.Repo
	tree    *kb.Tree
	o       Options
	kept    *notes.Store
	entries []*Entry
	skipped []kb.Skip
	unread  []git.File
}

// keptEntry returns the note of a file that is kept, nil where it is not.
func (l *loading) keptEntry(f git.File) *Entry {
	note, reading := l.kept.Note(f.Path, f.Blob, false)
	if reading == nil {
		return nil
	}
	return newEntry(f, l.tree.Config, note, reading)
}

// parse reads what is not known. Of many files what was read goes to the store at once, and takes no memory; a
// store that cannot be written is done without.
func (l *loading) parse(ctx context.Context) error {
	if l.o.Cache != "" && len(l.unread) > staleEntries {
		if err := l.kept.Add(l.packed(ctx)); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			l.skipped = nil
		} else {
			skipped := map[string]bool{}
			for _, s := range l.skipped {
				skipped[s.Path] = true
			}
			l.unread = slices.DeleteFunc(l.unread, func(f git.File) bool {
				e := l.keptEntry(f)
				if e != nil {
					l.entries = append(l.entries, e)
				}
				return e != nil || skipped[f.Path]
			})
		}
	}
	for o, err := range l.read(ctx, false) {
		if err != nil {
			return err
		}
		l.entries = append(l.entries, newEntry(o.File, l.tree.Config, o.Parsed.Note, o.Parsed.Reading))
	}
	slices.SortFunc(l.skipped, func(a, b kb.Skip) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// read reads the unread files, and notes those that are no notes.
func (l *loading) read(ctx context.Context, pack bool) iter.Seq2[*notes.Outcome, error] {
	return func(yield func(*notes.Outcome, error) bool) {
		done := 0
		for o, err := range notes.ReadAll(ctx, l.repo, l.unread, pack) {
			if done++; err == nil && l.o.Progress != nil {
				l.o.Progress(done, len(l.unread))
			}
			if err == nil && o.Skip != "" {
				l.skipped = append(l.skipped, kb.Skip{Path: o.File.Path, Reason: o.Skip})
			} else if !yield(o, err) {
				return
			}
		}
	}
}

// packed reads the unread files for the store.
func (l *loading) packed(ctx context.Context) iter.Seq2[*notes.Packed, error] {
	return func(yield func(*notes.Packed, error) bool) {
		for o, err := range l.read(ctx, true) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(o.Packed, nil) {
				return
			}
		}
	}
}
