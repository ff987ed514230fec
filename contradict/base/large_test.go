package base

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// region is a word of its own for a number.
func region(i int) string {
	return "reg" + strings.Repeat(string(rune('a'+i%26)), 2) + string(rune('a'+i/26)) + "o"
}

// Words that nearly every statement has are not looked up, and count all the same: of three hundred
// statements that differ in a region each is contradicted by its own region alone.
func TestWordsThatEveryStatementHas(t *testing.T) {
	const many = 300
	var list []*read.Parsed
	for i := range many {
		list = append(list,
			read.Parse(read.Statement{Text: "The gateway of " + region(i) + " closes idle client sessions after 30 minutes.",
				Document: fmt.Sprintf("%d.md", i)}))
	}
	b := New(list)
	if b.commonFrom() >= many {
		t.Fatal("no word is too common to be looked up")
	}
	var news []*read.Parsed
	for i := 0; i < many; i += 60 {
		news = append(news,
			read.Parse(read.Statement{Text: "The gateway of " + region(i) + " closes idle client sessions after 45 minutes.",
				Document: "new.md"}))
	}
	for i, p := range news {
		var found []string
		for _, f := range b.Conflicts([]*read.Parsed{p}, judge.Warn) {
			found = append(found, f.B.Document)
		}
		if want := fmt.Sprintf("%d.md", 60*i); !slices.Equal(found, []string{want}) {
			t.Errorf("%q contradicts %q, want %s", p.Text, found, want)
		}
		near := b.Nearest([]*read.Parsed{p}, 2)
		if len(near) == 0 || near[0] != list[60*i] {
			t.Errorf("%q is nearest to %+v", p.Text, near)
		}
	}
	// Nothing is in common but what all have.
	common := read.Parse(read.Statement{Text: "Client sessions of the shop are idle.", Document: "new.md"})
	if found := b.Conflicts([]*read.Parsed{common}, judge.Warn); len(found) > 0 {
		t.Errorf("%q contradicts %d statements", common.Text, len(found))
	}
}

// What is judged at once is reported with how much of it is done, and ended when that is wanted.
func TestAllIsWatchedAndEnded(t *testing.T) {
	b := New(parsedRequirements())
	b.Add(read.Parse(read.Statement{Text: "The importer must close idle connections after 5 minutes.", Document: "new.md"}))
	last, total, calls := 0, 0, 0
	b.Watch = func(done, of int) bool {
		if done < last || done > of {
			t.Errorf("%d of %d after %d", done, of, last)
		}
		last, total = done, of
		calls++
		return true
	}
	whole := len(b.All(judge.Warn))
	if whole == 0 || calls == 0 || last > total || total < b.Len() {
		t.Errorf("%d findings, told %d times, at last %d of %d", whole, calls, last, total)
	}
	b.Watch = func(int, int) bool { return false }
	if found := b.All(judge.Warn); len(found) > whole {
		t.Errorf("%d findings of a judgement that was ended", len(found))
	}
}

// Only statements that assert something and can be turned are, each text once, from as many words on.
func TestWhatIsFlipped(t *testing.T) {
	statement := func(text, document string) *read.Parsed {
		return read.Parse(read.Statement{Text: text, Document: document})
	}
	b := New([]*read.Parsed{
		statement("The gateway must reject expired certificates.", "a.md"),
		statement("The gateway must reject expired certificates.", "b.md"),
		statement("Tokens must expire soon.", "c.md"), statement("Tokens must expire very soon.", "d.md"),
		statement("Must the gateway reject expired certificates?", "e.md"), statement("In 2021, the gateway must reject old keys.", "f.md"),
		statement("The importer must close idle connections.", "gone.md"), statement("It must close all idle connections.", "g.md"),
	})
	b.Drop("gone.md")
	var got []string
	for _, f := range b.Flip(9, "seed") {
		got = append(got, f.Of.Text+" "+f.Group)
	}
	slices.Sort(got)
	want := []string{"It must close all idle connections. " + Pointing, "The gateway must reject expired certificates. " + BySelf,
		"Tokens must expire very soon. " + BySelf}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if one := b.Flip(1, "seed"); len(one) != 1 || one[0].Of.Text != b.Flip(9, "seed")[0].Of.Text {
		t.Errorf("one of them: %+v", one)
	}
}

// The statements of a document are known by number, those that were dropped no longer.
func TestStatementsOfADocument(t *testing.T) {
	b := New(nil)
	for i, document := range []string{"a.md", "b.md", "a.md", "c.md"} {
		if n := b.Add(read.Parse(read.Statement{Text: fmt.Sprintf("The quota of %s is %d GB.", region(i), i),
			Document: document})); n != i {
			t.Errorf("statement %d is number %d", i, n)
		}
	}
	if got := b.Of("a.md"); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("a.md has %v", got)
	}
	if got := b.Of("none.md"); got != nil {
		t.Errorf("none.md has %v", got)
	}
	got := b.Documents([]int32{0, 2, 3})
	if len(got) != 2 || !got["a.md"] || !got["c.md"] {
		t.Errorf("documents %v", got)
	}
	b.Drop("a.md")
	if got := b.Of("a.md"); len(got) > 0 {
		t.Errorf("after a drop a.md has %v", got)
	}
	if got := b.Of("b.md"); !slices.Equal(got, []int{1}) {
		t.Errorf("after a drop b.md has %v", got)
	}
}

// A sentence that five documents have is a form's; when one of them goes it is none any more.
func TestFormsComeAndGo(t *testing.T) {
	b := New(nil)
	for i := range 4 {
		for range 2 { // twice in one document counts once
			b.Add(read.Parse(read.Statement{Text: "The reviewer must sign within 3 days.", Document: fmt.Sprintf("%d.md", i),
				Context: []string{fmt.Sprint("Part ", region(i))}}))
		}
	}
	asked := read.Parse(read.Statement{Text: "The reviewer must sign within 5 days.", Document: "new.md", Context: []string{"Elsewhere"}})
	energy := func() float64 {
		for _, f := range b.Conflicts([]*read.Parsed{asked}, 0) {
			return f.Verdict.Energy
		}
		return 0
	}
	few := energy()
	b.Add(read.Parse(read.Statement{Text: "The reviewer must sign within 3 days.", Document: "5.md", Context: []string{"Last"}}))
	form := energy()
	b.Drop("0.md")
	if again := energy(); few < judge.Warn || form >= few || again != few {
		t.Errorf("said by four %.2f, by five %.2f, by four again %.2f", few, form, again)
	}
}
