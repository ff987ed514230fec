package revision

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What one version of a note says differently from another, as a person would tell it.
func TestEverydayChanges(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		want           []string
	}{
		{"text before the first heading", "Tea is hot.\n\n# A\n", "Tea is cold.\n\n# A\n",
			[]string{"changed #", "  changed 1-1 Tea is [-hot-]{+cold+}."}},
		{"a key twice, in other letters", "---\nTea: hot\n---\n",
			"---\ntea: cold\nTEA: warm\nz: 1\n---\n",
			[]string{"changed tea: hot → cold", "added z:  → 1"}},
		{"a key that goes, a list, a mapping and a day", "---\na: [x, y]\nb: {k: 1}\nc: 2026-05-04\nd: true\nD: no\n---\n",
			"---\na: [x]\n---\n",
			[]string{"changed a: x, y → x", `removed b: {"k":1} →`, "removed c: 2026-05-04 →", "removed d: no →"}},
		{"two sections of one name", "# A\n\n## S\n\nOne is here.\n\n## S\n\nTwo is there.\n",
			"# A\n\n## S\n\nOne is here.\n\n## S\n\nTwo was there.\n",
			[]string{"changed #A/S", "  changed 9-9 Two [-is-]{+was+} there."}},
		{"a section that moves below another and is renamed", "# A\n\n## Old\n\nOne two three.\n\n# B\n",
			"# A\n\n# B\n\n## New\n\nOne two three.\n",
			[]string{"renamed #B/New was A/Old"}},
		{"a section whose parent is renamed", "# A\n\n## S\n\nOne two three.\n",
			"# B\n\n## S\n\nOne two three.\n", []string{"renamed #B was A"}},
		{"a heading that was reworded", "# A\n\n## How to brew\n\nOld one.\n\nOld two.\n\nSame text.\n",
			"# A\n\n## How to brew tea\n\nFresh bits arrive.\n\nQuite another thing.\n\nSame text.\n",
			[]string{"renamed #A/How to brew tea was A/How to brew", "  removed 5-0 Old one.", "  removed 7-0 Old two.",
				"  added 0-5 Fresh bits arrive.", "  added 0-7 Quite another thing."}},
		{"one text that is said again and again",
			"# A\n\n## Old\n\nSame.\n\nTwo is.\n\nThree is.\n", "# A\n\n## New\n\nSame.\n\nSame.\n\nSame.\n",
			[]string{"removed #A/Old", "  removed 5-0 Same.", "  removed 7-0 Two is.", "  removed 9-0 Three is.",
				"added #A/New", "  added 0-5 Same.", "  added 0-7 Same.", "  added 0-9 Same."}},
		{"a sentence that moves behind one that changed",
			"# A\n\nTea is very hot.\n\n## B\n\nOne is.\n", "# A\n\n## B\n\nTwo is.\n\nTea is very hot.\n",
			[]string{"changed #A/B", "  changed 7-5 [-One-]{+Two+} is.", "  moved 3-7 Tea is very hot."}},
		{"half of a section", "# A\n\n## Old\n\nOne is.\n\nTwo is.\n", "# A\n\n## New\n\nOne is.\n\nMilk and sugar.\n",
			[]string{"renamed #A/New was A/Old", "  removed 7-0 Two is.", "  added 0-7 Milk and sugar."}},
		{"less than half of a section", "# A\n\n## Old\n\nOne is.\n\nTwo is.\n",
			"# A\n\n## New\n\nOne is.\n\nMilk and sugar.\n\nNo more of it.\n",
			[]string{"removed #A/Old", "  removed 5-0 One is.", "  removed 7-0 Two is.", "added #A/New", "  added 0-5 One is.",
				"  added 0-7 Milk and sugar.", "  added 0-9 No more of it."}},
		{"a sentence that moves to a renamed section", "# A\n\nTea is very hot.\n\n## Old\n\nOne.\n",
			"# A\n\n## New\n\nOne.\n\nTea is very hot.\n",
			[]string{"renamed #A/New was A/Old", "  moved 3-7 Tea is very hot."}},
		{"a sentence that moves out of a renamed section", "# A\n\n## Old\n\nOne.\n\nTea is very hot.\n",
			"# A\n\nTea is very hot.\n\n## New\n\nOne.\n",
			[]string{"changed #A", "  moved 7-3 Tea is very hot.", "renamed #A/New was A/Old"}},
		{"three words do not move", "# A\n\nTea is.\n\n## B\n\nOne.\n", "# A\n\n## B\n\nOne.\n\nTea is.\n",
			[]string{"changed #A", "  removed 3-0 Tea is.", "changed #A/B", "  added 0-7 Tea is."}},
		{"a sentence that stood twice moves once", "# A\n\nTea is very hot.\n\n## B\n\nOne.\n",
			"# A\n\n## B\n\nOne.\n\nTea is very hot.\n\nTea is very hot.\n",
			[]string{"changed #A/B", "  moved 3-7 Tea is very hot.", "  added 0-9 Tea is very hot."}},
	} {
		got := told(Compare(Read([]byte(tt.old)), Read([]byte(tt.new))))
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// Of a sentence that moved it is told below which headings it stood, as they were called then.
func TestWhereASentenceStood(t *testing.T) {
	for old, want := range map[string]string{
		"# A\n\n## B\n\nTea is very hot.\n\n## C\n\nOne.\n":                      "A/B",
		"# A\n\n## Old\n\nThe text of it.\n\nTea is very hot.\n\n## C\n\nOne.\n": "A/Old",
	} {
		text := strings.Replace(old, "Tea is very hot.\n\n", "", 1) + "\nTea is very hot.\n"
		d := Compare(Read([]byte(old)), Read([]byte(strings.Replace(text, "Old", "New", 1))))
		p := d.Sections[len(d.Sections)-1].Passages[0]
		if p.Op != Moved || strings.Join(p.OldPath, "/") != want || p.Old != "Tea is very hot." {
			t.Errorf("%+v, want from %s", p, want)
		}
	}
}

// Of very many sections no text is compared: each is told as removed and added.
func TestManySectionsThatAreRenamed(t *testing.T) {
	for n, want := range map[int]int{50: 50, 51: 4 * 51} { // lines: a heading, or two of them with their texts
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "## Part %d of many\n\nText %d.\n\n", i, i)
		}
		old := text.String()
		if got := told(Compare(Read([]byte(old)), Read([]byte(strings.ReplaceAll(old, "of many", "of them all"))))); len(got) != want {
			t.Errorf("%d sections: %d lines, want %d", n, len(got), want)
		}
	}
}

