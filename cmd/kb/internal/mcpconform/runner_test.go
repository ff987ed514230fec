package mcpconform

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	runnerScript = "@modelcontextprotocol/conformance/dist/index.js"
	runTime      = 5 * time.Minute // of a run of all scenarios that hangs
)

// known asks the runner for its scenarios: the revisions of each, or "extension".
func known(t *testing.T, p programs) map[string][]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), runTime)
	defer cancel()
	out, err := p.command(ctx, runnerScript, "list", "--server").Output()
	if err != nil {
		t.Fatalf("the runner lists no scenarios: %v", err)
	}
	all := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^\s*- (\S+) \[([^\]]*)\]`).FindAllStringSubmatch(string(out), -1) {
		all[m[1]] = strings.Split(m[2], ",")
	}
	if len(all) < 50 {
		t.Fatalf("the runner lists %d scenarios:\n%s", len(all), out)
	}
	return all
}

// A newer runner brings scenarios: each has to be put into a list, and none is left in one that is gone.
func everyScenarioIsListed(t *testing.T, p programs) {
	all := known(t, p)
	for _, name := range names(all) {
		if slices.Equal(all[name], []string{"extension"}) != slices.Contains(extensions(), name) {
			t.Errorf("%s: %v, but the list of extensions says otherwise", name, all[name])
		}
		for _, era := range eras() {
			listed := slices.Contains(plain(era), name) || slices.Contains(withFixtures(era), name)
			if slices.Contains(all[name], era) != listed {
				t.Errorf("%s: the runner has it for %v, but for %s listed is %v", name, all[name], era, listed)
			}
		}
	}
	for _, name := range slices.Concat(plain(modern), withFixtures(modern), plain(legacy), withFixtures(legacy), extensions()) {
		if all[name] == nil {
			t.Errorf("%s: the runner knows no such scenario", name)
		}
	}
}

// check is one verdict of a scenario.
type check struct {
	ID           string `json:"id"`
	Status       string `json:"status"` // SUCCESS, FAILURE, WARNING, SKIPPED or INFO
	Description  string `json:"description"`
	ErrorMessage string `json:"errorMessage"`
}

// runAll runs every scenario of a revision and gives the verdicts of each.
func runAll(t *testing.T, p programs, era, url string) map[string][]check {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), runTime)
	defer cancel()
	dir := t.TempDir()
	cmd := p.command(ctx, runnerScript, "server", "--url", url, "--suite", "all", "--spec-version", era, "--output-dir", dir)
	out, _ := cmd.CombinedOutput() // it exits with 1 when a scenario fails: the verdicts are judged here
	if ctx.Err() != nil {
		t.Fatalf("the runner hangs:\n%s", out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the runner left no verdicts: %v\n%s", err, out)
	}
	verdicts := map[string][]check{}
	for _, file := range files {
		m := regexp.MustCompile(`^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$`).FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		if m == nil {
			t.Fatalf("%s is named for no scenario", file)
		}
		var list []check
		b, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(b, &list)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		verdicts[m[1]] = list
	}
	return verdicts
}

// judge fails the test for each check of the scenarios that did not succeed and has no exception,
// and for each exception that is not needed.
func judge(t *testing.T, verdicts map[string][]check, scenarios []string, exceptions map[string]string) {
	t.Helper()
	needed := map[string]bool{}
	successes := 0
	for _, name := range scenarios {
		passed := 0
		for _, c := range verdicts[name] {
			switch {
			case c.Status == "SUCCESS":
				passed++
			case c.Status == "INFO":
			case exceptions[c.ID] != "":
				needed[c.ID] = true
			default:
				t.Errorf("%s: %s: %s: %s %s", name, c.Status, c.ID, c.Description, c.ErrorMessage)
			}
		}
		if passed == 0 && len(verdicts[name]) == 0 {
			t.Errorf("%s: nothing was checked", name)
		}
		successes += passed
	}
	for _, id := range names(exceptions) {
		if !needed[id] {
			t.Errorf("%s passes, or is no longer checked: take it off the exceptions", id)
		}
	}
	t.Logf("%d scenarios, %d checks passed, %d exceptions", len(scenarios), successes, len(needed))
}
