package move

import (
	"net/url"
	"strings"
)

// encode writes a path as the target of a markdown link: parts that stood in the old one are
// written as they were, others with as few escapes as the old one had. It is "" when the path
// cannot be written.
func encode(p, raw string, angle bool) string {
	if strings.ContainsAny(p, "\n\r") {
		return ""
	}
	as := map[string]string{}
	whole := raw
	raw, _, _ = strings.Cut(whole, "?")
	for part := range strings.SplitSeq(raw, "/") {
		if decoded, err := url.PathUnescape(part); err == nil {
			as[decoded] = part
		}
	}
	wide := escapesLetters(raw)
	var out []string
	for part := range strings.SplitSeq(p, "/") {
		first := len(out) == 0 // in which a colon would end the scheme of an address
		if old, ok := as[part]; ok && !(first && strings.Contains(old, ":")) {
			out = append(out, old)
			continue
		}
		out = append(out, escape(part, func(c byte) bool {
			return mustEscape(c, angle, raw) || wide && c >= 0x80 || first && c == ':'
		}))
	}
	return strings.Join(out, "/") + strings.TrimPrefix(whole, raw)
}

// mustEscape tells the bytes that would end the target or mean something else.
func mustEscape(c byte, angle bool, raw string) bool {
	switch c {
	case '#', '%', '?', '<', '>', '\\', '"', '\'', '`', '[', ']', '|', '*':
		return true
	case ' ', '\t':
		return !angle || strings.Contains(raw, "%20")
	case '(', ')':
		return !angle
	}
	return c < ' ' || c == 0x7f
}

// escapesLetters tells whether letters outside of ASCII stand as escapes.
func escapesLetters(raw string) bool {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] == '%' && strings.IndexByte("89abcdefABCDEF", raw[i+1]) >= 0 {
			return true
		}
	}
	return false
}

// escape writes the bytes of a kind as percent escapes.
func escape(s string, must func(byte) bool) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; must(c) {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escapeAll writes a path for the address of a page.
func escapeAll(p string) string {
	return escape(p, func(c byte) bool { return c <= ' ' || c >= 0x7f || strings.IndexByte(`#%?<>\"'[]()|^{}`+"`", c) >= 0 })
}
