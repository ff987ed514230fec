package validate

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

func brokenLink() Rule {
	return Rule{
		Name: "broken-link", Severity: Warning,
		Finds: "a link or relation that names no note of the repository",
		About: `A link is broken when it names a note that does not exist: a markdown link to a file that is not there, a wiki link or
relation whose name no note has. A note that goes or is renamed breaks the links of others: these are found too. Links to files
that are no markdown, to images and to other sites are not judged.

Settle it by correcting the target, by renaming with ` + "`kb mv`" + `, which rewrites the links, or by removing the link.`,
		Tree: func(r *Run) []Finding {
			return r.links(func(res kb.Resolution) bool { return res.Broken() }, brokenMessage)
		},
	}
}

func brokenMessage(r *Run, from *snapshot.Entry, target string, _ kb.Resolution) (message, suggestion string) {
	near := r.After.Resolver().Suggest(target, 1)
	if len(near) > 0 {
		suggestion = fmt.Sprintf("did you mean %s?", near[0])
	}
	if r.Before.Entry(from.File.Path) != nil && r.wentAway(from, target) != "" {
		return fmt.Sprintf("link to %q breaks: %s goes", target, r.wentAway(from, target)), suggestion
	}
	return fmt.Sprintf("link to %q names no note", target), suggestion
}

// wentAway is the note that the target named before the change, "" for none.
func (r *Run) wentAway(from *snapshot.Entry, target string) string {
	for _, ref := range references(from) {
		if ref.Target == target {
			return r.Before.Resolver().Link(from.File.Path, ref).Path
		}
	}
	return ""
}

func ambiguousLink() Rule {
	return Rule{
		Name: "ambiguous-link", Severity: Warning,
		Finds: "a link or relation that may mean several notes",
		About: `A wiki link or relation names a note by its stem, title or alias; when several notes have that name, kb guesses none of them.

Settle it by naming the note by its path or id, or by giving one of the notes another name.`,
		Tree: func(r *Run) []Finding {
			return r.links(func(res kb.Resolution) bool { return len(res.Candidates) > 1 }, ambiguousMessage)
		},
	}
}

func ambiguousMessage(_ *Run, _ *snapshot.Entry, target string, res kb.Resolution) (message, suggestion string) {
	shown := res.Candidates[:min(len(res.Candidates), 3)]
	message = fmt.Sprintf("link to %q may mean %s", target, strings.Join(shown, ", "))
	if more := len(res.Candidates) - len(shown); more > 0 {
		message += fmt.Sprintf(" or %d more", more)
	}
	return message, "name it by its path: " + res.Candidates[0]
}

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

// links finds the links of a state that they did not have before the change: in changed notes, and in those that name what changed.
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
	if names := r.changedNames(); len(names) > 0 && len(r.Before.Entries) > 0 {
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
