package snapshot

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// encoder appends values to a buffer; decoder reads them back in the same order.
type encoder struct{ data []byte }

func (w *encoder) uint(v int) { w.data = binary.AppendUvarint(w.data, uint64(v)) }

func (w *encoder) bool(v bool) {
	if v {
		w.data = append(w.data, 1)
		return
	}
	w.data = append(w.data, 0)
}

func (w *encoder) float(v float64) {
	w.data = binary.LittleEndian.AppendUint64(w.data, math.Float64bits(v))
}

func (w *encoder) string(s string) {
	w.uint(len(s))
	w.data = append(w.data, s...)
}

func (w *encoder) strings(list []string) {
	w.uint(len(list))
	for _, s := range list {
		w.string(s)
	}
}

// block appends what write does with its length before it, so that a reader can leave it for later.
func (w *encoder) block(write func(*encoder)) {
	start := len(w.data)
	write(w)
	var length [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(length[:], uint64(len(w.data)-start))
	w.data = slices.Insert(w.data, start, length[:n]...)
}

// decoder reads from the front of a string, of which the strings it gives are parts. damaged is set
// once something does not fit.
type decoder struct {
	data    string
	damaged bool
}

func (r *decoder) uint() int {
	var v uint64
	for shift := 0; shift < 64 && len(r.data) > 0; shift += 7 {
		c := r.data[0]
		r.data = r.data[1:]
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			if v > math.MaxInt32 {
				break
			}
			return int(v)
		}
	}
	r.damaged, r.data = true, ""
	return 0
}

func (r *decoder) take(n int) string {
	if n > len(r.data) {
		r.damaged, r.data = true, ""
		return ""
	}
	s := r.data[:n]
	r.data = r.data[n:]
	return s
}

func (r *decoder) bool() bool { return r.take(1) == "\x01" }

func (r *decoder) float() float64 {
	s := r.take(8)
	if s == "" {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64([]byte(s)))
}

func (r *decoder) string() string { return r.take(r.uint()) }

// count reads the length of a list, whose items take a byte each at least.
func (r *decoder) count() int {
	n := r.uint()
	if n > len(r.data) {
		r.damaged, r.data = true, ""
		return 0
	}
	return n
}

func (r *decoder) strings() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.string()
	}
	return list
}

func (w *encoder) note(n *kb.Note) {
	for _, s := range []string{n.ID, n.Kind, n.Type, n.Label, n.DocType, n.Title, n.Status, n.RawStatus, n.Category, n.Source, n.Verified, n.ValidFrom, n.ValidUntil, n.Date} {
		w.string(s)
	}
	w.strings(n.Tags)
	w.strings(n.Aliases)
	w.strings(n.Files)
	w.float(n.Confidence)
	w.float(n.Importance)
	w.bool(n.HasConfidence)
	w.bool(n.Pinned)
	w.bool(n.NeedsReview)
	w.uint(len(n.Entities))
	for _, e := range n.Entities {
		w.string(e.Type)
		w.string(e.Name)
	}
	w.uint(len(n.Relations))
	for _, rel := range n.Relations {
		w.string(rel.Type)
		w.string(rel.Target)
		w.float(rel.Strength)
		w.bool(rel.Inverse)
		w.bool(rel.Body)
		w.uint(rel.Line)
	}
}

func (r *decoder) note(f kb.File) kb.Note {
	n := kb.Note{Path: f.Path, Blob: f.Blob}
	for _, s := range []*string{&n.ID, &n.Kind, &n.Type, &n.Label, &n.DocType, &n.Title, &n.Status, &n.RawStatus, &n.Category, &n.Source, &n.Verified, &n.ValidFrom, &n.ValidUntil, &n.Date} {
		*s = r.string()
	}
	n.Tags, n.Aliases, n.Files = r.strings(), r.strings(), r.strings()
	n.Confidence, n.Importance = r.float(), r.float()
	n.HasConfidence, n.Pinned, n.NeedsReview = r.bool(), r.bool(), r.bool()
	for range r.count() {
		n.Entities = append(n.Entities, kb.Entity{Type: r.string(), Name: r.string()})
	}
	for range r.count() {
		n.Relations = append(
			n.Relations,
			kb.Relation{Type: r.string(), Target: r.string(), Strength: r.float(), Inverse: r.bool(), Body: r.bool(), Line: r.uint()},
		)
	}
	return n
}

func (w *encoder) links(links []markdown.Link) {
	w.uint(len(links))
	for i := range links {
		l := &links[i]
		w.string(string(l.Kind))
		w.string(l.Target)
		w.string(l.Fragment)
		w.string(l.Text)
		w.string(l.Type)
		w.bool(l.Image)
		for _, v := range []int{l.Line, l.Col, l.Start, l.End, l.TargetStart, l.TargetEnd, l.Section + 1} {
			w.uint(v)
		}
	}
}

func (r *decoder) links() []markdown.Link {
	links := make([]markdown.Link, r.count())
	for i := range links {
		l := &links[i]
		l.Kind = markdown.LinkKind(r.string())
		l.Target, l.Fragment, l.Text, l.Type, l.Image = r.string(), r.string(), r.string(), r.string(), r.bool()
		for _, v := range []*int{&l.Line, &l.Col, &l.Start, &l.End, &l.TargetStart, &l.TargetEnd, &l.Section} {
			*v = r.uint()
		}
		l.Section--
	}
	return links
}

func (w *encoder) code(list []markdown.CodeSpan) {
	w.uint(len(list))
	for _, c := range list {
		w.string(c.Text)
		w.uint(c.Line)
	}
}

func (r *decoder) code() []markdown.CodeSpan {
	list := make([]markdown.CodeSpan, r.count())
	for i := range list {
		list[i] = markdown.CodeSpan{Text: r.string(), Line: r.uint()}
	}
	return list
}

func (w *encoder) statements(list []markdown.Statement) {
	w.uint(len(list))
	for i := range list {
		st := &list[i]
		w.string(st.Text)
		w.string(string(st.Kind))
		w.string(st.Force)
		w.strings(st.HeadingPath)
		w.strings(st.Conditions)
		for _, v := range []int{st.Section + 1, st.Span.Start, st.Span.End, st.Span.StartLine, st.Span.EndLine, st.Line, st.Col} {
			w.uint(v)
		}
	}
}

func (r *decoder) statements() []markdown.Statement {
	list := make([]markdown.Statement, r.count())
	for i := range list {
		st := &list[i]
		st.Text, st.Kind, st.Force = r.string(), markdown.StatementKind(r.string()), r.string()
		st.HeadingPath, st.Conditions = r.strings(), r.strings()
		for _, v := range []*int{&st.Section, &st.Span.Start, &st.Span.End, &st.Span.StartLine, &st.Span.EndLine, &st.Line, &st.Col} {
			*v = r.uint()
		}
		st.Section--
	}
	return list
}
