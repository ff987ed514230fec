package review

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// entryAt is a note as a snapshot has it.
func entryAt(path, text string) *snapshot.Entry {
	return snapshot.ReadEntry(git.File{Path: path, Blob: path + text}, &kb.Config{}, []byte(text))
}

// What of a rule weighs: its force, whether it denies, its value, whom it is of, and when.
func TestAspectsThatWeigh(t *testing.T) {
	for aspects, want := range map[string]bool{"force": true, "polarity": true, "value": true, "scope": true, "condition": true,
		"name":  false,
		"words": false, "": false, "name words": false, "words value": true} {
		if got := weighty(strings.Fields(aspects)); got != want {
			t.Errorf("%q weighs: %v", aspects, got)
		}
	}
	for _, c := range []struct {
		kind, text, want string
	}{{sentenceUnit, "Clients MUST retry.", "MUST"}, {itemUnit, "Clients SHOULD retry.", "SHOULD"}, {sentenceUnit, "Clients retry.", ""},
		{sentenceUnit, "Clients will retry.", ""}, {fieldUnit, "Clients MUST retry.", ""}, {codeUnit, "Clients MUST retry.", ""}} {
		u := &unit{kind: c.kind, Wording: Wording{Text: c.text}}
		if got := u.force(); got != c.want {
			t.Errorf("%s %q has the force %q, want %q", c.kind, c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		a, b unit
		want bool
	}{
		{unit{kind: fieldUnit, name: "status"}, unit{kind: fieldUnit, name: "status"}, true},
		{unit{kind: fieldUnit, name: "status"}, unit{kind: fieldUnit, name: "date"}, false},
		{unit{kind: codeUnit}, unit{kind: codeUnit}, true}, {unit{kind: codeUnit}, unit{kind: rowUnit}, false},
		{unit{kind: sentenceUnit}, unit{kind: itemUnit}, true}, {unit{kind: sentenceUnit}, unit{kind: rowUnit}, false},
		{unit{kind: rowUnit}, unit{kind: itemUnit}, false},
	} {
		if got := comparable(&c.a, &c.b); got != c.want {
			t.Errorf("%s %s and %s %s may be versions of one: %v", c.a.kind, c.a.name, c.b.kind, c.b.name, got)
		}
	}
}

// A heading or the definition of a link that comes, goes or moves is not told: what stands below it is.
func TestWhatIsNotTold(t *testing.T) {
	unit := func(text string) *unit { return &unitsOf("a.md", []byte(text))[0] }
	for _, c := range []struct {
		name     string
		old, new string
		moved    bool
		want     string
	}{
		{"a heading that comes", "", "# Limits of it", false, ""}, {"a heading that goes", "# Limits of it", "", false, ""},
		{"a heading that moves", "# Limits of it", "# Limits of it", true, ""},
		{"a sentence that moves", "It is.", "It is.", true, "moved"},
		{"a sentence that stays", "It is.", "It is.", false, ""}, {"a heading in other words", "# Limits", "# Quotas", false, "changed"},
		{"a field that moves", "---\nstatus: draft\n---\n", "---\nstatus: draft\n---\n", true, ""},
	} {
		p := pair{moved: c.moved}
		if c.old != "" {
			p.old = unit(c.old)
		}
		if c.new != "" {
			p.new = unit(c.new)
		}
		s, told := p.statement()
		if got := s.Change; told != (c.want != "") || told && got != c.want {
			t.Errorf("%s: %q, told %v, want %q", c.name, got, told, c.want)
		}
	}
}

// In a very long note equal units are paired in their order, behind what its beginning and end have in common.
func TestEqualPairsOfLongNotes(t *testing.T) {
	const n = 2001 // of which the square is more than is compared
	var v version
	add := func(list *[]unit, keys ...string) {
		for _, k := range keys {
			*list = append(*list, unit{key: k})
		}
	}
	add(&v.old, "first", "second", "was")
	add(&v.new, "first", "second", "is")
	for i := range n {
		add(&v.old, fmt.Sprint(i))
		add(&v.new, fmt.Sprint(i), fmt.Sprint("new ", i))
	}
	add(&v.old, "last")
	add(&v.new, "last")
	pairs := v.equalPairs()
	for _, p := range pairs {
		if v.old[p[0]].key != v.new[p[1]].key {
			t.Fatalf("%v: %q is not %q", p, v.old[p[0]].key, v.new[p[1]].key)
		}
	}
	if len(pairs) != n+3 || !slices.IsSortedFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] }) {
		t.Errorf("%d pairs, want %d in order", len(pairs), n+3)
	}
}

