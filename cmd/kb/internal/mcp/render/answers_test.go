package render

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
)

// someone wrote a commit on a day of May 2026.
func someone(id, name, subject string, day int) walk.Commit {
	when := time.Date(2026, 5, day, 12, 0, 0, 0, time.UTC)
	return walk.Commit{ID: strings.Repeat(id, 40), Author: walk.Signature{Name: name, When: when}, Subject: subject}
}

// aLog is the life of a note in three commits of which one is not listed.
func aLog() *desk.NoteLog {
	return &desk.NoteLog{Note: "docs/tea.md", Rest: 1, Commits: []desk.LogEntry{
		{
			Commit: strings.Repeat("b", 40), Parents: []string{"x", "y"}, Date: "2026-05-04", Author: walk.Signature{Name: "Ann\x1b[31m"},
			Subject: "Brew longer", Body: "\nGreen tea needs it.\n", Status: walk.Modified,
			Trailers: []walk.Trailer{{Key: "Reviewed-by", Value: "Bob"}},
		},
		{
			Commit:  "abc",
			Date:    "2026-05-03",
			Author:  walk.Signature{Name: "Bob"},
			Subject: "Move the note",
			Status:  walk.Renamed,
			OldPath: "tea notes.md",
		},
	}}
}

func aBlame() *desk.NoteBlame {
	ann := someone("a", "Ann", "Brew longer", 4)
	var holders []desk.LineHolder
	for i, name := range []string{"Ann", "", "Cid", "Dan", "Eve"} {
		holders = append(holders, desk.LineHolder{Name: name, Lines: 9 - i})
	}
	return &desk.NoteBlame{Note: "docs/tea.md", Origins: 2, Sections: []desk.SectionBlame{
		{Part: "front matter", StartLine: 1, EndLine: 3},
		{Part: "beginning", StartLine: 4, EndLine: 4},
		{
			Part: "section", Path: []string{"Tea", "Green"}, StartLine: 5, EndLine: 9, Subject: ann.Subject, Holders: holders,
			Last: &history.Provenance{Commit: ann.ID, Date: "2026-05-04", Author: ann.Author.Name},
		},
	}}
}

func filled[T any](v T, fill func(T)) T {
	fill(v)
	return v
}

