package validate

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

var day = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// repository holds the files as its work tree; nothing is committed.
type repository struct {
	*gittest.Repo
	repo *kb.Repo
}

func newRepository(t *testing.T, files map[string]string) *repository {
	t.Helper()
	r := &repository{Repo: gittest.New(t)}
	var err error
	if r.repo, err = kb.Open(context.Background(), r.Dir); err != nil {
		t.Fatal(err)
	}
	r.Change(files)
	return r
}

// findings judges the work tree against HEAD, or all of it where nothing was committed.
func (r *repository) findings() []string {
	r.T.Helper()
	ctx := context.Background()
	scan, err := r.repo.Scan(ctx)
	if err != nil {
		r.T.Fatal(err)
	}
	after, err := r.repo.WorkTree(ctx, scan, nil)
	if err != nil {
		r.T.Fatal(err)
	}
	before := &kb.Tree{Config: &kb.Config{}}
	if after.Commit != "" {
		if before, err = r.repo.TreeAt(ctx, after.Commit); err != nil {
			r.T.Fatal(err)
		}
	}
	found, err := Findings(ctx, r.repo, before, after, Options{Day: day})
	if err != nil {
		r.T.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, string(f.Severity)+" "+f.Rule+" "+f.Path+": "+f.Message)
	}
	return out
}

const (
	twelve = "# Sessions\n\nUser sessions expire after 12 hours.\n"
	thirty = "# Limits\n\nUser sessions expire after 30 minutes.\n"
)

