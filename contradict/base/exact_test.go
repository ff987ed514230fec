package base

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/record"
)

// said parses what documents say: "document: text", or "document#heading: text".
func said(lines ...string) (list []*read.Parsed) {
	for _, line := range lines {
		document, text, _ := strings.Cut(line, ": ")
		document, heading, under := strings.Cut(document, "#")
		s := read.Statement{Text: text, Document: document}
		if under {
			s.Context = []string{heading}
		}
		list = append(list, read.Parse(s))
	}
	return list
}

// invented makes n nouns that mean nothing, the same for the same letter.
func invented(letter string, n int) (list []string) {
	for i := range n {
		list = append(list, letter+"ax"+string(rune('a'+i))+"um")
	}
	return list
}

// of are the numbers of terms, ascending.
func (b *Base) of(words ...string) (ids []int32) {
	for _, w := range words {
		id, _ := b.terms.find(read.TermSet([]string{w})[0])
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// A candidate shares 40 % of the weight of the statement that has less; to the last bit of it.
func TestCandidatesAtTheBoundary(t *testing.T) {
	x := invented("b", 5)
	b := New(said("a.md: "+strings.Join(x, " "), "b.md: "+strings.Join(append(invented("c", 6), x[:1]...), " ")))
	find := func(unknown float64, end int, terms ...string) []int32 {
		return newCandidates(b).find(b.of(terms...), unknown, end)
	}
	for _, c := range []struct {
		got, want []int32
		what      string
	}{
		{find(3, 2, x[0], x[1]), []int32{0}, "2 of 5 and 1 of 7"},
		{find(4, 2, x[1]), nil, "1 of 5"},
		{find(0, 2, x[0]), []int32{0, 1}, "all of it"},
		{find(0, 1, x[0]), []int32{0}, "below the end"},
		{find(0, 0, x[0]), nil, "before the first"},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	terms, unknown := b.known(said("new.md: " + x[2] + " dexuma dexumo " + x[1] + " " + x[2] + ".")[0])
	if want := b.of(x[1], x[2]); !slices.Equal(terms, want) || unknown != 2 {
		t.Errorf("known %v, want %v, and %v unknown", terms, want, unknown)
	}
}

// What more than 200 statements say is not looked up, but counts where they share it.
func TestCommonTerms(t *testing.T) {
	first, second := invented("b", 8), invented("c", 8)
	of := func(words []string, i int) string {
		return fmt.Sprintf("%d.md: %s %s", i, strings.Join(words, " "), region(i))
	}
	var lines []string
	for i := range 201 {
		lines = append(lines, of(first, i), of(second, i))
	}
	lines = append(lines[:len(lines)-1], "last.md: green") // the second words are those of 200
	b := New(said(lines...))
	c := newCandidates(b)
	if got := c.find(b.of(append(first, region(7))...), 0, b.Len()); !slices.Equal(got, []int32{14}) {
		t.Errorf("the common words and a region: %v", got)
	}
	if got := c.find(b.of(first...), 0, b.Len()); len(got) > 0 {
		t.Errorf("common words alone: %d statements", len(got))
	}
	if got := c.find(b.of(second[0]), 0, b.Len()); len(got) != 200 {
		t.Errorf("a word of 200: %d statements", len(got))
	}
	if near := b.Nearest(said("new.md: "+strings.Join(second, " ")), 3); len(near) != 3 || near[0] != b.Statement(1) {
		t.Errorf("nearest by words of 200: %d", len(near))
	}
	w, many := b.weight(201), b.weight(200)
	for i, want := range []float64{8 * w, 0} {
		if got := float64(c.sum(int32(i)).common); got != want {
			t.Errorf("statement %d: %v of its weight is common, want %v", i, got, want)
		}
		if got, want := float64(c.sum(int32(i)).total), 8*[]float64{w, many}[i]+b.weight(2); got != want {
			t.Errorf("statement %d weighs %v, want %v", i, got, want)
		}
	}
	for word, want := range map[string]uint16{first[0]: tooCommon, second[0]: 0} {
		if got := b.standing(b.of(word)[0]) & (tooCommon | tooCrowded); got != want {
			t.Errorf("%s: marks %x, want %x", word, got, want)
		}
	}
	if b.Rarity("whale") != b.weight(0) || b.Rarity(read.TermSet(first[:1])[0]) != w || w > many || many >= b.weight(0) {
		t.Errorf("%v, %v, %v", b.Rarity("whale"), w, many)
	}
}

// Other common words than its own make no candidate of a statement.
func TestOtherCommonTerms(t *testing.T) {
	first, second := invented("b", 8), invented("c", 8)
	var lines []string
	for i := range 402 {
		lines = append(lines, fmt.Sprintf("%d.md: %s %s", i, strings.Join([][]string{first, second}[i%2], " "), region(i)))
	}
	b := New(said(lines...))
	if got := newCandidates(b).find(b.of(append(second, region(8))...), 0, b.Len()); len(got) > 0 {
		t.Errorf("%v", got)
	}
}

// A term anchors up to a hundred statements.
func TestAnchors(t *testing.T) {
	list := said("a.md: Audit records live in `docs/audit`.", "b.md: Backup tapes live in the cellar.",
		"c.md: Audit records live on the system wiki.")
	b := New(list)
	c := newCandidates(b)
	audit, tape := b.of("audit")[0], b.of("tapes")[0]
	find := func(end int, anchors ...int32) []int32 { return c.findAnchored(nil, anchors, list[0].SlotMask, end) }
	if got := find(3, tape, audit); !slices.Equal(got, []int32{0, 1, 2}) {
		t.Errorf("of both: %v", got)
	}
	if got := find(2, audit); !slices.Equal(got, []int32{0}) {
		t.Errorf("before the third: %v", got)
	}
	if b.anchoring[audit] = maxAnchored; len(find(3, audit)) != 2 || b.standing(audit)&tooCrowded != 0 {
		t.Error("a hundred are too many")
	}
	if b.anchoring[audit]++; !slices.Equal(find(3, audit, tape), []int32{1}) || b.standing(audit)&tooCrowded == 0 {
		t.Error("a hundred and one are not too many")
	}
	asked := said("new.md: The data of the audit is in the system of whales.")[0]
	if got := b.knownAnchors(asked); !slices.Equal(got, []int32{audit}) {
		t.Errorf("anchors %v of %+v, want %v", got, asked.Anchors, audit)
	}
}

// Nearest is what shares 15 % or more of the weight of both.
func TestLeastNear(t *testing.T) {
	x, y := invented("b", 12), invented("c", 12)
	b := New(said("a.md: "+strings.Join(append(y[:8:8], x[:3]...), " "), "b.md: "+strings.Join(append(y[:9:9], x[:3]...), " ")))
	if near := b.Nearest(said("new.md: "+strings.Join(x, " ")), 9); len(near) != 1 || near[0] != b.Statement(0) {
		t.Errorf("%d are near by 3 of 20 and 3 of 21", len(near))
	}
}

// From 200 statements on, rarity counts; their number in steps of a sixteenth of an octave.
func TestPopulation(t *testing.T) {
	b := New(nil)
	for i := range 200 {
		b.Add(said(fmt.Sprintf("%d.md: Door %s is green.", i, region(i)))[0])
		if n := b.population(); n != 0 && i < 199 || n != 197 && i == 199 {
			t.Errorf("%d statements count as %d", i+1, n)
		}
	}
	if kinds := b.Setting().Forms; len(kinds) > 0 {
		t.Errorf("forms %v", kinds)
	}
}

// What a drop leaves counts as in a base that never had more: terms, anchors, and forms, of which a document
// counts once.
func TestDropCountsBack(t *testing.T) {
	var kept, gone []string
	for i := range 6 {
		list := &kept
		if i > 4 {
			list = &gone
		}
		*list = append(*list, fmt.Sprintf("%d.md: Audit records live in the cellar.", i),
			fmt.Sprintf("%d.md#Owner: Audit records live here.", i),
			fmt.Sprintf("%d.md#Owner: Audit records live here.", i))
	}
	plain, dropped := New(said(kept...)), New(said(append(gone, kept...)...))
	dropped.forms()
	dropped.Drop("5.md")
	for term, id := range plain.terms.all() {
		if other, _ := dropped.terms.find(term); plain.frequency[id] != dropped.frequency[other] ||
			plain.anchoring[id] != dropped.anchoring[other] {
			t.Errorf("%s: %d and %d, want %d and %d", term, dropped.frequency[other], dropped.anchoring[other], plain.frequency[id],
				plain.anchoring[id])
		}
	}
	for key, use := range plain.forms() {
		if got := dropped.forms()[key].documents; got != use.documents || got != 5 {
			t.Errorf("a form of %d documents, want %d", got, use.documents)
		}
	}
	some := make([]bool, dropped.Len())
	for i := range some {
		some[i] = i < 2 || i > 4
	}
	if got := dropped.RestOf(some); got != 5 {
		t.Errorf("all from %d on", got)
	}
	some[3], some[4] = true, true // and 2 is dropped
	if got := dropped.RestOf(some); got != 0 {
		t.Errorf("all but what was dropped: %d", got)
	}
}

// What is judged of all at once is told in turns: how far it is, what was found, what is left.
func TestTurns(t *testing.T) {
	var lines []string
	for i := range 16 {
		lines = append(lines, fmt.Sprintf("%d.md: The %s door opens after %d minutes.", i, region(i/2), 5+i/2%2*(i%2)))
	}
	b := New(said(lines...))
	var told []string
	b.Watch = func(done, of int) bool { told = append(told, fmt.Sprint(done, "/", of)); return true }
	b.Found = func(p Part) { told = append(told, fmt.Sprint(len(p.Conflicts), " ", len(p.Same), " ", p.Pending)) }
	b.All(judge.Warn)
	if got, want := fmt.Sprint(told), "[0/16 4/16 8/16 4 0 []]"; got != want {
		t.Errorf("all: %s, want %s", got, want)
	}
	told, b.InTurn = nil, 12
	if conflicts, same := b.BothSince(0, judge.Warn); len(conflicts) != 4 || len(same) != 4 {
		t.Errorf("%d conflicts, %d the same", len(conflicts), len(same))
	}
	if got, want := fmt.Sprint(told), "[0/16 4/16 6/16 3 3 [12 13 14 15] 12/16 14/16 1 1 []]"; got != want {
		t.Errorf("in turns: %s, want %s", got, want)
	}
	for ends := range 5 {
		asked := 0
		b.InTurn, b.Watch = 4, func(int, int) bool { asked++; return asked != ends+1 }
		if conflicts, _ := b.BothSince(0, judge.Warn); len(conflicts) != ends/2 || asked != ends+1 {
			t.Errorf("ended at call %d of %d: %d conflicts", ends+1, asked, len(conflicts))
		}
	}
}

// pairs are the energies that a base gives, by the texts of the two sides.
func pairs(found []Finding) (out []string) {
	for _, f := range found {
		out = append(out, fmt.Sprintf("%.2f %s/%s", f.Verdict.Energy, f.A.Document, f.B.Document))
	}
	return out
}

// Whose documents and what else is said decides what is told of a pair, strongest first, then in order.
func TestWhatIsTold(t *testing.T) {
	quota := func(documents ...string) (lines []string) {
		for i, d := range documents {
			lines = append(lines, fmt.Sprintf("%s: The upload quota must be %d GB.", d, i+5))
		}
		return lines
	}
	form := []string{"1.md#Limits: The upload quota must be 5 GB.", "2.md#Limits: The upload quota must be 5 GB.",
		"3.md#Limits: The upload quota must be 5 GB."}
	for _, c := range []struct {
		name   string
		lines  []string
		across bool
		least  float64
		want   []string
	}{
		{"two documents, and one", quota("a.md", "a.md", "b.md"), false, judge.Warn,
			[]string{"1.00 b.md/a.md", "1.00 b.md/a.md", "0.65 a.md/a.md"}},
		{"across documents", quota("a.md", "b.md", "a.md"), true, judge.Warn, []string{"1.00 b.md/a.md", "1.00 a.md/b.md"}},
		{"as much as is asked for", quota("a.md", "b.md"), false, 1, []string{"1.00 b.md/a.md"}},
		{"one side is of a form", append(form, "b.md: The upload quota must be 9 GB."), false, judge.Warn, nil},
		{"one side is of a form, and all of it is asked for", append(form, "b.md: The upload quota must be 9 GB."), false, 1, nil},
		{"a form within one document", append(form, "1.md#Limits: The upload quota must be 9 GB."), true, judge.Warn, nil},
		{"other sentences of the document", append(quota("a.md", "a.md"), "a.md: The door is green.", "a.md: Whales sing."), false,
			judge.Warn, []string{"0.65 a.md/a.md"}},
	} {
		b := New(said(c.lines...))
		b.Across = c.across
		if got := pairs(b.All(c.least)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// New statements are judged against each other as against the base, in their order; what the base repeats in
// one document says nothing of them.
func TestNewStatementsAmongThemselves(t *testing.T) {
	b := New(said("a.md: The upload quota must be 5 GB.", "a.md: The upload quota must be 6 GB.", "a.md: The upload quota must be 7 GB."))
	news := said("n.md: The door must open after 5 minutes.", "n.md: The door must open after 6 minutes.",
		"n.md: The door must open after 8 minutes.")
	var got []string
	for _, f := range b.Conflicts(news, judge.Warn) {
		got = append(got, fmt.Sprint(f.a, " ", f.b))
	}
	if want := []string{"0 4", "0 5", "1 5"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	b.Across = true
	if got := pairs(b.Conflicts(said("a.md: The upload quota must be 9 MB.", "b.md: The upload quota must be 9 MB."),
		judge.Warn)); len(got) != 3 {
		t.Errorf("across documents: %q", got)
	}
	if f := (&Finding{}); f.contradicts(0) {
		t.Error("no energy is a contradiction")
	}
}

// What is turned is found by its own sentence, whatever else its document says of the same thing.
func TestFlipFindsItsOwn(t *testing.T) {
	b := New(said("a.md: Session tokens must expire after 45 minutes.", "a.md: Session tokens must expire after 30 minutes."))
	for _, f := range slices.Concat(b.Flip(9, "seed"), b.Flip(9, "apple"), b.Flip(9, "pear")) {
		if f.Kind != "number" {
			continue
		}
		if own := f.Of.Text[len("Session tokens must expire after "):][:2]; !strings.Contains(f.Reason, own) {
			t.Errorf("%q of %q: %s", f.Text, f.Of.Text, f.Reason)
		}
	}
}

// A stored base in which a document stands twice, or after which more follows, is refused.
func TestDamagedBase(t *testing.T) {
	var w record.Writer
	list := said("a.md: quails zebras.", "b.md: quills.")
	New(list).Write(&w)
	whole := string(w.Data)
	for _, c := range [][2]string{{"", ""}, {"b.md", "a.md"}, {storeVersion, "kbc0"}} {
		_, err := Read(strings.Replace(whole, c[0], c[1], 1), nil)
		if (err != nil) != (c[0] != "") || c[0] != "" && !strings.Contains(whole, c[0]) {
			t.Errorf("%q for %q: %v", c[1], c[0], err)
		}
	}
	if _, err := Read(whole+"\x00", nil); err == nil {
		t.Error("more than a base")
	}
}

// Statements that can be read again make room for others: those that nobody asked for since the keeper last
// came by go first.
func TestWhatIsKept(t *testing.T) {
	list := said("a.md: One.", "a.md: Two.", "a.md: Three.", "a.md: Four.")
	b := New(list)
	asked := 0
	b.Forget(func(i int) *read.Parsed { asked++; return list[i] })
	ask := func(numbers ...int) {
		for _, i := range numbers {
			b.Statement(i)
		}
	}
	left := func(step string, want ...int) {
		t.Helper()
		var got []int
		for i := range b.entries {
			if b.entry(i).parsed.Load() != nil {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) || b.kept.many.Load() != int64(len(want)) {
			t.Errorf("%s: %v are kept and %d counted, want %v", step, got, b.kept.many.Load(), want)
		}
	}
	ask(0, 1, 2, 3, 0, 1)
	if left("all", 0, 1, 2, 3); asked != 4 {
		t.Errorf("read %d times", asked)
	}
	b.letGo(2)
	left("the first two in turn went", 0, 3)
	ask(3)
	b.letGo(1)
	left("who was asked for stays", 3)
	b.letGo(0)
	left("none")
	b.kept.hand = 0
	ask(1, 2, 0)
	b.letGo(2)
	left("one in turn", 0, 2)
	b.letGo(1)
	left("the next", 0)
	ask(3)
	b.letGo(1)
	left("who just came stays", 3)

	all, again := b.keepMore(), b.keepMore()
	if b.kept.room() != maxJudging {
		t.Errorf("room for %d", b.kept.room())
	}
	b.kept.many.Store(maxKept + 1)
	if again(); b.kept.many.Load() != maxKept+1 || b.kept.room() != maxJudging {
		t.Error("one judgement of two is done")
	}
	ask(0)
	if all(); b.kept.many.Load() != maxKept || b.kept.room() != maxKept {
		t.Errorf("%d are left, room for %d", b.kept.many.Load(), b.kept.room())
	}
	b.letGo(0)
	b.kept.many.Store(maxKept - 1)
	if ask(0); b.entry(0).parsed.Load() == nil {
		t.Error("the last for whom there is room")
	}
	if ask(1); b.kept.many.Load() != maxKept-1 {
		t.Errorf("%d beside those for whom there is no room", b.kept.many.Load())
	}
}
