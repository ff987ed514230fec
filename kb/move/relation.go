package move

import (
	"bytes"
	"strings"

	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// editRelations writes the relations of the front matter, of a header and of a status anew.
func (m *mover) editRelations(c *Change, e *snapshot.Entry) error {
	rels := relations(e)
	if len(rels) == 0 {
		return nil
	}
	used := map[int]bool{}
	text := *c // with the edits of its links, and none of relations
	front := markdown.Body(c.Old)
	for _, rel := range rels {
		need := m.need(c.Path, rel)
		if need == nil || text.edits(rel) {
			continue
		}
		rel.TargetStart, rel.TargetEnd = findTarget(c.Old, rel, used)
		switch {
		case rel.TargetEnd == 0 && c.edits(rel): // by another relation with the same target
			continue
		case rel.TargetEnd == 0:
			return &Refusal{c.Path, rel.Line, rel.Target, "is not to be found where it should stand"}
		}
		written, ok := m.spell(c, rel, need)
		if !ok {
			return &Refusal{c.Path, rel.Line, rel.Target, "cannot be written so that it means " + need.path}
		}
		for { // and as a wiki link of other keys, which say the same relation
			used[rel.TargetStart] = true
			c.edit(rel.TargetStart, rel.TargetEnd, quoted(c.Old, rel, written, rel.TargetEnd <= front))
			at := rel.TargetEnd
			n := bytes.Index(c.Old[at:max(at, front)], []byte("[["+rel.Target))
			if n < 0 {
				break
			}
			rel.TargetStart = at + n + len("[[")
			rel.TargetEnd = rel.TargetStart + len(rel.Target)
			if used[rel.TargetStart] || !standsAlone(c.Old, rel.TargetStart, rel.TargetEnd) {
				break
			}
		}
	}
	return nil
}

// edits tells whether the same target has been written anew as a link of the text.
func (c *Change) edits(rel markdown.Link) bool {
	start, end := lineSpan(c.Old, rel.Line)
	for _, e := range c.Edits {
		if e.start >= start && e.end <= end && e.Old == rel.Target {
			return true
		}
	}
	return false
}

// findTarget finds where a relation's target stands, from its line on: within a link if it is one,
// else as a word behind the key.
func findTarget(source []byte, rel markdown.Link, used map[int]bool) (start, end int) {
	from, _ := lineSpan(source, rel.Line)
	for line := range bytes.Lines(source[from:]) {
		if start, ok := targetInLine(line, rel.Target, func(at int) bool { return used[from+at] }); ok {
			return from + start, from + start + len(rel.Target)
		}
		from += len(line)
	}
	return 0, 0
}

// targetInLine finds where a target stands in a line, behind its key and in no longer name: within
// a link where there is one, else the first time. used tells the places that are taken.
func targetInLine(line []byte, target string, used func(at int) bool) (int, bool) {
	found, ok := 0, false
	from := keyEnd(line)
	for from < len(line) {
		n := bytes.Index(line[from:], []byte(target))
		if n < 0 {
			break
		}
		at := from + n
		from = at + 1
		if used(at) || !standsAlone(line, at, at+len(target)) {
			continue
		}
		if before := string(line[:at]); strings.HasSuffix(before, "](") || strings.HasSuffix(before, "[[") ||
			strings.HasSuffix(before, "](<") {
			return at, true
		}
		if !ok {
			found, ok = at, true
		}
	}
	return found, ok
}

// keyEnd is where the key of a line ends: that of the target, where it is named.
func keyEnd(line []byte) int {
	if key, _, ok := bytes.Cut(line, []byte("target:")); ok {
		return len(key) + len("target:")
	}
	if key, _, ok := bytes.Cut(line, []byte(": ")); ok && !bytes.ContainsAny(key, "[]()\"'") {
		return len(key) + len(":")
	}
	return 0
}

// standsAlone tells that what stands about a name belongs to no longer one.
func standsAlone(line []byte, start, end int) bool {
	return (start == 0 || !nameByte(line[start-1])) && (end == len(line) || !nameByte(line[end]))
}

// nameByte tells the bytes that names and paths are made of; all beyond ASCII count, as parts of
// letters.
func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '/' || c == '.' || c >= 0x80
}

// quoted puts quotes about a value of a front matter that needs them and has none.
func quoted(source []byte, rel markdown.Link, written string, frontMatter bool) string {
	if !frontMatter || !strings.ContainsAny(written, ":#{}[],&*!|>'\"%@`") {
		return written
	}
	if start := rel.TargetStart; start > 0 && strings.IndexByte("\"'([<", source[start-1]) >= 0 {
		return written
	}
	return `"` + strings.ReplaceAll(strings.ReplaceAll(written, `\`, `\\`), `"`, `\"`) + `"`
}

// lineSpan is the range of a line's bytes, without its end.
func lineSpan(source []byte, line int) (start, end int) {
	for ; line > 1; line-- {
		n := bytes.IndexByte(source[start:], '\n')
		if n < 0 {
			return len(source), len(source)
		}
		start += n + 1
	}
	end = len(source)
	if n := bytes.IndexByte(source[start:], '\n'); n >= 0 {
		end = start + n
	}
	return start, end
}
