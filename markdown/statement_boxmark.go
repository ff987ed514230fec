package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// boxForm is a way to write boxes.
type boxForm int

const (
	noForm       boxForm = iota
	fenceForm            // ```{note} Title … ```
	colonForm            // :::note Title … :::, with [Title] or {note} as well
	slashForm            // /// note | Title … ///
	indentForm           // !!! note "Title", ??? note, === "Tab": what is indented below
	alertForm            // [!NOTE] Title, in a quotation
	templateForm         // {% hint %} … {% endhint %}
	shortForm            // {{< note >}} … {{< /note >}}
	tagForm              // <Note> … </Note>
	orgForm              // #+BEGIN_NOTE … #+END_NOTE
)

// boxForms returns for each form how a mark is written: what closes, the kind, and the rest.
var boxForms = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		fenceForm:    regexp.MustCompile("^(?:`{3,}|~{3,})[ \t]*()(?:\\{|ad-)([\\w-]+)\\}?(.*)$"),
		colonForm:    regexp.MustCompile(`^:{3,}[ \t]*()(?:\{?\.?(?:callout-)?([\w-]+)\}?)?(.*)$`),
		slashForm:    regexp.MustCompile(`^/{3,}[ \t]*()([\w-]*)((?:[ \t]*\|.*)?)$`),
		indentForm:   regexp.MustCompile(`^(?:(?:!!!|\?\?\?\+?)() ?([\w-]+)(?: +[\w-]+)*((?: +"[^"]*")?)|===[+!]*()()( +"[^"]*"))$`),
		alertForm:    regexp.MustCompile(`^\[!()([^\]]+)\][+-]?(.*)$`),
		templateForm: regexp.MustCompile(`^\{%-?\s*(/|end|)([\w./-]+)([^{}]*)%\}$`),
		shortForm:    regexp.MustCompile(`^\{\{[<%]\s*(/?)([\w./-]+)([^{}]*)[>%]\}\}$`),
		tagForm:      regexp.MustCompile(`^<(/?)([A-Za-z][\w.]*)((?:\s[^<>]*)?/?)>$`),
		orgForm:      regexp.MustCompile(`^#\+(?i:begin|(end))_(\w+)(.*)$`),
	}
})

// boxFormOf returns the form of the mark that a text may begin with, and for a tag its two ends.
func boxFormOf(text []byte) (form boxForm, start, end string) {
	for _, f := range [...]struct {
		start, end string
		form       boxForm
	}{
		{"```", "", fenceForm}, {"~~~", "", fenceForm}, {":::", "", colonForm}, {"///", "", slashForm}, {"!!!", "", indentForm},
		{"???", "", indentForm}, {"===", "", indentForm}, {"[!", "", alertForm}, {"#+", "", orgForm}, {"{%", "%}", templateForm},
		{"{{<", ">}}", shortForm}, {"{{%", "%}}", shortForm}, {"<", ">", tagForm},
	} {
		if bytes.HasPrefix(text, []byte(f.start)) {
			return f.form, f.start, f.end
		}
	}
	return noForm, "", ""
}

// boxMark is a line that opens or closes a box.
type boxMark struct {
	form   boxForm
	kind   string // such as "note", in small letters, "" for none
	title  string
	closes bool
	holds  bool   // what it opens goes on below
	torn   bool   // a tag that ends in another line
	begun  bool   // a tag with text behind it, which ends in another line
	inner  [2]int // of the text: what is said in the line itself, by a box of one line or by a title that is a sentence
}

// boxMarkOf reads a line without blanks around it as the mark of a box.
func boxMarkOf(text []byte) (m boxMark, ok bool) {
	form, start, end := boxFormOf(text)
	n := bytes.Index(text, []byte(end)) + len(end)
	switch {
	case form == noForm:
		return m, false
	case end == "":
		return readBoxMark(form, text)
	case n < len(end):
		m, ok = readBoxMark(form, append(bytes.Clone(text), end...))
		m.torn = true
		return m, ok && form == tagForm && m.holds
	}
	if m, ok = readBoxMark(form, text[:n]); !ok || n == len(text) {
		return m, ok
	}
	var tail boxMark
	rest := text[n:]
	last := bytes.LastIndex(rest, []byte(start))
	if last >= 0 {
		tail, _ = readBoxMark(form, rest[last:])
	}
	switch {
	case tail.closes && tail.kind == "summary":
		m.title, m.inner = plainInline(string(rest[:last])), [2]int{}
	case tail.closes && tail.kind == m.kind:
		m.holds, m.inner = false, [2]int{n, n + last}
	case form == tagForm && m.holds && !bytes.Contains(bytes.ToLower(rest), []byte("</"+m.kind)):
		m.begun, m.inner = true, [2]int{n, len(text)}
	default:
		ok = false
	}
	return m, ok
}

