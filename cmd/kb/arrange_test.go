package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestArrange(t *testing.T) {
	parser, err := newParser(&grammar{}, new(bytes.Buffer), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"search a b":                 "search -- a b",
		"search a -n 3 b":            "search -n 3 -- a b",
		"search a -n3 b":             "search -n3 -- a b",
		"search a -ln 3 b":           "search -ln 3 -- a b",
		"search a --limit=3 b":       "search --limit=3 -- a b",
		"search a --mode keyword b":  "search --mode keyword -- a b",
		"search a --explain b":       "search --explain -- a b",
		"search a -- -n 3":           "search -- a -n 3",
		"-C dir search a":            "search -C dir -- a",
		"search a -n":                "search -n -- a",
		"search - a":                 "search -- - a",
		"search show":                "search -- show",
		"search a --unknown b":       "search --unknown -- a b",
		"serch a -n 3":               "serch a -n 3",
		"status --json":              "status --json",
		"":                           "",
		"search a --tag x --json -l": "search --tag x --json -l -- a",
	} {
		if got := strings.Join(arrange(parser.Model.Node, strings.Fields(in)), " "); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	in := []string{"search", "-not this"}
	if got := arrange(parser.Model.Node, in); !slices.Equal(got, []string{"search", "--", "-not this"}) {
		t.Errorf("a word with a space: %q", got)
	}
}
