package validate

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/edition"
	"github.com/9aea2451/kb/text/wording"
)

// brokenLink is the rule about links to notes that are not there, also because the change removes
// or renames them.
func brokenLink() Rule {
	return Rule{
		Name: "broken-link", Severity: Warning,
		Finds: "a link or relation that names no note of the repository",
		About: `A link is broken when it names a note that does not exist: a markdown link to a file that is not there, a wiki link or
relation whose name no note has, a path in other capitals than the file's. A note that goes or is renamed breaks the links of
others, those without an ending as well: these are found too. Not judged are links to files that are no markdown, to what a
.gitignore leaves out, as a program makes it, to images, to other sites, into submodules, to a base that your configuration does
not name, those of comments, of templates, of data of tests and of parts that a site puts into its pages
(` + "`_part.mdx`, `snippets/`" + `), brackets in MDX, and what a page of a book links outside of its src.

Below the configuration of MkDocs, VitePress, mdBook, Sphinx or MyST a path is looked for from the folder of its page alone,
by MkDocs also there where the page was translated from. Below that of VitePress, Docusaurus, Starlight or Hugo a link without
an ending, below that of mdBook one to .html, is broken where its folder holds notes and no note is called so. Broken are, too, a
link out of the pages of MkDocs, one to what the summary of a mdBook does not list, and an address of Docusaurus that the last
version does not have. An old address that the configuration of mdBook or Starlight names is taken.

Settle it by correcting the target, by renaming with ` + "`kb mv`" + `, which rewrites the links, or by removing the link.`,
		Tree: func(r *Run) []Finding {
			bad := func(in *snapshot.Snapshot, from string, l *markdown.Link, res kb.Resolution) bool {
				return res.Miscased && l.Kind == markdown.LinkMarkdown && !in.Tree.TakesCase(from, l.Target) ||
					in == r.After && res.External && r.lostNote(from, l) || in.Tree.Refuses(in.Resolver(), from, *l, res)
			}
			return append(r.links(bad, brokenMessage), r.lostElsewhere()...)
		},
	}
}

