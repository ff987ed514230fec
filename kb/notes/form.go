package notes

import (
	"github.com/9aea2451/kb/contradict/choice"
	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// WriteNote appends a note without its path, blob and unknown keys.
func WriteNote(w *record.Writer, n *kb.Note) {
	writeName(w, n)
	for _, s := range []string{n.Kind, n.Type, n.Label, n.DocType, n.Status, n.RawStatus, n.Category, n.Source, n.Verified, n.ValidFrom,
		n.ValidUntil, n.Date} {
		w.String(s)
	}
	w.Strings(n.Tags)
	w.Strings(n.Files)
	w.Float(n.Confidence)
	w.Float(n.Importance)
	w.Bool(n.HasConfidence)
	w.Bool(n.Pinned)
	w.Bool(n.NeedsReview)
	w.Bool(n.Disputed)
	w.Int(len(n.Entities))
	for _, e := range n.Entities {
		w.String(e.Type)
		w.String(e.Name)
	}
	w.Int(len(n.Relations))
	for _, rel := range n.Relations {
		w.String(rel.Type)
		w.String(rel.Target)
		w.Float(rel.Strength)
		w.Bool(rel.Inverse)
		w.Bool(rel.Body)
		w.Int(rel.Line)
	}
}

// writeName appends what a note is called, so that names can be read alone.
func writeName(w *record.Writer, n *kb.Note) {
	w.String(n.ID)
	w.String(n.Title)
	w.Strings(n.Aliases)
}

// ReadName reads the front of what WriteNote wrote.
func ReadName(r *record.Reader, path string) kb.Name {
	return kb.Name{Path: path, ID: r.String(), Title: r.String(), Aliases: r.Strings()}
}

// ReadNote reads what WriteNote wrote of a blob at a path.
func ReadNote(r *record.Reader, path, blob string) kb.Note {
	name := ReadName(r, path)
	n := kb.Note{Path: path, Blob: blob, ID: name.ID, Title: name.Title, Aliases: name.Aliases}
	for _, s := range []*string{&n.Kind, &n.Type, &n.Label, &n.DocType, &n.Status, &n.RawStatus, &n.Category, &n.Source, &n.Verified,
		&n.ValidFrom, &n.ValidUntil, &n.Date} {
		*s = r.String()
	}
	n.Tags, n.Files = r.Strings(), r.Strings()
	n.Confidence, n.Importance = r.Float(), r.Float()
	n.HasConfidence, n.Pinned, n.NeedsReview, n.Disputed = r.Bool(), r.Bool(), r.Bool(), r.Bool()
	for range r.Count() {
		n.Entities = append(n.Entities, kb.Entity{Type: r.String(), Name: r.String()})
	}
	for range r.Count() {
		n.Relations = append(n.Relations,
			kb.Relation{Type: r.String(), Target: r.String(), Strength: r.Float(), Inverse: r.Bool(), Body: r.Bool(), Line: r.Int()})
	}
	return n
}

// WriteLinks appends the links of a file.
func WriteLinks(w *record.Writer, links []markdown.Link) {
	w.Int(len(links))
	for i := range links {
		l := &links[i]
		w.String(string(l.Kind))
		w.String(l.Target)
		w.String(l.Fragment)
		w.String(l.Text)
		w.String(l.Type)
		w.Bool(l.Image)
		for _, v := range []int{l.Line, l.Col, l.Start, l.End, l.TargetStart, l.TargetEnd, l.Section + 1} {
			w.Int(v)
		}
	}
}

// ReadLinks reads what WriteLinks wrote.
func ReadLinks(r *record.Reader) []markdown.Link {
	links := make([]markdown.Link, r.Count())
	for i := range links {
		l := &links[i]
		l.Kind = markdown.LinkKind(r.String())
		l.Target, l.Fragment, l.Text, l.Type, l.Image = r.String(), r.String(), r.String(), r.String(), r.Bool()
		for _, v := range []*int{&l.Line, &l.Col, &l.Start, &l.End, &l.TargetStart, &l.TargetEnd, &l.Section} {
			*v = r.Int()
		}
		l.Section--
	}
	return links
}

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

// writeChosen appends what a note chooses.
func writeChosen(w *record.Writer, d choice.Decision) {
	name := func(n choice.Name) {
		w.String(n.Text)
		w.Strings(n.Terms)
	}
	phrases := func(list [][]string) {
		w.Int(len(list))
		for _, terms := range list {
			w.Strings(terms)
		}
	}
	w.Int(len(d.Choices))
	for _, c := range d.Choices {
		w.Int(c.Line)
		w.Int(c.Col)
		w.String(c.Place.Text)
		name(c.Name)
		w.Bool(c.Left)
		w.Bool(c.Beside)
		phrases(c.For)
		phrases(c.About)
	}
	w.Int(len(d.Options))
	for _, o := range d.Options {
		name(o)
	}
}

// readChosen reads what writeChosen wrote.
func readChosen(r *record.Reader) (d choice.Decision) {
	name := func() choice.Name { return choice.Name{Text: r.String(), Terms: r.Strings()} }
	phrases := func() (list [][]string) {
		for range r.Count() {
			list = append(list, r.Strings())
		}
		return list
	}
	for range r.Count() {
		d.Choices = append(d.Choices, choice.Choice{Place: choice.Place{Line: r.Int(), Col: r.Int(), Text: r.String()}, Name: name(),
			Left: r.Bool(), Beside: r.Bool(), For: phrases(), About: phrases()})
	}
	for range r.Count() {
		d.Options = append(d.Options, name())
	}
	return d
}
