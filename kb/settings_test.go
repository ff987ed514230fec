package kb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/rank"
)

// Every key is listed once, those of a section behind its name; the version has no section.
func TestConfigKeys(t *testing.T) {
	seen := map[string]int{}
	for _, key := range ConfigKeys() {
		seen[key]++
	}
	for key, want := range map[string]int{
		"version": 1, "include": 1, "exclude": 1, "labels": 1, "thresholds.stale": 1, "rules.paths": 1, "ranking.half_life": 1,
		"ranking.importance": 1, "agents.control": 1, "upkeep.newer": 1, "thresholds": 0, "ranking": 0,
	} {
		if seen[key] != want {
			t.Errorf("%s is listed %d times, want %d", key, seen[key], want)
		}
	}
}

func TestRankingOfARepository(t *testing.T) {
	c, problems := ParseConfig([]byte(`version: 1
ranking:
  importance: 1
  place: 0
  fusion: rrf
  half_life: {gotcha: 30, decision: 36500, episode: 0}
thresholds: {min_score: 0.1, stale: 0.9}
`))
	if len(problems) > 0 {
		t.Error(problems)
	}
	want := rank.DefaultSettings()
	want.Weights.Importance, want.Weights.Place, want.Fusion = 1, 0, "rrf"
	want.HalfLives = rank.HalfLives{"gotcha": 30, "decision": 36500, "episode": 0}
	want.MinScore, want.Stale = 0.1, 0.9
	diff(t, "ranking", c.Ranking(), want)
	diff(t, "ranking of nothing said", new(Config).Ranking(), rank.DefaultSettings())
}

