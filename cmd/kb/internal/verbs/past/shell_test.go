package past_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// kitchen has a note that several people wrote, and one that was renamed and removed.
func kitchen(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	day := func(date, message, who string, pairs ...string) {
		t.Helper()
		r.Write(pairs...)
		r.Commit(message, append(gittest.Author(who), gittest.Date(date+"T10:00:00Z")...)...)
	}
	day("2026-01-05", "Cook soup\n\nFor all.\n\nReviewed-by: Cid <cid@example.com>", "Ann",
		"soup.md", "---\ntags: [hot]\n---\n# Soup\n\nSoup boils for 20 minutes.\n\n## Salt\n\nA spoon of salt.\n",
		"pie.md", "# Pie\n\nA pie of apples.\n", "cook.go", "package kitchen\n\n// Cook cooks.\nfunc Cook() int {\n\treturn 20\n}\n")
	day("2026-01-20", "Boil longer (#12)\n\nCo-authored-by: Dan <dan@example.com>", "Bob",
		"soup.md", "---\ntags: [hot]\n---\n# Soup\n\nSoup boils for 30 minutes.\n\n## Salt\n\nA spoon of salt.\n",
		"cook.go", "package kitchen\n\n// Cook cooks.\nfunc Cook() int {\n\treturn 30\n}\n")
	r.Git("mv", "pie.md", "tart.md")
	day("2026-02-01", "A pie is a tart", "Ann")
	day("2026-02-10", "Less salt\n\nIt was too much.", "Bob",
		"soup.md", "---\ntags: [hot]\n---\n# Soup\n\nSoup boils for 30 minutes.\n\n## Salt\n\nA pinch of salt.\n\n## Pepper\n\nNone.\n")
	r.Git("rm", "-q", "tart.md")
	day("2026-03-01", "No tart", "Ann")
	r.Write("soup.md", "---\ntags: [hot]\n---\n# Soup\n\nSoup boils for 30 minutes.\n\n## Salt\n\nA pinch of salt.\n\n## Pepper\n\nSome.\n",
		"new.md", "# New\n\nNot committed.\n")
	return &story.Shell{Repo: r, Run: program.Run}
}

const blames = `
$ kb blame soup
soup.md: 14 lines by Ann 8, Bob 5, not committed yet 1
 8a514d6 2026-01-05 Ann                     1-3  (front matter)
          reviewed by Cid
 db78dad 2026-01-20 Bob               #12   4-7  Soup
          with Dan
          lines: Ann 3, Bob 1
 c399947 2026-02-10 Bob                    8-11    Salt
          lines: Ann 2, Bob 2
 0000000            not committed yet     12-14    Pepper
          lines: Bob 2, not committed yet 1
$ kb blame soup#Salt
soup.md: 4 lines by Ann 2, Bob 2
 c399947 2026-02-10 Bob  8-11    Salt
          lines: Ann 2, Bob 2
$ kb blame soup#Salt --lines
 8a514d6 (Ann 2026-01-05  8) ## Salt
 8a514d6 (Ann 2026-01-05  9) 
 c399947 (Bob 2026-02-10 10) A pinch of salt.
 c399947 (Bob 2026-02-10 11) 
$ kb blame soup --lines
 8a514d6 (Ann               2026-01-05  1) ---
 8a514d6 (Ann               2026-01-05  2) tags: [hot]
 8a514d6 (Ann               2026-01-05  3) ---
 8a514d6 (Ann               2026-01-05  4) # Soup
 8a514d6 (Ann               2026-01-05  5) 
 db78dad (Bob               2026-01-20  6) Soup boils for 30 minutes.
 8a514d6 (Ann               2026-01-05  7) 
 8a514d6 (Ann               2026-01-05  8) ## Salt
 8a514d6 (Ann               2026-01-05  9) 
 c399947 (Bob               2026-02-10 10) A pinch of salt.
 c399947 (Bob               2026-02-10 11) 
 c399947 (Bob               2026-02-10 12) ## Pepper
 c399947 (Bob               2026-02-10 13) 
 0000000 (not committed yet            14) Some.
$ kb blame soup --json | data.lines
14
$ kb blame soup --json | data.sections.0.part
"front matter"
$ kb blame soup --at HEAD~3
soup.md: 10 lines by Ann 9, Bob 1
 8a514d6 2026-01-05 Ann      1-3  (front matter)
          reviewed by Cid
 db78dad 2026-01-20 Bob #12  4-7  Soup
          with Dan
          lines: Ann 3, Bob 1
 8a514d6 2026-01-05 Ann     8-10    Salt
          reviewed by Cid
! kb: as of commit db78dad80d, 2026-01-20
$ kb blame new
new.md: 3 lines by not committed yet 3
 0000000            not committed yet  1-3  New
$ kb blame cook.go#Cook
cook.go: 3 lines by Ann 2, Bob 1
 db78dad 2026-01-20 Bob #12 4-6  Cook
          with Dan
          lines: Ann 2, Bob 1
$ kb blame cook.go#Cook --lines
 8a514d6 (Ann 2026-01-05 4) func Cook() int {
 db78dad (Bob 2026-01-20 5) 	return 30
 8a514d6 (Ann 2026-01-05 6) }
$ kb blame cook.go#Bake
! kb: cook.go declares no Bake
[2]
$ kb blame soup#Sugar
! kb: soup.md has no section "Sugar"
!   its sections are:
!     Soup
!     Salt
!     Pepper
[2]
$ kb blame none
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb blame
! kb: expected "<note>"
!   see kb blame --help
[2]
`

