package index

import (
	"fmt"
	"strings"
	"testing"
)

// Other spellings are looked for where they can help, and for a few words only: a long query of
// words that nobody wrote is answered soon.
func TestFallbackIsBounded(t *testing.T) {
	dir := newRepository(t)
	var asked []string
	for i := range 40 {
		word := strings.Repeat(string(rune('a'+i%26)), 5+i/26) + "meadow"
		writeFile(t, dir, fmt.Sprintf("w%02d.md", i), "# W\n\n"+word+"\n")
		asked = append(asked, word[:len(word)-1]+"q")
	}
	x := openIndex(t, dir, Options{NoVectors: true})
	if _, err := x.Update(t.Context(), UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	all := search(t, x, Query{Text: strings.Join(asked, " "), Mode: Keyword, Limit: 50})
	if len(all.Hits) != nearWords || all.Hits[0].Match != "fuzzy" {
		t.Errorf("%d notes are found by other spellings, tried %v", len(all.Hits), all.Tried)
	}
	none := search(t, x, Query{Text: asked[0], Mode: Keyword, Filter: Filter{Kind: []string{"decision"}}})
	if tried := strings.Join(none.Tried, "; "); len(none.Hits) > 0 || strings.Contains(tried, "fuzzy") {
		t.Errorf("where no note passes the filter: %v, tried %s", paths(none), tried)
	}
}
