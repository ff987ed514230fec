package kb

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

func TestParseEntity(t *testing.T) {
	for text, want := range map[string]Entity{
		"redis": {"", "redis"}, "tool:redis": {"tool", "redis"}, " tool: redis ": {"", "tool: redis"}, "tool: redis ": {"tool", "redis"},
		"https://example.com": {"", "https://example.com"}, "Tool:redis": {"", "Tool:redis"}, "tool:": {"", "tool:"},
		"tool: ": {"", "tool:"}, ":redis": {"", ":redis"}, "work_item-a:7": {"work_item-a", "7"}, "port 80:http": {"", "port 80:http"},
		"file:/etc/hosts": {"file", "/etc/hosts"}, "zebra:abc": {"zebra", "abc"}, "": {},
	} {
		if got := ParseEntity(text); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}

// What a program keeps up to date in a summary lies between two lines.
func TestDerived(t *testing.T) {
	const begin, end = DerivedBegin + "\n", DerivedEnd + "\n"
	for _, tt := range []struct{ text, want string }{
		{"# A\n\n" + begin + "x\n" + end + "y\n", "x\n"},
		{begin + end, ""},
		{begin + "x\n" + begin + "y\n" + end, "x\n" + begin + "y\n"},
		{"  " + begin + "x\r\n \t" + end + begin + "y\n" + end, "x\r\n"},
		{begin + "x\n" + DerivedEnd, "x\n"},
		{end + begin + "x\n" + end, "x\n"},
		{"# A\n\nx\n", "none"},
		{end, "none"},
		{"say `" + DerivedBegin + "` here\n", "none"},
		{"", "none"},
		{"# A\n\n" + begin + "x\n", "line 3: " + DerivedBegin + " is not followed by " + DerivedEnd},
		{end + begin, "line 2: " + DerivedBegin + " is not followed by " + DerivedEnd},
	} {
		start, end, found, err := Derived([]byte(tt.text))
		got := tt.text[start:end]
		if err != nil {
			got = err.Error()
		} else if !found {
			got = "none"
		}
		if got != tt.want || found == (err != nil || got == "none") {
			t.Errorf("%q: %q, %v, want %q", tt.text, got, found, tt.want)
		}
	}
}

// What kb init writes answers nothing, until somebody changes a word of it.
func TestForms(t *testing.T) {
	data, err := os.ReadFile("../.memory-template/.memory/specs/notes.md")
	if err != nil {
		t.Fatal(err)
	}
	chunks := markdown.Parse(data).Chunks
	if len(chunks) == 0 {
		t.Fatal("the template is empty")
	}
	for _, c := range chunks {
		text := string(data[c.Span.Start:c.Span.End])
		if !IsForm(text) || !IsForm("\n"+strings.ReplaceAll(text, "\n", "\r\n")+"\r\n") {
			t.Errorf("%q is no form", text)
		}
		if IsForm(text+" And more.") || IsForm(text+strings.Repeat(" ", 4096)) {
			t.Errorf("%q is a form when something is added", text)
		}
	}
}

func TestSeriesName(t *testing.T) {
	for file, want := range map[string]string{
		"docs/adr/0007-queues.md": "0007-queues 7", "keps/sig-node/753-sidecars/README.md": "753-sidecars 753", "a.md": "a ",
		"EIPS/eip-0020.md": "eip-0020 20", "rfcs/0000-template.md": "0000-template ", "notes/3d.md": "3d ",
		"adr/0000-start.md": "0000-start 0",
		"zip-5.md":          "zip-5 5", "ab-5.md": "ab-5 5",
	} {
		name, number := SeriesName(file)
		if got := name + " " + number; got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// A name behind that of another base is not broken: whether it is there, this repository cannot know.
func TestNamesOfOtherBases(t *testing.T) {
	for target, want := range map[string]string{
		"team:decisions/0004": "team decisions/0004", "ab:x": "ab x", "a.z_0-9:x": "a.z_0-9 x",
		"a:x": "", "team:": "", "team: x": "", "team:/x": "", "team::x": "", "Team:x": "", "tea m:x": "", "12:30": "", "a1:30": "a1 30",
		"https://x": "", "mailto:a@b": "", "plain": "", ":x": "", "": "", "te{m:x": "",
	} {
		base, name, ok := OtherBase(target)
		if got := strings.TrimSpace(base + " " + name); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", target, got, ok, want)
		}
	}
	r := testResolver()
	elsewhere := Resolution{External: true, Elsewhere: true}
	for _, kind := range []markdown.LinkKind{markdown.LinkWiki, markdown.LinkRelation, markdown.LinkMarkdown} {
		diff(t, fmt.Sprint(kind), r.Link("README.md", markdown.Link{Kind: kind, Target: "team:decisions/0004.md"}), elsewhere)
	}
	diff(t, "a relation", r.Relation("README.md", "team:decisions/0004"), elsewhere)
	diff(t, "a note of this base", r.Relation("README.md", "docs/guide.md"), Resolution{Path: "docs/guide.md"})
	colon := NewResolver([]Name{{Path: "a.md", Title: "team:x"}})
	diff(t, "a title with a colon", colon.Relation("b.md", "team:x"), Resolution{Path: "a.md"})
	diff(t, "a link to a title with a colon", colon.Link("b.md", markdown.Link{Kind: markdown.LinkWiki, Target: "team:x"}),
		Resolution{Path: "a.md"})
}

func TestIsMarkdown(t *testing.T) {
	for name, want := range map[string]bool{"a.md": true, "A.MD": true, ".md": true, "a.mdx": true, "a.markdown": true, "md": false,
		"a.mdown": false, "": false} {
		if got := IsMarkdown(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// What a proposal was withdrawn for names another only where it is one number or a link.
func TestWithdrawn(t *testing.T) {
	for reason, want := range map[string]string{
		"Superseded by EIP-7702.":                   "^supersedes EIP-7702",
		"Superseded by [EIP-7702](./eip-7702.md).":  "^supersedes ./eip-7702.md",
		"Superseded by the other proposals":         "",
		"Superseded by work on EIP-7702":            "",
		"Replaced by [this](a.md) and [that](b.md)": "^supersedes a.md; ^supersedes b.md",
		"nobody wanted it":                          "",
		"~":                                         "",
		"Abandoned":                                 "",
	} {
		n, problems := read("EIPS/eip-1.md", "---\nwithdrawal-reason: "+reason+"\n---\n")
		if got := relation(n); got != want || len(problems) > 0 || len(n.Extra) != 1 {
			t.Errorf("%q: %q %v %v, want %q", reason, got, problems, n.Extra, want)
		}
	}
}

// A title in a header counts only where no other title stands, and is none that a form leaves open.
func TestTitleOfAHeader(t *testing.T) {
	for text, want := range map[string]string{
		"Title: Queues\n":                                "Queues",
		"- Feature Name: `queues`\n":                     "queues",
		"# Heading\n\nTitle: Queues\n":                   "Heading",
		"---\ntitle: Front\n---\nFeature Name: Queues\n": "Front",
		"Title: N/A\n":                                   "x",
		"Title: <title>\n":                               "x",
		"- Feature Name: (fill me in)\n":                 "x",
		"Title: First\nFeature Name: Second\n":           "First",
	} {
		if n, _ := read("a/x.md", text); n.Title != want {
			t.Errorf("%q is called %q, want %q", text, n.Title, want)
		}
	}
}

// The title of front matter reads as a page shows it, whatever value it is.
func TestTitleOfFrontMatter(t *testing.T) {
	for title, want := range map[string]string{
		"2024": "2024", "'Set up <em>it</em>'": "Set up it", "Q&amp;A<br/>of 2024": "Q&A of 2024", "Vec<u>": "Vec<u>", "''": "Heading",
	} {
		if n, _ := read("a/x.md", "---\ntitle: "+title+"\n---\n# Heading\n"); n.Title != want {
			t.Errorf("%s is called %q, want %q", title, n.Title, want)
		}
	}
}

// A heading that says no more than the name of its file gives way to the folder.
func TestTitleOfRole(t *testing.T) {
	for file, titles := range map[string][][2]string{
		"changes/a/proposal.md": {
			{"Proposal", "a: proposal"}, {"Change Proposal", "a: proposal"}, {"", "a: proposal"}, {"Faster", "Faster"},
		},
		"changes/a/tasks.md": {
			{"Tasks", "a: tasks"}, {"Implementation Plan", "a: tasks"}, {"Tasks: faster", "Tasks: faster"},
		},
		"changes/a/design.md": {
			{"Technical Design", "a: design"}, {"Design Document", "a: design"}, {"Design of it", "Design of it"},
		},
		"changes/a/specs/b/spec.md":         {{"Spec Delta", "a: b"}, {"Specification", "a: b"}, {"", "a: b"}},
		"archive/2026-01-a/specs/b/spec.md": {{"Delta for B", "Delta for B"}, {"Spec", "2026-01-a: b"}},
		"specs/b/spec.md":                   {{"Specification", "b"}, {"B Specification", "B Specification"}},
		"README.md":                         {{"README", "README"}, {"", "README"}},
		"a/README.md":                       {{"Readme", "a"}, {"Read me first", "Read me first"}},
		"a/_index.md":                       {{"Index", "a"}, {"Indexes", "Indexes"}},
		"proposal.md":                       {{"Proposal", "Proposal"}, {"", "proposal"}},
		"docs/billing.md":                   {{"Billing", "Billing"}},
		"docs/design.md":                    {{"Design", "Design"}, {"", "design"}},
		"Archive/Projects/Plan.md":          {{"Plan", "Plan"}, {"", "Plan"}},
		"a/index.md":                        {{"Overview", "a"}, {"Purpose", "a"}, {"Overview of a", "Overview of a"}},
		"specs/a/README.md":                 {{"Design", "Design"}},
		"a/SKILL.md":                        {{"Skill", "a"}, {"", "a"}},
	} {
		for _, tt := range titles {
			text := "text\n"
			if tt[0] != "" {
				text = "# " + tt[0] + "\n"
			}
			if n, _ := read(file, text); n.Title != tt[1] {
				t.Errorf("%s with %q is called %q, want %q", file, tt[0], n.Title, tt[1])
			}
		}
	}
}

// The status and what else a header says is read once, from the first place that says it.
func TestHeadersOfNotes(t *testing.T) {
	for _, tt := range []struct{ text, status, raw, relations, tags string }{
		{"Status: Accepted\nState: Rejected\n", "accepted", "Accepted", "", ""},
		{"Status: of the art\n", "", "", "", ""},
		{"Status: deprecated\n\n## Status\n\nAccepted\n", "deprecated", "", "", ""},
		{"# A\n\n## Status\n\nAccepted\n\nDeprecated\n", "deprecated", "", "", ""},
		{"# A\n\n## Status\n\nAccepted\n\nRejected\n", "accepted", "Accepted", "", ""},
		{"# A\n\n#### Status\n\nAccepted\n", "", "", "", ""},
		{"# A\n\n### Status\n\nAccepted\n", "accepted", "Accepted", "", ""},
		{"# A\n\n## Status\n\nAccepted\n\n### Rejected\n\nRejected\n\nDeprecated\n", "accepted", "Accepted", "", ""},
		{"# A\n\n## Status\n" + strings.Repeat("\n", 29) + "Accepted\n", "accepted", "Accepted", "", ""},
		{"# A\n\n## Status\n" + strings.Repeat("\n", 30) + "Accepted\n", "", "", "", ""},
		{"# A\n\n## Status\n\nAccepted\n\nAmends [1](0001.md), [2](0002.md)\n", "accepted", "Accepted",
			"relates_to 0001.md; relates_to 0002.md", ""},
		{"---\nstatus: draft\n---\n# A\n\n## Status\n\nAccepted\n\nReplaces [1](0001.md)\n", "draft", "", "supersedes 0001.md", ""},
		{"---\nrelated: [a.md, \"n/a\", <file>, b.md]\n---\n", "", "", "relates_to a.md; relates_to b.md", ""},
		{"---\nrelated: see [a](a.md), [[b]]\n---\n", "", "", "relates_to a.md; relates_to b", ""},
		{"---\nrelated: [a.md, a.md]\ndepends_on: a.md\n---\n", "", "", "relates_to a.md; depends_on a.md", ""},
		{"---\nreplaces: a.md\nreplaced_by: a.md\n---\n", "superseded", "", "supersedes a.md; ^supersedes a.md", ""},
		{"---\nrelated: {a: b}\n---\n", "", "", "", ""},
		{"---\nrelated: [{a: b}]\n---\n", "", "", "", ""},
		{"Tags: Fast, #cache,, fast\n", "", "", "", "fast cache"},
		{"---\ncategory: [a, b]\ncategories: c\ntags: \", x,\"\n---\n", "", "", "", "x"},
		{"- implements [[B]] (for now)\n- invented_word [[C]]\n", "", "", "implements B; relates_to C", ""},
		{"\n\nStatus: draft\n", "draft", "", "", ""},
		{"<!-- a remark -->\nStatus: draft\n\nDate: 2026-01-02\n", "draft", "", "", ""},
		{"A sentence.\n\nStatus: draft\n", "", "", "", ""},
		{strings.Repeat("\n", 59) + "Status: draft\n", "draft", "", "", ""},
		{strings.Repeat("\n", 60) + "Status: draft\n", "", "", "", ""},
		{"Status: draft\n\n# A\n\nDate: 2026-01-02\n", "draft", "", "", ""},
	} {
		n, problems := read("docs/a.md", tt.text)
		if n.Status != tt.status || n.RawStatus != tt.raw && tt.raw != "" || relation(n) != tt.relations ||
			strings.Join(n.Tags, " ") != tt.tags || len(problems) > 0 {
			t.Errorf("%q: status %q of %q, relations %q, tags %q, %v", tt.text, n.Status, n.RawStatus, relation(n), n.Tags, problems)
		}
	}
	n, _ := read("docs/a.md", "---\ncategory: [a, b]\ncategories: c\nalias: \" x ,,x\"\n---\n"+
		"RFC PR: (leave this empty)\nRFC PR: https://example.com/7\n")
	if n.Category != "a" || strings.Join(n.Aliases, "|") != "x|https://example.com/7" {
		t.Errorf("category %q, aliases %q", n.Category, n.Aliases)
	}
	n, _ = read("docs/a.md", "# A\n\n- implements [[B]]\n")
	if len(n.Relations) != 1 || !n.Relations[0].Body || n.Relations[0].Line != 3 {
		t.Errorf("%+v", n.Relations)
	}
}

// Wrong values of all kinds are left out, and the default stands; nothing is no mistake.
func TestValuesOfAFrontMatter(t *testing.T) {
	for line, want := range map[string]string{
		"confidence: [1]":                       `confidence: expected a number from 0 to 1, not ""`,
		"confidence: 1.01":                      "confidence: expected a number from 0 to 1, not 1.01 (nearest: 1)",
		"id: " + strings.Repeat("x", maxID):     "",
		"id: " + strings.Repeat("x", maxID+1):   "id: expected one word such as a ULID, at most 128 characters",
		`id: "a\tb"`:                            "id: expected one word such as a ULID, at most 128 characters",
		"kind: [a]":                             `kind: "" is none of memory, decision`,
		"kind: ~":                               "",
		"source: [a]":                           `source: "" is none of user, agent`,
		"source: ~":                             "",
		"type: ~":                               "",
		"type: memory":                          "",
		"type: [a]":                             `type: "" is none of solution, pattern`,
		"files: ~":                              "",
		"tags: [~, a]":                          "",
		"entities: ~":                           "",
		"verified: ~":                           "",
		"verified: [a]":                         "verified: expected a date such as 2026-05-04",
		"relations: ~":                          "",
		"pinned: ~":                             "",
		`pinned: ""`:                            "",
		"relations: [{supersedes: a.md, x: y}]": "relations: a relation has no target",
	} {
		n, problems := read(".memory/memories/a.md", "---\n"+line+"\n---\n")
		said := ""
		if len(problems) > 0 {
			said = problems[0].Message
		}
		if !strings.HasPrefix(said, want) || (said == "") != (want == "") || len(problems) > 1 ||
			n.Confidence != DefaultConfidence || n.HasConfidence || n.Pinned {
			t.Errorf("%s: %v and %+v, want %q", line, problems, n, want)
		}
	}
	for line, want := range map[string]float64{"confidence: 0": 0, "confidence: 1": 1, "confidence: 30%": 0.3,
		"confidence: 30 %": DefaultConfidence} {
		if n, _ := read("a.md", "---\n"+line+"\n---\n"); n.Confidence != want || n.HasConfidence != (want != DefaultConfidence) {
			t.Errorf("%s: %v, %v", line, n.Confidence, n.HasConfidence)
		}
	}
}

// One wrong entry of a list does not take the others with it.
func TestListsWithMistakes(t *testing.T) {
	n, problems := read(".memory/memories/a.md", `---
tags: [a, {b: c}, d]
files: [/etc/passwd, a\..\..\b, ./c/**, ..d]
entities: [{type: tool}, redis]
relations: [text, {solves: a.md}, {type: solves, target: "[[b]]"}]
---
`)
	diff(t, "tags", n.Tags, []string{"a", "d"})
	diff(t, "files", n.Files, []string{"c/**", "..d"})
	diff(t, "entities", n.Entities, []Entity{{"", "redis"}})
	if got := relation(n); got != "solves a.md; solves b" || len(problems) != 5 {
		t.Errorf("relations %q, %d problems: %v", got, len(problems), problems)
	}
	if n.Relations[1].Line != 5 {
		t.Errorf("the relation stands in line %d", n.Relations[1].Line)
	}
}

// Foreign kinds and types keep their labels and their words.
func TestLabelsOfKinds(t *testing.T) {
	for _, tt := range []struct{ path, front, kind, label, extra string }{
		{"docs/adr/0001-x.md", "kind: memory", "memory", "decision", ""},
		{"docs/a.md", "kind: doc", "doc", "doc", ""},
		{"docs/a.md", "kind: doc\ntype: decision", "doc", "doc", "type"},
		{"docs/a.md", "kind: spec\ntype: memory", "spec", "spec", "type"},
		{"docs/adr/0001-x.md", "type: memory", "decision", "decision", "type"},
		{"docs/a.md", "type: spec", "spec", "spec", ""},
		{"docs/design.md", "eip: 7", "doc", "design", "eip"},
		{".memory/memories/0001-x.md", "rfc: 7", "memory", "memory", "rfc"},
	} {
		n, _ := read(tt.path, "---\n"+tt.front+"\n---\n")
		extra := ""
		for key := range n.Extra {
			extra += key
		}
		if n.Kind != tt.kind || n.Label != tt.label || extra != tt.extra {
			t.Errorf("%s with %q: %s %s %q", tt.path, tt.front, n.Kind, n.Label, extra)
		}
	}
	var many strings.Builder
	for i := range maxExtra + 1 {
		fmt.Fprintf(&many, "key%d: x\n", i)
	}
	if n, _ := read("a.md", "---\n"+many.String()+"---\n"); len(n.Extra) != maxExtra {
		t.Errorf("%d unknown keys are kept", len(n.Extra))
	}
}

func TestScansOfNothing(t *testing.T) {
	var none *Scan
	if !none.Equal(nil) || none.Equal(&Scan{}) || (&Scan{}).Equal(nil) {
		t.Error("a scan equals what is none")
	}
	for what, s := range map[string]Scan{"index": {IndexSum: "x"}, "head": {Head: "x"}, "ignored": {Ignore: "x"}, "staged": {Staged: true},
		"dirty": {Dirty: []DirtyFile{{}}}, "skipped": {Skipped: []Skip{{}}}} {
		if s.Equal(&Scan{}) {
			t.Errorf("another %s is not seen", what)
		}
	}
}

// What lies in .git or is a session with an agent does not belong, unless a session is included.
func TestSelectionLeavesSessionsOut(t *testing.T) {
	plain, with := newSelection(nil, &Config{}), newSelection(nil, &Config{Include: []string{Sessions, "docs/"}})
	for path, want := range map[string][2]bool{
		".git/x.md": {false, false}, Sessions + "a.md": {false, true}, "docs/a.md": {true, true}, "a.md": {true, false},
		"docs/.git/x.md": {true, true},
	} {
		if got := [2]bool{plain.has(path), with.has(path)}; got != want {
			t.Errorf("%s belongs: %v, want %v", path, got, want)
		}
	}
}

// What git's index or a commit has beside ordinary notes is left out, and said where a person would miss it.
func TestEntriesThatAreNoNotes(t *testing.T) {
	tree := &Tree{}
	sel := newSelection([]byte("hidden.md\n"), &Config{})
	for _, e := range []git.Entry{
		{Path: "a.md", ID: "1", Mode: git.ModeRegular, Size: 7},
		{Path: "raced.md", ID: "2", Mode: git.ModeRegular | 0o755},
		{Path: "code.go", Mode: git.ModeRegular, Size: 1},
		{Path: "sub.md", Mode: git.ModeGitlink},
		{Path: "later.md", Mode: git.ModeRegular, Intent: true},
		{Path: "hidden.md", Mode: git.ModeRegular, Size: 1},
		{Path: "link.md", Mode: git.ModeSymlink, Size: 1},
		{Path: "big.md", Mode: git.ModeRegular, Size: git.MaxFile + 1},
		{Path: "most.md", ID: "3", Mode: git.ModeRegular, Size: git.MaxFile},
	} {
		tree.addEntry(e, sel)
	}
	var files []string
	for _, f := range tree.Files {
		files = append(files, fmt.Sprint(f.Path, " ", f.Blob, " ", f.Size, " ", f.InGit))
	}
	diff(t, "files", files, []string{"a.md 1 7 true", "raced.md 2 -1 true", fmt.Sprint("most.md 3 ", git.MaxFile, " true")})
	diff(t, "skipped", tree.Skipped, []Skip{{Path: "link.md", Reason: "symbolic link"}, {Path: "big.md", Reason: git.ErrTooLarge.Error()}})
}
