package learn_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// talk is a session as SpecStory writes it: a person gives two orders, and an agent works.
const talk = `<!-- Claude Code Session 11111111-2222-3333-4444-555555555555 (2026-03-20 09:00:00Z) -->

_**User (2026-03-20 09:00:00Z)**_

From now on all prices are written in cents, never in euros. The file is shop.go.

_**Agent (claude 2026-03-20 09:01:00Z)**_

I change shop.go.

_**User (2026-03-20 09:05:00Z)**_

No, that is wrong. The function Price in shop.go must never round.

_**Agent (claude 2026-03-20 09:06:00Z)**_

Understood.
`

// shop is a repository with a session with an agent, of a person who lets kb read such sessions.
func shop(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	r.Git("config", "user.name", "Ann")
	r.Git("config", "user.email", "ann@example.com")
	r.Write("README.md", "# Shop\n\nPrices are shown.\n", "shop.go", "package shop\n\nfunc Price() int { return 1 }\n",
		".gitignore", ".specstory\n")
	r.Commit("Begin")
	const page = ".specstory/history/2026-03-20_09-00-00Z-prices.md"
	r.Write(page, talk)
	when := time.Date(2026, 3, 20, 9, 6, 0, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(r.Dir, page), when, when); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, ".config", "kb"), 0o700); err != nil {
		t.Fatal(err)
	}
	return &story.Shell{Repo: r, Run: program.Run, Env: []string{"HOME=" + home}}
}

const sessions = `
$ kb sessions
! kb: no sessions of agents may be read: your configuration does not say which of specstory
!   allow those that you want read: kb sessions allow specstory
[2]
$ kb sessions allow nonsense
! kb: allow: "nonsense": expected specstory, claude, codex, cursor, copilot, vscode, gemini, aider or opencode
[2]
$ kb sessions allow specstory
$HOME/.config/kb/config.yaml
! kb: kb may read: specstory
$ kb sessions
666ff6cc  specstory  2026-03-20 09:06  new
$ kb sessions --from claude
! kb: the sessions of claude may not be read
[2]
$ kb sessions --from nonsense
! kb: the sessions of nonsense may not be read
[2]
$ kb sessions --search cents
666ff6cc  specstory  2026-03-20 09:06  new
    0: From now on all prices are written in cents, never in euros. The file is shop.go.
$ kb sessions --search kangaroo
! kb: nobody said that in 1 session
$ kb sessions -n -1
! kb: --limit must not be negative
[2]
$ kb sessions list --limit=-1
! kb: --limit must not be negative
[2]
$ kb sessions --json | data.sessions.0.turns
(nothing)
$ kb sessions show 11111111
-- 0 to 1: importance 0.6, shop.go
0 user text
    From now on all prices are written in cents, never in euros. The file is shop.go.
1 agent text
    I change shop.go.
-- 2 to 3: importance 0.6, shop.go
2 user text
    No, that is wrong. The function Price in shop.go must never round.
3 agent text
    Understood.
$ kb sessions show 9
! kb: no session 9 of this repository
!   kb sessions lists them
[2]
$ kb sessions forget
! kb: which session?
!   kb sessions forget ID, or kb sessions forget --all
[2]
$ kb sessions forget 9
! kb: no session 9 was read
!   kb sessions lists them; the whole id is needed here
[2]
`

