package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// Other spellings are looked for where they can help, and for a few words only: a long query of
// words that nobody wrote is answered soon.
func TestFallbackIsBounded(t *testing.T) {
	dir := indextest.NewRepository(t)
	var asked []string
	for i := range 40 {
		word := strings.Repeat(string(rune('a'+i%26)), 5+i/26) + "meadow"
		indextest.WriteFile(t, dir, fmt.Sprintf("w%02d.md", i), "# W\n\n"+word+"\n")
		asked = append(asked, word[:len(word)-1]+"q")
	}
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	all := indextest.Ask(t, x, query.Query{Text: strings.Join(asked, " "), Mode: query.Keyword, Limit: 50})
	if len(all.Hits) != 12 || all.Hits[0].Match != "fuzzy" {
		t.Errorf("%d notes are found by other spellings, tried %v", len(all.Hits), all.Tried)
	}
	none := indextest.Ask(t, x, query.Query{Text: asked[0], Mode: query.Keyword, Filter: query.Filter{Kind: []string{"decision"}}})
	if tried := strings.Join(none.Tried, "; "); len(none.Hits) > 0 || strings.Contains(tried, "fuzzy") {
		t.Errorf("where no note passes the filter: %v, tried %s", indextest.Paths(none), tried)
	}
}

// A text of which no word is looked for is found as it stands, in the order of paths; letters of English count in
// either case.
func TestWhatNoWordFindsIsFoundAsItStands(t *testing.T) {
	dir := indextest.NewRepository(t)
	for i := range 5 {
		text := fmt.Sprintf("# Sum %d\n\nThe total %s before.\n", i, []string{"AS in", "is as"}[i%2])
		indextest.WriteFile(t, dir, fmt.Sprintf("s%d.md", i), text)
	}
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	found := indextest.Ask(t, x, query.Query{Text: "As in", Mode: query.Keyword, Limit: 10})
	if got := fmt.Sprint(indextest.Paths(found)); got != "[s0.md s2.md s4.md]" || found.Hits[0].Match != "substring" {
		t.Errorf("%s, tried %v", got, found.Tried)
	}
}
