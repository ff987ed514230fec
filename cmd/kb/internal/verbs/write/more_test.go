package write_test

import (
	"os"
	"path/filepath"
	"testing"
)

const values = `
$ kb set saw pinned=true files=src/a.go,src/b/** importance=0.5
docs/saw.md
+ pinned: true
+ files:
+   - src/a.go
+   - "src/b/**"
+ importance: 0.5
! kb: stage it: git add -A -- docs/saw.md
$ kb set saw pinned=maybe
! kb: docs/saw.md: pinned: expected true or false, not "maybe"
[2]
$ kb set saw importance=much
! kb: docs/saw.md: importance: expected a number from 0 to 1, not "much"
[2]
$ kb set saw relations=drill
! kb: docs/saw.md: relations cannot be set as a whole
!   kb relate and kb supersede add relations
[2]
$ kb set saw entities=redis
! kb: docs/saw.md: entities cannot be set as a whole
!   add one: entities+=tool:redis
[2]
$ kb set saw entities+=tool:redis
docs/saw.md
+ entities:
+   - type: tool
+     name: redis
! kb: stage it: git add -A -- docs/saw.md
$ kb set saw colour=red weight=1.5 count=3 wet=true
docs/saw.md
+ colour: red
+ weight: 1.5
+ count: 3
+ wet: true
! kb: colour is no key of kb's; it is kept and can be searched
! kb: weight is no key of kb's; it is kept and can be searched
! kb: count is no key of kb's; it is kept and can be searched
! kb: wet is no key of kb's; it is kept and can be searched
! kb: stage it: git add -A -- docs/saw.md
$ kb set saw =red
! kb: "=red" is no assignment
!   write it as key=value, as in status=accepted
[2]
$ kb set saw glue tags+=shop
docs/saw.md
- tags: [tools]
+ tags: [tools, shop]
docs/more/glue.md
+ ---
+ tags:
+   - shop
+ ---
+ 
! kb: stage it: git add -A -- docs/saw.md docs/more/glue.md
$ cat docs/saw.md
---
tags: [tools, shop]
pinned: true
files:
  - src/a.go
  - "src/b/**"
importance: 0.5
entities:
  - type: tool
    name: redis
colour: red
weight: 1.5
count: 3
wet: true
---
# Saw

See [drill](drill.md#speed) and [[drill]].
$ kb set saw pinned=false --json | data
{"notes":[{"added":["pinned: false"],"path":"docs/saw.md","removed":["pinned: true"]}]}
$ kb relate saw depends_on none
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb supersede none saw
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb supersede saw none
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
`

const days = `
$ kb new daily --in docs/days --body 'We sawed.'
docs/days/2026-04-01.md
! kb: written; commit it: git add docs/days/2026-04-01.md
$ git add -A
$ kb new daily
docs/days/2026-04-01.md
$ kb new daily --json | data
{"id":"","kind":"doc","path":"docs/days/2026-04-01.md","secrets":[],"written":false}
$ kb new daily --body 'Once more.'
! kb: there is a note of today: docs/days/2026-04-01.md
!   put the text into it: kb open docs/days/2026-04-01.md
[2]
$ kb new doc Plan --in ../elsewhere
! kb: --in ../elsewhere leads out of the repository
[2]
$ kb new memory Token --body 'The key is AKIA` + "QYLPMN5HHHFPZAM2" + `.'
! kb: nothing is written: there is a secret in the text
!   line 1 looks like a secret (rule aws-access-token)
!   remove it; a line that holds none may say so: <!-- kb:allow-secret -->
[1]
$ kb new memory Bench wobbles --type work_state --dry-run --body 'It wobbles.'
---
id: $ID
kind: memory
type: work_state
source: user
author: Ann
date: 2026-04-01
branch: main
---

# Bench wobbles

It wobbles.
! kb: would write .memory/memories/bench-wobbles.md
$ kb new memory Bench wobbles --dry-run --json --body 'It wobbles.' | data
{"id":"$ID","kind":"memory","path":".memory/memories/bench-wobbles.md","secrets":[],"text":"---\nid: $ID\nkind: memory\ntype: fact\
\nsource: user\nauthor: Ann\ndate: 2026-04-01\n---\n\n# Bench wobbles\n\nIt wobbles.\n","written":false}
$ kb schema --json | data.0.kind
"memory"
$ kb schema --json | data.3.kind
"summary"
$ kb open drill#speed
opened $DIR/docs/drill.md
$ kb open drill#none
! kb: docs/drill.md has no section "none"
!   its sections are:
!     Drill
!     Speed
[2]
$ kb open saw
opened $DIR/docs/saw.md
`

