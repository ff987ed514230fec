package search

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// What a note is by its relations: superseded by one that says so, from either end, and disputed by one that holds.
func TestWhatRelationsSay(t *testing.T) {
	relation := func(from, to string, change func(l *store.LinkRecord)) store.LinkRecord {
		l := link(from, to)
		l.Type = "supersedes"
		change(&l)
		return l
	}
	nothing := func(*store.LinkRecord) {}
	for _, tt := range []struct {
		name, status  string
		out, in       store.LinkRecord // of old.md and new.md
		by, disputing string           // as the index has it
		superseded    string
		disputed      bool
	}{
		{"from the new one", "", store.LinkRecord{}, relation("new.md", "old.md", nothing), "new.md", "", "new.md", false},
		{"from the old one", "", relation("old.md", "new.md", func(l *store.LinkRecord) { l.Inverse = true }), store.LinkRecord{},
			"new.md", "", "new.md", false},
		{"by its status", "superseded", store.LinkRecord{}, relation("new.md", "old.md", nothing), "", "", "new.md", false},
		{"by its status alone", "superseded", store.LinkRecord{}, store.LinkRecord{}, "", "", "", false},
		{"of another type", "", store.LinkRecord{}, relation("new.md", "old.md", func(l *store.LinkRecord) { l.Type = "refines" }),
			"new.md", "", "", false},
		{"broken", "", store.LinkRecord{}, relation("new.md", "old.md", func(l *store.LinkRecord) { l.State = "broken" }), "new.md",
			"", "", false},
		{"the other way round", "", relation("old.md", "new.md", nothing), store.LinkRecord{}, "new.md", "", "", false},
		{"inverse the other way round", "", store.LinkRecord{}, relation("new.md", "old.md",
			func(l *store.LinkRecord) { l.Inverse = true }), "new.md", "", "", false},
		{"disputed", "", store.LinkRecord{}, store.LinkRecord{}, "", "new.md", "", true},
		{"disputed by what is gone", "", store.LinkRecord{}, store.LinkRecord{}, "", "gone.md", "", false},
		{"undisputed", "", store.LinkRecord{}, store.LinkRecord{}, "", "", "", false},
	} {
		old, by := prose("old.md", "Old."), prose("new.md", "New.")
		old.Status, old.SupersededBy, old.DisputedBy = tt.status, tt.by, tt.disputing
		old.links, by.links = []store.LinkRecord{tt.out}, []store.LinkRecord{tt.in}
		s := shelved(old, by, prose("third.md", "Third."))
		one, err := s.Note(t.Context(), "old.md")
		if err != nil || one.SupersededBy != tt.superseded || one.Disputed != tt.disputed {
			t.Errorf("%s: by itself %q, %v, %v", tt.name, one.SupersededBy, one.Disputed, err)
		}
		all, err := s.Notes(t.Context(), time.Time{})
		if err != nil || len(all) != 3 || all[1].SupersededBy != tt.superseded || all[1].Disputed != tt.disputed {
			t.Errorf("%s: among all %+v, %v", tt.name, all[1], err)
		}
		if destinations, err := s.destinations(t.Context(), []int{0, 1}); err != nil || len(destinations[0])+len(destinations[1]) > 1 {
			t.Errorf("%s: links to %v, %v", tt.name, destinations, err)
		}
	}
}

// A note is judged by the day that is asked for, each day anew.
func TestDaysAreTold(t *testing.T) {
	b := prose("a.md", "Text.")
	b.ValidUntil = "2026-01-31"
	s := shelved(b)
	seen := map[int]string{}
	for _, day := range []string{"2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01", "2025-02-01", "2026-01-31", "2025-01-31",
		"2026-12-01", "2027-01-01"} {
		at, _ := time.Parse(time.DateOnly, day)
		if rec, err := s.NoteOn(t.Context(), "a.md", at); err != nil || (rec.Inactive != "") != (day > "2026-01-31") {
			t.Errorf("on %s: %q, %v", day, rec.Inactive, err)
		}
		if other := seen[calendarDay(at)]; other != "" && other != day {
			t.Errorf("%s and %s are one day", day, other)
		}
		seen[calendarDay(at)] = day
	}
}

