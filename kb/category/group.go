package category

import "strings"

// Note is what tells the category of a note.
type Note struct {
	Category string // that it names, "" for none
	Title    string
	Tags     []string
	Text     string // TextBytes of it suffice
}

// Group is a category with the notes that belong to it.
type Group struct {
	Definition
	BuiltIn bool     // it is one of kb's own
	Members []Member // in the order in which the notes were given
}

// Member is a note of a category.
type Member struct {
	Note  int    // its place among the notes that were given
	Match *Match // how well it fits; nil where it names the category
}

// Groups gives each note to the category that it names, else to the one that it fits with a score
// of at least Threshold; a note may belong to none. Where nothing is defined the categories are
// kb's own. Of two definitions of one name the first counts, and a name that nothing defines makes
// a category of its own.
func Groups(defs []Definition, notes []Note) []*Group {
	builtIn := len(defs) == 0
	if builtIn {
		defs = Defaults()
	}
	var groups []*Group
	var once []Definition
	for _, d := range defs {
		if named(groups, d.Name) == nil {
			groups, once = append(groups, &Group{Definition: d, BuiltIn: builtIn}), append(once, d)
		}
	}
	matcher := NewMatcher(once)
	for i, n := range notes {
		var g *Group
		member := Member{Note: i}
		if slug := Slug(n.Category); slug != "" && !strings.ContainsAny(slug, "<>{}") { // what a template left to be filled in
			if g = named(groups, slug); g == nil {
				g = &Group{Definition: Definition{Name: slug, Title: n.Category}}
				groups = append(groups, g)
			}
		} else if match := matcher.Match(n.Title, n.Tags, n.Text); match.Score >= Threshold {
			g, member.Match = named(groups, match.Name), &match
		}
		if g != nil {
			g.Members = append(g.Members, member)
		}
	}
	return groups
}

// named returns the category that goes by a name or title, nil for none.
func named(groups []*Group, name string) *Group {
	slug := Slug(name)
	for _, g := range groups {
		if g.Name == slug || Slug(g.Title) == slug {
			return g
		}
	}
	return nil
}
