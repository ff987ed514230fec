package survey_test

const figures = `
$ kb stats --quick --json | data.notes.stale
(nothing)
$ kb stats
10 notes, 8 active, 2 inactive
of the active: 4 of high confidence, 4 medium, 0 low (decayed); 2 stale

kind
  doc           5  ████████████████████████
  decision      2  ██████████
  summary       2  ██████████
  memory        1  █████

status
  none          8  ████████████████████████
  accepted      2  ██████

category
  none       5  ████████████████████████
  trees      3  ███████████████
  beds       2  ██████████

last touched
  under a month       1  ██████
  1 to 3 months       4  ████████████████████████
  3 to 12 months      4  ████████████████████████
  1 to 2 years        0  
  over 2 years        0  
  not known           1  ██████

most used
  nothing was opened yet

searches of the last 30 days
  none is recorded

links
  4 links, 1 broken, 0 ambiguous; 4 active notes linked to nothing
  1.00  notes/pears.md (1 note)
  0.72  .memory/decisions/0001-hedge.md (1 note)
  0.72  notes/apples.md (1 note)
$ kb stats --days 0
! kb: --days and -n must be at least 1
[2]
$ kb stats -n 0
! kb: --days and -n must be at least 1
[2]
$ kb stats --json | data.links
{"ambiguous":0,"broken":1,"orphans":4,"total":4}
$ kb stats -o stats.html
! kb: wrote stats.html
$ kb onboard
read first
 1  notes/pears.md  Pears  (confidence 0.80)
 2  notes/apples.md  Apples  (confidence 0.80)
 3  .memory/categories/beds.md  Beds  (confidence 0.80)
 4  .memory/categories/trees.md  Trees  (confidence 0.80)
 5  .memory/decisions/0002-wall.md  Build a wall  (confidence 0.80)
! kb: the next time you are told what changed since now; --since 2.weeks tells it of two weeks
$ kb onboard --since 2026-02-01
read first
 1  notes/pears.md  Pears  (confidence 0.80)
 2  notes/apples.md  Apples  (confidence 0.80)
 3  .memory/categories/beds.md  Beds  (confidence 0.80)
 4  .memory/categories/trees.md  Trees  (confidence 0.80)
 5  .memory/decisions/0002-wall.md  Build a wall  (confidence 0.80)

changed since 2026-01-10
2026-03-20  changed  notes/pears.md  Pears
2026-02-15  added    .memory/decisions/0002-wall.md  Build a wall
2026-02-15  added    notes/plums.md  Plums
$ kb onboard --since 2026-02-01 --limit=-1
! kb: --limit must not be negative
[2]
$ kb onboard --since nonsense
! kb: nonsense: no such revision
!   name a revision as git knows it (v1.2, main~5, 1a2b3c4) or a day such as 2026-05-04
[2]
`

const times = `
$ kb timeline
          █ added  ▓ changed  ▒ superseded  ░ removed
2025-11   ████████████████████████████████████████  5 added
2025-12
2026-01   ████████████████                          2 added
2026-02   ████████████████████████▒▒▒▒▒▒▒▒          3 added, 1 superseded
2026-03   ▓▓▓▓▓▓▓▓░░░░░░░░                          1 changed, 1 removed

by kind
doc       █████████████████████████████▓▓▓▓▓▓░░░░░░  5 added, 1 changed, 1 removed
decision  ███████████▒▒▒▒▒▒                         2 added, 1 superseded
summary   ███████████                               2 added
memory    ██████                                    1 added
$ kb timeline --by year
          █ added  ▓ changed  ▒ superseded  ░ removed
2025      █████████████████████████                 5 added
2026      █████████████████████████▓▓▓▓▓▒▒▒▒▒░░░░░  5 added, 1 changed, 1 superseded, 1 removed

by kind
doc       █████████████████████████████▓▓▓▓▓▓░░░░░░  5 added, 1 changed, 1 removed
decision  ███████████▒▒▒▒▒▒                         2 added, 1 superseded
summary   ███████████                               2 added
memory    ██████                                    1 added
$ kb timeline --by week --since 2026-02-01
          █ added  ▓ changed  ▒ superseded  ░ removed
2026-W07  ██████████████████████████████▒▒▒▒▒▒▒▒▒▒  3 added, 1 superseded
2026-W08
2026-W09
2026-W10
2026-W11
2026-W12  ▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░                      1 changed, 1 removed

by kind
doc       ████████████████████▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░  2 added, 1 changed, 1 removed
decision  ██████████▒▒▒▒▒▒▒▒▒▒                      1 added, 1 superseded
$ kb timeline --kinds
            █ added  ▓ changed  ▒ superseded  ░ removed
2025-11     ████████████████████████████████████████  5 added
  doc       ████████████████                          2 added
  memory    ████████                                  1 added
  summary   ████████████████                          2 added
2025-12
2026-01     ████████████████                          2 added
  decision  ████████                                  1 added
  doc       ████████                                  1 added
2026-02     ████████████████████████▒▒▒▒▒▒▒▒          3 added, 1 superseded
  decision  ████████▒▒▒▒▒▒▒▒                          1 added, 1 superseded
  doc       ████████████████                          2 added
2026-03     ▓▓▓▓▓▓▓▓░░░░░░░░                          1 changed, 1 removed
  doc       ▓▓▓▓▓▓▓▓░░░░░░░░                          1 changed, 1 removed

by kind
doc         █████████████████████████████▓▓▓▓▓▓░░░░░░  5 added, 1 changed, 1 removed
decision    ███████████▒▒▒▒▒▒                         2 added, 1 superseded
summary     ███████████                               2 added
memory      ██████                                    1 added
$ kb timeline --path 'notes/**'
         █ added  ▓ changed  ▒ superseded  ░ removed
2025-11  ████████████████████████████████████████  2 added
2025-12
2026-01  ████████████████████                      1 added
2026-02  ████████████████████████████████████████  2 added
2026-03  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░░░░░░░░░░░  1 changed, 1 removed
$ kb timeline --kind decision
         █ added  ▓ changed  ▒ superseded  ░ removed
2026-01  ████████████████████                      1 added
2026-02  ████████████████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒  1 added, 1 superseded
$ kb timeline --since 2026-01-01 --until 2026-01-31
          █ added  ▓ changed  ▒ superseded  ░ removed
2026-01   ████████████████████████████████████████  2 added

by kind
decision  ████████████████████████████████████████  1 added
doc       ████████████████████████████████████████  1 added
$ kb timeline --until 2025-01-01
! kb: nothing happened to any note that was asked for
$ kb timeline --since 2026-02-01 --until 2026-01-01
! kb: --until 2026-01-01 is before --since 2026-02-01
[2]
$ kb timeline --since nonsense
! kb: not a date: "nonsense"
!   write the date of --since as 2026-05-04, 2026-05, 2026, yesterday or 2.weeks
[2]
$ kb timeline --topic 'hedge wall'
! kb: no episode is about that; kb learn finds episodes in sessions with agents
$ kb timeline --json | data.total
{"added":10,"changed":1,"removed":1,"superseded":1}
$ kb timeline -o time.svg
! kb: wrote time.svg: 5 months
`
