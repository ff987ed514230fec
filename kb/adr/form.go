package adr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/edit"
	"github.com/9aea2451/kb/text/lazy"
)

// New is a record to be written as its log writes them.
type New struct {
	Path, Title, Status, Author, Body string
	Date                              string    // 2026-05-04
	Number                            string    // as it stands in the name of the file, "" without one
	Tags                              []string  // written where the log has a place for them
	Template                          []byte    // of the log, nil where it has none
	Records                           []*Record // of the log, the newest first
}

// Dated returns the form of the date that a file name begins with, "" for none.
func Dated(name string) string {
	for _, form := range []string{"2006-01-02", "20060102"} {
		if len(name) <= len(form) || !strings.ContainsRune("-_ ", rune(name[len(form)])) {
			continue
		}
		if _, err := time.Parse(form, name[:len(form)]); err == nil {
			return form
		}
	}
	return ""
}

// Text writes the record: like the template of the log, else like its newest records.
func (n *New) Text() (string, error) {
	model := n.model()
	front, err := n.front(model)
	if err != nil {
		return "", err
	}
	parts := []string{n.heading(model), n.header(model)}
	body := strings.TrimSpace(n.Body)
	if heading, rest, _ := strings.Cut(body, "\n"); strings.HasPrefix(heading, "# ") {
		body = strings.TrimSpace(rest)
	}
	if body == "" && n.Template != nil {
		parts = append(parts, n.rest(model))
	} else {
		parts = append(parts, n.sections(model, body)...)
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	made := At(n.Path, []byte(front+strings.TrimRight(strings.Join(parts, "\n\n"), "\n")+"\n"))
	if _, said, _ := made.Set("status", n.Status); said {
		return string(made.Source), nil
	}
	text, err := made.SetStatus(n.Status) // a log that gives none: nobody has agreed to it yet
	return string(text), err
}

// model is the template, else the newest record.
func (n *New) model() *Record {
	if n.Template != nil {
		return At(n.Path, n.Template)
	}
	return n.Records[0]
}

// isOpen reports whether a text of a template waits for somebody to fill it in.
func isOpen(s string) bool { return strings.ContainsAny(s, "{[<…") || strings.ToUpper(s) == s }

// value returns what the record says for a key that kb knows, where old stands in the model; known is false for others.
func (n *New) value(key, old string) (value string, known bool) {
	switch key = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(key), "-", "_"), " ", "_"); key {
	case "status", "state":
		value = n.Status
		if n.Template == nil || len(n.Records) > 0 {
			for _, r := range n.Records {
				if line := r.line(key); line != nil {
					return like(line.Value, value), true
				}
			}
		}
		if n.Template != nil && len(n.Records) == 0 && n.model().place() != inFront {
			value = like(old, value)
		}
		return value, true
	case "title":
		if len(n.Records) > 0 && !n.Records[0].has(key) && n.Records[0].line(key) == nil {
			return "", true // the heading says it
		}
		return n.Title, true
	case "author", "authors", "deciders", "decision_makers", "owner":
		return n.Author, true
	case "tags", "keywords":
		return strings.Join(n.Tags, ", "), true
	case "id", "number", "adr", "nav_order", "sidebar_position", "weight":
		return n.renumbered(key, old), true
	}
	if kb.DateKey(key) != "" {
		return n.date(key), true
	}
	if _, _, relation := kb.ParseRelation(key); relation {
		return "", true
	}
	return "", false
}

// renumbered is a value that the newest record has by its number, with that of the new one.
func (n *New) renumbered(key, old string) string {
	if len(n.Records) == 0 || n.Number == "" {
		return ""
	}
	if v, ok := n.Records[0].doc.FrontMatter.Get(key); ok {
		old = fmt.Sprint(v)
	}
	_, number := kb.SeriesName(n.Records[0].Path)
	head := strings.TrimRight(old, "0123456789")
	digits := old[len(head):]
	if digits == "" || strings.TrimLeft(digits, "0") != strings.TrimLeft(number, "0") {
		return ""
	}
	next, _ := strconv.Atoi(n.Number)
	return head + fmt.Sprintf("%0*d", len(digits), next)
}

// date writes the day as the newest record that has one does.
func (n *New) date(key string) string {
	day, err := time.Parse(time.DateOnly, n.Date)
	for _, r := range n.Records {
		old := ""
		if line := r.line(key); line != nil {
			old = line.Value
		} else if v, ok := r.doc.FrontMatter.Get(key); ok {
			old = fmt.Sprint(v)
		}
		for _, form := range []string{time.DateOnly, "2006/01/02", "2006.01.02", "02.01.2006", "January 2, 2006", "Jan 2, 2006",
			"2 January 2006", "2 Jan 2006"} {
			if _, wrong := time.Parse(form, strings.TrimSpace(old)); old != "" && wrong == nil && err == nil {
				return day.Format(form)
			}
		}
	}
	return n.Date
}

