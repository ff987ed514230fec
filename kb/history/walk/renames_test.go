package walk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
)

const (
	plainMode   = 0o100644
	programMode = 0o100755
	linkMode    = 0o120000
)

// blobs are files by their ids; an id that is in none of them is missing.
type blobs map[string]string

func (b blobs) read(id string) ([]byte, error) {
	text, ok := b[id]
	switch {
	case !ok:
		return nil, git.ErrMissing
	case text == "too large":
		return nil, git.ErrTooLarge
	}
	return []byte(text), nil
}

func added(path, blob string) git.Touch {
	return git.Touch{Status: 'A', Path: path, NewBlob: blob, NewMode: plainMode}
}

func deleted(path, blob string) git.Touch {
	return git.Touch{Status: 'D', Path: path, OldBlob: blob, OldMode: plainMode}
}

func changed(path, from, to string) git.Touch {
	return git.Touch{Status: 'M', Path: path, OldBlob: from, NewBlob: to, OldMode: plainMode, NewMode: plainMode}
}

// filled is n lines of ten bytes, of which the first so many are others.
func filled(n, others int) string {
	var b strings.Builder
	for i := range n {
		if i < others {
			fmt.Fprintf(&b, "other %03d\n", i)
		} else {
			fmt.Fprintf(&b, "plain %03d\n", i)
		}
	}
	return b.String()
}

// Of 100 lines, so many are others: what is similar by as many percent.
func versions() blobs {
	b := blobs{"large": "too large", "short": filled(49, 0), "half": filled(50, 0)}
	for _, others := range []int{0, 10, 25, 26, 40, 50, 51} {
		b[fmt.Sprint(100-others, "%")] = filled(100, others)
	}
	return b
}

