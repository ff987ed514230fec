package words

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// Several collections answer as one: the documents of each follow those of the ones before, and terms
// that are near are counted together, the first by name where there are too many.
func TestJoin(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	put(t, a, nil, doc("1", "cache queue"), doc("2", "cache"))
	put(t, b, nil, doc("3", "queue cachet"), doc("4", "cache cashe"))
	one, two := opened(t, a), opened(t, b)
	j := Join([]Index{one, two}, []int{2, 2})
	list := func(term string) map[string]int {
		t.Helper()
		postings, err := j.Postings(t.Context(), Body, term)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]int{}
		for _, p := range postings {
			out[fmt.Sprint(p.Doc)] += int(p.Freq)
		}
		return out
	}
	stem := doc("x", "cache").Terms(Body)[0]
	if got := list(stem); len(got) != 3 || got["0"] != 1 || got["1"] != 1 || got["3"]+got["2"] != 1 {
		t.Errorf("documents with %s: %v", stem, got)
	}
	if got := list("none"); len(got) != 0 {
		t.Errorf("documents with nothing: %v", got)
	}
	near, err := j.Near(Body, "ca", 0, 9)
	if err != nil || near[stem] != 3 {
		t.Errorf("near %s: %v, %v", stem, near, err)
	}
	least := slices.Sorted(maps.Keys(near))
	few, err := j.Near(Body, "ca", 0, 1)
	if err != nil || len(few) != 1 || few[least[0]] != near[least[0]] {
		t.Errorf("one that is near: %v of %v, %v", few, near, err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if got := list(stem); len(got) != 3 {
		t.Errorf("what was joined is closed: %v", got)
	}
}

// Names are compared by their words of letters and digits; the signs of C++ and C# belong to them.
func TestComparedNames(t *testing.T) {
	for text, want := range map[string]string{"Use C++ (or C#)!": "use c++ or c#", "a-b_c.d": "a b c d", "Äpfel 7": "äpfel 7",
		"--": "", "": "", "F#9": "f#9"} {
		if got := Name(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	d := &Doc{Text: [Fields]string{Body: "The caches", Code: "parse_url\nParseURL"}, Names: []string{"use c++", "queues"}}
	for field, want := range map[Field][]string{Body: {"cach"}, Code: {"parse_url", "parseurl"}, Names: {"use c++", "queues"}, Tags: {}} {
		got := d.Terms(field)
		if field == Body {
			got, want = got[:1], doc("x", "caches").Terms(Body)
		}
		if !slices.Equal(got, want) {
			t.Errorf("field %d: %q, want %q", field, got, want)
		}
	}
}
