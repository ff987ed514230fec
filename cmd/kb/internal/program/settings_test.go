package program

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
)

// settings are values of the keys of .memory/kb.yaml, with what shows that they count.
func settings() map[string]setting {
	find := asks("search", "--explain", "-n", "30")
	out := map[string]setting{
		"version":              {"version: 2", asks("validate", "--all")},
		"include":              {"include: [docs/]", find},
		"exclude":              {"exclude: [docs/]", find},
		"labels":               {"labels: {docs/: handbook}", find},
		"thresholds.reject":    {"thresholds: {warn: 0.1, reject: 0.1}", asks("validate", "--all")},
		"thresholds.warn":      {"thresholds: {warn: 0.1}", asks("validate", "--all")},
		"thresholds.duplicate": {"thresholds: {duplicate: 0.3}", asks("validate", "--all")},
		"thresholds.stale":     {"thresholds: {stale: 1}", asks("stale")},
		"thresholds.min_score": {"thresholds: {min_score: 0.9}", find},
		"thresholds.recall":    {"thresholds: {recall: 1}", reviewed},
		"rules.rule":           {"rules: [{rule: broken-link, severity: off}]", asks("validate", "--all")},
		"rules.severity":       {"rules: [{rule: broken-link, severity: error}]", asks("validate", "--all")},
		"rules.paths":          {"rules: [{rule: broken-link, severity: off, paths: [docs/]}]", asks("validate", "--all")},
		"rules.warn":           {"rules: [{rule: contradiction, warn: 0.1}]", asks("validate", "--all")},
		"rules.reject":         {"rules: [{rule: contradiction, warn: 0.1, reject: 0.1}]", asks("validate", "--all")},
		"rules.limit":          {"rules: [{rule: large-note, limit: 10}]", asks("validate", "--all")},
		"ranking.fusion":       {"ranking: {fusion: rrf}", find},
		"ranking.half_life":    {"ranking: {half_life: {gotcha: 5}}", find},
	}
	for _, key := range kb.ConfigKeys() {
		name, isWeight := strings.CutPrefix(key, "ranking.")
		if _, known := out[key]; isWeight && !known {
			out[key] = setting{"ranking: {" + name + ": 0.17}", find}
		}
	}
	return out
}

// setting is a value of a key, and what answers otherwise with it.
type setting struct {
	yaml string
	tell func(t *testing.T, r *gittest.Repo) string
}

// asks runs a verb; search runs with a query of each sort.
func asks(args ...string) func(*testing.T, *gittest.Repo) string {
	return func(t *testing.T, r *gittest.Repo) string {
		if args[0] != "search" {
			return told(t, r, args...)
		}
		var all strings.Builder
		for _, query := range []string{"quota scheduler", "how large is the quota of the scheduler?", "schedulerQuota", "Scheduler quota"} {
			all.WriteString(told(t, r, append(slices.Clone(args), query)...))
		}
		return all.String()
	}
}

// told is what a verb prints as JSON, and where it ends.
func told(t *testing.T, r *gittest.Repo, args ...string) string {
	t.Helper()
	var out strings.Builder
	code := Run(t.Context(), app.World{
		Args: append(slices.Clone(args), "--json", "--no-track"), Getenv: faultGetenv, Getwd: func() (string, error) { return r.Dir, nil },
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard, Now: doorsClock,
	})
	return fmt.Sprint(out.String(), code)
}

// reviewed reviews a change that takes a saved answer away.
func reviewed(t *testing.T, r *gittest.Repo) string {
	r.Git("checkout", "-q", "-B", "base")
	r.Write(".memory/queries.yaml", "queries:\n  - {query: broom cupboard, expect: [docs/broom.md]}\n")
	r.Git("add", "-A")
	r.Git("commit", "-qm", "settings")
	r.Git("checkout", "-q", "-B", "change")
	r.Write("docs/broom.md", "# Else\n\nNothing of it is left.\n")
	r.Git("commit", "-qam", "forget")
	said := told(t, r, "review", "base..change")
	r.Git("checkout", "-q", "base")
	return said[strings.Index(said, "\"findings\""):]
}

// Every key of .memory/kb.yaml that is accepted changes an answer.
func TestEverySettingCounts(t *testing.T) {
	known := settings()
	for _, key := range kb.ConfigKeys() {
		if strings.HasPrefix(key, "agents.") || strings.HasPrefix(key, "upkeep.") {
			continue // what agents are given unasked, and what is due: their own tests hold it
		}
		t.Run(key, func(t *testing.T) {
			s, ok := known[key]
			if !ok {
				t.Fatal("nobody says what this key changes")
			}
			r := settingsRepository(t)
			without := "# as shipped\n"
			if before, ok := strings.CutSuffix(key, ".reject"); ok { // of what warns already
				without = known[before+".warn"].yaml + "\n"
			}
			r.Write(".memory/kb.yaml", without)
			before := s.tell(t, r)
			r.Write(".memory/kb.yaml", s.yaml+"\n")
			if after := s.tell(t, r); after == before {
				t.Errorf("%s changes nothing in %.200s", s.yaml, before)
			}
		})
	}
}

// settingsRepository has notes on which each setting can be seen.
func settingsRepository(t *testing.T) *gittest.Repo {
	r := gittest.New(t)
	r.Write("docs/quota.md", "---\ntags: [quota]\n---\n# Quota of the scheduler\n\nThe quota of the scheduler is five workers, as "+
		"`schedulerQuota` says.\n\nSee [the guide](guide.md).\n")
	r.Write("docs/guide.md", "# Guide\n\nHow the scheduler counts workers, and where its quota stands. It is a long text about queues, "+
		"workers and pools of them.\n\nSee [nothing](nothing.md) and [quota](quota.md).\n\n## Pools\n\nA pool belongs to one scheduler. "+
		"The `schedulerQuota` is read once.\n")
	r.Write("docs/broom.md", "# Broom\n\nThe broom cupboard is behind the stairs.\n")
	r.Write("docs/copy.md", "# Copies\n\nThe copier stands in the hall. Its paper lies below it. It warms up for a minute. Nobody may "+
		"move it. It hums.\n")
	r.Write("notes/copied.md", "# Copied\n\nThe copier stands in the hall. Its paper lies below it. It warms up for a minute. The lid "+
		"sticks often. Kim repairs it.\n")
	r.Write("docs/limit.md", "# Limit\n\nThe upload limit is 10 MB.\n")
	r.Write("notes/limit.md", "# Limit\n\nThe upload limit is 500 MB.\n")
	r.Write("docs/restart.md", "# Restart\n\nOperators restart the broker after an update on Fridays.\n")
	r.Write("notes/restart.md", "# Broker\n\nOperators do not restart the broker after an update of the cluster.\n")
	r.Write("notes/broken.md", "# Broken\n\nIt leads [nowhere](nowhere.md).\n")
	r.Write(".memory/decisions/0001-quota.md",
		"---\nkind: decision\nstatus: accepted\n---\n# Quota\n\nThe scheduler has a quota, for fairness. See [the "+
			"guide](../../docs/guide.md).\n")
	for i, day := range []string{"2026-01-02", "2026-04-20"} {
		r.Write(fmt.Sprintf(".memory/memories/quota-%d.md", i),
			fmt.Sprintf("---\nkind: memory\ntype: gotcha\ndate: %s\nimportance: %g\n---\n# Scheduler quota %d\n\nThe quota of the "+
				"scheduler counts twice for pool %d.\n", day, 0.3+0.6*float64(i), i, i))
	}
	r.Git("add", "-A")
	r.Git("commit", "-qm", "notes")
	return r
}
