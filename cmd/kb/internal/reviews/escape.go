package reviews

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/9aea2451/kb/kb/revision"
	"github.com/9aea2451/kb/text/diff"
)

// code is text of a note as code: markdown and HTML in it mean nothing, and a forge takes no name
// in it for a call and no number for an issue.
func code(s string) string { return "<code>" + escape(flat(s)) + "</code>" }

// prose is text outside of code. A mark that nobody sees keeps names and numbers in it from being
// taken for calls and issues.
func prose(s string) string {
	return strings.NewReplacer("&#64;", "&#64;&#8288;", "&#35;", "&#35;&#8288;").Replace(escape(flat(s)))
}

// escape writes every sign that could mean something to markdown or HTML as its character
// reference, and breaks addresses.
func escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		address := r == ':' && strings.HasPrefix(s[i:], "://") || r == '.' && strings.HasSuffix(strings.ToLower(s[:i]), "www")
		if address || r < 0x80 && strings.ContainsRune("&<>`*_{}[]#!|~@\\$^", r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// attribute is a value between double quotes.
func attribute(s string) string {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// markedHTML writes a difference of words.
func markedHTML(words []diff.Word) string {
	var b strings.Builder
	b.WriteString("<code>")
	for i, w := range words {
		switch w.Op {
		case revision.Removed:
			b.WriteString("<del>" + escape(flat(shorten(w.Text))) + "</del>")
		case revision.Added:
			b.WriteString("<ins>" + escape(flat(shorten(w.Text))) + "</ins>")
		default:
			b.WriteString(escape(context(flat(w.Text), i > 0, i < len(words)-1)))
		}
	}
	b.WriteString("</code>")
	return b.String()
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