// Of very many sections headings are not compared either, nor places below other headings.
func TestManySectionsThatMove(t *testing.T) {
	for n, want := range map[int][2]string{50: {"renamed", "moved"}, 51: {"removed", "removed"}} {
		var old, reworded, moved strings.Builder
		old.WriteString("# A\n\n")
		reworded.WriteString("# A\n\n")
		moved.WriteString("# A\n\n# B\n\n")
		for i := range n {
			fmt.Fprintf(&old, "## How to brew %d\n\nSame text %d.\n\nOld a %d.\n\nOld b %d.\n\n", i, i, i, i)
			fmt.Fprintf(&reworded, "## How to brew %d well\n\nSame text %d.\n\nFresh bits %d.\n\nAnother thing %d.\n\n", i, i, i, i)
			fmt.Fprintf(&moved, "## How to brew %d\n\nSame text %d.\n\nOld a %d.\n\nOld b %d.\n\n", i, i, i, i)
		}
		old.WriteString("# B\n")
		reworded.WriteString("# B\n")
		for i, text := range []string{reworded.String(), moved.String()} {
			d := Compare(Read([]byte(old.String())), Read([]byte(text)))
			ops := map[string]int{}
			for _, s := range d.Sections {
				ops[string(s.Op)]++
			}
			if ops[want[i]] != n {
				t.Errorf("%d sections: %v, want %d that are %s", n, ops, n, want[i])
			}
		}
	}
}

// Of a merge that is told what neither parent has: of the difference to one what the other has as well is left out.
func TestWithoutWhatAParentHas(t *testing.T) {
	const first = "---\na: 1\nb: 1\nc: 1\nd: 1\ng: 1\n---\n# A\n\nOne is here.\n\nTwo is here.\n\n## Gone\n\nOld text.\n\n## Also\n"
	const merge = "---\na: 2\nb: 2\ne: 2\nf: 2\ng: 2\n---\n# A\n\nOne was here.\n\nThree is new.\n\n## New\n\nNew text.\n\n## Fresh\n"
	const other = "---\na: 2\nc: 1\nE: 2\ng: 3\n---\n# A\n\nOne is here.\n\nThree is new.\n\n## New\n\nNew text.\n\n## Also\n"
	d := Compare(Read([]byte(first)), Read([]byte(merge)))
	d.Without(Read([]byte(other)))
	want := []string{"changed b: 1 → 2", "added f:  → 2", "changed g: 1 → 2", "removed c: 1 →",
		"changed #A", "  changed 10-10 One [-is-]{+was+} here.", "removed #A/Also", "added #A/Fresh"}
	if diff := cmp.Diff(want, told(d)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A note has sections, passages, and among those some that state something.
func TestSizeOfANote(t *testing.T) {
	for text, want := range map[string]string{
		"": "0 0 0", "Tea MUST be hot.\n": "0 1 1",
		"# A\n\nTea MUST be hot.\n\nHm.\n\n## B\n\n```\nx = 1\n```\n\nPots MUST be clean. Cups MUST too.\n": "2 5 3",
	} {
		sections, passages, statements := Read([]byte(text)).Size()
		if got := fmt.Sprint(sections, passages, statements); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