// Of two that are as like, the one of the same section is the version; a sentence may be cut into six, not seven.
func TestLikeUnits(t *testing.T) {
	const before = "# A\n\nThe queue of the shop holds 10 jobs.\n\n# B\n\nText stands here.\n"
	for name, c := range map[string]struct {
		after string
		want  []string
	}{
		"in the same section, second": {"# B\n\nThe queue of the shop holds 30 jobs.\n\nText stands here.\n\n# C\n\nIt is.\n\n# A\n\n" +
			"The queue of the shop holds 20 jobs.\n", []string{"added: It is.", "added: The queue of the shop holds 30 jobs.",
			"changed value: The queue of the shop holds 20 jobs."}},
	} {
		if got := changes(before, c.after); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	for n, want := range map[int]string{maxParts: "[0 1 2 3 4]", maxParts + 1: "[]"} {
		units := unitsOf("a.md", []byte(strings.TrimSpace(strings.Repeat("It is open today. ", n))))
		at := n - 1
		joined, took := join(&units[at], units, span(0, at-1), plain(textOf(units)))
		if got := fmt.Sprint(took); got != want || (joined != nil) != (want != "[]") || joined != nil && (joined.Text != textOf(units) ||
			joined.Col != 1) {
			t.Errorf("%d sentences are joined: %s, want %s", n, got, want)
		}
		if joined, _ := join(&units[at], units, span(1, at-1), plain(textOf(units))); joined != nil {
			t.Errorf("a sentence that is taken is joined: %q", joined.Text)
		}
	}
}

// What is found again in another note, in other words, has six words or more.
func TestAcrossNotesInOtherWords(t *testing.T) {
	for _, c := range []struct {
		lost, gained string
		want         string
	}{
		{"Doors of shops open daily at nine.", "Doors of the shops open daily at nine.", "true"},
		{"Doors open daily at nine.", "The doors open daily at nine.", ""},
		{"Doors of shops open daily at nine. The doors of the shops open daily at nine.", "Doors of shops open daily at nine.", "true"},
		{"Doors of shops open daily at nine.", "Cats sleep most of the time in houses.", ""},
		{"Doors open daily at nine.", "Doors open daily at nine.", "true"}, // in the same words four do
		{"Doors open at nine.", "Doors open at nine.", "true"}, {"Doors open daily.", "Doors open daily.", ""},
	} {
		got := ""
		for _, p := range across(pointers(unitsOf("a.md", []byte(c.lost))), pointers(unitsOf("b.md", []byte(c.gained)))) {
			got += fmt.Sprint(p.moved)
		}
		if got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.lost, c.gained, got, c.want)
		}
	}
}

// Of whole notes the fields are told with the note, of changed ones apart.
func TestFieldsOfWholeNotes(t *testing.T) {
	texts := map[string]string{"old": "---\nstatus: draft\n---\nDoors open.\n", "new": "---\nstatus: accepted\n---\nDoors open.\n"}
	entry := func(which string) *snapshot.Entry {
		if which == "" {
			return nil
		}
		e := entryAt("a.md", texts[which])
		e.File.Blob = which
		return e
	}
	for sides, want := range map[[2]string]string{{"", "new"}: "added Doors open.", {"old", ""}: "removed Doors open.",
		{"old", "new"}: "changed status: accepted"} {
		list, untold := statements([]validate.Change{{Path: "a.md", Old: entry(sides[0]), New: entry(sides[1])}},
			func(f git.File) []byte { return []byte(texts[f.Blob]) }, func(validate.Change) *snapshot.Entry { return nil })
		got := ""
		for _, s := range list {
			got += s.Change + " " + s.said().Text
		}
		if got != want || untold != 0 {
			t.Errorf("%q: %q and %d untold, want %q", sides, got, untold, want)
		}
	}
}

