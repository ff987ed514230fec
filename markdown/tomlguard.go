package markdown

import "bytes"

// Limits of TOML, whose decoder takes time and memory that grow with the square of the tables and
// of the parts of dotted keys.
const (
	maxTables = 200
	maxDots   = 500 // of a block, outside of strings
)

// tomlTooLarge tells why a block is not given to the decoder, and in which of its lines, counted
// from 0; "" when it may be.
func tomlTooLarge(block []byte) (reason string, line int) {
	tables, dots, depth := 0, 0, 0
	for i := 0; i < len(block); i++ {
		switch c := block[i]; c {
		case '\n':
			line++
		case '#':
			i = max(i, i+bytes.IndexByte(block[i:], '\n')-1)
		case '"', '\'':
			end := tomlString(block, i)
			line += bytes.Count(block[i:end], []byte("\n"))
			i = end - 1
		case '.':
			dots++
		case '[', '{':
			tables++
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		}
		if dots > maxDots || tables > maxTables || depth > maxDepth {
			return errTooLarge.Error(), line
		}
	}
	return "", 0
}

// tomlString is the end of the string that begins at i; one of a single line ends with its line at
// the latest.
func tomlString(block []byte, i int) int {
	quote := block[i]
	if mark := bytes.Repeat([]byte{quote}, 3); bytes.HasPrefix(block[i:], mark) {
		for j := i + 3; j < len(block); j++ {
			if block[j] == '\\' && quote == '"' {
				j++
			} else if bytes.HasPrefix(block[j:], mark) {
				return j + 3
			}
		}
		return len(block)
	}
	for j := i + 1; j < len(block); j++ {
		switch c := block[j]; {
		case c == '\\' && quote == '"' && j+1 < len(block) && block[j+1] != '\n':
			j++
		case c == quote:
			return j + 1
		case c == '\n':
			return j
		}
	}
	return len(block)
}
