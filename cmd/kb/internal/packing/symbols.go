package packing

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
)

const (
	symbolFiles = 16       // whose symbols are looked for
	symbolBytes = 64 << 10 // of each of them
	maxSymbols  = 60
)

// symbols lists the names that the files declare, as far as they look like names of code and not
// like words, in order of place.
func symbols(repo *kb.Repo, files []file) []string {
	var out []string
	read := 0
	for _, f := range files {
		if !f.exists || kb.IsMarkdown(f.path) || path.Ext(f.path) == "" {
			continue
		}
		if read++; read > symbolFiles || len(out) >= maxSymbols {
			break
		}
		data, err := repo.ReadWork(f.path)
		if err != nil || encoding.Binary(data) {
			continue
		}
		for line := range strings.Lines(string(data[:min(len(data), symbolBytes)])) {
			if name := declared(line); query.IsIdentifier(name) && len(out) < maxSymbols && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// declared gives the name that a line of code declares, "" for none: what follows a word such as
// func, class or const.
func declared(line string) string {
	rest := strings.TrimSpace(line)
	for range 6 { // pub async fn, export default class and the like
		word, after, _ := strings.Cut(rest, " ")
		after = strings.TrimSpace(after)
		switch word {
		case "func",
			"function",
			"def",
			"class",
			"type",
			"interface",
			"struct",
			"enum",
			"fn",
			"trait",
			"const",
			"var",
			"let",
			"val",
			"module",
			"record",
			"object",
			"protocol",
			"macro":
			if strings.HasPrefix(after, "(") { // the receiver of a method in Go
				_, after, _ = strings.Cut(after, ")")
			}
			return firstName(strings.TrimSpace(after))
		case "export",
			"default",
			"public",
			"private",
			"protected",
			"static",
			"final",
			"abstract",
			"async",
			"pub",
			"pub(crate)",
			"unsafe",
			"sealed",
			"data",
			"open",
			"override",
			"internal",
			"declare":
			rest = after
		default:
			return ""
		}
	}
	return ""
}

// firstName is the name that a text begins with.
func firstName(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_')
	})
	if end < 0 {
		return s
	}
	return s[:end]
}
