package panel

import (
	"bytes"

	"github.com/9aea2451/kb/markdown"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Limits of what is rendered. Beyond them a note is shown as it is written.
const (
	maxRendered = 1 << 19    // bytes of a note; of a greater one so many are shown
	maxCells    = 1 << 16    // of all tables of a note, columns by rows: short rows are filled up
	maxWork     = 50_000_000 // steps, see effort
	mostTargets = 100_000    // bytes by which targets of links may be longer than twice the note: one definition serves many
)

// parsed reads what can be rendered, and says why it cannot where it would take too long or too much memory.
func (p *Panel) parsed(body []byte) (root ast.Node, plain string) {
	if plain = costly(body); plain != "" {
		return nil, plain
	}
	root = p.render().Parser().Parse(text.NewReader(body))
	room := 2*len(body) + mostTargets
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			room -= len(link.Destination)
		}
		return ast.WalkContinue, nil
	})
	if room < 0 {
		return nil, "its links repeat long targets too often"
	}
	return root, ""
}

// costly says why a text would take too long or too much memory to be rendered, "" where it would not.
func costly(body []byte) string {
	if len(body) > maxRendered {
		return "it is larger than 512 KiB"
	}
	if !markdown.Tame(body) {
		return "it has lines that are too long, too many, or nested too deep"
	}
	t := &tables{}
	work := 0
	blocks := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(util.Prioritized(t, 0))).Parse(text.NewReader(body))
	ast.Walk(blocks, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.(type) {
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.TableCell:
			if entering {
				work += effort(n.Lines(), body)
			}
		}
		return ast.WalkContinue, nil
	})
	switch {
	case t.cells > maxCells:
		return "its tables have too many cells, counting those that short rows lack"
	case work+t.escaped*t.escaped > maxWork:
		return "a paragraph has too many links or marks of emphasis"
	}
	return ""
}

// effort is how many steps it may take to read what stands within a paragraph: its length for each link, and
// those between any two marks of emphasis and, which are less work, any two brackets.
func effort(lines *text.Segments, source []byte) int {
	length, links, marks, brackets := 0, 0, 0, 0
	for i := range lines.Len() {
		segment := lines.At(i)
		line := segment.Value(source)
		length += len(line)
		links += bytes.Count(line, []byte("](")) + bytes.Count(line, []byte("]["))
		for at, c := range line {
			switch c {
			case '[', ']':
				brackets++
			case '*', '_', '~':
				if at == 0 || line[at-1] != c {
					marks++
				}
			}
		}
	}
	return links*length + marks*marks + brackets*brackets/8
}

// tables turns paragraphs to tables as long as those have no more than maxCells together.
type tables struct {
	cells   int
	escaped int // bars that are escaped, each of which is compared with all
}

// Transform counts the cells of what may be a table before they are made.
func (t *tables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	columns := 0
	for i := range node.Lines().Len() {
		segment := node.Lines().At(i)
		line := bytes.TrimSpace(segment.Value(reader.Source()))
		bars := bytes.Count(line, []byte("|"))
		if i > 0 && bytes.IndexByte(line, '-') >= 0 && len(bytes.Trim(line, "|:- \t")) == 0 {
			columns = max(columns, bars+1)
		}
		if columns > 0 {
			t.cells += columns
			t.escaped += bytes.Count(line, []byte(`\|`))
		}
	}
	if t.cells > maxCells {
		node.Parent().RemoveChild(node.Parent(), node)
		return
	}
	extension.NewTableParagraphTransformer().Transform(node, reader, pc)
}
