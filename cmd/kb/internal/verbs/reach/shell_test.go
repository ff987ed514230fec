package reach_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/index/org/orgtest"
	"github.com/9aea2451/kb/kb/gittest"
)

// person has a personal base beside the repository, and a configuration that names it.
func person(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	r.Write("docs/tea.md", "# Tea\n\nTea is kept in tins.\n", "docs/cups.md", "# Cups\n\nCups are blue.\n")
	r.Commit("Begin")
	home := t.TempDir()
	mine := r.At(filepath.Join(home, "mine"))
	r.Git("init", "-q", "-b", "main", mine.Dir)
	mine.Write("me.md", "# Me\n\nI like tea.\n")
	mine.Commit("Begin")
	config := filepath.Join(home, ".config", "kb")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "bases:\n  - {name: mine, path: ~/mine, scope: personal}\n  - {name: gone, path: ~/gone, scope: team}\n"
	if err := os.WriteFile(filepath.Join(config, "config.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return &story.Shell{Repo: r, Run: program.Run, Env: []string{"HOME=" + home}}
}

const personal = `
$ kb profile
mine             $HOME/mine  (not read: kb profile allow mine)
$ kb profile --json | data.bases.0.consent
false
$ kb profile allow gone
! kb: no personal base is called gone in $HOME/.config/kb/config.yaml
!   did you mean mine?
[2]
$ kb profile allow none
! kb: no personal base is called none in $HOME/.config/kb/config.yaml
!   did you mean mine?
[2]
$ kb search --base mine tea -l
! kb: base mine is left out: it is personal, and your configuration does not say consent: true there (kb profile allow mine)
! kb: none of these bases can be read
[2]
$ kb profile allow
! kb: mine may be read: $HOME/.config/kb/config.yaml says consent: true; kb profile revoke mine takes it back
$ kb profile
mine             $HOME/mine  (read by --all, --base and links)
$ kb search --base mine tea -l
mine:me.md
$ kb search --all tea -l
docs/tea.md
mine:me.md
! kb: base gone is left out: there is no folder $HOME/gone
$ kb profile allow mine
! kb: mine may be read: $HOME/.config/kb/config.yaml says consent: true; kb profile revoke mine takes it back
$ kb profile revoke mine --dry-run
consent    $HOME/.config/kb/config.yaml would say consent: false; nothing of mine would be read
state      would be deleted, with index, vectors and record of use: $HOME/mine/.git/kb
notes      would be moved, with its history, to $HOME/mine.revoked-2026-04-01-1
$ kb profile revoke none
! kb: no personal base is called none in $HOME/.config/kb/config.yaml
!   did you mean mine?
[2]
$ kb profile revoke mine
consent    $HOME/.config/kb/config.yaml says consent: false; nothing of mine is read
state      deleted, with index, vectors and record of use: $HOME/mine/.git/kb
notes      moved, with its history, to $HOME/mine.revoked-2026-04-01-1
$ kb profile
mine             $HOME/mine  (not read: kb profile allow mine)
`

const shared = `
$ kb org
! kb: nothing has been pushed yet: there is no alias kb at $CLUSTER
!   a repository is pushed by: kb org push --readers GROUP
[2]
$ kb org push
! kb: nobody is named who may read it
!   name groups: kb org push --readers platform,security
!   or all: --readers everyone
[2]
$ kb org push --readers everyone
001 at 6d68941412: 2 notes, 2 sections; 2 changed, 0 removed; 7 documents in 0s
$ kb org push --name shop --readers everyone
shop at 6d68941412: 2 notes, 2 sections; 2 changed, 0 removed; 7 documents in 0s
$ kb org push --name shop --readers everyone
shop at 6d68941412 is there already: 2 notes, 2 sections
$ kb org
kb-000001 at $CLUSTER: 2 repositories, 4 notes, 4 sections
001  6d68941412  2026-04-01T12:00:00Z  2 notes  everyone
shop  6d68941412  2026-04-01T12:00:00Z  2 notes  everyone
! kb: asked as everyone
$ kb org --json | data.sources.0.name
(nothing)
$ kb search --org tea
1. Tea
   001:docs/tea.md:1-3  [001, organization]
   2026-01-02 by A in 6d68941
   Tea is kept in tins.
   the same text: shop:docs/tea.md
$ kb org push --name shop --readers everyone --generation -1
! kb: --generation must be at least 1
[2]
$ kb org push --name 'a b' --readers everyone
! kb: "a b" is no name of a repository: expected one such as platform/auth
[2]
$ kb org use 9
! kb: nothing has been pushed yet: there is no index kb-000009 at $CLUSTER
!   a repository is pushed by: kb org push --readers GROUP
[2]
$ kb org forget none
! kb: nothing has been pushed yet of a repository none
!   a repository is pushed by: kb org push --readers GROUP
[2]
$ kb org forget shop
shop is gone: 7 documents
$ kb org
kb-000001 at $CLUSTER: 1 repository, 2 notes, 2 sections
001  6d68941412  2026-04-01T12:00:00Z  2 notes  everyone
! kb: asked as everyone
`

// What reaches beyond a repository, as somebody types it and sees it: other bases, and an organisation's cluster.
func TestSessionOfReaching(t *testing.T) {
	s := person(t)
	s.Session(personal)
	s.Env = append(s.Env, "KB_ORG_URL="+orgtest.New(t).URL)
	s.Session(shared)
}
