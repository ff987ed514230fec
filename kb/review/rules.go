package review

import "github.com/9aea2451/kb/kb/validate"

// Rules lists what a review finds beside the rules of validate, in the order of their names.
func Rules() []validate.Rule {
	return []validate.Rule{
		lostAnswer(),
		mergeConflict(),
		missingPath(),
		noSource(),
		recallRule(),
		rejectedBefore(),
		settingRule(),
		disputeRule(),
		staleSummary(),
	}
}

// lostAnswer is the rule about saved queries that a note no longer answers.
func lostAnswer() validate.Rule {
	return validate.Rule{Name: "lost-answer", Severity: validate.Warning,
		Finds: "a saved query that the note no longer answers",
		About: `A query of .memory/queries.yaml names the note that should answer it. Before the change that note was among the first ` +
			`answers,
after it no longer.

Settle it by saying in the note what people ask for, or by changing the query.`}
}

// mergeConflict is the rule about notes that git cannot merge.
func mergeConflict() validate.Rule {
	return validate.Rule{Name: "merge-conflict", Severity: validate.Error,
		Finds: "a note that git cannot merge by itself",
		About: `The change and the branch that it is to go into have changed the same lines of a note.

Settle it by merging that branch into the change.`}
}

// missingPath is the rule about paths of code that are newly cited and not there.
func missingPath() validate.Rule {
	return validate.Rule{Name: "missing-path", Severity: validate.Warning,
		Finds: "a path of code, newly cited, that does not exist",
		About: `A note names a file or a folder of the repository, in its front matter (` + "`files:`" +
			`) or as code in its text, and there is none.

Settle it by correcting the path.`}
}

// noSource is the rule about memories that do not say where they come from.
func noSource() validate.Rule {
	return validate.Rule{Name: "no-source", Severity: validate.Warning,
		Finds: "a new memory that does not say who wrote it down",
		About: `The ` + "`source`" + ` of a memory (user, agent, import or observed) says how far it can be trusted.

Settle it with ` + "`kb set NOTE source=agent`" + `.`}
}

// recallRule is the rule about the share of saved queries that are answered.
func recallRule() validate.Rule {
	return validate.Rule{Name: "recall", Severity: validate.Error,
		Finds: "saved queries answered less well than the team asks for",
		About: `The share of the queries of .memory/queries.yaml whose note is among the first answers is below the number that the ` +
			`base sets:
` + "`thresholds: {recall: 0.9}`" + ` in .memory/kb.yaml.

Settle it by improving the notes that no longer answer.`}
}

// rejectedBefore is the rule about notes that come back after they were turned down or removed.
func rejectedBefore() validate.Rule {
	return validate.Rule{Name: "rejected-before", Severity: validate.Warning,
		Finds: "a new memory or decision that was rejected or removed once",
		About: `A note that says nearly the same is in the base with the status rejected, or was removed from it earlier.

Settle it by saying what is different this time, or by leaving it out.`}
}

// settingRule is the rule about changes of what steers the reviews.
func settingRule() validate.Rule {
	return validate.Rule{Name: "setting", Severity: validate.Warning,
		Finds: "a change of what steers the reviews",
		About: `The change edits .memory/kb.yaml, .memory/waivers.yaml, .memory/queries.yaml, .kbignore or CODEOWNERS. What it says ` +
			`there does not
count for its own review, but for all that come after it.

A person who may decide that should look.`}
}

// disputeRule is the rule about notes that a change disputes.
func disputeRule() validate.Rule {
	return validate.Rule{Name: "disputed", Severity: validate.Warning,
		Finds: "a note that the change says is disputed",
		About: `The change marks a note as disputed, or relates a note to it by disputes. Until that is settled the note counts less, and
is marked wherever it is shown. Its owners by CODEOWNERS, the stewards of what it says, are asked to look.

Settle it by changing the note, by superseding it, or by taking the mark away.`}
}

// staleSummary is the rule about summaries whose categories change without them.
func staleSummary() validate.Rule {
	return validate.Rule{Name: "stale-summary", Severity: validate.Info,
		Finds: "a summary of a category whose notes change without it",
		About: `Notes of the category come, go or say something else, and the summary stays as it was.

Settle it by reading the summary again.`}
}
