package write_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// workshop has notes that refer to one another, and a source file that one cites.
func workshop(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	r.Write(
		"docs/saw.md", "---\ntags: [tools]\n---\n# Saw\n\nSee [drill](drill.md#speed) and [[drill]].\n",
		"docs/drill.md", "# Drill\n\nMade by `src/drill.go#Spin`.\n\n## Speed\n\nIt spins 500 times.\n",
		"docs/more/glue.md", "# Glue\n\nAfter the [drill](../drill.md).\n",
		".memory/decisions/0001-oak.md", "---\nkind: decision\nstatus: accepted\ndate: 2026-03-01\n---\n# Use oak\n\nOak is hard.\n",
		"src/drill.go", "package tools\n\n// Spin spins.\nfunc Spin() int { return 500 }\n",
	)
	r.Git("config", "user.name", "Ann")
	r.Git("config", "user.email", "ann@example.com")
	r.Commit("Begin")
	return &story.Shell{Repo: r, Run: program.Run}
}

const changes = `
$ kb set saw tags+=wood status=draft
docs/saw.md
- tags: [tools]
+ tags: [tools, wood]
+ status: draft
! kb: stage it: git add -A -- docs/saw.md
$ kb set saw tags-=tools importance=0.7
docs/saw.md
- tags: [tools, wood]
+ tags: [wood]
+ importance: 0.7
! kb: stage it: git add -A -- docs/saw.md
$ cat docs/saw.md
---
tags: [wood]
status: draft
importance: 0.7
---
# Saw

See [drill](drill.md#speed) and [[drill]].
$ kb set saw tags+=wood
! kb: nothing to change
$ kb set saw status=acepted
! kb: status: "acepted" is none of draft, proposed, accepted, deprecated, superseded, rejected, archived (did you mean "accepted"?\
)
!   nothing was changed
[2]
$ kb set saw importance=2
! kb: importance: expected a number from 0 to 1, not 2 (nearest: 1)
!   nothing was changed
[2]
$ kb set saw nonsense
! kb: "nonsense" is no assignment
!   write it as key=value, as in status=accepted
[2]
$ kb set saw confidence=0.6 --dry-run
docs/saw.md
+ confidence: 0.6
! kb: nothing was changed
$ kb set none status=draft
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb set saw status= importance=
docs/saw.md
- status: draft
- importance: 0.7
! kb: stage it: git add -A -- docs/saw.md
$ kb verify saw glue
docs/saw.md
+ verified: 2026-04-01
docs/more/glue.md
+ ---
+ verified: 2026-04-01
+ ---
+ 
! kb: stage it: git add -A -- docs/saw.md docs/more/glue.md
$ kb verify saw --dry-run
! kb: nothing to change
$ kb verify none
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb relate glue depends_on saw
docs/more/glue.md
+ relations:
+   - type: depends_on
+     target: docs/saw
! kb: stage it: git add -A -- docs/more/glue.md
$ kb relate glue depends_on saw
! kb: docs/more/glue.md has this relation already (line 5)
! kb: nothing to change
$ kb relate glue similar_to drill --strength 0.9 --dry-run
docs/more/glue.md
+   - type: similar_to
+     target: docs/drill
+     strength: 0.9
! kb: nothing was changed
$ kb relate glue nonsense saw
! kb: no relation is called "nonsense"
!   the types are: relates_to, similar_to, leads_to, derived_from, solves, supersedes, occurred_before, evolved_into, contradicts,\
 invalidated_by, prefers_over, part_of, depends_on, implements, exemplifies, validates, required_with, disputes
[2]
$ kb relate glue depends_on glue
! kb: docs/more/glue.md cannot have a relation to itself
[2]
$ kb relate glue depends_on saw --strength 2
! kb: --strength 2: expected a number above 0, up to 1
[2]
$ kb relate glue depends_on saw --strength nan
! kb: --strength NaN: expected a number above 0, up to 1
[2]
$ kb supersede 0001 saw --dry-run
docs/saw.md
+ relations:
+   - type: supersedes
+     target: .memory/decisions/0001-oak
.memory/decisions/0001-oak.md
- status: accepted
+ status: superseded
! kb: nothing was changed
$ kb supersede 0001 saw
docs/saw.md
+ relations:
+   - type: supersedes
+     target: .memory/decisions/0001-oak
.memory/decisions/0001-oak.md
- status: accepted
+ status: superseded
! kb: stage it: git add -A -- docs/saw.md .memory/decisions/0001-oak.md
$ kb supersede saw saw
! kb: docs/saw.md cannot supersede itself
[2]
$ cat docs/saw.md
---
tags: [wood]
verified: 2026-04-01
relations:
  - type: supersedes
    target: .memory/decisions/0001-oak
---
# Saw

See [drill](drill.md#speed) and [[drill]].
$ cat docs/more/glue.md
---
verified: 2026-04-01
relations:
  - type: depends_on
    target: docs/saw
---

# Glue

After the [drill](../drill.md).
$ git add -A
$ git commit -qm Changes
`

