package snapshot

import (
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// Supersedes tells that one note of the tree supersedes another.
type Supersedes struct{ Old, New string }

// Supersessions lists the resolved supersedes relations of a note.
func (s *Snapshot) Supersessions(e *Entry) []Supersedes {
	var out []Supersedes
	for _, rel := range e.Note.Relations {
		if rel.Type != "supersedes" {
			continue
		}
		to := s.Resolver().Relation(e.File.Path, rel.Target).Path
		if to == "" || to == e.File.Path {
			continue
		}
		if rel.Inverse {
			out = append(out, Supersedes{Old: e.File.Path, New: to})
		} else {
			out = append(out, Supersedes{Old: to, New: e.File.Path})
		}
	}
	return out
}

// Replaced returns the notes by which one supersedes another, directly or through others, from that one to the other;
// nil where it does not.
func (s *Snapshot) Replaced(by, old string) []string {
	from := map[string]string{old: ""}
	for queue := []string{old}; len(queue) > 0; queue = queue[1:] {
		for _, n := range s.superseders()[queue[0]] {
			if _, seen := from[n.Path]; seen {
				continue
			}
			if from[n.Path] = queue[0]; n.Path != by {
				queue = append(queue, n.Path)
				continue
			}
			way := []string{}
			for at := by; at != ""; at = from[at] {
				way = append(way, at)
			}
			return way
		}
	}
	return nil
}

// SupersededBy gives the path of the note that supersedes a note on a day, "" for none: see kb.InactiveOn.
func (s *Snapshot) SupersededBy(e *Entry, day time.Time) string {
	_, by := kb.InactiveOn(&e.Note, s.superseders()[e.File.Path], day)
	return by
}

// Inactive tells why the note does not hold on a day, "" when it does: see kb.InactiveOn.
func (s *Snapshot) Inactive(e *Entry, day time.Time) string {
	why, _ := kb.InactiveOn(&e.Note, s.superseders()[e.File.Path], day)
	return why
}

// Standing returns how what stands below headings of the note stands: as the note, where that is not in force, else by the
// headings. inactive is why the note does not hold, "" where it does.
func (e *Entry) Standing(inactive string, headings []string) markdown.Standing {
	if standing := e.Note.Standing(inactive, e.tasks); standing != markdown.InForce {
		return standing
	}
	return markdown.SectionStanding(e.Note.Title, headings)
}

// findSuperseders gives, for the path of each note, the notes that say to supersede it, or that it
// says to be superseded by, in order of path.
func (s *Snapshot) findSuperseders() map[string][]*kb.Note {
	out := map[string][]*kb.Note{}
	for _, e := range s.Entries {
		for _, pair := range s.Supersessions(e) {
			if by := s.Entry(pair.New); by != nil && !slices.Contains(out[pair.Old], &by.Note) {
				out[pair.Old] = append(out[pair.Old], &by.Note)
			}
		}
	}
	for _, notes := range out {
		slices.SortFunc(notes, func(a, b *kb.Note) int { return strings.Compare(a.Path, b.Path) })
	}
	return out
}
