package rank

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// docs/context.md has a table of the phases; a reader plans by its budgets.
func TestBudgetsAreThoseOfTheDocs(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "context.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Phases() {
		row := regexp.MustCompile(fmt.Sprintf("(?m)^\\| `%s` \\| %d \\|", p, p.Budget()))
		if !p.Valid() || !row.Match(page) {
			t.Errorf("%s has a budget of %d tokens, and docs/context.md no such row", p, p.Budget())
		}
	}
	if none := Phase("lunch"); none.Valid() || none.Budget() != 0 || none.Weight("gotcha") != 1 {
		t.Error("lunch is a phase")
	}
}

func TestSharesFitIntoTheBudget(t *testing.T) {
	for _, p := range Phases() {
		sum := 0.0
		for class, share := range p.Shares() {
			sum += share
			if share <= 0 || p.Weight(class) < 1 {
				t.Errorf("%s sets %v aside for %s, which it weighs %v", p, share, class, p.Weight(class))
			}
		}
		if sum > 1+1e-9 {
			t.Errorf("%s shares out %v of its budget", p, sum)
		}
	}
}

func TestClass(t *testing.T) {
	for _, c := range []struct{ kind, typ, want string }{
		{"decision", "", "decision"}, {"spec", "", "requirement"}, {"summary", "", "module_insight"}, {"doc", "", "other"},
		{"doc", "gotcha", "other"}, {"memory", "gotcha", "gotcha"}, {"memory", "constraint", "requirement"},
		{"memory", "preference", "pattern"}, {"memory", "work_state", "outcome"}, {"memory", "fact", "other"},
		{"memory", "work_unit_outcome", "outcome"}, {"memory", "task_calibration", "task_calibration"},
		{"memory", "context_cost", "other"}, {"memory", "prefetch_pattern", "prefetch_pattern"},
	} {
		if got := Class(c.kind, c.typ); got != c.want {
			t.Errorf("a %s of type %q counts as %s, want %s", c.kind, c.typ, got, c.want)
		}
	}
}
