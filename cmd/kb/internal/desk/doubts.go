package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/markdown"
)

// Kept beside the index is what a server judged of all notes of one state: other answers about the same state tell the same,
// and could not judge all notes in their time. What cannot be kept is done without.
const (
	doubtsFormat   store.Format = "kb doubts 2"
	disputesFormat store.Format = "kb disputes 1"
)

// maxDoubts bounds a file of them, in bytes.
const maxDoubts = 16 << 20

// Dispute is a statement of a note, and one of another note that contradicts it.
type Dispute struct {
	Line   int     `json:"line"` // of the statement
	Blob   string  `json:"blob"` // of its note as it was judged
	Path   string  `json:"path"` // of the other note
	There  int     `json:"there"`
	Says   string  `json:"says"`  // the other statement
	Other  string  `json:"other"` // blob of the other note
	Text   string  `json:"text"`
	Energy float64 `json:"energy"` // from judge.Reject to 1
}

// State names what is judged of the notes of a view depends on: the notes, the history and how it is read, the
// settings, what a second reader said, the day and the program. Whether a state is still the same can
// be told without reading a note. Of a partial clone, whole is false and the objects count as well.
func (v *View) State(whole bool) []string {
	sum := sha256.New()
	for _, name := range []string{kb.ConfigFile, kb.WaiversFile} {
		data, err := git.ReadIn(v.Repo.Root, name, git.SmallFile)
		fmt.Fprintf(sum, "%q %v ", data, err)
	}
	opinions, _ := os.ReadFile(opinion.File(v.Repo.StateDir()))
	sum.Write(opinions)
	state := []string{v.ID, v.Searcher.Commit(), v.Today().Format(time.DateOnly), history.Basis(v.Repo), v.o.Version,
		hex.EncodeToString(sum.Sum(nil))}
	if !whole {
		state = append(state, v.Repo.ObjectsState())
	}
	return state
}

// KeepDoubts keeps why notes may no longer be true, by path, as it was judged of a state.
func (v *View) KeepDoubts(state []string, lines map[string]string) {
	doubtsFormat.Save(v.keptFile("doubts"), func(s *store.Stream) error {
		s.Strings(state)
		s.Int(len(lines))
		for path, line := range lines {
			s.String(path)
			s.String(line)
		}
		return nil
	})
}

// KeptDoubts returns what was kept of just this state, nil for nothing.
func (v *View) KeptDoubts() map[string]string {
	r, err := doubtsFormat.Load(v.keptFile("doubts"), maxDoubts)
	if err != nil {
		return nil
	}
	of := r.Strings()
	lines := map[string]string{}
	for range r.Count() {
		path := r.String()
		lines[path] = r.String()
	}
	if r.End() != nil || !v.is(of) {
		return nil
	}
	return lines
}

// is reports whether a state is that of the view.
func (v *View) is(state []string) bool {
	whole := v.State(true)
	return slices.Equal(state, whole) || len(state) > len(whole) && slices.Equal(state, v.State(false))
}

// keptDisputes are the disputes of a state, by the path of the note.
type keptDisputes struct {
	Of       []string             `json:"of"`
	Disputes map[string][]Dispute `json:"disputes"`
}

// KeepDisputes keeps what contradicts what, by path, as it was judged of a state.
func (v *View) KeepDisputes(state []string, of map[string][]Dispute) {
	disputesFormat.SaveJSON(v.keptFile("disputes"), maxDoubts, keptDisputes{state, of})
}

// KeptDisputes returns what was kept of just this state, nil for nothing.
func (v *View) KeptDisputes() map[string][]Dispute {
	var k keptDisputes
	if disputesFormat.LoadJSON(v.keptFile("disputes"), maxDoubts, &k) != nil || !v.is(k.Of) {
		return nil
	}
	return k.Disputes
}

// keptFile is one for each clone: what was kept of another state is overwritten.
func (v *View) keptFile(name string) string { return filepath.Join(v.Repo.StateDir(), "index", name) }

// Reservations say why a note may not hold, by what it says itself and by what replaces it. shown
// writes a path.
func Reservations(rec *index.NoteRecord, now time.Time, shown func(path string) string) []string {
	var out []string
	switch {
	case rec.SupersededBy != "":
		out = append(out, "superseded by "+shown(rec.SupersededBy))
	case rec.Inactive != "":
		out = append(out, "does not hold: "+rec.Inactive)
	case (rec.Status == "proposed" || rec.Status == "draft") && rec.Standing != markdown.InForce:
		out = append(out, "not agreed yet: "+rec.Status)
	case rec.Standing != markdown.InForce:
		out = append(out, rec.Standing.String())
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
