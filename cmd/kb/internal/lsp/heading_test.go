package lsp

import "testing"

// The words of a heading stand behind #, and before # that close it.
func TestWordsOfHeadings(t *testing.T) {
	for line, want := range map[string]string{
		"# Tea": "Tea", "##   Green tea  ": "Green tea", "   ### Tea ###": "Tea", "# Tea #": "Tea", "# Tea C#": "Tea C#",
		"# Tea # \t": "Tea",
		"# #1 tea":   "#1 tea", "Tea\n===": "Tea", "Tea\nBlack\n===": "", "C#\n---": "C#",
		"## Green tea {#tea} ": "Green tea", "## Tea {: #t } ##": "Tea", "# {#tea}": "",
	} {
		b := &buffer{text: []byte(line + "\n\nText.\n")}
		b.lines, b.marks = linesOf(b.text), marksOf(b.text)
		from, to, ok := b.headingText(len(b.document().Sections) - 1)
		if got := string(b.text[from:to]); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", line, got, ok)
		}
	}
}
