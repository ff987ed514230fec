package history

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// past is a generated history in the form that git fast-import reads.
type past struct {
	stream  bytes.Buffer
	trees   []map[string]pastFile // of each commit
	parents [][]int
}

// pastFile is one file of a generated tree.
type pastFile struct {
	mode string
	data string // of a submodule: an id
}

// pastPaths are the names that the files have; quoted as fast-import wants them.
func pastPaths() []string {
	return []string{"a.md", "b.md", "dir/a.md", "dir/sub/c.md", "dir", "code.go", "x y.md", "new\nline.md", "tab\t.md",
		"\"quoted\".md", "ümläut.md", "latin-\xfc.md", "dir.md", "dir-a", "Z/z.md", "back\\slash.md"}
}

func pastMessages() []string {
	return []string{"plain", "subject\n\nbody\n\nReviewed-by: R <r@example.com>\nCo-authored-by: B <b@example.com>\n", "", "\n\n  \n",
		"two\nlines\n\nbody", "latin \xfc\xe9", "(#12) über", "s\n\nSigned-off-by: S\n not: a trailer\nplain line", "a\r\nb\r\n\r\nc\r\n",
		strings.Repeat("long ", 900)}
}

// pastTexts are longer texts that are more or less similar to one another.
func pastText(t *rapid.T) string {
	var b strings.Builder
	seed := rapid.IntRange(0, 3).Draw(t, "text")
	edits := rapid.IntRange(0, 12).Draw(t, "edits")
	for i := range 20 {
		if i < edits {
			fmt.Fprintf(&b, "changed line %d of %d\n", i, edits)
		} else {
			fmt.Fprintf(&b, "line %d of text %d\n", i, seed)
		}
	}
	return rapid.SampledFrom(
		[]string{b.String(), b.String(), "", "\x00binary" + b.String(), strings.ReplaceAll(b.String(), "\n", "\r\n")},
	).Draw(t, "form")
}

// generatePast makes up to 12 commits with up to three parents each.
func generatePast(t *rapid.T) *past {
	p := &past{}
	for i := range rapid.IntRange(1, 12).Draw(t, "commits") {
		parents := drawParents(t, i)
		tree := map[string]pastFile{}
		if len(parents) > 0 {
			tree = maps.Clone(p.trees[parents[0]])
		}
		for range rapid.IntRange(0, 4).Draw(t, "edits of the tree") {
			p.edit(t, tree)
		}
		if len(parents) > 1 {
			p.take(t, tree, p.trees[parents[len(parents)-1]])
		}
		p.commit(t, i, parents, tree)
	}
	return p
}

// take takes all files that another parent has, or for some paths what is there, be it nothing.
func (p *past) take(t *rapid.T, tree, other map[string]pastFile) {
	how := rapid.SampledFrom([]string{"nothing", "files", "paths", "all"}).Draw(t, "take")
	for _, path := range pastPaths() {
		f, there := other[path]
		switch {
		case how == "nothing" || how == "paths" && rapid.Bool().Draw(t, "ours"):
		case there:
			put(tree, path, f)
		case how != "files":
			delete(tree, path)
		}
	}
}

func drawParents(t *rapid.T, i int) []int {
	var parents []int
	for range min(i, rapid.SampledFrom([]int{0, 1, 1, 1, 1, 2, 2, 3}).Draw(t, "parents")) {
		n := i - 1 - rapid.IntRange(0, min(i-1, 4)).Draw(t, "parent")
		if !slices.Contains(parents, n) {
			parents = append(parents, n)
		}
	}
	return parents
}

// edit adds, changes, deletes, renames, copies or retypes one file.
func (p *past) edit(t *rapid.T, tree map[string]pastFile) {
	path := rapid.SampledFrom(pastPaths()).Draw(t, "path")
	names := slices.Sorted(maps.Keys(tree))
	if len(names) > 0 && rapid.Bool().Draw(t, "existing") {
		from := rapid.SampledFrom(names).Draw(t, "from")
		f := tree[from]
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			delete(tree, from)
		case 1: // rename
			delete(tree, from)
			put(tree, path, f)
		case 2: // rename and change
			delete(tree, from)
			put(tree, path, pastFile{f.mode, f.data})
			if !strings.HasPrefix(f.mode, "16") {
				put(tree, path, pastFile{f.mode, f.data + "one more line\n"})
			}
		case 3: // copy
			put(tree, path, f)
		case 4: // mode
			if f.mode == "100644" {
				put(tree, from, pastFile{"100755", f.data})
			}
		}
		return
	}
	switch rapid.IntRange(0, 5).Draw(t, "type") {
	case 0:
		put(tree, path, pastFile{"120000", rapid.SampledFrom([]string{"a.md", "elsewhere"}).Draw(t, "target")})
	case 1:
		put(tree, path, pastFile{"160000", strings.Repeat(rapid.SampledFrom([]string{"1", "2"}).Draw(t, "module"), 40)})
	default:
		put(tree, path, pastFile{"100644", pastText(t)})
	}
}

// put puts a file into a tree; what is in its way is removed, as a file and a folder cannot have one name.
func put(tree map[string]pastFile, path string, f pastFile) {
	for other := range tree {
		if strings.HasPrefix(other, path+"/") || strings.HasPrefix(path, other+"/") {
			delete(tree, other)
		}
	}
	tree[path] = f
}

func (p *past) commit(t *rapid.T, i int, parents []int, tree map[string]pastFile) {
	p.trees, p.parents = append(p.trees, tree), append(p.parents, parents)
	out := &p.stream
	fmt.Fprintf(out, "commit refs/heads/c%d\nmark :%d\n", i, i+1)
	when := 1_700_000_000 + rapid.IntRange(-5, 5).Draw(t, "time")*1000
	zone := rapid.SampledFrom([]string{"+0000", "+0530", "-0800", "+1400"}).Draw(t, "zone")
	name := rapid.SampledFrom([]string{"A ", "Ü ", "L \xfc ", ""}).Draw(t, "name")
	fmt.Fprintf(out, "author %s<a@example.com> %d %s\ncommitter C <> %d %s\n", name, when, zone, when+60, zone)
	if rapid.IntRange(0, 3).Draw(t, "encoding") == 0 {
		out.WriteString("encoding ISO-8859-1\n")
	}
	message := rapid.SampledFrom(pastMessages()).Draw(t, "message")
	fmt.Fprintf(out, "data %d\n%s\n", len(message), message)
	for n, parent := range parents {
		fmt.Fprintf(out, "%s :%d\n", []string{"from", "merge", "merge"}[n], parent+1)
	}
	out.WriteString("deleteall\n")
	for _, path := range slices.Sorted(maps.Keys(tree)) {
		f := tree[path]
		if f.mode == "160000" {
			fmt.Fprintf(out, "M 160000 %s %s\n", f.data, quoted(path))
		} else {
			fmt.Fprintf(out, "M %s inline %s\ndata %d\n%s\n", f.mode, quoted(path), len(f.data), f.data)
		}
	}
	out.WriteString("\n")
}

// quoted is a path in the quotes of C.
func quoted(path string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
