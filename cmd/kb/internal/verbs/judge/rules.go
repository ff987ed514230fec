package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// Rules is kb rules.
func (Verbs) Rules() app.Verb {
	return app.Verb{
		Name: "rules", Place: 270,
		Help:    "Explain the rules of validate.",
		Command: &rulesCmd{},
		Answers: []any{RuleInfo{}},
	}
}

// rulesCmd explains the rules of validate and review.
type rulesCmd struct {
	Name string `arg:"" optional:"" name:"rule" complete:"rule" help:"Explain this one."`
}

// RuleInfo is the JSON form of a rule.
type RuleInfo struct {
	Name     string            `json:"name"`
	Severity validate.Severity `json:"severity"`
	Finds    string            `json:"finds"`
	About    string            `json:"about"`
}

// AllRules are the rules of validate, then those that only a review has.
func AllRules() []validate.Rule { return slices.Concat(validate.Rules(), review.Rules()) }

// ruleNames lists the names of the rules of validate and review.
func ruleNames() []string {
	var names []string
	for _, r := range AllRules() {
		names = append(names, r.Name)
	}
	return names
}

// Run prints the rules.
func (c *rulesCmd) Run(a *app.App) error {
	var list []RuleInfo
	for _, r := range AllRules() {
		if c.Name == "" || c.Name == r.Name {
			list = append(list, RuleInfo{r.Name, r.Severity, r.Finds, r.About})
		}
	}
	if len(list) == 0 {
		err := fmt.Errorf("no rule is called %q", c.Name)
		if near := wording.Nearest(c.Name, ruleNames(), 1); len(near) > 0 {
			return app.WithHint(err, "did you mean %s?", near[0])
		}
		return app.WithHint(err, "kb rules lists them")
	}
	if a.JSON {
		return a.Emit(list)
	}
	for _, r := range list {
		if c.Name != "" {
			a.Printf("%s (%s): %s\n\n%s\n", a.Style.Title(r.Name), r.Severity, r.Finds,
				report.Fill(strings.TrimSpace(r.About), app.WrapColumns(a.Stdout)))
			continue
		}
		a.Printf("%s  %-8s %s\n", a.Style.Title(fmt.Sprintf("%-17s", r.Name)), r.Severity, r.Finds)
	}
	return nil
}
