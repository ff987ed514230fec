package kb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// Which of several notes of like names is meant: the same folder, the same case, title or alias.
func TestNotesOfLikeNames(t *testing.T) {
	r := NewResolver([]Name{
		{Path: "a/plan.md", Title: "Plan"}, {Path: "b/plan.md", Title: "plan"}, {Path: "b/sub/plan.md"},
		{Path: "c/one.md", Title: "Twin", Aliases: []string{"Other"}}, {Path: "c/two.md", Aliases: []string{"twin", "Shared"}},
		{Path: "d/README.md"}, {Path: "d/index.md"}, {Path: "e/_index.md"}, {Path: "e/spec.md"}, {Path: "f/Page.md"}, {Path: "f/page.md"},
		{Path: "g/foo-bar.md"}, {Path: "g/Baz_Qux.md"}, {Path: "h/note.markdown"}, {Path: "h/note.mdx"}, {Path: "Mixed/Case.md"},
		{Path: "deep/x/y.md"}, {Path: "other/x/y.md"}, {Path: "h/--odd--.md"},
	})
	for _, tt := range []struct {
		kind               markdown.LinkKind
		from, target, want string
	}{
		{markdown.LinkWiki, "a/x.md", "plan", "a/plan.md"},
		{markdown.LinkWiki, "b/x.md", "plan", "b/plan.md"},
		{markdown.LinkWiki, "b/sub/x.md", "plan", "b/sub/plan.md"},
		{markdown.LinkWiki, "c/x.md", "plan", "a/plan.md|b/plan.md|b/sub/plan.md"},
		{markdown.LinkWiki, "x.md", "Plan", "a/plan.md|b/plan.md|b/sub/plan.md"},
		{markdown.LinkWiki, "x.md", "Twin", "c/one.md"},
		{markdown.LinkWiki, "x.md", "twin", "c/two.md"},
		{markdown.LinkWiki, "x.md", "TWIN", "c/one.md|c/two.md"},
		{markdown.LinkWiki, "x.md", "shared", "c/two.md"},
		{markdown.LinkMarkdown, "x.md", "d", "d/README.md"},
		{markdown.LinkMarkdown, "x.md", "d/index.html", "d/index.md"},
		{markdown.LinkMarkdown, "x.md", "e", "e/_index.md"},
		{markdown.LinkMarkdown, "x.md", "f/PAGE.md", "f/Page.md|f/page.md"},
		{markdown.LinkMarkdown, "x.md", "f/page", "f/page.md"},
		{markdown.LinkMarkdown, "x.md", "mixed/case.md", "Mixed/Case.md"},
		{markdown.LinkMarkdown, "x.md", "mixed/case.md/", "Mixed/Case.md"},
		{markdown.LinkMarkdown, "x.md", "h/note", "h/note.markdown"},
		{markdown.LinkMarkdown, "x.md", "h/note.mdx", "h/note.mdx"},
		{markdown.LinkWiki, "x.md", "Foo Bar", "g/foo-bar.md"},
		{markdown.LinkWiki, "x.md", "baz-qux", "g/Baz_Qux.md"},
		{markdown.LinkWiki, "x.md", "odd", "h/--odd--.md"},
		{markdown.LinkWiki, "x.md", "x/y", "deep/x/y.md|other/x/y.md"},
		{markdown.LinkWiki, "x.md", "../x/y", "broken"},
		{markdown.LinkMention, "deep/z.md", "x/y", "deep/x/y.md"},
		{markdown.LinkMention, "z.md", "x/y.md", "external"},
		{markdown.LinkMarkdown, "x.md", `{{< ref "x/y.md" >}}`, "deep/x/y.md|other/x/y.md"},
		{markdown.LinkMarkdown, "deep/z.md", `{{< ref "x/y.md" >}}`, "deep/x/y.md"},
		{markdown.LinkMarkdown, "z.md", `{{< ref "code.go" >}}`, "external"},
	} {
		if got := outcome(r.Link(tt.from, markdown.Link{Kind: tt.kind, Target: tt.target})); got != tt.want {
			t.Errorf("%s %q in %s: %s, want %s", tt.kind, tt.target, tt.from, got, tt.want)
		}
	}
}

