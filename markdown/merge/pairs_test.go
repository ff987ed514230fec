package merge

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/text/diff"
)

// handbook is a note with everything that notes have.
const handbook = `---
title: Handbook
status: draft
tags: [ops, run]
# who looks after it
owners:
  - ann
  - bob
updated: 2026-01-05
verified: 2026-01-01
relations:
  - {type: refines, target: base.md}
---
# Handbook

What everybody on call needs. It is kept short. Ask Ann for more.

## Start

1. Take the key.
2. Open the door.
3. Wake the pump.

Mind the step.

### Checks

- [ ] the lamp is green
- [ ] the tank is full
- [ ] the door is shut
  - and locked at night

## Limits

| what | least | most |
|------|-------|------|
| pressure | 2 bar | 8 bar |
| level | 10 % | 90 % |

> [!NOTE]
> Above 8 bar the valve opens. Below 2 bar the pump stops.

## Commands

Run it each morning:

` + "```sh\npump status\npump start --slow\npump log\n```" + `

Pump
: what moves the water

Valve
: what holds it back

## Who

Ann knows the pump.
Bob knows the valves. Carl knows the tank.

[^1]: Since the flood.
[pump]: https://example.org/pump
`

// change is an edit of the handbook: pairs of what is there and what comes in its place.
type change struct {
	name string
	by   []string
}

// changes are what people do to a note.
func changes() []change {
	const start = "## Start\n\n1. Take the key.\n2. Open the door.\n3. Wake the pump.\n\nMind the step.\n\n### Checks\n\n" +
		"- [ ] the lamp is green\n- [ ] the tank is full\n- [ ] the door is shut\n  - and locked at night\n\n"
	const commands = "## Commands\n\nRun it each morning:\n\n```sh\npump status\npump start --slow\npump log\n```\n\n" +
		"Pump\n: what moves the water\n\n" +
		"Valve\n: what holds it back\n\n"
	return []change{
		{"title", []string{"title: Handbook", "title: The handbook", "# Handbook\n", "# The handbook\n"}},
		{"accepted", []string{"status: draft", "status: accepted", "updated: 2026-01-05", "updated: 2026-02-01"}},
		{"rejected", []string{"status: draft", "status: rejected # by Bob", "updated: 2026-01-05", "updated: 2026-03-01"}},
		{"tag", []string{"[ops, run]", "[ops, run, water]"}},
		{"tags in lines", []string{"tags: [ops, run]", "tags:\n  - run\n  - night"}},
		{"owner", []string{"  - bob\n", "  - bob\n  - carl\n"}},
		{"no owners", []string{"# who looks after it\nowners:\n  - ann\n  - bob\n", ""}},
		{"verified", []string{"verified: 2026-01-01", "verified: 2026-02-02"}},
		{"verified later", []string{"verified: 2026-01-01", "verified: 2026-03-03"}},
		{"relation", []string{"target: base.md}", "target: base.md}\n  - {type: cites, target: law.md}"}},
		{"relation grown", []string{"target: base.md}", "target: base.md, strength: 0.5}"}},
		{"keys", []string{"title: Handbook\n", "title: Handbook\nkind: doc\n"}},
		{"a sentence", []string{"It is kept short.", "It is kept very short."}},
		{"another sentence", []string{"Ask Ann for more.", "Ask Bob for more."}},
		{"the same sentence", []string{"It is kept short.", "It is brief."}},
		{"a paragraph", []string{"Ask Ann for more.\n", "Ask Ann for more.\n\nIt is read once a year.\n"}},
		{"no paragraph", []string{"What everybody on call needs. It is kept short. Ask Ann for more.\n\n", ""}},
		{"a step", []string{"2. Open the door.\n3.", "2. Turn it.\n3. Open the door.\n4."}},
		{"no step", []string{"2. Open the door.\n3.", "2."}},
		{"a task done", []string{"[ ] the tank", "[x] the tank"}},
		{"a task reworded", []string{"the tank is full", "the tank is full and clean"}},
		{"a task more", []string{"- [ ] the door", "- [ ] the fence stands\n- [ ] the door"}},
		{"tasks turned", []string{"- [ ] the lamp is green\n- [ ] the tank is full\n",
			"- [ ] the tank is full\n- [ ] the lamp is green\n"}},
		{"an inner item", []string{"  - and locked at night\n", "  - and locked at night\n  - and by day\n"}},
		{"a cell", []string{"2 bar | 8 bar |", "2 bar | 9 bar |"}},
		{"the cell beside", []string{"| 2 bar |", "| 3 bar |"}},
		{"a row", []string{"| level |", "| heat | 5 °C | 40 °C |\n| level |"}},
		{"no row", []string{"| level | 10 % | 90 % |\n", ""}},
		{"a column", []string{
			"| most |\n|------|-------|------|\n", "| most | unit |\n|------|-------|------|------|\n", "8 bar |\n",
			"8 bar | bar |\n", "90 % |\n",
			"90 % | % |\n"}},
		{"the note", []string{"Above 8 bar", "Above 9 bar"}},
		{"the note goes on", []string{"the pump stops.\n", "the pump stops.\n> Call Ann.\n"}},
		{"a command", []string{"pump log\n", "pump log --all\n"}},
		{"another command", []string{"pump status\n", "pump check\npump status\n"}},
		{"a definition", []string{": what holds it back\n", ": what holds it back\n\nTank\n: what holds the water\n"}},
		{"renamed", []string{"## Start\n", "## First steps\n"}},
		{"deeper", []string{"## Limits\n", "### Limits\n"}},
		{"moved", []string{start, "", "## Who\n", start + "## Who\n"}},
		{"moved up", []string{commands, "", "## Limits\n", commands + "## Limits\n"}},
		{"removed", []string{commands, ""}},
		{"a section", []string{"## Who\n", "## Night\n\nSleep.\n\n## Who\n"}},
		{"another section", []string{"## Who\n", "## Day\n\nWork.\n\n## Who\n"}},
		{"broken anew", []string{"Ann knows the pump.\nBob knows the valves. Carl", "Ann knows the pump. Bob knows the valves.\nCarl"}},
		{"a footnote", []string{"[^1]: Since the flood.\n", "[^1]: Since the flood.\n[^2]: Or before.\n"}},
		{"a link", []string{"/pump\n", "/pump\n[valve]: https://example.org/valve\n"}},
		{"line ends", []string{"\n", "\r\n"}},
		{"nothing at the end", []string{"[pump]: https://example.org/pump\n", ""}},
	}
}