const learnt = `
$ kb learn --dry-run
  0  standard  The function Price in shop.go must never round
     0.75 · order · 1 session
! kb: read 1 session; 1 not sure enough yet
$ kb learn --since nonsense
! kb: --since nonsense is no age and no day
!   write it as 14d, 3w or 2026-08-01
[2]
$ kb learn 9
! kb: no session 9 of this repository
[2]
$ kb learn
  2  standard  The function Price in shop.go must never round
     0.75 · order · 1 session
! kb: read 1 session; 1 not sure enough yet
! kb: look at them: kb inbox show N; propose them: kb propose
$ kb learn
! kb: read 0 sessions, 1 unchanged
! kb: nothing new
$ kb inbox
  2  standard  The function Price in shop.go must never round
     0.75 · order · 1 session
$ kb inbox --json | data.items.0.type
"standard"
$ kb inbox show 1
---
id: 01KPQFQCRR4S42XQF4R7Q0SAPH
kind: memory
type: standard
title: All prices are written in cents, never in euros
status: proposed
source: agent
confidence: 0.75
importance: 0.6
evidence:
  - {client: specstory, day: "2026-03-20", session: 666ff6cc, turns: 0-0}
---
all prices are written in cents, never in euros. The file is shop.go.
$ kb inbox show 9
! kb: no candidate 9 in the inbox
!   kb inbox --all lists them
[2]
$ kb inbox edit 1 --title 'Prices are cents' --type gotcha
  1  gotcha  Prices are cents
     0.75 · order · 1 session
$ kb inbox edit 1
! kb: nothing to change
!   kb inbox edit 1 --text "…"
[2]
$ kb inbox edit 1 --type nonsense
! kb: --type nonsense is none
!   one of solution, pattern, standard, preference, gotcha, error_pattern, dead_end, module_insight, workflow_recipe, causal_depen\
dency, work_state, requirement, episode, fact, constraint, goal, prefetch_pattern, task_calibration, e2e_observation, work_unit_ou\
tcome, context_cost
[2]
$ kb inbox edit 9 --title x
! kb: no candidate 9 in the inbox
!   kb inbox --all lists them
[2]
$ kb inbox merge 1 1
! kb: 1 cannot be merged with itself
[2]
$ kb inbox merge 1 9
! kb: no candidate 9 in the inbox
!   kb inbox --all lists them
[2]
$ kb inbox
  1  gotcha  Prices are cents
     0.75 · order · 1 session
  2  standard  The function Price in shop.go must never round
     0.75 · order · 1 session
$ kb propose --dry-run 1
.memory/memories/prices-are-cents.md
---
id: 01KPQFQCRR4S42XQF4R7Q0SAPH
kind: memory
type: gotcha
title: Prices are cents
status: proposed
source: agent
confidence: 0.75
importance: 0.6
evidence:
  - {client: specstory, day: "2026-03-20", session: 666ff6cc, turns: 0-0}
---
all prices are written in cents, never in euros. The file is shop.go.

$ kb propose --dry-run 1,1 --json | data.notes
[{"n":1,"path":".memory/memories/prices-are-cents.md","title":"Prices are cents"}]
$ kb propose 9
! kb: no candidate 9 in the inbox
[2]
$ kb propose 1 --all
! kb: --all and numbers exclude each other
[2]
$ kb propose 1 --branch main
! kb: main: the branch exists already
!   name another: --branch NAME
[2]
$ kb propose 1 --json | data.branch
"kb/learn-2026-04-01-1"
$ git log --format=%s --all
learn: Prices are cents
Begin
$ git show --format= --stat kb/learn-2026-04-01-1
 .memory/memories/prices-are-cents.md | 13 +++++++++++++
 1 file changed, 13 insertions(+)
$ kb inbox --all
  1  gotcha  Prices are cents
     0.75 · order · 1 session
     proposed kb/learn-2026-04-01-1
  2  standard  The function Price in shop.go must never round
     0.75 · order · 1 session
     new 
$ kb inbox drop 2 --reason 'too strict'
$ kb inbox drop 9
! kb: no candidate 9 in the inbox
!   kb inbox --all lists them
[2]
$ kb inbox
! kb: the inbox is empty: kb learn looks for more
$ kb inbox --all
  1  gotcha  Prices are cents
     0.75 · order · 1 session
     proposed kb/learn-2026-04-01-1
  2  standard  The function Price in shop.go must never round
     0.75 · order · 1 session
     dropped 
$ kb propose
! kb: there is nothing to propose: kb learn looks for more
$ kb learn --from claude
! kb: the sessions of claude may not be read
[2]
$ kb agents off
standard: notes with a confidence above 0.65 arrive unasked, but agents are told nothing (kb agents on)
$ kb agents install claude --project --no-hooks
write      .mcp.json (server)
write      AGENTS.md (contract)
$ kb sessions forget --all
! kb: forgotten
$ kb agents trust
standard: notes with a confidence above 0.65 arrive unasked, but agents are told nothing (kb agents on)
$ kb agents uninstall claude --project
remove     .mcp.json (server)
remove     AGENTS.md (contract)
$ kb sessions allow --none
$HOME/.config/kb/config.yaml
! kb: no sessions may be read
$ kb sessions
! kb: no sessions may be read; allow those that you want read: kb sessions allow specstory
$ kb learn
! kb: read 0 sessions
! kb: nothing new
`

