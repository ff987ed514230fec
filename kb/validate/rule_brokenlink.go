package validate

import (
	"fmt"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

// brokenLink is the rule about links to notes that are not there, also because the change removes
// or renames them.
func brokenLink() Rule {
	return Rule{
		Name: "broken-link", Severity: Warning,
		Finds: "a link or relation that names no note of the repository",
		About: `A link is broken when it names a note that does not exist: a markdown link to a file that is not there, a wiki link or
relation whose name no note has. A note that goes or is renamed breaks the links of others: these are found too. Links to files
that are no markdown, to images and to other sites are not judged, nor those to a base that your configuration does not name.

Settle it by correcting the target, by renaming with ` + "`kb mv`" + `, which rewrites the links, or by removing the link.`,
		Tree: func(r *Run) []Finding {
			return append(r.links(func(res kb.Resolution) bool { return res.Broken() }, brokenMessage), r.lostElsewhere()...)
		},
	}
}

// lostElsewhere finds links to notes that another base does not have.
func (r *Run) lostElsewhere() []Finding {
	if r.elsewhere == nil {
		return nil
	}
	var targets []string
	found := r.links(func(res kb.Resolution) bool { return res.Elsewhere },
		func(_ *Run, _ *snapshot.Entry, target string, _ kb.Resolution) (string, string) {
			targets = append(targets, target)
			return target, ""
		})
	why := r.elsewhere(targets)
	kept := found[:0]
	for _, f := range found {
		if reason := why[f.Message]; reason != "" {
			f.Message = fmt.Sprintf("link to %q: %s", f.Message, reason)
			kept = append(kept, f)
		}
	}
	return kept
}

// brokenMessage says whether the change breaks the link or brings a broken one, and suggests the
// note whose name is nearest.
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
	for _, ref := range from.References() {
		if ref.Target == target {
			return r.Before.Resolver().Link(from.File.Path, ref).Path
		}
	}
	return ""
}
