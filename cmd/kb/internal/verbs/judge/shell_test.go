package judge_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// ferry has notes that contradict each other, lead nowhere, and break the rules; the last commit brought some of it.
func ferry(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	r.Write(
		"docs/times.md", "# Times\n\nThe ferry leaves every 30 minutes.\n\nTickets MUST be shown at the gate.\n",
		"docs/prices.md", "# Prices\n\nA ticket costs 5 euros. See [times](times.md).\n",
		".memory/decisions/0001-gate.md",
		"---\nkind: decision\nstatus: accepted\ndate: 2026-01-01\n---\n# One gate\n\nThere is one gate.\n",
	)
	r.Commit("Begin", append(gittest.Author("Ann"), gittest.Date("2026-03-01T10:00:00Z")...)...)
	r.Write(
		"docs/winter.md",
		"# Winter\n\nThe ferry leaves every 60 minutes.\n\nTickets MUST NOT be shown at the gate.\n\nSee [none](none.md).\n",
		"docs/prices.md", "# Prices\n\nA ticket costs 6 euros. See [times](times.md).\n",
		".memory/decisions/0002-gates.md",
		"---\nkind: decision\nstatus: acepted\ndate: 2026-03-02\n---\n# Two gates\n\nThere are two gates.\n",
	)
	r.Commit("Winter", append(gittest.Author("Bob"), gittest.Date("2026-03-02T10:00:00Z")...)...)
	r.Write("docs/loose.md", "# Loose\n\nSee [nowhere](nowhere.md).\n")
	return &story.Shell{Repo: r, Run: program.Run}
}

