package query

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// filterList is a field of Filter that holds alternatives.
type filterList struct {
	name   string // as a query writes it, with '-'
	values *[]string
	known  func() []string         // the values that kb knows; nil where any is one
	of     func(*kb.Note) []string // what a note has; nil where only known values are any
}

// lists names the fields that hold alternatives.
func (f *Filter) lists() []filterList {
	return []filterList{
		{"label", &f.Label, kb.Labels, func(n *kb.Note) []string { return []string{n.Label} }},
		{"kind", &f.Kind, kb.Kinds, nil},
		{"type", &f.Type, kb.MemoryTypes, func(n *kb.Note) []string { return []string{n.Type} }},
		{"doc-type", &f.DocType, kb.DocTypes, nil},
		{"tag", &f.Tag, nil, nil},
		{"status", &f.Status, kb.Statuses, func(n *kb.Note) []string { return []string{n.Status, n.RawStatus} }},
		{"standing", &f.Standing, standings, nil},
		{"path", &f.Path, nil, nil},
		{"id", &f.ID, nil, nil},
		{"category", &f.Category, nil, nil},
		{"entity", &f.Entity, nil, nil},
		{"file", &f.File, nil, nil},
		{"source", &f.Source, kb.Sources, nil},
		{"importance", &f.Importance, nil, nil},
		{"confidence", &f.Confidence, nil, nil},
		{"declared-confidence", &f.Declared, nil, nil},
	}
}

// isField tells that field:value in a query is a filter.
func isField(name string) bool {
	var f Filter
	name = fieldName(name)
	return name == "after" || name == "before" || slices.ContainsFunc(f.lists(), func(l filterList) bool { return l.name == name })
}

// fieldName is the name of a field that can be written in other ways.
func fieldName(name string) string {
	if name == "doctype" {
		return "doc-type"
	}
	return strings.ReplaceAll(name, "_", "-")
}

// Confident tells whether what is left of a note's confidence passes.
func (f *Filter) Confident(left float64) bool {
	return allHold(f.Confidence, left) &&
		!slices.ContainsFunc(f.Without, func(w Filter) bool { return len(w.Confidence) > 0 && allHold(w.Confidence, left) })
}

// AsksConfidence tells whether Confident can refuse a note.
func (f *Filter) AsksConfidence() bool {
	return len(f.Confidence) > 0 || slices.ContainsFunc(f.Without, func(w Filter) bool { return len(w.Confidence) > 0 })
}

// Stands reports whether what stands so passes.
func (f *Filter) Stands(standing markdown.Standing) bool {
	name := standingName(standing.String())
	without := func(w Filter) bool { return len(w.Standing) > 0 && oneOf(w.Standing, name) }
	return oneOf(f.Standing, name) && !slices.ContainsFunc(f.Without, without)
}

// AsksStanding reports whether Stands can refuse a text.
func (f *Filter) AsksStanding() bool {
	return len(f.Standing) > 0 || slices.ContainsFunc(f.Without, func(w Filter) bool { return len(w.Standing) > 0 })
}

// standings are the values of the field standing.
func standings() []string {
	names := markdown.Standings()
	for i := range names {
		names[i] = standingName(names[i])
	}
	return names
}

// standingName is the name of a standing as a query has it, in one word.
func standingName(name string) string { return strings.ReplaceAll(name, " ", "-") }

// Dated reports whether the day of a note passes, "" where it is not known.
func (f *Filter) Dated(day string) bool {
	return f.during(day) && !slices.ContainsFunc(f.Without, func(w Filter) bool { return w.bounded() && w.during(day) })
}

// AsksDate reports whether Dated can refuse a note.
func (f *Filter) AsksDate() bool {
	return f.bounded() || slices.ContainsFunc(f.Without, func(w Filter) bool { return w.bounded() })
}

func (f *Filter) bounded() bool { return f.After != "" || f.Before != "" }

// during reports whether a day, or a part of a month, is within the bounds.
func (f *Filter) during(day string) bool {
	return !f.bounded() || day != "" && day+"\xff" >= f.After && (f.Before == "" || day <= f.Before+"\xff")
}

// add sets a field by name.
func (f *Filter) add(name, value string) {
	switch name = fieldName(name); name {
	case "after":
		f.After = value
	case "before":
		f.Before = value
	}
	for _, l := range f.lists() {
		if l.name == name {
			*l.values = append(*l.values, value)
		}
	}
}

// Empty tells that every note passes.
func (f *Filter) Empty() bool {
	for _, l := range f.lists() {
		if len(*l.values) > 0 {
			return false
		}
	}
	return f.After == "" && f.Before == "" && len(f.Extra) == 0 && len(f.Without) == 0
}

// Match reports whether a note passes, but for Confident, Dated and Stands. Values are compared without regard to case.
func (f *Filter) Match(n *kb.Note) bool {
	return oneOf(f.Label, n.Label) && oneOf(f.Kind, n.Kind) && oneOf(f.Type, n.Type) && oneOf(f.DocType, n.DocType) &&
		oneOf(f.Status, n.Status, n.RawStatus) &&
		oneOf(f.ID, n.ID) && oneOf(f.Category, n.Category) && AnyOf(f.Tag, n.Tags, tagMatch) &&
		AnyOf(f.Entity, entityNames(n), strings.EqualFold) && oneOf(f.Source, n.Source) &&
		allHold(f.Importance, n.Importance) && allHold(f.Declared, n.Confidence) &&
		AnyOf(f.File, n.Files, FileMatch) && AnyOf(f.Path, []string{n.Path}, PathMatch) &&
		f.extra(n) &&
		!slices.ContainsFunc(f.Without, func(w Filter) bool {
			return len(w.Confidence) == 0 && len(w.Standing) == 0 && !w.bounded() && w.Match(n)
		})
}

