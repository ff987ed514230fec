package query

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
)

func (f Filter) clone() Filter {
	for _, list := range f.lists() {
		*list.values = slices.Clone(*list.values)
	}
	f.Extra = maps.Clone(f.Extra)
	return f
}

type filterList struct {
	name   string
	values *[]string
}

// lists names the fields that hold alternatives.
func (f *Filter) lists() []filterList {
	return []filterList{
		{"label", &f.Label},
		{"kind", &f.Kind},
		{"type", &f.Type},
		{"doc-type", &f.DocType},
		{"tag", &f.Tag},
		{"status", &f.Status},
		{"path", &f.Path},
		{"id", &f.ID},
		{"category", &f.Category},
		{"entity", &f.Entity},
		{"file", &f.File},
		{"source", &f.Source},
		{"importance", &f.Importance},
		{"confidence", &f.Confidence},
	}
}

// isField tells that field:value in a query is a filter.
func isField(name string) bool {
	if name == "after" || name == "before" || name == "doctype" || name == "doc_type" {
		return true
	}
	var f Filter
	return slices.ContainsFunc(f.lists(), func(l filterList) bool { return l.name == name })
}

// add sets a field by name; false when there is no such field, or the value cannot be one of it:
// then it is text of the query.
func (f *Filter) add(name, value string) bool {
	switch name {
	case "after", "before":
		if !dateLike(value) {
			return false
		}
		if name == "after" {
			f.After = value
		} else {
			f.Before = value
		}
		return true
	case "doctype", "doc_type":
		name = "doc-type"
	case "source":
		if !slices.Contains(kb.Sources(), strings.ToLower(value)) {
			return false
		}
	case "importance", "confidence":
		if _, ok := parseComparison(value); !ok {
			return false
		}
	}
	for _, l := range f.lists() {
		if l.name == name {
			*l.values = append(*l.values, value)
			return true
		}
	}
	return false
}

// dateLike tells a day, a month or a year from what is no date.
func dateLike(value string) bool {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if _, err := time.Parse(layout, value); err == nil {
			return true
		}
	}
	return false
}

// Empty tells that every note passes.
func (f *Filter) Empty() bool {
	for _, l := range f.lists() {
		if len(*l.values) > 0 {
			return false
		}
	}
	return f.After == "" && f.Before == "" && len(f.Extra) == 0
}

// Match tells whether a note passes. Values are compared without regard to case.
func (f *Filter) Match(n *kb.Note) bool {
	return oneOf(f.Label, n.Label) && oneOf(f.Kind, n.Kind) && oneOf(f.Type, n.Type) && oneOf(f.DocType, n.DocType) && oneOf(f.Status, n.Status, n.RawStatus) &&
		oneOf(f.ID, n.ID) && oneOf(f.Category, n.Category) && AnyOf(f.Tag, n.Tags, tagMatch) && AnyOf(f.Entity, entityNames(n), strings.EqualFold) && oneOf(f.Source, n.Source) &&
		allHold(f.Importance, n.Importance) && allHold(f.Confidence, n.Confidence) &&
		AnyOf(f.File, n.Files, FileMatch) && AnyOf(f.Path, []string{n.Path}, PathMatch) &&
		(f.After == "" || n.Date != "" && n.Date >= f.After) && (f.Before == "" || n.Date != "" && n.Date <= f.Before+"\xff") &&
		f.extra(n)
}

func oneOf(want []string, have ...string) bool {
	return AnyOf(want, have, strings.EqualFold)
}

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
	return globMatch(strings.Split(want, "/"), strings.Split(have, "/"))
}

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
