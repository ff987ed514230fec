package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
)

// tableStart is the place of the header row of the table that a paragraph holds, -1 when it holds
// none. Text above the table is a paragraph of its own.
func (p *parse) tableStart(n *ast.Paragraph) int {
	body := p.source[p.body:]
	lines := n.Lines()
	for i := 1; i < lines.Len(); i++ {
		header, delimiter := lines.At(i-1), lines.At(i)
		if row := delimiter.Value(body); isDelimiterRow(row) && cells(row) == cells(header.Value(body)) {
			return header.Start
		}
	}
	return -1
}

// isDelimiterRow tells the row of dashes between a table's header and its rows.
func isDelimiterRow(row []byte) bool {
	dashes, bars := 0, 0
	for _, c := range row {
		switch c {
		case '-':
			dashes++
		case '|', ':':
			bars++
		case ' ', '\t', '\r', '\n':
		default:
			return false
		}
	}
	return dashes > 0 && bars > 0
}

// cells counts the cells of a table row.
func cells(row []byte) int {
	row = bytes.TrimPrefix(bytes.TrimSpace(row), []byte("|"))
	if bytes.HasSuffix(row, []byte("|")) && !bytes.HasSuffix(row, []byte(`\|`)) {
		row = row[:len(row)-1]
	}
	return 1 + bytes.Count(row, []byte("|")) - bytes.Count(row, []byte(`\|`))
}