// lostNote reports whether a link named a note before the change, and nothing takes the note's place: one without an
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
	found := r.links(func(_ *snapshot.Snapshot, _ string, _ *markdown.Link, res kb.Resolution) bool { return res.Elsewhere },
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
	if res.Path != "" {
		return fmt.Sprintf("link to %q: its site has no page there", target),
			fmt.Sprintf("write the path from this page to %s, if that is a page of the site", res.Path)
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

// brokenFragment is the rule about links to headings that are not there, also because the change renames them.
func brokenFragment() Rule {
	return Rule{
		Name: "broken-fragment", Severity: Warning,
		Finds: "a link to a heading, an id or a block that the note does not have",
		About: `What stands behind the # of a link names a heading of the note by its anchor or its words, an id that the note gives
(` + "`{#id}`, `<a id>`, `(label)=`" + `) or a block of Obsidian. Where it names none of these, the link leads to the top of the page. A
heading that is renamed breaks links of other notes: these are found too. Anchors are those of GitHub; below the configuration of
MkDocs, mdBook, VitePress, Sphinx, Quarto and GitBook what these make of a heading counts as well. Lines of code (#L10), text fragments and
notes that take in text from elsewhere are not judged.

Settle it by naming a heading that is there, or by giving the new one the old id.`,
		Tree: (*Run).fragments,
	}
}

// fragments finds the links of changed notes that name nothing of a note, and those of others that a change
// leaves so.
func (r *Run) fragments() (found []Finding) {
	changed, lost := map[string]bool{}, nameSet{}
	for _, c := range r.Changes {
		if c.New == nil {
			continue
		}
		changed[c.New.File.Path] = true
		if c.Old != nil && slices.ContainsFunc(c.Old.Anchors(), func(a string) bool { return !slices.Contains(c.New.Anchors(), a) }) {
			for name := range namesOf(c.New) {
				lost[name] = true
			}
			lost.add(path.Base(c.Path))
		}
		found = append(found, r.lostFragments(c.New, c.Old)...)
	}
	if r.alone || len(lost) == 0 {
		return found
	}
	for _, e := range r.After.Entries {
		if !changed[e.File.Path] && e.MayMean(lost) {
			found = append(found, r.lostFragments(e, r.Before.Entry(e.File.Path))...)
		}
	}
	return found
}

// lostFragments finds the links of a note whose fragment names nothing, and did not so before the change.
func (r *Run) lostFragments(e, old *snapshot.Entry) (found []Finding) {
	seen := map[string]bool{}
	for _, l := range e.Links() {
		name := l.Target + "#" + l.Fragment
		if l.Fragment == "" || seen[name] {
			continue
		}
		seen[name] = true
		to, missing := missingFragment(r.After, e.File.Path, l)
		if !missing {
			continue
		}
		before := func(b markdown.Link) bool { // a moved note writes other targets
			_, missing := missingFragment(r.Before, old.File.Path, b)
			return b.Fragment == l.Fragment && missing
		}
		if old != nil && slices.ContainsFunc(old.Links(), before) {
			continue
		}
		f := Finding{Place: at(e.File.Path, l.Line, l.Col), Fingerprint: fingerprint("fragment", e.File.Path, name),
			Message: fmt.Sprintf("link to %q: %s has no such heading", "#"+l.Fragment, to.File.Path)}
		if near := nearestAnchor(to.Anchors(), l.Fragment); near != "" {
			f.Suggestion = fmt.Sprintf("did you mean #%s?", near)
		}
		found = append(found, f)
	}
	return found
}

// missingFragment reports whether the fragment of a link of the note at from names nothing of the note that the
// link leads to, and returns that one.
func missingFragment(s *snapshot.Snapshot, from string, l markdown.Link) (to *snapshot.Entry, missing bool) {
	wiki := l.Kind == markdown.LinkWiki || l.Kind == markdown.LinkEmbed // Obsidian drops signs, as sites do
	if !namesHeading(l.Fragment) || l.Image && !wiki || kb.IsTemplate(from) || kb.IsPart(from) {
		return nil, false
	}
	file := from
	if l.Target == "" && s.Tree.SharesLabels(from) && strings.Trim(l.Fragment, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return nil, false // a name of code, of a label of reStructuredText
	}
	if l.Target != "" {
		if l.Kind == markdown.LinkURL || l.Text == "" && !kb.IsMarkdown(l.Target) && l.Kind == markdown.LinkMarkdown {
			return nil, false // a folder in HTML is meant from the page that is built
		}
		file = s.Resolver().Link(from, l).Path
	}
	to = s.Entry(file)
	if to == nil {
		return nil, false
	}
	fragment := strings.TrimPrefix(l.Fragment, "user-content-")
	marks := s.Tree.OwnSlugs(file)
	if wiki {
		marks += "-"
	}
	if to.Reaches(fragment, marks) {
		return to, false
	}
	for _, place := range urlPlaces(from, l.Target) {
		page := s.Entry(s.Resolver().Link(place, l).Path)
		if page != nil && page.Reaches(fragment, s.Tree.OwnSlugs(page.File.Path)) {
			return to, false
		}
	}
	anywhere := l.Target == "" && s.Tree.SharesLabels(file)
	return to, !anywhere || !slices.ContainsFunc(s.Entries, func(e *snapshot.Entry) bool { return slices.Contains(e.Anchors(), fragment) })
}

// urlPlaces returns from where else a URL may be meant: the folder that a page is built as, and that of the page which
// was translated.
func urlPlaces(from, target string) (places []string) {
	if target == "" || kb.IsMarkdown(target) {
		return nil
	}
	for above, name := range edition.Folders(from) {
		if target[0] == '/' && edition.IsLanguage(name) {
			places = append(places, above+from[len(above)+len(name)+1:])
		}
	}
	return append(places, strings.TrimSuffix(from, path.Ext(from))+"/index.md")
}

// namesHeading reports whether a fragment may name a heading, an id or a block, unlike lines of code, text fragments, what pages
// make by themselves (the top, footnotes), states of a program and places that are left to be filled in.
func namesHeading(fragment string) bool {
	lower := strings.ToLower(fragment)
	for _, head := range [...]string{":~:", "!", "+", "/", "footnote", "user-content-fn"} {
		if strings.HasPrefix(lower, head) {
			return false
		}
	}
	if note, ok := strings.CutPrefix(lower, "fn"); ok && strings.Trim(note, ":ref0123456789-") == "" {
		return false
	}
	rest, line := strings.CutPrefix(lower, "l")
	return lower != "top" && lower != "_top" && (!line || strings.Trim(rest, "0123456789-lc") != "") && !strings.ContainsAny(lower, "=<>{}")
}

// nearestAnchor is the anchor whose letters are nearest to a fragment's, "" where none is near.
func nearestAnchor(anchors []string, fragment string) string {
	best, least := "", 1+len(fragment)/3
	slug := markdown.Anchor(fragment)
	for _, a := range anchors {
		if d := wording.Distance(slug, strings.ToLower(a), least); a != "" && d < least {
			best, least = a, d
		}
	}
	return best
}
