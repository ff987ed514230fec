package setup_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// fresh is a repository in which kb was never used; its person has a home of their own.
func fresh(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	r.Write("README.md", "# Lamps\n\nA lamp burns for 8 hours.\n", "AGENTS.md", "# For agents\n\nBe kind.\n",
		"CLAUDE.md", "# Rules\n\n- Lamps are lit at dusk.\n- Oil is never poured into a burning lamp.\n")
	lamp := func(tags, text, more string) string {
		return "---\ntags: [" + tags + "]\n---\n# Lamp\n\n" + text + "\n\n" + more + "\n"
	}
	r.Write("base.md", lamp("oil", "It burns.", "End."), "ours.md", lamp("oil, light", "It burns.", "The end."),
		"theirs.md", lamp("oil, night", "It burns long.", "End."),
		"one.md", lamp("oil", "It burns well.", "End."), "two.md", lamp("oil", "It burns badly.", "End."))
	r.Commit("Begin", append(gittest.Author("Ann"), gittest.Date("2026-03-01T10:00:00Z")...)...)
	r.Git("config", "user.name", "Ann")
	r.Git("config", "user.email", "ann@example.com")
	return &story.Shell{Repo: r, Run: program.Run, Env: []string{"HOME=" + t.TempDir()}}
}

const begun = `
$ kb init --dry-run
+ .gitattributes
+ .github/workflows/kb-upkeep.yml
+ .github/workflows/kb.yml
+ .memory/categories/README.md
+ .memory/categories/api.md
+ .memory/categories/architecture.md
+ .memory/categories/authentication.md
+ .memory/categories/database.md
+ .memory/categories/debugging.md
+ .memory/categories/devops.md
+ .memory/categories/frontend.md
+ .memory/categories/performance.md
+ .memory/categories/standards.md
+ .memory/categories/testing.md
+ .memory/decisions/0001-keep-what-we-know-in-this-repository.md
+ .memory/decisions/README.md
+ .memory/kb.yaml
+ .memory/memories/README.md
+ .memory/memories/answers-come-from-the-work-tree.md
+ .memory/specs/README.md
+ .memory/specs/notes.md
= AGENTS.md is there and stays as it is
! kb: 21 files would be added; nothing was written
! kb: AGENTS.md is yours: kb init --agents appends the section that teaches an agent to use kb
$ kb init
+ .gitattributes
+ .github/workflows/kb-upkeep.yml
+ .github/workflows/kb.yml
+ .memory/categories/README.md
+ .memory/categories/api.md
+ .memory/categories/architecture.md
+ .memory/categories/authentication.md
+ .memory/categories/database.md
+ .memory/categories/debugging.md
+ .memory/categories/devops.md
+ .memory/categories/frontend.md
+ .memory/categories/performance.md
+ .memory/categories/standards.md
+ .memory/categories/testing.md
+ .memory/decisions/0001-keep-what-we-know-in-this-repository.md
+ .memory/decisions/README.md
+ .memory/kb.yaml
+ .memory/memories/README.md
+ .memory/memories/answers-come-from-the-work-tree.md
+ .memory/specs/README.md
+ .memory/specs/notes.md
= AGENTS.md is there and stays as it is
! kb: 21 files added. Next:
!   git add .gitattributes .github .memory
!   kb hooks install
!   kb new decision "TITLE"
! kb: AGENTS.md is yours: kb init --agents appends the section that teaches an agent to use kb
$ kb init --agents
+ AGENTS.md
= .gitattributes is there and stays as it is
! kb: 1 file added. Next:
!   git add AGENTS.md
!   kb hooks install
!   kb new decision "TITLE"
$ kb init --agents
= .gitattributes is there and stays as it is
= AGENTS.md is there and stays as it is
! kb: nothing is missing
$ kb init --pre-commit --dry-run
+ .pre-commit-config.yaml
= .gitattributes is there and stays as it is
= AGENTS.md is there and stays as it is
! kb: 1 file would be added; nothing was written
! kb: AGENTS.md is yours: kb init --agents appends the section that teaches an agent to use kb
$ kb init --merge-driver --dry-run
+ .gitattributes
+ git's configuration of this clone: merge.kb.driver
! kb: nothing was written
$ kb init --from agents
+ memory (standard): Lamps are lit at dusk
  .memory/memories/lamps-are-lit-at-dusk.md, from CLAUDE.md:3
+ memory (standard): Oil is never poured into a burning lamp
  .memory/memories/oil-is-never-poured-into-a-burning-lamp.md, from CLAUDE.md:4
! kb: 1 sentence left where they are, as they ask for nothing:
!   AGENTS.md:3 Be kind
! kb: 2 notes proposed, 0 are there or left out. --apply writes them
$ kb init --from agents --apply
+ memory (standard): Lamps are lit at dusk
  .memory/memories/lamps-are-lit-at-dusk.md, from CLAUDE.md:3
+ memory (standard): Oil is never poured into a burning lamp
  .memory/memories/oil-is-never-poured-into-a-burning-lamp.md, from CLAUDE.md:4
! kb: 1 sentence left where they are, as they ask for nothing:
!   AGENTS.md:3 Be kind
! kb: 2 notes written, 0 were there or left out. Look at them before you commit: git add -N .memory && git diff .memory
$ kb init --from agents --apply
! kb: 1 sentence left where they are, as they ask for nothing:
!   AGENTS.md:3 Be kind
! kb: 0 notes written, 2 were there or left out. Look at them before you commit: git add -N .memory && git diff .memory
$ kb init --from nonsense
! kb: --from nonsense is no kind and no path
!   the kinds are: adr, openspec, agents, cursor, copilot, all
[2]
$ kb init --apply
! kb: --apply goes with --from, --instructions with --from FILE
!   kb init --from agents --apply
[2]
$ git status --short
 M AGENTS.md
?? .gitattributes
?? .github/
?? .memory/
`

