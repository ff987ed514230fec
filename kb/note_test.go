package kb

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// read makes a note of a text.
func read(path, text string) (Note, []markdown.Problem) {
	return NewNote(path, "", markdown.Parse([]byte(text)), []byte(text))
}

func TestNoteWithEveryKey(t *testing.T) {
	n, problems := read(".memory/decisions/0007-jwt.md", `---
id: 01JD3K8Q2W9X0Y4Z5A6B7C8D9E
kind: decision
title: Sessions are JWTs
status: accepted
tags: [Auth, "#security"]
category: authentication
confidence: 0.9
importance: 0.7
pinned: true
source: agent
verified: 2026-05-04
needs_review: yes
valid_from: 2026/01/01
valid_until: 2027-06
files: [internal/auth/**, ./cmd/x.go]
entities: [{type: tool, name: redis}, postgres]
aliases: [JWT, Tokens]
date: 2026-01-02T03:04:05+01:00
relations:
  - {type: supersedes, target: decisions/0003-server-sessions, strength: 0.9}
  - type: superseded_by
    target: "[[Other note|text]]"
owner: team-a
---
# Heading

Text with #inline tag.
`)
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	diff(t, "note", n, Note{
		Path: ".memory/decisions/0007-jwt.md", ID: "01JD3K8Q2W9X0Y4Z5A6B7C8D9E", Kind: "decision", Label: "decision", DocType: "semantic",
		Title: "Sessions are JWTs", Status: "superseded", Tags: []string{"auth", "security", "inline"}, Aliases: []string{"JWT", "Tokens"},
		Category: "authentication", Confidence: 0.9, HasConfidence: true, Importance: 0.7, Pinned: true, Source: "agent",
		Verified:    "2026-05-04",
		NeedsReview: true, ValidFrom: "2026-01-01", ValidUntil: "2027-06", Date: "2026-01-02T03:04:05+01:00",
		Files: []string{"internal/auth/**", "cmd/x.go"}, Entities: []Entity{{"tool", "redis"}, {"", "postgres"}},
		Relations: []Relation{
			{Type: "supersedes", Target: "decisions/0003-server-sessions", Strength: 0.9, Line: 21},
			{Type: "supersedes", Inverse: true, Target: "Other note", Strength: 0.5, Line: 23},
		},
		Extra: map[string]any{"owner": "team-a"},
	})
}

func TestNoteDefaults(t *testing.T) {
	for path, title := range map[string]string{"a/b-c.md": "b-c", "a/auth/README.md": "auth", "README.md": "README"} {
		n, problems := read(path, "text\n")
		if n.Title != title || n.Confidence != 0.8 || n.HasConfidence || n.Importance != 0.5 || n.Status != "" || len(problems) > 0 {
			t.Errorf("%s: %+v %v", path, n, problems)
		}
	}
}

func TestNoteProblems(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"confidence: high", `confidence: expected a number from 0 to 1, not "high"`},
		{"confidence: 8", "confidence: expected a number from 0 to 1, not 8 (nearest: 1)"},
		{"importance: -0.5", "importance: expected a number from 0 to 1, not -0.5 (nearest: 0)"},
		{"confidence: .nan", "confidence: expected a number from 0 to 1"},
		{"confidence: 80%", ""},
		{"status: acepted", `did you mean "accepted"?`},
		{"status: somewhere", `"somewhere" is none of draft, proposed`},
		{"kind: desicion", `did you mean "decision"?`},
		{"kind: gotha", `did you mean "gotcha"?`},
		{"source: agnet", `did you mean "agent"?`},
		{"type: gotha", `did you mean "gotcha"?`},
		{"pinned: maybe", "pinned: expected true or false"},
		{"verified: soon", `verified: expected a date such as 2026-05-04, not "soon"`},
		{"date: <YYYY-MM-DD>", ""},
		{"tags: {a: b}", "tags: expected a list such as [a, b]"},
		{"title: [a]", "title: expected text"},
		{"id: two words", "id: expected one word"},
		{"files: [../../etc/passwd]", "leads out of the repository"},
		{"entities: [{type: tool}]", "an entity has no name"},
		{"relations: [{type: supersedes}]", "a relation has no target"},
		{"relations: [{type: suprsedes, target: x}]", `did you mean "supersedes"?`},
		{"relations: [{type: solves, target: x, strength: 3}]", "strength: expected a number from 0 to 1"},
		{"relations: text", "expected a list such as"},
	} {
		_, problems := read(".memory/memories/a.md", "---\n"+test.line+"\n---\n")
		switch {
		case test.want == "" && len(problems) > 0, test.want != "" && len(problems) != 1:
			t.Errorf("%s: %v", test.line, problems)
		case test.want != "" && (!strings.Contains(problems[0].Message, test.want) || problems[0].Line != 2 || problems[0].Col == 0):
			t.Errorf("%s: %v, want %q in line 2", test.line, problems, test.want)
		}
	}
}

