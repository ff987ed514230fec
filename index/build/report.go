package build

import (
	"time"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// Report counts what an update did.
type Report struct {
	Added     int                `json:"added"`
	Changed   int                `json:"changed"`
	Removed   int                `json:"removed"`
	Unchanged int                `json:"unchanged"`
	Notes     int                `json:"notes"`
	Chunks    int                `json:"chunks"`
	Links     int                `json:"links"` // that name a note, or should
	Read      int                `json:"files_read"`
	Parsed    int                `json:"files_parsed"`
	Embedded  int                `json:"chunks_embedded"`
	Seconds   map[string]float64 `json:"seconds"` // by stage
	Skipped   []kb.Skip          `json:"skipped"`
	Problems  []Problem          `json:"problems"`          // in the files that were read, and in the repository's configuration
	Rebuilt   string             `json:"rebuilt,omitempty"` // why the index was built anew
	Model     string             `json:"model,omitempty"`
	Moves     []Move             `json:"-"` // notes that were renamed and not edited
}

// Problem is something wrong with a file that did not keep the rest of it from being read.
type Problem struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Message string `json:"message"`
}

// maxProblems bounds the problems of a report.
const maxProblems = 1000

// addProblems takes in the problems of one file. What comes after maxProblems is dropped.
func (r *Report) addProblems(path string, problems []markdown.Problem) {
	for _, p := range problems[:min(len(problems), maxProblems-min(len(r.Problems), maxProblems))] {
		r.Problems = append(r.Problems, Problem{path, p.Line, p.Col, p.Message})
	}
}

// newReport has empty lists, not nil ones: in JSON they are [] and not null.
func newReport() *Report {
	return &Report{Seconds: map[string]float64{}, Skipped: []kb.Skip{}, Problems: []Problem{}}
}

// stage adds to the time of a stage, which may come in several parts.
func (r *Report) stage(name string, d time.Duration) { r.Seconds[name] += d.Seconds() }

// time starts the clock of a stage; the returned function stops it.
func (r *Report) time(stage string) func() {
	started := time.Now()
	return func() { r.stage(stage, time.Since(started)) }
}

// reportOf is the report of an update that found nothing to do.
func reportOf(s *store.State) *Report {
	r := newReport()
	r.Unchanged, r.Notes, r.Chunks, r.Links, r.Model = s.Notes, s.Notes, s.Chunks, s.Links, s.Model
	r.Skipped = append(r.Skipped, s.Skipped...)
	return r
}
