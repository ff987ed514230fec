package write

import (
	"slices"
	"strings"
	"testing"
)

func TestShellWords(t *testing.T) {
	for command, want := range map[string][]string{
		"vim":                     {"vim"},
		" code  --wait\t":         {"code", "--wait"},
		`"/my editors/e" -f`:      {"/my editors/e", "-f"},
		`'it''s' "a \"b\" \n" ''`: {"its", `a "b" \n`, ""},
		`a\ b \'c`:                {"a b", "'c"},
		`$(rm -rf) ;`:             {"$(rm", "-rf)", ";"},
		`x\`:                      {`x\`},
	} {
		if got, err := shellWords(command); !slices.Equal(got, want) || err != nil {
			t.Errorf("%q: got %q, %v; expected %q", command, got, err, want)
		}
	}
	for _, command := range []string{"", "  ", `"open`, "a 'b", `''`} {
		if got, err := shellWords(command); err == nil {
			t.Errorf("%q: got %q, expected an error", command, got)
		}
	}
}

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