// oneOf is AnyOf without regard to case.
func oneOf(want []string, have ...string) bool {
	return AnyOf(want, have, strings.EqualFold)
}

// AnyOf tells whether something that is wanted is there, as equal compares them; true where
// nothing is wanted.
func AnyOf(want, have []string, equal func(want, have string) bool) bool {
	if len(want) == 0 {
		return true
	}
	for _, w := range want {
		for _, h := range have {
			if equal(w, h) {
				return true
			}
		}
	}
	return false
}

// tagMatch takes a tag, with or without '#', and the tags nested in it.
func tagMatch(want, have string) bool {
	want, have = strings.ToLower(strings.TrimPrefix(want, "#")), strings.ToLower(have)
	return want == have || strings.HasPrefix(have, want+"/")
}

// entityNames lists the names of a note's entities, alone and with their types.
func entityNames(n *kb.Note) []string {
	var out []string
	for _, e := range n.Entities {
		out = append(out, e.Name)
		if e.Type != "" {
			out = append(out, e.Type+":"+e.Name)
		}
	}
	return out
}

// PathMatch tells whether a path is in a folder, or matches a glob in which ** crosses folders, as
// filters by path have it.
func PathMatch(want, have string) bool {
	want = strings.TrimPrefix(strings.TrimSuffix(want, "/"), "./")
	if want == "" || want == "." || have == want || strings.HasPrefix(have, want+"/") {
		return true
	}
	pattern := strings.Split(want, "/")
	states := globStates(pattern, strings.Split(have, "/"))
	return states[len(pattern)]
}

// extra tells whether a note has all the unknown keys that are asked for, each with one of the
// values; of a key without values any will do.
func (f *Filter) extra(n *kb.Note) bool {
	for key, want := range f.Extra {
		value, ok := n.Extra[key]
		if !ok || !oneOf(want, plainValues(value)...) {
			return false
		}
	}
	return true
}

// plainValues gives the scalar values of a front-matter value as text.
func plainValues(v any) []string {
	if list, ok := v.([]any); ok {
		var out []string
		for _, e := range list {
			out = append(out, plainValues(e)...)
		}
		return out
	}
	return []string{fmt.Sprint(v)}
}

// comparison is the bound of a number: an operator, and what it is compared with.
type comparison struct {
	operator string // <, <=, >, >= or =
	with     float64
}

// parseComparison reads >0.7, >=0.7, <0.3, <=0.3, =0.5 or 0.5, of numbers from 0 to 1.
func parseComparison(s string) (comparison, bool) {
	number := strings.TrimLeft(s, "<>=")
	c := comparison{operator: s[:len(s)-len(number)]}
	switch c.operator {
	case "":
		c.operator = "="
	case "<", "<=", ">", ">=", "=":
	default:
		return c, false
	}
	x, err := strconv.ParseFloat(number, 64)
	c.with = x
	return c, err == nil && x >= 0 && x <= 1
}

// holds reports whether a number is as the comparison asks. "=" takes it as it is, without a margin.
func (c comparison) holds(x float64) bool {
	switch c.operator {
	case "<":
		return x < c.with
	case "<=":
		return x <= c.with
	case ">":
		return x > c.with
	case ">=":
		return x >= c.with
	}
	return x == c.with
}

// allHold reports whether a number is as all the comparisons ask; one that cannot be read holds for none.
func allHold(comparisons []string, x float64) bool {
	for _, s := range comparisons {
		if c, ok := parseComparison(s); !ok || !c.holds(x) {
			return false
		}
	}
	return true
}

// FileMatch takes the path of a file or folder of code, or a glob, against a glob of a note: one
// covers the other, or the glob reaches into the folder. What the note cites of a file by its symbol
// (internal/auth/jwt.go#Sign) is of the file.
func FileMatch(want, have string) bool {
	want, have = strings.TrimPrefix(want, "./"), strings.TrimPrefix(have, "./")
	if file, _, ok := strings.Cut(have, "#"); ok && file != "" && FileMatch(want, file) {
		return true
	}
	return PathMatch(want, have) || PathMatch(have, want) || reachesInto(have, want)
}

// reachesInto reports whether a glob can match something within a folder. A path whose last name has
// an extension is a file, and holds nothing.
func reachesInto(pattern, folder string) bool {
	trimmed := strings.TrimSuffix(folder, "/")
	if trimmed == folder && path.Ext(strings.TrimLeft(path.Base(folder), ".")) != "" {
		return false
	}
	states := globStates(strings.Split(pattern, "/"), strings.Split(trimmed, "/"))
	return slices.Contains(states[:len(states)-1], true)
}

// globStates tells for each number of segments of a pattern whether that many can match all the
// segments of a path. It looks at each pair of segments once.
func globStates(pattern, segments []string) []bool {
	states := make([]bool, len(pattern)+1)
	reach := make([]bool, len(segments)+1)
	reach[0] = true
	states[0] = len(segments) == 0
	for k, p := range pattern {
		next := make([]bool, len(segments)+1)
		for i := range reach {
			if p == "**" {
				next[i] = reach[i] || i > 0 && next[i-1]
				continue
			}
			if i > 0 && reach[i-1] {
				ok, err := path.Match(p, segments[i-1])
				next[i] = ok && err == nil
			}
		}
		reach = next
		states[k+1] = reach[len(segments)]
	}
	return states
}
