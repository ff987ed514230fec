package warm

import (
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/validate"
)

// Doubt is what speaks against lines of a note.
type Doubt struct {
	Stale    string         // why the note may no longer be true, "" where nothing says so
	Disputes []desk.Dispute // what contradicts the lines
	Whole    bool           // all is judged; else there may be more
}

// Doubt returns what is known by now to speak against lines of a note, 1-based and inclusive. It
// waits for nothing; a view of the past has no doubts.
func (v *View) Doubt(path string, start, end int) Doubt {
	if v.At.Commit != "" {
		return Doubt{Whole: true}
	}
	var out Doubt
	d := v.doubt()
	stale := isClosed(d.loaded)
	if stale {
		out.Stale = d.lines[path]
	}
	out.Whole = stale && isClosed(d.judged)
	out.Disputes = v.Keeper.disputes.about(v, path, start, end)
	return out
}

// Check compares statements with those of the view, as of a day: without what a note itself says,
// where one is named. The statements must have been waited for.
func (v *View) Check(s *Statements, note string, day time.Time, parsed []*read.Parsed) []validate.Said {
	return v.Keeper.checks.against(s, note, day).Check(parsed)
}

// Nearest tells of the statements of the view that have most in common with some, as Check compares them.
func (v *View) Nearest(s *Statements, note string, day time.Time, parsed []*read.Parsed) []validate.Place {
	return v.Keeper.checks.against(s, note, day).Nearest(parsed)
}