// answers are one of each form, and of what it says when something is missing.
func answers() []struct {
	name   string
	answer Answer
} {
	age := 3
	tea := Evidence{
		Root: "shop", Path: "docs/tea.md", StartLine: 2, EndLine: 4, Title: "Tea", Heading: "Green", Kind: "memory", Type: "gotcha",
		Status:  "accepted",
		Changed: "2026-05-04", AgeDays: &age, Commit: "aaaaaaaaaa", Author: "Ann", Near: "links",
		Warnings: []string{"marked as needing review"}, Text: "Three minutes.",
		Conflicts: []Conflict{{Path: "docs/more tea.md", Line: 7, Text: "Five minutes.", Says: "Three minutes.", Energy: 0.75}},
	}
	plain := Evidence{Path: "a.md", StartLine: 1, EndLine: 1, Title: "A", Kind: "doc", Changed: "2026-01-02", Text: "a"}
	repo := Repository{
		Root: "shop", Folder: "/srv/the shop", Notes: 3, Chunks: 5, Links: 2, Broken: 1, Updated: "2026-05-04", Inactive: 1, Review: 2,
		Kinds: map[string]int{"memory": 1, "doc": 2}, Types: map[string]int{"gotcha": 1}, Statuses: map[string]int{"none": 3},
		Tags: []string{"tea", "cups"}, History: "2 commits", Limits: []string{"cut off"}, Missing: []string{"no note is a summary"},
	}
	life := aLife()
	return []struct {
		name   string
		answer Answer
	}{
		{
			"found",
			&Found{
				About:      About{Notices: []string{"the index is\nbehind"}},
				Summary:    "2 parts",
				Hits:       []Evidence{tea, plain},
				Suggestion: "green tea",
				NextCursor: "abc",
			},
		},
		{"nothing found", &Found{Summary: "Nothing found."}},
		{"related", &Related{Found: Found{Summary: "1 part", Hits: []Evidence{plain}}, Files: []Beside{{"brew.go", 1}, {"a cup.go", 2}}}},
		{"log", filled(&Past{}, func(p *Past) { p.Fill(aLog(), Cursor{}, 9, Form{Chars: DefaultChars}) })},
		{"no log", &Past{Path: "docs/tea.md"}},
		{"blame", filled(&Past{}, func(p *Past) { p.FillBlame(aBlame(), Form{Chars: DefaultChars}) })},
		{"checked", filled(&Checked{Verdict: "contradicts", Statements: 2}, func(s *Checked) {
			s.Add("shop", "team", &validate.Said{
				Place: validate.Place{
					Path: "docs/tea.md",
					Line: 7,
					Text: "Five\nminutes.",
				}, Relation: "contradicts", Energy: 0.75, Explanation: "number",
			})
			s.Add("", "", &validate.Said{
				Place:        validate.Place{Path: "old tea.md", Line: 1, Text: "Three."},
				Relation:     "superseded",
				SupersededBy: "new tea.md",
			})
		})},
		{"no conflict", &Checked{Verdict: NoneFound, Statements: 1}},
		{"nearest", &Checked{Verdict: NoneFound, Statements: 1, Nearest: []Said{
			{Path: "docs/a.md", Line: 7, Relation: "near", Text: "Sessions last."},
		}}},
		{"stats", &Stats{Repositories: []Repository{repo, {Root: "new", Folder: "/srv/new", Commit: "abc"}}}},
		{"categories", &Summaries{
			Categories: []CategoryCount{
				{Name: "tea", Title: "Tea", Description: "What we\nbrew.", Notes: 1, BuiltIn: true},
				{Name: "cups", Notes: 2},
			},
			Notes: []CategoryOfNotes{{Path: "docs/tea.md", Kind: "memory", Status: "accepted", Title: "Tea"}}, Summary: &plain,
		}},
		{"categories of the repository", &Summaries{Categories: []CategoryCount{{Name: "cups", Notes: 2}}}},
		{"no categories", &Summaries{}},
		{"a whole note", &Read{Note: plain, Lines: 1}},
		{"a part of a note", &Read{
			Note: plain, Lines: 90, Sections: []Section{{"Green", "green", 4, 9}, {"Black", "black", 10, 90}},
			Provenance: ProvenanceOf(&life), NextCursor: "abc",
		}},
		{"packed", filled(&Packed{}, func(p *Packed) { p.Fill(&packing.Context{}) })},
	}
}

// aLife is that of a note with a former name.
func aLife() history.Summary {
	first, last := someone("1", "Bob", "Begin", 1), someone("2", "Ann", "Brew longer", 4)
	return history.Summary{
		First:   &first,
		Last:    &last,
		Began:   true,
		Commits: 2,
		Authors: []history.Author{{Name: "Ann"}, {Name: "Bob"}},
		Names:   []string{"docs/tea.md", "tea.md"},
	}
}

// What an agent reads of every answer, word by word: what a note says between the marks, and what kb
// says outside of them. The golden file is made by UPDATE_GOLDEN=1.
func TestAnswersAsText(t *testing.T) {
	var b strings.Builder
	mark := regexp.MustCompile(`(\[\[evidence |\n| and )([0-9a-f]{12})\b`)
	for _, a := range answers() {
		text, structured, err := Write(a.answer, Form{Chars: MostChars})
		if err != nil || structured != nil {
			t.Fatalf("%s: %v, and as structure: %s", a.name, err, structured)
		}
		none, structured, err := Write(a.answer, Form{Chars: MostChars, JSON: true})
		if err != nil || none != "" || !json.Valid(structured) {
			t.Errorf("%s: %v, no JSON or a text: %s %s", a.name, err, structured, none)
		}
		fmt.Fprintf(&b, "-- %s --\n%s", a.name, mark.ReplaceAllString(text, "${1}MARK"))
	}
	name := filepath.Join("testdata", "answers.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(lines)) {
		if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
			t.Fatalf("%s:%d: what is written differs from here on:\n%s", name, i+1,
				strings.Join(got[min(i, len(got)):min(i+5, len(got))], "\n"))
		}
	}
}

