package find_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

const rules = `
$ kb export --format agents
# What holds in this repository

Written by 'kb export'; each line names the note that it comes from.

- Rule b: Brooms of wire scratch the floor. ('m/b.md')
- Rule c: No brooms in the library. ('m/c.md')
- Rule a: Sweep with brooms of straw. ('m/a.md')
- Rule d: Brooms are hung up. ('m/d.md')
- Decided good: We buy good brooms. ('d/good.md')
- Rule e: Wet brooms do not help against dust. ('m/e.md')
! kb: m/secret.md looks as if it held a secret and is left out
$ kb export --format agents --budget 60
# What holds in this repository

Written by 'kb export'; each line names the note that it comes from.

- Rule b: Brooms of wire scratch the floor. ('m/b.md')
- Rule c: No brooms in the library. ('m/c.md')
! kb: m/secret.md looks as if it held a secret and is left out
! kb: 4 rules left out: --budget 60
$ kb export --format agents kind:decision
# What holds in this repository

Written by 'kb export'; each line names the note that it comes from.

- Decided good: We buy good brooms. ('d/good.md')
$ kb export --format agents --active
# What holds in this repository

Written by 'kb export'; each line names the note that it comes from.

- Rule b: Brooms of wire scratch the floor. ('m/b.md')
- Rule c: No brooms in the library. ('m/c.md')
- Rule a: Sweep with brooms of straw. ('m/a.md')
- Rule d: Brooms are hung up. ('m/d.md')
- Decided good: We buy good brooms. ('d/good.md')
- Rule e: Wet brooms do not help against dust. ('m/e.md')
! kb: m/secret.md looks as if it held a secret and is left out
$ kb export --format claude type:fact
# What holds in this repository

Written by 'kb export'; each line names the note that it comes from.

$ kb export --json | data.notes.0.path
"d/cheap.md"
$ kb export --format json --budget 1 | data.format
"kb export 1"
$ kb search brooms --tag house --kind memory --json | data.hits.0.path
"m/a.md"
$ kb search brooms --limit 1 --label memory -l
m/c.md
$ kb search brooms -n 2
1. Rule c
   m/c.md:6-8  [memory]  [constraint]
   2026-03-01 by A in e8416af
   No brooms in the library.

2. Rule a
   m/a.md:6-8  [memory]  [standard]
   2026-03-01 by A in e8416af
   Sweep with brooms of straw.
$ kb search type:standard -l
m/a.md
m/secret.md
m/old.md
$ kb search --regexp 'broom' --path m/a.md
m/a.md:8: Sweep with brooms of straw.
$ kb search --regexp 'zzzz'
! kb: nothing found
$ kb search --regexp 'brooms' --fail-empty --count
7
! kb: 7 lines of 7 notes match
$ kb search --group-by category brooms
    10  (none)
$ kb tags --by-name
house	1
$ kb list --sort links -r -n 1
d/cheap.md
`

// Rules for agents are those that hold, the pinned and most binding first, as many as there is room for.
func TestSessionOfRules(t *testing.T) {
	r := gittest.New(t)
	memory := func(name, front, text string) {
		r.Write("m/"+name+".md", "---\nkind: memory\n"+front+"\n---\n# Rule "+name+"\n\n"+text+"\n")
	}
	memory("a", "type: standard\ntags: [house]", "Sweep with brooms of straw.")
	memory("b", "type: gotcha\npinned: true", "Brooms of wire scratch the floor.")
	memory("c", "type: constraint\nimportance: 0.9", "No brooms in the library.")
	memory("d", "type: preference\nconfidence: 0.3", "Brooms are hung up.")
	memory("e", "type: dead_end", "Wet brooms do not help against dust.")
	memory("f", "type: fact", "There are nine brooms.")
	memory("secret", "type: standard", "The key is ghp_Zx1Kq2Lm9Wp4Rt6Yv1Bn3Cd5Fg7Hj0Kl2Mabcd.")
	memory("old", "type: standard\nvalid_until: 2026-01-01", "Brooms are blue.")
	decision := func(name, status string) {
		r.Write("d/"+name+".md", "---\nkind: decision\nstatus: "+status+"\n---\n# Decided "+name+"\n\nWe buy "+name+" brooms.\n")
	}
	decision("good", "accepted")
	decision("cheap", "proposed")
	decision("some", "draft")
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	(&story.Shell{Repo: r, Run: program.Run}).Session(rules)
}
