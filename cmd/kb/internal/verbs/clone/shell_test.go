package clone_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// harbour has notes of which two say the same and one is old.
func harbour(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	same := "# Ropes are coiled clockwise\n\n" +
		"Every rope on the quay is coiled clockwise, and its end is tied to the third ring of the bollard.\n"
	front := "---\nkind: memory\ntype: fact\nconfidence: 0.4\n---\n"
	r.Write(".memory/memories/ropes.md", front+same, ".memory/memories/coils.md", front+same+"\nAlso at night.\n",
		".memory/memories/crane.md", front+"# The crane lifts two tons\n\nIt was weighed.\n", "docs/quay.md", "# Quay\n\nSee [[crane]].\n",
		".memory/memories/paint.md", "---\nkind: memory\ntype: work_state\nbranch: paint\n---\n# Painting the boat\n\nThe bow is done.\n",
		"crane.go", "package harbour\n\nfunc Lift() int { return 2 }\n")
	r.Git("config", "user.name", "Ann")
	r.Git("config", "user.email", "ann@example.com")
	r.Commit("Begin", append(gittest.Author("Ann"), gittest.Date("2025-03-01T10:00:00Z")...)...)
	return &story.Shell{Repo: r, Run: program.Run}
}

const indexed = `
$ kb status
repository  $DIR
index       $DIR/.git/kb/index
state       not indexed yet: kb index
usage       nothing recorded yet; off by KB_NO_TRACK: kb usage
$ kb index
5 notes, 5 chunks, 1 link: 5 added, 0 changed, 0 removed in 0.0 s
1 commit: 1 new
$ kb index
5 notes, 5 chunks, 1 link: nothing changed
$ kb status --json | data.notes
5
$ kb status --json | data.state
(nothing)
$ kb index --full --json | data.notes
5
$ kb index --json | data.added
0
$ kb index --check
the index is what a clean build is: 1 tree, 5 notes, 5 chunks, 1 commit
$ kb index --check --full
the index is what a clean build is: 1 tree, 5 notes, 5 chunks, 1 commit
$ kb index --repair
! kb: --repair mends what --check finds
!   kb index --check --repair
[2]
$ kb index --code
5 notes, 5 chunks, 1 link: nothing changed
1 source file, 1 symbol: 1 new
$ kb index --model
! kb: your configuration names no model on your disk (models: embed: provider: local)
!   docs/model.md says how to name one
[2]
$ kb search --at HEAD -l crane
.memory/memories/crane.md
docs/quay.md
! kb: as of commit 65bcdec35b, 2025-03-01
$ kb status --json | data.history
{"commits":1,"fresh":true}
`

const used = `
$ kb search crane -l
.memory/memories/crane.md
docs/quay.md
$ kb show crane
---
kind: memory
type: fact
confidence: 0.4
---
# The crane lifts two tons

It was weighed.
$ kb search zzzz
! kb: nothing found
! kb: tried: words: zzzz, substring: zzzz
$ kb usage
kept in    $DIR/.git/kb/usage.db
           221.3 KiB, in this clone only: never committed, and sent nowhere but by kb usage push
counts     2 notes, shown 2 times and opened 1 time, since 2026-04-01
searches   2 searches, with their words
reads      1 read, with the search before them
recording  on; off with --no-track or KB_NO_TRACK=1, and in continuous integration (CI)
look       kb usage export
erase      kb usage forget NOTE, kb usage forget --after DATE, kb usage forget --all
$ kb usage --json | data.recording
true
$ kb usage export crane --json | data.notes
[{"last_opened":"2026-04-01T12:00:00Z","last_shown":"2026-04-01T12:00:00Z","opened":1,"path":".memory/memories/crane.md","shown":1\
}]
$ kb usage export --json | data.searches.0.query
"crane"
$ kb usage export --after 2026-04-02 --json | data.searches
[]
$ kb usage forget quay
forgotten: the use of 1 note, 0 searches and 0 reads
$ kb usage forget crane
forgotten: the use of 1 note, 0 searches and 1 read
$ kb usage export --json | data.notes
[]
$ kb usage export none
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb usage forget --after 2026-04-02 --before 2026-04-01
! kb: --before 2026-04-01 is before --after 2026-04-02
[2]
$ kb usage export --after nonsense
! kb: not a date: "nonsense"
!   write the date of --after as 2026-05-04, 2026-05, 2026, yesterday or 2.weeks
[2]
$ kb usage forget
! kb: nothing said to forget
!   name a note, days (--after, --before), or --all
[2]
$ kb usage forget --all
forgotten: the use of 0 notes, 2 searches and 0 reads
$ kb usage forget --everywhere
! kb: --everywhere without a note
!   name the note; all that kb keeps lies in kb/ of git's folder
[2]
$ kb usage forget quay --dry-run
! kb: --dry-run without --everywhere
!   kb usage export NOTE shows what is kept of its use
[2]
$ kb usage push
! kb: origin: no such remote
!   counts are shared through a remote of this repository: git remote -v
[2]
$ kb usage pull
! kb: origin: no such remote
!   counts are shared through a remote of this repository: git remote -v
[2]
`