// A letter with its mark is one sign or two, as the keyboard or the disk has it: macOS writes two. Where
// there are both, each is found by its own.
func TestNotesOfComposedNames(t *testing.T) {
	one, two := "caf\u00e9", "cafe\u0301"
	r := NewResolver([]Name{
		{Path: "a/" + two + ".md", Title: "Re\u0301sume\u0301"}, {Path: "b/" + one + "/README.md"},
		{Path: "c/" + one + "-x.md"}, {Path: "c/" + two + "-x.md"},
	})
	for _, tt := range []struct {
		kind         markdown.LinkKind
		target, want string
	}{
		{markdown.LinkMarkdown, "../a/" + one + ".md", "a/" + two + ".md"},
		{markdown.LinkMarkdown, "../a/" + two + ".md", "a/" + two + ".md"},
		{markdown.LinkMarkdown, "../b/" + two, "b/" + one + "/README.md"},
		{markdown.LinkMention, "b/" + two + "/readme.md", "b/" + one + "/README.md"},
		{markdown.LinkWiki, one, "a/" + two + ".md"},
		{markdown.LinkWiki, "Caf\u00e9 x", "c/" + two + "-x.md|c/" + one + "-x.md"},
		{markdown.LinkWiki, one + "-x", "c/" + one + "-x.md"},
		{markdown.LinkWiki, two + "-x", "c/" + two + "-x.md"},
		{markdown.LinkWiki, "R\u00e9sum\u00e9", "a/" + two + ".md"},
		{markdown.LinkMarkdown, one + "-x.md", "c/" + one + "-x.md"},
		{markdown.LinkMarkdown, two + "-x.md", "c/" + two + "-x.md"},
	} {
		if got := outcome(r.Link("c/x.md", markdown.Link{Kind: tt.kind, Target: tt.target})); got != tt.want {
			t.Errorf("%s %+q: %+q, want %+q", tt.kind, tt.target, got, tt.want)
		}
	}
	for name, want := range map[string]string{
		one: "a/" + two + ".md", "A/" + one + ".md": "a/" + two + ".md", two + "-x": "c/" + two + "-x.md",
	} {
		if got := outcome(r.Note("", name)); got != want {
			t.Errorf("%+q: %+q, want %+q", name, got, want)
		}
	}
	if got := r.Suggest("\u00e9su", 1); len(got) != 1 {
		t.Errorf("nothing is suggested for a part of a title: %q", got)
	}
}

// What a name that was not found may have meant: those that contain it, then those that differ by a
// few letters; the shortest of names contains nothing.
func TestSuggestions(t *testing.T) {
	r := NewResolver([]Name{{Path: "docs/sessions.md", Title: "Sessions"}, {Path: "docs/guide.md", Title: "The Guide",
		Aliases: []string{"Handbook"}},
		{Path: "auth/tokens.md"}, {Path: "docs/gist.md"}})
	for name, want := range map[string]string{
		"session": "docs/sessions.md", "ses": "docs/sessions.md", "sesions.md": "docs/sessions.md", "handb": "docs/guide.md",
		"auth":       "auth/tokens.md",
		"docs/guied": "docs/guide.md", "zzzzzz": "", "": "", " ": "", "gi": "",
	} {
		got := r.Suggest(name, 1)
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2, 9: 3} {
		if got := r.Suggest("docs", n); len(got) != want {
			t.Errorf("at most %d: %q", n, got)
		}
	}
}