// constant reports whether the newest records all say the same for a key.
func (n *New) constant(key string) bool {
	said := map[string]bool{}
	for _, r := range n.Records {
		v, ok := r.doc.FrontMatter.Get(key)
		if line := r.line(key); line != nil {
			v, ok = line.Value, true
		}
		if ok {
			said[fmt.Sprint(v)] = true
		}
	}
	return len(said) == 1 && len(n.Records) > 1
}

// front is the front matter with its lines, "" where the model has none.
func (n *New) front(model *Record) (string, error) {
	if !model.Fronted() {
		return "", nil
	}
	var out strings.Builder
	for i := range model.doc.FrontMatter.Fields {
		f := &model.doc.FrontMatter.Fields[i]
		old := fmt.Sprint(f.Value)
		value, known := n.value(f.Key, old)
		var v any = value
		list, isList := f.Value.([]any)
		switch {
		case !known && n.Template != nil && (isOpen(old) || f.Value == nil), !known && n.Template == nil && !n.constant(f.Key):
			continue
		case !known:
			v = f.Value
			if isList {
				items := []string{}
				for _, item := range list {
					items = append(items, fmt.Sprint(item))
				}
				v = items
			}
		case value == "":
			continue
		case isList:
			v = strings.Split(value, ", ")
		}
		if _, err := strconv.Atoi(value); err == nil && known {
			v, _ = strconv.Atoi(value)
		}
		text, err := edit.YAML(v)
		if err != nil {
			return "", err
		}
		if date := strings.TrimSpace(text); kb.DateKey(f.Key) != "" && date == n.Date && model.quoted(f) {
			text = " '" + date + "'"
		}
		out.WriteString(f.Key + ":" + text + "\n")
	}
	blank := ""
	if rest := string(model.Source[model.doc.FrontMatter.Span.End:]); strings.HasPrefix(strings.TrimLeft(rest, "\r"), "\n") {
		blank = "\n"
	}
	return "---\n" + out.String() + "---\n" + blank, nil
}

// quoted reports whether the value of a field stands in single quotes.
func (r *Record) quoted(f *markdown.Field) bool {
	lines := strings.SplitAfterN(string(r.Source), "\n", f.Line+1)
	return f.Line <= len(lines) && strings.Contains(lines[f.Line-1], ": '")
}

// numberIn takes the heading of a record apart: what stands before its number, the number, what stands between that
// and the title.
var numberIn = lazy.Pattern(`^((?:[A-Za-z]{2,12})?[-\s#\[]*)` +
	`(\d+|NUMBER|N{2,}|X{2,}|n{2,}|x{3,}|[{\[<][Nn]umber[}\]>])(\]?\s*[.:)–—-]+\s*|\s+)\S`)

// heading is the line of the title, numbered where the log numbers it; "" where its records have none.
func (n *New) heading(model *Record) string {
	records := n.Records
	if len(records) == 0 {
		records = []*Record{model}
	}
	first := firstHeading(records[0])
	if first == "" {
		return ""
	}
	if m := numberIn().FindStringSubmatch(first); m != nil && n.Number != "" {
		_, own := kb.SeriesName(records[0].Path)
		if digits := strings.TrimLeft(m[2], "0"); len(n.Records) == 0 || digits == strings.TrimLeft(own, "0") {
			next, _ := strconv.Atoi(n.Number)
			width := len(m[2])
			if strings.ContainsAny(strings.ToLower(m[2]), "ube") { // NUMBER
				width = 1
			}
			return "# " + m[1] + fmt.Sprintf("%0*d", width, next) + m[3] + n.Title
		}
	}
	before := ""
	if head, _, ok := strings.Cut(first, ": "); ok && len(records) > 1 { // Architecture Decision Record: Title
		if other, _, _ := strings.Cut(firstHeading(records[1]), ": "); other == head {
			before = head + ": "
		}
	}
	return "# " + before + n.Title
}

// firstHeading is the title line of a record as it is written, without its sign.
func firstHeading(r *Record) string {
	for i := range r.doc.Sections {
		if s := &r.doc.Sections[i]; s.Level == 1 {
			line := string(r.Source[s.Span.Start:lineEnd(r.Source, s.Span.Start)])
			return strings.TrimSpace(strings.TrimLeft(line, "# "))
		}
	}
	return ""
}

