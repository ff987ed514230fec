package upkeep

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/usage"
)

func noon() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }

// memory is a note of the category tea; those of two numbers have no words in common.
func memory(front string, n int) string {
	front = "---\nkind: memory\ntype: fact\ncategory: tea\n" + front
	return fmt.Sprintf("%s---\n# Matter %d\n\nThe kettle%d of house%d boils water%d for cup%d.\n", front, n, n, n, n, n)
}

// due does what is due with a setting, of a repository whose use was recorded for so many days.
func due(t *testing.T, r *gittest.Repo, setting string, days int) *Report {
	t.Helper()
	r.Write(".memory/kb.yaml", setting+"\n")
	r.Commit("Set", gittest.Date("2026-03-31T10:00:00Z")...)
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	d, err := desk.Open(t.Context(), repo, desk.Options{Now: noon, Config: config, Patient: true}, true)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(nil)
	record := usage.NewRecorder(repo.StateDir(), func(m string) { t.Error(m) })
	record.Read(usage.Read{At: noon().AddDate(0, 0, -days), Source: "cli", Session: "s", Note: usage.Note{Path: "notes/once.md"}})
	record.Read(usage.Read{At: noon().AddDate(0, 0, -20), Source: "cli", Session: "s", Note: usage.Note{Path: "notes/lately.md"}})
	record.Close()
	out, err := Do(t.Context(), d, Request{Set: "monthly", DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// job is the paths of a job's points.
func job(out *Report, name string) string {
	for _, j := range slices.Concat(out.Jobs, out.Look) {
		if j.Name == name {
			var paths []string
			for _, p := range j.Items {
				paths = append(paths, strings.TrimSuffix(strings.TrimPrefix(p.Path, "notes/"), ".md"))
			}
			return strings.Join(paths, " ")
		}
	}
	return ""
}

// Nothing is archived or folded that somebody read, or of which it is not known; each time can be set.
func TestOldNotes(t *testing.T) {
	r := gittest.New(t)
	r.Write("notes/once.md", memory("", 1), "notes/lately.md", memory("", 2), "notes/never.md", memory("verified: 2025-06-01\n", 3),
		"notes/pinned.md", memory("pinned: true\n", 4), "notes/doc.md",
		"---\ncategory: tea\n---\n# Doc\n\nThe lid rattles when steam escapes quickly.\n",
		".memory/categories/tea.md", "---\nkind: summary\ntitle: Tea\n---\n# Tea\n\n<!-- kb:evolve:begin -->\n<!-- kb:evolve:end -->\n")
	r.Commit("Begin", gittest.Date("2025-07-01T10:00:00Z")...)
	r.Write("notes/late.md", memory("", 5))
	r.Commit("Go on", gittest.Date("2026-03-10T10:00:00Z")...)
	for _, c := range []struct {
		name, setting           string
		days                    int
		unread, summary, verify string
		unknown                 int
	}{
		{"use of a month", "", 40, "", ".memory/categories/tea.md", "", 1},
		{"as shipped", "", 200, "doc", ".memory/categories/tea.md", "", 0},
		{"a longer time", "upkeep: {archive_days: 300}", 400, "", ".memory/categories/tea.md", "", 0},
		{"folded later", "upkeep: {fold_days: 300}", 400, "doc", "", "", 0},
		{"never folded", "upkeep: {fold_reads: 1, fold_days: 300}", 400, "doc", "", "", 0},
		{"every note is new", "upkeep: {newer: 1, fold_days: 300}", 400, "doc", ".memory/categories/tea.md", "", 0},
		{"verified each quarter", "upkeep: {verify_days: 90, fold_days: 300}", 400, "doc", "", "never", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := due(t, r, c.setting, c.days)
			if got := job(out, "unread"); !strings.Contains(" "+got+" ", " "+c.unread+" ") || c.unread == "" && got != "" {
				t.Errorf("unread: %q, want %q", got, c.unread)
			}
			for name, want := range map[string]string{"summaries": c.summary, "verify": c.verify} {
				if got := job(out, name); got != strings.TrimSuffix(want, ".md") {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if len(out.Unknown) != c.unknown {
				t.Errorf("unknown: %q", out.Unknown)
			}
		})
	}
}

// A summary that an open branch has is not made again of the same notes, however the days go by; it is
// when a note has changed or runs out, and when its branch is gone.
func TestSummariesAreMadeOnce(t *testing.T) {
	r := gittest.New(t)
	r.Write("notes/a.md", memory("", 1), "notes/b.md", memory("valid_until: 2026-05-01\n", 2),
		".memory/categories/tea.md", "---\nkind: summary\ntitle: Tea\n---\n# Tea\n", ".memory/kb.yaml", "upkeep: {newer: 1}\n")
	r.Commit("Begin", gittest.Date("2026-03-30T10:00:00Z")...)
	made := func(at time.Time) (jobs int, settled bool) {
		t.Helper()
		repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
		if err != nil {
			t.Fatal(err)
		}
		config := &userconfig.Config{}
		config.Models.Embed.Provider = "none"
		d, err := desk.Open(t.Context(), repo, desk.Options{Now: func() time.Time { return at }, Config: config, Patient: true}, true)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close(nil)
		out, err := Do(t.Context(), d, Request{Set: "weekly"})
		if err != nil {
			t.Fatal(err)
		}
		return len(out.Jobs), out.settled
	}
	for _, c := range []struct {
		name    string
		before  func()
		at      time.Time
		jobs    int
		settled bool
	}{
		{"first", func() {}, noon(), 1, false},
		{"again", func() {}, noon(), 0, true},
		{"a week later", func() {}, noon().AddDate(0, 0, 7), 0, true},
		{"a note has run out", func() {}, noon().AddDate(0, 2, 0), 1, false},
		{"a new note", func() {
			r.Write("notes/c.md", memory("", 3))
			r.Commit("Go on", gittest.Date("2026-06-02T10:00:00Z")...)
		}, noon().AddDate(0, 2, 0), 1, false},
		{"and again", func() {}, noon().AddDate(0, 2, 0), 0, true},
		{"without its branch", func() {
			for _, name := range strings.Fields(r.Git("for-each-ref", "--format=%(refname:short)", "refs/heads/kb/")) {
				r.Git("branch", "-D", name)
			}
		}, noon().AddDate(0, 2, 0), 1, false},
	} {
		c.before()
		if jobs, settled := made(c.at); jobs != c.jobs || settled != c.settled {
			t.Errorf("%s: %d jobs, settled %v", c.name, jobs, settled)
		}
	}
}
