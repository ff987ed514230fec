package snapshot

import (
	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// writeCode appends the code spans of a note, in their order.
func writeCode(w *record.Writer, list []markdown.CodeSpan) {
	w.Int(len(list))
	for _, c := range list {
		w.String(c.Text)
		w.Int(c.Line)
	}
}

// readCode reads what writeCode wrote. As with all readers here, damage shows in the reader's Err
// alone.
func readCode(r *record.Reader) []markdown.CodeSpan {
	list := make([]markdown.CodeSpan, r.Count())
	for i := range list {
		list[i] = markdown.CodeSpan{Text: r.String(), Line: r.Int()}
	}
	return list
}

// writeStatements appends statements, in their order. Section is written as one more, since it may
// be -1 and Int takes nothing below 0.
func writeStatements(w *record.Writer, list []markdown.Statement) {
	w.Int(len(list))
	for i := range list {
		st := &list[i]
		w.String(st.Text)
		w.String(string(st.Kind))
		w.String(st.Force)
		w.Strings(st.HeadingPath)
		w.Strings(st.Conditions)
		for _, v := range []int{st.Section + 1, st.Span.Start, st.Span.End, st.Span.StartLine, st.Span.EndLine, st.Line, st.Col} {
			w.Int(v)
		}
	}
}

// readStatements reads what writeStatements wrote.
func readStatements(r *record.Reader) []markdown.Statement {
	list := make([]markdown.Statement, r.Count())
	for i := range list {
		st := &list[i]
		st.Text, st.Kind, st.Force = r.String(), markdown.StatementKind(r.String()), r.String()
		st.HeadingPath, st.Conditions = r.Strings(), r.Strings()
		for _, v := range []*int{&st.Section, &st.Span.Start, &st.Span.End, &st.Span.StartLine, &st.Span.EndLine, &st.Line, &st.Col} {
			*v = r.Int()
		}
		st.Section--
	}
	return list
}

// writeFacts appends facts, the places A, B and More of each as one list. Doubted is left out: it
// is found out for each tree.
func writeFacts(w *record.Writer, list []fact.Disagreement) {
	w.Int(len(list))
	for i := range list {
		d := &list[i]
		w.String(string(d.Kind))
		w.String(d.Subject)
		w.Strings(d.Says[:])
		w.Bool(d.Meant[0])
		w.Bool(d.Meant[1])
		w.Int(len(d.More))
		for _, p := range append([]fact.Place{d.A, d.B}, d.More...) {
			w.String(p.Text)
			for _, v := range []int{p.Line, p.Col, p.EndLine} {
				w.Int(v)
			}
		}
	}
}

// readFacts reads what writeFacts wrote; More stays nil where there is none.
func readFacts(r *record.Reader) []fact.Disagreement {
	list := make([]fact.Disagreement, r.Count())
	for i := range list {
		d := &list[i]
		d.Kind, d.Subject = fact.Kind(r.String()), r.String()
		copy(d.Says[:], r.Strings())
		d.Meant = [2]bool{r.Bool(), r.Bool()}
		if n := r.Count(); n > 0 {
			d.More = make([]fact.Place, n)
		}
		readPlace(r, &d.A)
		readPlace(r, &d.B)
		for k := range d.More {
			readPlace(r, &d.More[k])
		}
	}
	return list
}

// readPlace reads one of the places that writeFacts wrote.
func readPlace(r *record.Reader, p *fact.Place) {
	p.Text = r.String()
	for _, v := range []*int{&p.Line, &p.Col, &p.EndLine} {
		*v = r.Int()
	}
}
