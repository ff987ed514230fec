package index

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// table is the rows of notes a.md with two chunks and b.md with one; documents 0 to 3, of which 1 is deleted.
func table() *rows {
	r := &rows{paths: []string{"a.md", "b.md"}, blobs: []string{"1", "2"}, first: []int32{0, 2, 3}, docs: []int32{2, -1, 0, 1}}
	for f := range r.length {
		r.length[f] = []uint16{10, 10, 10}
	}
	r.finish()
	return r
}

func scorerOf(r *rows, w Weights) *scorer {
	b := &scorer{
		rows:    r,
		w:       &w,
		covered: make([]float64, 3),
		chunkTF: make([]float64, 3),
		bodyTF:  make([]float64, 2),
		bestTF:  make([]float64, 2),
		out:     keywordScores{chunk: make([]float64, 3), note: make([]float64, 2), best: make([]float64, 2), cover: make([]float64, 2)},
	}
	b.lengths()
	return b
}

// A term in one of three chunks of average length, once, scores its rarity: the formula of BM25 is 1 there.
func TestBM25OfOneTerm(t *testing.T) {
	b := scorerOf(table(), DefaultWeights())
	b.postings(words.Body, 1, []words.Posting{{Doc: 0, Freq: 1}, {Doc: 1, Freq: 9}, {Doc: 9, Freq: 9}})
	if !slices.Equal(b.chunks, []int32{2}) || !slices.Equal(b.notes, []int32{1}) {
		t.Fatalf("chunks %v, notes %v", b.chunks, b.notes)
	}
	b.settle(1)
	rare := math.Log(1 + 2.5/1.5) // one of three
	near(t, "chunks", b.out.chunk, 0, 0, rare)
	near(t, "best", b.out.best, 0, rare)
	// b.md is shorter than the average note of 15 terms: 1/(0.25+0.75·10/15) = 4/3, saturated.
	half := math.Log(2) // one of two
	near(t, "notes", b.out.note, 0, half*(4.0/3)*2.2/(4.0/3+1.2))
	if b.share(); b.out.cover[0] != 0 || b.out.cover[1] != 1 {
		t.Errorf("the term covers %v of the query", b.out.cover)
	}
	if b.chunkTF[2] != 0 || b.bodyTF[1] != 0 {
		t.Error("the next term finds what this one counted")
	}

	// The same term asked for twice counts twice, on top of what is there.
	b.chunks, b.notes = b.chunks[:0], b.notes[:0]
	b.postings(words.Body, 1, []words.Posting{{Doc: 0, Freq: 1}})
	b.settle(2)
	near(t, "twice more", b.out.chunk, 0, 0, 3*rare)
}

// More of a term is better, ever less so; what stands in a long chunk counts less; the fields of a
// chunk add up, and those of a note that are no body count once.
func TestBM25OfFields(t *testing.T) {
	w := DefaultWeights()
	score := func(f words.Field, boost float64, list ...words.Posting) *scorer {
		r := table()
		r.length[words.Body] = []uint16{10, 40, 10}
		b := scorerOf(r, w)
		b.average[words.Body] = 10
		b.postings(f, boost, list)
		return b
	}
	b := score(words.Body, 1, words.Posting{Doc: 2, Freq: 2}, words.Posting{Doc: 3, Freq: 2})
	near(t, "frequencies", b.chunkTF, 2, 2/(0.25+0.75*4), 0)
	near(t, "of notes", b.bodyTF, 4, 0)
	b.settle(1)
	if !(b.out.chunk[0] > b.out.chunk[1]) || b.out.best[0] != b.out.chunk[0] {
		t.Errorf("chunks %v, best %v", b.out.chunk, b.out.best)
	}
	b = score(words.Head, 3, words.Posting{Doc: 2, Freq: 1}, words.Posting{Doc: 3, Freq: 2})
	near(t, "boosted", b.chunkTF, 3, 6, 0)
	near(t, "the best of the note", b.bestTF, 6, 0)
	near(t, "no body", b.bodyTF, 0, 0)
	b.postings(words.Body, 1, []words.Posting{{Doc: 2, Freq: 1}})
	near(t, "fields add up", b.chunkTF, 4, 6, 0)
	if !slices.Equal(b.chunks, []int32{0, 1}) || !slices.Equal(b.notes, []int32{0}) {
		t.Errorf("something is touched twice: %v %v", b.chunks, b.notes)
	}
}

