package measure_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
)

// quiz is a repository with queries whose answers are known.
func quiz(t *testing.T) *story.Shell {
	t.Helper()
	r := gittest.New(t)
	r.Write("docs/sun.md", "# Sun\n\nThe sun is a star.\n", "docs/moon.md", "# Moon\n\nThe moon circles the earth.\n",
		"docs/old.md", "# Old moon\n\nThe moon is a cheese.\n",
		"queries.jsonl", `{"id": "sun", "query": "which star", "category": "far", "relevant": {"docs/sun.md": 1}}
{"id": "moon", "query": "what circles the earth", "category": "near", "relevant": {"docs/moon.md": 2}, "stale": ["docs/old.md"]}
{"id": "none", "query": "zebra", "relevant": {}}
`,
		"missing.jsonl", `{"id": "a", "query": "star", "relevant": {"docs/gone.md": 1}}`+"\n",
		"broken.jsonl", `{"id": "a", "query" "x"}`+"\n", "empty.jsonl", "",
		"pairs.jsonl", `{"id": "p1", "a": "The door opens at 8.", "b": "The door opens at 9.", "label": "contradiction"}
{"id": "p2", "a": "The door opens at 8.", "b": "The window is blue.", "label": "compatible"}
`)
	r.Commit("Begin")
	return &story.Shell{Repo: r, Run: program.Run}
}

const measured = `
$ kb eval queries.jsonl --mode keyword
3 queries, model none

                           nDCG@10     MAP  MRR@10    R@1    R@5   R@10   R@20  p50 ms  p95 ms  nDCG@10 against keyword
keyword                     1.0000  1.0000  1.0000  1.000  1.000  1.000  1.000     0.0     0.0
                           of 3 queries 2 have something relevant
                           current above stale 1.000
  far                       1.0000  1.0000  1.0000  1.000  1.000  1.000  1.000     0.0     0.0
  near                      1.0000  1.0000  1.0000  1.000  1.000  1.000  1.000     0.0     0.0
                           current above stale 1.000
$ kb eval queries.jsonl --mode keyword --details
3 queries, model none

                           nDCG@10     MAP  MRR@10    R@1    R@5   R@10   R@20  p50 ms  p95 ms  nDCG@10 against keyword
keyword                     1.0000  1.0000  1.0000  1.000  1.000  1.000  1.000     0.0     0.0
                           of 3 queries 2 have something relevant
                           current above stale 1.000
  far                       1.0000  1.0000  1.0000  1.000  1.000  1.000  1.000     0.0     0.0
  near                      1.0000  1.0000  1.0000  1.000  1.000  1.000  1.000     0.0     0.0
                           current above stale 1.000

keyword
  1.0000 sun → docs/sun.md
  1.0000 moon → docs/moon.md
  0.0000 none → none
$ kb eval queries.jsonl --json | data.queries
3
$ kb eval queries.jsonl --mode keyword --json | data.configurations.0.all.mrr@10
1
$ kb eval queries.jsonl --mode keyword --json | data.configurations.0.all.current_above_stale
1
$ kb eval missing.jsonl --mode keyword --json | data.configurations.0.all.judged
1
! kb: 1 relevant paths name no note of this repository and count as not found, such as docs/gone.md (query a, line 1)
$ kb eval broken.jsonl
! kb: broken.jsonl:1:21: not JSON: invalid character '"' after object key
[2]
$ kb eval empty.jsonl
! kb: empty.jsonl:1:1: no queries
[2]
$ kb eval none.jsonl
! kb: open none.jsonl: no such file or directory
!   kb eval --help has the format
[2]
$ kb eval
! kb: no queries to measure
!   name a file of them: kb eval queries.jsonl
[2]
$ kb eval queries.jsonl --pairs pairs.jsonl
! kb: queries and --pairs exclude each other
!   measure one after the other
[2]
$ kb eval --flips 2 --findings found.jsonl --pairs pairs.jsonl
! kb: --pairs and --findings and --flips exclude each other
!   measure one after the other
[2]
$ kb eval --pairs pairs.jsonl
2 pairs

                                  P      R     F1    FPR    tp    fp    fn
warn                          1.000  1.000  1.000  0.000     1     0     0
reject                        1.000  1.000  1.000  0.000     1     0     0
compatible, warn              1.000  1.000  1.000  0.000     0     0     0
compatible, reject            1.000  1.000  1.000  0.000     0     0     0
contradiction, warn           1.000  1.000  1.000  0.000     1     0     0
contradiction, reject         1.000  1.000  1.000  0.000     1     0     0
$ kb eval --pairs pairs.jsonl --rows
2 pairs

                                  P      R     F1    FPR    tp    fp    fn
warn                          1.000  1.000  1.000  0.000     1     0     0
reject                        1.000  1.000  1.000  0.000     1     0     0
compatible, warn              1.000  1.000  1.000  0.000     0     0     0
compatible, reject            1.000  1.000  1.000  0.000     0     0     0
contradiction, warn           1.000  1.000  1.000  0.000     1     0     0
contradiction, reject         1.000  1.000  1.000  0.000     1     0     0

left out                                      warn          reject
                                      right  wrong    right  wrong
signal number                            -1     +0       -1     +0
$ kb eval --pairs none.jsonl
! kb: open pairs: no such file or directory: none.jsonl
!   a line of it is {"a": statement, "b": statement, "label": "contradiction" or another}
[2]
$ kb eval --flips 2
                                  flips  stopped     told
by itself                             2        2        2
  polarity                            2        2        2
! kb: turned statements among 3 statements
$ kb eval --flips 2 --json | data
{"groups":[{"flips":2,"group":"by itself","stopped":2,"told":2},{"flips":2,"group":"by itself","kind":"polarity","stopped":2,"told\
":2}],"passed":[],"statements":3}
$ kb eval queries.jsonl --flips -1
! kb: --flips takes how many statements to turn, at least 1
[2]
$ kb eval queries.jsonl --rows
! kb: --base and --rows need --pairs
!   kb eval --pairs pairs.jsonl --base ../notes
[2]
$ kb tune queries.jsonl
! kb: too few judged queries to divide into two halves
!   some dozens are the least that can tell anything
[2]
$ kb tune none.jsonl
! kb: open none.jsonl: no such file or directory
!   kb eval --help has the format
[2]
$ kb tune
! kb: expected "<queries>"
!   see kb tune --help
[2]
`

// What is measured, as somebody types it in one repository and sees it.
func TestSessionOfMeasuring(t *testing.T) { quiz(t).Session(measured) }