const collected = `
$ kb gc
duplicate  .memory/memories/ropes.md
           .memory/memories/coils.md
    wording 0.88, the second is newer
    + 
    + Also at night.
faded  .memory/memories/paint.md
    its branch paint is gone
! kb: which notes have faded is not known: no use is recorded yet
! kb: 1 duplicate and 1 faded note, 2 of which may be touched
! kb: nothing was changed: kb gc --apply does it
$ kb gc --no-diff
duplicate  .memory/memories/ropes.md
           .memory/memories/coils.md
    wording 0.88, the second is newer
faded  .memory/memories/paint.md
    its branch paint is gone
! kb: which notes have faded is not known: no use is recorded yet
! kb: 1 duplicate and 1 faded note, 2 of which may be touched
! kb: nothing was changed: kb gc --apply does it
$ kb gc --json | data.duplicates.0.older
".memory/memories/ropes.md"
$ kb gc --apply --dry-run
! kb: --apply and --dry-run exclude each other
[2]
$ kb gc --apply
duplicate  .memory/memories/ropes.md
           .memory/memories/coils.md
    wording 0.88, the second is newer
    + 
    + Also at night.
faded  .memory/memories/paint.md
    its branch paint is gone
! kb: which notes have faded is not known: no use is recorded yet
! kb: 1 duplicate and 1 faded note, 2 of which may be touched
! kb: look at the changes and commit them: git add -A -- .memory/memories/coils.md .memory/memories/ropes.md .memory/memories/pain\
t.md
$ git diff --stat
 .memory/memories/coils.md | 3 +++
 .memory/memories/paint.md | 1 +
 .memory/memories/ropes.md | 1 +
 3 files changed, 5 insertions(+)
$ cat .memory/memories/coils.md
---
kind: memory
type: fact
confidence: 0.4
relations:
  - type: supersedes
    target: .memory/memories/ropes
---
# Ropes are coiled clockwise

Every rope on the quay is coiled clockwise, and its end is tied to the third ring of the bollard.

Also at night.
$ git commit -qam Gone
$ kb gc --no-notes --json | data.index
{"blobs":0,"bytes":0,"models":[],"trees":[]}
$ kb upkeep --dry-run
# Upkeep, weekly

Read at 7dd42a3619. There is nothing to commit.

## Notes that may no longer hold

- [ ] '.memory/memories/crane.md': 0.70: confidence fell from 0.40 to 0.10: untouched since 2025-03-01, half-life 90 days
- [ ] '.memory/memories/coils.md': 0.47: confidence fell from 0.40 to 0.20: untouched since 2026-01-02, half-life 90 days

## Since 7dd42a3619 (2026-01-02)

0 notes added, 0 changed, 0 removed.

## What is not known

- which notes have faded is not known: no use is recorded yet
- which notes are for the summaries alone is not known: no use is recorded yet
- what the categories say is not known: this repository defines none (kb init)

In CI use is known once 'kb usage pull' has brought the counts of clones that share them ('kb usage push').
$ kb upkeep --set nonsense
! kb: --set must be one of "nightly","weekly","monthly" but got "nonsense"
!   see kb upkeep run --help
[2]
$ kb upkeep --onto nonsense
! kb: resolve revision: "nonsense": no such revision
[2]
$ git log --format=%s --all
Gone
Begin
$ kb upkeep --branch main
! kb: main: the branch exists already
!   name another: --branch NAME
[2]
$ kb upkeep schedule --set daily
! kb: --set must be one of "nightly","weekly","monthly" but got "daily"
!   see kb upkeep schedule --help
[2]
`

// What keeps a clone in order, as somebody types it in one repository and sees it.
func TestSessionOfKeeping(t *testing.T) {
	s := harbour(t)
	s.Session(indexed)
	recording := *s
	recording.Env = []string{"KB_NO_TRACK="}
	recording.Session(used)
	s.Session(collected)
}