// on makes the change to a text; ok is false where what it changes is not there as it was.
func (c change) on(text string) (out string, ok bool) {
	for i := 0; i < len(c.by); i += 2 {
		if !strings.Contains(text, c.by[i]) {
			return text, false
		}
		text = strings.ReplaceAll(text, c.by[i], c.by[i+1])
	}
	return text, true
}

// Two people change one note: every change with every other one. What one of them
// makes of the other's text is what the merge should be. The golden file says where it is anything
// else: how many conflicts, and the lines in which it differs. UPDATE_GOLDEN=1 writes it.
func TestChangesOfTwo(t *testing.T) {
	var told strings.Builder
	all := changes()
	for i, a := range all {
		for j, b := range all {
			if (i+j)%2 == 1 && i < j || (i+j)%2 == 0 && i > j { // each pair once, in either order
				continue
			}
			ours, ok := a.on(handbook)
			theirs, also := b.on(handbook)
			if !ok || !also {
				t.Fatalf("%q or %q changes nothing", a.name, b.name)
			}
			r := Merge([]byte(handbook), []byte(ours), []byte(theirs), Options{Rule: frontRule})
			if i == j {
				if string(r.Text) != ours || r.Conflicts > 0 {
					t.Errorf("%q on both sides is not itself", a.name)
				}
				continue
			}
			want, ok := a.on(theirs)
			if other, also := b.on(ours); !ok || also && string(r.Text) == other {
				want = other
			}
			if string(r.Text) == want && r.Conflicts == 0 {
				continue
			}
			fmt.Fprintf(&told, "== %s, %s: %d\n", a.name, b.name, r.Conflicts)
			removed, added := diff.Changed(want, string(r.Text))
			for _, line := range removed {
				fmt.Fprintf(&told, "-%s\n", line)
			}
			for _, line := range added {
				fmt.Fprintf(&told, "+%s\n", line)
			}
		}
	}
	file := filepath.Join("testdata", "changes.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(told.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if told.String() != string(want) {
		removed, added := diff.Changed(string(want), told.String())
		t.Errorf("%s is not so any more:\n-%.2000s\n+%.2000s", file, strings.Join(removed, "\n-"), strings.Join(added, "\n+"))
	}
}
