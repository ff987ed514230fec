package move

import (
	"errors"
	"path"
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

func genTree(t *rapid.T) (tree, []string) {
	paths := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string { return genPath(t, "note") }), 2, 7,
		strings.ToLower).Draw(t, "notes")
	files := tree{}
	for _, p := range paths {
		var b strings.Builder
		b.WriteString(genFront(t, paths))
		if rapid.Bool().Draw(t, "titled") {
			b.WriteString("# " + rapid.SampledFrom([]string{"One", "Two", "Something else"}).Draw(t, "title") + "\n\n")
		}
		for range rapid.IntRange(0, 6).Draw(t, "links") {
			b.WriteString(genLink(t, p, paths) + rapid.SampledFrom([]string{" ", "\n", "\r\n", " é "}).Draw(t, "blank"))
		}
		files[p] = b.String()
	}
	return files, paths
}

func TestEveryLinkKeepsItsNote(t *testing.T) {
	moved, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		files, paths := genTree(t)
		from := rapid.SampledFrom(paths).Draw(t, "from")
		to := genPath(t, "new")
		if _, taken := files[to]; taken {
			return
		}
		p, err := Make(files.load(), from, to, files)
		var no *Refusal
		switch {
		case errors.As(err, &no) &&
			(strings.ContainsAny(to, " ()") || strings.HasSuffix(to, ".markdown")): // prose cannot mention such a path
			refused++
			return
		case err != nil:
			t.Fatalf("%v of\n%q", err, files)
		}
		moved++
		after := files.moved(p)
		sameLinks(t, files.load(), after.load(), from, to)
		for _, c := range p.Changes {
			onlyTargetsDiffer(t, c)
		}
	})
	if moved < 2*refused {
		t.Errorf("%d moves, %d refused", moved, refused)
	}
}

// sameLinks resolves every link of both trees.
func sameLinks(t *rapid.T, before, after *snapshot.Snapshot, from, to string) {
	at := func(p string) string {
		if p == from {
			return to
		}
		return p
	}
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
			place := path.Join(path.Dir(e.File.Path), was[i].Target) // of an image or a folder
			if old.Path == "" && was[i].Target != is[i].Target && at(place) != path.Join(path.Dir(at(e.File.Path)), is[i].Target) {
				t.Fatalf("%s:%d: %q named no note and became %q", e.File.Path, was[i].Line, was[i].Target, is[i].Target)
			}
		}
	}
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

// onlyTargetsDiffer takes the targets of all links out of both texts, and the values of the front
// matter's relations.
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
	return b.String()
}
