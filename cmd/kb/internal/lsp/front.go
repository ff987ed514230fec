package lsp

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/schema"
)

// inFront reports whether a byte stands in the front matter, also in one that is not closed yet.
func (b *buffer) inFront(offset int) bool {
	if !bytes.HasPrefix(b.text, []byte("---\n")) && !bytes.HasPrefix(b.text, []byte("---\r\n")) || offset < len("---\n") {
		return false
	}
	end := bytes.Index(b.text[len("---"):], []byte("\n---"))
	return end < 0 && b.position(offset).Line < mostFront || end >= 0 && offset <= end+len("---")
}

// mostFront bounds a front matter without an end, in lines: what follows is text.
const mostFront = 40

// front completes a key or a value of the front matter.
func (c *completer) front() bool {
	if !c.b.inFront(c.at) {
		return false
	}
	line := string(c.line)
	key, value, ok := strings.Cut(inBraces(line), ":")
	switch {
	case ok:
		c.values(strings.TrimLeft(strings.TrimSpace(key), "- "), value) // an item of a list may begin with a key
	case strings.HasPrefix(strings.TrimLeft(line, " \t"), "-"):
		c.values(c.listKey(), strings.TrimPrefix(strings.TrimLeft(line, " \t"), "-"))
	default:
		if strings.TrimLeft(line, " \t") == line {
			kind := "memory"
			if e := c.now.Entry(c.b.path); e != nil {
				kind = e.Note.Kind
			}
			described, _ := schema.Find(kind)
			fields := c.b.document().FrontMatter
			for _, f := range described.Fields {
				if _, has := fields.Get(f.Key); has || f.Type == schema.Foreign || !strings.Contains(f.Key, strings.ToLower(line)) {
					continue
				}
				i := c.item(c.at-len(line), f.Key+": ", f.Key, kindProperty)
				i.Detail, i.Documentation = example(f), f.Description
			}
		}
	}
	return true
}

// inBraces is the entry at the end of a line with a mapping in braces, as in "- {type: part_of, target: x"; else the line.
func inBraces(line string) string {
	if open := strings.LastIndexByte(line, '{'); open >= 0 {
		return line[max(open, strings.LastIndexByte(line, ','))+1:]
	}
	return line
}

// listKey is the key whose list the cursor's line is an item of.
func (c *completer) listKey() string {
	text := string(c.b.text[:c.at-len(c.line)])
	for text != "" {
		i := strings.LastIndexByte(strings.TrimSuffix(text, "\n"), '\n')
		line := strings.TrimSpace(text[i+1:])
		if key, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "-") {
			return key
		}
		if !strings.HasPrefix(line, "-") {
			return ""
		}
		text = text[:i+1]
	}
	return ""
}

// example words a value that a key may have.
func example(f schema.Field) string {
	if f.Example == nil {
		return ""
	}
	return fmt.Sprintf("%s: %v", f.Key, f.Example)
}

// values offers what a key may have as its value, or as an item of its list.
func (c *completer) values(key, value string) {
	typed := value[strings.LastIndexAny(value, " ,[")+1:]
	from := c.at - len(typed)
	f, known := schema.Key(key)
	switch {
	case strings.EqualFold(key, "category"):
		uses := map[string]int{}
		for _, e := range c.now.Entries {
			if e.Note.Category != "" {
				uses[e.Note.Category]++
			}
		}
		c.words(from, typed, mostUsed(uses))
	case strings.EqualFold(key, "tags"):
		c.words(from, typed, c.tags())
	case strings.EqualFold(key, "target"):
		c.notes(strings.Trim(typed, `"'[]`), func(n *name) {
			i := c.item(from, n.wiki, n.wiki, kindReference)
			i.Detail = report.CleanLine(n.title)
		})
	case strings.EqualFold(key, "type") && strings.HasPrefix(value, " ") && c.b.inRelations(c.at):
		c.words(from, typed, kb.RelationTypes())
	case !known:
	case f.Type == schema.Status:
		c.words(from, typed, kb.Statuses())
	case f.Type == schema.Word:
		c.words(from, typed, f.Words)
	case f.Type == schema.Flag:
		c.words(from, typed, []string{"true", "false"})
	case f.Type == schema.Date:
		c.words(from, typed, []string{c.s.o.Now().Format("2006-01-02")})
	}
}

// inRelations reports whether the line of a byte belongs to the relations of the front matter.
func (b *buffer) inRelations(offset int) bool {
	rest := string(b.text[:offset])
	for i := strings.LastIndexByte(rest, '\n'); i >= 0; i = strings.LastIndexByte(rest, '\n') {
		rest = rest[:i]
		line := rest[strings.LastIndexByte(rest, '\n')+1:]
		if line != "" && line[0] != ' ' && line[0] != '-' {
			return strings.HasPrefix(line, "relations:")
		}
	}
	return false
}
