package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// TestConcernedNotes tells which notes speak of the code that a change touches and are not changed by it,
// with their owners.
func TestConcernedNotes(t *testing.T) {
	t.Parallel()
	r := newRepository(t, map[string]string{
		"go.mod": "module example.org/shop\n", "CODEOWNERS": "docs/ @docs\n",
		"pay/pay.go": "package pay\n\n// Charge takes the money.\nfunc Charge() int { return 1 }\n\n// Refund gives it " +
			"back.\nfunc Refund() int { return 2 }\n",
		"mail/mail.go":    "package mail\n\n// Send sends.\nfunc Send() int { return 1 }\n",
		"docs/charge.md":  "---\nfiles: [pay/pay.go#Charge]\n---\n# Charging\n\nA card is charged once.\n",
		"docs/pay.md":     "---\nfiles: [pay/pay.go]\n---\n# Paying\n\nMoney moves.\n",
		"docs/mail.md":    "---\nfiles: [mail/mail.go]\n---\n# Mail\n\nA mail is sent.\n",
		"docs/old.md":     "---\nstatus: archived\nfiles: [pay/pay.go]\n---\n# Old\n\nMoney moved.\n",
		"docs/touched.md": "---\nfiles: [pay/pay.go]\n---\n# Touched\n\nMoney goes.\n",
	})
	r.branch("change", "main", map[string]string{
		"pay/pay.go": "package pay\n\n// Charge takes the money.\nfunc Charge() int { return 7 }\n\n// Refund gives it " +
			"back.\nfunc Refund() int { return 2 }\n",
		"docs/touched.md": "---\nfiles: [pay/pay.go]\n---\n# Touched\n\nMoney goes away.\n",
	})
	code := t.TempDir()
	got := r.review("main..change", func(o *Options) { o.Code = code }).Concerns
	if got == nil {
		t.Fatal("nothing is said of the code")
	}
	var notes []string
	for _, n := range got.Notes {
		notes = append(notes, n.Path+" "+strings.Join(n.Owners, ","))
	}
	slices.Sort(notes)
	same(t, "notes", notes, "docs/charge.md @docs", "docs/pay.md @docs")
	if got.Files != 1 || got.Symbols != 1 || got.Total != 2 {
		t.Errorf("%d files, %d symbols, %d notes", got.Files, got.Symbols, got.Total)
	}
	if r.review("main..change").Concerns != nil {
		t.Error("the code is looked at without a folder for what is read of it")
	}
	r.branch("notes", "main", map[string]string{"docs/mail.md": "# Mail\n\nA letter is sent.\n"})
	if got := r.review("main..notes", func(o *Options) { o.Code = code }).Concerns; got != nil {
		t.Errorf("a change of notes alone concerns %+v", got)
	}
}

// TestDisputes tells which notes a change says are disputed, by whom, and who should settle it.
func TestDisputes(t *testing.T) {
	t.Parallel()
	disputes := func(targets ...string) string {
		var list []string
		for _, to := range targets {
			list = append(list, "{type: disputes, target: "+to+"}")
		}
		return "---\nrelations: [" + strings.Join(list, ", ") + "]\n---\n# D\n\nText.\n"
	}
	r := newRepository(t, map[string]string{
		"a.md": "# A\n\nOne.\n", "b.md": "# B\n\nTwo.\n", "c.md": "---\ndisputed: true\n---\n# C\n\nThree.\n",
		"d.md": disputes("a.md"), "e.md": "# E\n\nFive.\n",
		"CODEOWNERS": "b.md @bo\n",
	})
	r.branch("change", "main", map[string]string{
		"c.md": "---\ndisputed: true\n---\n# C\n\nThree and more.\n", "d.md": disputes("a.md", "b.md", "none.md"),
		"e.md": "---\ndisputed: true\n---\n# E\n\nFive.\n", "f.md": "---\ndisputed: true\n---\n# F\n\nSix.\n",
	})
	var got []string
	for _, f := range r.review("main..change").Findings {
		if f.Rule == disputeRule().Name {
			got = append(got, fmt.Sprintf("%s: %s (%s)", f.Path, f.Message, f.Suggestion))
		}
	}
	slices.Sort(got)
	const settle = "settle it: change the note, supersede it, or take the mark away"
	same(t, "disputes", got, "d.md: d.md disputes b.md ("+settle+"; its stewards: @bo)", "e.md: e.md is marked as disputed ("+settle+")",
		"f.md: f.md is marked as disputed ("+settle+")")
}

