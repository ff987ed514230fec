package kb

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/edition"
)

// Resolver finds the notes of one tree by path, id, stem, title or alias. Build it once per tree.
// Its methods may be called from several goroutines; what they look names up in is built when it is
// first needed.
type Resolver struct {
	names  *nameTable
	origin git.Origin
	others map[string]func() string

	crowded atomic.Bool // whether there is any of the next
	crowds  sync.Map    // Resolution by folder and target, of wiki links that more notes answer to than MostCandidates
}

// MostCandidates is how many notes are kept of those that an ambiguous link of the index may mean.
const MostCandidates = 20

// Name is what a Resolver needs to know of a note.
type Name struct {
	Path, ID, Title string
	Aliases         []string
}

// ResolverOption changes how a Resolver works.
type ResolverOption func(*Resolver)

// WithOrigin makes links to the repository's own pages on a forge resolve to its files.
func WithOrigin(o git.Origin) ResolverOption { return func(r *Resolver) { r.origin = o } }

// WithOthers makes links to files of the tree resolve that look like notes and are none: see Tree.Others.
func WithOthers(others map[string]func() string) ResolverOption {
	return func(r *Resolver) { r.others = others }
}

// NewResolver indexes the names of a tree's notes. It keeps names, which must not change afterwards.
func NewResolver(names []Name, options ...ResolverOption) *Resolver {
	r := &Resolver{names: newNameTable(names)}
	for _, o := range options {
		o(r)
	}
	return r
}

// Resolution is the outcome of resolving a link. Broken is when neither of its fields is set.
// Fragments are not looked at. A link to its own file gives that file's path.
type Resolution struct {
	Path       string   // of the note that it names, "" when broken, ambiguous or external
	Candidates []string // two or more when ambiguous, sorted
	// Elsewhere tells a link that names another base, as in team:decisions/0004: what that is, and whether
	// there is such a note, the machine knows and not the repository. It is External, too.
	Elsewhere bool
	Miscased  bool // a path that has other capitals, or other signs for the same letters, than the file has
	// External is a URL outside of the repository, an image, a pure anchor, a file that is no note or a
	// placeholder: not an edge, not broken.
	External bool
}

// Broken tells that a link names a note that does not exist.
func (res Resolution) Broken() bool {
	return res.Path == "" && len(res.Candidates) == 0 && !res.External
}

func external() Resolution { return Resolution{External: true} }

// Link resolves a link of the note at from. One that a template leaves to be filled in is external,
// unless a note has that very name.
func (r *Resolver) Link(from string, l markdown.Link) Resolution {
	res := r.link(from, l)
	if rest := strings.TrimLeft(l.Target, "./"); res.Broken() && strings.HasPrefix(l.Target, "../") {
		for _, view := range [...]string{"blob/", "tree/"} { // ../../blob/main/a.md leads there from the page of a forge
			if _, file, ok := strings.Cut(strings.TrimPrefix(rest, view), "/"); ok && strings.HasPrefix(rest, view) {
				found, _ := r.names.at(file)
				res = r.names.resolution(found)
			}
		}
	}
	if _, _, ok := OtherBase(l.Target); ok && res.Broken() {
		return Resolution{External: true, Elsewhere: true}
	}
	if l.Kind == markdown.LinkWiki && res.Broken() && path.Ext(from) == ".mdx" {
		return external() // MDX has no such links
	}
	if res.Broken() && (IsTemplate(from) || IsPart(from) || isTestData(from, l.Kind == markdown.LinkWiki || l.Kind == markdown.LinkEmbed) ||
		unquoteTemplate(l.Target) == l.Target && hasPlaceholder(l.Target)) {
		return external()
	}
	return res
}

// OtherBase takes a name apart that begins with the name of a base: two or more small letters, digits,
// '.', '_' and '-' before a colon that no blank follows, and that are no scheme of an address.
func OtherBase(target string) (base, name string, ok bool) {
	base, name, ok = strings.Cut(target, ":")
	if !ok || len(base) < 2 || name == "" || strings.ContainsAny(name[:1], " /:") || hasScheme(target) {
		return "", "", false
	}
	odd := func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && !strings.ContainsRune("._-", c)
	}
	if strings.ContainsFunc(base, odd) || strings.Trim(base, "0123456789") == "" {
		return "", "", false
	}
	return base, name, true
}

