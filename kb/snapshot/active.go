package snapshot

import (
	"time"

	"github.com/9aea2451/kb/kb"
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

// SupersededBy gives the path of the note that supersedes the one at path, "" for none: of several the first.
// One that is not accepted yet, or given up, supersedes nothing.
func (s *Snapshot) SupersededBy(path string) string { return s.superseded()[path] }

func (s *Snapshot) findSuperseded() map[string]string {
	out := map[string]string{}
	for _, e := range s.Entries {
		for _, pair := range s.Supersessions(e) {
			by := s.Entry(pair.New)
			if by == nil || !supersedes(by.Note.Status) {
				continue
			}
			if first := out[pair.Old]; first == "" || pair.New < first {
				out[pair.Old] = pair.New
			}
		}
	}
	return out
}

// supersedes tells whether a note of this status takes the place of others.
func supersedes(status string) bool {
	switch status {
	case "draft", "proposed", "deprecated", "rejected", "archived":
		return false
	}
	return true
}

// Inactive tells why the note does not hold on a day, "" when it does: see kb.Inactive.
func (s *Snapshot) Inactive(e *Entry, day time.Time) string {
	return kb.Inactive(&e.Note, s.SupersededBy(e.File.Path), day)
}