const logs = `
$ kb log soup
commit c399947066a1b7a6774f411eeb7b0e782040cc82
Author: Bob <bob@example.com>
Date:   Tue Feb 10 10:00:00 2026 +0000

    Less salt

    It was too much.

@@ Soup › Salt @@
~A [-spoon-]{+pinch+} of salt.
@@ Soup › Pepper @@ section added
+None.

commit db78dad80d515ee9fd83d9b5d25d6e3d530026b2
Author: Bob <bob@example.com>
Date:   Tue Jan 20 10:00:00 2026 +0000
Pull:   #12

    Boil longer (#12)

    Co-authored-by: Dan <dan@example.com>

@@ Soup @@
~Soup boils for [-20-]{+30+} minutes.

commit 8a514d6fc0ff6c75baf92f97d8214838cfd51e08
Author: Ann <ann@example.com>
Date:   Mon Jan 5 10:00:00 2026 +0000

    Cook soup

    For all.
    
    Reviewed-by: Cid <cid@example.com>

added soup.md: 2 sections, 2 statements
$ kb log soup --oneline
c399947 2026-02-10 Bob  Less salt  +1  ~1
db78dad 2026-01-20 Bob  Boil longer (#12)  ~1
8a514d6 2026-01-05 Ann  Cook soup  added, 2 statements
$ kb log soup -n 1
commit c399947066a1b7a6774f411eeb7b0e782040cc82
Author: Bob <bob@example.com>
Date:   Tue Feb 10 10:00:00 2026 +0000

    Less salt

    It was too much.

@@ Soup › Salt @@
~A [-spoon-]{+pinch+} of salt.
@@ Soup › Pepper @@ section added
+None.
! kb: 2 earlier commits not shown
$ kb log soup --no-diff
commit c399947066a1b7a6774f411eeb7b0e782040cc82
Author: Bob <bob@example.com>
Date:   Tue Feb 10 10:00:00 2026 +0000

    Less salt

    It was too much.

commit db78dad80d515ee9fd83d9b5d25d6e3d530026b2
Author: Bob <bob@example.com>
Date:   Tue Jan 20 10:00:00 2026 +0000
Pull:   #12

    Boil longer (#12)

    Co-authored-by: Dan <dan@example.com>

commit 8a514d6fc0ff6c75baf92f97d8214838cfd51e08
Author: Ann <ann@example.com>
Date:   Mon Jan 5 10:00:00 2026 +0000

    Cook soup

    For all.
    
    Reviewed-by: Cid <cid@example.com>

added soup.md
$ kb log soup --since 2026-02-01 --oneline
c399947 2026-02-10 Bob  Less salt  +1  ~1
! kb: 2 earlier commits not shown
$ kb log soup --since nonsense
! kb: not a date: "nonsense"
!   write the date of --since as 2026-05-04, 2026-05, 2026, yesterday or 2.weeks
[2]
$ kb log soup -n 0
commit c399947066a1b7a6774f411eeb7b0e782040cc82
Author: Bob <bob@example.com>
Date:   Tue Feb 10 10:00:00 2026 +0000

    Less salt

    It was too much.

@@ Soup › Salt @@
~A [-spoon-]{+pinch+} of salt.
@@ Soup › Pepper @@ section added
+None.

commit db78dad80d515ee9fd83d9b5d25d6e3d530026b2
Author: Bob <bob@example.com>
Date:   Tue Jan 20 10:00:00 2026 +0000
Pull:   #12

    Boil longer (#12)

    Co-authored-by: Dan <dan@example.com>

@@ Soup @@
~Soup boils for [-20-]{+30+} minutes.

commit 8a514d6fc0ff6c75baf92f97d8214838cfd51e08
Author: Ann <ann@example.com>
Date:   Mon Jan 5 10:00:00 2026 +0000

    Cook soup

    For all.
    
    Reviewed-by: Cid <cid@example.com>

added soup.md: 2 sections, 2 statements
$ kb log tart.md --oneline
c7e2736 2026-03-01 Ann  No tart  deleted
ff108ef 2026-02-01 Ann  A pie is a tart  renamed
8a514d6 2026-01-05 Ann  Cook soup  added, 1 statement
$ kb log pie.md --no-diff
commit ff108ef8c5758a05712e5a479ea28777e52f66c7
Author: Ann <ann@example.com>
Date:   Sun Feb 1 10:00:00 2026 +0000

    A pie is a tart

renamed from pie.md to tart.md

commit 8a514d6fc0ff6c75baf92f97d8214838cfd51e08
Author: Ann <ann@example.com>
Date:   Mon Jan 5 10:00:00 2026 +0000

    Cook soup

    For all.
    
    Reviewed-by: Cid <cid@example.com>

added pie.md
$ kb log new
! kb: new.md is not committed yet
!   its history begins with: git add and git commit
[2]
$ kb log none
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb log soup --json | data.names
["soup.md"]
$ kb log tart.md --json | data.commits.0.status
"D"
$ kb log soup --json | data.commits.2.credits
[{"agent":false,"email":"cid@example.com","name":"Cid","role":"reviewer"}]
$ kb log soup --at HEAD~3 --oneline
db78dad 2026-01-20 Bob  Boil longer (#12)  ~1
8a514d6 2026-01-05 Ann  Cook soup  added, 2 statements
! kb: as of commit db78dad80d, 2026-01-20
`

