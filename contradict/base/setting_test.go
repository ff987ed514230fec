package base

import (
	"fmt"
	"slices"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// settled makes a base of everyday sentences and of one that the test asks about, numbered 0, then of more.
func settled(about read.Statement, more ...read.Statement) *Base {
	b := New([]*read.Parsed{read.Parse(about)})
	for i := range 390 { // in the middle of a step of the population
		b.Add(
			read.Parse(read.Statement{
				Text:     fmt.Sprintf("Builder%d compiles package%d.", i, i),
				Document: fmt.Sprintf("build%d.md", i),
				Context:  []string{fmt.Sprint("Package ", i)},
			}),
		)
	}
	for _, s := range more {
		b.Add(read.Parse(s))
	}
	return b
}

// times makes statements of documents of their own.
func times(n int, text string, context ...string) (list []read.Statement) {
	for i := range n {
		list = append(list, read.Statement{Text: text, Document: fmt.Sprintf("other%d.md", i), Context: context})
	}
	return list
}

// What one statement is judged by changes with what others say, and with nothing else of them.
func TestUnlike(t *testing.T) {
	about := read.Statement{Text: "Audit records live in `docs/audit`.", Document: "a.md", Context: []string{"Retention"}}
	for _, c := range []struct {
		name          string
		before, after []read.Statement
		unlike        bool
	}{
		{"nothing", nil, nil, false},
		{"another subject", nil, times(3, "The door is green."), false},
		{"a word of it", nil, times(1, "The audit is over."), true},
		{"a word of its heading", nil, times(1, "The retention is short."), true},
		{"a heading like its own", times(1, "The door is green.", "Retention"), times(2, "The door is green.", "Retention"), false},
		{"a template", times(1, about.Text, "Retention"), times(2, about.Text, "Retention"), true},
		{"a template with as many words", append(times(1, about.Text, "Retention"),
			read.Statement{Text: "Audit records live in `docs/audit`: audit records.", Document: "x.md", Context: []string{"Retention"}}),
			times(2, about.Text, "Retention"), true},
		{"a crowd around its anchors", times(maxAnchored-1, "Audit records live in `docs/audit`."),
			times(maxAnchored, "Audit records live in `docs/audit`."), true},
		{"many statements", nil, times(100, "The door is green."), true},
	} {
		before, after := settled(about, c.before...), settled(about, c.after...)
		setting := before.Setting()
		unlike := after.Unlike(&setting)
		if got := unlike == nil || unlike[0]; got != c.unlike {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// The pairs of some statements, and those of the others among themselves, are all pairs.
func TestAgain(t *testing.T) {
	var list []*read.Parsed
	for i := range 40 {
		list = append(
			list,
			read.Parse(read.Statement{
				Text:     fmt.Sprintf("A session of the %s must expire after %d minutes.", []string{"gate", "door"}[i%2], i%3),
				Document: fmt.Sprintf("%d.md", i/2),
			}),
		)
	}
	const doubted = 0.2 // as many documents have these sentences
	b := New(list)
	b.Drop("7.md")
	conflicts, same := b.BothSince(0, doubted)
	for _, every := range []int{1, 2, 3, 7, 50} {
		some := make([]bool, len(list))
		for i := range some {
			some[i] = i%every == every-1
		}
		without := func(a, b int) bool { return !some[a] && !some[b] }
		found, again := b.Again(some, doubted, true)
		wanted := slices.DeleteFunc(slices.Clone(conflicts), func(f Finding) bool { return without(f.a, f.b) })
		if got, want := fmt.Sprint(places(found)), fmt.Sprint(places(wanted)); got != want {
			t.Errorf("every %d: %s\nwant %s", every, got, want)
		}
		wantSame := slices.DeleteFunc(slices.Clone(same), func(p Pair) bool { return without(int(p.A), int(p.B)) })
		if len(again) != len(wantSame) || len(same) == 0 || len(conflicts) == 0 {
			t.Errorf("every %d: %d say the same, want %d", every, len(again), len(wantSame))
		}
	}
}

func places(found []Finding) (out [][2]int) {
	for _, f := range found {
		out = append(out, [2]int{f.a, f.b})
	}
	return out
}