// A log is cut by the number of commits and by the room, and goes on at the cursor.
func TestLogInPages(t *testing.T) {
	log := &desk.NoteLog{Note: "a.md"}
	for i := range 5 {
		log.Commits = append(log.Commits,
			desk.LogEntry{Commit: strings.Repeat(fmt.Sprint(i), 40), Status: walk.Added, Subject: strings.Repeat("s", 140)})
	}
	page := func(from, limit, chars int) string {
		p := &Past{}
		p.Fill(log, Cursor{Offset: from}, limit, Form{Chars: chars})
		var out []string
		for _, e := range p.Events {
			out = append(out, e.Commit[:1])
		}
		next, err := ReadCursor(p.NextCursor, "", 100)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s of %d, then %d", strings.Join(out, ""), p.Commits, next.Offset)
	}
	e := eventOf(&log.Commits[0])
	takes := Form{}.size(&e, func(b *strings.Builder) { e.render(b, NewFence(), e.quoted()) })
	for _, c := range []struct {
		from, limit, chars int
		want               string
	}{
		{0, 2, 9000, "01 of 5, then 2"},
		{2, 2, 9000, "23 of 5, then 4"},
		{4, 2, 9000, "4 of 5, then 0"},
		{0, 9, 2 * frameChars, "0123 of 5, then 4"},
		{0, 9, 2 * 2 * takes, "01 of 5, then 2"}, // of few characters half are for the parts
		{0, 9, 2*2*takes - 2, "0 of 5, then 1"},
		{3, 9, 1, "3 of 5, then 4"}, // one at least
	} {
		if got := page(c.from, c.limit, c.chars); got != c.want {
			t.Errorf("from %d, %d commits in %d characters: %s, want %s", c.from, c.limit, c.chars, got, c.want)
		}
	}
}

// A blame goes out whole or not at all.
func TestBlameFitsOrNot(t *testing.T) {
	whole := &Past{}
	if !whole.FillBlame(aBlame(), Form{Chars: DefaultChars}) {
		t.Fatal("a small blame does not fit")
	}
	takes := 0
	for i := range whole.Sections {
		b := &whole.Sections[i]
		takes += Form{}.size(b, func(w *strings.Builder) { b.render(w, NewFence(), b.quoted()) })
	}
	if !(&Past{}).FillBlame(aBlame(), Form{Chars: 2 * takes}) || (&Past{}).FillBlame(aBlame(), Form{Chars: 2*takes - 2}) {
		t.Errorf("a blame of %d characters does not end there", takes)
	}
}

// Twelve findings are listed, and the others counted.
func TestFindingsAreCounted(t *testing.T) {
	s := &Checked{}
	for i := range 15 {
		s.Add("", "", &validate.Said{Place: validate.Place{Path: "a.md", Line: i + 1}})
	}
	if len(s.Found) != 12 || s.More != 3 || s.Found[11].Line != 12 {
		t.Errorf("%d listed, %d more", len(s.Found), s.More)
	}
}

