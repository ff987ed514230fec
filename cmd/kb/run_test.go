package main

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/alecthomas/kong"
)

// TestVerbParser holds the parser of one verb to that of the whole grammar: the same help, and the
// same answers to mistakes.
func TestVerbParser(t *testing.T) {
	verbs := reflect.TypeFor[grammar]()
	for i := range verbs.NumField() {
		verb := verbName(verbs.Field(i))
		if verb == "" {
			continue
		}
		for _, args := range [][]string{
			{verb, "--help"}, {verb, "--version"}, {verb, "--jsno"}, {verb, "--quite", "a"}, {verb, "-Z"}, {verb, "search", "b", "c", "d", "e"}, {verb, "--json=what"},
		} {
			whole := answer(t, args, func(g *grammar, out *bytes.Buffer, exit func(int)) (*kong.Kong, error) {
				return newParser(g, out, exit)
			})
			part := answer(t, args, func(g *grammar, out *bytes.Buffer, exit func(int)) (*kong.Kong, error) {
				k, err := newVerbParser(g, verb, out, exit)
				if err == nil && len(k.Model.Children) != 1 {
					t.Errorf("%s has a parser of %d verbs", verb, len(k.Model.Children))
				}
				return k, err
			})
			if whole != part {
				t.Errorf("kb %q answers by the whole grammar\n%s\nand by its own part\n%s", args, whole, part)
			}
		}
	}
}

// answer is what a parser prints or complains about.
func answer(t *testing.T, args []string, build func(*grammar, *bytes.Buffer, func(int)) (*kong.Kong, error)) string {
	t.Helper()
	var g grammar
	var out bytes.Buffer
	done := false
	parser, err := build(&g, &out, func(int) { done = true })
	if err != nil {
		t.Fatalf("%s: %v", args[0], err)
	}
	kctx, err := parser.Parse(arrange(parser.Model.Node, args))
	switch {
	case done:
		return out.String()
	case err != nil:
		return usageError(err).Error()
	}
	return kctx.Command()
}
