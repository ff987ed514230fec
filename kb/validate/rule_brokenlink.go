package validate

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
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
			bad := func(from string, l *markdown.Link, res kb.Resolution) bool {
				return res.Broken() || res.Miscased && l.Kind == markdown.LinkMarkdown || res.External && r.lostNote(from, l)
			}
			return append(r.links(bad, brokenMessage), r.lostElsewhere()...)
		},
	}
}

// lostNote tells that a link named a note before the change, and nothing takes the note's place: one without an
// ending may name a page of the site, so that no more is known of it.
func (r *Run) lostNote(from string, l *markdown.Link) bool {
	if r.Before.Entry(from) == nil || strings.Contains(l.Target, ":") || l.Kind != markdown.LinkMarkdown {
		return false
	}
	was := r.Before.Resolver().Link(from, *l).Path
	return was != "" && r.After.Entry(was) == nil
}

// lostElsewhere finds links to notes that another base does not have.
func (r *Run) lostElsewhere() []Finding {
	if r.elsewhere == nil {
		return nil
	}
	var targets []string
	found := r.links(func(_ string, _ *markdown.Link, res kb.Resolution) bool { return res.Elsewhere },
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

// brokenMessage says whether the change breaks the link or brings a broken one, and suggests where the note
// went, else the one whose name is nearest.
func brokenMessage(r *Run, from *snapshot.Entry, target string, res kb.Resolution) (message, suggestion string) {
	if res.Miscased {
		return fmt.Sprintf("link to %q: the file is spelled %s", target, res.Path),
			"spell it as the file is: GitHub and most disks tell capitals apart"
	}
	gone := ""
	if r.Before.Entry(from.File.Path) != nil {
		gone = r.wentAway(from, target)
	}
	for _, c := range r.Changes {
		if gone != "" && c.Renamed() && c.Old.File.Path == gone {
			suggestion = "it is " + c.New.File.Path + " now"
		}
	}
	if near := r.After.Resolver().Suggest(target, 1); suggestion == "" && len(near) > 0 {
		suggestion = fmt.Sprintf("did you mean %s?", near[0])
	}
	if gone != "" {
		return fmt.Sprintf("link to %q breaks: %s goes", target, gone), suggestion
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
