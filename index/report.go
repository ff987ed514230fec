package index

import (
	"time"

	"github.com/9aea2451/kb/kb"
)

// Report counts what an update did.
type Report struct {
	Added     int                `json:"added"`
	Changed   int                `json:"changed"`
	Removed   int                `json:"removed"`
	Unchanged int                `json:"unchanged"`
	Notes     int                `json:"notes"`
	Chunks    int                `json:"chunks"`
	Links     int                `json:"links"`
	Read      int                `json:"files_read"`
	Parsed    int                `json:"files_parsed"`
	Embedded  int                `json:"chunks_embedded"`
	Seconds   map[string]float64 `json:"seconds"` // by stage
	Skipped   []kb.Skip          `json:"skipped"`
	Rebuilt   string             `json:"rebuilt,omitempty"` // why the index was built anew
	Model     string             `json:"model,omitempty"`
}

func newReport() *Report { return &Report{Seconds: map[string]float64{}, Skipped: []kb.Skip{}} }

func (r *Report) stage(name string, d time.Duration) { r.Seconds[name] += d.Seconds() }

// time starts the clock of a stage; the returned function stops it.
func (r *Report) time(stage string) func() {
	started := time.Now()
	return func() { r.stage(stage, time.Since(started)) }
}
