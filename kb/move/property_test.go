package move

import (
	"errors"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

func genPath(t *rapid.T, label string) string {
	dir := rapid.SampledFrom([]string{"", "a/", "a/b/", "docs/", "docs/adr/", "c/docs/"}).Draw(t, label+" folder")
	stem := rapid.SampledFrom(
		[]string{"one", "two", "Three", "four-x", "README", "index", "spec", "0001-x", "0002-y", "eip-7", "with space", "été", "p(q)"},
	).Draw(t, label)
	return dir + stem + rapid.SampledFrom([]string{".md", ".md", ".md", ".markdown"}).Draw(t, label+" ending")
}

// genLink writes a link of any kind to a note or to nothing.
func genLink(t *rapid.T, from string, paths []string) string {
	to := rapid.SampledFrom(append([]string{"gone.md", "a/gone.md"}, paths...)).Draw(t, "to")
	rel := relativePath(path.Dir(from), to)
	bare := strings.TrimSuffix(to, path.Ext(to))
	stem := path.Base(bare)
	target := rapid.SampledFrom(
		[]string{rel, "./" + rel, "/" + to, to, strings.TrimSuffix(rel, path.Ext(rel)), path.Dir(rel) + "/"},
	).Draw(t, "path")
	name := rapid.SampledFrom(
		[]string{stem, bare, to, strings.ToUpper(stem), path.Base(to), path.Base(path.Dir(to)), "/" + to},
	).Draw(t, "name")
	encoded := strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29").Replace(target)
	return rapid.SampledFrom([]string{
		"[text](" + encoded + ")", "[text](<" + target + "#part> 'title')", "![image](" + encoded + ")",
		"[r][ref]\n\n[ref]: " + encoded + " 'T'\n",
		"[[" + name + "]]", "[[" + name + "#Head|text]]", "![[" + name + "]]", "\n- implements [[" + name + "]]\n", "see " + to + " there",
		"see `" + rel + "` there",
		"in " + bare + " there", "\nRefs: " + stem + ", " + bare + "\n", "`[x](" + encoded + ")`", "memory://" + bare + " and",
		"[m](memory://" + strings.ReplaceAll(bare, " ", "%20") + ")", "\n```\n[x](" + encoded + ")\n```\n",
	}).Draw(t, "link")
}

// genFront writes relations of a front matter.
func genFront(t *rapid.T, paths []string) string {
	if !rapid.Bool().Draw(t, "front matter") {
		return ""
	}
	to := rapid.SampledFrom(paths).Draw(t, "related")
	bare := strings.TrimSuffix(to, path.Ext(to))
	return "---\n# kept\ntags: [x]\nrelations:\n  - {type: supersedes, target: \"" + bare + "\"} # kept\n  - target: " + to +
		"\n    type: leads_to\nsee-also: [" +
		path.Base(bare) + "]\nrequires: 1, 7\n---\n"
}

func genTree(t *rapid.T) tree {
	paths := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string { return genPath(t, "note") }), 2, 7,
		strings.ToLower).Draw(t, "notes")
	images := rapid.SliceOfNDistinct(rapid.Custom(genImage), 0, 4, strings.ToLower).Draw(t, "images")
	files := tree{}
	for _, p := range images {
		files[p] = ""
	}
	for _, p := range paths {
		var b strings.Builder
		b.WriteString(genFront(t, paths))
		if rapid.Bool().Draw(t, "titled") {
			b.WriteString("# " + rapid.SampledFrom([]string{"One", "Two", "Something else"}).Draw(t, "title") + "\n\n")
		}
		for range rapid.IntRange(0, 6).Draw(t, "links") {
			link := genLink(t, p, paths)
			if len(images) > 0 && rapid.IntRange(0, 2).Draw(t, "image") == 0 {
				link = genEmbed(t, p, images)
			}
			b.WriteString(link + rapid.SampledFrom([]string{" ", "\n", "\r\n", " é "}).Draw(t, "blank"))
		}
		files[p] = b.String()
	}
	return files
}