const validated = `
$ kb validate
docs/loose.md:3:5: warning: link to "nowhere.md" names no note [broken-link 0e65e99b5db05400]
! kb: 0 errors, 1 warning
$ kb validate --all
.memory/decisions/0002-gates.md:3:9: error: status: "acepted" is none of draft, proposed, accepted, deprecated, superseded, reject\
ed, archived (did you mean "accepted"?) [schema 5c9c439789fc6b6d]
    → write accepted
docs/loose.md:3:5: warning: link to "nowhere.md" names no note [broken-link 0e65e99b5db05400]
docs/winter.md:3:1: warning: contradicts docs/times.md:3:1: number, "every 60 minutes" here, "every 30 minutes" there [contradicti\
on d2d7db2a4a789d24]
    The ferry leaves every 60 minutes.
    docs/times.md:3:1: The ferry leaves every 30 minutes.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive d2d7db2a4a789d\
24 --reason …
docs/winter.md:5:1: warning: contradicts docs/times.md:5:1: negation, "not shown" here, "shown" there [contradiction 5497b054c5f13\
eb5]
    Tickets MUST NOT be shown at the gate.
    docs/times.md:5:1: Tickets MUST be shown at the gate.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive 5497b054c5f13e\
b5 --reason …
docs/winter.md:7:5: warning: link to "none.md" names no note [broken-link 9ab95f5475291475]
! kb: 1 error, 4 warnings
[1]
$ kb validate --all --fail-on none
! kb: --fail-on must be one of "error","warn","warning","info","never" but got "none"
!   see kb validate --help
[2]
$ kb validate --all docs/winter.md
docs/winter.md:3:1: warning: contradicts docs/times.md:3:1: number, "every 60 minutes" here, "every 30 minutes" there [contradicti\
on d2d7db2a4a789d24]
    The ferry leaves every 60 minutes.
    docs/times.md:3:1: The ferry leaves every 30 minutes.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive d2d7db2a4a789d\
24 --reason …
docs/winter.md:5:1: warning: contradicts docs/times.md:5:1: negation, "not shown" here, "shown" there [contradiction 5497b054c5f13\
eb5]
    Tickets MUST NOT be shown at the gate.
    docs/times.md:5:1: Tickets MUST be shown at the gate.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive 5497b054c5f13e\
b5 --reason …
docs/winter.md:7:5: warning: link to "none.md" names no note [broken-link 9ab95f5475291475]
! kb: 0 errors, 3 warnings
$ kb validate --all --skip broken-link --skip contradiction
.memory/decisions/0002-gates.md:3:9: error: status: "acepted" is none of draft, proposed, accepted, deprecated, superseded, reject\
ed, archived (did you mean "accepted"?) [schema 5c9c439789fc6b6d]
    → write accepted
! kb: 1 error, 0 warnings
[1]
$ kb validate --range HEAD~1..HEAD
.memory/decisions/0002-gates.md:3:9: error: status: "acepted" is none of draft, proposed, accepted, deprecated, superseded, reject\
ed, archived (did you mean "accepted"?) [schema 5c9c439789fc6b6d]
    → write accepted
docs/winter.md:3:1: warning: contradicts docs/times.md:3:1: number, "every 60 minutes" here, "every 30 minutes" there [contradicti\
on d2d7db2a4a789d24]
    The ferry leaves every 60 minutes.
    docs/times.md:3:1: The ferry leaves every 30 minutes.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive d2d7db2a4a789d\
24 --reason …
docs/winter.md:5:1: warning: contradicts docs/times.md:5:1: negation, "not shown" here, "shown" there [contradiction 5497b054c5f13\
eb5]
    Tickets MUST NOT be shown at the gate.
    docs/times.md:5:1: Tickets MUST be shown at the gate.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive 5497b054c5f13e\
b5 --reason …
docs/winter.md:7:5: warning: link to "none.md" names no note [broken-link 9ab95f5475291475]
! kb: 1 error, 3 warnings
[1]
$ kb validate --range HEAD
! kb: --range HEAD is no range
!   write A..B, as in main..HEAD
[2]
$ kb validate --against nonsense
! kb: no such revision: nonsense
!   name a revision as git knows it (v1.2, main~5, 1a2b3c4)
[2]
$ kb validate --staged
! kb: no findings
$ kb validate --all --staged
! kb: --staged and --all can't be used together
!   see kb validate --help
[2]
$ kb validate --skip nonsense
! kb: no rule is called "nonsense"
!   the rules are: ambiguous-link, broken-fragment, broken-link, change-outdated, change-overlap, configuration, conflict-marker, \
contradiction, duplicate-id, duplicate-number, front-matter-lost, gone-symbol, large-note, near-duplicate, schema, secret, status,\
 supersedes-cycle, unknown-name, waiver
[2]
$ kb validate none.md
! kb: no such file or folder: none.md
[2]
$ kb validate --all --format github
::error file=.memory/decisions/0002-gates.md,line=3,endLine=3,col=9,title=kb schema::status: "acepted" is none of draft, proposed,\
 accepted, deprecated, superseded, rejected, archived (did you mean "accepted"?)%0Awrite accepted
::warning file=docs/winter.md,line=3,endLine=3,col=1,title=kb contradiction::contradicts docs/times.md:3:1: number, "every 60 minu\
tes" here, "every 30 minutes" there%0Adocs/times.md:3:1: The ferry leaves every 30 minutes.%0Achange one side; or kb supersede OLD\
 NEW; or say where each holds, or relate them as contradicts; or kb waive d2d7db2a4a789d24 --reason …
::warning file=docs/winter.md,line=5,endLine=5,col=1,title=kb contradiction::contradicts docs/times.md:5:1: negation, "not shown" \
here, "shown" there%0Adocs/times.md:5:1: Tickets MUST be shown at the gate.%0Achange one side; or kb supersede OLD NEW; or say whe\
re each holds, or relate them as contradicts; or kb waive 5497b054c5f13eb5 --reason …
::warning file=docs/loose.md,line=3,endLine=3,col=5,title=kb broken-link::link to "nowhere.md" names no note
::warning file=docs/winter.md,line=7,endLine=7,col=5,title=kb broken-link::link to "none.md" names no note
[1]
$ kb validate --all --json | data.errors
1
[1]
$ kb validate --json | data.findings.0.rule
"broken-link"
$ kb rules
ambiguous-link     warning  a link or relation that may mean several notes
broken-fragment    warning  a link to a heading, an id or a block that the note does not have
broken-link        warning  a link or relation that names no note of the repository
change-outdated    warning  a delta that rests on another text than stands
change-overlap     warning  a requirement that two open changes say anew
configuration      warning  a mistake in .memory/kb.yaml
conflict-marker    error    the markers of a merge that was not finished
contradiction      warning  a statement that cannot hold beside one that stands
duplicate-id       error    an id that two notes have
duplicate-number   warning  a number that two records of one log have
front-matter-lost  error    front matter that went as a whole, and with it what kb reads there
gone-symbol        warning  a citation of a symbol of the code that is not there
large-note         warning  a note that is too large to be read as one
near-duplicate     warning  a new note that says what another one says already
schema             warning  front matter with a value that its key does not take
secret             error    a key, token or password
status             warning  a status that disagrees with the relations
supersedes-cycle   error    notes that supersede each other in a circle
unknown-name       warning  a name that nothing declares, a letter from one that is declared
waiver             warning  a waiver that is wrong, has ended, or silences nothing any more
lost-answer        warning  a saved query that the note no longer answers
merge-conflict     error    a note that git cannot merge by itself
missing-path       warning  a path of code, newly cited, that does not exist
no-source          warning  a new memory that does not say who wrote it down
recall             error    saved queries answered less well than the team asks for
rejected-before    warning  a new memory or decision that was rejected or removed once
setting            warning  a change of what steers the reviews
disputed           warning  a note that the change says is disputed
stale-summary      info     a summary of a category whose notes change without it
$ kb rules broken-link
broken-link (warning): a link or relation that names no note of the repository

A link is broken when it names a note that does not exist: a markdown link to a file that is not there, a wiki link or
relation whose name no note has, a path in other capitals than the file's. A note that goes or is renamed breaks the links of
others, those without an ending as well: these are found too. Not judged are links to files that are no markdown, to what a
.gitignore leaves out, as a program makes it, to images, to other sites, into submodules, to a base that your configuration does
not name, those of comments, of templates, of data of tests and of parts that a site puts into its pages
('_part.mdx', 'snippets/'), brackets in MDX, and what a page of a book links outside of its src.

Below the configuration of MkDocs, VitePress, mdBook, Sphinx or MyST a path is looked for from the folder of its page alone,
by MkDocs also there where the page was translated from. Below that of VitePress, Docusaurus, Starlight or Hugo a link without
an ending, below that of mdBook one to .html, is broken where its folder holds notes and no note is called so. Broken are, too, a
link out of the pages of MkDocs, one to what the summary of a mdBook does not list, and an address of Docusaurus that the last
version does not have. An old address that the configuration of mdBook or Starlight names is taken.

Settle it by correcting the target, by renaming with 'kb mv', which rewrites the links, or by removing the link.
$ kb rules nonsense
! kb: no rule is called "nonsense"
!   kb rules lists them
[2]
`

