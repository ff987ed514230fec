package markdown

import (
	"bytes"
	"strings"
)

// wiki reads [[target#fragment|text]] whose inside begins at from.
func (s *scan) wiki(at, from int, kind LinkKind) int {
	line := s.source[from:min(s.end, from+maxTarget)]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	end := bytes.Index(line, []byte("]]"))
	if end <= 0 || bytes.ContainsAny(line[:end], "[]") || s.table(at, from+end+2) ||
		kind == LinkWiki && s.bracketed(line[:end], from+end+2) {
		// Brackets that hold no wiki link: those within them may be a link, as in "[[1], [2]]".
		if kind == LinkEmbed {
			return from
		}
		s.push(bracket{at, false})
		return at + 1
	}
	inner := string(line[:end])
	target, text, _ := strings.Cut(inner, "|")
	target = strings.TrimSuffix(target, `\`) // an escaped bar within a table
	name, fragment, _ := strings.Cut(target, "#")
	l := Link{
		Kind:        kind,
		Target:      strings.TrimSpace(name),
		Fragment:    strings.TrimSpace(fragment),
		Text:        strings.TrimSpace(text),
		Start:       at,
		End:         from + end + 2,
		TargetStart: from,
		TargetEnd:   from + len(name),
		Image:       kind == LinkEmbed && image(name),
	}
	if kind == LinkWiki {
		l.Type = s.relationBefore(at)
		if l.Type != "" {
			l.Kind = LinkRelation
		}
	}
	s.add(l)
	return from + end + 2
}

// table reports whether brackets are a table of TOML, which stands alone on its line, and a key on the next one.
func (s *scan) table(at, behind int) bool {
	next := min(s.lineEnd(behind), s.end)
	if !blank(s.source[s.lines.start(at):at]) || !blank(s.source[behind:next]) && !s.has(behind, " #") {
		return false
	}
	key, _, ok := strings.Cut(string(s.source[next:min(s.lineEnd(next), s.end)]), " = ")
	return ok && strings.Trim(strings.TrimSpace(key), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == ""
}

// bracketed tells links of markdown whose text stands in brackets: "[[1]](https://…)", and
// "[[label]]" where the label is defined.
func (s *scan) bracketed(inner []byte, after int) bool {
	if _, ok := s.definitions[foldLabel(string(inner))]; ok {
		return true
	}
	if !s.has(after, "(") {
		return false
	}
	t, end := s.target(after + 1)
	return end > 0 && bytes.ContainsAny(s.source[t.start:t.end], "/.#:") // "[[Note]](s)" is a plural
}

// image reports whether a wiki link embeds a file that is no note, by its ending.
func image(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(name[dot+1:])) {
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif", "pdf", "mp4", "mp3", "webm", "wav":
		return true
	}
	return false
}

// relationBefore reads the relation type of a list item "- type [[Target]]": a single word, or
// several in quotes. Only the first link of a line has one, near its beginning.
func (s *scan) relationBefore(at int) string {
	start := s.lines.start(at)
	if at-start > maxTarget || bytes.Contains(s.source[start:at], []byte("[[")) {
		return ""
	}
	line := strings.TrimLeft(string(s.source[start:at]), " \t")
	if len(line) < 3 || line[0] != '-' && line[0] != '*' && line[0] != '+' || line[1] != ' ' {
		return ""
	}
	typ := strings.TrimSpace(line[2:])
	if quoted := strings.Trim(typ, `"'`); len(quoted) == len(typ)-2 && quoted != "" {
		return strings.ReplaceAll(strings.ToLower(quoted), " ", "_")
	}
	for i := range len(typ) {
		if c := typ[i]; !wordByte(c) && c != '_' && c != '-' {
			return ""
		}
	}
	return strings.ToLower(typ)
}
