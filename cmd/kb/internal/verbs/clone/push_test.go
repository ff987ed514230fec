package clone_test

import (
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

const alone = `
$ kb upkeep --push --branch tidy
! kb: origin: no such remote
!   the branch tidy is here: git push -u origin tidy
[2]
$ git log --format=%s main..tidy
upkeep: archive notes that have faded
upkeep: mark duplicates as superseded
$ git update-ref -d refs/heads/tidy
`

const pushed = `
$ kb upkeep --push --dry-run
! kb: --dry-run and --push exclude each other
[2]
$ kb upkeep --push --branch tidy --json | data.pushed
"origin"
$ git log --format=%s main..origin/tidy
upkeep: mark duplicates as superseded
$ git diff --stat main origin/tidy
 .memory/memories/coils.md | 3 +++
 .memory/memories/ropes.md | 1 +
 2 files changed, 4 insertions(+)
$ kb upkeep --push --branch more --json | data.url
(nothing)
`

// What upkeep has done is pushed where there is a remote, and stays here where there is none.
func TestUpkeepIsPushed(t *testing.T) {
	s := harbour(t)
	s.Session(alone)
	remote := filepath.Join(t.TempDir(), "remote.git")
	s.Git("init", "-q", "--bare", remote)
	s.Git("remote", "add", "origin", remote)
	s.Git("push", "-q", "origin", "main")
	s.Session(pushed)
}

const keeping = `
$ kb gc --apply --no-diff
duplicate  .memory/memories/ropes.md
           .memory/memories/coils.md
    wording 0.88, the second is newer
faded  .memory/memories/anchor.md
    its branch anchor is gone; kept: is pinned
faded  .memory/memories/paint.md
    its branch paint is gone
! kb: which notes have faded is not known: no use is recorded yet
! kb: 1 duplicate and 2 faded notes, 2 of which may be touched
! kb: look at the changes and commit them: git add -A -- .memory/memories/coils.md .memory/memories/ropes.md .memory/memories/pain\
t.md
$ git diff --stat
 .memory/memories/coils.md | 3 +++
 .memory/memories/paint.md | 1 +
 .memory/memories/ropes.md | 1 +
 3 files changed, 5 insertions(+)
`

// A faded note that is pinned is left alone, and hides none behind it.
func TestPinnedNotesAreKept(t *testing.T) {
	s := harbour(t)
	const anchor = "---\nkind: memory\ntype: work_state\nbranch: anchor\npinned: true\n---\n# Painting the anchor\n\nHalf of it is done.\n"
	s.Write(".memory/memories/anchor.md", anchor)
	s.Commit("Paint", append(gittest.Author("Ann"), gittest.Date("2025-03-02T10:00:00Z")...)...)
	s.Session(keeping)
}