func TestForeignValuesAreNoProblems(t *testing.T) {
	n, problems := read("blog/post.md",
		"---\nstatus: in progress\nsource: https://example.com\ntype: post\nkind: Deployment\nlayout: page\n---\n")
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	if n.Kind != "doc" || n.Type != "" || n.Status != "" || n.RawStatus != "in progress" || len(n.Extra) != 4 {
		t.Errorf("note = %+v", n)
	}
}

func TestKindsAndTypes(t *testing.T) {
	for _, test := range []struct{ path, front, kind, typ, label string }{
		{"a.md", "", "doc", "", "doc"},
		{"a.md", "kind: gotcha", "memory", "gotcha", "memory"},
		{"a.md", "kind: Dead End", "memory", "dead_end", "memory"},
		{"a.md", "kind: memory\ntype: error-pattern", "memory", "error_pattern", "memory"},
		{"a.md", "type: decision", "decision", "", "decision"},
		{"a.md", "type: gotcha", "doc", "", "doc"},
		{".memory/memories/a.md", "type: gotcha", "memory", "gotcha", "memory"},
		{"specs/auth/spec.md", "kind: doc", "doc", "", "spec"},
		{"docs/adr/README.md", "kind: decision", "decision", "", "decision"},
		{"docs/adr/adr-template.md", "", "doc", "", "doc"},
		{"docs/adr/adr-template.md", "kind: decision", "doc", "", "doc"},
		{"templates/memory.md", "kind: gotcha", "doc", "", "doc"},
		{"EIPS/eip-1559.md", "eip: 1559", "decision", "", "decision"},
		{"drafts/fees.md", "eip: 9999", "decision", "", "decision"},
		{"drafts/fees.md", "eip: no number yet", "doc", "", "doc"},
		{"EIPS/eip-1559.md", "kind: doc", "doc", "", "doc"},
		{"EIPS/eip-1559.md", "kind: spec", "spec", "", "spec"},
		{"pep-0008.md", "", "decision", "", "decision"},
		{"keps/sig-node/4210-image-age/README.md", "", "decision", "", "decision"},
		{"keps/sig-node/README.md", "", "doc", "", "doc"},
		{"keps/NNNN-kep-template/README.md", "", "doc", "", "doc"},
		{"rfcs/0000-template.md", "", "doc", "", "doc"},
		{"rfcs/0012-queues.md", "", "decision", "", "decision"},
		{"oteps/trace/0035-events.md", "", "decision", "", "decision"},
		{"text/0401-coercions.md", "status: accepted", "decision", "", "decision"},
		{"text/1984-orwell.md", "", "doc", "", "doc"},
		{"docs/2026-11-01-notes.md", "", "doc", "", "doc"},
	} {
		n, _ := read(test.path, "---\n"+test.front+"\n---\n")
		if n.Kind != test.kind || n.Type != test.typ || n.Label != test.label {
			t.Errorf("%s %q: %s %s %s", test.path, test.front, n.Kind, n.Type, n.Label)
		}
	}
}