// TestStewardsOfDisputes lists the notes of a steward in one order.
func TestStewardsOfDisputes(t *testing.T) {
	t.Parallel()
	notes, targets := map[string]string{"CODEOWNERS": "* @bo\n"}, []string{}
	for _, name := range strings.Split("abcdefgh", "") {
		notes[name+".md"] = "# " + name + "\n\nText.\n"
		targets = append(targets, "{type: disputes, target: "+name+".md}")
	}
	r := newRepository(t, notes)
	r.branch("change", "main",
		map[string]string{"z.md": "---\nrelations: [" + strings.Join(targets, ", ") + "]\n---\n# Z\n\nNo.\n"})
	got := r.review("main..change").Reviewers
	want := "z.md a.md b.md c.md d.md e.md f.md g.md h.md"
	if len(got) != 1 || strings.Join(got[0].Notes, " ") != want {
		t.Errorf("%+v, want %s", got, want)
	}
}

// TestWeightOfStatements warns of a rule that goes or asks for something else, not of one that is put in
// other words, nor of what gives reasons.
func TestWeightOfStatements(t *testing.T) {
	for _, tt := range []struct{ before, after, want string }{
		{"- Clients MUST retry.", "- Clients SHOULD retry.", "warning changed force"},
		{"- Clients MUST retry 3 times.", "- Clients MUST retry 5 times.", "warning changed value"},
		{"- Clients MUST retry.", "- Clients MUST NOT retry.", "warning changed polarity"},
		{"- Clients MUST retry uploads at night.", "", "warning removed "},
		{"", "- Clients MUST retry uploads at night.", "info added "},
		{"Clients often retry uploads at night.", "", "info removed "},
		{"- Clients MUST retry the uploadd.", "- Clients MUST retry the upload.", "info reworded "},
		{"It retries 3 times.", "It retries 5 times.", "info changed value"},
		{"---\nstatus: draft\n---\n", "---\nstatus: Draft\n---\n", "info reworded format"},
		{"See [it](a.md).", "See [it](b.md).", "info reworded link"},
		{"See [it][a].", "See [it][b].", "info reworded link"},
		{"```\na b\n```\n", "```\na  b c\n```\n", "info changed code"},
		{"```\na=b\n```\n", "```\na = b\n```\n", "info reworded format"},
		{"The **limit** is 5.", "The limit is 5.", "info reworded format"},
		{"The [limit](a.md) is 5.", "The **limit** is 5.", "info reworded link"},
		{"# A long heading here\n\nText stands.", "Text stands.", ""},
	} {
		v := version{old: unitsOf("a.md", []byte(tt.before)), new: unitsOf("a.md", []byte(tt.after))}
		var got []string
		for _, p := range v.align() {
			if s, ok := p.statement(); ok {
				got = append(got, string(s.Level)+" "+s.Change+" "+strings.Join(s.Aspects, ","))
			}
		}
		if said := strings.Join(got, "; "); said != tt.want {
			t.Errorf("%q to %q: %q, want %q", tt.before, tt.after, said, tt.want)
		}
	}
	for text, want := range map[string][]string{
		"[a](b.md) and [c][d]": {"b.md", "d"}, "[c][d], [a](b.md)": {"d", "b.md"}, "none": nil, "[a](b.md": {"b.md"},
		"[a]: b.md": nil, "[a](b)[c](d)": {"b", "d"},
	} {
		if got := targets(text); !slices.Equal(got, want) {
			t.Errorf("targets of %q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"[a](b.md) c": "[a] c", "[a][b] c": "[a] c", "x [a] y [b](c)": "x [a] y [b]", "[a](b": "[a](b", "a](b) and ]": "a] and ]",
		"[1] [2](x)": "[1] [2]", "[a]() b": "[a] b",
		"no link": "no link", "[a](b)[c](d)": "[a][c]",
	} {
		if got := withoutTargets(text); got != want {
			t.Errorf("%q without targets: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"**Max** `5.5` MB, -3 °C!": "max5.5mb-3°c", "a.b - c": "abc", "v1.2.": "v1.2", "50 %, $5 & 3/4": "50%$5&3/4", "A_B": "ab",
		"[a](b.md)": "a",
	} {
		if got := plain(text); got != want {
			t.Errorf("%q plainly: %q, want %q", text, got, want)
		}
	}
}

// TestCountsOfAReview counts statements and findings by what they are; waived ones apart, and those that
// the change itself waives with the others until it is merged.
func TestCountsOfAReview(t *testing.T) {
	n := 0
	finding := func(rule string, severity validate.Severity, waived, proposed string) validate.Finding {
		n++
		return validate.Finding{Rule: rule, Severity: severity, Waived: waived, Proposed: proposed, Fingerprint: fmt.Sprint(n)}
	}
	r := risky(Note{Change: Changed, Kind: "doc"}, []Statement{{Change: Added}, {Change: Moved}, {Change: Moved}, {Change: Reworded}},
		finding("contradiction", validate.Error, "", ""), finding("contradiction", validate.Warning, "agreed", ""),
		finding("broken-link", validate.Warning, "", "agreed"), finding("status", validate.Info, "", ""), finding("contradiction",
			validate.Warning, "", ""))
	if got, want := r.Counts, (Counts{Notes: 1, Tally: Tally{Added: 1, Moved: 2, Reworded: 1}, Errors: 1, Warnings: 2, Waived: 1,
		Proposed: 1, Conflicts: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for said, c := range map[string]Counts{"": {Errors: 3}, "1 of them waived by the change, 2 remain": {Errors: 1, Warnings: 2,
		Proposed: 1},
		"2 of them waived by the change, 0 remain": {Warnings: 1, Proposed: 2}} {
		if got := c.Remains(); got != said {
			t.Errorf("%+v: %q, want %q", c, got, said)
		}
	}
}

// TestCitedCode tells by its front matter and its code spans whether a note is about a file.
func TestCitedCode(t *testing.T) {
	entry := func(text string) *snapshot.Entry {
		return snapshot.ReadEntry(git.File{Path: "a.md"}, &kb.Config{}, []byte(text))
	}
	for _, tt := range []struct {
		text, file string
		want       bool
	}{
		{"---\nfiles: [\"src/**\"]\n---\nText.", "src/a/b.go", true}, {"---\nfiles: [\"src/**\"]\n---\nText.", "lib/b.go", false},
		{"See `src/a/b.go`.", "src/a/b.go", true}, {"See `./src/a/b.go`.", "src/a/b.go", true}, {"See `a/b.go`.", "src/a/b.go",
			true}, {"See `b.go`.", "src/a/b.go", true},
		{"See `src/a`.", "src/a/b.go", true}, {"See `src/a/`.", "src/a/b.go", true}, {"See `src`.", "src/a/b.go", false},
		{"See `b`.", "src/a/b.go", false},
		{"See `.`.", "b.go", false}, {"See b.go.", "b.go", false}, {"See `c.go`.", "src/a/b.go", false},
		{"---\nfiles: ['src/a/b.go#Sign']\n---\nText.", "src/a/b.go", true}, {"See `src/a/b.go#Sign`.", "src/a/b.go", true},
		{"See `src/a/b.go:12`.", "src/a/b.go", true}, {"See [the code](src/a/b.go).", "src/a/b.go", true},
		{"The tests run by `.github/workflows/ci.yml`.", ".github/workflows/ci.yml", true},
	} {
		if got := citesAny(entry(tt.text), git.Origin{}, []string{"other.go", tt.file}); got != tt.want {
			t.Errorf("%q is about %s: %v", tt.text, tt.file, got)
		}
	}
	if citesAny(entry("See `b.go`."), git.Origin{}, nil) {
		t.Error("a note is about no file")
	}
}

// TestAuthorsOfAChange knows them by address, whatever its case, and by name where there is no address.
func TestAuthorsOfAChange(t *testing.T) {
	commit := func(name, email string, parents ...string) *walk.Commit {
		return &walk.Commit{Author: walk.Signature{Name: name, Email: email}, Parents: parents}
	}
	c := &change{commits: []*walk.Commit{commit("Ann", "ann@example.org", "1"), commit("Bo", "", "1"), commit("Cy", "cy@example.org",
		"1", "2")}}
	for who, want := range map[[2]string]bool{{"ANN@example.org", "x"}: true, {"", "Bo"}: true, {"", "Ann"}: true, {"bo@example.org",
		"Bo"}: false,
		{"cy@example.org", "Cy"}: false, {"", "Cy"}: false, {"", ""}: false} {
		if got := c.wrote(who[0], who[1]); got != want {
			t.Errorf("%q: %v", who, got)
		}
	}
}
