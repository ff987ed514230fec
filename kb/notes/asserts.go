package notes

import (
	"bytes"
	"strings"

	"github.com/9aea2451/kb/text/lazy"
)

// inclusion is by what tools put the text of another file into a note, or what they have drawn out of code.
var inclusion = lazy.Pattern(`(?i)\{\{[#<%]?-?\s*/?(?:docs/shared|include|snippet|readfile|md-?file|render|import|embed|remote)|` +
	`\{%-?\s*(?:include|render|snippet|macro|from|for)|--8<--|@include|\{(?:include|eval-rst|auto\w+|mdinclude)\}|\[!include|` +
	`from\s+['"][^'"\n]+\.mdx?['"]|!\[\[|(?m:^:::\s*[\w.]+\.\w+\s*$)|<[A-Z]\w*(?:Partial|Content|Include)\b|(?m:^<script\b)|` +
	`(?m:^r\[[\w.-]+\]\s*$)|(?m:^#{1,6}\s+<!--.*-->\s*$)|(?m:^import\b.*\bfrom\s+['"](?:\.|@site|[@~]?/|src/))`)

// takesText reports whether a note takes in the text of another file. Only lines with one of the signs that
// these marks have are compared with the pattern, which takes longer than parsing all of them.
func takesText(source []byte) bool {
	for line := range bytes.Lines(source) {
		if signed(line) && inclusion().Match(line) {
			return true
		}
	}
	return false
}

// signed reports whether a line may take text in: it begins as an import or a box, or has the front of a tag.
func signed(line []byte) bool {
	if bytes.HasPrefix(line, []byte("import")) || bytes.HasPrefix(line, []byte("export")) || bytes.HasPrefix(line, []byte("}")) ||
		bytes.HasPrefix(line, []byte(":::")) || bytes.HasPrefix(line, []byte("r[")) {
		return true
	}
	heading := line[0] == '#'
	for {
		i := bytes.IndexAny(line, "{<@[!8")
		if i < 0 || i+2 >= len(line) {
			return false
		}
		switch sign, next := line[i], line[i+1]; {
		case sign == '{' && (next == '{' || next == '%'), sign == '{' && strings.IndexByte("ieamIEAM", next) >= 0:
			if takes(line[i+1:]) {
				return true
			}
		case sign == '<' && (line[i+1] >= 'A' && line[i+1] <= 'Z' || next == 's' || next == '!' && heading),
			sign == '@' && next|0x20 == 'i', sign == '[' && next == '!', sign == '!' && line[i+2] == '[', sign == '8' && next == '<':
			return true
		}
		line = line[i+1:]
	}
}

// takes reports whether a word that takes text in, or begins as one, stands at the front of the body of a tag.
func takes(tag []byte) bool {
	tag = bytes.TrimLeft(tag, "{#<%-/ \t")
	if len(tag) < 2 {
		return false
	}
	switch string(bytes.ToLower(tag[:2])) {
	case "in", "sn", "re", "md", "im", "em", "ma", "fr", "fo", "ev", "au", "do":
		return true
	}
	return false
}
