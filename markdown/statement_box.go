package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// unseen stands where a mark of a box was: white space that takes no column.
const unseen = '\f'

// unboxed returns a text without the marks of its boxes (notes, warnings, tabs, details): what stands in them is text
// like that around them. Places and lines stay. With stated, what boxes quote, ask, illustrate or show as code is left
// out as well.
//
//	:::note          > [!NOTE]       !!! note "Title"       <Note>          {% hint style="info" %}
//	It is cached.    > It is so.         It is cached.      It is cached.   It is cached.
//	:::                                                     </Note>         {% endhint %}
func unboxed(source []byte, stated bool) (text []byte, parts []boxPart) {
	b := boxReader{source: source, out: source, stated: stated, parts: []boxPart{{}}}
	for line := newLineScanner(source, 0); line.next(); {
		b.line(&line)
		tab := b.tab
		for _, o := range b.open {
			tab = cmp.Or(o.tab, tab)
		}
		if tab != b.parts[len(b.parts)-1].tab {
			b.parts = append(b.parts, boxPart{line.start, tab})
		}
	}
	return b.out, b.parts
}

// boxPart is a stretch of a text: what stands in a tab, or in none.
type boxPart struct {
	start int
	tab   string // the title of the tab, "" for none
}

// boxReader goes through the lines of a text, and knows the boxes that are open.
type boxReader struct {
	source, out []byte // the same bytes until a mark is found
	stated      bool

	open    []box
	code    []byte   // the fence of the code that is open, nil for none
	left    int      // what begins before this byte is left out
	quoted  bool     // the line before is of a quotation
	classed bool     // the line before gives what follows a class, as "{: .note }" does
	options bool     // those of a directive may follow
	endless []string // kinds of boxes that nothing closes
	tab     string   // of a form with a mark at its end, that is open
	parts   []boxPart
}

// box is one that is open: within a quotation, a fence, or by its indentation.
type box struct {
	quote  bool
	fence  []byte // that closes it, nil for other boxes
	indent int    // columns of its mark
	silent bool   // nothing in it is stated
	tab    string // its title, if it is a tab
}

// hide takes source[from:to], a part of a line, out.
func (b *boxReader) hide(from, to int) {
	if from >= to {
		return
	}
	if &b.out[0] == &b.source[0] {
		b.out = bytes.Clone(b.source)
	}
	for i := from; i < to; i++ {
		b.out[i] = unseen
	}
}

// line takes one line of the source.
func (b *boxReader) line(l *lineScanner) {
	at := b.enter(l)
	white := leadingWhite(b.source[at:l.end])
	text := bytes.TrimRight(b.source[at+white:l.end], " \t")
	classed, options := b.classed, b.options
	b.classed, b.options = false, false
	b.quoted = b.quoted && bytes.HasPrefix(text, []byte(">"))
	switch {
	case l.start < b.left:
		b.hide(l.start, l.end)
	case b.code != nil:
		if ClosesFence(text, b.code) {
			b.code = nil
		}
	case len(text) == 0, b.quoted:
	case b.closesFence(text), options && directiveOption().Match(text):
		b.options = options
		b.hide(at, l.end)
	case text[0] == '>':
		b.quotation(*l, at+white, text, classed)
	default:
		b.mark(l, at+white, text, columns(b.source[at:at+white]))
	}
	if b.stated && slices.ContainsFunc(b.open, func(o box) bool { return o.silent }) {
		b.hide(at, l.end)
	}
}

// enter takes out what the boxes that a line stands in put before it, ends those that it does not stand in, and returns
// where its own text begins.
func (b *boxReader) enter(l *lineScanner) int {
	at := l.start
	for i, o := range b.open {
		white := leadingWhite(b.source[at:l.end])
		text := b.source[at+white : l.end]
		var mark int
		switch {
		case o.fence != nil:
		case o.quote && len(text) > 0 && text[0] == '>':
			if mark = white + 1; len(text) > 1 && text[1] == ' ' {
				mark++
			}
		case !o.quote && len(text) == 0:
		case !o.quote && columns(b.source[at:at+white]) >= o.indent+4:
			for mark = 1; columns(b.source[at:at+mark]) < 4; mark++ {
			}
		default:
			b.open, b.code, b.quoted = b.open[:i], nil, false
			return at
		}
		b.hide(at, at+mark)
		at += mark
	}
	return at
}

// closesFence reports whether a line closes a box of a fence, and ends the box.
func (b *boxReader) closesFence(text []byte) bool {
	for i, o := range slices.Backward(b.open) {
		if o.fence != nil {
			closes := ClosesFence(text, o.fence)
			if closes {
				b.open = b.open[:i]
			}
			return closes
		}
	}
	return false
}