// link finds what a link means by its kind.
func (r *Resolver) link(from string, l markdown.Link) Resolution {
	switch {
	case l.Image && l.Kind != markdown.LinkEmbed, l.Target == "", strings.HasPrefix(l.Target, "?") && l.Kind == markdown.LinkMarkdown:
		return external()
	case l.Kind == markdown.LinkRelation:
		return r.Relation(from, l.Target)
	case hasScheme(l.Target):
		return r.url(l.Target)
	}
	switch l.Kind {
	case markdown.LinkWiki, markdown.LinkEmbed:
		res := r.wiki(from, l.Target)
		if res.Broken() && l.Text != "" { // the wikis of GitHub name the page behind the bar
			if found := r.names.called(l.Text); len(found) == 1 {
				return r.names.resolution(found)
			}
		}
		return res
	case markdown.LinkMention:
		return r.mention(from, l.Target)
	case markdown.LinkRef:
		return r.ref(from, l.Target)
	case markdown.LinkURL:
		return external()
	}
	return r.markdown(from, l.Target)
}

// Relation resolves the target of a relation of the note at from: a link's target, a note's name,
// or the number of a proposal in a numbered series. A number that names no note is external: series
// are often split over repositories.
func (r *Resolver) Relation(from, target string) Resolution {
	target = linkTarget(target)
	if res := r.ofLog(from, target); res.Path != "" {
		return res
	}
	if name, _, ok := strings.Cut(target, "#"); ok {
		if found, _ := r.atPath(from, target); len(found) == 0 { // a note may be called c#.md
			target = name
		}
	}
	target = strings.TrimSpace(target)
	switch {
	case target == "", strings.Contains(target, "`"):
		return external() // nothing, or words for people
	case hasScheme(target):
		return r.url(target)
	}
	if prefix, number, ok := splitNumber(target); ok {
		if res := r.number(from, prefix, number); !res.Broken() || prefix == "" {
			return orExternal(res)
		}
	}
	if res := r.markdown(from, target); res.Path != "" || res.Candidates != nil {
		return res
	}
	res := r.wiki(from, target)
	if _, _, ok := OtherBase(target); ok && res.Broken() {
		return Resolution{External: true, Elsewhere: true}
	}
	return res
}

// ofLog resolves "#12" in a record of a log to the record of that number there; elsewhere that is a ticket.
func (r *Resolver) ofLog(from, target string) Resolution {
	_, own := SeriesName(from)
	prefix, number, ok := splitNumber(target)
	if own == "" || !ok || prefix != "" || !strings.HasPrefix(target, "#") {
		return Resolution{}
	}
	res := r.number(from, "", number)
	if res.Path == from || res.Path == "" || seriesDir(res.Path) != seriesDir(from) {
		return Resolution{}
	}
	return res
}