const contradictions = `
$ kb check The ferry leaves every 45 minutes. --json | data.found.0.relation
"contradicts"
[1]
$ kb waive d2d7 --reason weather --author Ann --until 2026-12-31
.memory/waivers.yaml
! kb: waived: contradicts docs/times.md:3:1: number, "every 60 minutes" here, "every 30 minutes" there. Commit it: git add .memory\
/waivers.yaml
$ cat .memory/waivers.yaml
# Findings that were looked at and accepted; kb waive adds to them.
waivers:
  - finding: d2d7db2a4a789d24
    statements: [35bf071838924ed8, a985ebd6651f9ed5]
    reason: weather
    author: Ann
    until: "2026-12-31"
$ kb conflicts --waived
docs/winter.md:3:1: warning: contradicts docs/times.md:3:1: number, "every 60 minutes" here, "every 30 minutes" there [contradicti\
on d2d7db2a4a789d24]
    The ferry leaves every 60 minutes.
    docs/times.md:3:1: The ferry leaves every 30 minutes.
    energy 0.65 = number: "every 60 minutes" vs "every 30 minutes" (S 1.00, C 1.00, G 0.65; two notes ×0.65)
    waived: weather
docs/winter.md:5:1: warning: contradicts docs/times.md:5:1: negation, "not shown" here, "shown" there [contradiction 5497b054c5f13\
eb5]
    Tickets MUST NOT be shown at the gate.
    docs/times.md:5:1: Tickets MUST be shown at the gate.
    energy 0.65 = negation: "not shown" vs "shown" (S 1.00, C 1.00, G 0.65; two notes ×0.65)
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive 5497b054c5f13e\
b5 --reason …
! kb: 2 conflicts among 10 statements
[1]
$ kb validate --all --waived --skip broken-link --skip schema
docs/winter.md:3:1: warning: contradicts docs/times.md:3:1: number, "every 60 minutes" here, "every 30 minutes" there [contradicti\
on d2d7db2a4a789d24]
    The ferry leaves every 60 minutes.
    docs/times.md:3:1: The ferry leaves every 30 minutes.
    waived: weather
docs/winter.md:5:1: warning: contradicts docs/times.md:5:1: negation, "not shown" here, "shown" there [contradiction 5497b054c5f13\
eb5]
    Tickets MUST NOT be shown at the gate.
    docs/times.md:5:1: Tickets MUST be shown at the gate.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive 5497b054c5f13e\
b5 --reason …
! kb: 0 errors, 1 warning, 1 waived
$ kb waive d2d7 --reason again --author Ann
! kb: it is waived already: weather
[2]
$ kb waive 5497 --reason x --until 2026-03-31 --author Ann
! kb: --until 2026-03-31 is over: such a waiver accepts nothing
[2]
$ kb waive 5497 --reason x --until 2026-04-01 --author Ann
.memory/waivers.yaml
! kb: waived: contradicts docs/times.md:5:1: negation, "not shown" here, "shown" there. Commit it: git add .memory/waivers.yaml
$ kb waive d2d7
! kb: missing flags: --reason=TEXT
!   see kb waive --help
[2]
$ kb conflicts
! kb: 0 conflicts among 10 statements, 2 waived (--waived says why)
$ kb conflicts winter -n 1
! kb: 0 conflicts among 10 statements, 2 waived (--waived says why)
$ kb conflicts prices
! kb: 0 conflicts among 10 statements
$ kb conflicts --min 0.99
! kb: 0 conflicts among 10 statements
$ kb conflicts --min 1
! kb: 0 conflicts among 10 statements
$ kb conflicts --min 0
.memory/decisions/0002-gates.md:8:1: warning: contradicts .memory/decisions/0001-gate.md:8:1: number, "two" here, "one" there [con\
tradiction ddfb91d4e3f846ec]
    There are two gates.
    .memory/decisions/0001-gate.md:8:1: There is one gate.
    energy 0.19 = number: "two" vs "one" (S 1.00, C 1.00, G 0.19; two notes ×0.65; notes of one series ×0.29)
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive ddfb91d4e3f846\
ec --reason …
! kb: 1 conflict among 10 statements, 2 waived (--waived says why)
[1]
$ kb conflicts --min 2
! kb: --min must be from 0 to 1
[2]
$ kb conflicts --min nan
! kb: --min must be from 0 to 1
[2]
$ kb conflicts -n -1
! kb: --limit must not be negative
[2]
$ kb conflicts --limit=-1
! kb: --limit must not be negative
[2]
$ kb conflicts none
! kb: no note is called "none"
!   find it by what it says: kb search "none"
[2]
$ kb conflicts --json | data.total
0
$ kb conflicts --json | data.rules
2
$ kb check The ferry leaves every 45 minutes. --explain
docs/times.md:3:1: would contradict, energy 1.00
    The ferry leaves every 30 minutes.
    number: "every 45 minutes" vs "every 30 minutes" (S 1.00, C 1.00, G 1.00)
docs/winter.md:3:1: would contradict, energy 1.00
    The ferry leaves every 60 minutes.
    number: "every 45 minutes" vs "every 60 minutes" (S 1.00, C 1.00, G 1.00)
[1]
$ kb check Tickets are blue.
docs/prices.md:3:1: near
    A ticket costs 6 euros.
docs/times.md:5:1: near
    Tickets MUST be shown at the gate.
docs/winter.md:5:1: near
    Tickets MUST NOT be shown at the gate.
! kb: nothing in the base speaks against it; nearest to it:
$ kb check --file docs/loose.md
docs/winter.md:7:1: near
    See [none](none.md).
docs/prices.md:3:25: near
    See [times](times.md).
! kb: nothing in the base speaks against it; nearest to it:
$ kb check -
< Tickets MUST NOT be shown at the gate.
docs/times.md:5:1: would contradict, energy 1.00
    Tickets MUST be shown at the gate.
docs/winter.md:5:1: says the same
    Tickets MUST NOT be shown at the gate.
[1]
$ kb check --file none.md
! kb: no such file: none.md
[2]
$ kb check --file docs/loose.md words
! kb: --file and a statement are checked one at a time
[2]
$ kb waive ffff --reason x
! kb: no finding has the fingerprint ffff
!   kb validate --all, kb conflicts and kb review print those that there are
!   one of another branch is waived where that is checked out
[2]
`

