package reviews

import (
	"fmt"
	"net/url"
	"strings"
)

// code is text of a note as a code span: nothing in it is markup, and a forge takes no name in it for a call and no
// number for an issue. A mark that nobody sees keeps it from looking like the beginning of a comment.
func code(s string) string {
	s = strings.ReplaceAll(flat(s), "<!--", "<\u2060!--")
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.Trim(s, "` ") != s || s == "" {
		s = " " + s + " "
	}
	return fence + s + fence
}

// cell is code in a table.
func cell(s string) string { return strings.ReplaceAll(code(s), "|", "\\|") }

// prose is text outside of code. A mark that nobody sees keeps names and numbers in it from being
// taken for calls and issues.
func prose(s string) string {
	return strings.NewReplacer("&#64;", "&#64;&#8288;", "&#35;", "&#35;&#8288;").Replace(escape(flat(s)))
}

// escape writes every sign that could mean something to markdown or HTML as its character
// reference, a backtick behind a backslash, and breaks addresses.
func escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		address := r == ':' && strings.HasPrefix(s[i:], "://") || r == '.' && strings.HasSuffix(strings.ToLower(s[:i]), "www")
		if address || r < 0x80 && strings.ContainsRune("&<>*_{}[]#!|~@\\$^", r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		if r == '`' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// attribute is a value between double quotes.
func attribute(s string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// ForgeLink gives the permalinks of GitHub ("https://host/owner/name") or, with gitlab, of GitLab.
func ForgeLink(repository string, gitlab bool) func(path string, line int, commit string) string {
	blob := "/blob/"
	if gitlab {
		blob = "/-/blob/"
	}
	return func(path string, line int, commit string) string {
		parts := strings.Split(path, "/")
		for i, p := range parts {
			parts[i] = url.PathEscape(p)
		}
		return fmt.Sprintf("%s%s%s/%s?plain=1#L%d", strings.TrimSuffix(repository, "/"), blob, commit, strings.Join(parts, "/"), line)
	}
}
