package write

import (
	"strings"
	"testing"
)

func TestEditorsAreToldOfALine(t *testing.T) {
	for editor, want := range map[string]string{
		"/usr/bin/nvim": "+7 a.md", "code": "--goto a.md:7", "hx": "a.md:7", "ed": "a.md", "vim.exe": "+7 a.md",
	} {
		if got := strings.Join(atLine(editor, "a.md", 7), " "); got != want {
			t.Errorf("%s: %s", editor, got)
		}
		if got := atLine(editor, "a.md", 0); len(got) != 1 {
			t.Errorf("%s without a line: %s", editor, got)
		}
	}
}
