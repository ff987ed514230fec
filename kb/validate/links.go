package validate

import (
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// references are the links of a note and its relations, as links.
func references(e *snapshot.Entry) []markdown.Link {
	refs := e.Links()
	refs = refs[:len(refs):len(refs)]
	for _, rel := range e.Note.Relations {
		if !rel.Body {
			refs = append(refs, markdown.Link{Kind: markdown.LinkRelation, Target: rel.Target, Line: rel.Line, Col: 1})
		}
	}
	return refs
}

// links finds the links of a state that they did not have before the change: in changed notes, and
// in those that name what changed.
func (r *Run) links(bad func(kb.Resolution) bool, explain func(*Run, *snapshot.Entry, string, kb.Resolution) (string, string)) []Finding {
	var found []Finding
	changed := map[string]bool{}
	judge := func(e *snapshot.Entry, before map[string]bool, only func(target string) bool) {
		seen := map[string]bool{}
		for _, l := range references(e) {
			if seen[l.Target] || only != nil && !only(l.Target) {
				continue
			}
			res := r.After.Resolver().Link(e.File.Path, l)
			if !bad(res) || before[l.Target] {
				continue
			}
			seen[l.Target] = true
			message, suggestion := explain(r, e, l.Target, res)
			found = append(found, Finding{Place: at(e.File.Path, l.Line, l.Col), Message: message, Suggestion: suggestion,
				Fingerprint: fingerprint("link", e.File.Path, l.Target)})
		}
	}
	for _, c := range r.Changes {
		if c.New != nil {
			changed[c.New.File.Path] = true
			judge(c.New, r.badBefore(c.Old, bad), nil)
		}
	}
	if names := r.changedNames(); !r.alone && len(names) > 0 && len(r.Before.Entries) > 0 {
		for _, e := range r.After.Entries {
			if changed[e.File.Path] {
				continue
			}
			judge(e, r.badBefore(r.Before.Entry(e.File.Path), func(res kb.Resolution) bool { return bad(res) }), names.mentions)
		}
	}
	return found
}

// badBefore are the targets of a note that were as bad before the change.
func (r *Run) badBefore(old *snapshot.Entry, bad func(kb.Resolution) bool) map[string]bool {
	if old == nil {
		return nil
	}
	var targets map[string]bool
	for _, l := range references(old) {
		if bad(r.Before.Resolver().Link(old.File.Path, l)) {
			if targets == nil {
				targets = map[string]bool{}
			}
			targets[l.Target] = true
		}
	}
	return targets
}
