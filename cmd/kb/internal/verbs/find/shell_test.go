package find_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// bakery has notes of many kinds, in two commits of March 2026.
func bakery(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	r.Write(
		"docs/dough.md", "---\ntitle: Dough\ntags: [flour, basics]\n---\n# Dough\n\n"+
			"Dough is flour, water and salt. See [yeast](yeast.md#dry), "+
			"[[oven]], [none](none.md) and [mill](https://mill.org).\n\n## Rest\n\nDough rests for two hours. See [[oven]] again.\n",
		"docs/yeast.md", "# Yeast\n\nYeast lifts dough.\n\n## Dry\n\nDry yeast keeps for a year.\n",
		"docs/oven.md", "---\nid: OV-1\naliases: [furnace]\ntags: [heat]\n---\n# Oven\n\nThe oven bakes at 240 degrees.\n",
		".memory/decisions/0001-rye.md",
		"---\nkind: decision\nstatus: superseded\ndate: 2026-01-10\n---\n# Bake rye\n\nRye bread each day.\n",
		".memory/decisions/0002-wheat.md", "---\nkind: decision\nstatus: accepted\ndate: 2026-02-20\ntags: [flour]\nimportance: 0.9\n"+
			"relations:\n  - {type: supersedes, target: 0001-rye.md, strength: 0.8}\n  - {type: depends_on, target: ../../docs/oven.md}\n"+
			"---\n# Bake wheat\n\nWheat bread each day, as [dough](../../docs/dough.md) of wheat rises well.\n",
		".memory/memories/steam.md", "---\nkind: memory\ntype: gotcha\ncategory: baking\nconfidence: 0.8\nfiles: [oven.go]\n---\n"+
			"# Steam keeps the crust soft\n\nPut water into the oven. See [[furnace]].\n",
		".memory/memories/old.md",
		"---\nkind: memory\ntype: fact\nvalid_until: 2026-02-01\n---\n# The old mixer\n\nIt mixes 5 kg of dough.\n",
		"oven.go", "package bakery\n\n// Heat heats the oven.\nfunc Heat() int { return 240 }\n",
	)
	r.Commit("Open", append(gittest.Author("Ann"), gittest.Date("2026-03-01T10:00:00Z")...)...)
	r.Write("docs/yeast.md", "# Yeast\n\nYeast lifts dough.\n\n## Dry\n\nDry yeast keeps for two years.\n",
		"docs/salt.md", "# Salt\n\nSalt slows yeast. 2 % of the flour.\n")
	r.Commit("Salt", append(gittest.Author("Bob"), gittest.Date("2026-03-20T10:00:00Z")...)...)
	return &story.Shell{Repo: r, Run: program.Run}
}

const lists = `
$ kb list
.memory/decisions/0001-rye.md
.memory/decisions/0002-wheat.md
.memory/memories/old.md
.memory/memories/steam.md
docs/dough.md
docs/oven.md
docs/salt.md
docs/yeast.md
$ kb list tag:flour
.memory/decisions/0002-wheat.md
docs/dough.md
$ kb list --sort title
.memory/decisions/0001-rye.md
.memory/decisions/0002-wheat.md
docs/dough.md
docs/oven.md
docs/salt.md
.memory/memories/steam.md
.memory/memories/old.md
docs/yeast.md
$ kb list --sort title -r -n 2
docs/yeast.md
.memory/memories/old.md
$ kb list --sort date -n 2
.memory/decisions/0002-wheat.md
.memory/decisions/0001-rye.md
$ kb list --sort changed -n 3 --format '{changed} {path}'
2026-03-20 docs/salt.md
2026-03-20 docs/yeast.md
2026-03-01 .memory/decisions/0001-rye.md
$ kb list --sort links -n 3 --format '{links} {path}'
3 docs/oven.md
1 .memory/decisions/0001-rye.md
1 docs/dough.md
$ kb list --sort importance -n 2 --format '{importance} {path}'
0.90 .memory/decisions/0002-wheat.md
0.50 .memory/decisions/0001-rye.md
$ kb list --sort confidence -n 3 --format '{confidence} {path}'
0.80 .memory/decisions/0001-rye.md
0.80 .memory/decisions/0002-wheat.md
0.80 docs/dough.md
$ kb list kind:memory --format '{path}\t{title}\t{kind}\t{type}\t{status}\t{category}\t{label}\t{confidence}|{inactive}'
.memory/memories/old.md	The old mixer	memory	fact			memory	0.63|expired
.memory/memories/steam.md	Steam keeps the crust soft	memory	gotcha		baking	memory	0.56|
$ kb list tag:heat --format '{id} {tags} {date} [{changed}]'
OV-1 heat  [2026-03-01]
$ kb list --active kind:memory
.memory/memories/steam.md
$ kb list kind:decision --json | data.notes.1.note.path
".memory/decisions/0002-wheat.md"
$ kb list kind:decision --json | data.notes.0.changed
"2026-03-01"
$ kb list kind:decision -n 1 --json | data.total
2
$ kb list tag:none
! kb: no note passes the filters
$ kb list -n -1
! kb: --limit must be at least 0
[2]
$ kb list --format '{titel}'
! kb: --format: no field is called "titel"
!   did you mean {title}?
[2]
$ kb list --format '{path'
! kb: --format: no } ends {path
!   a field is written as {path}
[2]
$ kb list bread
! kb: query: "bread" is no filter such as kind:decision or tag:auth
!   list notes by filters: kb list kind:decision; find them by words: kb search WORDS
[2]
$ kb list kind:memroy
! kb: no kind is called "memroy"
!   did you mean kind:memory?
!   there are: memory, decision, spec, summary, doc
!   quoted it is words to look for: '"kind:memroy"'
[2]
$ kb list after:2026-02-01 before:2026-02-28
.memory/decisions/0002-wheat.md
$ cd docs
$ kb list path:docs --sort title
dough.md
oven.md
salt.md
yeast.md
$ kb tags
flour	2
basics	1
heat	1
$ kb tags --by-name --json | data.tags
[{"notes":1,"tag":"basics"},{"notes":2,"tag":"flour"},{"notes":1,"tag":"heat"}]
$ kb tags kind:memory
! kb: no note has a tag: kb set NOTE tags+=TAG adds one
`

