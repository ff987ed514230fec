package program

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/verbs/judge"
)

var update = flag.Bool("update", false, "write generated pages anew")

// TestRulesPage holds docs/rules.md to the rules: go test ./cmd/kb -run RulesPage -update writes it.
func TestRulesPage(t *testing.T) {
	path := filepath.Join("..", "..", "..", "..", "docs", "rules.md")
	var b strings.Builder
	b.WriteString(
		"# Rules\n\nWhat `kb validate` looks for, and below that what [`kb review`](review.md) looks for besides. This page is generated from the rules (`kb rules NAME` prints the same).\n\n| rule | severity | finds |\n|---|---|---|\n",
	)
	for _, r := range judge.AllRules() {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.Name, r.Name, r.Severity, r.Finds)
	}
	for _, r := range judge.AllRules() {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n%s\n", r.Name, strings.ToUpper(r.Finds[:1])+r.Finds[1:], strings.TrimSpace(r.About))
	}
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
