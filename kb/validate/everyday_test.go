package validate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb"
)

// team are the notes of a small team before a busy day; daysWork is what that day does to them, "" for
// a file that goes.
func team() map[string]string {
	return map[string]string{
		".memory/kb.yaml": "rules:\n  - {rule: large-note, limit: 900}\n  - {rule: broken-link, severity: error, paths: [strict/**]}\n",
		"auth.md": "---\nid: 01AUTH\n---\n# Auth\n\nUser sessions expire after 12 hours.\n\nTokens MUST be signed with RS256.\n\n" +
			"See [limits](limits.md) and [[setup]].\n",
		"limits.md": "# Limits\n\nThe upload limit is 10 MB.\n\nUploads may be retried 3 times.\n",
		"old.md":    "---\nstatus: archived\n---\n# Old\n\nThe upload limit is 5 MB.\n",
		"asleep.md": "# Asleep\n\nThe gateway port is 8080.\n",
		"holder.md": "---\nrelations: [{type: supersedes, target: asleep}]\n---\n# Holder\n\nNothing of ports.\n",
		"ports.md":  "# Ports\n\nThe gateway port is 9090.\n", "one/setup.md": "# Setup\n\nRun make.\n",
		"cycle/a.md": "---\nrelations: [{type: supersedes, target: b}]\n---\n# A\n", "cycle/b.md": "# B\n", "cycle/c.md": "# C\n",
		"gone.md": "# Gone\n\nIt goes.\n", "refers.md": "# Refers\n\nSee [gone](gone.md).\n",
		"docs/adr/0001-store.md": "---\nkind: decision\nstatus: accepted\n---\n# Use PostgreSQL\n\n## Status\n\nAccepted\n",
		"twin.md": "# Twin\n\nThe release train leaves each Tuesday at noon and takes with it whatever the main branch holds then, " +
			"unless two people have asked for a delay in the channel.\n",
	}
}

func daysWork() map[string]string {
	return map[string]string{
		".memory/kb.yaml": "rules:\n  - {rule: large-note, limit: 900}\n  - {rule: broken-link, severity: error, paths: [strict/**]}\n" +
			"  - {rule: no-such-rule, severity: error}\n  - {rule: unresolved-ref, severity: off}\nnonsense: 1\n",
		"copy.md": "---\nid: 01auth\n---\n# Copy\n\nTokens MUST NOT be signed with RS256.\n",
		"billing.md": "# Billing\n\n## Uploads\n\nThe upload limit is 20 MB. Uploads may be retried 5 times.\n\n## Links\n\n" +
			"[nowhere](nowhere.md), [far](../../far.md), [[setup]], [part](limits.md#no-part), [ok](auth.md).\n",
		"strict/x.md": "# X\n\n[nowhere](nowhere.md)\n", "two/setup.md": "# Setup\n\nRun it.\n",
		"three/setup.md": "# Setup\n\nRun all.\n",
		"four/setup.md":  "# Setup\n\nRun four.\n", "five/setup.md": "# Setup\n\nRun five.\n",
		"holder.md":  "---\n---\n# Holder\n\nNothing of ports.\n",
		"cycle/b.md": "---\nrelations: [{type: supersedes, target: c}]\n---\n# B\n",
		"cycle/c.md": "---\nrelations:\n  - {type: supersedes, target: a}\n  - {type: refines, target: nobody}\n---\n# C\n",
		"gone.md":    "", "large.md": "# Large\n\n" + strings.Repeat("More and more of it. ", 60) + "\n",
		"marked.md":              "# Marked\n\n<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n",
		"docs/adr/0001-store.md": "---\nkind: decision\nstatus: accepted\n---\n# Use PostgreSQL\n\n## Status\n\nRejected\n",
		"docs/adr/0002-wrong.md": "---\nkind: decision\nstatus: acepted\ndate: 2026-13-40\nconfidence: 7\n---\n" +
			"# Wrong\n\nAs 0011 says and 0001 says, too.\n",
		"broken.md": "---\ntitle: [x\n---\n# Broken\n",
		"secret.md": "# Secret\n\nThe key is AKIA" + "QYLPMN5HHHFPZAM2 today.\n",
		"facts.md": "# Facts\n\n`MAX_RETRIES = 3` is set.\n\nWe have 3 stages:\n\n- build\n- test\n- sign\n- ship\n\n" +
			"```go\nconst MAX_RETRIES = 4\n```\n\nMAX_RETRIES is 4 there.\n",
		"twin2.md": "# Twin two\n\nThe release train leaves each Tuesday at noon and takes with it whatever the main branch holds then, " +
			"unless two people have asked for a delay in the channel!\n",
		"within.md": "# Within\n\n## One\n\nThe cache MUST be cleared daily.\n\n## Two\n\nThe cache MUST NOT be cleared daily.\n",
		"old.md":    "---\nstatus: archived\n---\n# Old\n\nThe upload limit is 50 MB.\n",
	}
}

// What is found of a busy day, with every field, and what is found of everything. UPDATE_GOLDEN=1
// writes the golden file.
func TestEverydayFindings(t *testing.T) {
	r := newRepository(t, team())
	r.Commit("The day before")
	r.Change(daysWork())
	var out strings.Builder
	write := func(what string, found []Finding) {
		for _, f := range found {
			f.Fingerprint, f.Energy, f.Explanation = "", 0, "" // which the tests of contradict hold
			text, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s %s\n", what, text)
		}
	}
	found := r.judged(Options{})
	write("of the day", found)
	known := map[string]bool{}
	for _, f := range found {
		if known[f.Fingerprint] {
			t.Errorf("two findings have the fingerprint %s", f.Fingerprint)
		}
		known[f.Fingerprint] = true
	}
	scan, err := r.repo.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	after, err := r.repo.WorkTree(t.Context(), scan, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Findings(t.Context(), r.repo, &kb.Tree{Config: &kb.Config{}}, after, Options{Day: day})
	if err != nil {
		t.Fatal(err)
	}
	var more []Finding
	for _, f := range all {
		if !known[f.Fingerprint] {
			more = append(more, f)
		}
		delete(known, f.Fingerprint)
	}
	write("of all", more)
	for _, f := range found {
		if known[f.Fingerprint] {
			write("not of all", []Finding{f})
		}
	}
	file := filepath.Join("testdata", "everyday.jsonl")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")); diff != "" {
		t.Errorf("%s (-want +got)\n%s", file, diff)
	}
}