const links = `
$ kb links dough
docs/dough.md links to
     7  docs/yeast.md#dry  markdown
     7  docs/oven.md  wiki, also in 11
     7  broken: none.md  markdown
docs/dough.md is linked from
  .memory/decisions/0002-wheat.md:13  markdown
$ kb links docs/oven.md
docs/oven.md links to nothing
docs/oven.md is linked from
  .memory/decisions/0002-wheat.md:9  relation depends_on
  .memory/memories/steam.md:10  wiki
  docs/dough.md:7  wiki, also in 11
$ kb links furnace
docs/oven.md links to nothing
docs/oven.md is linked from
  .memory/decisions/0002-wheat.md:9  relation depends_on
  .memory/memories/steam.md:10  wiki
  docs/dough.md:7  wiki, also in 11
$ kb links 0002
.memory/decisions/0002-wheat.md links to
    13  docs/dough.md  markdown
     8  .memory/decisions/0001-rye.md  relation supersedes
     9  docs/oven.md  relation depends_on
.memory/decisions/0002-wheat.md is linked from nothing
$ kb links salt
docs/salt.md links to nothing
docs/salt.md is linked from nothing
$ kb links dough --json | data.out.0.to
"docs/yeast.md"
$ kb links dough --json | data.in.0.line
13
$ kb links doug
! kb: no note is called "doug"
!   did you mean:
!     docs/dough.md
[2]
$ kb links docs/oven.md --at 2026-03-05
docs/oven.md links to nothing
docs/oven.md is linked from
  .memory/decisions/0002-wheat.md:9  relation depends_on
  .memory/memories/steam.md:10  wiki
  docs/dough.md:7  wiki, also in 11
! kb: as of commit b4033d570d, 2026-03-05
$ kb links
! kb: expected "<note>"
!   see kb links --help
[2]
`

