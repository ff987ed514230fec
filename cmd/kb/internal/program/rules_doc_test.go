package program

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/verbs/judge"
	"github.com/9aea2451/kb/contradict/base"
	weigh "github.com/9aea2451/kb/contradict/judge"
)

var update = flag.Bool("update", false, "write generated pages anew")

// TestRulesPage holds docs/rules.md to the rules: go test ./cmd/kb -run RulesPage -update writes it.
func TestRulesPage(t *testing.T) {
	path := filepath.Join("..", "..", "..", "..", "docs", "rules.md")
	var b strings.Builder
	b.WriteString(
		"# Rules\n\nWhat `kb validate` looks for, and below that what [`kb review`](review.md) looks for besides. This page is " +
			"generated from the rules (`kb rules NAME` prints the same).\n\n| rule | severity | finds |\n|---|---|---|\n",
	)
	for _, r := range judge.AllRules() {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.Name, r.Name, r.Severity, r.Finds)
	}
	for _, r := range judge.AllRules() {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n%s\n", r.Name, strings.ToUpper(r.Finds[:1])+r.Finds[1:], strings.TrimSpace(r.About))
	}
	writeJudgement(&b)
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != b.String() {
		t.Error("docs/rules.md is not what the rules say: go test ./cmd/kb -run RulesPage -update")
	}
}

// writeJudgement writes the tables of signals and doubts as the judge reads them.
func writeJudgement(b *strings.Builder) {
	b.WriteString(`
## How a contradiction is weighed

The energy of two statements is G × (0.6·S + 0.4·C): the strength of the strongest signal, how far both speak of the same thing,
and the product of the doubts that hold. ` + "`kb conflicts --explain`" + ` prints all three and names the signal and the doubts.

### Calibration

What was told from an energy on, and how often it was right: of 21,648 labelled pairs of sentences (ten sets), and of findings that
were read in 185 public repositories nobody had tuned on (1,969,007 statements; right is what is worth a maintainer's minute; of the
largest round, a course, not all warnings were read). Most causes that were seen then are mended since, so that the figures are of
before. Mature documents hold hardly any contradiction that is as plain as an error asks for: what speaks for errors are the pairs,
and the silence.

| energy | pairs told | right | findings read | right | cause mended since |
|---|---|---|---|---|---|
`)
	for _, s := range weigh.Calibration() {
		fmt.Fprintf(b, "| from %.1f | %d | %d | %d | %d | %d |\n", s.From, s.Pairs, s.PairsRight, s.Read, s.ReadRight, s.Mended)
	}
	b.WriteString(`
### Signals

| signal | at most | found where | of statements that share |
|---|---|---|---|
`)
	byWords, byAnchors := weigh.Reasons()
	for i, r := range slices.Concat(byWords, byAnchors) {
		share := "most words"
		if i >= len(byWords) {
			share = "names"
		}
		fmt.Fprintf(b, "| %s | %.2g | %s | %s |\n", r.Kind, r.Most, r.When, share)
	}
	b.WriteString(`
### Doubts

In the order in which they are asked. Of 21,648 labelled pairs of sentences (SICK, CDN, Breaking NLI, requirements of three projects,
pairs written for this; 2026-11-30) 2,193 would be warned of without any doubt: 2,005 contradictions and 188 others.
The last columns say of how many of these each doubt holds. Most of these pairs stand in no note, so that doubts about notes
and headings hold of few; those with no number were not measured.

| doubt | factor | holds where | of statements that share | others | contradictions |
|---|---|---|---|---|---|
`)
	for _, d := range slices.Concat(weigh.Doubts(), base.Doubts()) {
		share := "most words"
		if d.Anchors && d.Words {
			share = "either"
		} else if d.Anchors {
			share = "names"
		}
		held := [2]string{}
		if d.Measured {
			held = [2]string{fmt.Sprint(d.Others), fmt.Sprint(d.Real)}
		}
		fmt.Fprintf(b, "| %s | %.2g | %s | %s | %s | %s |\n", d.Name, d.Factor, d.When, share, held[0], held[1])
	}
}
