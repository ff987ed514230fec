package lsp

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// completion offers what may stand at a place: targets and headings of links, tags, and keys and values
// of the front matter.
func (s *Server) completion(ctx context.Context, p *placeParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return nil, nil
	}
	now, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	c := &completer{s: s, b: b, now: now, at: b.offset(p.Position)}
	c.line = b.text[b.lines[b.position(c.at).Line]:c.at]
	c.list.Items = []CompletionItem{}
	switch {
	case c.front():
	case c.wiki(), c.markdownLink():
	default:
		c.tag()
	}
	return c.list, nil
}

// completer is one completion.
type completer struct {
	s    *Server
	b    *buffer
	now  *snapshot.Snapshot
	at   int    // byte of the cursor
	line []byte // before the cursor
	list CompletionList
}

// item is what is offered in place of what was typed, from a byte to the cursor.
func (c *completer) item(from int, text, label string, kind int) *CompletionItem {
	c.list.Items = append(c.list.Items, CompletionItem{
		Label: report.CleanLine(label), Kind: kind, SortText: fmt.Sprintf("%05d", len(c.list.Items)),
		FilterText: string(c.b.text[from:c.at]), Edit: TextEdit{c.b.span(from, c.at), text},
	})
	return &c.list.Items[len(c.list.Items)-1]
}

// wiki completes what stands behind [[, up to the cursor.
func (c *completer) wiki() bool {
	open := bytes.LastIndex(c.line, []byte("[["))
	if open < 0 || bytes.Contains(c.line[open:], []byte("]]")) {
		return false
	}
	typed := string(c.line[open+2:])
	from := c.at - len(typed)
	if strings.Contains(typed, "|") {
		return true // the text of the link is the author's
	}
	if note, heading, ok := strings.Cut(typed, "#"); ok {
		c.headings(c.now.Resolver().Link(c.b.path, markdown.Link{Kind: markdown.LinkWiki, Target: note}).Path, note, heading, false)
		return true
	}
	closing := "]]"
	if bytes.HasPrefix(c.b.text[c.at:], []byte("]]")) {
		closing = ""
	}
	c.notes(typed, func(n *name) {
		i := c.item(from, n.wiki+closing, n.wiki, kindReference)
		i.Detail = report.CleanLine(n.detail())
		i.Documentation = n.path
	})
	return true
}

// notes offers the notes that fit what was typed.
func (c *completer) notes(typed string, offer func(*name)) {
	found, all := c.s.matching(c.now, typed)
	for i := range found {
		offer(&found[i])
	}
	c.list.Incomplete = all > len(found) || len(typed) < 3 // letters in order count from the third on
}

// markdownLink completes what stands behind ](, up to the cursor.
func (c *completer) markdownLink() bool {
	open := bytes.LastIndex(c.line, []byte("]("))
	if open < 0 || bytes.ContainsAny(c.line[open+2:], ") \t") {
		return false
	}
	typed := string(c.line[open+2:])
	from := c.at - len(typed)
	if note, heading, ok := strings.Cut(typed, "#"); ok {
		c.headings(c.now.Resolver().Link(c.b.path, markdown.Link{Kind: markdown.LinkMarkdown, Target: note}).Path, note, heading, true)
		return true
	}
	c.notes(strings.TrimLeft(typed, "./"), func(n *name) {
		if n.path != c.b.path {
			i := c.item(from, escaped(relative(c.b.path, n.path)), n.path, kindFile)
			i.Detail = report.CleanLine(n.detail())
		}
	})
	return true
}

// relative is the way from one note to another.
func relative(from, to string) string {
	dir := path.Dir(from)
	if dir == "." {
		return to
	}
	a, b := strings.Split(dir, "/"), strings.Split(to, "/")
	same := 0
	for same < len(a) && same < len(b)-1 && a[same] == b[same] {
		same++
	}
	return strings.Repeat("../", len(a)-same) + strings.Join(b[same:], "/")
}

// escaped writes a path as the target of a markdown link.
func escaped(p string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "#", "%23", "?", "%3F", "<", "%3C", ">", "%3E").Replace(p)
}

// headings offers those of a note, of this one where the link names none, as anchors or as text.
func (c *completer) headings(note, named, typed string, anchors bool) {
	b := c.b
	if named != "" {
		if note == "" {
			return
		}
		other, err := c.s.at(note)
		if err != nil {
			return
		}
		b = other
	}
	for _, sec := range b.document().Sections {
		text := sec.Heading
		if anchors {
			text = sec.Anchor
		}
		if sec.Level > 0 && strings.Contains(strings.ToLower(sec.Heading+" "+sec.Anchor), strings.ToLower(typed)) &&
			len(c.list.Items) < mostItems {
			c.item(c.at-len(typed), text, strings.Repeat("#", sec.Level)+" "+sec.Heading, kindReference)
		}
	}
	for _, a := range b.document().Anchors {
		if strings.HasPrefix(a.Name, typed) && (anchors || a.Name[0] == '^') && len(c.list.Items) < mostItems {
			line := string(b.text[b.lines[b.position(a.Start).Line]:b.lineEnd(a.Start)])
			c.item(c.at-len(typed), a.Name, wording.Clip(strings.TrimSpace(line), shownOpening), kindReference)
		}
	}
}

// tag completes a word behind #.
func (c *completer) tag() {
	open := bytes.LastIndexByte(c.line, '#')
	if open < 0 || open > 0 && c.line[open-1] != ' ' && c.line[open-1] != '\t' && c.line[open-1] != '(' {
		return
	}
	typed := string(c.line[open+1:])
	if strings.ContainsAny(typed, " \t#") {
		return
	}
	c.words(c.at-len(typed), strings.ToLower(typed), c.tags())
}

// tags lists those of all notes, the most used first.
func (c *completer) tags() []string {
	uses := map[string]int{}
	for _, e := range c.now.Entries {
		for _, t := range e.Note.Tags {
			uses[t]++
		}
	}
	return mostUsed(uses)
}

// mostUsed lists words by how often they are used, those of equal use by the alphabet.
func mostUsed(uses map[string]int) []string {
	words := make([]string, 0, len(uses))
	for w := range uses {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int {
		if uses[a] != uses[b] {
			return uses[b] - uses[a]
		}
		return strings.Compare(a, b)
	})
	return words
}

// words offers those that hold what was typed, but for what was: the note at hand may have it from there.
func (c *completer) words(from int, typed string, words []string) {
	for _, w := range words {
		if w != typed && strings.Contains(strings.ToLower(w), strings.ToLower(typed)) && len(c.list.Items) < mostItems {
			c.item(from, w, w, kindKeyword)
		}
	}
}