const searches = `
$ kb search dry yeast
1. Yeast › Dry
   docs/yeast.md:5-7
   2026-03-20 by Bob in 0aee975, 2 authors
   Dry yeast keeps for two years.

2. Dough
   docs/dough.md:5-8
   2026-03-01 by Ann in b4033d5
   Dough is flour, water and salt. See yeast, oven, none and mill.

3. Salt
   docs/salt.md:1-3
   2026-03-20 by Bob in 0aee975
   Salt slows yeast. 2 % of the flour.
$ kb search yeast --format line
docs/yeast.md:1: Yeast: Yeast lifts dough.
docs/salt.md:1: Salt: Salt slows yeast. 2 % of the flour.
docs/dough.md:5: Dough: Dough is flour, water and salt. See yeast, oven, none and mill.
$ kb search yeast -l -n 2
docs/yeast.md
docs/salt.md
$ kb search zzzz
! kb: nothing found
! kb: tried: words: zzzz, substring: zzzz
$ kb search zzzz --fail-empty
! kb: nothing found
! kb: tried: words: zzzz, substring: zzzz
[1]
$ kb search
! kb: nothing to search for
!   say what to find: kb search "how is confidence computed"
[2]
$ kb search yeast -n 0
! kb: --limit must be at least 1
[2]
$ kb search yeast --max-chunks-per-doc 0
! kb: --max-chunks-per-doc must be at least 1
[2]
$ kb search --tag flour -l
docs/dough.md
.memory/decisions/0002-wheat.md
$ kb search --active mixer -l
! kb: left out by --active: 1 note
! kb: nothing found
! kb: tried: words: mixer, prefix: mixer, fuzzy: mixer, fuzzy: mix mixer, substring: mixer
$ kb search bread --after 2026-02-01 -l
.memory/decisions/0002-wheat.md
$ kb search bread --before 2026-02-01 -l
.memory/decisions/0001-rye.md
$ kb search bread --after 2026-03-01 --before 2026-02
! kb: --before 2026-02 is before --after 2026-03-01
[2]
$ kb search bread --after nonsense
! kb: not a date: "nonsense"
!   write the date of --after as 2026-05-04, 2026-05, 2026, yesterday or 2.weeks
[2]
$ kb search --mode keyword 'lifts dough' --json | data.hits.0.path
"docs/yeast.md"
$ kb search --regexp 'yeast'
docs/dough.md:7: Dough is flour, water and salt. See [yeast](yeast.md#dry), [[oven]], [none](none.md) and [mill](https://mill.org)\
.
docs/salt.md:3: Salt slows yeast. 2 % of the flour.
docs/yeast.md:7: Dry yeast keeps for two years.
$ kb search --regexp 'yeast' --format line -n 2
docs/dough.md:7: Dough: Dough is flour, water and salt. See [yeast](yeast.md#dry), [[oven]], [none](none.md) and [mill](https://mi\
ll.org).
docs/salt.md:3: Salt: Salt slows yeast. 2 % of the flour.
! kb: 2 of 3 lines: -n N lists more, at most 10000
$ kb search --regexp 'yeast' -l
docs/dough.md
docs/salt.md
docs/yeast.md
$ kb search --regexp 'yeast' --count
3
! kb: 3 lines of 3 notes match
$ kb search --regexp 'yeast' --group-by note
     1  docs/dough.md
     1  docs/salt.md
     1  docs/yeast.md
! kb: 3 lines of 3 notes match
$ kb search --count dough
4
$ kb search --group-by category dough
     4  (none)
$ kb search --group-by author dough
     3  Ann
     1  Bob
$ kb search --group-by month dough
     1  2026-02
     3  2026-03
$ kb search --group-by note dough
     1  .memory/decisions/0002-wheat.md
     1  .memory/memories/old.md
     1  docs/dough.md
     1  docs/yeast.md
$ kb search --group-by note dough -n 1
     1  .memory/decisions/0002-wheat.md
$ kb search --group-by note --count dough
4
$ kb search --count zzzz --fail-empty
0
! kb: nothing found
[1]
$ kb search --mode vector --count dough
! kb: --mode vector finds nothing that could be counted
!   leave it out
[2]
$ kb search yeast --at 2026-03-05 -l
docs/yeast.md
docs/dough.md
! kb: as of commit b4033d570d, 2026-03-05
$ kb search --regexp years --at 2026-03-05
! kb: as of commit b4033d570d, 2026-03-05
! kb: nothing found
`

const related = `
$ kb related dough
1. Bake wheat
   .memory/decisions/0002-wheat.md:11-13  [decision]
   Wheat bread each day, as dough of wheat rises well.
   near by links 63 %, co-change 37 %

2. Oven
   docs/oven.md:6-8
   The oven bakes at 240 degrees.
   near by links 63 %, co-change 37 %

3. Yeast
   docs/yeast.md:1-4
   Yeast lifts dough.
   near by links 63 %, co-change 37 %

4. Steam keeps the crust soft
   .memory/memories/steam.md:8-10  [memory]  [gotcha]
   Put water into the oven. See furnace.
   near by co-change 100 %

5. Bake rye
   .memory/decisions/0001-rye.md:6-8  [decision]  [superseded]
   superseded by .memory/decisions/0002-wheat.md
   Rye bread each day.
   near by co-change 100 %

6. The old mixer
   .memory/memories/old.md:6-8  [memory]  [fact]
   does not hold: expired
   It mixes 5 kg of dough.
   near by co-change 100 %

files that change together with it
     1 commit  oven.go
$ kb related dough -n 1 --format line
.memory/decisions/0002-wheat.md:11: Bake wheat: Wheat bread each day, as dough of wheat rises well.
$ kb related dough --format paths --json | data.hits.0.path
".memory/decisions/0002-wheat.md"
$ kb related oven --format paths -n 2
.memory/decisions/0002-wheat.md
.memory/memories/steam.md
$ kb related salt --at 2026-03-05
! kb: as of commit b4033d570d, 2026-03-05
! kb: no note is called "salt"
!   find it by what it says: kb search "salt"
[2]
$ kb related salt -n 0
! kb: --limit must be at least 1
[2]
$ kb related nothing-like-it
! kb: no note is called "nothing-like-it"
!   find it by what it says: kb search "nothing-like-it"
[2]
`

// What finds notes, as somebody types it in one repository and sees it.
func TestSessionOfFinding(t *testing.T) {
	s := bakery(t)
	for _, text := range []string{lists, links, searches, related, shown, graphs, exports, contexts} {
		s.Session(text)
	}
}