const moves = `
$ kb mv drill docs/tools/drill.md --dry-run
docs/drill.md -> docs/tools/drill.md
  docs/more/glue.md:10:19: ../drill.md -> ../tools/drill.md
  docs/saw.md:10:13: drill.md -> tools/drill.md
! kb: 2 links in 2 notes would be written anew; nothing was changed
$ kb mv drill docs/tools/bore.md
docs/drill.md -> docs/tools/bore.md
  docs/more/glue.md:10:19: ../drill.md -> ../tools/bore.md
  docs/saw.md:10:13: drill.md -> tools/bore.md
  docs/saw.md:10:35: drill -> bore
! kb: 3 links in 2 notes written anew. Stage it: git add -A -- docs/tools/bore.md docs/drill.md docs/more/glue.md docs/saw.md
$ cat docs/saw.md
---
tags: [wood]
verified: 2026-04-01
relations:
  - type: supersedes
    target: .memory/decisions/0001-oak
---
# Saw

See [drill](tools/bore.md#speed) and [[bore]].
$ cat docs/more/glue.md
---
verified: 2026-04-01
relations:
  - type: depends_on
    target: docs/saw
---

# Glue

After the [drill](../tools/bore.md).
$ kb mv none x.md
! kb: no note is called "none"
!   did you mean:
!     docs/tools/bore.md
[2]
$ kb mv saw docs/more/glue.md
! kb: docs/more/glue.md is there already
!   give it another name, or move what is there first
[2]
$ kb mv saw ../saw.md
! kb: ../saw.md leads out of the repository
[2]
$ kb mv saw saw.txt
! kb: saw.txt cannot be a note: the name does not end in .md, .markdown or .mdx
!   did you mean saw.txt.md, or the folder saw.txt/?
[2]
$ kb mv src/drill.go#Spin src/drill.go#Turn --dry-run
! kb: src/drill.go declares no Turn
!   nothing was changed: rename it in the code first
[2]
$ cat docs/tools/bore.md
# Drill

Made by 'src/drill.go#Spin'.

## Speed

It spins 500 times.
$ kb mv src/drill.go#Spin
! kb: src/drill.go declares Spin: there is nothing to follow
!   name what the notes shall cite: kb mv src/drill.go#Spin PATH#SYMBOL
[2]
$ kb mv
! kb: expected "<old>"
!   see kb mv --help
[2]
$ git add -A
$ git commit -qm Moves
`

const news = `
$ kb new decision Use beech --no-edit --body 'Beech is cheap.'
.memory/decisions/0002-use-beech.md
! kb: written; commit it: git add .memory/decisions/0002-use-beech.md
$ cat .memory/decisions/0002-use-beech.md
---
id: $ID
kind: decision
status: proposed
source: user
author: Ann
date: 2026-04-01
---

# Use beech

Beech is cheap.
$ kb new decision Use beech --no-edit
.memory/decisions/0003-use-beech.md
! kb: written; commit it: git add .memory/decisions/0003-use-beech.md
$ kb new memory Glue dries slowly --type gotcha --tag glue --files 'src/**' --no-edit --body 'A day.'
.memory/memories/glue-dries-slowly.md
! kb: written; commit it: git add .memory/memories/glue-dries-slowly.md
$ kb new memory Glue dries fast --dry-run --body 'An hour.'
---
id: $ID
kind: memory
type: fact
category: performance
source: user
author: Ann
date: 2026-04-01
---

# Glue dries fast

An hour.
! kb: would write .memory/memories/glue-dries-fast.md
$ kb new memory Glue dries --print --body 'Soon.' --category wood --importance 0.8
.memory/memories/glue-dries.md
$ kb new memory Glue --type nonsense --no-edit
! kb: no memory has the type "nonsense"
!   there are solution, pattern, standard, preference, gotcha, error_pattern, dead_end, module_insight, workflow_recipe, causal_de\
pendency, work_state, requirement, episode, fact, constraint, goal, prefetch_pattern, task_calibration, e2e_observation, work_unit\
_outcome, context_cost
[2]
$ kb new nonsense Glue
! kb: no kind is called "nonsense"
!   there are memory, decision, spec, summary, doc, daily
[2]
$ kb new memory
! kb: what is the memory called?
!   say its title: kb new memory "TITLE"
[2]
$ kb new memory Glue --importance 3 --no-edit
! kb: --importance: expected a number from 0 to 1, not 3
[2]
$ kb new
! kb: expected "<kind>"
!   see kb new --help
[2]
$ kb remember Screws hold better than nails
.memory/memories/screws-hold-better-than-nails.md
! kb: written; commit it: git add .memory/memories/screws-hold-better-than-nails.md
$ kb remember Screws hold better than nails
.memory/memories/screws-hold-better-than-nails.md
! kb: .memory/memories/screws-hold-better-than-nails.md:11 says the same: Screws hold better than nails
! kb: nothing is written; --force writes it down all the same
$ kb remember Nails bend --type gotcha --tag nails --dry-run
---
title: Nails bend
id: $ID
kind: memory
type: gotcha
tags:
  - nails
source: user
author: Ann
date: 2026-04-01
---

Nails bend
! kb: would write .memory/memories/nails-bend.md
$ kb remember
! kb: expected "<text> ..."
!   see kb remember --help
[2]
$ kb schema
memory    What somebody learned: a solution, a gotcha, a pattern, a dead end.
decision  A choice that was made, and why; an architecture decision record.
spec      What must hold: requirements and scenarios.
summary   A category: what is known of one area, in a few paragraphs.
doc       Any other markdown file.
$ kb schema nonsense
! kb: no kind is called "nonsense"
!   kb schema lists them
[2]
$ kb open saw
! kb: no editor is set
!   name one: export EDITOR=vi
!   or print the note: kb show saw
[2]
$ kb list kind:memory
.memory/memories/glue-dries-slowly.md
.memory/memories/glue-dries.md
.memory/memories/screws-hold-better-than-nails.md
`

// What changes notes, as somebody types it in one repository and sees it.
func TestSessionOfWriting(t *testing.T) {
	s := workshop(t)
	for _, text := range []string{changes, moves, news} {
		s.Session(text)
	}
}
