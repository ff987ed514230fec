package main

import (
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
)

// snippet gives the lines of a hit's snippet, matches coloured, nothing in them that could harm a terminal.
func snippet(style report.Style, h index.Hit) []string {
	var out []string
	at := 0
	for line := range strings.Lines(h.Snippet) {
		start := at
		at += len(line)
		text := strings.TrimSpace(line)
		if text == "" {
			continue
		}
		if len(out) == snippetLines {
			return out
		}
		start += strings.Index(line, text)
		out = append(out, marked(style, h, start, cutRunes(text, snippetBytes)))
	}
	return out
}

// marked colours the highlights within a piece of the snippet that begins at start.
func marked(style report.Style, h index.Hit, start int, text string) string {
	var b strings.Builder
	done := 0
	for _, m := range h.Highlights {
		from, to := max(m[0]-start, done), min(m[1]-start, len(text))
		if from >= to {
			continue
		}
		b.WriteString(report.CleanLine(text[done:from]))
		b.WriteString(style.Match(report.CleanLine(text[from:to])))
		done = to
	}
	b.WriteString(report.CleanLine(text[done:]))
	return b.String()
}

// cutRunes shortens s to at most limit bytes without cutting a rune.
func cutRunes(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}
