package snapshot

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/lazy"
)

// Options say how a tree is loaded.
type Options struct {
	Cache    string                // file with what earlier loads have parsed, "" for none
	Brief    bool                  // the process ends with its answer: the cache stays mapped until then
	Earlier  *Snapshot             // of the same repository, instead of the cache: what both have takes memory once. May be nil
	Progress func(done, total int) // of files that are parsed; may be nil
}

// Load reads the notes of a tree. Files that cannot be read are among Skipped.
func Load(ctx context.Context, repo *kb.Repo, tree *kb.Tree, o Options) (*Snapshot, error) {
	var known *known
	if o.Earlier != nil {
		known = fromEarlier(tree, o.Earlier)
	} else {
		known = fromCache(tree, openCache(o.Cache, o.Brief))
	}
	parsed, skipped, err := parseAll(ctx, repo, tree, known.unread, o.Progress)
	if err != nil {
		return nil, err
	}
	s := newSnapshot(tree, repo.Origin(), append(known.entries, parsed...))
	s.Skipped = skipped
	if known.stored != nil {
		s.stored, s.cached = known.stored, known.cached
	}
	for _, e := range s.Entries {
		if !e.cached {
			s.fresh++
		}
	}
	return s, nil
}

// known is what there is of a tree before any of it is parsed.
type known struct {
	entries []*Entry
	unread  []git.File
	stored  func() *storedBase // nil for none
	cached  bool               // stored comes from a cache
}

// fromEarlier takes from an earlier snapshot the notes whose bytes and labels are the same.
func fromEarlier(tree *kb.Tree, s *Snapshot) *known {
	k := &known{stored: s.stored, cached: s.cached}
	for _, f := range tree.Files {
		e := s.Entry(f.Path)
		if e == nil || f.Blob == "" || e.File.Blob != f.Blob {
			k.unread = append(k.unread, f)
			continue
		}
		label := tree.Config.Label(f.Path)
		if label == "" {
			label = e.label
		}
		if e.File != f || e.Note.Label != label {
			other := *e
			other.File, other.Note.Label = f, label
			e = &other
		}
		k.entries = append(k.entries, e)
	}
	return k
}

// fromCache takes from the cache the notes whose bytes are known, and gives them the labels of this
// tree.
func fromCache(tree *kb.Tree, c *cache) *known {
	k := &known{entries: make([]*Entry, 0, len(tree.Files))}
	if c.base != nil {
		base := c.base
		k.stored, k.cached = func() *storedBase { return base }, true
	}
	for _, f := range tree.Files {
		e := c.entry(f)
		if e == nil {
			k.unread = append(k.unread, f)
			continue
		}
		if label := tree.Config.Label(f.Path); label != "" {
			e.Note.Label = label
		}
		k.entries = append(k.entries, e)
	}
	return k
}

// ReadEntry parses one file of a tree.
func ReadEntry(f git.File, config *kb.Config, source []byte) *Entry {
	doc := markdown.Parse(source)
	note, _ := kb.NewNote(f.Path, f.Blob, doc, source)
	e := &Entry{File: f, Note: note, label: note.Label}
	links, code, anchors := doc.Links, doc.Code, doc.AnchorNames()
	if len(anchors) == 0 || takesText(source) { // a page without a heading is a program's
		anchors = append([]string{takesIn}, anchors...)
	}
	e.anchors = func() []string { return anchors }
	e.links = func() []markdown.Link { return links }
	e.code = func() []markdown.CodeSpan { return code }
	var statements []markdown.Statement
	var facts []fact.Disagreement
	if asserts(&note) {
		statements = sentences(&note, doc, source)
		facts = fact.Find(string(withoutDerived(&note, source)), markdown.Argues)
	}
	e.facts = func() []fact.Disagreement { return facts }
	e.statements = func() []markdown.Statement { return statements }
	e.count = func() int { return len(statements) }
	e.glance = sync.OnceValue(e.newGlance)
	if label := config.Label(f.Path); label != "" {
		e.Note.Label = label
	}
	return e
}

// inclusion is by what tools put the text of another file into a note, or what they have drawn out of code.
var inclusion = lazy.Pattern(`(?i)\{\{[#<%]?-?\s*/?(?:include|snippet|readfile|md-?file|render|import|embed|remote)|` +
	`\{%-?\s*(?:include|render|snippet|macro|from|for)|--8<--|@include|\{(?:include|eval-rst|auto\w+|mdinclude)\}|\[!include|` +
	`from\s+['"][^'"\n]+\.mdx?['"]|!\[\[|(?m:^:::\s*[\w.]+\.\w+\s*$)|<[A-Z]\w*(?:Partial|Content|Include)\b|(?m:^<script\b)|` +
	`(?m:^#{1,6}\s+<!--.*-->\s*$)|(?m:^import\b.*\bfrom\s+['"](?:\.|@site|[@~]?/|src/))`)

// takesText reports whether a note takes in the text of another file. Only lines with one of the signs that
// these marks have are compared with the pattern, which takes longer than parsing all of them.
func takesText(source []byte) bool {
	for line := range bytes.Lines(source) {
		marked := false
		for _, sign := range [...]string{"{{", "{%", "`{", ":{", "--8<--", "![[", "[!", ":::", "import", "export", "<script", "@",
			"Partial", "Content", "nclude", "# <!--"} {
			marked = marked || bytes.Contains(line, []byte(sign))
		}
		if marked && inclusion().Match(line) {
			return true
		}
	}
	return false
}