// A statement of a note that got another name is of the new one.
func TestPathsOfRenamedNotes(t *testing.T) {
	c := &change{run: &validate.Run{Changes: []validate.Change{
		{Path: "b.md", Old: entryAt("b.md", "B.\n"), New: entryAt("b.md", "C.\n")},
		{Path: "new.md", Old: entryAt("old.md", "A.\n"), New: entryAt("new.md", "A.\n")},
		{Path: "gone.md", Old: entryAt("gone.md", "D.\n")},
	}}}
	s := &Statement{New: &Wording{Path: "new.md"}, Old: &Wording{Path: "old.md"}}
	for said, want := range map[*Wording]string{s.New: "new.md", s.Old: "new.md", {Path: "b.md"}: "b.md", {Path: "gone.md"}: "gone.md",
		{Path: "other.md"}: "other.md"} {
		if got := c.pathNow(said, s); got != want {
			t.Errorf("%s is now %s, want %s", said.Path, got, want)
		}
	}
}

// Paths of code are looked up that a note did not cite before: those of its front matter as globs.
func TestNewlyCitedPaths(t *testing.T) {
	c := &change{report: newReview(&Range{}), run: &validate.Run{Changes: []validate.Change{
		{Path: "gone.md", Old: entryAt("gone.md", "---\nfiles: [src/z.go]\n---\n")},
		{Path: "a.md", Old: entryAt("a.md", "---\nfiles: [src/a.go]\n---\n"),
			New: entryAt("a.md", "---\nfiles: [src/a.go, src/b.go]\n---\n")},
		{Path: "b.md", New: entryAt("b.md", "---\nfiles: [src/c.go]\n---\n")}, {Path: "c.md", Old: entryAt("c.md", "C.\n")},
	}}}
	said := func(text string) *Wording { return &Wording{Path: "d.md", Line: 7, Text: text} }
	c.report.Statements = []Statement{
		{Kind: sentenceUnit, New: said("See `src/d.go`.")}, {Kind: sentenceUnit, New: said("See `src/e.go`, `src/f.go`."),
			Old: said("See `src/e.go`.")},
		{Kind: fieldUnit, New: said("See `src/g.go`.")}, {Kind: codeUnit, New: said("`src/h.go`")},
		{Kind: sentenceUnit, New: said("See `src/i.go`."), Argues: true}, {Kind: sentenceUnit, Old: said("See `src/j.go`.")},
	}
	want := []citation{{"a.md", "src/b.go", 1, true}, {"b.md", "src/c.go", 1, true}, {"d.md", "src/d.go", 7, false},
		{"d.md", "src/f.go", 7, false}}
	if got := c.newlyCited(); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// What the commits of a change touch besides notes; of a merge, or of a commit whose parents are not here, nothing.
func TestTouchedCode(t *testing.T) {
	touching := func(parents int, cut bool, paths ...string) *walk.Commit {
		c := &walk.Commit{Cut: cut}
		for i := range parents {
			c.Parents = append(c.Parents, fmt.Sprint(i))
		}
		for _, p := range paths {
			from, to, _ := strings.Cut(p, ">")
			c.Changes = append(c.Changes, walk.Change{OldPath: from, Path: to})
		}
		return c
	}
	c := &change{commits: []*walk.Commit{touching(2, false, ">m.go"), touching(1, true, ">c.go"),
		touching(1, false, "b.go>a.go", ">n.md", "z.go>", ">a.go")}}
	if got := c.touchedCode(); !slices.Equal(got, []string{"a.go", "b.go", "z.go"}) {
		t.Errorf("touched %q", got)
	}
}

// A note becomes stale, or is settled, when its score reaches what counts as stale on one side only.
func TestTurnsOfStaleness(t *testing.T) {
	for _, c := range []struct {
		was, is float64
		want    string
	}{{.5, .4, "settled"}, {.4, .5, "caused"}, {.5, .5, ""}, {.5, .6, ""}, {.4, .4, ""}, {.6, .5, ""}} {
		if got := staleTurn(c.was, c.is, .5); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.was, c.is, got, c.want)
		}
	}
}