// header is the block of lines below the title, each with its new value; one that has none is left out.
func (n *New) header(model *Record) string {
	if len(model.header) == 0 {
		return ""
	}
	start := strings.LastIndexByte(string(model.Source[:model.header[0].Start]), '\n') + 1
	if model.header[0].Row { // with the head of the table
		text := string(model.Source[:start])
		for strings.HasSuffix(strings.TrimRight(text, "\r\n"), "|") {
			text = text[:strings.LastIndexByte(strings.TrimRight(text, "\r\n"), '\n')+1]
		}
		start = len(text)
	}
	end := lineEnd(model.Source, model.header[len(model.header)-1].End)
	var out []string
	at := start
	for l := range strings.Lines(string(model.Source[start:end])) {
		keep, line, shift := true, l, 0
		for _, h := range model.header {
			if h.Start < at || h.Start >= at+len(l) {
				continue
			}
			value, known := n.value(h.Key, h.Value)
			if !known {
				value = h.Value
				keep = n.Template != nil && !isOpen(h.Value) && h.Value != "" || n.Template == nil && n.constant(h.Key)
			}
			keep = keep && (value != "" || h.Row)
			line = line[:h.Start-at+shift] + value + line[h.End-at+shift:]
			shift += len(value) - (h.End - h.Start)
		}
		at += len(l)
		line = strings.TrimRight(line, "\r\n")
		if keep && (line != "" || len(out) > 0 && out[len(out)-1] != "") && !strings.HasPrefix(line, "<!--") {
			out = append(out, line)
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// rest returns what a template asks for below its title and header, with the status.
func (n *New) rest(model *Record) string {
	at := model.below()
	text := string(model.Source[at:])
	if s := kb.StatusSection(model.doc); s != nil && s.Span.Start >= at {
		lines, start, end := model.sectionLines()
		head, _, inline := strings.Cut(strings.TrimSpace(lines[0]), ":")
		if head += "\n\n"; inline {
			head = strings.TrimSpace(head) + ": "
		}
		text = string(model.Source[at:start]) + head + n.status() + "\n\n" + string(model.Source[end:])
	}
	return strings.TrimSpace(text)
}

// decides matches the headings below which a record says what was decided.
var decides = lazy.Pattern(`(?i)^\W*(?:the )?(?:decision(?: outcome)?|outcome|resolution|solution)\W*$`)

// sections are the parts below the title and the header.
func (n *New) sections(model *Record, body string) []string {
	if n.Template == nil {
		model = n.typical()
	}
	var out []string
	whole := strings.Contains("\n"+body, "\n## ") // it has sections of its own
	placed := whole
	for i := range model.doc.Sections {
		s := &model.doc.Sections[i]
		text := strings.TrimSpace(string(model.Source[s.Span.Start:s.Span.End]))
		head, _, _ := strings.Cut(text, "\n")
		head = strings.TrimSpace(head)
		switch status := kb.StatusSection(model.doc); {
		case s.Level != 2 && s != status:
		case s == status:
			if name, _, ok := strings.Cut(head, ":"); ok {
				out = append(out, name+": "+n.status())
				continue
			}
			out = append(out, head+"\n\n"+n.status())
		case whole:
		case kb.IsLinkSection(s), n.Template == nil && !n.usual(s.Heading), strings.Contains(head, "<!-- optional"):
		case decides().MatchString(s.Heading) && !placed:
			out, placed = append(out, strings.TrimSpace(head+"\n\n"+body)), true
		default:
			out = append(out, head)
		}
	}
	if !placed || whole {
		out = append(out, body)
	}
	return out
}

// status is the word of the section of the status, as the records of the log write theirs.
func (n *New) status() string {
	for _, r := range n.Records {
		if r.place() != inSection {
			continue
		}
		lines, _, _ := r.sectionLines()
		if at := slices.IndexFunc(lines, isStatus); at >= 0 {
			old := strings.TrimSpace(lines[at])
			sign := listSign(old)
			return sign + like(strings.TrimPrefix(old, sign), n.Status)
		}
	}
	return capital(n.Status)
}

// typical is the newest of the records that have the most sections in common with others.
func (n *New) typical() *Record {
	best, most := n.Records[0], -1
	for _, r := range n.Records {
		shared := 0
		for i := range r.doc.Sections {
			if s := &r.doc.Sections[i]; s.Level == 2 && n.usual(s.Heading) {
				shared++
			}
		}
		if shared > most {
			best, most = r, shared
		}
	}
	return best
}

// usual reports whether more than one of the newest records has a section, where there is more than one.
func (n *New) usual(heading string) bool {
	count := 0
	for _, r := range n.Records {
		for i := range r.doc.Sections {
			if s := &r.doc.Sections[i]; s.Level == 2 && strings.EqualFold(s.Heading, heading) {
				count++
				break
			}
		}
	}
	return count > 1 || len(n.Records) == 1
}