func TestClassify(t *testing.T) {
	for path, want := range map[string]string{
		"specs/auth/spec.md":                         "spec spec semantic",
		"openspec/specs/auth/spec.md":                "spec spec semantic",
		"changes/archive/2026-01-01-x/specs/a/b.md":  "spec delta-spec semantic",
		"openspec/changes/add-x/specs/auth/spec.md":  "spec delta-spec semantic",
		"changes/archive/x/discovery.md":             "doc discovery semantic",
		"changes/archive/x/proposal.md":              "doc proposal procedural",
		"changes/x/proposal.md":                      "doc proposal semantic",
		"changes/archive/x/tasks.md":                 "doc tasks procedural",
		"changes/archive/x/Workflow.md":              "doc workflow procedural",
		"changes/archive/x/design.md":                "doc design semantic",
		"changes/archive/x/notes.md":                 "doc archive semantic",
		"knowledge/a.md":                             "doc knowledge semantic",
		".memory/decisions/1.md":                     "decision decision semantic",
		"docs/adr/0001-x.md":                         "decision decision semantic",
		"docs/adr-log/0001-x.md":                     "decision decision semantic",
		"ADRs/0001-x.md":                             "decision decision semantic",
		".memory/memories/x.md":                      "memory memory semantic",
		".memory/categories/x.md":                    "summary summary semantic",
		"shop/categories/x.md":                       "doc doc semantic",
		"docs/a.md":                                  "doc doc semantic",
		"discovery.md":                               "doc doc semantic",
		"archive":                                    "doc doc semantic",
		"docs/adr/README.md":                         "doc doc semantic",
		"docs/adr-log/index.md":                      "doc doc semantic",
		"docs/adr/0007-queues/README.md":             "decision decision semantic",
		"specs/README.md":                            "doc doc semantic",
		"knowledge/archive/x/specs/deep/er/thing.md": "spec delta-spec semantic",
	} {
		kind, label, docType := classify(path)
		if got := kind + " " + label + " " + docType; got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestIsTemplate(t *testing.T) {
	for path, want := range map[string]bool{
		"docs/adr/adr-template.md":               true,
		"docs/adr/adr-template-bare-minimal.md":  true,
		"docs/adr/template.md":                   true,
		"docs/adr/_template.md":                  true,
		"docs/adr/Template.md":                   true,
		"docs/adr/0000-template.md":              true,
		"docs/adr/XXXX-adr_template.md":          true,
		"docs/adr/templates/madr.md":             true,
		"docs/_templates/decision record.md":     true,
		"keps/NNNN-kep-template/README.md":       true,
		".memory/specs/spec-template.md":         true,
		"docs/adr/0005-template.md":              false,
		"docs/adr/0012-use-an-adr-template.md":   false,
		"docs/adr/template-engine.md":            false,
		"docs/adr/0000-record-decisions.md":      false,
		"docs/adr/templates/0003-one-a-page.md":  false,
		"docs/adr/templates/whole-pages.md":      true,
		"docs/templates/whole-pages.md":          false,
		"docs/templates/README.md":               false,
		"docs/decision.md":                       false,
		"openspec/specs/templates/spec.md":       false,
		"openspec/specs/template/decision.md":    false,
		"docs/adr/templates/0000.md":             false,
		"docs/adr/email-template.md":             false,
		"docs/adr/2024-05-01-record-template.md": false,
	} {
		if got := IsTemplate(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestForeignStatuses(t *testing.T) {
	for raw, want := range map[string]string{
		"accepted": "accepted <", "Accepted": "accepted <Accepted", "Final": "accepted <Final", "Living": "accepted <Living",
		"Draft":     "draft <Draft",
		"Last Call": "proposed <Last Call", "Stagnant": "deprecated <Stagnant", "Withdrawn": "rejected <Withdrawn",
		"implementable": "accepted <implementable",
		"provisional":   "proposed <provisional", "Accepted (2020-01-02)": "accepted <Accepted (2020-01-02)",
		"accepted, 2020":         "accepted <accepted, 2020",
		"superseded by ADR-0123": "superseded <superseded by ADR-0123", "Active development is over": " <Active development is over",
		"**Accepted**": "accepted <Accepted", "archived": "archived <", "~": " <", "accepted <!-- or not -->": "accepted <",
	} {
		text := "---\nstatus: \"" + raw + "\"\n---\n"
		if raw == "~" {
			text = "---\nstatus: ~\n---\n"
		}
		n, _ := read("adr/1.md", text)
		if got := n.Status + " <" + n.RawStatus; got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

// relation writes a relation short: type, ^ for inverse, target.
func relation(n Note) string {
	var out []string
	for _, r := range n.Relations {
		s := r.Type + " "
		if r.Inverse {
			s = "^" + s
		}
		out = append(out, s+r.Target)
	}
	return strings.Join(out, "; ")
}

func TestForeignConventions(t *testing.T) {
	for _, test := range []struct {
		name, path, text        string
		status, date, relations string
	}{
		{"MADR", "adr/0004-x.md", "---\nstatus: \"superseded by [ADR-0005](0005-x.md)\"\ndate: 2024-01-02\n---\n# X\n", "superseded",
			"2024-01-02", "^supersedes 0005-x.md"},
		{"MADR with a name", "adr/0004-x.md", "---\nstatus: superseded by ADR-0005\n---\n# X\n", "superseded", "", "^supersedes ADR-0005"},
		{"old MADR", "adr/0004-x.md", "# X\n\n* Status: accepted\n* Deciders: a, b\n* Date: 2020-05-06\n\n## Context\n", "accepted",
			"2020-05-06", ""},
		{"log4brains", "adr/x.md", "# X\n\n- Status: superseded by [20200101-y](20200101-y.md)\n- Date: 2020-05-06\n", "superseded",
			"2020-05-06", "^supersedes 20200101-y.md"},
		{"adr-tools", "doc/adr/0002-x.md", "# 2. X\n\nDate: 2016-02-12\n\n## Status\n\nSuperceded by [3. Y](0003-y.md)\n\nAmends [1. " +
			"Z](0001-z.md)\n\n## Context\n\nAccepted\n", "superseded", "2016-02-12", "^supersedes 0003-y.md; relates_to 0001-z.md"},
		{"adr-tools that supersedes", "doc/adr/0003-x.md", "# 3. X\n\n## Status\n\nAccepted\n\nSupercedes [2. Y](0002-y.md)\n", "accepted",
			"", "supersedes 0002-y.md"},
		{"a readme's status", "README.md", "# X\n\n## Status\n\nThis project is active.\n", "", "", ""},
		{"EIP", "EIPS/eip-1559.md", "---\neip: 1559\nstatus: Final\ncreated: 2019-04-13\nrequires: 2718, 2930\n---\n", "accepted",
			"2019-04-13", "depends_on 2718; depends_on 2930"},
		{"EIP with one", "EIPS/eip-1.md", "---\nrequires: 20\nsuperseded-by: 30\n---\n", "superseded", "", "depends_on 20; ^supersedes 30"},
		{"PEP", "pep-0440.md", "PEP: 440\nTitle: X\nStatus: Final\nCreated: 18-Mar-2013\nReplaces: 386\nSuperseded-By: N/A\n\nAbstract\n",
			"accepted", "2013-03-18", "supersedes 386"},
		{"PEP in a fence", "pep-0440.md", "```\nPEP: 440\nStatus: Withdrawn\nRequires: 8, 20\n```\n", "rejected", "",
			"depends_on 8; depends_on 20"},
		{"Rust RFC", "text/0401-x.md", "- Feature Name: x\n- Start Date: 2014-10-30\n- RFC PR: " +
			"[rust-lang/rfcs#401](https://example.com/pull/401)\n\n# Summary\n", "", "2014-10-30", ""},
		{"KEP", "keps/1.md", "---\nstatus: implementable\nsee-also:\n  - \"/keps/2-b\"\nreplaces: []\nsuperseded-by: []\n---\n", "accepted",
			"", "relates_to /keps/2-b"},
		{"bold keys", "rfcs/1.md", "# X\n\n**Status:** Draft\n**Date**: 2024/03/04\n", "draft", "2024-03-04", ""},
		{"Hugo", "content/x.md", "+++\ntitle = \"X\"\ndraft = true\ndate = 2024-05-06\nlastmod = 2024-06-07T08:09:10Z\n+++\n", "draft",
			"2024-06-07T08:09:10Z", ""},
		{"front matter first", "adr/1.md", "---\nstatus: rejected\n---\n# X\n\n- Status: accepted\n\n## Status\n\nAccepted\n", "rejected",
			"", ""},
		{"prose", "a.md", "Note: all is well\nStatus: of the art\n", "", "", ""},
		{"basic-memory", "a.md", "# A\n\n- implements [[Spec B]]\n- invented_word [[C]]\n- superseded_by [[D]]\n", "superseded", "",
			"implements Spec B; relates_to C; ^supersedes D"},
	} {
		n, problems := read(test.path, test.text)
		if n.Status != test.status || n.Date != test.date || relation(n) != test.relations || len(problems) > 0 {
			t.Errorf("%s: status %q, date %q, relations %q, problems %v", test.name, n.Status, n.Date, relation(n), problems)
		}
	}
	n, _ := read("text/0401-x.md", "- RFC PR: [rust-lang/rfcs#401](https://example.com/pull/401)\n")
	diff(t, "aliases", n.Aliases, []string{"https://example.com/pull/401"})
	n, _ = read("x.md", "---\npermalink: docs/x\naliases: X Y\n---\n")
	diff(t, "aliases", n.Aliases, []string{"docs/x", "X Y"})
}

func TestInverse(t *testing.T) {
	if len(RelationTypes()) != 18 {
		t.Errorf("%d types", len(RelationTypes()))
	}
	for _, typ := range RelationTypes() {
		inv := Inverse(typ)
		got, inverse, ok := ParseRelation(inv)
		symmetric := inv == strings.ReplaceAll(typ, "_", " ")
		if !ok || got != typ || inverse == symmetric {
			t.Errorf("%s read backwards is %q, which parses as %s, %v, %v", typ, inv, got, inverse, ok)
		}
		if got, inverse, ok := ParseRelation(strings.ToUpper(strings.ReplaceAll(typ, "_", "-"))); !ok || inverse || got != typ {
			t.Errorf("%s with hyphens: %s, %v, %v", typ, got, inverse, ok)
		}
	}
	if _, _, ok := ParseRelation(""); ok || Inverse("x") != "" {
		t.Error("no name is a relation")
	}
}

func FuzzNote(f *testing.F) {
	f.Add(
		"a/0001-x.md",
		"---\nstatus: superseded by [a](b)\nrelations: [{type: x, target: y}]\nconfidence: 1e999\n---\n# T\n\n- Status: x\n\n## Status\n"+
			"\nSupercedes [[a\n",
	)
	f.Add("README.md", "+++\ndate = 2024-01-01\n+++\nPEP: 1\nRequires: [[, ](,\n")
	f.Fuzz(func(t *testing.T, path, text string) {
		n, problems := read(path, text)
		if n.Confidence < 0 || n.Confidence > 1 || n.Importance < 0 || n.Importance > 1 || n.Kind == "" || n.Label == "" ||
			n.DocType == "" {
			t.Errorf("note = %+v", n)
		}
		for _, p := range problems {
			if p.Line < 1 || p.Line > 1+strings.Count(text, "\n") {
				t.Errorf("problem outside of the file: %+v", p)
			}
		}
	})
}

// What other tools write under keys that kb has too is no mistake outside of .memory; what is
// nearly a word of kb's is.
func TestStrictOnlyInMemory(t *testing.T) {
	for line, outside := range map[string]bool{
		"confidence: high": false, "importance: 5": false, "title: [a]": false, "date: soon": false, "id: two words": false,
		"tags: {a: b}":  false,
		"pinned: maybe": false, "files: [/etc/passwd]": false, "entities: 3": false, "status: released": false, "source: wiki": false,
		"status: acepted": true, "valid_until: soon": true, "relations: [{type: suprsedes, target: x}]": true,
	} {
		text := "---\n" + line + "\n---\n"
		if _, problems := read(".memory/memories/a.md", text); len(problems) != 1 {
			t.Errorf("%s in .memory: %v", line, problems)
		}
		if _, problems := read("docs/a.md", text); (len(problems) == 1) != outside || len(problems) > 1 {
			t.Errorf("%s outside: %v", line, problems)
		}
	}
}

func TestPlacesOfProblems(t *testing.T) {
	for _, test := range []struct {
		front     string
		line, col int
		key, near string
	}{
		{"status:   acepted", 2, 11, "status", "accepted"},
		{"confidence: 8", 2, 13, "confidence", "1"},
		{"tags: [a, {b: c}]", 2, 11, "tags.1", ""},
		{"relations:\n  - {type: solves, target: a}\n  - {type: suprsedes, target: x}", 4, 12, "relations.1.type", "supersedes"},
		{"relations:\n  - type: solves\n    target: x\n    strength: 3", 5, 15, "relations.0.strength", "1"},
		{"relations: [{suprsedes: x}]", 2, 13, "relations.0", "supersedes"},
		{"entities:\n  - redis\n  - {type: tool}", 4, 5, "entities.1", ""},
	} {
		_, problems := read(".memory/memories/a.md", "---\n"+test.front+"\n---\n")
		if len(problems) != 1 {
			t.Errorf("%s: %v", test.front, problems)
			continue
		}
		p := problems[0]
		if p.Line != test.line || p.Col != test.col || p.Key != test.key || p.Nearest != test.near || p.Expected == "" {
			t.Errorf("%s: %+v", test.front, p)
		}
	}
}

// The date of a note stands under the keys of many tools: the one of its last change goes before.
func TestDateKeys(t *testing.T) {
	for front, want := range map[string]string{
		"created_at: 2024-01-05": "2024-01-05", "pubDate: Jan 5, 2024": "2024-01-05", "updatedAt: 2024-01-05": "2024-01-05",
		"date created: Friday, January 5th 2024, 10:48:13 am": "2024-01-05T10:48:13Z", "Last Modified: 2024-01-05": "2024-01-05",
		"created: 1616492400000": "2021-03-23T09:40:00Z", "date: 20240105": "2024-01-05",
		"lastUpdated: false": "", "published: true": "",
		"last_update: {date: 2024-01-05, author: ann}":     "2024-01-05",
		"date: {created: 2024-01-04, updated: 2024-01-05}": "2024-01-05",
		"date: [[2024-01-05]]":                             "2024-01-05", "date: \"[[2024-01-05]]\"": "2024-01-05",
		"date: [2024-01-04, 2024-01-05]":            "",
		"publishDate: 2024-01-04\ndate: 2024-01-05": "2024-01-05", "published_at: 2024-01-04\ncreated: 2024-01-05": "2024-01-05",
		"lastmod: 2024-01-05\nupdated:": "2024-01-05", "birthdate: 2024-01-05": "", "update: 2024-01-05": "", "dated: 2024-01-05": "",
	} {
		if n, problems := read("a.md", "---\n"+front+"\n---\ntext\n"); n.Date != want || len(problems) > 0 {
			t.Errorf("%s: %q, want %q, %v", front, n.Date, want, problems)
		}
	}
	if n, _ := read("a.md", "# T\n\n- **Created at**: 5 January 2024\n- Status: accepted\n"); n.Date != "2024-01-05" {
		t.Errorf("of a header: %q", n.Date)
	}
	for _, front := range []string{"published: true", "last_update: {date: 2024-01-05, author: ann}", "updated: by hand"} {
		if n, _ := read("a.md", "---\n"+front+"\n---\n"); len(n.Extra) != 1 {
			t.Errorf("%s: what is no date is not kept: %v", front, n.Extra)
		}
	}
}

// What looks like a date and is read as none is a problem in any note, with the dates that may be meant.
// What a template leaves to be filled in, words, years and switches are none.
func TestDatesThatAreNotUnderstood(t *testing.T) {
	for front, want := range map[string]string{
		"date: 05/01/2024": "2024-01-05 or 2024-05-01", "updated: 5.1.2024": "2024-01-05 or 2024-05-01", "date: 13/01/2024": "2024-01-13",
		"created: 01-31-2024": "2024-01-31", "date: 05/05/2024": "2024-05-05",
		"date: 2024-13-01": "none", "pubDate: 2024-01-05T25:00": "none", "last_update: {date: 05/13/2024}": "2024-05-13",
		"date: 5 Smarch 2024": "none", "date: 2024-W05": "none",
	} {
		n, problems := read("docs/a.md", "---\n"+front+"\n---\n")
		if len(problems) != 1 || problems[0].Line != 2 || problems[0].Col < 6 || problems[0].Nearest != strings.TrimSuffix(want, "none") ||
			n.Date != "" {
			t.Errorf("%s: %q %+v", front, n.Date, problems)
		}
	}
	for _, front := range []string{"date:", "date: true", "date: \"{{date}}\"", "date: \"{{date:YYYY-MM-DD}} 10:00\"", "date: YYYY-MM-DD",
		"date: 2024-01-XX", "date: \"<% tp.date.now('YYYY-MM-DD', 1, 2) %>\"", "date: '`r Sys.Date() - 1 + 2`'", "date: 0000-00-00",
		"date: Last Modified", "published: 2019", "published: \"Basel, 2019\"", "updated: ~", "date: today", "date: 2024-01-${day}",
		"created: []", "updated: {by: ann}"} {
		if _, problems := read("docs/a.md", "---\n"+front+"\n---\n"); len(problems) > 0 {
			t.Errorf("%s: %+v", front, problems)
		}
	}
	for _, path := range []string{"templates/daily.md", "adr/template.md"} {
		if _, problems := read(path, "---\ndate: 05/01/2024\n---\n"); len(problems) > 0 {
			t.Errorf("%s: %+v", path, problems)
		}
	}
}