// TestFindingsOfAChange commits the first files, makes the change, and tells what is found.
func TestFindingsOfAChange(t *testing.T) {
	deltas := func(verb, heading string) string {
		return "## " + verb + " Requirements\n\n### Requirement: " + heading +
			"\n\nSessions SHALL expire after 30 minutes.\n\n#### Scenario: Idle\n\n- **WHEN** idle\n- **THEN** it ends\n"
	}
	spec := "## Requirements\n\n### Requirement: Expiry\n\nSessions SHALL expire after 12 hours.\n"
	cases := []struct {
		name          string
		before, after map[string]string
		want          []string // beginnings, in order
	}{
		{"a contradiction", map[string]string{"a.md": twelve}, map[string]string{"b.md": thirty}, []string{"error contradiction b.md"}},
		{
			"one that stood before",
			map[string]string{"a.md": twelve, "b.md": thirty},
			map[string]string{"b.md": thirty + "\nThe build is green.\n"},
			nil,
		},
		{"one that was renamed", map[string]string{"a.md": twelve, "b.md": thirty}, map[string]string{"b.md": "", "c.md": thirty}, nil},
		{
			"an edit of one's own words",
			map[string]string{"a.md": twelve},
			map[string]string{"a.md": strings.Replace(twelve, "12 hours", "9 hours", 1)},
			nil,
		},
		{
			"within one new note",
			map[string]string{"x.md": "# X\n"},
			map[string]string{
				"a.md": "# A\n\n## One\n\nUser sessions expire after 12 hours.\n\n## Two\n\nUser sessions expire after 30 minutes.\n",
			},
			[]string{"warning contradiction a.md"},
		},
		{
			"of a superseded note",
			map[string]string{"a.md": twelve},
			map[string]string{"b.md": "---\nrelations: [{type: supersedes, target: a}]\n---\n" + thirty},
			nil,
		},
		{"of a rejected note", map[string]string{"a.md": twelve}, map[string]string{"b.md": "---\nstatus: rejected\n---\n" + thirty}, nil},
		{
			"that a status brings back",
			map[string]string{"a.md": twelve, "b.md": "---\nstatus: archived\n---\n" + thirty},
			map[string]string{"b.md": "---\n---\n" + thirty},
			[]string{"error contradiction b.md"},
		},
		{
			"that the end of a supersession brings back",
			map[string]string{"a.md": twelve, "b.md": "---\nrelations: [{type: supersedes, target: a}]\n---\n" + thirty},
			map[string]string{"b.md": "---\n---\n" + thirty},
			[]string{"error contradiction"},
		},
		{
			"of two proposals",
			map[string]string{"a.md": "---\nstatus: proposed\n---\n" + twelve},
			map[string]string{"b.md": "---\nstatus: draft\n---\n" + thirty},
			[]string{"warning contradiction b.md"},
		},
		{
			"of a delta with what it modifies",
			map[string]string{"openspec/specs/auth/spec.md": spec},
			map[string]string{"openspec/changes/short/specs/auth/spec.md": deltas("MODIFIED", "Expiry")},
			nil,
		},
		{
			"of a delta that adds",
			map[string]string{"openspec/specs/auth/spec.md": spec},
			map[string]string{"openspec/changes/short/specs/auth/spec.md": deltas("ADDED", "Limits")},
			[]string{"error contradiction"},
		},
		{
			"in a template",
			map[string]string{"docs/adr/0001-sessions.md": twelve},
			map[string]string{"docs/adr/0000-template.md": thirty},
			nil,
		},
		{
			"in minutes",
			map[string]string{"a.md": twelve},
			map[string]string{"meetings/weekly.md": thirty, "log/2026-05-04.md": thirty},
			nil,
		},
		{"in a changelog", map[string]string{"a.md": twelve}, map[string]string{"CHANGELOG.md": thirty}, nil},
		{
			"a threshold by path",
			map[string]string{"a.md": twelve, ".memory/kb.yaml": "rules:\n  - {rule: contradiction, severity: 'off', paths: [drafts/]}\n"},
			map[string]string{"drafts/b.md": thirty},
			nil,
		},
		{
			"a rule that there is none of",
			map[string]string{"a.md": twelve},
			map[string]string{".memory/kb.yaml": "rules:\n  - {rule: contradictions, severity: info}\n"},
			[]string{"warning configuration .memory/kb.yaml"},
		},
		{
			"a link to nothing",
			map[string]string{"a.md": "# A\n"},
			map[string]string{"a.md": "# A\n\nSee [b](b.md) and [b](b.md).\n"},
			[]string{"warning broken-link a.md"},
		},
		{
			"a link that was broken before",
			map[string]string{"a.md": "# A\n\nSee [b](b.md).\n"},
			map[string]string{"a.md": "# A\n\nReally, see [b](b.md).\n"},
			nil,
		},
		{
			"a link that another note breaks",
			map[string]string{"a.md": "# A\n\nSee [b](b.md).\n", "b.md": "# B\n"},
			map[string]string{"b.md": ""},
			[]string{"warning broken-link a.md: link to \"b.md\" breaks: b.md goes"},
		},
		{
			"a link that a new note makes ambiguous",
			map[string]string{"a.md": "# A\n\nSee [[b]].\n", "x/b.md": "# B\n"},
			map[string]string{"y/b.md": "# Other\n"},
			[]string{"warning ambiguous-link a.md"},
		},
		{
			"a copy",
			map[string]string{
				"a.md": "# A\n\nThe gateway retries uploads.\n\nThe gateway logs failures.\n\nThe gateway drops duplicates.\n",
			},
			map[string]string{
				"b.md": "# B\n\nThe gateway retries uploads.\n\nThe gateway logs failures.\n\nThe gateway drops duplicates.\n",
			},
			[]string{"warning near-duplicate b.md"},
		},
		{
			"the commands of a page, said in another language",
			map[string]string{
				"en/tar.md": "# tar\n\nArchive a folder:\n\n`tar --create --file archive.tar folder`\n\n" +
					"List what an archive holds:\n\n`tar --list --file archive.tar`\n",
			},
			map[string]string{
				"de/tar.md": "# tar\n\nEinen Ordner archivieren:\n\n`tar --create --file archive.tar folder`\n\n" +
					"Auflisten:\n\n`tar --list --file archive.tar`\n",
			},
			nil,
		},
		{
			"a copied id",
			map[string]string{"a.md": "---\nid: one\n---\n# A\n"},
			map[string]string{"b.md": "---\nid: ONE\n---\n# B\n"},
			[]string{"error duplicate-id b.md"},
		},
		{"a circle", map[string]string{"a.md": "---\nrelations: [{type: supersedes, target: b}]\n---\n# A\n", "b.md": "# B\n"},
			map[string]string{
				"b.md": "---\nrelations: [{type: supersedes, target: a}]\n---\n# B\n",
			}, []string{"error supersedes-cycle b.md"}},
		{
			"a status that disagrees",
			map[string]string{"a.md": "---\nstatus: accepted\n---\n# A\n"},
			map[string]string{"b.md": "---\nrelations: [{type: supersedes, target: a}]\n---\n# B\n"},
			[]string{"warning status a.md"},
		},
		{
			"front matter that went",
			map[string]string{
				"held.md":            "---\nid: one\nstatus: superseded\n---\n\n# A\n",
				"named.md":           "---\ntitle: B\ntags: [b]\nsidebar_position: 2\n---\n# B\n",
				"body.md":            "# C\n\nStatus: accepted\n",
				"docs/adr/0001-d.md": "---\nstatus: accepted\n---\n# D\n",
				"empty.md":           "---\nstatus: accepted\n---\n# E\n",
				"less.md":            "---\nstatus: accepted\ntitle: F\n---\n# F\n",
				"more.md":            "---\nrelations: [{type: leads_to, target: less}]\n---\n# G\n",
			},
			map[string]string{
				"held.md":            "______\n\n## id: one status: superseded\n\n# A\n",
				"named.md":           "# B\n",
				"body.md":            "# C\n",
				"docs/adr/0001-d.md": "# D\n\n## Status\n\nAccepted\n",
				"empty.md":           "---\n---\n# E\n",
				"less.md":            "---\ntitle: F\n---\n# F\n",
				"more.md":            "<!-- seen -->\n---\nrelations: [{type: leads_to, target: less}]\n---\n# G\n",
			},
			[]string{"error front-matter-lost held.md", "error front-matter-lost more.md"},
		},
		{
			"markers",
			map[string]string{"a.md": "# A\n"},
			map[string]string{"a.md": "# A\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n"},
			[]string{"error conflict-marker a.md"},
		},
		{
			"markers that are shown",
			map[string]string{"a.md": "# A\n"},
			map[string]string{"a.md": "# A\n```\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n```\n"},
			nil,
		},
		{
			"a secret",
			map[string]string{"a.md": "# A\n"},
			map[string]string{"a.md": "# A\n\npassword = \"" + "hunter2" + "hunter2\"\n"},
			[]string{"error secret a.md"},
		},
		{
			"a secret that stood before",
			map[string]string{"a.md": "# A\n\npassword = \"" + "hunter2" + "hunter2\"\n"},
			map[string]string{"a.md": "# B\n\nMore.\n\npassword = \"" + "hunter2" + "hunter2\"\n"},
			nil,
		},
		{
			"a wrong value",
			map[string]string{"a.md": "# A\n"},
			map[string]string{".memory/memories/a.md": "---\nconfidence: 7\n---\n# A\n"},
			[]string{"error schema .memory/memories/a.md"},
		},
		{
			"a wrong value that stood before",
			map[string]string{".memory/memories/a.md": "---\nconfidence: 7\n---\n# A\n"},
			map[string]string{".memory/memories/a.md": "---\ntitle: B\nconfidence: 7\n---\n# A\n"},
			nil,
		},
		{
			"a long note that was long",
			map[string]string{"a.md": "# A\n\n" + strings.Repeat("The quick fox. ", 15000) + "\n"},
			map[string]string{"a.md": "# A\n\n" + strings.Repeat("The quick fox. ", 15001) + "\n"},
			nil,
		},
		{
			"a long note",
			map[string]string{"a.md": "# A\n"},
			map[string]string{"a.md": "# A\n\n" + strings.Repeat("The quick fox. ", 15000) + "\n"},
			[]string{"warning large-note a.md"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := newRepository(t, c.before)
			r.Commit("change")
			r.Change(c.after)
			found := r.findings()
			ok := len(found) == len(c.want)
			for i := range c.want {
				ok = ok && strings.HasPrefix(found[i], c.want[i])
			}
			if !ok {
				t.Errorf("found %q, expected %q", found, c.want)
			}
		})
	}
}

// TestFindingsInOneGo finds for a first commit what it finds when the notes come one after another.
func TestFindingsInOneGo(t *testing.T) {
	files := map[string]string{"a.md": twelve, "b.md": thirty, "c.md": "# C\n\nThe gateway retries uploads.\n"}
	at := newRepository(t, files).findings()
	if !slices.ContainsFunc(at, func(f string) bool { return strings.HasPrefix(f, "error contradiction") }) {
		t.Errorf("found %q in one go", at)
	}
}

func FuzzWaivers(f *testing.F) {
	f.Add([]byte("waivers:\n  - finding: abc\n    statements: [a, b]\n    reason: because\n    until: 2026-01-01\n"))
	f.Add([]byte("waivers: {}\n"))
	f.Add([]byte("- &a [*a]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := parseWaivers(data, nil)
		for i := range w.List {
			if w.List[i].Reason == "" {
				t.Error("a waiver without a reason")
			}
		}
	})
}
