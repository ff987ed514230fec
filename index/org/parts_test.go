package org

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/9aea2451/kb/index/gathered"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/record"
)

func TestSettings(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Settings)
		taken  bool
	}{
		"none":             {func(*Settings) {}, true},
		"one candidate":    {func(s *Settings) { s.Candidates = 1 }, true},
		"most candidates":  {func(s *Settings) { s.Candidates = maxCandidates }, true},
		"more candidates":  {func(s *Settings) { s.Candidates = maxCandidates + 1 }, false},
		"fewer than one":   {func(s *Settings) { s.Candidates = -1 }, false},
		"one shard":        {func(s *Settings) { s.Shards = 1 }, true},
		"most shards":      {func(s *Settings) { s.Shards = 1024 }, true},
		"more shards":      {func(s *Settings) { s.Shards = 1025 }, false},
		"no shard":         {func(s *Settings) { s.Shards = -1 }, false},
		"alias":            {func(s *Settings) { s.Alias = "Team" }, false},
		"no such model":    {func(s *Settings) { s.Model = "a/b" }, false},
		"longest group":    {func(s *Settings) { s.Groups = []string{strings.Repeat("g", 200)} }, true},
		"longer group":     {func(s *Settings) { s.Groups = []string{strings.Repeat("g", 201)} }, false},
		"no group":         {func(s *Settings) { s.Groups = []string{""} }, false},
		"group of several": {func(s *Settings) { s.Groups = []string{"a,b"} }, false},
		"quoted group":     {func(s *Settings) { s.Groups = []string{`a"b`} }, false},
		"variable":         {func(s *Settings) { s.Groups = []string{"a$b"} }, false},
		"control":          {func(s *Settings) { s.Groups = []string{"a\x1fb"} }, false},
		"group of words":   {func(s *Settings) { s.Groups = []string{"red team"} }, true},
	} {
		s := Settings{Server: cluster.Server{URL: "http://localhost:1"}}
		c.change(&s)
		o, err := Open(s, nil, time.Now)
		if (err == nil) != c.taken || err == nil && (o.s.Alias == "" || o.s.Candidates < 1 || o.s.Shards < 1) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNames(t *testing.T) {
	for name, taken := range map[string]bool{
		"a": true, "platform/auth": true, "a.b": true, strings.Repeat("a", 200): true, strings.Repeat("a", 201): false,
		"": false, "a//b": false, "/a": false, "a/": false, ".": false, "a/..": false,
		"a b": false, `a\b`: false, "a:b": false, `a"`: false, "a\x7f": false, "a\tb": false,
	} {
		if err := CheckName(name); (err == nil) != taken {
			t.Errorf("%q: %v", name, err)
		}
	}
	o := &Org{s: Settings{Alias: "team-a", Groups: []string{"red", "blue", "red"}}}
	if got := o.readers(); !slices.Equal(got, []string{"blue", Everyone, "red"}) {
		t.Errorf("%q", got)
	}
	for _, n := range []int{1, 7, 123456} {
		if got := o.generationOf(o.indexName(n)); got != n {
			t.Errorf("%s is generation %d", o.indexName(n), got)
		}
	}
	if n := o.generationOf("other"); n != 0 || o.indexName(7) != "team-a-000007" {
		t.Errorf("%s, %d", o.indexName(7), n)
	}
	if key("ab", "c") == key("a", "bc") || len(key("a")) != keyLength {
		t.Error("keys do not tell texts apart")
	}
}

func TestPlaces(t *testing.T) {
	repo, other, note := key("team"), key("other"), key("a.md")
	for text, want := range map[string]bool{
		place{repo, note}.String(): true, "": false, repo: false, repo + note: false, repo + ".short": false, "short." + note: false,
		repo + "." + note + ".v": false,
	} {
		if got, ok := placeOf(text); ok != want || want && got != (place{repo, note}) {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
	at := func(places ...string) cluster.Found {
		return cluster.Found{Fields: json.RawMessage(written(t, map[string][]string{"place": places}))}
	}
	first, second := place{repo, note}.String(), place{other, note}.String()
	found := placesOf([]cluster.Found{at(first), at(), at("odd"), {}, {Fields: json.RawMessage(`[]`)}, at(first), at(second)})
	if !slices.Equal(found, []place{{repo, note}, {other, note}}) {
		t.Errorf("%v", found)
	}
	a, b, c := place{"1", "a"}, place{"1", "b"}, place{"2", "c"}
	if got := mixed([][]place{{a, b}, nil, {c, a, b}}); !slices.Equal(got, []place{a, c, b}) {
		t.Errorf("%v", got)
	}
	if got := mixed(nil); got != nil {
		t.Errorf("%v", got)
	}
}

// example is a note with all that one can have.
func example() *whole {
	w := &whole{
		touch:      &history.Touch{When: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC), Only: true},
		provenance: &history.Provenance{Commit: "abc", Author: "Ann", Authors: 2},
		contents:   []string{"c1", "c2"},
	}
	w.Record.Path, w.Record.Blob, w.Record.Kind, w.Record.Title, w.Record.SupersededBy = "a.md", "b", "memory", "Tea", "b.md"
	w.Record.Confidence, w.Record.Importance, w.Record.Extra = 0.5, 0.25, map[string]any{"owner": "Ann"}
	w.Links = []store.LinkRecord{{From: "a.md", Line: 3, Kind: "markdown", Target: "b.md", To: "b.md", State: "ok", Strength: 0.5}}
	w.Names = []string{"tea"}
	w.Standing = []byte{0, 2}
	w.Length = [][words.Fields]uint16{{2, 1}, {65535}}
	w.Words[words.Body] = gathered.Postings{
		{Text: "tea", In: []words.Posting{{Doc: 0, Freq: 2}, {Doc: 1, Freq: 1}}}, {Text: "team", In: []words.Posting{{Doc: 1, Freq: 7}}},
		{Text: "water", In: []words.Posting{{Doc: 1, Freq: 1}}},
	}
	w.Vector = [][]byte{{1, 2}, nil}
	return w
}

func TestNotesArePacked(t *testing.T) {
	bare := &whole{contents: []string{}}
	bare.Record.Path = "c.md"
	undated := example()
	undated.touch = &history.Touch{}
	for name, w := range map[string]*whole{"all": example(), "bare": bare, "undated": undated} {
		data, err := packNote(w)
		if err != nil {
			t.Fatal(err)
		}
		got, err := unpackNote(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again, err := packNote(got)
		if err != nil || string(again) != string(data) {
			t.Errorf("%s: not the same once more: %v", name, err)
		}
		if diff := cmp.Diff([]any{w.touch, w.provenance, w.Record.Extra, w.Record.Title, w.Record.SupersededBy, len(w.Vector), w.Words},
			[]any{got.touch, got.provenance, got.Record.Extra, got.Record.Title, got.Record.SupersededBy, len(got.Vector), got.Words},
			cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A document that is not what a push writes is damaged, wherever it is cut off and whatever it says.
func TestDamagedNotes(t *testing.T) {
	data, err := packNote(example())
	if err != nil {
		t.Fatal(err)
	}
	text, err := inflate(data)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cut": text[:len(text)-1], "more": text + "x", "extra": strings.Replace(text, `{"owner"`, `["owner"`, 1),
		"provenance": strings.Replace(text, `{"commit"`, `["commit"`, 1), "none": "",
	} {
		packed, err := deflate([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if w, err := unpackNote(packed); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %+v, %v", name, w, err)
		}
	}
	fewer := example()
	fewer.contents = fewer.contents[:1]
	if data, err = packNote(fewer); err != nil {
		t.Fatal(err)
	}
	if _, err := unpackNote(data); !errors.Is(err, errDamaged) {
		t.Errorf("a chunk without an id: %v", err)
	}
	if _, err := unpackNote([]byte("no deflate")); !errors.Is(err, errDamaged) {
		t.Error(err)
	}
	for docs, want := range map[string]bool{"01": true, "02": false, "2": false} {
		var out record.Writer
		in := make([]words.Posting, len(docs))
		for i, d := range docs {
			in[i] = words.Posting{Doc: d - '0', Freq: 1}
		}
		packPostings(&out, gathered.Postings{{Text: "tea", In: in}})
		r := record.Read(string(out.Data))
		if unpackPostings(r, 2); (r.End() == nil) != want {
			t.Errorf("chunks %s of two: %v", docs, r.End())
		}
	}
}

func TestTextsAndTablesArePacked(t *testing.T) {
	chunks := []store.Chunk{
		{Kind: "prose", Heading: []string{"Tea", "Green"}, Anchor: "green", StartLine: 3, EndLine: 9, Text: "It grows."}, {},
	}
	data, err := packText(chunks)
	if err != nil {
		t.Fatal(err)
	}
	got, err := unpackText(data)
	if err != nil || len(got) != 2 || got[0].EndLine != 9 || got[0].Text != "It grows." ||
		!slices.Equal(got[0].Heading, chunks[0].Heading) {
		t.Errorf("%+v, %v", got, err)
	}
	a := entry{note: key("a"), version: key("1"), pageRank: 0.25, inLinks: 3, size: size{chunks: 2, length: [words.Fields]int{4, 5}}}
	b := entry{note: key("b"), version: key("2")}
	want := table{a, b}
	slices.SortFunc(want, func(x, y entry) int { return strings.Compare(x.note, y.note) })
	if data, err = packTable(want); err != nil {
		t.Fatal(err)
	}
	whole, err := unpackTable(data)
	if err != nil || !slices.Equal(whole, want) {
		t.Errorf("%+v, %v", whole, err)
	}
	if e, ok := whole.find(a.note); !ok || e != a {
		t.Errorf("%+v", e)
	}
	if _, ok := whole.find(key("c")); ok {
		t.Error("a note is found that is none")
	}
	var h headDoc
	h.setSizes(want)
	if h.Notes != 2 || h.Chunks != 2 || h.Body != 4 || h.Head != 5 {
		t.Errorf("%+v", h)
	}
	for _, damaged := range [][]byte{nil, data[:len(data)/2]} {
		if _, err := unpackText(damaged); !errors.Is(err, errDamaged) {
			t.Error(err)
		}
		if _, err := unpackTable(damaged); !errors.Is(err, errDamaged) {
			t.Error(err)
		}
	}
	if s := sizeOf([][words.Fields]uint16{{1, 2}, {3}}); s.chunks != 2 || s.length[0] != 4 || s.length[1] != 2 {
		t.Errorf("%+v", s)
	}
}

// A table is compared with that of the tree that is pushed.
func TestWhatAPushChanges(t *testing.T) {
	p := &push{src: &Source{Readers: []string{"red"}}, o: &Org{}}
	of := func(path, version string) note {
		n := note{path: path, key: key(path), version: version}
		n.Record.PageRank = 0.5
		return n
	}
	notes := []note{of("same", "1"), of("changed", "2"), of("new", "1")}
	p.before = table{
		{note: key("same"), version: "1", size: size{chunks: 4}}, {note: key("changed"), version: "1"},
		{note: key("removed"), version: "1"},
	}
	slices.SortFunc(p.before, func(a, b entry) int { return strings.Compare(a.note, b.note) })
	after, changed, err := p.compare(t.Context(), notes)
	if err != nil || !slices.Equal(changed, []int{1, 2}) || len(after) != 3 {
		t.Errorf("%+v, %v, %v", after, changed, err)
	}
	if e, _ := after.find(key("same")); e.size.chunks != 4 || e.pageRank != 0.5 {
		t.Errorf("%+v", e)
	}
	var gone []string
	for _, e := range p.gone(after) {
		gone = append(gone, e.note)
	}
	slices.Sort(gone)
	want := []string{key("changed"), key("removed")}
	slices.Sort(want)
	if !slices.Equal(gone, want) || p.removed(after) != 1 {
		t.Errorf("gone %v, %d removed", gone, p.removed(after))
	}
	notes[2].size.chunks = 9
	p.setSizes(after, notes, changed)
	if e, _ := after.find(key("new")); e.size.chunks != 9 {
		t.Errorf("%+v", e)
	}
	n := of("same", "")
	first := p.version(&n)
	p.src.Readers = []string{"blue"}
	if p.version(&n) == first {
		t.Error("other readers do not make another version")
	}
}

// Memories, and no other notes, are told when they were last changed.
func TestTouchOfMemories(t *testing.T) {
	notes := make([]note, 3)
	for i := range notes {
		notes[i].path = fmt.Sprintf("%d.md", i)
	}
	asked := 0
	p := &push{src: &Source{Touches: func(_ context.Context, files []git.File) []history.Touch {
		asked++
		out := make([]history.Touch, len(files))
		for i, f := range files {
			out[i].Only = f.Path == "2.md"
		}
		return out
	}}}
	p.touch(t.Context(), notes, nil)
	if asked != 0 {
		t.Error("asked for no file")
	}
	p.touch(t.Context(), notes, []int{1, 2})
	if asked != 1 || notes[0].touch != nil || notes[1].touch == nil || notes[1].touch.Only || !notes[2].touch.Only {
		t.Errorf("%+v", notes)
	}
	p.src.Touches = nil
	p.touch(t.Context(), notes, []int{1}) // nothing is known
	g := &Gathered{byPath: map[string]*whole{"team:1.md": &notes[1].whole, "team:2.md": &notes[2].whole, "team:0.md": &notes[0].whole}}
	got := g.touches(t.Context(), "", []git.File{{Path: "team:2.md"}, {Path: "team:0.md"}, {Path: "none"}})
	if len(got) != 3 || !got[0].Only || got[1].Only || got[2].Only {
		t.Errorf("%+v", got)
	}
	notes[1].provenance = &history.Provenance{Date: "2026-03-04"}
	days := g.days(t.Context(), "", []git.File{{Path: "team:1.md"}, {Path: "team:0.md"}, {Path: "none"}}, nil)
	if !slices.Equal(days, []string{"2026-03-04", "", ""}) {
		t.Errorf("days: %v", days)
	}
}

func TestTermsOfChunks(t *testing.T) {
	found := map[string][]words.Posting{}
	count(found, []string{"tea", "pot", "tea"}, 0)
	count(found, []string{"tea"}, 2)
	want := gathered.Postings{
		{Text: "pot", In: []words.Posting{{Doc: 0, Freq: 1}}}, {Text: "tea", In: []words.Posting{{Doc: 0, Freq: 2}, {Doc: 2, Freq: 1}}},
	}
	if diff := cmp.Diff(want, postingsOf(found)); diff != "" {
		t.Error(diff)
	}
	packed := store.Quantise([]float32{0.5, -1}, 2)
	v := unpackVector(packed)
	if len(v) != 2 || v[1] > -0.99 || v[0] < 0.49 || v[0] > 0.51 {
		t.Errorf("%v", v)
	}
	for _, none := range [][]byte{nil, packed[:4], {0, 0, 0, 0, 1}} {
		if v := unpackVector(none); v != nil {
			t.Errorf("%v: %v", none, v)
		}
	}
}

// A push says who may read.
func TestReadersOfAPush(t *testing.T) {
	for readers, want := range map[string]string{"": "nobody", "red,blue,red": "", "red,": "no name of a group"} {
		src := Source{Name: "team"}
		if readers != "" {
			src.Readers = strings.Split(readers, ",")
		}
		err := checkSource(&src)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", readers, err)
		}
		if err == nil && !slices.Equal(src.Readers, []string{"blue", "red"}) {
			t.Errorf("%q", src.Readers)
		}
		src.Progress("pushing", 1, 2)
	}
	if err := checkSource(&Source{Name: "..", Readers: []string{"red"}}); err == nil {
		t.Error("a name that is none")
	}
}

// The paths of a note begin with its repository, wherever they stand in it.
func TestPathsBeginWithTheirRepository(t *testing.T) {
	p := place{"r", "n"}
	r := &round{notes: map[place]*whole{}, heads: map[string]*repository{
		"r": {name: "team", table: table{{note: "n", pageRank: 0.5, inLinks: 2}}},
	}}
	w := &whole{}
	w.Record = store.NoteRecord{Note: kb.Note{Path: "a.md"}, SupersededBy: "b.md"}
	w.Links = []store.LinkRecord{{From: "a.md", To: "b.md", Candidates: []string{"c.md"}}, {From: "a.md", State: "broken"}}
	r.place(p, w)
	if got := r.notes[p]; got.Record.Path != "team:a.md" || got.Record.SupersededBy != "team:b.md" || got.Record.PageRank != 0.5 ||
		got.Record.InLinks != 2 || got.Links[0].To != "team:b.md" || got.Links[0].Candidates[0] != "team:c.md" || got.Links[1].To != "" {
		t.Errorf("%+v", got)
	}
	if Within("team", "team:a.md") != "a.md" || Within("other", "team:a.md") != "team:a.md" {
		t.Error(Within("team", "team:a.md"))
	}
}

// A head of another form, or of none, is damage.
func TestHeads(t *testing.T) {
	for source, want := range map[string]bool{
		`{"version":3,"name":"a"}`: true, `{"version":2,"name":"a"}`: false, `{}`: false, `[]`: false,
	} {
		var r cluster.Result
		r.Hits.Hits = []cluster.Found{{ID: "h.1", Source: json.RawMessage(source)}}
		if heads, err := headsOf(r); (err == nil) != want || want && heads[0].Name != "a" {
			t.Errorf("%s: %+v, %v", source, heads, err)
		}
	}
	got := tokens([]cluster.Found{
		{Fields: json.RawMessage(`{"repo":["a"],"push":["1"]}`)}, {Fields: json.RawMessage(`[]`)},
		{Fields: json.RawMessage(`{"repo":[]}`)}, {},
	})
	if len(got) != 1 || got["a"] != "1" {
		t.Errorf("%v", got)
	}
	for text, want := range map[string]string{"YWI=": "ab", "YWI": "ab", "YW==": "a", "YW": "a", "Y": "", "": ""} {
		if got := unencoded(text); string(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	data, err := packTable(table{{note: key("n"), version: key("1")}})
	if err != nil {
		t.Fatal(err)
	}
	whole := columnar{repo: "r", push: "p", name: "a", version: form, data: data}
	for name, change := range map[string]func(*columnar){
		"": func(*columnar) {}, "version": func(c *columnar) { c.version = 0 }, "the version": func(c *columnar) { c.version = form + 1 },
		"data": func(c *columnar) { c.data = nil }, "whole data": func(c *columnar) { c.data = data[:3] },
	} {
		r, c := &round{heads: map[string]*repository{}}, whole
		change(&c)
		if err := r.addHead(c); (err == nil) != (name == "") || err != nil && !errors.Is(err, errDamaged) {
			t.Errorf("without %s: %v", name, err)
		}
		if h := r.heads["r"]; name == "" && (h == nil || h.name != "a" || h.push != "p" || len(h.table) != 1) {
			t.Errorf("%+v", h)
		}
	}
}
