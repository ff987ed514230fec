// Package kept is the binary form in which kb keeps what it has read of a file: its note and its
// links. The index and the cache of snapshots have it in common. No I/O.
//
// # Limitations
//
// Who keeps it changes the version of its file whenever the form, or what is read out of a file,
// changes. The unknown keys of a note's front matter are left to the caller.
package kept

import (
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