// genImage is the path of a file that is no note.
func genImage(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "a/", "a/img/", "docs/", "static/img/"}).Draw(t, "image's folder") +
		rapid.SampledFrom([]string{"one.png", "two.png", "a b.PNG", "data.csv", "main.go"}).Draw(t, "image")
}

// genEmbed writes a link to an image, or to its folder.
func genEmbed(t *rapid.T, from string, images []string) string {
	to := rapid.SampledFrom(images).Draw(t, "to")
	rel := relativePath(path.Dir(from), to)
	site := "/" + strings.TrimPrefix(to, "static/")
	return rapid.SampledFrom([]string{
		"![i](<" + rel + ">)", "![i](<./" + rel + "?raw=true> 'T')", "[l](<" + rel + "#L3>)", "[r][ref]\n\n[ref]: <" + rel + "> 'T'\n",
		"![i](<" + site + ">)", "![i](<" + path.Base(to) + ">)", "![[" + path.Base(to) + "|200]]", "![[" + to + "]]", "[[" + to + "|x]]",
		"[f](<" + path.Dir(rel) + "/>)",
	}).Draw(t, "link")
}

// genMoves moves some files, or a folder with all that lies in it.
func genMoves(t *rapid.T, files tree) Moves {
	paths := slices.Sorted(maps.Keys(files))
	from := rapid.SampledFrom(paths).Draw(t, "from")
	to := genPath(t, "new")
	if !kb.IsMarkdown(from) {
		to = genImage(t)
	}
	if folder := path.Dir(from); folder != "." && rapid.Bool().Draw(t, "folder") {
		from, to = folder, rapid.SampledFrom([]string{"x", "a/x", "docs/a", "with space", "static/y"}).Draw(t, "to folder")
	}
	moves := Moves{from: to}
	if files.Exists(to) || strings.HasPrefix(to, from+"/") {
		moves = nil
	}
	return moves
}

func TestEveryLinkKeepsItsNote(t *testing.T) {
	moved, folders, refused := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		files := genTree(t)
		moves := genMoves(t, files)
		if moves == nil {
			return
		}
		p, err := files.plan(moves)
		var no *Refusal
		switch {
		case errors.As(err, &no) && slices.ContainsFunc(slices.Collect(maps.Values(moves)), func(to string) bool {
			return strings.ContainsAny(to, " ()") || strings.HasSuffix(to, ".markdown") // prose cannot mention such a path
		}):
			refused++
			return
		case err != nil:
			t.Fatalf("%v of\n%q", err, files)
		}
		moved++
		for from := range moves {
			if path.Ext(from) == "" {
				folders++
			}
		}
		after := files.moved(p, moves)
		sameLinks(t, files, after, moves.After)
		for _, c := range p.Changes {
			onlyTargetsDiffer(t, c)
		}
	})
	if moved < 2*refused || folders < moved/20 {
		t.Errorf("%d moves, %d of them of folders, %d refused", moved, folders, refused)
	}
}

// sameLinks resolves every link of both trees.
func sameLinks(t *rapid.T, files, moved tree, at func(string) string) {
	before, after := files.load(), moved.load()
	if len(before.Entries) != len(after.Entries) {
		t.Fatalf("%d notes, then %d", len(before.Entries), len(after.Entries))
	}
	for _, e := range before.Entries {
		now := after.Entry(at(e.File.Path))
		was, is := distinct(e.Links()), distinct(now.Links())
		if len(was) != len(is) {
			t.Fatalf("%s: %d links, then %d", e.File.Path, len(was), len(is))
		}
		sameRelations(t, e, now, before, after, at)
		for i := range was {
			old, now := before.Resolver().Link(e.File.Path, was[i]), after.Resolver().Link(at(e.File.Path), is[i])
			if old.Path != "" && at(old.Path) != now.Path {
				t.Fatalf("%s:%d: %q named %s; %q names %+v", e.File.Path, was[i].Line, was[i].Target, old.Path, is[i].Target, now)
			}
			oldFile, newFile := files.file(e.File.Path, was[i]), moved.file(at(e.File.Path), is[i])
			if old.Path == "" && old.Candidates == nil && moved.Exists(at(oldFile)) && at(oldFile) != newFile {
				t.Fatalf("%s:%d: %q named %s; %q names %q", e.File.Path, was[i].Line, was[i].Target, oldFile, is[i].Target, newFile)
			}
			if old.Path == "" && oldFile == "" && was[i].Target != is[i].Target {
				t.Fatalf("%s:%d: %q named nothing and became %q", e.File.Path, was[i].Line, was[i].Target, is[i].Target)
			}
		}
	}
}

