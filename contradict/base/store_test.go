package base

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/record"
)

func TestStoredBaseFindsTheSame(t *testing.T) {
	statements := parsedRequirements()
	base := New(statements)
	var w record.Writer
	base.Write(&w)
	loaded := 0
	stored, err := Read(string(w.Data), func(i int) *read.Parsed {
		loaded++
		return statements[i]
	})
	if err != nil {
		t.Fatal(err)
	}
	fresh := []*read.Parsed{read.Parse(read.Statement{Text: "The importer keeps audit records for 9 days.", Document: "new.md"})}
	want, got := base.Conflicts(fresh, judge.Warn), stored.Conflicts(fresh, judge.Warn)
	if len(want) == 0 || len(got) != len(want) || got[0].B.Text != want[0].B.Text || got[0].Verdict.Energy != want[0].Verdict.Energy {
		t.Errorf("found %d, want %d", len(got), len(want))
	}
	if loaded == 0 || loaded == len(statements) {
		t.Errorf("%d of %d statements were loaded", loaded, len(statements))
	}
}

// A stored base answers all that is asked of it as the one that was written does, before and after notes come and go,
// and is written as it was.
func TestStoredBaseAnswersTheSame(t *testing.T) {
	statements := parsedRequirements()
	plain := New(statements)
	news := said("new.md: The gateway MUST NOT validate the signature before the payload is parsed.",
		"new.md#Zebras: Zebras must be counted within 5 days.", "zebra.md#Zebras: Zebras must be counted within 6 days.")
	all := append(slices.Clone(statements), news...)
	open := func() *Base {
		var w record.Writer
		plain.Write(&w)
		stored, err := Read(string(w.Data), func(i int) *read.Parsed { return all[i] })
		if err != nil {
			t.Fatal(err)
		}
		var again record.Writer
		if stored.Write(&again); string(again.Data) != string(w.Data) {
			t.Error("written again it is another")
		}
		return stored
	}
	compare := func(step string, stored *Base) {
		t.Helper()
		for what, ask := range map[string]func(b *Base) any{
			"all":       func(b *Base) any { return pairs(b.All(judge.Warn)) },
			"conflicts": func(b *Base) any { return pairs(b.Conflicts(news, judge.Warn)) },
			"same":      func(b *Base) any { return pairs(b.Duplicates(news)) },
			"nearest":   func(b *Base) any { return b.Nearest(news, 5) },
			"setting":   func(b *Base) any { return b.Setting() },
			"flips":     func(b *Base) any { return len(b.Flip(10, "seed")) },
			"documents": func(b *Base) any { return b.Documents([]int32{0, 3, 7}) },
			"of one":    func(b *Base) any { return b.Of(statements[3].Document) },
			"rarity":    func(b *Base) any { return []float64{b.Rarity("gateway"), b.Rarity("zebra"), b.Rarity("whale")} },
		} {
			if got, want := ask(stored), ask(plain); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %v, want %v", step, what, got, want)
			}
		}
		earlier := plain.Setting()
		if unlike := stored.Unlike(&earlier); slices.Contains(unlike, true) {
			t.Errorf("%s: it is unlike the other", step)
		}
	}
	compare("as it was", open())
	stored := open()
	plain.Drop(statements[0].Document, "nowhere.md")
	stored.Drop(statements[0].Document, "nowhere.md")
	compare("a note went", stored)
	if len(plain.Of(statements[0].Document)) != 0 {
		t.Error("it is still there")
	}
	for _, p := range news {
		plain.Add(p)
		stored.Add(p)
	}
	compare("three came", stored)
	compare("all of it", open())
}

// Of a stored base the few entries are read that a new statement is compared with.
func TestStoredBaseReadsCandidatesAlone(t *testing.T) {
	statements := parsedRequirements()
	var w record.Writer
	New(statements).Write(&w)
	stored, err := Read(string(w.Data), func(i int) *read.Parsed { return statements[i] })
	if err != nil {
		t.Fatal(err)
	}
	first := stored.Len()
	stored.Add(said("new.md: The importer keeps audit records for 9 days.")[0])
	if found := stored.Since(first, judge.Warn); len(found) == 0 {
		t.Error("nothing is found")
	}
	known := 0
	for i := range first {
		if stored.entries[i].Load() != nil {
			known++
		}
	}
	if known == 0 || known > first/4 {
		t.Errorf("%d of %d entries were read", known, first)
	}
}

// The forms of two statements are counted alike whether all are counted or these are looked for.
func TestFormsOfTwo(t *testing.T) {
	var lines []string
	for _, c := range "abcdef" {
		lines = append(lines, fmt.Sprintf("%c.md#Owner: The team keeps the page.", c),
			fmt.Sprintf("%c.md#Owner: The team of %c keeps nothing.", c, c))
	}
	list := said(lines...)
	looking, counting := New(list), New(list)
	looking.Drop("a.md")
	counting.Drop("a.md")
	counting.forms()
	for _, p := range list {
		for _, q := range list[:2] {
			few, all := looking.formsOf(p, q), counting.formsOf(p, q)
			if few.has(p) != all.has(p) || few.has(q) != all.has(q) || len(few) > 4 {
				t.Errorf("%q and %q are forms of another kind where they are looked for", p.Text, q.Text)
			}
		}
	}
	if f := looking.formsOf(list[0], list[1]); !f.has(list[0]) || f.has(list[1]) || looking.counted.Load() {
		t.Error("five notes have the sentence, one has the other")
	}
}

func TestDropTakesADocumentOut(t *testing.T) {
	statements := parsedRequirements()
	planted := read.Parse(read.Statement{Text: "The gateway MUST NOT validate the signature before the payload is parsed.",
		Document: "new.md"})
	base := New(statements)
	found := base.Conflicts([]*read.Parsed{planted}, judge.Reject)
	if len(found) != 1 {
		t.Fatalf("%d rejects before the drop", len(found))
	}
	base.Drop(found[0].B.Document)
	if again := base.Conflicts([]*read.Parsed{planted}, judge.Reject); len(again) != 0 {
		t.Errorf("%d rejects after the drop", len(again))
	}
	if all := base.All(judge.Reject); len(all) != 0 {
		t.Errorf("%d rejects in all", len(all))
	}
}

func FuzzReadBase(f *testing.F) {
	var w record.Writer
	New(parsedRequirements()[:5]).Write(&w)
	f.Add(w.Data)
	f.Add(w.Data[:len(w.Data)/2])
	f.Add([]byte(storeVersion))
	parsed := read.Parse(read.Statement{Text: "The port is 80."})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Read(string(data), func(int) *read.Parsed { return parsed })
		if err != nil {
			if !errors.Is(err, errStore) {
				t.Fatalf("error %v", err)
			}
			return
		}
		b.Conflicts([]*read.Parsed{parsed}, judge.Warn)
	})
}