// What is wrong in a section is told and left out; what stands beside it counts.
func TestSectionsWithMistakes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"version: 2\n", `1:10 version "2": this kb knows 1`},
		{"ranking: fast\n", "1:10 expected keys and values such as importance: 0.2"},
		{"ranking: {fusion: sum}\n", `1:19 fusion "sum": expected cc or rrf`},
		{"ranking: {importnce: 1}\n", `1:11 unknown weight "importnce" (did you mean "importance"?)`},
		{"ranking: {importance: 1.1}\n", "1:23 importance: expected a number from 0 to 1"},
		{"ranking: {importance: -0.1}\n", "1:23 importance: expected a number from 0 to 1"},
		{"ranking: {importance: [1]}\n", "1:23 importance: expected a number from 0 to 1"},
		{"ranking: {half_life: 30}\n", "1:22 expected TYPE: DAYS lines"},
		{"ranking: {half_life: {gotha: 30}}\n", `1:23 unknown type of memory or kind of note "gotha" (did you mean "gotcha"?)`},
		{"ranking: {half_life: {gotcha: 36501}}\n", "1:31 gotcha: expected a number from 0 to 36500"},
		{"upkeep: often\n", "1:9 expected keys and values such as archive_days: 365"},
		{"upkeep: {fold_day: 1}\n", `1:10 unknown key "fold_day" (did you mean "fold_days"?)`},
		{"upkeep: {fold_days: 0}\n", "1:21 fold_days: expected a number from 1 to 36500"},
		{"upkeep: {fold_days: 36501}\n", "1:21 fold_days: expected a number from 1 to 36500"},
		{"upkeep: {fold_days: 1.5}\n", "1:21 fold_days: expected a number from 1 to 36500"},
		{"upkeep: {fold_days: [7]}\n", "1:21 fold_days: expected a number from 1 to 36500"},
		{"agents: {control: 101}\n", "1:19 control: expected a number from 0 to 100: so many of a hundred sessions"},
		{"agents: {control: -1}\n", "1:19 control: expected a number from 0 to 100: so many of a hundred sessions"},
		{"agents: {control: few}\n", "1:19 control: expected a number from 0 to 100: so many of a hundred sessions"},
		{"include: [\"\"]\n", "1:11 expected a pattern such as docs/**"},
		{"include: [~]\n", "1:11 expected a pattern such as docs/**"},
		{"include: [a/../b]\n", `1:11 the pattern "a/../b" leads out of the repository`},
		{"include: [" + strings.Repeat("x", pattern.MaxLen+1) + "]\n", "1:11 pattern longer than 4096 bytes"},
		{"labels: {a/: " + strings.Repeat("x", 65) + "}\n", "1:14 expected a label of small letters, digits, - and _"},
		{"labels: {a/: \"\"}\n", "1:14 expected a label of small letters, digits, - and _"},
		{"labels: {a/: {b: c}}\n", "1:14 expected a label of small letters, digits, - and _"},
	} {
		_, problems := ParseConfig([]byte(tt.text))
		var got string
		if len(problems) > 0 {
			got = fmt.Sprintf("%d:%d %s", problems[0].Line, problems[0].Col, strings.TrimPrefix(problems[0].Message, "ignored: "))
		}
		if got != tt.want || len(problems) > 1 {
			t.Errorf("%.60q: %d problems, the first %s, want %s", tt.text, len(problems), got, tt.want)
		}
	}

	c, problems := ParseConfig([]byte(`agents: {off: maybe, max_notes: 1, control: 100}
thresholds: {rejct: 0.5, warn: 0.2}
ranking: {importnce: 1, code: 10, half_life: {gotha: 1, fact: 2}}
upkeep: {fold_day: 1, fold_days: 1, archive_days: 36500, verify_days: 3, newer: 4, fold_reads: 5}
labels: {/a: x, b/: az-09_}
`))
	if len(problems) != 6 {
		t.Errorf("%d problems: %v", len(problems), problems)
	}
	if c.Agents.MaxNotes != 1 || c.Agents.Control != 100 || c.Thresholds["warn"] != 0.2 || c.Label("b/c.md") != "az-09_" {
		t.Errorf("%+v", c)
	}
	if s := c.Ranking(); s.Weights.Code != 10 || s.HalfLives["fact"] != 2 {
		t.Errorf("ranking: %+v", s)
	}
	diff(t, "upkeep", c.Upkeep, UpkeepSetting{FoldDays: 1, FoldReads: 5, ArchiveDays: 36500, VerifyDays: 3, Newer: 4})
	if c, problems := ParseConfig([]byte("agents: {control: 0}\nlabels: {a/: " + strings.Repeat("x", 64) +
		"}\ninclude: [" + strings.Repeat("x", pattern.MaxLen) + "]\n")); len(problems) > 0 || len(c.Include) != 1 {
		t.Errorf("the greatest that is allowed: %v", problems)
	}
}

// However many mistakes a file has, and however much it sets, what is kept is bounded.
func TestConfigIsBounded(t *testing.T) {
	var text strings.Builder
	for i := range 2 * maxConfigProblems {
		fmt.Fprintf(&text, "x%d: 1\n", i)
	}
	if _, problems := ParseConfig([]byte(text.String())); len(problems) != maxConfigProblems {
		t.Errorf("%d problems are told", len(problems))
	}
	text.Reset()
	text.WriteString("labels:\n")
	for i := range maxLabels + 1 {
		fmt.Fprintf(&text, "  d%d/: x\n", i)
	}
	c, problems := ParseConfig([]byte(text.String()))
	if len(c.Labels) != maxLabels || len(problems) != 1 || !strings.Contains(problems[0].Message, "more than 200 labels") {
		t.Errorf("%d labels, %v", len(c.Labels), problems)
	}
	c, problems = ParseConfig([]byte("include:\n" + strings.Repeat("- a\n", pattern.Max+1)))
	if len(c.Include) != pattern.Max || len(problems) != 1 || !strings.Contains(problems[0].Message, "more than 10000 patterns") {
		t.Errorf("%d patterns, %v", len(c.Include), problems)
	}
}