const bisects = `
$ kb bisect --query 'pie of apples' --expect tart.md
c7e2736c18 2026-03-01 by Ann
    No tart
the answer was lost here
  before  c399947066  tart.md is hit 1
  since   c7e2736c18  the note is not there
! kb: 2 commits tried of 5
$ kb bisect HEAD~4..HEAD --query 'pinch of salt' --expect soup
! kb: soup.md has always answered: nothing was lost (2 commits tried)
[1]
$ kb bisect --query 'soup boils' --expect soup
! kb: soup.md has always answered: nothing was lost (4 commits tried)
[1]
$ kb bisect
! kb: what to look for is missing
!   say --query "…" --expect NOTE, or --finding ID
[2]
$ kb bisect --query x
! kb: --query needs --expect
!   name the note that should answer
[2]
$ kb bisect --query x --expect none.md
! kb: no note is called "none.md"
!   find it by what it says: kb search "none.md"
[2]
$ kb bisect HEAD --query 'soup' --expect soup
! kb: HEAD is no range
!   write GOOD..BAD, as in v1.2..HEAD
[2]
$ kb bisect --query x --expect soup --finding y
! kb: what to look for is missing
!   say --query "…" --expect NOTE, or --finding ID
[2]
$ kb bisect --query 'soup' --expect soup -n 0
! kb: -n must be at least 1
[2]
$ kb bisect --finding 0123
! kb: no finding 0123 stands at c7e2736c18
!   list those that do: kb validate --all --json
!   or name the end at which it stood: kb bisect ..REV --finding 0123
[2]
`

// What is told of the past, as somebody types it in one repository and sees it.
func TestSessionOfThePast(t *testing.T) {
	s := kitchen(t)
	for _, text := range []string{blames, logs, bisects} {
		s.Session(text)
	}
}