const carried = `
$ kb export kind:memory --format markdown -o notes.export
! kb: 3 notes written to notes.export
$ kb init --from notes.export
! kb: 0 notes proposed, 3 are there or left out. --apply writes them
$ git add -A
$ git commit -qm Adopt
$ git rm -q .memory/memories/lamps-are-lit-at-dusk.md
$ kb init --from notes.export
+ memory (standard): Lamps are lit at dusk
  .memory/memories/lamps-are-lit-at-dusk.md, from notes.export:1
! kb: 1 note proposed, 2 are there or left out. --apply writes them
$ kb init --from notes.export --apply --dry-run
+ memory (standard): Lamps are lit at dusk
  .memory/memories/lamps-are-lit-at-dusk.md, from notes.export:1
! kb: 1 note proposed, 2 are there or left out. --apply writes them
$ git status --short
D  .memory/memories/lamps-are-lit-at-dusk.md
$ kb init --from notes.export --apply
+ memory (standard): Lamps are lit at dusk
  .memory/memories/lamps-are-lit-at-dusk.md, from notes.export:1
! kb: 1 note written, 2 were there or left out. Look at them before you commit: git add -N .memory && git diff .memory
$ cat .memory/memories/lamps-are-lit-at-dusk.md
---
# yaml-language-server: $schema=https://raw.githubusercontent.com/9aea2451/kb/main/docs/schema/memory.schema.json
kind: memory
title: 'Lamps are lit at dusk'
type: standard
source: import
origin: 'CLAUDE.md@67ce0e8b9345'
relations: [{type: derived_from, target: 'CLAUDE.md'}]
---
Lamps are lit at dusk.

From [CLAUDE.md:3](../../CLAUDE.md#L3).
$ git status --short
D  .memory/memories/lamps-are-lit-at-dusk.md
?? .memory/memories/lamps-are-lit-at-dusk.md
$ kb init --from notes.export --apply --json | data.applied
true
$ kb init --from notes.export --json | data.applied
false
$ kb init --from notes.export --json | data.notes.0.state
"there"
$ kb init --from README.md
! kb: nothing to adopt from README.md
! kb: there is nothing to adopt
$ kb init --from README.md --from notes.export
! kb: nothing to adopt from README.md
! kb: nothing to adopt from notes.export
! kb: there is nothing to adopt
`

const hooked = `
$ kb hooks status
pre-commit        none         $DIR/.git/hooks/pre-commit
pre-merge-commit  none         $DIR/.git/hooks/pre-merge-commit
commit-msg        none         $DIR/.git/hooks/commit-msg
no hook sees: rebase, cherry-pick, revert, commit --no-verify. Let CI run kb validate --range
$ kb hooks install --dry-run
installed  .git/hooks/pre-commit
installed  .git/hooks/pre-merge-commit
$ kb hooks install
installed  .git/hooks/pre-commit
installed  .git/hooks/pre-merge-commit
$ kb hooks install
unchanged  .git/hooks/pre-commit
unchanged  .git/hooks/pre-merge-commit
$ kb hooks install --commit-msg --strict
upgraded   .git/hooks/pre-commit
upgraded   .git/hooks/pre-merge-commit
installed  .git/hooks/commit-msg
$ kb hooks status
pre-commit        kb           $DIR/.git/hooks/pre-commit
pre-merge-commit  kb           $DIR/.git/hooks/pre-merge-commit
commit-msg        kb           $DIR/.git/hooks/commit-msg
no hook sees: rebase, cherry-pick, revert, commit --no-verify. Let CI run kb validate --range
$ kb hooks check-message README.md
$ kb hooks check-message none.md
! kb: read the message of the commit: open $DIR/none.md: no such file or directory
[2]
$ kb hooks uninstall --dry-run
removed    .git/hooks/pre-commit
removed    .git/hooks/pre-merge-commit
removed    .git/hooks/commit-msg
$ kb hooks uninstall
removed    .git/hooks/pre-commit
removed    .git/hooks/pre-merge-commit
removed    .git/hooks/commit-msg
$ kb hooks uninstall
! kb: no hook of kb's is installed
`