func TestWhatIsARename(t *testing.T) {
	link := func(touch git.Touch) git.Touch {
		if touch.Status == 'A' {
			touch.NewMode = linkMode
		} else {
			touch.OldMode = linkMode
		}
		return touch
	}
	program := added("b.md", "100%")
	program.NewMode = programMode
	for _, c := range []struct {
		name    string
		touches []git.Touch
		want    string
	}{
		{"moved as it is", []git.Touch{deleted("a.md", "100%"), added("b.md", "100%")}, "R a.md→b.md"},
		{"moved and made a program", []git.Touch{deleted("a.md", "100%"), program}, "R a.md→b.md"},
		{"a link is no file", []git.Touch{deleted("a.md", "100%"), link(added("b.md", "100%"))}, "D a.md, A b.md"},
		{"nor a file a link", []git.Touch{link(deleted("a.md", "100%")), added("b.md", "90%")}, "D a.md, A b.md"},
		{"a link that was moved", []git.Touch{link(deleted("a", "100%")), link(added("b", "100%"))}, "R a→b"},
		{"half of it is left", []git.Touch{deleted("a.md", "100%"), added("b.md", "50%")}, "R a.md→b.md"},
		{"less than half", []git.Touch{deleted("a.md", "100%"), added("b.md", "49%")}, "D a.md, A b.md"},
		{"cut by half", []git.Touch{deleted("a.md", "100%"), added("b.md", "short")}, "D a.md, A b.md"},
		{"cut to half", []git.Touch{deleted("a.md", "100%"), added("b.md", "half")}, "R a.md→b.md"},
		{"the most similar", []git.Touch{deleted("a.md", "100%"), added("b.md", "60%"), added("c.md", "90%")}, "A b.md, R a.md→c.md"},
		{"the one of the same bytes", []git.Touch{deleted("a.md", "90%"), deleted("b.md", "100%"), added("c.md", "100%")},
			"D a.md, R b.md→c.md"},
		{"the one of the same name", []git.Touch{deleted("a.md", "100%"), deleted("x/b.md", "100%"), added("y/b.md", "100%")},
			"D a.md, R x/b.md→y/b.md"},
		{"its name and three quarters", []git.Touch{deleted("x/a.md", "100%"), deleted("b.md", "90%"), added("y/a.md", "75%")},
			"D b.md, R x/a.md→y/a.md"},
		{"its name and less", []git.Touch{deleted("x/a.md", "100%"), deleted("b.md", "90%"), added("y/a.md", "74%")},
			"D x/a.md, R b.md→y/a.md"},
		{"a name that two have is no help", []git.Touch{deleted("x/a.md", "75%"), deleted("z/a.md", "49%"), deleted("b.md", "90%"),
			added("y/a.md", "100%")},
			"D x/a.md, R b.md→y/a.md, D z/a.md"},
		{"equally similar: the name decides", []git.Touch{deleted("a.md", "90%"), deleted("x/c.md", "90%"), deleted("z/c.md", "49%"),
			added("y/c.md", "100%")},
			"D a.md, R x/c.md→y/c.md, D z/c.md"},
		{"each once", []git.Touch{deleted("a.md", "100%"), added("b.md", "100%"), added("c.md", "100%")}, "R a.md→b.md, C a.md→c.md"},
		{"copied from what was changed", []git.Touch{changed("a.md", "100%", "90%"), added("b.md", "100%")}, "M a.md, C a.md→b.md"},
		{"similar to what was changed", []git.Touch{changed("a.md", "100%", "90%"), added("b.md", "60%")}, "M a.md, A b.md"},
		{"empty files", []git.Touch{deleted("a.md", emptyBlob), added("b.md", emptyBlob), deleted("c.md", emptyBlob256),
			added("d.md", emptyBlob256)},
			"D a.md, A b.md, D c.md, A d.md"},
		{"too large to compare", []git.Touch{deleted("a.md", "large"), added("b.md", "100%")}, "D a.md, A b.md"},
		{"too large, and the same", []git.Touch{deleted("a.md", "large"), added("b.md", "large")}, "R a.md→b.md"},
		{"not here", []git.Touch{deleted("a.md", "gone"), added("b.md", "100%")}, "D a.md, A b.md"},
	} {
		r := &renames{read: versions().read}
		changes, err := r.detect(c.touches)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, change := range changes {
			text := string(change.Status) + " " + change.Path
			if change.OldPath != "" {
				text = string(change.Status) + " " + change.OldPath + "→" + change.Path
			}
			got = append(got, text)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
		if missing := c.name == "not here"; missing != (r.missing == Missing{1, "gone"}) {
			t.Errorf("%s: missing %+v", c.name, r.missing)
		}
	}
}

// Where a commit touches more files than can be compared, those of one name are still found.
func TestManyFilesAreComparedByNameOnly(t *testing.T) {
	for _, c := range []struct{ deleted, want int }{{maxPairs / 200, 2}, {maxPairs/200 + 1, 1}} {
		files := versions()
		var touches []git.Touch
		for i := range c.deleted - 2 {
			id := fmt.Sprint("gone ", i)
			files[id] = id
			touches = append(touches, deleted(fmt.Sprintf("gone/%d.md", i), id))
		}
		for i := range 199 {
			id := fmt.Sprint("come ", i)
			files[id] = strings.Repeat(id, 3)
			touches = append(touches, added(fmt.Sprintf("come/%d.md", i), id))
		}
		touches = append(touches, deleted("x/named.md", "100%"), added("y/named.md", "75%"), deleted("before.md", "49%"),
			deleted("more.md", "tiny"), added("after.md", "50%"))
		files["tiny"] = "x"
		changes, err := (&renames{read: files.read}).detect(touches)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, change := range changes {
			if change.Status == Renamed {
				count++
			}
		}
		if count != c.want {
			t.Errorf("%d files deleted: %d renamed, want %d", c.deleted, count, c.want)
		}
	}
}

func TestSimilarity(t *testing.T) {
	long := strings.Repeat("x", maxSpan)
	for _, c := range []struct {
		name, a, b string
		want       int
	}{
		{"the same", "a\nb\n", "a\nb\n", 100},
		{"nothing in common", "a\nb\n", "c\nd\n", 0},
		{"other order", "a\nb\n", "b\na\n", 100},
		{"half of the longer", "a\nb\nc\nd\n", "a\nb\n", 50},
		{"a line that is there once", "a\na\na\na\n", "a\n", 25},
		{"line ends of Windows", "a\r\nb\r\n", "a\nb\n", 66}, // the two bytes count towards the length
		{"a carriage return within a line", "a\rb\n", "ab\n", 0},
		{"empty", "", "", 0},
		{"empty and not", "", "a\n", 0},
		{"no line end at the end", "a\nb", "a\nb\n", 50},
		{"long lines are cut", long + long + "a\n", long + long + "b\n", 98},
		{"cut at the limit, not before", long[1:] + "a\n", long[1:] + "b\n", 1},
	} {
		got := similarity(fingerprintOf([]byte(c.a)), fingerprintOf([]byte(c.b)))
		if back := similarity(fingerprintOf([]byte(c.b)), fingerprintOf([]byte(c.a))); got != c.want || back != got {
			t.Errorf("%s: %d and %d, want %d", c.name, got, back, c.want)
		}
	}
}

// What one commit has read is at hand for the next, until it has become too much.
func TestReadFilesAreKept(t *testing.T) {
	reads := []string{}
	files := versions()
	r := &renames{read: func(id string) ([]byte, error) {
		reads = append(reads, id)
		return files.read(id)
	}}
	for range 2 {
		if _, err := r.detect([]git.Touch{deleted("a.md", "100%"), added("b.md", "90%")}); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Sort(reads); !slices.Equal(reads, []string{"100%", "90%"}) {
		t.Errorf("read %v, want each once", reads)
	}
	r.keep("big", &content{size: maxKept})
	if len(r.kept) != 1 || r.keptBytes != maxKept {
		t.Errorf("%d files of %d bytes are kept, want the last alone", len(r.kept), r.keptBytes)
	}
}
