package kb

import "strings"

// isPlaceholder tells what a template leaves to be filled in.
func isPlaceholder(s string) bool {
	return strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") || strings.HasPrefix(s, "{") && strings.HasSuffix(s, "}") ||
		strings.ToUpper(s) == s && strings.HasPrefix(s, "YYYY")
}

// hasPlaceholder tells a link target of which a template leaves a part to be filled in: "<issue>",
// "adr/{{number}}.md", "[TODO]", "NNNN-title.md", "...".
func hasPlaceholder(target string) bool {
	for _, signs := range [...]string{"<>", "{}", "[]"} {
		if open := strings.IndexByte(target, signs[0]); open >= 0 && strings.IndexByte(target[open:], signs[1]) > 1 {
			return true
		}
	}
	for part := range strings.FieldsFuncSeq(target, func(r rune) bool { return strings.ContainsRune("/-_. #", r) }) {
		switch part {
		case "TODO", "TBD", "FIXME", "YYYY", "YYYYMMDD", "…":
			return true
		}
		if len(part) >= 3 && (strings.Trim(part, "N") == "" || strings.Trim(part, "X") == "") {
			return true
		}
	}
	return strings.Trim(target, "./") == "" && strings.Contains(target, "...")
}