const symbols = `
$ kb mv saw
! kb: the new path of the note is missing
!   kb mv OLD NEW
[2]
$ kb mv src/drill.go#Spin docs/saw.md#Turn
! kb: docs/saw.md#Turn is no symbol of a source file
!   kb mv src/drill.go#Spin PATH#SYMBOL
[2]
$ kb mv src/drill.go#Spin src/none.go#Turn
! kb: src/none.go is no source file that kb reads
!   nothing was changed: name it as PATH#SYMBOL
[2]
$ kb mv src/drill.go#Spin Spim
! kb: src/drill.go declares no Spim
!   nothing was changed: did you mean src/drill.go#Spin?
[2]
$ kb mv src/drill.go#Gone
! kb: nothing tells where src/drill.go#Gone went
!   name what the notes shall cite: kb mv src/drill.go#Gone PATH#SYMBOL
[2]
$ kb mv src/other.go#Help src/drill.go#Spin
src/other.go#Help -> src/drill.go#Spin
! kb: no note cites it so; nothing was changed
`

func TestSessionOfRarerWriting(t *testing.T) {
	s := workshop(t)
	s.Env = append(s.Env, "VISUAL=echo opened", "EDITOR=false")
	s.Session(values)
	s.Session(days)
	s.Session(symbols)
}

const shared = `
$ kb mv src/drill.go#Spin src/drill.go#Turn
src/drill.go#Spin -> src/drill.go#Turn
  docs/drill.md:3:10: src/drill.go#Spin -> src/drill.go#Turn
  docs/wheel.md:3:24: src/drill.go#Spin -> src/drill.go#Turn
! kb: 2 citations in 2 notes written anew. Stage it: git add -A -- docs/drill.md docs/wheel.md
$ git checkout -q docs
`

const only = `
$ kb mv src/drill.go#Spin src/drill.go#Turn
src/drill.go#Spin -> src/drill.go#Turn
  docs/drill.md:3:10: src/drill.go#Spin -> src/drill.go#Turn
  docs/wheel.md:3:14: Spin -> Turn
  docs/wheel.md:3:24: src/drill.go#Spin -> src/drill.go#Turn
! kb: 3 citations in 2 notes written anew. Stage it: git add -A -- docs/drill.md docs/wheel.md
$ cat docs/wheel.md
# Wheel

It is fast: 'Turn' of 'src/drill.go#Turn' turns.
`

// A bare name follows its symbol where nothing else near it is called so.
func TestNamesThatFollow(t *testing.T) {
	s := workshop(t)
	s.Write("docs/wheel.md", "# Wheel\n\nIt is fast: `Spin` of `src/drill.go#Spin` turns.\n",
		"src/press.go", "package tools\n\ntype Press struct{}\n\nfunc (Press) Spin() int { return 1 }\n")
	s.Commit("Add a wheel")
	s.Write("src/drill.go", "package tools\n\n// Turn spins.\nfunc Turn() int { return 500 }\n")
	s.Session(shared)
	s.Git("rm", "-q", "src/press.go")
	s.Session(only)
}

const sorted = `
$ kb new memory Beams crack --dry-run --body 'Oak and beech, joists and rafters crack.'
---
id: $ID
kind: memory
type: fact
category: carpentry
source: user
author: Ann
date: 2026-04-01
---

# Beams crack

Oak and beech, joists and rafters crack.
! kb: would write .memory/memories/beams-crack.md
`

// A new note gets the category that shares its words; what defines none beside it hides none.
func TestCategoryOfANewNote(t *testing.T) {
	s := workshop(t)
	s.Write(".memory/categories/a.txt", "x\n", ".memory/categories/carpentry.md",
		"---\nkind: summary\ntitle: Carpentry\ntags: [joists, rafters, beech]\n---\n# Carpentry\n\nOf joists, rafters, oak and beech.\n")
	if err := os.Symlink("carpentry.md", filepath.Join(s.Dir, ".memory", "categories", "b.md")); err != nil {
		t.Skip(err)
	}
	s.Commit("Sort")
	s.Session(sorted)
}
