package warm

import (
	"time"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/dispute"
	"github.com/9aea2451/kb/kb/validate"
)

// Doubt is what speaks against lines of a note.
type Doubt struct {
	Stale    string            // why the note may no longer be true, "" where nothing says so
	Disputes []dispute.Dispute // what contradicts the lines
	Whole    bool              // all is known; else the repository is still being read
}

// Doubt returns what is known by now to speak against lines of a note, 1-based and inclusive. It
// waits for nothing; a view of the past has no doubts.
func (v *View) Doubt(path string, start, end int) Doubt {
	if v.At.Commit != "" {
		return Doubt{Whole: true}
	}
	var out Doubt
	statements, stale := v.Statements(), v.doubt()
	if stale.ready() {
		out.Stale = stale.lines[path]
	}
	found, current := v.Keeper.disputes.about(v, statements, path, start, end)
	out.Disputes, out.Whole = found, current && stale.ready()
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