// file returns what a link names that names no note, looked for in a plain way.
func (t tree) file(from string, l markdown.Link) string {
	target, _, _ := strings.Cut(l.Target, "?")
	var tries []string
	wiki := l.Kind == markdown.LinkWiki || l.Kind == markdown.LinkEmbed
	if wiki && (len(path.Ext(target)) < 2 || kb.IsMarkdown(target)) || !wiki && l.Kind != markdown.LinkMarkdown || target == "" {
		return ""
	}
	near, root := path.Join(path.Dir(from), target), path.Clean(strings.TrimPrefix(target, "/"))
	switch {
	case wiki:
		tries = []string{root, near}
	case target[0] == '/':
		tries = []string{root}
	case target[0] == '.':
		tries = []string{near}
	default:
		tries = []string{near, root}
	}
	for _, p := range tries {
		if p == "." && t.Exists(".") || p != "." && t.Exists(p) {
			return p
		}
	}
	var found []string
	for p := range t {
		if !kb.IsMarkdown(p) && strings.HasSuffix("/"+p, "/"+root) && target[0] != '.' && root != "." {
			found = append(found, p)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// sameRelations looks for every relation of a note in the note after the move.
func sameRelations(t *rapid.T, was, is *snapshot.Entry, before, after *snapshot.Snapshot, at func(string) string) {
	for _, rel := range was.Note.Relations {
		want := at(before.Resolver().Relation(was.File.Path, rel.Target).Path)
		if want != "" && !slices.ContainsFunc(is.Note.Relations, func(r kb.Relation) bool {
			return r.Type == rel.Type && after.Resolver().Relation(is.File.Path, r.Target).Path == want
		}) {
			t.Fatalf("%s: %s %s is gone", was.File.Path, rel.Type, rel.Target)
		}
	}
}

// onlyTargetsDiffer takes the targets of all links out of both texts, the values of the front matter's relations,
// and the numbers by which a text calls a record: a moved one may get another.
func onlyTargetsDiffer(t *rapid.T, c Change) {
	if was, is := blanked(c.Old), blanked(c.New); was != is {
		t.Fatalf("%s:\n%s\n---- became\n%s", c.Path, was, is)
	}
}

func blanked(source []byte) string {
	doc := markdown.Parse(source)
	var b strings.Builder
	front := string(source[:doc.FrontMatter.Span.End])
	for line := range strings.Lines(front) {
		for _, key := range []string{"target: ", "see-also: ", "requires: "} {
			if at := strings.Index(line, key); at >= 0 {
				tail := ""
				if strings.HasSuffix(line, "} # kept\n") {
					tail = "} # kept\n"
				}
				line = line[:at+len(key)] + tail
			}
		}
		b.WriteString(line)
	}
	at := len(front)
	for _, l := range doc.Links {
		if l.TargetStart < at {
			continue // a definition, or the second link of one
		}
		b.Write(source[at:l.TargetStart])
		b.WriteByte('@')
		at = l.TargetEnd
	}
	b.Write(source[at:])
	return called.ReplaceAllString(b.String(), "eip-@")
}

var called = regexp.MustCompile(`\beip-\d+\b`)