// Note resolves what a person typed: path (from the root or from prefix), stem, title, alias, id, the
// number of a series, the folder that a note stands for, or either name without the date or number before it.
// Matching is exact first, then without regard to case; several matches are returned as candidates.
// A backslash divides folders, as on Windows, where no note has it in its name.
func (r *Resolver) Note(prefix, name string) Resolution {
	name = strings.TrimSpace(name)
	slashed := strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
	paths := []string{path.Join(prefix, slashed), path.Clean(slashed)}
	if strings.Contains(name, `\`) { // which a file may have in its name
		paths = append([]string{path.Join(prefix, name), path.Clean(name)}, paths...)
	}
	found, exact := r.names.firstAt(paths, r.names.at)
	if exact {
		return r.names.resolution(found)
	}
	if ids := r.names.byID(name); len(ids) > 0 {
		return r.names.resolution(r.names.current(ids))
	}
	for _, by := range []func(string) ([]int32, bool){r.names.byStem, r.names.byTitle, r.names.byAlias} {
		hits, same := by(name)
		if same {
			return r.names.resolution(r.names.current(hits))
		}
		if len(found) == 0 {
			found = hits
		}
	}
	if len(found) == 0 {
		found = r.names.bySuffix(slashed)
	}
	for _, by := range []func(string) []int32{r.names.byNumber, r.names.byWork, r.names.byBareName} {
		if len(found) == 0 {
			found = by(name)
		}
	}
	return r.names.resolution(r.names.current(found))
}

// orExternal makes a broken link external.
func orExternal(res Resolution) Resolution {
	res.External = res.External || res.Broken()
	return res
}

// markdown resolves the target of a markdown link: relative to the file, then from the root.
func (r *Resolver) markdown(from, target string) Resolution {
	if name := unquoteTemplate(target); name != target {
		if name == "" {
			return Resolution{Path: from}
		}
		if res := r.markdown(from, name); !res.Broken() && !res.External {
			res.Miscased = false // Hugo looks past capitals
			return res
		}
		if page := strings.TrimSuffix(strings.TrimSuffix(name, "/index.md"), "/_index.md"); page != name {
			if found, _ := r.atPath(from, page); len(found) > 0 {
				return r.names.resolution(found) // Hugo knows pages by their place, as files and as folders
			}
		}
		res := r.wiki(from, name) // from the root of the content, or by a name that is unique
		if !IsMarkdown(name) {
			return orExternal(res) // a page that a site puts elsewhere
		}
		return res
	}
	switch {
	case target == "/", strings.HasPrefix(target, "//"), namesOtherFile(target):
		return external() // a site's first page may be made of anything
	case strings.HasPrefix(target, "/") && r.ownPage(target) != "":
		return Resolution{Path: r.ownPage(target)}
	}
	if found, exact := r.atPath(from, target); len(found) > 0 {
		base := path.Base(target)
		if !exact && path.Ext(base) == "" && base == strings.ToUpper(base) {
			return external() // OWNERS, beside owners.md
		}
		res := r.names.resolution(found)
		res.Miscased = !exact && !slices.ContainsFunc(found, func(i int32) bool { // which a site names by its id
			return r.names.names[i].ID == base || slices.Contains(r.names.names[i].Aliases, base)
		})
		return res
	}
	if len(r.others) > 0 {
		for _, p := range targetPaths(from, target) {
			for at := p; at != "." && at != "/"; at = path.Dir(at) { // the file, or a submodule that has it
				leads, there := r.others[at]
				if there && leads != nil {
					found, _ := r.names.file(leads())
					return orExternal(r.names.resolution(found))
				}
				if there {
					return external()
				}
			}
		}
	}
	if strings.HasPrefix(target, "/") {
		if found, _ := r.names.byAlias(target); len(found) > 0 {
			return r.names.resolution(found) // a permalink
		}
	}
	// A path without the ending of a note may name a folder, a program, a page of the site.
	return Resolution{External: !IsMarkdown(strings.TrimRight(target, "/"))}
}

// atPath finds the notes at the path that a link of the note at from names, and tells whether it is spelled
// as the file is. A name may hold a question mark; else what follows one is a query. A site in several
// languages may tell its pages apart by what stands before their ending, "page.de.md".
func (r *Resolver) atPath(from, target string) (found []int32, exact bool) {
	found, exact = r.names.firstAt(targetPaths(from, target), r.names.at)
	if name, _, ok := strings.Cut(target, "?"); ok && len(found) == 0 {
		found, exact = r.names.firstAt(targetPaths(from, name), r.names.at)
	}
	if language := path.Ext(Stem(from)); len(found) == 0 && len(language) > 2 && IsMarkdown(target) {
		ending := path.Ext(target)
		found, exact = r.names.firstAt(targetPaths(from, strings.TrimSuffix(target, ending)+language+ending), r.names.file)
	}
	return found, exact
}

// namesOtherFile tells targets that end like a file that is no note and no page of a site.
func namesOtherFile(target string) bool {
	ext := path.Ext(target)
	return isFileExtension(ext) && !IsMarkdown(target) && !strings.EqualFold(ext, ".html")
}

// targetPaths are the paths that a markdown link can mean, the likeliest first. What begins with a slash is
// meant from the root of the repository, else from that of a site: the nearest folder above the note where
// it resolves, so that a page leads to others of its own version and language.
func targetPaths(from, target string) []string {
	decoded := target
	if d, err := url.PathUnescape(target); err == nil {
		decoded = d
	}
	var paths []string
	for _, t := range slices.Compact([]string{target, decoded}) {
		rest, rooted := strings.CutPrefix(t, "/")
		for _, alias := range [...]string{"@site/", "@/"} { // of Docusaurus, of Zola
			if below, ok := strings.CutPrefix(t, alias); ok {
				rest, rooted = below, true
			}
		}
		if rooted {
			t = rest
			paths = append(paths, path.Clean(t))
		} else {
			paths = append(paths, path.Join(path.Dir(from), t))
		}
		if strings.HasPrefix(t, ".") && !rooted {
			continue
		}
		for dir := path.Dir(from); dir != "." && dir != "/"; dir = path.Dir(dir) { // that of a site, or of Docusaurus' pages
			paths = append(paths, path.Join(dir, t))
		}
		if page, _ := edition.Of(from); strings.Contains(from, "/current/") && page != from { // what is not translated
			for dir := path.Dir(page); dir != "." && dir != "/"; dir = path.Dir(dir) {
				paths = append(paths, path.Join(dir, t))
			}
		}
		paths = append(paths, path.Clean(t))
		if rooted {
			paths = append(paths, path.Join("docs", t), path.Join("content", t), path.Join("src", t))
		}
	}
	return paths
}

// unquoteTemplate takes the target out of Hugo's {{< ref "x.md" >}} and Jekyll's {% link x.md %}.
func unquoteTemplate(target string) string {
	if !strings.HasPrefix(target, "{{") && !strings.HasPrefix(target, "{%") {
		return target
	}
	words := strings.FieldsFunc(target, func(c rune) bool { return strings.ContainsRune("{}<>% \t", c) })
	if len(words) == 2 && slices.Contains([]string{"ref", "relref", "link"}, words[0]) {
		return strings.Trim(strings.TrimPrefix(words[1], "path="), `"'`)
	}
	return target
}

