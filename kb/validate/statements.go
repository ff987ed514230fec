package validate

import (
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// Statements reads the statements of a text that is called name, or "". A text of one line is a statement even where a
// document's reader would see none.
func Statements(name string, text []byte) []*read.Parsed {
	doc := notes.Document(text)
	var parsed []*read.Parsed
	for _, st := range markdown.Statements(doc, text) {
		parsed = append(parsed,
			read.Parse(read.Statement{Text: st.Text, Context: st.HeadingPath, Conditions: st.Conditions, Document: name}))
	}
	if said := strings.TrimSpace(string(text)); len(parsed) == 0 && said != "" && !strings.Contains(said, "\n") {
		parsed = append(parsed, read.Parse(read.Statement{Text: said, Document: name}))
	}
	return parsed
}