// withoutDerived is a note with blanks in the place of what a summary repeats of others.
func withoutDerived(n *kb.Note, source []byte) []byte {
	if n.Kind != "summary" {
		return source
	}
	start, end, derived, _ := kb.Derived(source)
	if !derived {
		return source
	}
	out := slices.Clone(source)
	for i := start; i < end; i++ {
		if out[i] != '\n' && out[i] != '\r' {
			out[i] = ' '
		}
	}
	return out
}

// sentences are the statements of a note without what says something of the note itself: a header, relations.
func sentences(n *kb.Note, doc *markdown.Document, source []byte) []markdown.Statement {
	lines := kb.HeaderLines(doc, source)
	for _, r := range n.Relations {
		if r.Body {
			lines = append(lines, r.Line)
		}
	}
	all := markdown.Statements(doc, withoutDerived(n, source))
	if st, ok := decided(n, doc, source); ok {
		all = append([]markdown.Statement{st}, all...)
	}
	if len(lines) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(st markdown.Statement) bool { return slices.Contains(lines, st.Line) })
}

// asserts tells whether a note's sentences say what is so: not in plans of work, in what was put
// into an archive, in lists of what changed, or in forms that are yet to be filled in.
func asserts(n *kb.Note) bool {
	if kb.IsTemplate(n.Path) || n.DocType == "procedural" || n.Label == "archive" ||
		slices.ContainsFunc(strings.Split(path.Dir(strings.ToLower(n.Path)), "/"), recordsPast) {
		return false
	}
	name := strings.ToLower(strings.TrimSuffix(path.Base(n.Path), path.Ext(n.Path)))
	if n.Kind == "doc" && (dated(name) || strings.Contains(name, "meeting") && strings.Contains(name, "minutes") ||
		slices.ContainsFunc(strings.Split(path.Dir(strings.ToLower(n.Path)), "/"), recordsDays)) {
		return false // minutes, a log, a post
	}
	if strings.HasPrefix(name, "changelog") {
		return false
	}
	switch name {
	case "changes", "history", "news", "releases", "release-notes", "release_notes", "releasenotes":
		return false
	}
	return true
}

// recordsDays tells the folders whose notes say what was said or done on a day.
func recordsDays(folder string) bool {
	switch folder {
	case "minutes",
		"meetings",
		"meeting-notes",
		"meeting_notes",
		"meeting-minutes",
		"meeting-notes-archive",
		"blog",
		"posts",
		"_posts",
		"newsletters",
		"announcements":
		return true
	}
	return false
}

// recordsPast tells the folders whose notes say what was, or what is elsewhere.
func recordsPast(folder string) bool {
	switch folder {
	case "vendor", "node_modules", "third_party": // others' notes of other things
		return true
	case "archive", "changelog", "changelogs", "release-notes", "release_notes", "releasenotes":
		return true
	}
	return false
}

// outcome is one file that was read.
type outcome struct {
	entry *Entry
	skip  *kb.Skip
}

// parseAll reads the files one after another and parses them side by side.
func parseAll(
	ctx context.Context, repo *kb.Repo, tree *kb.Tree, files []git.File, progress func(done, total int),
) ([]*Entry, []kb.Skip, error) {
	if len(files) == 0 {
		return nil, nil, nil
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer blobs.Close()
	type job struct {
		i      int
		file   git.File
		source []byte
	}
	jobs := make(chan job, 2*runtime.GOMAXPROCS(0))
	outcomes := make([]outcome, len(files))
	var parsers workers.Group
	for range runtime.GOMAXPROCS(0) {
		parsers.Go(func() {
			for j := range jobs {
				parsers.Do(func() { outcomes[j.i].entry = ReadEntry(j.file, tree.Config, j.source) })
			}
		})
	}
	i := 0
	err = blobs.Each(files, func(f git.File, source []byte, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case err != nil:
			outcomes[i].skip = &kb.Skip{Path: f.Path, Reason: err.Error()}
		case encoding.Binary(source):
			outcomes[i].skip = &kb.Skip{Path: f.Path, Reason: "binary"}
		default:
			jobs <- job{i, f, source}
		}
		i++
		if progress != nil {
			progress(i, len(files))
		}
		return nil
	})
	close(jobs)
	parsers.Wait()
	if err != nil {
		return nil, nil, fmt.Errorf("read notes: %w", err)
	}
	entries, skipped := split(outcomes)
	return entries, skipped, nil
}

// split tells the notes that were read from the files that were passed over.
func split(outcomes []outcome) (entries []*Entry, skipped []kb.Skip) {
	for _, o := range outcomes {
		switch {
		case o.entry != nil:
			entries = append(entries, o.entry)
		case o.skip != nil:
			skipped = append(skipped, *o.skip)
		}
	}
	return entries, skipped
}

// dated tells a name that begins with a day, "2026-05-04 Weekly", "20260504-outage".
func dated(name string) bool {
	digits := 0
	for _, r := range name {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case digits == 8:
			return strings.HasPrefix(name, "19") || strings.HasPrefix(name, "20")
		case r != '-' && r != '_' && r != '.':
			return false
		}
	}
	return digits == 8 && (strings.HasPrefix(name, "19") || strings.HasPrefix(name, "20"))
}