// wiki resolves the target of a wiki link: id, path, stem, title, alias. Like Obsidian it takes the
// note of the same folder when a stem is not unique; other ambiguities are reported.
func (r *Resolver) wiki(from, target string) Resolution {
	if r.crowded.Load() {
		if known, ok := r.crowds.Load([2]string{path.Dir(from), target}); ok {
			return known.(Resolution)
		}
	}
	res := r.wikiAnew(from, target)
	if len(res.Candidates) > MostCandidates {
		r.crowds.Store([2]string{path.Dir(from), target}, res)
		r.crowded.Store(true)
	}
	return res
}

// wikiAnew resolves a target that may not have been asked for.
func (r *Resolver) wikiAnew(from, target string) Resolution {
	target = strings.TrimSpace(strings.TrimPrefix(target, "memory://"))
	if res, ok := r.named(from, target); ok {
		return res
	}
	if prefix, number, ok := splitNumber(target); ok {
		if res := r.number(from, prefix, number); !res.Broken() {
			return res
		}
	}
	switch lower := strings.ToLower(target); {
	case strings.Trim(target, "0123456789, ") == "", isFileExtension(path.Ext(target)) && !IsMarkdown(target):
		return external() // a footnote, an attachment
	case lower == "toc", lower == "_toc_", strings.ContainsAny(target, "\"[]`"), strings.HasPrefix(target, "'"):
		return external() // where a site puts its table of contents, a list of a program
	}
	for _, by := range []func(string) []int32{r.names.bySlug, r.names.byFolder} {
		if found := by(target); len(found) > 0 {
			return r.names.resolution(found)
		}
	}
	return Resolution{}
}

// named looks for a note by the names that it has, the surest first; false when none has it.
func (r *Resolver) named(from, target string) (res Resolution, ok bool) {
	if found := r.names.byID(target); len(found) > 0 {
		return r.names.nearby(from, found), true
	}
	paths := []string{path.Clean(strings.TrimPrefix(target, "/")), path.Join(path.Dir(from), target)}
	found, exact := r.names.firstAt(paths, r.names.file)
	if stems, same := r.names.byStem(target); !exact && (same || len(found) == 0) && len(stems) > 0 {
		return r.names.nearby(from, stems), true
	}
	for _, by := range []func(string) []int32{r.names.bySuffix, r.names.called} {
		if len(found) == 0 {
			found = by(target)
		}
	}
	return r.names.resolution(found), len(found) > 0
}

// isFileExtension tells an extension from the end of a name with a dot in it, such as "Section 2.1"
// or "Mr. Smith".
func isFileExtension(ext string) bool {
	if len(ext) < 2 || len(ext) > 6 {
		return false
	}
	letter := false
	for _, c := range ext[1:] {
		isLetter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !isLetter && (c < '0' || c > '9') {
			return false
		}
		letter = letter || isLetter
	}
	return letter
}

// mention resolves a path in running text; what names no note, or more than one, is no link.
// "README.md" alone is that of the same folder, if it is not the README of any project.
func (r *Resolver) mention(from, target string) Resolution {
	paths := []string{path.Clean(target), path.Join(path.Dir(from), target)}
	if !strings.Contains(target, "/") && isFolderNote(target) {
		paths = paths[1:]
	}
	found, _ := r.names.firstAt(paths, r.names.at)
	if len(found) == 0 {
		found = r.names.bySuffix(target)
	}
	if len(found) != 1 {
		return external()
	}
	return r.names.resolution(found)
}

// ref resolves a name of a "Refs:" line. The names of tickets are no links.
func (r *Resolver) ref(from, target string) Resolution {
	if res := r.wiki(from, target); !res.Broken() {
		return res
	}
	prefix, number, ok := splitNumber(strings.TrimPrefix(target, "#"))
	if !ok {
		return Resolution{External: strings.Count(target, " ") > 4} // a sentence about refs
	}
	if prefix == "" {
		return external()
	}
	return orExternal(r.number(from, prefix, number))
}
