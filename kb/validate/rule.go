package validate

// Rule is one thing that validate looks for. File is asked of every changed file, Tree once of the
// whole change; each may be nil.
type Rule struct {
	Name     string
	Severity Severity // unless the configuration says otherwise
	Finds    string   // in a line
	About    string   // why it matters, what settles it, an example: markdown
	File     func(r *Run, f *File) []Finding
	Tree     func(r *Run) []Finding
}

// Rules lists the rules in the order of their names.
func Rules() []Rule {
	return []Rule{
		ambiguousLink(),
		brokenFragment(),
		brokenLink(),
		changeOutdated(),
		changeOverlap(),
		configuration(),
		conflictMarker(),
		contradiction(),
		duplicateID(),
		duplicateNumber(),
		frontMatterLost(),
		goneSymbol(),
		largeNote(),
		nearDuplicate(),
		schemaRule(),
		secretRule(),
		status(),
		supersedesCycle(),
		unknownName(),
		waiverRule(),
	}
}

// RuleNamed returns a rule by its name.
func RuleNamed(name string) (Rule, bool) {
	for _, r := range Rules() {
		if r.Name == name {
			return r, true
		}
	}
	return Rule{}, false
}

// Names lists the names of the rules.
func Names() []string {
	var names []string
	for _, r := range Rules() {
		names = append(names, r.Name)
	}
	return names
}
