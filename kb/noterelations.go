package kb

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// maxRelations bounds the relations of one note.
const maxRelations = 1000

// relations reads [{type: supersedes, target: decisions/0003-x, strength: 0.9}], or {supersedes:
// decisions/0003-x}.
func (r *noteReader) relations(f *markdown.Field) {
	if m, isMap := f.Value.(map[string]any); isMap {
		r.relation(f, nil, m)
		return
	}
	items, ok := f.Value.([]any)
	if !ok && f.Value != nil {
		r.problem(f, wrong{expected: "a list"}, "expected a list such as [{type: supersedes, target: decisions/0003-x}]")
	}
	for i, item := range items {
		inner := []string{strconv.Itoa(i)}
		if m, ok := item.(map[string]any); ok {
			r.relation(f, inner, m)
			continue
		}
		r.problem(f, wrong{expected: relationForm, inner: inner}, "expected "+relationForm)
	}
}

// relationForm is how a relation is written.
const relationForm = "{type: supersedes, target: decisions/0003-x}"

// relation reads one relation: type and target, or TYPE: TARGET.
func (r *noteReader) relation(f *markdown.Field, inner []string, m map[string]any) {
	name, _ := scalarText(m["type"])
	target, _ := scalarText(m["target"])
	typed := append(slices.Clip(inner), "type")
	if name == "" && target == "" && len(m) == 1 {
		for k, v := range m {
			name, typed = k, inner
			target, _ = scalarText(v)
		}
	}
	if target == "" {
		r.problem(f, wrong{expected: relationForm, inner: inner}, "a relation has no target: expected "+relationForm)
		return
	}
	rel := Relation{Target: linkTarget(target), Strength: DefaultStrength, Line: r.lineOf(f, target)}
	var ok bool
	if rel.Type, rel.Inverse, ok = ParseRelation(name); !ok {
		r.problem(
			f,
			wrong{expected: "one of " + strings.Join(RelationTypes(), ", "), nearest: wording.Slip(name, RelationTypes()), inner: typed},
			"%q is no type of relation%s: expected one of %s",
			clip(name),
			didYouMean(name, RelationTypes()),
			strings.Join(RelationTypes(), ", "),
		)
		rel.Type = "relates_to"
	}
	if s, given := m["strength"]; given {
		r.unitIn(f, append(slices.Clip(inner), "strength"), s, &rel.Strength)
	}
	r.add(rel)
}

// add takes a relation in, as long as there are not too many.
func (r *noteReader) add(rel Relation) {
	if rel.Target != "" && len(r.note.Relations) < maxRelations {
		r.note.addRelation(rel)
	}
}

// linksOf takes the wiki links in the value of any key for relations, as Obsidian does; "[[x]]" without quotes is
// a list in a list to YAML.
func (r *noteReader) linksOf(f *markdown.Field, v any, depth int) {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, "[[") {
			for _, target := range linksIn(v) {
				r.relate("relates_to", target, r.lineOf(f, linkTarget(target)))
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if depth < maxDepth {
				r.linksOf(f, v[key], depth+1)
			}
		}
	case []any:
		for _, item := range v {
			inner, _ := item.([]any)
			if name, ok := scalarText(slices.Concat(inner, []any{nil})[0]); ok && len(inner) == 1 && name != "" {
				r.relate("relates_to", name, r.lineOf(f, linkTarget(name)))
			} else if depth < maxDepth {
				r.linksOf(f, item, depth+1)
			}
		}
	}
}

// maxDepth bounds how deep a value of the front matter is looked into.
const maxDepth = 16

// lineOf finds the line of a field on which a text stands, the field's own when it is not found.
func (r *noteReader) lineOf(f *markdown.Field, text string) int {
	span := r.doc.FrontMatter.Span
	line := max(span.StartLine, 1)
	for l := range bytes.Lines(r.bytes(span)) {
		if line >= f.Line && bytes.Contains(l, []byte(text)) {
			return line
		}
		line++
	}
	return f.Line
}

// bytes are those of a span, as far as the source has them.
func (r *noteReader) bytes(s markdown.Span) []byte {
	end := min(max(s.End, 0), len(r.source))
	return r.source[min(max(s.Start, 0), end):end]
}

// relationField reads the keys by which other tools name related documents.
func (r *noteReader) relationField(key string, f *markdown.Field) bool {
	switch key {
	case "supersedes", "superseded_by", "superceded_by", "replaces", "replaced_by", "obsoletes", "obsoleted_by", "requires",
		"depends_on", "see_also", "related", "relates_to", "part_of", "implements", "derived_from", "contradicts", "invalidated_by",
		"amends", "amended_by", "partially_superseded_by", "partially_supersedes", "supercedes":
	default:
		return false
	}
	targets, ok := relationTargets(f.Value)
	if !ok {
		return false
	}
	for _, t := range targets {
		r.relate(key, t, r.lineOf(f, t))
	}
	return true
}

// relate adds a relation by the name of its type.
func (r *noteReader) relate(name, target string, line int) {
	if t, inverse, ok := ParseRelation(name); ok {
		r.add(Relation{Type: t, Inverse: inverse, Target: linkTarget(target), Strength: DefaultStrength, Line: line})
	}
}

// relationTargets reads one target or several: a list, or a string with commas. "N/A" and the like are none.
func relationTargets(v any) ([]string, bool) {
	items, isList := v.([]any)
	if !isList {
		s, ok := scalarText(v)
		if !ok {
			return nil, false
		}
		items = splitTargets(s)
	}
	var targets []string
	for _, item := range items {
		s, ok := scalarText(item)
		if !ok {
			return nil, false
		}
		if !isNone(s) && !isPlaceholder(s) {
			targets = append(targets, s)
		}
	}
	return targets, true
}

// splitTargets splits at commas, but not inside of a link.
func splitTargets(s string) []any {
	if strings.Contains(s, "](") || strings.Contains(s, "[[") {
		var links []any
		for _, l := range linksIn(s) {
			links = append(links, l)
		}
		return links
	}
	var parts []any
	for p := range strings.SplitSeq(s, ",") {
		parts = append(parts, strings.TrimSpace(p))
	}
	return parts
}

// isNone reports whether a field says in words that it has no value.
func isNone(s string) bool {
	if said, _, remark := strings.Cut(s, " ("); remark && said != "" { // N/A (part of another feature)
		s = said
	}
	switch strings.ToLower(strings.Trim(s, " .?-—()[]<>`")) {
	case "", "n/a", "na", "none", "null", "tbd", "nil", "~", "not applicable":
		return true
	}
	return false
}

// linksIn gives the targets of the markdown and wiki links in a line.
func linksIn(s string) []string {
	var links []string
	for len(links) < maxRelations {
		md, wiki := strings.Index(s, "]("), strings.Index(s, "[[")
		open, closing := md, ")"
		if md < 0 || wiki >= 0 && wiki < md {
			open, closing = wiki, "]]"
		}
		if open < 0 {
			break
		}
		s = s[open+2:]
		end := strings.Index(s, closing)
		if end < 0 {
			break
		}
		links = append(links, s[:end])
		s = s[end+len(closing):]
	}
	return links
}

// linkTarget is what a relation's target names, when it is written as a link.
func linkTarget(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "[") {
		if links := linksIn(s); len(links) > 0 {
			s = links[0]
		}
	}
	s, _, _ = strings.Cut(s, "|")
	return strings.Trim(strings.TrimSpace(s), "<>")
}
