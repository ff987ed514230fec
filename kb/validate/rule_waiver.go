package validate

// waiverRule is the rule about the entries of .memory/waivers.yaml.
func waiverRule() Rule {
	return Rule{
		Name: "waiver", Severity: Warning,
		Finds: "a waiver that is wrong, has ended, or silences nothing any more",
		About: `.memory/waivers.yaml holds findings that were looked at and accepted, each with a reason. An entry whose statements ` +
			`are no longer
in the base, or whose date has passed, only hides what it was not meant for.

Settle it by removing the entry.`,
		Tree: func(r *Run) []Finding { return r.staleWaivers() },
	}
}
