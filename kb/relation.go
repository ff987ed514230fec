package kb

import "strings"

// Relation is a typed link that a note declares.
type Relation struct {
	Type     string  `json:"type"` // one of RelationTypes
	Target   string  `json:"target"`
	Strength float64 `json:"strength"`          // 0–1, default 0.5
	Inverse  bool    `json:"inverse,omitempty"` // the target has the relation to this note: "superseded by X" is supersedes, inverse
	Line     int     `json:"line,omitempty"`
	Body     bool    `json:"body,omitempty"` // from a "- relation [[Target]]" item, which is among the document's links too
}

// DefaultStrength is the strength of a relation that names none.
const DefaultStrength = 0.5

// RelationTypes are the types of relations.
func RelationTypes() []string {
	return []string{"relates_to", "similar_to", "leads_to", "derived_from", "solves", "supersedes", "occurred_before", "evolved_into",
		"contradicts", "invalidated_by", "prefers_over", "part_of", "depends_on", "implements", "exemplifies", "validates", "required_with",
		"disputes"}
}

// Inverse names a relation type read backwards: what its target says of its source. Symmetric ones
// read the same both ways.
func Inverse(relation string) string {
	switch relation {
	case "relates_to", "similar_to", "contradicts", "required_with":
		return strings.ReplaceAll(relation, "_", " ")
	case "leads_to":
		return "follows from"
	case "cites": // a symbol of the code
		return "cited by"
	case "derived_from":
		return "source of"
	case "solves":
		return "solved by"
	case "supersedes":
		return "superseded by"
	case "occurred_before":
		return "occurred after"
	case "evolved_into":
		return "evolved from"
	case "invalidated_by":
		return "invalidates"
	case "prefers_over":
		return "less preferred than"
	case "part_of":
		return "has part"
	case "depends_on":
		return "required by"
	case "implements":
		return "implemented by"
	case "exemplifies":
		return "exemplified by"
	case "validates":
		return "validated by"
	case "disputes":
		return "disputed by"
	}
	return ""
}

// ParseRelation reads the name of a relation type in any of its spellings: spaces and hyphens for
// underscores, the names of inverses, and the words of other tools. inverse tells that the target
// is the one that has the relation.
func ParseRelation(name string) (relation string, inverse, ok bool) {
	name = strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '-' || r == '_' }), "_")
	for _, t := range RelationTypes() {
		if name == t {
			return t, false, true
		}
		if name == strings.ReplaceAll(Inverse(t), " ", "_") {
			return t, true, true
		}
	}
	if t := relationAlias(name); t != "" {
		return t, false, true
	}
	if t := inverseAlias(name); t != "" {
		return t, true, true
	}
	return "", false, false
}

// relationAlias gives the type that a word of another tool means.
func relationAlias(name string) string {
	switch name {
	case "related", "related_to", "relates", "see", "see_also", "links_to", "links", "references", "refs", "mentions", "amends",
		"amended_by", "clarifies", "clarified_by", "updates", "updated_by", "partially_supersedes",
		"partially_superseded_by":
		return "relates_to"
	case "duplicates", "duplicate_of", "similar":
		return "similar_to"
	case "causes", "results_in":
		return "leads_to"
	case "extends", "based_on", "inspired_by", "derives_from":
		return "derived_from"
	case "fixes", "resolves", "answers":
		return "solves"
	case "replaces", "obsoletes", "supercedes":
		return "supersedes"
	case "precedes":
		return "occurred_before"
	case "conflicts_with":
		return "contradicts"
	case "preferred_over":
		return "prefers_over"
	case "member_of", "belongs_to":
		return "part_of"
	case "requires", "depends", "needs", "blocked_by":
		return "depends_on"
	case "example_of", "instance_of":
		return "exemplifies"
	case "tests", "verifies":
		return "validates"
	}
	return ""
}

// inverseAlias gives the type whose target a word of another tool makes of the note.
func inverseAlias(name string) string {
	switch name {
	case "caused_by", "results_from":
		return "leads_to"
	case "extended_by", "inspires":
		return "derived_from"
	case "fixed_by", "resolved_by", "answered_by":
		return "solves"
	case "replaced_by", "obsoleted_by", "superceded_by":
		return "supersedes"
	case "follows":
		return "occurred_before"
	case "contains", "includes", "has":
		return "part_of"
	case "blocks", "needed_by", "enables":
		return "depends_on"
	case "tested_by", "verified_by":
		return "validates"
	}
	return ""
}
