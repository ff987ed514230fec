package measure

import "testing"

// A setting is written in the place of the one that is there, else below the key ranking, as its first neighbour is indented.
func TestOneSetting(t *testing.T) {
	const set = "  pagerank: 0.5\n"
	for before, want := range map[string]string{
		"":                                  "ranking:\n" + set,
		"x: 1":                              "x: 1\nranking:\n" + set,
		"x: 1\n":                            "x: 1\nranking:\n" + set,
		"ranking:":                          "ranking:\n" + set,
		"ranking:\nx: 1\n":                  "ranking:\n" + set + "x: 1\n",
		"ranking:\n  pagerank:   1\n":       "ranking:\n" + set,
		"ranking:\n  pagerank: 1\r\nx: 1\n": "ranking:\n  pagerank: 0.5\r\nx: 1\n",
		"ranking:\n  # c\n\n  pagerank: 1 # why\n": "ranking:\n  # c\n\n  pagerank: 0.5 # why\n",
		"ranking:\n  a: 1\n  pagerank: 1\n":        "ranking:\n  a: 1\n" + set,
		"ranking:\n    a: 1\n":                     "ranking:\n    pagerank: 0.5\n    a: 1\n",
		"ranking:\n  a:\n      b: 1\n":             "ranking:\n" + set + "  a:\n      b: 1\n",
		"ranking:\n    # c\n  a: 1\n":              "ranking:\n" + set + "    # c\n  a: 1\n",
		"ranking:\n  a: 1\nx:\n  pagerank: 1\n":    "ranking:\n" + set + "  a: 1\nx:\n  pagerank: 1\n",
		"x:\n  pagerank: 1\nranking:\n  a: 1\n":    "x:\n  pagerank: 1\nranking:\n" + set + "  a: 1\n",
	} {
		if got := withSetting(before, "pagerank", "0.5"); got != want {
			t.Errorf("%q: %q, want %q", before, got, want)
		}
	}
}