const reviews = `
$ kb review HEAD~1..HEAD
review of HEAD~1..HEAD: look, risk 0.60
3 notes: 4 added, 0 removed, 1 changed, 0 reworded, 0 moved statements; 1 error, 3 warnings

Notes
added      .memory/decisions/0002-gates.md  Two gates [decision]
changed    docs/prices.md, 1 section changed  Prices [doc]
added      docs/winter.md  Winter [doc]

Findings within the change
.memory/decisions/0002-gates.md:3:9: error: status: "acepted" is none of draft, proposed, accepted, deprecated, superseded, reject\
ed, archived (did you mean "accepted"?) [schema 5c9c439789fc6b6d]
    → write accepted
docs/winter.md:7:5: warning: link to "none.md" names no note [broken-link 9ab95f5475291475]

Findings against the base
docs/winter.md:3:1: warning: contradicts docs/times.md:3:1: number, "every 60 minutes" here, "every 30 minutes" there [contradicti\
on d2d7db2a4a789d24]
    The ferry leaves every 60 minutes.
    docs/times.md:3:1: The ferry leaves every 30 minutes.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive d2d7db2a4a789d\
24 --reason …
docs/winter.md:5:1: warning: contradicts docs/times.md:5:1: negation, "not shown" here, "shown" there [contradiction 5497b054c5f13\
eb5]
    Tickets MUST NOT be shown at the gate.
    docs/times.md:5:1: Tickets MUST be shown at the gate.
    → change one side; or kb supersede OLD NEW; or say where each holds, or relate them as contradicts; or kb waive 5497b054c5f13e\
b5 --reason …

Should look
  Ann (author): docs/prices.md
[1]
$ kb review HEAD~1..HEAD --fail-on none --skip contradiction
! kb: --fail-on must be one of "error","warn","warning","info","never" but got "none"
!   see kb review --help
[2]
$ kb review --work-tree
review of main..work tree: look, risk 0.09
1 note: 1 added, 0 removed, 0 changed, 0 reworded, 0 moved statements; 0 errors, 2 warnings

Notes
added      docs/loose.md  Loose [doc]

Findings within the change
.memory/waivers.yaml:1:1: warning: .memory/waivers.yaml changes: that counts for later reviews, not for this one [setting 82f4fb36\
a8c12b53]
    → somebody who may decide it should look
docs/loose.md:3:5: warning: link to "nowhere.md" names no note [broken-link 0e65e99b5db05400]
$ kb review nonsense..HEAD
! kb: resolve revision: "nonsense": no such revision
!   name a revision as git knows it (v1.2, main~5, 1a2b3c4)
[2]
$ kb review HEAD
review of HEAD..HEAD: clean, risk 0.00
0 notes: 0 added, 0 removed, 0 changed, 0 reworded, 0 moved statements; 0 errors, 0 warnings
! kb: HEAD and HEAD are the same commit: nothing to review (--work-tree reviews what is not committed, HEAD~1..HEAD the last commi\
t)
$ kb review --pr
! kb: --pr: neither GITHUB_ACTIONS nor GITLAB_CI is set
!   outside of them name the range: kb review BASE..HEAD
[2]
$ kb validate --against HEAD --staged
! kb: --against HEAD: no base is called so, and a revision can stand with nothing else
!   leave out --staged, --range and --all, or name a base of your configuration (docs/bases.md)
[2]
$ kb validate --against HEAD --all
! kb: --against HEAD: no base is called so, and a revision can stand with nothing else
!   leave out --staged, --range and --all, or name a base of your configuration (docs/bases.md)
[2]
$ kb validate --against HEAD --against HEAD~1
! kb: --against HEAD~1: no base is called so, and a revision can stand with nothing else
!   leave out --staged, --range and --all, or name a base of your configuration (docs/bases.md)
[2]
$ kb validate --against HEAD --range HEAD~1..HEAD
! kb: --against HEAD: no base is called so, and a revision can stand with nothing else
!   leave out --staged, --range and --all, or name a base of your configuration (docs/bases.md)
[2]
$ kb review HEAD..HEAD --max-chars 3999
! kb: --max-chars must be at least 4000
[2]
$ kb review none..HEAD --max-chars 4000
! kb: resolve revision: "none": no such revision
!   name a revision as git knows it (v1.2, main~5, 1a2b3c4)
[2]
$ kb review HEAD~1..HEAD --format markdown --max-chars 100
! kb: --max-chars must be at least 4000
[2]
$ kb review HEAD~1..HEAD --with nonsense
! kb: --with nonsense: resolve revision: "nonsense": no such revision
!   name a revision as git knows it (v1.2, main~5, 1a2b3c4)
[2]
`

// What judges notes, as somebody types it in one repository and sees it.
func TestSessionOfJudging(t *testing.T) {
	s := ferry(t)
	for _, text := range []string{validated, contradictions, reviews} {
		s.Session(text)
	}
}
