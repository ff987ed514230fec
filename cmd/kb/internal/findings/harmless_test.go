package findings

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/9aea2451/kb/kb/validate"
)

// No format writes a character as it is that a terminal obeys, and those that are JSON give it back
// to who reads them.
func TestFormatsAreHarmless(t *testing.T) {
	evil := "a\x1b[31m\u009b2J\x07\u202eb"
	list := []validate.Finding{
		{Rule: "broken-link", Severity: validate.Error, Message: evil, Suggestion: evil, Fingerprint: "0123456789abcdef",
			Place:   validate.Place{Path: "docs/" + evil + ".md", Line: 1, Text: evil},
			Related: []validate.Place{{Path: "docs/other" + evil + ".md", Line: 2, Text: evil}}},
	}
	for _, format := range Formats() {
		var b strings.Builder
		if err := Write(&b, format, list, Options{}); err != nil {
			t.Fatal(err)
		}
		harm := func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
		}
		if i := strings.IndexFunc(b.String(), harm); i >= 0 {
			t.Errorf("%s: %q", format, b.String()[i:min(len(b.String()), i+20)])
		}
		var back any
		if format == "sarif" || format == "gitlab" || format == "rdjsonl" {
			if err := json.Unmarshal([]byte(b.String()), &back); err != nil || !strings.Contains(flat(back), evil) {
				t.Errorf("%s: %v, %v", format, err, back)
			}
		}
	}
}

// flat joins the texts of a decoded document.
func flat(v any) string {
	var b strings.Builder
	switch v := v.(type) {
	case string:
		b.WriteString(v)
	case []any:
		for _, e := range v {
			b.WriteString(flat(e))
		}
	case map[string]any:
		for _, e := range v {
			b.WriteString(flat(e))
		}
	}
	return b.String()
}