func TestSummaryOfAPage(t *testing.T) {
	for _, c := range []struct {
		n, offset int
		more      bool
		tried     []string
		empty     string
		want      string
	}{
		{0, 0, false, nil, "", "Nothing found. Try other words, or fewer filters."},
		{0, 0, false, []string{"words", "meaning"}, "", "Nothing found. Tried words; meaning. Try other words, or fewer filters."},
		{0, 0, false, nil, "There are no notes.", "Nothing found. There are no notes."},
		{0, 10, false, nil, "There are no notes.", "No more."},
		{1, 0, false, nil, "", "1 part of a note."},
		{2, 0, true, nil, "", "2 parts of notes, best first; there are more."},
	} {
		if got := Summary("a note", c.n, Cursor{Offset: c.offset}, c.more, c.tried, c.empty); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The headings of a long note are named as deep as there is room for them all.
func TestSectionsAsDeepAsTheyFit(t *testing.T) {
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "# T%d\n\n## A%d\n\n## B%d\n\n### C%d\n\n", i, i, i, i)
	}
	doc := markdown.Parse([]byte(b.String()))
	all := func(n int) int { return len(sections(doc, n)) }
	top, two := sections(doc, sizeOf(sections(doc, 800))), sections(doc, 1<<20)
	if len(top) != 10 || top[0].Heading != "T0" || top[0].StartLine != 1 || top[9].EndLine < top[9].StartLine {
		t.Errorf("%+v", top)
	}
	if len(two) != 40 {
		t.Errorf("%d of 40 headings in a room for all", len(two))
	}
	if n := sizeOf(top); all(n) != 10 || all(n-1) != 0 {
		t.Errorf("room for %d characters gives %d headings, for one less %d", n, all(n), all(n-1))
	}
	if doc := markdown.Parse([]byte(b.String() + "### One more\n")); len(sections(doc, 1<<20)) != 30 {
		t.Error("more than 40 headings are named")
	}
}

// A message has at most so many characters in either form: texts are cut first, and then lists.
func TestAnswersAreCut(t *testing.T) {
	long := &Found{Summary: "many"}
	for i := range 100 {
		long.Hits = append(long.Hits,
			Evidence{Path: fmt.Sprintf("%d.md", i), Title: "T", Kind: "doc", Text: strings.Repeat("ä <b>\n", 300)})
	}
	long.NextCursor = strings.Repeat("c", 90)
	for _, chars := range []int{1_000, 3_000, 20_000, 40_000} {
		f := Form{Chars: chars, Advice: "ask for less", Around: strings.Repeat("x", 200)}
		text, _, err := Write(long, f)
		if err != nil {
			t.Fatal(err)
		}
		long.Notices, f.JSON = nil, true
		_, structured, err := Write(long, f)
		if err != nil {
			t.Fatal(err)
		}
		var back Found
		if err := json.Unmarshal(structured, &back); err != nil {
			t.Fatal(err)
		}
		if n, m := len([]rune(quoted(text))), len([]rune(string(structured))); n > chars-200 || m > chars-200 {
			t.Errorf("%d and %d characters where %d are allowed", n, m, chars-200)
		}
		if !strings.Contains(text, "cut: ask for less") || len(back.Notices) != 1 {
			t.Errorf("of %d characters: nothing is said of the cut: %q", chars, back.Notices)
		}
		if back.NextCursor != long.NextCursor || chars > 10_000 && len(back.Hits) < 10 {
			t.Errorf("of %d characters: %d hits, cursor %q", chars, len(back.Hits), back.NextCursor)
		}
		long.Notices = nil
	}
	if len(long.Hits) != 100 || len(long.Hits[0].Text) < 1000 {
		t.Error("cutting has changed the answer itself")
	}
}

// Of counts by name the greatest stay.
func TestCutCounts(t *testing.T) {
	kinds := map[string]int{}
	for i := range 200 {
		kinds[fmt.Sprintf("kind-%03d", i)] = i
	}
	s := &Stats{Repositories: []Repository{{Kinds: kinds, Types: map[string]int{}, Statuses: nil}}}
	_, structured, err := Write(s, Form{Chars: 2_000, JSON: true})
	if err != nil {
		t.Fatal(err)
	}
	var back Stats
	if err := json.Unmarshal(structured, &back); err != nil || len(back.Repositories) != 1 {
		t.Fatal(err, len(back.Repositories))
	}
	got := back.Repositories[0].Kinds
	if len(got) == 0 || len(got) == 200 || got["kind-199"] != 199 {
		t.Errorf("of 200 counts: %v", got)
	}
	for name, n := range got {
		if n < 200-len(got) {
			t.Errorf("%s stays, and %d greater ones went", name, 200-len(got))
		}
	}
}