const merged = `
$ kb sessions allow specstory
$HOME/.config/kb/config.yaml
! kb: kb may read: specstory
$ kb sessions -n 1
b802e130  specstory  2026-03-21 09:06  new
! kb: 1 more: -n 0 lists all
$ kb sessions -n 2 --search cents
b802e130  specstory  2026-03-21 09:06  new
    0: From now on all prices are written in cents, never in euros. The file is shop.go.
666ff6cc  specstory  2026-03-20 09:06  new
    0: From now on all prices are written in cents, never in euros. The file is shop.go.
$ kb sessions -n 1 --search cents
b802e130  specstory  2026-03-21 09:06  new
    0: From now on all prices are written in cents, never in euros. The file is shop.go.
! kb: 1 session was not searched: -n 0 searches all
$ kb sessions --search kangaroo --json | data.sessions
[]
$ kb sessions -n 0
b802e130  specstory  2026-03-21 09:06  new
666ff6cc  specstory  2026-03-20 09:06  new
$ kb learn
  1  standard  All prices are written in cents, never in euros
     0.82 · order · 2 sessions
  2  standard  The function Price in shop.go must never round
     0.82 · order · 2 sessions
! kb: read 2 sessions
! kb: look at them: kb inbox show N; propose them: kb propose
$ kb inbox --json | data.confirmations
[]
$ kb inbox merge 2 1
  2  standard  The function Price in shop.go must never round
     0.82 · order · 2 sessions
$ kb inbox --all
  2  standard  The function Price in shop.go must never round
     0.82 · order · 2 sessions
     new 
$ kb inbox show 2
---
id: 01K3H12PCD0837NK63JHKN85F4
kind: memory
type: standard
title: The function Price in shop.go must never round
status: proposed
source: agent
confidence: 0.825
importance: 0.6
evidence:
  - {client: specstory, day: "2026-03-20", session: 666ff6cc, turns: 0-0}
  - {client: specstory, day: "2026-03-20", session: 666ff6cc, turns: 2-2}
  - {client: specstory, day: "2026-03-21", session: b802e130, turns: 0-0}
  - {client: specstory, day: "2026-03-21", session: b802e130, turns: 2-2}
---
The function Price in shop.go must never round.

Why: Seen in 2 sessions.
$ kb inbox drop 2 --json | data.items.0.state
"dropped"
$ kb inbox drop 2
! kb: candidate 2 is dropped
[2]
$ kb inbox show 2 --json | data.state
"dropped"
$ kb sessions forget 666ff6cc --json | data
{"all":false,"sessions":["666ff6cc"]}
$ kb sessions forget --all --json | data.all
true
$ kb inbox --json | data.items
[]
$ kb learn --json | data.waiting
0
$ kb inbox drop 2,1
$ kb inbox
! kb: the inbox is empty: kb learn looks for more
$ kb propose --json | data.findings
[]
! kb: there is nothing to propose: kb learn looks for more
`

const unreadable = `
$ kb sessions --search kangaroo
! kb: specstory b802e130 could not be read: .specstory/history/2026-03-21_09-00-00Z-tea.md: larger than 64 MiB
! kb: nobody said that in 1 session
`

// What is learnt from sessions with agents, as somebody types it in one repository and sees it.
func TestSessionOfLearning(t *testing.T) {
	s := shop(t)
	s.Session(sessions)
	s.Session(learnt)
	const page = ".specstory/history/2026-03-21_09-00-00Z-tea.md"
	s.Write(page, strings.NewReplacer("2026-03-20", "2026-03-21", "11111111", "22222222").Replace(talk))
	when := time.Date(2026, 3, 21, 9, 6, 0, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(s.Dir, page), when, when); err != nil {
		t.Fatal(err)
	}
	s.Session(merged)
	if err := os.Truncate(filepath.Join(s.Dir, page), 65<<20); err != nil {
		t.Fatal(err)
	}
	s.Session(unreadable)
}
