package survey_test

import (
	"fmt"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// garden has notes in categories, of several months, some of which no longer hold.
func garden(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	day := func(date, message, who string, pairs ...string) {
		t.Helper()
		r.Write(pairs...)
		r.Commit(message, append(gittest.Author(who), gittest.Date(date+"T10:00:00Z")...)...)
	}
	memory := func(front, title, text string) string {
		return fmt.Sprintf("---\nkind: memory\n%s\n---\n# %s\n\n%s\n", front, title, text)
	}
	day("2025-11-03", "Plant", "Ann",
		".memory/categories/trees.md", "---\nkind: summary\ntitle: Trees\ndescription: Apples and pears.\ntags: [fruit]\n---\n"+
			"# Trees\n\nSee apples.\n",
		".memory/categories/beds.md", "---\nkind: summary\ntitle: Beds\n---\n# Beds\n\nWhat grows in rows.\n",
		"notes/apples.md", "---\ncategory: trees\n---\n"+
			"# Apples\n\nApples are picked in `src/pick.go`, by `src/pick.go#Pick`. See [pears](pears.md).\n",
		"notes/pears.md", "---\ncategory: trees\ntags: [fruit]\n---\n# Pears\n\nPears ripen indoors. See [apples](apples.md).\n",
		"src/pick.go", "package garden\n\n// Pick picks.\nfunc Pick() int { return 1 }\n",
		".memory/memories/frost.md", memory("type: gotcha\ncategory: beds\nvalid_until: 2026-02-01", "Frost kills beans", "Cover them."))
	day("2026-01-10", "Rows", "Bob",
		"notes/beans.md", "---\ncategory: beds\nneeds_review: true\n---\n# Beans\n\nBeans climb [poles](poles.md).\n",
		".memory/decisions/0001-hedge.md", "---\nkind: decision\nstatus: accepted\ndate: 2026-01-10\n---\n# Plant a hedge\n\nOf beech.\n")
	day("2026-02-15", "Wall", "Ann",
		".memory/decisions/0002-wall.md", "---\nkind: decision\nstatus: accepted\ndate: 2026-02-15\nrelations:\n"+
			"  - {type: supersedes, target: 0001-hedge.md}\n---\n# Build a wall\n\nOf brick, no hedge.\n",
		"notes/plums.md", "---\ncategory: trees\n---\n# Plums\n\nPlums are new.\n", "notes/bare.md", "# Bare\n\nNothing grows.\n")
	r.Git("rm", "-q", "src/pick.go", "notes/bare.md")
	day("2026-03-20", "Clear", "Bob", "notes/pears.md", "---\ncategory: trees\n---\n# Pears\n\nPears ripen in May.\n")
	r.Write("notes/shed.md", "# Shed\n\nNot committed.\n")
	return &story.Shell{Repo: r, Run: program.Run}
}

const categories = `
$ kb categories show trees -n 1
# Trees

See apples.

0.7819  notes/pears.md  Pears
! kb: 2 notes more: -n 3 shows all
$ kb categories show beds --explain
# Beds

What grows in rows.

0.3707  notes/beans.md  Beans
0.0773  .memory/memories/frost.md  Frost kills beans
$ kb categories evolve trees --newer 3
.memory/categories/trees.md
+ 
+ <!-- kb:evolve:begin -->
+ <!-- 'kb categories evolve' writes what stands between these marks: what people write goes above or below. -->
+ 
+ - Apples are picked in 'src/pick.go', by 'src/pick.go#Pick'. ([Apples](../../notes/apples.md), line 6)
+ 
+ <!-- kb:evolve:end -->
! kb: trees: 1 sentence of 3 notes, 3 of them newer
! kb: stage it: git add -A -- .memory/categories/trees.md
$ kb categories evolve none
! kb: no category is called "none"
!   kb categories lists them
[2]
$ kb categories
beds                  2 notes  2025-11-03 – 2026-01-10  What grows in rows.
trees                 3 notes  2025-11-03 – 2026-03-20  Apples and pears.
! kb: 3 notes of no category
$ kb categories show trees
# Trees

See apples.

<!-- kb:evolve:begin -->
<!-- 'kb categories evolve' writes what stands between these marks: what people write goes above or below. -->

- Apples are picked in 'src/pick.go', by 'src/pick.go#Pick'. ([Apples](../../notes/apples.md), line 6)

<!-- kb:evolve:end -->

0.7819  notes/pears.md  Pears
0.4335  notes/apples.md  Apples
0.2855  notes/plums.md  Plums
$ kb categories show beds --json | data.members.0
{"kind":"doc","named":true,"path":"notes/beans.md","rank":0.266601168,"score":1,"title":"Beans","touched":"2026-01-10T10:00:00Z"}
$ kb categories show nothing
! kb: no category is called "nothing"
!   kb categories lists them
[2]
$ kb categories stale
! kb: no summary is older than 5 of its notes
$ kb categories for ripe pears
0.75  trees  .memory/categories/trees.md
      notes/pears.md
      notes/apples.md
      .memory/categories/trees.md
$ kb categories for ripe pears --json | data.0.notes
["notes/pears.md","notes/apples.md",".memory/categories/trees.md"]
$ kb categories for zzzz --json | data
[]
! kb: no category answers that: kb search looks in all notes
[1]
$ kb categories for zzzz
! kb: no category answers that: kb search looks in all notes
[1]
$ kb categories for
! kb: expected "<query> ..."
!   see kb categories for --help
[2]
$ kb categories evolve
! kb: beds: 1 note is newer than the summary, 5 make a new one (--newer 1 does it now)
! kb: trees: 2 notes are newer than the summary, 5 make a new one (--newer 2 does it now)
! kb: nothing to change
$ kb categories evolve --json | data
{"notes":[],"summaries":[],"waiting":[{"name":"beds","newer":1},{"name":"trees","newer":2}]}
`

const doubts = `
$ kb stale --json | data.notes.0.reasons.0.layer
"explicit"
$ kb stale --json | data.total
3
$ kb stale --reason reference --explain --min 0
0.68  notes/apples.md  touched 2025-11-03 in 692bdc7139 by Ann
      reference 0.68  src/pick.go was deleted in cd21d19d8b on 2026-03-20, and 1 more
        - src/pick.go was deleted in cd21d19d8b on 2026-03-20  cited in line 6
            cd21d19d8b 2026-03-20 Bob: Clear
        - Pick was removed from src/pick.go in cd21d19d8b on 2026-03-20  cited in line 6
            cd21d19d8b 2026-03-20 Bob: Clear
! kb: 1 of 10 notes in doubt; 1 known not to hold are left out (--include-inactive)
$ kb stale
0.97  .memory/memories/frost.md  touched 2025-11-03 in 692bdc7139 by Ann
      explicit 0.90  its validity ended on 2026-02-01
      confidence 0.66  confidence fell from 0.80 to 0.14: untouched since 2025-11-03, half-life 60 days
0.81  notes/beans.md  touched 2026-01-10 in b97c28489b by Bob
      explicit 0.80  marked as in need of review
0.69  notes/apples.md  touched 2025-11-03 in 692bdc7139 by Ann
      reference 0.68  src/pick.go was deleted in cd21d19d8b on 2026-03-20, and 1 more
! kb: 3 of 10 notes in doubt; 1 known not to hold are left out (--include-inactive)
$ kb stale --reason explicit
0.95  .memory/decisions/0001-hedge.md  touched 2026-01-10 in b97c28489b by Bob
      explicit 0.95  superseded by .memory/decisions/0002-wall.md
0.90  .memory/memories/frost.md  touched 2025-11-03 in 692bdc7139 by Ann
      explicit 0.90  its validity ended on 2026-02-01
0.80  notes/beans.md  touched 2026-01-10 in b97c28489b by Bob
      explicit 0.80  marked as in need of review
! kb: 3 of 10 notes in doubt
$ kb stale --reason churn --explain
! kb: 0 of 10 notes in doubt; 1 known not to hold are left out (--include-inactive)
$ kb stale notes/apples.md --min 0
0.69  notes/apples.md  touched 2025-11-03 in 692bdc7139 by Ann
      reference 0.68  src/pick.go was deleted in cd21d19d8b on 2026-03-20, and 1 more
! kb: 1 of 1 note in doubt
$ kb stale -n 1
0.97  .memory/memories/frost.md  touched 2025-11-03 in 692bdc7139 by Ann
      explicit 0.90  its validity ended on 2026-02-01
      confidence 0.66  confidence fell from 0.80 to 0.14: untouched since 2025-11-03, half-life 60 days
! kb: 3 of 10 notes in doubt, the first 1 are listed (-n 0 lists all); 1 known not to hold are left out (--include-inactive)
$ kb stale --include-inactive --min 0
0.97  .memory/memories/frost.md  touched 2025-11-03 in 692bdc7139 by Ann
      explicit 0.90  its validity ended on 2026-02-01
      confidence 0.66  confidence fell from 0.80 to 0.14: untouched since 2025-11-03, half-life 60 days
0.95  .memory/decisions/0001-hedge.md  touched 2026-01-10 in b97c28489b by Bob
      explicit 0.95  superseded by .memory/decisions/0002-wall.md
0.81  notes/beans.md  touched 2026-01-10 in b97c28489b by Bob
      explicit 0.80  marked as in need of review
0.69  notes/apples.md  touched 2025-11-03 in 692bdc7139 by Ann
      reference 0.68  src/pick.go was deleted in cd21d19d8b on 2026-03-20, and 1 more
0.06  .memory/categories/beds.md  touched 2025-11-03 in 692bdc7139 by Ann
      confidence 0.06  confidence fell from 0.80 to 0.60: untouched since 2025-11-03, half-life 365 days
0.02  notes/plums.md  touched 2026-02-15 in 0427e9eaa1 by Ann
      confidence 0.02  confidence fell from 0.80 to 0.73: untouched since 2026-02-15, half-life 365 days
! kb: 6 of 10 notes in doubt
$ kb stale --path '.memory/**' --min 0
0.97  .memory/memories/frost.md  touched 2025-11-03 in 692bdc7139 by Ann
      explicit 0.90  its validity ended on 2026-02-01
      confidence 0.66  confidence fell from 0.80 to 0.14: untouched since 2025-11-03, half-life 60 days
0.06  .memory/categories/beds.md  touched 2025-11-03 in 692bdc7139 by Ann
      confidence 0.06  confidence fell from 0.80 to 0.60: untouched since 2025-11-03, half-life 365 days
! kb: 2 of 5 notes in doubt; 1 known not to hold are left out (--include-inactive)
$ kb stale --fail-at 0.5
0.97  .memory/memories/frost.md  touched 2025-11-03 in 692bdc7139 by Ann
      explicit 0.90  its validity ended on 2026-02-01
      confidence 0.66  confidence fell from 0.80 to 0.14: untouched since 2025-11-03, half-life 60 days
0.81  notes/beans.md  touched 2026-01-10 in b97c28489b by Bob
      explicit 0.80  marked as in need of review
0.69  notes/apples.md  touched 2025-11-03 in 692bdc7139 by Ann
      reference 0.68  src/pick.go was deleted in cd21d19d8b on 2026-03-20, and 1 more
! kb: 3 of 10 notes in doubt; 1 known not to hold are left out (--include-inactive)
[1]
$ kb stale --min 2
! kb: --min and --fail-at must be from 0 to 1
[2]
$ kb stale --fail-at -1
! kb: --min and --fail-at must be from 0 to 1
[2]
$ kb stale --limit=-1
! kb: --limit must not be negative
[2]
$ kb stale -n -1
! kb: --limit must not be negative
[2]
$ kb stale none.md
! kb: no such file or folder: none.md
[2]
$ kb stale --reason nonsense
! kb: --reason must be one of "explicit","confidence","churn","reference" but got "nonsense"
!   did you mean --reason confidence?
[2]
`

// What is said of the state of the notes, as somebody types it in one repository and sees it.
func TestSessionOfSurvey(t *testing.T) {
	s := garden(t)
	for _, text := range []string{categories, doubts, figures, times} {
		s.Session(text)
	}
}
