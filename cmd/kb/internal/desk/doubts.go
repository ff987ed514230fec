package desk

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/store"
)

// doubtsFormat opens the file in which a server keeps why notes may no longer be true.
const doubtsFormat store.Format = "kb doubts 1"

// maxDoubts bounds that file, in bytes.
const maxDoubts = 16 << 20

// KeepDoubts keeps why notes of the view may no longer be true, by path, as it was judged with the
// history as far as head: other answers about the same state tell the same, and could not judge all
// notes in their time. What cannot be kept is done without.
func (v *View) KeepDoubts(head string, lines map[string]string) {
	doubtsFormat.Save(v.doubtsFile(), func(s *store.Stream) error {
		s.Strings(v.state(head))
		s.Int(len(lines))
		for path, line := range lines {
			s.String(path)
			s.String(line)
		}
		return nil
	})
}

// keptDoubts returns what was kept of just this state, nil for nothing.
func (v *View) keptDoubts() map[string]string {
	r, err := doubtsFormat.Load(v.doubtsFile(), maxDoubts)
	if err != nil {
		return nil
	}
	of := r.Strings()
	lines := map[string]string{}
	for range r.Count() {
		path := r.String()
		lines[path] = r.String()
	}
	if r.End() != nil || !slices.Equal(of, v.state(v.tip())) {
		return nil
	}
	return lines
}

// state names what doubts depend on: the notes, the history and the day.
func (v *View) state(head string) []string {
	return []string{v.ID, head, v.Today().Format(time.DateOnly)}
}

// doubtsFile is one for each clone: the doubts of another state are overwritten.
func (v *View) doubtsFile() string { return filepath.Join(v.Repo.StateDir(), "index", "doubts") }

// Reservations say why a note may not hold, by what it says itself and by what replaces it. shown
// writes a path.
func Reservations(rec *index.NoteRecord, now time.Time, shown func(path string) string) []string {
	var out []string
	switch {
	case rec.SupersededBy != "":
		out = append(out, "superseded by "+shown(rec.SupersededBy))
	case rec.Inactive != "":
		out = append(out, "does not hold: "+rec.Inactive)
	case rec.Status == "proposed" || rec.Status == "draft":
		out = append(out, "not agreed yet: "+rec.Status)
	}
	switch {
	case rec.DisputedBy != "":
		out = append(out, "disputed by "+shown(rec.DisputedBy))
	case rec.Disputed:
		out = append(out, "disputed")
	}
	if rec.NeedsReview {
		out = append(out, "marked as needing review")
	}
	if until := rec.ValidUntil; until != "" && rec.Inactive == "" {
		if day, err := time.Parse(time.DateOnly, until); err == nil && day.Sub(now) < 30*24*time.Hour {
			out = append(out, "valid only until "+until)
		}
	}
	if rec.HasConfidence && rec.Confidence < 0.5 {
		out = append(out, fmt.Sprintf("its authors are not sure: confidence %.2g", rec.Confidence))
	}
	return out
}
