package markdown

import (
	"runtime"
	"strings"
	"testing"
)

// allocated is the memory that a call takes in all, freed or not: what grows with the square of its
// input shows here.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestMemoryIsBoundedByTheSizeOfTheFile(t *testing.T) {
	for name, source := range map[string]string{
		"wide table":       strings.Repeat("|a", 5000) + "|\n" + strings.Repeat("|-", 5000) + "|\n" + strings.Repeat("|x|\n", 2000),
		"link definitions": strings.Repeat("[a]: b\n", 30000),
		"open definitions": strings.Repeat("[a]:\n", 30000),
		"empty fences":     strings.Repeat("```\n", 30000),
		"comments":         strings.Repeat(strings.Repeat("<!--", 100)+"\n", 1000),
		"toml tables":      "+++\n" + strings.Repeat("[[a]]\n", 10000) + "+++\n",
		"toml dotted key":  "+++\n[" + strings.Repeat("a.", 30000) + "a]\n+++\n",
		"toml dotted keys": "+++\n" + strings.Repeat("a."+strings.Repeat("b.", 50)+"c = 1\n", 500) + "+++\n",
		"toml nesting":     "+++\na = " + strings.Repeat("[", 60000) + "\n+++\n",
		"blanks in lists":  nested(50) + strings.Repeat("\n", 100000),
		"blanks, items":    strings.Repeat(nested(50)+strings.Repeat("\n", 500), 20),
		"yaml nesting":     "---\n" + strings.Repeat("[", 60000) + "\n---\n",
		"yaml probing":     "---\n" + strings.Repeat("a: 1\n", 700) + strings.Repeat("[", 4000) + "\n---\n",
		"wiki links":       strings.Repeat("[[b]] ", 30000),
		"wiki, quoted":     "- \"" + strings.Repeat("[[b]]\" \"", 20000),
		"long reference":   "[x]: " + strings.Repeat("o", 100000) + "\n\n" + strings.Repeat("[x] ", 20000),
		"yaml, one line":   "---\n" + strings.Repeat("[", 8000) + "\n---\n",
	} {
		var d *Document
		if n, limit := allocated(func() { d = Parse([]byte(source)) }), uint64(64<<20+200*len(source)); n > limit {
			t.Errorf("%s: %d bytes for a file of %d", name, n, len(source))
		}
		if wrong := checkCover([]byte(source), d); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
		if strings.HasPrefix(name, "toml") && len(d.Problems) == 0 {
			t.Errorf("%s: no problem reported", name)
		}
	}
}

// nested is a list of the given depth.
func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

func TestBlankLinesChangeNoBlock(t *testing.T) {
	few, many := "- a\n\n\n  b\n\n# H\n\ntext\n", "- a\n\n\n \r\n\t\n\n  b\n\n\n\n\n# H\n\n\n\n\ntext\n"
	if got := Parse([]byte(many)); len(got.Sections) != 2 || many[got.Sections[1].Span.Start] != '#' ||
		len(got.Chunks) != len(Parse([]byte(few)).Chunks) {
		t.Errorf("sections %+v", got.Sections)
	} else if wrong := checkCover([]byte(many), got); wrong != "" {
		t.Error(wrong)
	}
}

func TestTOMLStringsAreNoStructure(t *testing.T) {
	source := "+++\na = \"" + strings.Repeat("[.", 600) + "\" # it's\nb = '''\n" + strings.Repeat("{.", 600) + "\n'''\nc = 1\n+++\n"
	d := Parse([]byte(source))
	if v, _ := d.FrontMatter.Get("c"); v != int64(1) || len(d.Problems) > 0 {
		t.Errorf("c is %v, problems %v", v, d.Problems)
	}
}

func TestByteOrderMarkIsNoText(t *testing.T) {
	source := "\xEF\xBB\xBF# Title\r\n\r\ntext\r\n"
	d := Parse([]byte(source))
	if d.Title != "Title" || len(d.Sections) != 1 {
		t.Errorf("title %q, sections %+v", d.Title, d.Sections)
	}
	if wrong := checkCover([]byte(source), d); wrong != "" {
		t.Error(wrong)
	}
}

func TestColonInAPlainValueLosesNothing(t *testing.T) {
	d := Parse([]byte("---\ntitle: Part one: the start\ntags: [a]\n---\n"))
	if v, _ := d.FrontMatter.Get("title"); v != "Part one: the start" {
		t.Errorf("title is %v", v)
	}
	if len(d.Problems) != 1 {
		t.Errorf("problems %v", d.Problems)
	}
}

func TestTableBelowTextIsABlockOfItsOwn(t *testing.T) {
	for source, want := range map[string]ChunkKind{
		"| a | b |\n|---|---|\n| c | d |\n":                 Table,
		"a | b\n:-- | --:\nc | d\n":                         Table,
		"a | b | c\n|---|---|\n":                            Prose, // as many cells as columns, or it is no table
		"text\n| a \\| b |\n|---|\n| ccccccccccccccccc |\n": Table,
		"[a]: b\n[c]: d\n":                                  Prose,
	} {
		if d := Parse([]byte(source)); len(d.Chunks) != 1 || d.Chunks[0].Kind != want {
			t.Errorf("%q: %+v, want %s", source, d.Chunks, want)
		}
	}
}
