package app

import (
	"slices"
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
		if got, err := ShellWords(command); !slices.Equal(got, want) || err != nil {
			t.Errorf("%q: got %q, %v; expected %q", command, got, err, want)
		}
	}
	for _, command := range []string{"", "  ", `"open`, "a 'b", `''`} {
		if got, err := ShellWords(command); err == nil {
			t.Errorf("%q: got %q, expected an error", command, got)
		}
	}
}
