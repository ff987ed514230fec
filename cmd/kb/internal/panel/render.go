package panel

import (
	"bytes"
	"cmp"
	"html/template"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/lazy"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Notes are hostile until shown otherwise: their HTML becomes text, and their links lead to notes of this
// repository or, without a word about where from, to pages of the web. Nothing of them is loaded.

// anchorPrefix keeps the ids of headings apart from those of the page.
const anchorPrefix = "h-"

// newRenderer returns what turns markdown to HTML: that of GitHub, and links of wikis.
func newRenderer() goldmark.Markdown {
	m := goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), // no style passes the policy
			extension.Strikethrough, extension.TaskList, extension.Linkify,
		),
		goldmark.WithParserOptions(parser.WithInlineParsers(util.Prioritized(wikiParser{}, 150))),
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(harmless{}, 10)))
	return m
}

// wikiMark begins the destination of a link of a wiki: no other can begin so.
const wikiMark = "[["

// wikiParser reads [[target#heading|text]], and ![[target]] as a link too.
type wikiParser struct{}

// Trigger returns the characters that such a link begins with.
func (wikiParser) Trigger() []byte { return []byte{'[', '!'} }

// Parse reads a link; nil where there is none.
func (wikiParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	start := 0
	if line[0] == '!' {
		start = 1
	}
	if !bytes.HasPrefix(line[start:], []byte("[[")) {
		return nil
	}
	inner := line[start+2:]
	end := bytes.Index(inner[:min(len(inner), 500)], []byte("]]"))
	if end < 1 || bytes.IndexByte(inner[:end], '[') >= 0 {
		return nil
	}
	block.Advance(start + 2 + end + 2)
	target, shown, named := strings.Cut(string(inner[:end]), "|")
	if !named || strings.TrimSpace(shown) == "" {
		shown = target
	}
	link := ast.NewLink()
	link.Destination = []byte(wikiMark + strings.TrimSuffix(target, `\`))
	link.AppendChild(link, ast.NewString([]byte(strings.TrimSpace(shown))))
	return link
}

// leading says where the links of a note lead.
type leading struct {
	page  *page
	path  string            // of the note
	notes map[string]string // path by target as written
	body  []byte            // the text without its front matter
	title *string           // takes the anchor of the heading that is left out, nil for none
}

// rendered returns the body of a note as HTML. Its highest headings are one level below that of the page;
// the first is left out where it is the title. One that would take too long, or too much memory, is as it is
// written; plain says why then.
func (p *Panel) rendered(source []byte, doc *markdown.Document, to leading) (html template.HTML, plain string) {
	body := withoutIDs(source, doc)
	root, plain := p.parsed(body)
	if plain != "" {
		return plainText(body), plain
	}
	to.body = body
	sections := map[int]markdown.Section{}
	for _, s := range doc.Sections {
		sections[max(0, s.Span.Start-(len(source)-len(body)))] = s
	}
	var drop ast.Node
	dropped := ""
	var headings []*ast.Heading
	highest := 6
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			var section markdown.Section
			if n.Lines().Len() > 0 {
				section = sections[bytes.LastIndexByte(body[:n.Lines().At(0).Start], '\n')+1]
			}
			if section.Anchor != "" {
				n.SetAttributeString("id", []byte(anchorPrefix+section.Anchor))
			}
			if n.Level == 1 && drop == nil && n.PreviousSibling() == nil && n.Parent() == root {
				drop, dropped = n, section.Heading
			}
			headings = append(headings, n)
		case *ast.Link:
			to.link(n)
		}
		return ast.WalkContinue, nil
	})
	title := strings.TrimSpace(doc.Title)
	if drop != nil && (strings.TrimSpace(plainOf(drop, body)) == title || dropped == title || string(meant([]byte(dropped))) == title) {
		if id, ok := drop.AttributeString("id"); ok && to.title != nil {
			*to.title = string(id.([]byte))
		}
		root.RemoveChild(root, drop)
	}
	marked(root, doc, len(source)-len(body))
	for _, h := range headings {
		if h.Parent() != nil {
			highest = min(highest, h.Level)
		}
	}
	for _, h := range headings {
		h.Level = min(h.Level-highest+2, 6)
	}
	var b bytes.Buffer
	if err := p.render().Renderer().Render(&b, body, root); err != nil {
		return plainText(body), err.Error()
	}
	return template.HTML(b.String()), ""
}

// withoutIDs is the text of a note without its front matter, with blanks where headings name their ids.
func withoutIDs(source []byte, doc *markdown.Document) []byte {
	body := bytes.TrimPrefix(source[min(doc.FrontMatter.Span.End, len(source)):], []byte("\ufeff"))
	cut := len(source) - len(body)
	var out []byte
	for i := range doc.Sections {
		s := &doc.Sections[i]
		if s.Level == 0 || s.Span.Start < cut {
			continue
		}
		line, _, _ := bytes.Cut(body[s.Span.Start-cut:], []byte("\n"))
		if words, _ := markdown.CutID(strings.TrimRight(string(line), " \t\r")); len(words) < len(bytes.TrimRight(line, " \t\r")) {
			if out == nil {
				out = bytes.Clone(body)
			}
			for at := s.Span.Start - cut + len(words); at < s.Span.Start-cut+len(line); at++ {
				out[at] = ' '
			}
		}
	}
	if out == nil {
		return body
	}
	return out
}

// marked puts a place for links to lead to before the blocks of the top level with what fragments may name beside
// the anchors of headings: ids, blocks, headings within others, what else a heading is called. cut is how many
// bytes of the note stand before the text that root was parsed from.
func marked(root ast.Node, doc *markdown.Document, cut int) {
	places, taken := slices.Clone(doc.Anchors), map[string]bool{}
	for i := range doc.Sections {
		taken[doc.Sections[i].Anchor] = true
	}
	for i := range doc.Sections {
		s := &doc.Sections[i]
		if slug := markdown.Anchor(s.Heading); !taken[slug] {
			taken[slug] = true
			places = append(places, markdown.NamedPlace{Name: slug, Start: s.Span.Start})
		}
	}
	slices.SortStableFunc(places, func(a, b markdown.NamedPlace) int { return cmp.Compare(a.Start, b.Start) })
	for n := root.FirstChild(); n != nil && len(places) > 0; n = n.NextSibling() {
		next := n.NextSibling()
		for len(places) > 0 && (next == nil || places[0].Start-cut < next.Pos()) {
			id := template.HTMLEscapeString(anchorPrefix + places[0].Name)
			mark := ast.NewString([]byte(`<a id="` + id + `"></a>`))
			mark.SetCode(true) // which is written as it is
			root.InsertBefore(root, n, mark)
			places = places[1:]
		}
	}
}

// plainText is text as it is written, as far as it is shown.
func plainText(body []byte) template.HTML {
	cut := ""
	if len(body) > maxRendered {
		body, cut = body[:maxRendered], "\n…"
	}
	return template.HTML("<pre>" + template.HTMLEscapeString(strings.ToValidUTF8(string(body), "\uFFFD")) + cut + "</pre>")
}

// link makes a link lead where it means: to a page of the panel, or out of it.
func (to *leading) link(n *ast.Link) {
	if strings.TrimSpace(plainOf(n, to.body)) == "" && (n.FirstChild() == nil || n.FirstChild().Kind() != ast.KindImage) {
		n.AppendChild(n, ast.NewString(bytes.TrimPrefix(n.Destination, []byte(wikiMark)))) // a link says where it leads
	}
	n.Title = nil
	destination := string(n.Destination)
	target, wiki := strings.CutPrefix(destination, wikiMark)
	if !wiki {
		n.Destination = meant(util.UnescapePunctuations(n.Destination))
		target = string(n.Destination)
	}
	target, fragment, _ := strings.Cut(target, "#")
	if !wiki {
		if outward(string(n.Destination)) && to.notes[destination] == "" {
			n.SetAttributeString("rel", []byte("noreferrer noopener"))
			return
		}
		if plain, err := url.PathUnescape(target); err == nil {
			target = plain
		}
	}
	target = strings.TrimSpace(target)
	if wiki {
		fragment = anchorOf(fragment)
	} else if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	file := to.notes[target]
	if file == "" {
		file = to.notes[destination]
	}
	switch {
	case target == "" && fragment != "":
		n.Destination = []byte("#" + (&url.URL{Fragment: anchorPrefix + fragment}).EscapedFragment())
	case file != "":
		n.Destination = []byte(to.page.Place(file, fragment))
	default:
		n.Destination = nil // harmless shows it as text
		n.Title = []byte(path.Clean("/" + target)[1:])
	}
}

// meant is text with the characters that its entities stand for.
func meant(text []byte) []byte { return util.ResolveEntityNames(util.ResolveNumericReferences(text)) }

// anchorOf is the anchor of a heading that a link of a wiki names, of the last one of "Up#Down"; the #
// of "C# tea" joins none.
func anchorOf(heading string) string {
	if strings.HasPrefix(heading, "^") {
		return heading
	}
	if i := strings.LastIndexByte(heading, '#'); i >= 0 && i+1 < len(heading) && heading[i+1] != ' ' {
		heading = heading[i+1:]
	}
	return markdown.Anchor(strings.TrimSpace(heading))
}

// plainOf is the text below a node.
func plainOf(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(n.Segment.Value(source))
			case *ast.String:
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// harmless renders what goldmark would hand through, or load: HTML as its text, pictures as links, and
// boxes of lists as characters.
type harmless struct{}

// RegisterFuncs names the nodes.
func (harmless) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, htmlBlock)
	r.Register(ast.KindRawHTML, rawHTML)
	r.Register(ast.KindImage, image)
	r.Register(ast.KindLink, link)
	r.Register(ast.KindAutoLink, autoLink)
	r.Register(extast.KindTaskCheckBox, checkBox)
	r.Register(extast.KindTable, table)
}

// tags are those of HTML, with comments.
var tags = lazy.Pattern(`(?s)<!--.*?(-->|$)|</?[A-Za-z][^<>]*>`)

// ends are the tags behind which a cell, a line or a paragraph ends.
var ends = lazy.Pattern(`(?i)<br\b[^<>]*>|</(?:p|div|t[dhr]|li|h[1-6]|d[td]|summary|caption|figcaption)\s*>`)

// visible is the text of HTML, without its tags.
func visible(s string) string {
	return string(meant([]byte(tags().ReplaceAllString(ends().ReplaceAllString(s, " "), ""))))
}

// htmlBlock shows a block of HTML as a paragraph of its text, escaped; nothing where that is blank.
func htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	b := n.(*ast.HTMLBlock)
	var raw strings.Builder
	for i := range b.Lines().Len() {
		line := b.Lines().At(i)
		raw.Write(line.Value(source))
	}
	if b.HasClosure() {
		raw.Write(b.ClosureLine.Value(source))
	}
	if text := strings.TrimSpace(visible(raw.String())); text != "" {
		w.WriteString("<p class=\"html\">" + template.HTMLEscapeString(text) + "</p>\n")
	}
	return ast.WalkSkipChildren, nil
}

// rawHTML drops a tag within a line, but for a line break: the text between tags is markdown's own.
func rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		var raw strings.Builder
		for i := range n.(*ast.RawHTML).Segments.Len() {
			line := n.(*ast.RawHTML).Segments.At(i)
			raw.Write(line.Value(source))
		}
		if breaks := strings.ToLower(raw.String()); strings.HasPrefix(breaks, "<br>") || strings.HasPrefix(breaks, "<br/") ||
			strings.HasPrefix(breaks, "<br ") {
			w.WriteString("<br>")
		}
	}
	return ast.WalkSkipChildren, nil
}

// image names a picture in place of loading it, by its description or else by its file.
func image(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		shown := strings.TrimSpace(plainOf(n, source))
		if shown == "" {
			shown = path.Base(string(n.(*ast.Image).Destination))
		}
		w.WriteString("<span class=\"picture\">[picture: " + template.HTMLEscapeString(shown) + "]</span>")
	}
	return ast.WalkSkipChildren, nil
}

// link writes a link that leads somewhere, and what leads nowhere or to a dangerous address, such
// as javascript:, as marked text with the path that it named.
func link(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Link)
	lost := len(n.Destination) == 0 || html.IsDangerousURL(n.Destination)
	switch {
	case lost && entering:
		w.WriteString("<span class=\"lost\" title=\"" + template.HTMLEscapeString(string(n.Title)) + "\">")
	case lost:
		w.WriteString("</span>")
	case entering:
		w.WriteString("<a href=\"" + template.HTMLEscapeString(string(util.URLEscape(n.Destination, false))) + "\"")
		if rel, ok := n.AttributeString("rel"); ok {
			w.WriteString(" rel=\"" + string(rel.([]byte)) + "\"")
		}
		w.WriteString(">")
	default:
		w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

// autoLink writes an address that stands in the text as a link where it is outward, else as text.
// One of mail gets its scheme.
func autoLink(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.AutoLink)
	to, label := string(n.URL(source)), template.HTMLEscapeString(string(n.Label(source)))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(to), "mailto:") {
		to = "mailto:" + to
	}
	if !outward(to) {
		w.WriteString(label)
		return ast.WalkContinue, nil
	}
	w.WriteString("<a href=\"" + template.HTMLEscapeString(string(util.URLEscape([]byte(to), false))) + "\" rel=\"noreferrer noopener\">" +
		label + "</a>")
	return ast.WalkContinue, nil
}

// outward reports whether an address is one of the web that a person may be led to.
func outward(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto")
}

// checkBox writes the box of a list's item as a character: nothing on a page can be ticked.
func checkBox(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		box := "☐ "
		if n.(*extast.TaskCheckBox).IsChecked {
			box = "☑ "
		}
		w.WriteString(box)
	}
	return ast.WalkContinue, nil
}

// table wraps a table so that one that is too wide can be moved, also by the keyboard.
func table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.WriteString("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>\n")
	} else {
		w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}