// The join of notes tells a conflict from what could be merged.
func TestJoinOfNotes(t *testing.T) {
	const base = "One door is open.\n\nTwo.\n\nThree keys are lost.\n"
	for _, c := range []struct {
		ours, theirs, want string
		whole              bool
	}{
		{strings.Replace(base, "open", "shut", 1), strings.Replace(base, "lost", "found", 1),
			"One door is shut.\n\nTwo.\n\nThree keys are found.\n", true},
		{strings.Replace(base, "open", "shut", 1), strings.Replace(base, "open", "green", 1), "", false},
	} {
		text, whole := notesJoin().Merge([]byte(base), []byte(c.ours), []byte(c.theirs))
		if whole != c.whole || whole && string(text) != c.want {
			t.Errorf("%q, whole %v, want %q", text, whole, c.want)
		}
	}
}

// A finding that several places give names so many of them, and what is no longer said weighs a little.
func TestPartsOfAReport(t *testing.T) {
	var list []ScopedFinding
	for i := range maxRelated + 4 {
		f := ScopedFinding{Finding: validate.Finding{Rule: "r", Fingerprint: "f", Place: placeAt("a.md", i+1)}}
		f.Place.Text = "Doors open."
		list = append(list, f)
	}
	if got := collapse(list); len(got) != 1 || len(got[0].Related) != maxRelated || got[0].Related[0].Line != 2 {
		t.Errorf("%+v", got)
	}
	for n, want := range map[int]float64{0: 0, 1: .02, 5: .08} {
		c := &change{report: newReview(&Range{})}
		for range n {
			c.report.Statements = append(c.report.Statements, Statement{Change: Removed, Kind: sentenceUnit, Old: &Wording{}})
		}
		c.report.Statements = append(c.report.Statements, Statement{Change: Removed, Kind: headingUnit, Old: &Wording{}},
			Statement{Change: Removed, Kind: fieldUnit, Old: &Wording{}},
			Statement{Change: Removed, Kind: sentenceUnit, Old: &Wording{}, Argues: true})
		if c.weigh(); c.report.Risk.Removed != want {
			t.Errorf("%d sentences that are gone weigh %v, want %v", n, c.report.Risk.Removed, want)
		}
	}
}

// A label stands before a colon and a value, has four words at most, and is of prose.
func TestLabels(t *testing.T) {
	for text, want := range map[string]string{"Owner: Bo": "owner", "The owner of it: Bo": "the owner of it", "The owner of all it: Bo": "",
		"Owner:": "", "Owner: ": "", "Owner Bo": "", "Owner:Bo": ""} {
		if got := (&unit{kind: itemUnit, Wording: Wording{Text: text}}).label(); got != want {
			t.Errorf("%q has the label %q, want %q", text, got, want)
		}
	}
	if got := (&unit{kind: rowUnit, Wording: Wording{Text: "Owner: Bo"}}).label(); got != "" {
		t.Errorf("a row has the label %q", got)
	}
	for sides, want := range map[[2]bool]bool{{true, true}: true, {true, false}: false, {false, true}: false, {false, false}: false} {
		p := pair{old: &unitsOf("a.md", []byte("Doors open at nine."))[0], new: &unitsOf("a.md", []byte("Doors open at ten."))[0]}
		p.old.argues, p.new.argues = sides[0], sides[1]
		if s, ok := p.statement(); !ok || s.Argues != want {
			t.Errorf("before and after %v: argues %v", sides, s.Argues)
		}
	}
}

// A long block of code, such as a log, is read in one go: not anew with each of its lines.
func TestLongCode(t *testing.T) {
	const line = "2026-05-04 a request was answered"
	text := "# Log\n\n```\n" + strings.Repeat(line+"\n", 4000) + "```\n\nThe end.\n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	units := unitsOf("log.md", []byte(text))
	runtime.ReadMemStats(&after)
	if len(units) != 3 || strings.Count(units[1].Text, line) != 4000 || len(units[1].words) != 4000*7 || units[1].EndLine != 4003 {
		t.Errorf("%d units", len(units))
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > uint64(100*len(text)) {
		t.Errorf("%d bytes were read with %d", len(text), took)
	}
}
