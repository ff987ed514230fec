package kb

import (
	"testing"
	"time"
)

func TestInactiveOn(t *testing.T) {
	by := func(path, status, from, until string) *Note {
		return &Note{Path: path, Status: status, ValidFrom: from, ValidUntil: until}
	}
	for _, test := range []struct {
		name    string
		note    Note
		by      []*Note
		why, as string
	}{
		{"nobody", Note{}, nil, "", ""},
		{"in force", Note{}, []*Note{by("b.md", "accepted", "", "")}, "superseded", "b.md"},
		{"the first in force", Note{}, []*Note{by("b.md", "", "2026-06-01", ""), by("c.md", "", "", ""), by("d.md", "", "", "")},
			"superseded", "c.md"},
		{"only proposed", Note{}, []*Note{by("b.md", "proposed", "", "")}, "", ""},
		{"given up", Note{}, []*Note{by("b.md", "rejected", "", "")}, "", ""},
		{"superseded itself", Note{}, []*Note{by("b.md", "superseded", "", "")}, "superseded", "b.md"},
		{"itself", Note{Path: "b.md"}, []*Note{by("b.md", "", "", "")}, "", ""},
		{"begins later", Note{}, []*Note{by("b.md", "", "2026-05-05", "")}, "", ""},
		{"begins today", Note{}, []*Note{by("b.md", "", "2026-05-04", "")}, "superseded", "b.md"},
		{"has ended", Note{}, []*Note{by("b.md", "", "", "2026-05-03")}, "", ""},
		{"by status, begins later", Note{Status: "superseded"}, []*Note{by("b.md", "", "2026-05-05", "")}, "", ""},
		{"by status, one begins later", Note{Status: "superseded"},
			[]*Note{by("b.md", "", "2026-05-05", ""), by("c.md", "", "", "2026-01-01")}, "superseded", ""},
		{"by status alone", Note{Status: "superseded"}, nil, "superseded", ""},
		{"rejected all the same", Note{Status: "rejected"}, []*Note{by("b.md", "", "2026-05-05", "")}, "rejected", ""},
	} {
		why, as := InactiveOn(&test.note, test.by, time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC))
		if why != test.why || as != test.as {
			t.Errorf("%s: %q by %q, want %q by %q", test.name, why, as, test.why, test.as)
		}
	}
}

// A note stands by why it does not hold, else by where it lies, else by its status.
func TestStandingOfNotes(t *testing.T) {
	for path, want := range map[string]string{
		"docs/a.md": "in force", "docs/archive/a.md": "history", "docs/_archive/a.md": "history", "Attic/a.md": "history",
		"docs/legacy/api/a.md": "history", "docs/archiving/a.md": "in force", "CHANGELOG.md": "history", "docs/changelog-2.md": "history",
		"docs/release-notes/1.0.md": "history", "docs/meetings/a.md": "history", "docs/minutes-of-arc.md": "in force",
		"docs/meeting minutes of may.md": "history", "backlog/completed/a.md": "history", "backlog/tasks/a.md": "in force",
		".planning/phases/01-a/01-01-PLAN.md": "history", ".planning/ROADMAP.md": "in force", "docs/01-02-SUMMARY.md": "history",
		"docs/test-plan.md": "in force", "docs/executive-SUMMARY.md": "in force", "docs/phases/a.md": "in force",
		"openspec/changes/x/proposal.md": "proposed", "openspec/changes/x/specs/auth/spec.md": "proposed",
		"openspec/changes/archive/2026-x/specs/auth/spec.md": "history", "openspec/specs/auth/spec.md": "in force",
		"docs/changes/v2.md": "in force", "changes/x/specs/auth/spec.md": "proposed", "backlog/drafts/a.md": "proposed",
		".github/ISSUE_TEMPLATE/bug.md": "example", ".github/PULL_REQUEST_TEMPLATE.md": "example", "docs/adr/adr-template.md": "example",
		"tool/templates/a.md": "example", "docs/templates/overview.md": "in force", "a/testdata/a.md": "example",
		"vendor/x/README.md": "example", "third_party/a.md": "example", "tests/README.md": "in force",
	} {
		if got := (&Note{Path: path, Kind: "doc"}).Standing("", ""); got.String() != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	for _, c := range []struct {
		note     Note
		inactive string
		want     string
	}{
		{Note{Status: "rejected"}, "withdrawn", "not chosen"}, {Note{Status: "superseded"}, "superseded", "history"},
		{Note{Status: "accepted"}, "expired", "history"}, {Note{Status: "accepted"}, "not yet valid", "proposed"},
		{Note{Status: "draft"}, "", "proposed"}, {Note{Status: "proposed"}, "", "proposed"}, {Note{Status: "accepted"}, "", "in force"},
		{Note{Kind: "doc", RawStatus: "Done"}, "", "history"}, {Note{Kind: "doc", RawStatus: "In Progress"}, "", "proposed"},
		{Note{Kind: "decision", RawStatus: "Done"}, "", "in force"}, {Note{Kind: "doc", RawStatus: "odd"}, "", "in force"},
	} {
		c.note.Path = "docs/a.md"
		if got := c.note.Standing(c.inactive, ""); got.String() != c.want {
			t.Errorf("%+v, %q: %s", c.note, c.inactive, got)
		}
	}
}

// In a record "#12" is the record of that number of its own log; elsewhere, and where the log has none, a ticket.
func TestNumberOfTheSameLog(t *testing.T) {
	r := NewResolver([]Name{{Path: "adr/0003-tea.md"}, {Path: "adr/0012-coffee.md"}, {Path: "docs/a.md"}, {Path: "rfc/0001-x.md"}})
	for _, c := range []struct{ from, target, want string }{
		{"adr/0003-tea.md", "#12", "adr/0012-coffee.md"}, {"adr/0003-tea.md", "#0012", "adr/0012-coffee.md"},
		{"adr/0003-tea.md", "#3", ""}, {"adr/0003-tea.md", "#1", ""}, {"docs/a.md", "#12", ""}, {"rfc/0001-x.md", "#12", ""},
	} {
		if res := r.Relation(c.from, c.target); res.Path != c.want || c.want == "" && !res.External {
			t.Errorf("%s in %s: %+v", c.target, c.from, res)
		}
	}
}