// The place of a date between the oldest and the newest of the candidates.
func TestPlaceOfADate(t *testing.T) {
	var kept []candidate
	for _, day := range []string{"", "2026-01-03", "2026-01-01", "2026-01-11", "2026-01-02", ""} {
		kept = append(kept, candidate{record: &store.NoteRecord{Note: kb.Note{Date: day}}})
	}
	newest, oldest := dateRange(kept)
	if newest != "2026-01-11" || oldest != "2026-01-01" {
		t.Errorf("from %q to %q", oldest, newest)
	}
	for _, tt := range []struct {
		day, oldest, newest string
		want                float64
	}{
		{"2026-01-01", oldest, newest, 0}, {"2026-01-11", oldest, newest, 1}, {"2026-01-06", oldest, newest, 0.5},
		{"2026-01-03T10:00:00Z", oldest, newest, 0.2},
		{"", oldest, newest, 0}, {"2026-01-06", "", newest, 0}, {"2026-01-06", oldest, "", 0}, {"2026-01-06", newest, oldest, 0},
		{"2026-01-06", newest, newest, 0}, {"2026-01", oldest, newest, 0},
		{"2026-13-01", oldest, newest, 0},
	} {
		if got := position(tt.day, tt.oldest, tt.newest); got != tt.want {
			t.Errorf("%q between %q and %q: %v, want %v", tt.day, tt.oldest, tt.newest, got, tt.want)
		}
	}
}

// Every factor of a score, for notes of which something is known each.
func TestFactorsOfAScore(t *testing.T) {
	gotcha := dated(prose("gotcha.md", "Tea for `setPot` and `setCup`."), "2026-05-01")
	gotcha.Kind, gotcha.Confidence, gotcha.Importance = "memory", 0.9, 0.9
	older := dated(prose("older.md", "Tea for `setPot`."), "2026-04-01")
	older.Kind, older.Confidence = "memory", 0.9
	gone := prose("gone.md", "Tea.")
	gone.ValidUntil, gone.InLinks, gone.PageRank = "2026-01-01", 3, 0.5
	s := shelved(gotcha, older, gone, prose("plain.md", "Tea pot."))
	a := ask(t, s, query.Query{Text: "tea setPot setCup", Mode: query.Keyword, Explain: true})
	want := map[string]string{
		"gotcha.md": "confidence 1.024, identifier 1.2, importance 1.08, recency 1.05; " +
			"{Value:0.876063905 Touched:2026-05-01 By:date HalfLife:90}",
		"older.md": "confidence 0.9666, identifier 1.1; {Value:0.695332383 Touched:2026-04-01 By:date HalfLife:90}",
		"gone.md":  "confidence 0.7766, links 1.1, pagerank 1.025, standing 0.95; {Value:0.1 Touched: By: HalfLife:0}",
		"plain.md": "confidence 0.7766; {Value:0.1 Touched: By: HalfLife:0}",
	}
	for _, h := range a.Hits {
		var got []string
		for name, x := range h.Factors {
			const weighed = "confidence identifier importance links pagerank place recency review source standing title usage"
			if strings.Contains(weighed, name) && x != 1 {
				got = append(got, fmt.Sprintf("%s %.4g", name, x))
			}
		}
		slices.Sort(got)
		text := fmt.Sprintf("%s; %+v", strings.Join(got, ", "), *h.Confidence)
		if text != want[h.Path] {
			t.Errorf("%s: %s, want %s", h.Path, text, want[h.Path])
		}
	}
	if got := ask(t, s, query.Query{Text: "tea", Mode: query.Keyword, ActiveOnly: true}); len(got.Hits) != 3 || got.LeftOut != 1 {
		t.Errorf("of what holds %d, %d left out", len(got.Hits), got.LeftOut)
	}
	if got := ask(t, s, query.Query{Text: "tea confidence:>0.69", Mode: query.Keyword}); len(got.Hits) != 2 {
		t.Errorf("sure are %s", shortened(got))
	}
	if got := shortened(ask(t, s, query.Query{Text: "kind:doc", Limit: 9})); got != "gone.md:1 0.624 filter, plain.md:1 0.388 filter" {
		t.Errorf("listed: %s", got)
	}
}

