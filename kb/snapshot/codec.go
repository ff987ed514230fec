package snapshot

import (
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

func writeNote(w *record.Writer, n *kb.Note) {
	for _, s := range []string{n.ID, n.Kind, n.Type, n.Label, n.DocType, n.Title, n.Status, n.RawStatus, n.Category, n.Source, n.Verified, n.ValidFrom, n.ValidUntil, n.Date} {
		w.String(s)
	}
	w.Strings(n.Tags)
	w.Strings(n.Aliases)
	w.Strings(n.Files)
	w.Float(n.Confidence)
	w.Float(n.Importance)
	w.Bool(n.HasConfidence)
	w.Bool(n.Pinned)
	w.Bool(n.NeedsReview)
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

func readNote(r *record.Reader, f git.File) kb.Note {
	n := kb.Note{Path: f.Path, Blob: f.Blob}
	for _, s := range []*string{&n.ID, &n.Kind, &n.Type, &n.Label, &n.DocType, &n.Title, &n.Status, &n.RawStatus, &n.Category, &n.Source, &n.Verified, &n.ValidFrom, &n.ValidUntil, &n.Date} {
		*s = r.String()
	}
	n.Tags, n.Aliases, n.Files = r.Strings(), r.Strings(), r.Strings()
	n.Confidence, n.Importance = r.Float(), r.Float()
	n.HasConfidence, n.Pinned, n.NeedsReview = r.Bool(), r.Bool(), r.Bool()
	for range r.Count() {
		n.Entities = append(n.Entities, kb.Entity{Type: r.String(), Name: r.String()})
	}
	for range r.Count() {
		n.Relations = append(
			n.Relations,
			kb.Relation{Type: r.String(), Target: r.String(), Strength: r.Float(), Inverse: r.Bool(), Body: r.Bool(), Line: r.Int()},
		)
	}
	return n
}

func writeLinks(w *record.Writer, links []markdown.Link) {
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

func readLinks(r *record.Reader) []markdown.Link {
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

func writeCode(w *record.Writer, list []markdown.CodeSpan) {
	w.Int(len(list))
	for _, c := range list {
		w.String(c.Text)
		w.Int(c.Line)
	}
}

func readCode(r *record.Reader) []markdown.CodeSpan {
	list := make([]markdown.CodeSpan, r.Count())
	for i := range list {
		list[i] = markdown.CodeSpan{Text: r.String(), Line: r.Int()}
	}
	return list
}

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
