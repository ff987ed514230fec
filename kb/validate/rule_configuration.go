package validate

import (
	"fmt"

	"github.com/9aea2451/kb/kb"
)

// configuration is the rule about .memory/kb.yaml.
func configuration() Rule {
	return Rule{
		Name: "configuration", Severity: Warning,
		Finds: "a mistake in .memory/kb.yaml",
		About: `A setting that kb does not know, a value that it does not take, or a setting that a repository may not make. It is ignored.

Settle it by correcting the line; docs/configuration.md lists the settings.`,
		Tree: func(r *Run) []Finding {
			return without(configurationProblems(r.After.Tree), configurationProblems(r.Before.Tree))
		},
	}
}

// configurationProblems finds the mistakes of a tree's kb.yaml, and the settings of rules that
// there are none of.
func configurationProblems(t *kb.Tree) (found []Finding) {
	for _, p := range t.Problems {
		found = append(found,
			Finding{Place: at(".memory/kb.yaml", p.Line, p.Col), Message: p.Message, Fingerprint: fingerprint("configuration", p.Message)})
	}
	for _, s := range t.Config.Rules {
		if _, ok := RuleNamed(s.Rule); !ok && !isReviewRule(s.Rule) {
			found = append(found, Finding{Place: at(".memory/kb.yaml", s.Line, 1), Message: fmt.Sprintf("no rule is called %q", s.Rule),
				Suggestion: "kb rules lists them", Fingerprint: fingerprint("configuration", s.Rule)})
		}
	}
	return found
}

// isReviewRule tells the rules that kb/review adds: their severity is set in the same place.
func isReviewRule(name string) bool {
	switch name {
	case "disputed", "lost-answer", "merge-conflict", "missing-path", "no-source", "recall", "rejected-before", "setting", "stale-summary":
		return true
	}
	return false
}