func near(t *testing.T, what string, got []float64, want ...float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestRarity(t *testing.T) {
	if idf(1, 10) <= idf(2, 10) || idf(10, 10) <= 0 || idf(0, 0) <= 0 {
		t.Errorf("%v %v %v %v", idf(1, 10), idf(2, 10), idf(10, 10), idf(0, 0))
	}
	if got := idf(3, 10); math.Abs(got-math.Log(1+7.5/3.5)) > 1e-12 {
		t.Errorf("%v", got)
	}
}

func TestTermsOfAQuery(t *testing.T) {
	for text, want := range map[string]string{
		"how do I retry, retry, and retry a job": "job retri×3", "what is it": "what", "": "", "how what how": "how×2 what",
	} {
		var got []string
		for _, q := range terms(words.NewAnalyzer(), text, false) {
			s := q.text
			if q.count > 1 {
				s += "×" + string('0'+rune(q.count))
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := terms(words.NewAnalyzer(), "how jobs", true); len(got) != 2 {
		t.Errorf("plain: %v", got)
	}
}

// A note is as near as its best chunk, and as a whole by the sum of them over the root of their
// number; what is barely near to anything is dropped.
func TestMeanings(t *testing.T) {
	r := &run{Searcher: &Searcher{gen: &generation{rows: table()}}, cosines: []float32{0.5, 0.25, -0.5}}
	best, whole := r.meanings()
	near(t, "best", best, 0.5, 0)
	near(t, "whole", whole, 0.75/math.Sqrt2, 0)
	best, whole = []float64{0.29, 0.29, 0.3, 0.9}, []float64{1, 1, 1, 1}
	dropFaint(best, whole, []float64{0, 0.1, 0, 0})
	near(t, "what is left", best, 0, 0.29, 0.3, 0.9)
	near(t, "as a whole", whole, 0, 1, 1, 1)
}

// Every weight can be tuned, its default is one that makes sense, and without priors the text alone counts.
func TestWeights(t *testing.T) {
	w := DefaultWeights()
	seen := map[string]bool{}
	for _, f := range w.Fields() {
		if seen[f.Name] || *f.Value < 0 || *f.Value > f.Max {
			t.Errorf("%s: %v, at most %v", f.Name, *f.Value, f.Max)
		}
		seen[f.Name] = true
		*f.Value = -1
	}
	v := reflect.ValueOf(w)
	for i := range v.NumField() {
		if v.Field(i).Float() != -1 {
			t.Errorf("%s is not among the fields", v.Type().Field(i).Name)
		}
	}
	d := DefaultWeights()
	p := d.WithoutPriors()
	if p.Links != 0 || p.PageRank != 0 || p.Kind != 0 || p.Neighbours != 0 || p.Recency != 0 || p.K1 != d.K1 || p.Note != d.Note ||
		p.Identifier != d.Identifier {
		t.Errorf("%+v", p)
	}
	if d.VectorIdentifier = 0.7; d.vector(identifierQuery) != 0.7 || d.vector(plainQuery) != d.VectorWords ||
		d.vector(graphQuery) != d.VectorWords {
		t.Errorf("%+v", d)
	}
}

// Ids of chunks are read back; those of notes and ordinals that the table has not are no row.
func TestRowsOfChunkIDs(t *testing.T) {
	n := &numberer{rows: table(), note: map[string]int32{"a.md": 0, "b.md": 1}}
	n.begin()
	for id, want := range map[string]int32{"a.md\x000": 0, "a.md\x001": 1, "b.md\x000": 2, "a.md\x002": -1, "b.md\x001": -1, "c.md\x000": -1,
		"a.md\x00-1": -1, "a.md": -1, "": -1, "a.md\x00x": -1, "\x000": -1} {
		for range 2 {
			if got := n.row(id); got != want {
				t.Errorf("%q is row %d, want %d", id, got, want)
			}
		}
	}
	for _, doc := range []struct {
		at  int
		row int32
	}{{3, 1}, {0, 0}, {1, -1}} {
		n.put(doc.at, doc.row)
	}
	if !slices.Equal(n.rows.docs, []int32{0, -1, -1, 1}) || n.live != 2 {
		t.Errorf("%v, %d live", n.rows.docs, n.live)
	}
	n.rows.docs = table().docs
	for doc, want := range map[int32]int32{0: 2, 1: -1, 2: 0, 3: 1, 4: -1, -1: -1} {
		if got := n.rows.rowOf(doc); got != want {
			t.Errorf("document %d is row %d, want %d", doc, got, want)
		}
	}
}

// Rows move with their notes when others come before them; those of removed notes, and of notes
// that are put anew, are gone.
func TestRowsMove(t *testing.T) {
	now := &rows{paths: []string{"0.md", "a.md", "b.md"}, first: []int32{0, 1, 3, 4}}
	n := &numberer{rows: now, note: map[string]int32{"0.md": 0, "a.md": 1, "b.md": 2}}
	if got := n.moved(table(), nil); !slices.Equal(got, []int32{1, 2, 3}) {
		t.Errorf("%v", got)
	}
	if got := n.moved(table(), []int{0}); !slices.Equal(got, []int32{-1, -1, 3}) {
		t.Errorf("a.md is put anew: %v", got)
	}
	delete(n.note, "b.md")
	if got := n.moved(table(), nil); !slices.Equal(got, []int32{1, 2, -1}) {
		t.Errorf("b.md is gone: %v", got)
	}
}

// A table that says what cannot be is refused, so that no search looks beside it.
func TestUnsoundRows(t *testing.T) {
	if r := table(); !r.sound(3) {
		t.Fatal("a sound table is refused")
	}
	for name, spoil := range map[string]func(r *rows){
		"rows begin late": func(r *rows) { r.first[0] = 1 }, "rows end early": func(r *rows) { r.first[2] = 2 }, "rows go back": func(r *rows) { r.first[1] = 4 },
		"paths are equal": func(r *rows) { r.paths[1] = "a.md" }, "paths go back": func(r *rows) { r.paths[1] = "0.md" },
		"a document beyond": func(r *rows) { r.docs[0] = 3 }, "a document below": func(r *rows) { r.docs[0] = -2 },
		"a vector beyond": func(r *rows) { r.slots, r.slotCount = []int32{0, 1, 2}, 2 }, "a vector below": func(r *rows) { r.slots, r.slotCount = []int32{noSlot - 1}, 2 },
	} {
		r := table()
		if spoil(r); r.sound(3) {
			t.Errorf("%s: taken as sound", name)
		}
	}
	r := table()
	if r.slots, r.slotCount = []int32{0, noSlot, 1}, 2; !r.sound(3) {
		t.Error("a row without a vector is refused")
	}
}

// The graph is as it was when every link leads where it led, in the same way; lines and texts are
// nothing to it.
func TestSameEdges(t *testing.T) {
	before := []LinkRecord{{To: "a.md", State: "ok", Strength: 0.5, Line: 1}, {To: "b.md", State: "ok", Type: "supersedes", Strength: 0.5}}
	after := func(change func(list []rawLink)) []rawLink {
		list := []rawLink{{LinkRecord: before[0]}, {LinkRecord: before[1]}}
		list[0].Line, list[0].Target = 9, "./a.md"
		change(list)
		return list
	}
	for name, change := range map[string]func(list []rawLink){
		"to": func(l []rawLink) { l[1].To = "c.md" }, "type": func(l []rawLink) { l[0].Type = "solves" }, "state": func(l []rawLink) { l[1].State = "broken" },
		"strength": func(l []rawLink) { l[0].Strength = 0.6 }, "inverse": func(l []rawLink) { l[1].Inverse = true }, "order": func(l []rawLink) { l[0], l[1] = l[1], l[0] },
	} {
		if sameEdges(before, after(change)) {
			t.Errorf("another %s is the same graph", name)
		}
	}
	same := after(func([]rawLink) {})
	if !sameEdges(before, same) || !sameEdges(nil, nil) || sameEdges(before, same[:1]) || sameEdges(before[:1], same) {
		t.Error("equal and shorter lists are not told apart")
	}
	if got := internal(3, func(i int) string { return []string{"ok", "external", "broken"}[i] }); got != 2 {
		t.Errorf("%d links are of the repository", got)
	}
}

// Each filter takes the notes that have its value, whatever the case, and no others.
func TestEveryFilter(t *testing.T) {
	n := &kb.Note{
		Path:      "docs/api/limits.md",
		Label:     "spec",
		Kind:      "spec",
		Type:      "",
		DocType:   "semantic",
		Status:    "accepted",
		RawStatus: "final",
		ID:        "X-1",
		Category:  "API",
		Tags: []string{
			"net/http",
			"Retry",
		},
		Date:     "2026-05-04",
		Source:   "user",
		Entities: []kb.Entity{{Type: "tool", Name: "redis"}, {Name: "Kafka"}},
		Extra:    map[string]any{"owner": "Ann", "teams": []any{"a", "b"}, "level": 3},
	}
	for _, tt := range []struct {
		filter Filter
		want   bool
	}{
		{Filter{}, true}, {Filter{Label: []string{"SPEC"}}, true}, {Filter{Label: []string{"rfc"}}, false}, {Filter{Kind: []string{"doc", "spec"}}, true}, {Filter{Kind: []string{"doc"}}, false},
		{Filter{Type: []string{"fact"}}, false}, {Filter{DocType: []string{"semantic"}}, true}, {Filter{DocType: []string{"procedural"}}, false},
		{Filter{Status: []string{"final"}}, true}, {Filter{Status: []string{"accepted"}}, true}, {Filter{Status: []string{"draft"}}, false},
		{Filter{ID: []string{"x-1"}}, true}, {Filter{ID: []string{"x"}}, false}, {Filter{Category: []string{"api"}}, true}, {Filter{Category: []string{"web"}}, false},
		{Filter{Tag: []string{"#net"}}, true}, {Filter{Tag: []string{"net/http"}}, true}, {Filter{Tag: []string{"http"}}, false}, {Filter{Tag: []string{"RETRY"}}, true}, {Filter{Tag: []string{"ret"}}, false},
		{Filter{Entity: []string{"Redis"}}, true}, {Filter{Entity: []string{"tool:redis"}}, true}, {Filter{Entity: []string{"tool"}}, false}, {Filter{Entity: []string{"kafka"}}, true},
		{Filter{Source: []string{"user"}}, true}, {Filter{Source: []string{"agent"}}, false},
		{Filter{Path: []string{"docs"}}, true}, {Filter{Path: []string{"./docs/"}}, true}, {Filter{Path: []string{"doc"}}, false}, {Filter{Path: []string{"**/limits.md"}}, true}, {Filter{Path: []string{"."}}, true},
		{Filter{After: "2026-05-04"}, true}, {Filter{After: "2026-05-05"}, false}, {Filter{Before: "2026-05-04"}, true}, {Filter{Before: "2026-05"}, true}, {Filter{Before: "2026-04"}, false},
		{Filter{Extra: map[string][]string{"owner": {"ann"}}}, true}, {Filter{Extra: map[string][]string{"owner": {"bob"}}}, false}, {Filter{Extra: map[string][]string{"none": {"x"}}}, false},
		{Filter{Extra: map[string][]string{"teams": {"b"}}}, true}, {Filter{Extra: map[string][]string{"level": {"3"}}}, true},
		{Filter{Kind: []string{"spec"}, Status: []string{"draft"}}, false},
	} {
		if got := tt.filter.match(n); got != tt.want {
			t.Errorf("%+v: %v", tt.filter, got)
		}
	}
	undated := &kb.Note{}
	for _, f := range []Filter{{After: "2000"}, {Before: "2100"}} {
		if f.match(undated) || f.empty() {
			t.Errorf("%+v takes a note without a date", f)
		}
	}
	if f := (Filter{}); !f.empty() || !PathMatch("docs/*", "docs/a.md") || PathMatch("docs/*", "docs/a/b.md") {
		t.Error("an empty filter, or a glob of one folder")
	}
}

// What is no value of a field is text of the query.
func TestFilterFieldsOfAQuery(t *testing.T) {
	for text, want := range map[string]string{
		"after:2026-05-04": "", "after:2026-05 x": "x", "before:2026": "", "after:noon": "after:noon", "after:2026-13": "after:2026-13",
		"doctype:semantic": "", "doc_type:semantic": "", "doc-type:semantic": "", "source:USER": "", "source:code": "source:code", "importance:>0.5": "", "importance:high": "importance:high",
		"confidence:<=1": "", "tag:a tag:b c": "c", "unknown:x": "unknown:x", "tag: x": "tag: x", ":x": ":x", `tag:"two words" x`: "x", "12:30": "12:30",
	} {
		if got := parseQuery(text, Filter{}).words; got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
	r := parseQuery("after:2026-01 before:2026-03 tag:a tag:b", Filter{Tag: []string{"z"}})
	if r.filter.After != "2026-01" || r.filter.Before != "2026-03" || !slices.Equal(r.filter.Tag, []string{"z", "a", "b"}) {
		t.Errorf("%+v", r.filter)
	}
}

// Quotes and minus signs are orders in short queries, and punctuation in pasted ones.
func TestOperators(t *testing.T) {
	for _, tt := range []struct {
		text, words  string
		phrases, not []string
	}{
		{`"rate limit" api`, "rate limit api", []string{"rate limit"}, nil},
		{`api -"rate limit" -retry`, "api", nil, []string{"rate limit", "retry"}},
		{`-`, "-", nil, nil}, {`a - b`, "a - b", nil, nil}, {`--flag`, "--flag", nil, nil}, {`-1`, "", nil, []string{"1"}}, {`-ö`, "", nil, []string{"ö"}},
		{`"unclosed phrase`, `"unclosed phrase`, nil, nil}, {`""`, "", nil, nil}, {`don't "`, `don't "`, nil, nil},
		{`one two three four five six seven "eight"`, "one two three four five six seven eight", []string{"eight"}, nil},
		{`one two three four five six seven eight "nine" -ten`, "one two three four five six seven eight nine ten", nil, nil},
	} {
		r := parseQuery(tt.text, Filter{})
		if r.words != tt.words || !slices.Equal(r.phrases, tt.phrases) || !slices.Equal(r.not, tt.not) {
			t.Errorf("%s: %q %q %q", tt.text, r.words, r.phrases, r.not)
		}
	}
}

func TestKindsOfQueries(t *testing.T) {
	for text, want := range map[string]queryKind{
		"retry limit": plainQuery, "how to retry": questionQuery, "retry?": questionQuery, "how": plainQuery, "however it is": plainQuery, "Is it slow": questionQuery,
		"ValidateToken": identifierQuery, "fix max_retries now": identifierQuery, "please fix max_retries now": plainQuery, `"rate limit" x`: identifierQuery,
		`"rate limit" of the api`: plainQuery, "what depends on limits.md?": graphQuery, "What changes with a.md": graphQuery, "backlinks of x": graphQuery,
	} {
		if got := parseQuery(text, Filter{}).kind; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for word, want := range map[string]bool{"maxRetries": true, "max_retries": true, "a/b": true, "std::vec": true, "run()": true, "--all": true, "kb.yaml": true, "`x_y`,": true,
		"Name": false, "NAME": false, "ID": false, "end.": false, ".env": false, "3.14": false, "a-b": false, "aB": false, "userID": true, "v1.2": true, "": false} {
		if got := IsIdentifier(word); got != want {
			t.Errorf("%q is a name of code: %v", word, got)
		}
	}
	for text, want := range map[string]string{"what depends on `limits.md`?": "limits.md", "links to x ": "x", "depends on": "", "it depends on x": ""} {
		if got := graphPhrase(text); got != want {
			t.Errorf("%q asks about %q, want %q", text, got, want)
		}
	}
	if !asksTogether("what changes with a.md") || asksTogether("what depends on a.md") {
		t.Error("what moves together is not told from what is linked")
	}
	if diff := cmp.Diff([]queryPart{{raw: `-tag:"a b"`, text: "a b", field: "tag", negated: true}, {raw: "x", text: "x", negated: true}}, splitQuery(" -tag:\"a b\"\t-x\n"), cmp.AllowUnexported(queryPart{})); diff != "" {
		t.Error(diff)
	}
}
