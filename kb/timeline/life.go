// Package timeline counts what became of the notes of a repository, period by period: added,
// changed, superseded, removed.
//
// It goes by the first-parent line of the history, along which each tree is told exactly by what
// every commit did to the one before. What a merge brings in is dated by the merge: that is when
// the line knew it.
package timeline

import (
	"time"

	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
)

// Version is one state of a note.
type Version struct {
	When   time.Time
	Commit string
	Path   string
	Blob   string // "" when it was removed
	Mode   uint32
}

// Life is a note from its first commit to its removal, through its renames.
type Life struct {
	Versions []Version // oldest first; the last one has no blob when the note was removed
	Known    bool      // its beginning is known: not before the history is cut off, nor at a commit of which nothing is known
}

// Last is the newest state that has bytes.
func (l *Life) Last() Version {
	for i := len(l.Versions) - 1; i > 0; i-- {
		if l.Versions[i].Blob != "" {
			return l.Versions[i]
		}
	}
	return l.Versions[0]
}

// Removed tells whether the note is gone.
func (l *Life) Removed() bool { return l.Versions[len(l.Versions)-1].Blob == "" }

// Lives follows the files that are notes, as a path tells, along a line of history, in the order in
// which they began. A file that becomes a note by a rename begins then; one that ceases to be one
// ends. A path that is deleted and added again has two lives.
func Lives(steps []history.Step, isNote func(path string) bool) []*Life {
	f := follower{isNote: isNote, at: map[string]*Life{}}
	for i := range steps {
		// What leaves its path does so before anything comes to one: a commit can swap two files.
		s := &steps[i]
		moved := map[string]*Life{} // by new path
		for _, c := range s.Changes {
			switch {
			case c.Status == walk.Renamed && f.isNote(c.OldPath):
				l := f.known(c.OldPath, c.OldBlob, c.OldMode)
				delete(f.at, c.OldPath)
				if f.isNote(c.Path) {
					moved[c.Path] = l
				} else {
					l.Versions = append(l.Versions, Version{s.When, s.Commit, c.OldPath, "", 0})
				}
			case c.Status == walk.Deleted && f.isNote(c.Path):
				l := f.known(c.Path, c.OldBlob, c.OldMode)
				delete(f.at, c.Path)
				l.Versions = append(l.Versions, Version{s.When, s.Commit, c.Path, "", 0})
			}
		}
		for _, c := range s.Changes {
			if c.Status == walk.Deleted || !f.isNote(c.Path) {
				continue
			}
			l := moved[c.Path]
			if l == nil && c.Status != walk.Added && c.Status != walk.Copied && c.Status != walk.Renamed {
				l = f.known(c.Path, c.OldBlob, c.OldMode)
			}
			if l == nil {
				l = f.begin(!s.Cut)
			}
			f.at[c.Path] = l
			if s.Layout && c.Status == walk.Modified {
				last := &l.Versions[len(l.Versions)-1]
				last.Blob = c.NewBlob
				continue
			}
			l.Versions = append(l.Versions, Version{s.When, s.Commit, c.Path, c.NewBlob, c.NewMode})
		}
	}
	return f.lives
}

// follower holds the notes of one tree of the line.
type follower struct {
	isNote func(path string) bool
	lives  []*Life
	at     map[string]*Life
}

// begin starts a life.
func (f *follower) begin(known bool) *Life {
	l := &Life{Known: known}
	f.lives = append(f.lives, l)
	return l
}

// known gives the note at a path; one that no step has told of was there before, since when is not known.
func (f *follower) known(path, blob string, mode uint32) *Life {
	l := f.at[path]
	if l == nil {
		l = f.begin(false)
		l.Versions = append(l.Versions, Version{Path: path, Blob: blob, Mode: mode})
	}
	return l
}