// Filters that drop the best notes make a search look further, and find the last one.
func TestFiltersLookFurther(t *testing.T) {
	var books []book
	for i := range 450 {
		books = append(books, prose(fmt.Sprintf("n%d.md", i), fmt.Sprintf("Tea %d.", i)))
	}
	for _, name := range []string{"x.md", "y.md", "z.md"} {
		b := prose(name, "Tea of leaves in "+name)
		b.Kind = "spec"
		books = append(books, b)
	}
	s := shelved(books...)
	for text, want := range map[string]string{"kind:spec tea": "x.md y.md z.md", "kind:spec": "x.md y.md z.md",
		"kind:spec \"of leaves\"": "x.md y.md z.md", "kind:spec -leaves tea": ""} {
		a := ask(t, s, query.Query{Text: text, Mode: query.Keyword})
		var got []string
		for _, h := range a.Hits {
			got = append(got, h.Path)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	if a := ask(t, s, query.Query{Text: "tea", Mode: query.Keyword, Limit: 430}); len(a.Hits) != 430 {
		t.Errorf("%d of 430", len(a.Hits))
	}
}

// Words that begin like those of the query are at most those of the first twelve, and none for short ones.
func TestWordsThatAreNear(t *testing.T) {
	s := shelved(prose("a.md", "teapot teacup abcd abcg zzz q"))
	list := func(n int, last string) (out []queryTerm) {
		for range n {
			out = append(out, queryTerm{text: "none"})
		}
		return append(out, queryTerm{text: last})
	}
	for _, tt := range []struct {
		terms []queryTerm
		edits int
		want  string
	}{
		{list(0, "tea"), 0, "teacup teapot"}, {list(0, "te"), 0, ""}, {list(11, "tea"), 0, "teacup teapot"}, {list(12, "tea"), 0, ""},
		{append([]queryTerm{{text: "te"}}, list(11, "tea")...), 0, "teacup teapot"}, {list(0, "abcf"), 1, "abcd abcg"}, {list(0,
			"abc"), 1, ""}, {list(0, "abcfx"), 2, "abcd abcg"}, {list(0, "abcx"), 2, ""},
	} {
		r := &run{Searcher: s, terms: tt.terms}
		near, err := r.near(t.Context(), tt.edits)
		if got := joinTerms(near); got != tt.want || err != nil {
			t.Errorf("%v by %d: %q, want %q; %v", tt.terms, tt.edits, got, tt.want, err)
		}
	}
	if got := lowerASCII("AZ@[azÀ"); got != "az@[azÀ" {
		t.Errorf("%q", got)
	}
}

// Of a text as it stands the first two hundred chunks are found, each note by its first, the first note best.
func TestTextAsItStands(t *testing.T) {
	s := shelved(slices.Concat(copies(198, "n", "A ~>X"),
		[]book{prose("p.md", "-", "a", "", "A ~>x"), prose("q.md", "~>X"), prose("r.md", "~>X")})...)
	for most, text := range map[int]string{200: "~>x", 199: " ~>x", 1: "-", 0: "<~"} {
		r := &run{Searcher: s}
		notes, rows, err := r.containing(t.Context(), text)
		if err != nil || len(notes) != most || most > 1 && (notes[198] != 198 || rows[198] != 201) {
			t.Errorf("%q: %d notes, %v", text, len(notes), err)
		}
	}
	a := ask(t, s, query.Query{Text: "~>", Mode: query.Keyword, Limit: 1})
	none := ask(t, s, query.Query{Text: "~", Mode: query.Keyword})
	if got := shortened(a); got != "n0.md:1 0.777 substring" || len(none.Hits) > 0 {
		t.Errorf("%s, of one byte %d", got, len(none.Hits))
	}
}

// What a question asks for, by its first word that says so.
func TestWhatAQuestionAsksFor(t *testing.T) {
	for text, want := range map[string]wanted{
		"how long is it": number, "how": nothing, "is it how": nothing, "how is it long": nothing, "since when": number,
		"why now": nothing, "who is it": name, "who's that": name, "where": name,
		"which port": either, "which room": name, "what is it": either, "tea": either, "": either, "what, how many": number,
	} {
		if got := wantedOf(text); got != want {
			t.Errorf("%q asks for %v, want %v", text, got, want)
		}
	}
	a := words.NewAnalyzer()
	var told []string
	for _, c := range changesIn(a, "Nothing here. We moved, to `Zulip`!\nIt was; (now) done. Moved-on") {
		told = append(told, strings.Join(c.words, " "))
	}
	if want := []string{"We moved to `Zulip`", "now done"}; !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

// What a newer note takes back: half of the older one's words of the question are enough, in a short text.
func TestTakesBack(t *testing.T) {
	for _, tt := range []struct {
		name, asked, old, new string
		want                  bool
	}{
		{"half of the words", "team chat", "The team uses Slack for chat.", "The chat moved to Zulip.", true},
		{"a third", "team chat room", "The team uses a Slack room for chat.", "The chat moved to Zulip.", false},
		{"none", "zebra", "The team uses Slack.", "The chat moved to Zulip.", false},
		{"no value", "team chat", "The team uses Slack for chat.", "The chat moved.", false},
		{"to its end", "chat", "The team uses Slack for chat.", "The chat moved to Zulip." + strings.Repeat("x", 376), true},
		{"a long text", "chat", "The team uses Slack for chat.", "The chat moved to Zulip." + strings.Repeat("x", 377), false},
		{"no question of a value", "why chat", "The team uses Slack for chat.", "The chat moved to Zulip.", false},
		{"no text", "chat", "The team uses Slack for chat.", "", false},
	} {
		fresh := prose("new.md", tt.new)
		if tt.new == "" {
			fresh.texts = nil
		}
		s := shelved(prose("old.md", tt.old), fresh)
		r := &run{Searcher: s, request: query.Request{Words: tt.asked}, terms: terms(words.NewAnalyzer(), tt.asked, false)}
		stems, err := s.stems(t.Context(), int(s.gen.Rows.First[1]))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.takesBack(t.Context(), 0, 1, stems); got != tt.want || err != nil {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
}

// A field without weight counts nowhere, the baseline knows the body alone, and a chunk's score is a mixture.
func TestFieldsThatDoNotCount(t *testing.T) {
	s := shelved(prose("a.md", "# Tea\n"), prose("b.md", "Milk."), prose("c.md", "`tea`"))
	w := rank.DefaultWeights()
	s.gen.Words.(wordlist).put(words.Head, 1, []string{"pot"})
	for _, tt := range []struct {
		term       string
		head, code float64
		plain      bool
		want       string
	}{
		{"tea", 1, 1, false, "[tea] [0.646 0.000 0.646]"}, {"tea", 1, 1, true, "[tea] [0.470 0.000 0.470]"}, {"tea", 0, 0, false,
			"[tea] [0.470 0.000 0.470]"},
		{"pot", 1, 1, false, "[pot] [0.000 1.660 0.000]"}, {"pot", 1, 1, true, "[] [0.000 0.000 0.000]"}, {"pot", 0, 1, false,
			"[] [0.000 0.000 0.000]"},
	} {
		w.Head, w.Code = tt.head, tt.code
		scores, err := s.bm25(t.Context(), []queryTerm{{text: tt.term, count: 1}}, &w, tt.plain)
		if got := fmt.Sprintf("%v %.3f", scores.matched, scores.note); got != tt.want || err != nil {
			t.Errorf("%+v: %s; %v", tt, got, err)
		}
	}
	for last, want := range map[words.Field]int{words.Body: 0, words.Head: 1, words.Tags: 1} {
		if with, err := (&run{Searcher: s}).notesWith(t.Context(), last, "pot"); err != nil || len(with) != want {
			t.Errorf("up to field %d %v have it, %v", last, with, err)
		}
	}
	c := chunkScores{words: []float64{2, 4}, meaning: []float32{0.5, -1}, vector: 0.25, greatest: 4, nearest: 0.5}
	for row, want := range []float64{0.625, 0.75} {
		if got := c.of(row); got != want {
			t.Errorf("row %d: %v, want %v", row, got, want)
		}
	}
	r := &run{Searcher: s, w: w, keyword: &keywordScores{chunk: []float64{1, 2, 3}}, cosines: make([]float32, 3)}
	if r.scoreChunks(4, 0); r.best.vector != 0 || r.best.of(1) != 0.5 {
		t.Errorf("nothing is near: %+v", r.best)
	}
	if r.scoreChunks(4, 0.5); math.Abs(r.best.vector-0.95*trustOfServers) > 1e-9 {
		t.Errorf("something is near: %+v", r.best)
	}
	sorted := []placed{{0, 2, 1}, {1, 1, 1}, {2, 0, 0.5}, {3, 9, 2}}
	if sortPlaced(sorted); !slices.Equal(sorted, []placed{{3, 9, 2}, {1, 1, 1}, {0, 2, 1}, {2, 0, 0.5}}) {
		t.Errorf("sorted to %v", sorted)
	}
	if x, y := (scoredRow{1, false, 2}), (scoredRow{0, false, 2}); x.before(y) || !y.before(x) || x.before(x) {
		t.Error("of the same score the first comes first")
	}
}

// Chunks and stems are kept for the next question up to a bound, and read anew beyond it.
func TestChunksAreKeptUpToABound(t *testing.T) {
	s := shelved(prose("a.md", "Tea."))
	half := &store.Chunk{Text: strings.Repeat("x", maxHeldText/2-256)}
	for row, held := range []int{maxHeldText / 2, maxHeldText, maxHeldText, maxHeldText} {
		if s.holdChunk(row, half); s.heldText != held || len(s.chunksKnown) != min(row+1, 2) || s.chunksKnown[row] != half {
			t.Errorf("after %d: %d bytes of %d chunks", row+1, s.heldText, len(s.chunksKnown))
		}
	}
	many := shelved(copies(maxHeldStems+1, "n", "Tea and milk.")...)
	for row := range maxHeldStems + 1 {
		if stems, err := many.stems(t.Context(),
			row); err != nil || !stems["tea"] || !stems["milk"] || len(many.stemsKnown) != row%maxHeldStems+1 {
			t.Fatalf("row %d: %v, %v; %d known", row, stems, err, len(many.stemsKnown))
		}
	}
}

// The list of a model beside moves the scores that there are, finds what is clearly near, and leaves alone what has
// no vector; where nothing is near it is not asked.
func TestListOfAModelBeside(t *testing.T) {
	s := shelved(prose("a.md", "1", "2"), prose("b.md", "3"), prose("c.md", "4"), prose("d.md", "5"), prose("e.md"))
	one := []byte("xxxx1")
	for name, tt := range map[string]struct {
		score   []float64
		cosines []float32
		want    []float64
	}{
		"mixed": {[]float64{1, 0.5, 0, 0, 0}, []float32{0.2, 0.6, 0.3, 0.9, 0.8}, []float64{0.75 + 0.25*0.75,
			0.375 + 0.25*0.375, 0, 0.25, 0}},
		"not clearly near": {[]float64{1, 0, 0, 0, 0}, []float32{0.5, 0.5, 0.29, 0.9, 0.29}, []float64{1, 0, 0, 0, 0}},
		"just near":        {[]float64{1, 0, 0, 0, 0}, []float32{0.5, 0.5, 0.25, 0.9, 0.5}, []float64{1, 0, 0, 0.25, 0}},
		"far": {[]float64{1, 0.5, 0, 0, 0}, []float32{-0.5, -0.2, 0.5, 0.9, 0.5}, []float64{0.75, 0.375 + 0.25, 0,
			0.25, 0}},
		"nothing is near":      {[]float64{1, 0.5, 0, 0, 0}, []float32{0.1, 0.25, 0.25, 0.9, 0.2}, []float64{1, 0.5, 0, 0, 0}},
		"nothing has been hit": {make([]float64, 5), []float32{0.9, 0.9, 0.9, 0.9, 0.9}, make([]float64, 5)},
	} {
		r := &run{Searcher: s, score: slices.Clone(tt.score)}
		r.byModel = &nearness{vectors: store.VectorsOf("m", 1, [][]byte{one, one, one, nil, one}), cosines: tt.cosines, share: 0.25}
		r.weighNear()
		if !slices.EqualFunc(r.score, tt.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }) {
			t.Errorf("%s: %v, want %v", name, r.score, tt.want)
		}
		if used := !slices.Equal(tt.score,
			tt.want) || name == "not clearly near"; (r.byModel != nil) != used || (r.best.near != nil) != used {
			t.Errorf("%s: it counts for chunks: %v", name, r.byModel != nil)
		}
	}
	c := chunkScores{words: []float64{4, 4}, greatest: 4, near: &nearness{vectors: store.VectorsOf("m", 1, [][]byte{one, nil}),
		cosines: []float32{0.4, 0.4}, nearest: 0.8, share: 0.25}}
	if math.Abs(c.of(0)-0.875) > 1e-6 || c.of(1) != 1 {
		t.Errorf("a chunk with a vector %v, without one %v", c.of(0), c.of(1))
	}
}

// Notes come best first and by path, none without a score, none that is excluded, and of many the first few.
func TestOrderOfNotes(t *testing.T) {
	s := shelved(copies(9, "n", "Tea.")...)
	r := &run{Searcher: s, score: []float64{1, 3, 0, 2, 3, -1, 9, 2, 1}, excluded: map[int]bool{6: true}}
	want := []int{1, 4, 3, 7, 0, 8}
	if got := r.order(); !slices.Equal(got, want) {
		t.Errorf("in order %v, want %v", got, want)
	}
	for n := 1; n < 9; n++ {
		if got := r.first(n); !slices.Equal(got, want[:min(n, len(want))]) {
			t.Errorf("the first %d are %v", n, got)
		}
	}
	var long book
	for i := range 9 {
		long.texts = append(long.texts, fmt.Sprint(i, "."))
	}
	long.Path = "long.md"
	for most, want := range map[int]string{99: "0.1.2.3.4.5.", 4: "0.1.", 3: "0.1.", 2: "0.", 0: ""} {
		err := shelved(long, prose("z.md", "Z.")).EachNote(t.Context(), most, func(rec *store.NoteRecord, text string) error {
			if rec.Path == "long.md" && text != want || rec.Path == "z.md" && (text != "Z.") != (most == 0) {
				t.Errorf("%s of at most %d bytes: %q, want %q", rec.Path, most, text, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