// Where the folders of specifications and archives end, and what lies right in them.
func TestEdgesOfLabels(t *testing.T) {
	for file, want := range map[string]string{
		"archive/x.md": "doc archive semantic", "archive/specs/x.md": "doc archive semantic",
		"archive/a/specs/x.md":  "spec delta-spec semantic",
		"x/archive/proposal.md": "doc proposal procedural", "changes/specs/x.md": "spec spec semantic",
		"changes/a/specs/x.md":     "spec delta-spec semantic",
		"a/changes/b/c/specs/x.md": "spec delta-spec semantic", "changes/x.md": "doc doc semantic", "a/categories/x.md": "doc doc semantic",
		".memory/categories/sub/x.md": "summary summary semantic", "docs/archive/adr/1.md": "doc archive semantic",
		"adr/archive/1.md": "doc archive semantic",
	} {
		kind, label, docType := classify(file)
		if got := kind + " " + label + " " + docType; got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// Addresses of pages of the repository: how long the name of a branch may be, and which pages show a file.
func TestPagesOfBranches(t *testing.T) {
	known := testResolver(WithOrigin(git.Origin{Host: "github.com", Path: "Owner/name"}))
	for target, want := range map[string]string{
		"https://github.com/Owner/name/blob/a/b/c/d/docs/guide.md":   "docs/guide.md",
		"https://github.com/Owner/name/blob/a/b/c/d/e/docs/guide.md": "external",
		"https://github.com/Owner/name/raw/main/docs/guide.md":       "docs/guide.md",
		"https://github.com/Owner/name/blame/main/docs/guide.md":     "docs/guide.md",
		"https://github.com/Owner/name/edit/main/docs/guide.md":      "docs/guide.md",
		"https://github.com/Owner/name/wiki/main/docs/guide.md":      "external",
		"https://github.com/Owner/name/blob/main":                    "external",
		"https://github.com/Owner/names/blob/main/docs/guide.md":     "external",
		"https://github.com/Owner":                                   "external",
		"/Owner/name/tree/main/docs/auth":                            "docs/auth/README.md",
		"/Owner/name/wiki/main/docs/guide.md":                        "broken",
		"memory://guide":                                             "docs/guide.md",
		"memory://none":                                              "external",
		"git+ssh://example.org/x":                                    "external",
	} {
		if got := outcome(known.Link("README.md", markdown.Link{Kind: markdown.LinkMarkdown, Target: target})); got != want {
			t.Errorf("%s: %s, want %s", target, got, want)
		}
	}
	for target, want := range map[string]bool{"az://x": true, "AZ09+-.://x": true, "a{://x": false, "a[b://x": false,
		"a/b://x": false, "a`b://x": false, "a@b://x": false} {
		if got := hasScheme(target); got != want {
			t.Errorf("%q has a scheme: %v", target, got)
		}
	}
}

// Relations and extra keys are bounded, each relation is kept once, and links within a value are cut at
// their ends.
func TestRelationsAreBounded(t *testing.T) {
	var list strings.Builder
	for i := range maxRelations + 5 {
		fmt.Fprintf(&list, "  - n%d.md\n", i)
	}
	n, _ := read("a.md", "---\nrelated:\n"+list.String()+"---\nText.\n")
	if len(n.Relations) != maxRelations {
		t.Errorf("%d relations are kept, of at most %d", len(n.Relations), maxRelations)
	}
	n, _ = read("a.md",
		"---\ntitle: x\nrelations:\n  - {type: solves, target: b.md}\n  - {type: solves, target: b.md, strength: 0.9}\n  - "+
			"{solves: \"\"}\n---\nText.\n")
	if len(n.Relations) != 1 || n.Relations[0].Line != 4 || n.Relations[0].Strength != DefaultStrength {
		t.Errorf("%+v", n.Relations)
	}
	for text, want := range map[string]string{"N/A (see b.md)": "", "(see b.md)": "relates_to (see b.md)",
		"[a](b.md), none":           "relates_to b.md",
		"see [a](b.md) and [[c|C]]": "relates_to b.md; relates_to c", "[[c]] then [a](b.md": "relates_to c"} {
		n, _ := read("a.md", "---\nrelated: \""+text+"\"\n---\nText.\n")
		if got := relation(n); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"superseded by": "", "superseded by x": "^supersedes x",
		"amends: [a](b.md)": "relates_to b.md", "replaces x": "supersedes x",
		"clarifies": ""} {
		n, _ := read("adr/1.md", "---\nstatus: accepted\n---\n# A\n\n## Status\n\n"+text+"\n")
		if got := relation(n); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A note is found by the folder that it stands for, and without the date or number before its name: a delta
// only where nothing else is called so, and never one of two without a word.
func TestNotesByWork(t *testing.T) {
	r := NewResolver([]Name{
		{Path: "openspec/changes/a/proposal.md"}, {Path: "openspec/changes/a/specs/cap/spec.md"},
		{Path: "openspec/changes/a/specs/fresh/spec.md"}, {Path: "openspec/changes/archive/2026-01-01-a/proposal.md"},
		{Path: "openspec/changes/archive/2026-01-01-b/proposal.md"}, {Path: "openspec/changes/archive/2026-02-01-b/proposal.md"},
		{Path: "openspec/specs/cap/spec.md"}, {Path: "specs/001-albums/spec.md"}, {Path: "specs/001-albums/plan.md"},
		{Path: "one/gate/README.md"}, {Path: "one/gate/index.md"}, {Path: "two/gate/index.md"},
		{Path: "solo/README.md"}, {Path: "solo/index.md"},
		{Path: "posts/2026-01-02-hello.md"}, {Path: "adr/0007-queues.md"}, {Path: "skills/pdf/SKILL.md"}, {Path: "2026/01/02.md"},
	})
	for name, want := range map[string]string{
		"a": "openspec/changes/a/proposal.md", "2026-01-01-a": "openspec/changes/archive/2026-01-01-a/proposal.md",
		"b":   "openspec/changes/archive/2026-01-01-b/proposal.md|openspec/changes/archive/2026-02-01-b/proposal.md",
		"cap": "openspec/specs/cap/spec.md", "fresh": "openspec/changes/a/specs/fresh/spec.md", "albums": "specs/001-albums/spec.md",
		"gate": "one/gate/README.md|two/gate/index.md", "solo": "solo/README.md", "Hello": "posts/2026-01-02-hello.md",
		"queues": "adr/0007-queues.md", "pdf": "skills/pdf/SKILL.md", "": "broken",
	} {
		if got := outcome(r.Note("", name)); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
