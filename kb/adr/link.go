package adr

import (
	"bytes"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown/edit"
)

// Superseded writes into the record that another one has taken its place.
func (r *Record) Superseded(by *Record) ([]byte, error) {
	said := "superseded by " + r.name(by)
	if r.place() == inFront && r.isData() {
		source, err := edit.Set(r.Source, "status", "superseded")
		if err != nil {
			return nil, err
		}
		return r.With(source).relate("Superseded by", by), nil
	}
	if line := r.line("superseded_by"); line != nil && r.place() == inHeader { // a log with a line for it
		source, err := r.SetStatus("superseded")
		if err != nil {
			return nil, err
		}
		source, _, err = r.With(source).Set("superseded_by", r.name(by))
		return source, err
	}
	return r.SetStatus(said)
}

// Relate writes into the record what it is to another one, such as "Supersedes".
func (r *Record) Relate(relation string, to *Record) []byte {
	if line := r.line(relation); line != nil && strings.Contains(line.Value, "](") {
		return r.splice(line.End, line.End, ", "+r.name(to))
	}
	return r.relate(relation, to)
}

// isData reports whether a program keeps the front matter, in which the status is one word: it gives an id or a title.
func (r *Record) isData() bool { return r.has("id") || r.has("title") }

// name returns the name by which the record calls another in its place of the status.
func (r *Record) name(to *Record) string {
	called := number(to.Path)
	switch {
	case r.place() == inSection:
		called = to.heading()
	case called == "":
		called = kb.Stem(to.Path)
	case r.place() == inFront && !r.isData():
		return called
	}
	return link(r.Path, called, to.Path)
}

// relate adds a line such as "Supersedes [2. Use MySQL](0002-use-mysql.md)" where the record has such lines: the
// section of its status, its header, or the section of its links.
func (r *Record) relate(relation string, to *Record) []byte {
	eol := r.eol()
	switch r.place() {
	case inSection:
		lines, start, end := r.sectionLines()
		text, bullet := strings.TrimRight(strings.Join(lines, ""), " \t\r\n"), ""
		if len(lines) > 1 {
			bullet = listSign(text[strings.LastIndexByte(text, '\n')+1:])
		}
		gap := eol + eol
		if bullet != "" {
			gap = eol
		}
		after := eol
		if end < len(r.Source) {
			after += eol
		}
		return r.splice(start, end, text+gap+bullet+relation+" "+r.name(to)+after)
	case inHeader:
		if line := r.line("status"); line.Row || !r.isListed(line) {
			return r.addLine(line, relation, r.name(to))
		}
	}
	said := relation + " " + r.link(to)
	for i := range r.doc.Sections {
		if s := &r.doc.Sections[i]; s.Level == 2 && kb.IsLinkSection(s) {
			lines, start, end := linesOf(r.Source, s)
			text := strings.TrimRight(strings.Join(lines, ""), " \t\r\n")
			gap := eol + eol
			if sign := listSign(text[strings.LastIndexByte(text, '\n')+1:]); sign != "" {
				gap, said = eol, sign+said
			} else if strings.EqualFold(s.Heading, "links") {
				said = r.bullet() + said
			}
			after := eol
			if end < len(r.Source) {
				after += eol
			}
			return r.splice(start, end, text+gap+said+after)
		}
	}
	text := bytes.TrimRight(r.Source, " \t\r\n")
	heading := "## Links"
	if r.place() == inFront && !r.isData() {
		heading = "## More Information"
	} else {
		said = r.bullet() + said
	}
	return append(text[:len(text):len(text)], eol+eol+heading+eol+eol+said+eol...)
}

// link returns the link by which the record names another outside of its status.
func (r *Record) link(to *Record) string {
	called := number(to.Path)
	if called == "" {
		called = kb.Stem(to.Path)
	}
	return link(r.Path, called, to.Path)
}

// isListed reports whether a line of the header is an item of a list.
func (r *Record) isListed(line *kb.HeaderLine) bool {
	start := bytes.LastIndexByte(r.Source[:line.Start], '\n') + 1
	return listSign(strings.TrimSpace(string(r.Source[start:line.End]))) != ""
}

// addLine adds a line to the header behind one, in its form.
func (r *Record) addLine(like *kb.HeaderLine, key, value string) []byte {
	start := bytes.LastIndexByte(r.Source[:like.Start], '\n') + 1
	end := lineEnd(r.Source, like.End)
	head := strings.Replace(string(r.Source[start:like.Start]), like.Key, key, 1)
	tail := r.eol()
	if like.Row {
		tail = " |" + tail
	}
	if rest := string(r.Source[like.End:end]); strings.TrimRight(rest, "\r\n") == "  " { // a line break of markdown
		tail = rest
	}
	return r.splice(end, end, head+value+tail)
}
