package grammar

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/code"
)

// Uses and calls of small sources, as the listings have them.
func TestUses(t *testing.T) {
	if !Available() {
		t.Skip(ErrUnavailable)
	}
	r := New(keptHere).Reader()
	defer r.Close()
	long := strings.Repeat("n", code.MaxText+1)
	for _, c := range []struct{ what, name, source, want string }{
		{"an element of what has no type", "a.java", "class A { void f() { for (var x : (b ? c : d)) x.go(); } }",
			"uses .var: ; uses .b: ; uses .c: ; uses .d: ; calls x.go: ?"},
		{"an element of what has no type", "a.java", "class A { void f() { var x = (b ? c : d)[0]; x.go(); } }",
			"uses .var: ; uses .b: ; uses .c: ; uses .d: ; calls x.go: ?"},
		{"an element of what has no type", "a.js", "function f() { for (const x of [1]) x.go(); const y = [1][0]; y.go(); }",
			"calls x.go: ?; calls y.go: ?"},
		{"an element of what has no type", "a.cpp", "void f() { for (auto x : 1 + b) x.go(); auto y = (1 + b)[0]; y.go(); }",
			"uses .b: ; calls x.go: ?; uses .b: ; calls y.go: ?"},
		{"an element of what has no type", "a.rs", "fn f() { let x = (1 + b)[0]; x.go(); }", "uses .b: ; calls x.go: ?"},
		{"an element of what has no type", "a.py", "def f():\n for x in 1 + b: x.go()\n y = (1 + b)[0]\n y.go()\n",
			"uses .b: ; calls x.go: ?; uses .b: ; calls y.go: ?"},
		{"a local that shadows a name of the file", "a.js",
			"const store = { save() {} }; function f(store) { store.save(); store.a.b(); } " +
				"function g() { const store = 1; store.save(); } function h() { store.save(); }",
			"calls store.save: ?; uses store.a: ?; calls store.a.b: ?; calls store.save: ?; uses .store: ; calls store.save: "},
		{"a local that shadows an import", "a.ts", "import * as store from './s'; function f(store: any) { store.save(); }",
			"calls store.save: ?"},
		{"a local that shadows an import", "a.py", "import store\ndef f(store):\n store.save()\n", "calls store.save: ?"},
		{"a name too long to keep", "a.java", "class A { void f(Hall open) { open.shut(); " + long + "(); } }",
			"uses .Hall: ; calls open.shut: Hall"},
		{"a member that is a template", "a.cpp", "void f(Hall h) { h.get<T>(1); h.template get<T>(2).go(); }",
			"uses .Hall: ; calls h.get: Hall; uses .T: ; calls h.get: Hall; uses .T: ; calls ?.go: Hall.get()"},
		{"arguments of a scope", "a.cpp", "void f() { Hall<T>::get(); }", "uses .Hall: ; uses .T: ; calls Hall.get: "},
	} {
		f, err := r.Read(context.Background(), c.name, []byte(c.source))
		if err != nil {
			t.Errorf("%s: %s: %v", c.what, c.name, err)
		}
		var got []string
		for line := range strings.Lines(listing(code.File{Uses: f.Uses})) {
			if _, use, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "#"); ok {
				_, use, _ = strings.Cut(use, " ")
				got = append(got, use)
			}
		}
		if d := cmp.Diff(c.want, strings.Join(got, "; ")); d != "" {
			t.Errorf("%s: %s: -want +got\n%s", c.what, c.name, d)
		}
	}
}