// A text that is cut within a quotation ends it.
func TestCutTextClosesTheQuotation(t *testing.T) {
	var b strings.Builder
	f := NewFence("x")
	f.Quote(&b, strings.Repeat("word ", 100))
	whole := b.String()
	if got := CutText(whole, len(whole)); got != whole {
		t.Errorf("cut where it fits: %q", got)
	}
	got := CutText(whole, 200)
	if !strings.HasSuffix(got, "\n"+f.mark+"]]\n\n[cut here]\n") || len(got) > 200 {
		t.Errorf("%q", got)
	}
	if got := CutText(whole+strings.Repeat("after ", 99), len(whole)+100); strings.Count(got, f.mark+"]]") != 1 {
		t.Errorf("a quotation that had ended is ended again: %q", got)
	}
}

// As many parts are taken as fit; the first is shortened, at the end of a line.
func TestPartsThatFit(t *testing.T) {
	part := func(lines int) Evidence {
		return Evidence{
			Path:      "a.md",
			StartLine: 10,
			EndLine:   9 + lines,
			Title:     "A",
			Kind:      "doc",
			Text:      strings.TrimSpace(strings.Repeat("nine char\n", lines)),
		}
	}
	found := []Evidence{part(20), part(20), part(20)}
	takes := Form{}.Size(&found[0]) // of few characters half are for the parts
	found = append(found, found...)
	for chars, want := range map[int]int{6 * takes: 6, 6*takes - 1: 5, 5 * takes: 5, 5*takes - 1: 4} {
		if got := (Form{Chars: max(frameChars+chars, 2*frameChars)}).Fit(found); got != want {
			t.Errorf("%d of 6 in %d characters, want %d", got, chars, want)
		}
	}
	if found[0].Text != part(20).Text {
		t.Error("a part that fits was shortened")
	}
	if (Form{Chars: DefaultChars, JSON: true}).Fit(found) != 6 {
		t.Error("by default six small parts do not fit")
	}
	long := []Evidence{part(500), part(1)}
	if got := (Form{Chars: 1_500}).Fit(long); got < 1 || !strings.HasSuffix(long[0].Text, "nine char\n[…]") {
		t.Errorf("%d, %q", got, long[0].Text[max(0, len(long[0].Text)-40):])
	}
	if lines := strings.Count(long[0].Text, "nine char"); long[0].EndLine != long[0].StartLine+lines-1 {
		t.Errorf("%d lines are left, said to be %d to %d", lines, long[0].StartLine, long[0].EndLine)
	}
}

func TestWhatIsKnownOfTheHistory(t *testing.T) {
	for want, r := range map[string]desk.Reach{
		"could not be read: no such\\nobject": {Failed: errors.New("no such\\nobject")},
		"is being read":                       {Reading: true},
		"no commits":                          {},
		"1 commit, read up to aaaaaaaaaa":     {Head: strings.Repeat("a", 40), Commits: 1, Reading: true},
		"3 commits, read up to abc":           {Head: "abc", Commits: 3},
	} {
		if got := Reached(r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFilesThatAreNotRead(t *testing.T) {
	var skipped []kb.Skip
	if got := LeftOut(skipped); got != nil {
		t.Errorf("%q", got)
	}
	for i := range 8 {
		skipped = append(skipped, kb.Skip{Path: fmt.Sprintf("%d.md", i), Reason: "binary"})
	}
	if got := LeftOut(skipped[:1]); len(got) != 1 || got[0] != "1 markdown file not read: 0.md (binary)" {
		t.Errorf("%q", got)
	}
	if got := LeftOut(skipped)[0]; !strings.HasSuffix(got, "7.md (binary)") {
		t.Errorf("eight: %q", got)
	}
	if got := LeftOut(append(skipped, kb.Skip{Path: "9.md"}))[0]; !strings.HasSuffix(got, "7.md (binary), …") ||
		!strings.HasPrefix(got, "9 markdown files") {
		t.Errorf("nine: %q", got)
	}
}