// quotation takes the first line of a quotation. It is a box where it says so itself, or where the line before or behind
// it gives it a class.
func (b *boxReader) quotation(l lineScanner, at int, text []byte, classed bool) {
	inner := bytes.TrimLeft(text[1:], "> \t")
	marks := text[:len(text)-len(inner)]
	from := at + len(marks)
	m, marked := boxMarkOf(inner)
	marked = marked && m.form == alertForm
	if marked && bytes.HasPrefix(marks, []byte(">>>")) { // of GitLab: the lines below have no marks
		b.hide(at, l.end)
		return
	}
	marked = marked && bytes.Count(marks, []byte(">")) == 1
	label := quoteLabel(inner)
	for next := l; !marked && label == 0 && !classed && len(b.open) == 0 && next.next(); {
		if text := next.text(); !bytes.HasPrefix(text, []byte(">")) {
			classed = classMark().Match(text)
			break
		}
	}
	if !marked && label == 0 && !classed || len(b.open) == maxOpenBoxes {
		b.quoted = true
		return
	}
	b.open = append(b.open, box{quote: true, silent: marked && m.silent()})
	b.line(&l)
	if !marked && b.stated {
		b.hide(from, from+label)
	}
}

// mark takes a line that may open or close a box of another form, or code.
func (b *boxReader) mark(l *lineScanner, at int, text []byte, indent int) {
	m, ok := boxMarkOf(text)
	inQuote := len(b.open) > 0 && b.open[len(b.open)-1].quote
	switch run := Fence(text[itemOpening(text):]); {
	case run != nil && (!ok || len(b.open) == maxOpenBoxes):
		b.code = run
		return
	case ok && m.torn:
		b.left = tagEnd(*l, ">")
		ok = b.left > 0
	case ok && m.begun:
		ok = tagEnd(*l, "</"+m.kind+">") > 0
	case ok && m.form == alertForm:
		ok = inQuote
	case !ok && classMark().Match(text):
		ok, b.classed = true, true
	}
	if !ok {
		if bytes.HasPrefix(text, []byte("!> ")) || bytes.HasPrefix(text, []byte("?> ")) { // a box of docsify is a paragraph
			b.hide(at, at+2)
		}
		b.hide(at+len(text)-tailTag(text), at+len(text))
		return
	}
	b.hideMark(at, at+len(text), m)
	b.options = m.form == fenceForm || m.form == colonForm && m.holds
	switch silent := m.silent(); {
	case m.form == fenceForm:
		b.open = append(b.open, box{fence: Fence(text), silent: silent, tab: m.tab()})
	case m.form == indentForm && len(b.open) < maxOpenBoxes:
		b.open = append(b.open, box{indent: indent, silent: silent, tab: m.tab()})
	case m.form == alertForm: // a second one in the same quotation
		b.open[len(b.open)-1].silent = silent
	case m.holds && silent && b.stated && !m.torn:
		b.left = b.endOf(*l, m)
	case m.closes || m.holds && m.tab() != "":
		b.tab = m.tab()
	}
}

// hideMark takes a mark out, but for a title that is a sentence.
func (b *boxReader) hideMark(from, to int, m boxMark) {
	if m.inner[0] == m.inner[1] {
		b.hide(from, to)
		return
	}
	b.hide(from, from+m.inner[0])
	b.hide(from+m.inner[1], to)
}

// Limits of what is looked at, so that no text takes long.
const (
	maxOpenBoxes = 50 // one in another
	maxEndless   = 16 // kinds of boxes that are looked for to the end of a text and not found closed
	maxTagLines  = 20 // of a tag, and of a paragraph in one
)

// tagEnd returns where the line ends in which a tag, or what it holds without a blank line, ends; 0 for none.
func tagEnd(l lineScanner, end string) int {
	for range maxTagLines {
		if !l.next() || l.blank() {
			break
		}
		if strings.HasSuffix(strings.ToLower(string(bytes.TrimRight(l.text(), " \t"))), end) {
			return l.following
		}
	}
	return 0
}

// endOf returns where the box ends that a line opened; the line's own end where nothing closes it, unless it is of a
// form whose boxes end with their text as well.
func (b *boxReader) endOf(l lineScanner, m boxMark) int {
	own := l.following
	if len(b.endless) == maxEndless || slices.Contains(b.endless, m.kind) {
		return own
	}
	runs := m.form == colonForm || m.form == slashForm
	for depth := 1; l.next(); {
		n, ok := boxMarkOf(bytes.TrimRight(l.text(), " \t"))
		switch {
		case !ok || n.form != m.form || n.kind != m.kind && !runs:
		case n.closes:
			if depth--; depth == 0 {
				return l.following
			}
		case n.holds:
			depth++
		}
	}
	if runs {
		return len(l.source)
	}
	b.endless = append(b.endless, m.kind)
	return own
}
