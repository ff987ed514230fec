package judge

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/everyday"
	"github.com/9aea2451/kb/contradict/read"
)

// What is judged of statements of notes with names of their own.
func TestVerdictsOfNotes(t *testing.T) {
	var b strings.Builder
	for _, lines := range everyday.Groups(t, "notes.txt") {
		for i, x := range lines {
			for _, y := range lines[:i] {
				fmt.Fprintf(&b, "%s %s ", y.Document, x.Document)
				tell(&b, titled(y), titled(x))
			}
		}
	}
	everyday.Golden(t, "notes.verdicts", b.String())
}

// titled is a statement of a note whose title is what its file is called.
func titled(l everyday.Line) *read.Parsed {
	name := strings.TrimSuffix(path.Base(l.Document), path.Ext(l.Document))
	return read.Parse(read.Statement{Text: l.Text, Context: l.Context, Conditions: l.Conditions, Document: l.Document,
		Title: strings.ReplaceAll(strings.TrimPrefix(name, "."), "-", " ")})
}

// Every doubt that holds of two statements, whether it is asked or another one comes before it: for each the
// pairs stand in a file, by their list, the group in it and the two statements.
func TestEveryDoubtThatHolds(t *testing.T) {
	held := map[string][]string{}
	var names []string
	note := func(kind string, of asked, p *pair, pair string) {
		for _, g := range gates {
			if g.asked&of == 0 {
				continue
			}
			name := kind + " " + g.name + ": " + g.when
			if held[name] == nil {
				names, held[name] = append(names, name), []string{}
			}
			if g.is(p) {
				held[name] = append(held[name], pair)
			}
		}
	}
	for _, file := range []string{"everyday.txt", "cases.txt", "notes.txt"} {
		for n, lines := range everyday.Groups(t, file) {
			for i, x := range lines {
				for j, y := range lines[:i] {
					pair := fmt.Sprintf("\n\t%s %d: %d-%d", file, n+1, j+1, i+1)
					p := newPair(titled(y), titled(x), Uniform)
					p.alignWords()
					p.pairAntonyms()
					p.find(wordSignals[:])
					if p.measureMismatch(); len(p.signals) > 0 {
						note("words", byWords, p, pair)
					}
					p.release()
					p = newPair(titled(y), titled(x), Uniform)
					if p.find(anchorSignals[:]); len(p.signals) > 0 {
						p.anchored, p.restA, p.restB = p.anchorAlignment()
						note("anchors", byAnchors, p, pair)
					}
					p.release()
				}
			}
		}
	}
	var b strings.Builder
	for _, name := range names {
		group := ""
		b.WriteString(name)
		for _, pair := range held[name] { // those of one group on a line
			if of, two, _ := strings.Cut(pair, ": "); of == group {
				b.WriteString(" " + two)
			} else {
				group = of
				b.WriteString(pair)
			}
		}
		b.WriteByte('\n')
	}
	everyday.Golden(t, "doubts.held", b.String())
}