const told = `
$ kb agents status
Claude Code  hooks: -
             server: -
AGENTS.md    says what is asked of agents
trust        standard: notes with a confidence above 0.65 arrive unasked
$ kb agents install claude --project --dry-run
write      .claude/settings.json (hooks)
write      .mcp.json (server)
unchanged  AGENTS.md (contract)
write      CLAUDE.md (reference)
$ kb agents install claude --project
write      .claude/settings.json (hooks)
write      .mcp.json (server)
unchanged  AGENTS.md (contract)
write      CLAUDE.md (reference)
$ kb agents install claude --project
unchanged  .claude/settings.json (hooks)
unchanged  .mcp.json (server)
unchanged  AGENTS.md (contract)
unchanged  CLAUDE.md (reference)
$ kb agents install claude --project --no-hooks --no-mcp
unchanged  AGENTS.md (contract)
unchanged  CLAUDE.md (reference)
$ kb agents trust
standard: notes with a confidence above 0.65 arrive unasked
$ kb agents trust confident
confident: notes with a confidence above 0.55 arrive unasked
$ kb agents trust
confident: notes with a confidence above 0.55 arrive unasked
$ kb agents trust nonsense
! kb: [<level>] must be one of "cautious","standard","confident","autonomous" but got "nonsense"
!   see kb agents trust --help
[2]
$ kb agents off
confident: notes with a confidence above 0.55 arrive unasked, but agents are told nothing (kb agents on)
$ kb agents off
confident: notes with a confidence above 0.55 arrive unasked, but agents are told nothing (kb agents on)
$ kb agents off --json | data.off
"you"
$ kb agents off --json | data.contract
"current"
$ kb agents trust --json | data.clients.0.hooks
["$DIR/.claude/settings.json"]
$ kb agents on
confident: notes with a confidence above 0.55 arrive unasked
$ kb agents uninstall claude --project --dry-run
remove     .claude/settings.json (hooks)
remove     .mcp.json (server)
write      CLAUDE.md (reference)
$ kb agents uninstall claude --project
remove     .claude/settings.json (hooks)
remove     .mcp.json (server)
write      CLAUDE.md (reference)
$ kb agents uninstall claude --project
! kb: nothing of kb's is there to take back
$ kb mcp config claude
{
  "mcpServers": {
    "kb": {
      "command": "kb",
      "args": ["mcp"]
    }
  }
}
! kb: for Claude Code: put this into $DIR/.mcp.json, or let kb do it with --write
$ kb mcp config claude --write
! kb: added to $DIR/.mcp.json
$ kb mcp config claude --write
! kb: $DIR/.mcp.json names a server called kb already: left as it is
$ kb mcp config claude --remove
! kb: taken out of $DIR/.mcp.json
$ kb mcp config claude --remove
! kb: $DIR/.mcp.json names no server called kb
$ kb mcp config claude --write --remove
! kb: --write and --remove can't be used together
!   see kb mcp config --help
[2]
$ kb mcp --root none
! kb: no such folder: $DIR/none
[2]
`

const served = `
$ kb serve --port 70000
! kb: --port must be from 1 to 65535
[2]
$ kb serve --org --static site
! kb: --org and --static exclude each other: a site asks nobody
[2]
$ kb serve --port 1 --static site
! kb: --port and --static exclude each other
[2]
$ kb serve --static README.md
! kb: mkdir $DIR/README.md: not a directory
[2]
$ kb model
! kb: no models in $HOME/.local/share/kb/models: kb model add PATH packs one
$ kb model add none
! kb: stat $DIR/none: no such file or directory
[2]
$ kb model remove none
! kb: model not usable: not there: none in $HOME/.local/share/kb/models (kb model lists what is)
[2]
$ kb merge-driver base.md ours.md theirs.md
$ cat ours.md
---
tags: [oil, light, night]
---
# Lamp

It burns long.

The end.
$ kb merge-driver base.md one.md two.md 7 lamp.md base mine yours
[1]
$ cat one.md
---
tags: [oil]
---
# Lamp

<<<<<<< mine
It burns well.
=======
It burns badly.
>>>>>>> yours

End.
$ kb merge-driver none.md none.md none.md
! kb: no such file: none.md
[2]
`

// What makes a repository ready, as somebody types it in one that is new and sees it.
func TestSessionOfSetup(t *testing.T) {
	s := fresh(t)
	for _, text := range []string{begun, carried, hooked, told, served} {
		s.Session(text)
	}
}
