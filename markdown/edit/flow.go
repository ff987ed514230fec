package edit

import "bytes"

// quotedEnd is the end of the quoted scalar that begins at i, -1 when it does not end.
func quotedEnd(text []byte, i int) int {
	quote := text[i]
	for j := i + 1; j < len(text); j++ {
		switch {
		case quote == '"' && text[j] == '\\':
			j++
		case text[j] == quote && quote == '\'' && j+1 < len(text) && text[j+1] == '\'':
			j++
		case text[j] == quote:
			return j + 1
		}
	}
	return -1
}

// flowEnd is the end of the flow collection that begins at i, -1 when it does not end.
func flowEnd(text []byte, i int) int {
	end := -1
	walkFlow(text, i, func(at, depth int) bool {
		if depth == 0 {
			end = at + 1
		}
		return depth > 0
	})
	return end
}

// walkFlow visits each bracket and comma of the flow collection at i that stands outside of quotes
// and comments, with the depth after it, until visit returns false.
func walkFlow(text []byte, i int, visit func(at, depth int) bool) {
	depth := 0
	for j := i; j < len(text); j++ {
		switch c := text[j]; {
		case c == '"' || c == '\'' && startsScalar(text, j):
			end := quotedEnd(text, j)
			if end < 0 {
				return
			}
			j = end - 1
		case c == '#' && j > 0 && (text[j-1] == ' ' || text[j-1] == '\t' || text[j-1] == '\n'):
			n := bytes.IndexByte(text[j:], '\n')
			if n < 0 {
				return
			}
			j += n
		case c == '[' || c == '{':
			depth++
			if !visit(j, depth) {
				return
			}
		case c == ']' || c == '}':
			depth--
			if !visit(j, depth) {
				return
			}
		case c == ',':
			if !visit(j, depth) {
				return
			}
		}
	}
}

// startsScalar tells a quote that opens a scalar from an apostrophe in one.
func startsScalar(text []byte, j int) bool {
	for k := j - 1; k >= 0; k-- {
		switch text[k] {
		case ' ', '\t', '\n', '\r':
			continue
		case '[', '{', ',', ':':
			return true
		}
		return false
	}
	return true
}

// part is an item of a flow list with the space around it, without its comma.
type part struct{ start, end int }

// flowParts cuts a flow list at i into its items; close is the place of its closing bracket, -1
// when it does not end.
func flowParts(text []byte, i int) (parts []part, close int) {
	start := i + 1
	close = -1
	walkFlow(text, i, func(at, depth int) bool {
		switch {
		case depth == 1 && text[at] == ',':
			parts = append(parts, part{start, at})
			start = at + 1
		case depth == 0:
			if len(bytes.TrimSpace(withoutComments(text[start:at]))) > 0 {
				parts = append(parts, part{start, at})
			}
			close = at
			return false
		}
		return true
	})
	return parts, close
}
