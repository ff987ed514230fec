package markdown

import (
	"bytes"
	"strings"
)

// Limits beyond which a file is read as plain lines, since parsing nested blocks takes time and
// stack that grow with their depth.
const (
	maxNesting = 64      // containers that one line opens
	maxIndent  = 256     // columns before a container
	maxLine    = 1 << 18 // bytes of a line
	maxLines   = 200000  // lines, for each of which the block parser keeps records
)

// untame tells why a text is not given to the block parser, and where; "" when it is tame.
func untame(body []byte) (reason string, offset int) {
	if bytes.Count(body, []byte("\n")) > maxLines {
		return "too many lines", 0
	}
	for line := range bytes.SplitSeq(body, []byte("\n")) {
		if len(line) > maxLine {
			return "line too long", offset
		}
		if depth, indent := nesting(line); depth > maxNesting || depth > 0 && indent > maxIndent {
			return "blocks nested too deep", offset
		}
		offset += len(line) + 1
	}
	return "", 0
}

// maxBlank is the number of blank lines in a row that the block parser is given: it keeps a record
// of every line for every block that is open, so that blank lines, which close no list, would take
// hundreds of times their size.
const maxBlank = 2

// joinBlankLines makes one line of the blank lines beyond maxBlank in a row; places hold. It copies
// the body when there are any.
func joinBlankLines(body []byte) []byte {
	copied := false
	for start, blanks := 0, 0; ; {
		n := bytes.IndexByte(body[start:], '\n')
		if n < 0 {
			return body
		}
		end := start + n
		if !blank(body[start:end]) {
			start, blanks = end+1, 0
			continue
		}
		if blanks++; blanks > maxBlank {
			if !copied {
				copied, body = true, bytes.Clone(body)
			}
			body[start-1] = ' '
		}
		start = end + 1
	}
}

// nesting counts the container markers at the head of a line and the columns before the last of them.
func nesting(line []byte) (depth, indent int) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
		case c == '\t':
			indent += 3
		case c == '>', (c == '-' || c == '*' || c == '+') && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			depth++
		case '0' <= c && c <= '9':
			for i+1 < len(line) && '0' <= line[i+1] && line[i+1] <= '9' {
				i++
			}
			if i+2 >= len(line) || line[i+1] != '.' && line[i+1] != ')' || line[i+2] != ' ' {
				return depth, indent
			}
			i++
			depth++
		default:
			return depth, indent
		}
		indent++
	}
	return depth, indent
}

// readPlainBlocks is the reading of a file that is not given to goldmark: ATX headings and fences
// at the margin, everything else prose.
func (p *parse) readPlainBlocks() {
	var fence []byte // that opened the code we are in, nil outside of code
	for start := p.body; start < len(p.source); {
		end := p.lineEnd(start)
		line := strings.TrimRight(string(p.source[start:min(end, start+1024)]), "\r\n")
		switch level, heading := atxHeading(line); {
		case fence != nil:
			if strings.HasPrefix(line, string(fence)) && ClosesFence([]byte(line), fence) {
				fence = nil
			}
		case Fence([]byte(line)) != nil:
			fence = Fence([]byte(line))
			p.blocks = append(p.blocks, block{span: span{start: start}, kind: Code, language: strings.TrimSpace(strings.Trim(line, "`~"))})
		case level > 0:
			b := block{span: span{start: start}, kind: Prose, level: level}
			b.head(heading)
			p.blocks = append(p.blocks, b)
		case len(p.blocks) == 0 || p.blocks[len(p.blocks)-1].level > 0 || p.blocks[len(p.blocks)-1].kind == Code:
			p.blocks = append(p.blocks, block{span: span{start: start}, kind: Prose})
		}
		start = end
	}
	p.opaque = append(p.opaque, span{p.body, len(p.source)})
	p.close()
}

// atxHeading reads a line as a heading of one to six marks; level 0 is none.
func atxHeading(line string) (level int, heading string) {
	for level < len(line) && line[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level < len(line) && line[level] != ' ' && line[level] != '\t' {
		return 0, ""
	}
	heading = strings.TrimSpace(line[level:])
	if open := strings.TrimRight(heading, "#"); open == "" || strings.HasSuffix(open, " ") || strings.HasSuffix(open, "\t") {
		heading = strings.TrimSpace(open)
	}
	return level, heading
}

// Tame reports whether a text can be given to a parser of markdown without its nesting, the length of a
// line or their number taking much time or stack.
func Tame(body []byte) bool {
	reason, _ := untame(body)
	return reason == ""
}
