package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/validate"
)

// rulesCmd explains the rules of validate and review.
type rulesCmd struct {
	Name string `arg:"" optional:"" name:"rule" help:"Explain this one."`
}

// Help holds the verb's details and examples.
func (rulesCmd) Help() string {
	return `Severities and thresholds are set in .memory/kb.yaml, for all files or by path:

    rules:
      - {rule: broken-link, severity: off, paths: [drafts/]}
      - {rule: contradiction, reject: 0.8}

Examples:

    kb rules
    kb rules contradiction`
}

// RuleInfo is the JSON form of a rule.
type RuleInfo struct {
	Name     string            `json:"name"`
	Severity validate.Severity `json:"severity"`
	Finds    string            `json:"finds"`
	About    string            `json:"about"`
}

// allRules are the rules of validate, then those that only a review has.
func allRules() []validate.Rule { return slices.Concat(validate.Rules(), review.Rules()) }

func ruleNames() []string {
	var names []string
	for _, r := range allRules() {
		names = append(names, r.Name)
	}
	return names
}

// Run prints the rules.
func (c *rulesCmd) Run(a *app) error {
	var list []RuleInfo
	for _, r := range allRules() {
		if c.Name == "" || c.Name == r.Name {
			list = append(list, RuleInfo{r.Name, r.Severity, r.Finds, r.About})
		}
	}
	if len(list) == 0 {
		err := fmt.Errorf("no rule is called %q", c.Name)
		if near := nearest(c.Name, ruleNames(), 1); len(near) > 0 {
			return withHint(err, "did you mean %s?", near[0])
		}
		return withHint(err, "kb rules lists them")
	}
	if a.JSON {
		return a.emit(list)
	}
	for _, r := range list {
		if c.Name != "" {
			a.printf(
				"%s (%s): %s\n\n%s\n",
				a.style.Title(r.Name),
				r.Severity,
				r.Finds,
				report.Fill(strings.TrimSpace(r.About), wrapColumns(a.stdout)),
			)
			continue
		}
		a.printf("%s  %-8s %s\n", a.style.Title(fmt.Sprintf("%-17s", r.Name)), r.Severity, r.Finds)
	}
	return nil
}