// readBoxMark reads a text as a mark of a form.
func readBoxMark(form boxForm, text []byte) (m boxMark, ok bool) {
	found := boxForms()[form].FindSubmatch(text)
	if found == nil {
		return m, false
	}
	if len(found) > 4 && len(found[2]) == 0 {
		found = found[3:]
	}
	rest := found[3]
	m = boxMark{form: form, kind: strings.ToLower(string(found[2])), closes: len(found[1]) > 0}
	switch form {
	case fenceForm:
		ok = isBoxKind(m.kind)
	case tagForm:
		ok = unicode.IsUpper(rune(found[2][0])) || isBoxKind(m.kind)
	case colonForm, slashForm:
		m.closes = m.kind == "" && len(bytes.TrimSpace(rest)) == 0
		ok = true
	default:
		ok = true
	}
	m.holds = !m.closes && !bytes.HasSuffix(rest, []byte("/")) && !bytes.HasSuffix(rest, []byte(":::"))
	title := boxTitle(form, rest)
	m.title = string(title)
	if n := len(title); n > minStatement && (title[n-1] == '.' || title[n-1] == '!') && title[n-2] != '.' {
		at := bytes.LastIndex(text, title)
		m.inner = [2]int{at, at + n}
	}
	return m, ok
}

// boxTitle returns the title of a box, a part of what stands behind its kind.
func boxTitle(form boxForm, rest []byte) []byte {
	switch form {
	case fenceForm, colonForm, slashForm, alertForm:
		rest = bytes.Trim(rest, " \t:|")
		if bytes.HasPrefix(rest, []byte("[")) {
			rest, _, _ = bytes.Cut(rest[1:], []byte("]"))
		} else if at := bytes.IndexByte(rest, '{'); at >= 0 {
			rest = rest[:at]
		}
		return bytes.TrimSpace(rest)
	}
	if found := quotedTitle().FindSubmatch(rest); found != nil {
		return found[1]
	}
	return nil
}

var (
	// quotedTitle is that of a box among its attributes.
	quotedTitle = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|\s)(?:(?:title|label|name|summary|header|value)=)?"([^"]*)"`)
	})
	// classMark gives the block before it or behind it a class: {: .note }, {.is-info}.
	classMark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\{:? *[.#][^{}]*\}\s*$`) })
	// directiveOption is a line below the head of a directive, or of what Obsidian's plugin for boxes reads.
	directiveOption = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?::[\w-]+:|(?:title|collapse|icon|color):)(?:\s|$)`)
	})
	// labelOfQuote begins a quotation that is a box: "**Note:**", ":warning: Text".
	labelOfQuote = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^((?:\p{So}|\S\x{FE0F}|:[a-z_]+:)\x{FE0F}?\s*)?(?:[*_\[]*([A-Za-z]+)(?: *\([^()]*\))?[*_\]]*:?[*_]*)?`)
	})
)

// label returns how a reader names the box that a line opens: "Note:", "Tip: Use it"; "" for nothing.
func (m *boxMark) label() string {
	kind := ""
	if isNoteKind(m.kind) {
		kind = strings.ToUpper(m.kind[:1]) + m.kind[1:] + ":"
	}
	if m.closes || m.title == "" {
		return kind
	}
	return strings.TrimSpace(kind + " " + m.title)
}

// tab returns the title of a tab, "" for other marks.
func (m *boxMark) tab() string {
	if m.closes || !strings.HasPrefix(m.kind, "tab") && (m.form != indentForm || m.kind != "") {
		return ""
	}
	return m.title
}

// silent reports whether a box quotes, asks, illustrates or shows code.
func (m *boxMark) silent() bool {
	switch m.kind {
	case "quote", "cite", "blockquote", "todo", "code", "codeblock", "code-block", "code-cell", "codegroup", "code-group", "sourcecode",
		"highlight", "src", "mermaid", "math", "katex", "raw", "query", "export", "toctree", "figure", "image", "list-table",
		"csv-table", "question":
		return true
	}
	return silentHeading(m.kind) || silentHeading(strings.ToLower(m.title))
}

// isBoxKind reports whether a word names a box, other than which a fence shows code and a small tag is HTML.
func isBoxKind(kind string) bool {
	switch kind {
	case "admonition", "aside", "callout", "card", "details", "dropdown", "grid", "sidebar", "summary", "tab-item", "tab-set", "topic":
		return true
	}
	return isNoteKind(kind)
}

// isNoteKind reports whether a word names a box that says what the text in it is.
func isNoteKind(kind string) bool {
	switch kind {
	case "abstract", "alert", "attention", "caution", "danger", "deprecated", "error", "example", "hint", "important", "info", "note",
		"question", "quote", "seealso", "success", "tip", "todo", "versionadded", "versionchanged", "warning":
		return true
	}
	return false
}

// quoteLabel returns the bytes of what tells at the head of a quotation that it is a box, 0 for none.
func quoteLabel(text []byte) int {
	found := labelOfQuote().FindSubmatchIndex(text)
	if label := text[:found[1]]; found[4] >= 0 && (len(label) == len(text) || strings.IndexByte(":*_]", label[len(label)-1]) >= 0) {
		if m := (boxMark{kind: strings.ToLower(string(text[found[4]:found[5]]))}); isNoteKind(m.kind) && !m.silent() {
			return len(label)
		}
	}
	return max(found[3], 0)
}

// tailTag returns the bytes of the tag at the end of a line that closes a box opened in another one.
func tailTag(text []byte) int {
	at := bytes.LastIndex(text, []byte("</"))
	if at <= 0 || text[len(text)-1] != '>' {
		return 0
	}
	m, ok := readBoxMark(tagForm, text[at:])
	if !ok || bytes.Contains(bytes.ToLower(text[:at]), []byte("<"+m.kind)) {
		return 0
	}
	return len(text) - at
}
