package past

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/revision"
)

func TestChangeInALine(t *testing.T) {
	section := func(ops ...revision.Op) revision.Section {
		var s revision.Section
		for _, op := range ops {
			s.Passages = append(s.Passages, revision.Passage{Op: op})
		}
		return s
	}
	for _, tt := range []struct {
		entry desk.LogEntry
		want  string
	}{
		{desk.LogEntry{Status: walk.Deleted}, "  deleted"},
		{desk.LogEntry{Status: walk.Renamed}, "  renamed"},
		{desk.LogEntry{Diff: &revision.Diff{
			Sections: []revision.Section{
				section(revision.Added, revision.Added, revision.Removed),
				section(revision.Changed, revision.Moved, revision.Equal),
			},
			Fields: []revision.Field{{Op: revision.Changed}},
		}}, "  +2  -1  ~2  >1"},
		{desk.LogEntry{Diff: &revision.Diff{}}, ""},
	} {
		if got := changeSummary(&tt.entry); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
