package fold

import (
	"strings"
	"testing"
)

// A text has one form, however it was typed, and a word one without marks.
func TestForms(t *testing.T) {
	for text, want := range map[string][2]string{
		"plain":                     {"plain", "plain"},
		"élevé":                     {"élevé", "eleve"},
		"e\u0301leve\u0301":         {"élevé", "eleve"},
		"ｐａｓｓ":                      {"pass", "pass"},
		"ﬁle":                       {"file", "file"},
		"pass\u00adword":            {"password", "pass\u00adword"},
		"\ufeffa\u200bb\u2060c":     {"abc", "\ufeffa\u200bb\u2060c"},
		"straße smørrebrød œuf":     {"straße smørrebrød œuf", "strasse smorrebrod oeuf"},
		"мой ёж":                    {"мой ёж", "мой еж"},
		"मी\u200dठी":                {"मीठी", "मी\u200dठी"},
		"ﾃﾞｰﾀ":                      {"データ", "データ"},
		"\u1103\u1166":              {"데", "데"},
		"مُحَمَّد":                  {"مُحَمَّد", "محمد"},
		"\xff\xfe":                  {"\ufffd\ufffd", "\ufffd\ufffd"},
		"łódź İ":                    {"łódź İ", "lodz I"},
		strings.Repeat("\u0301", 3): {"\u0301\u0301\u0301", ""},
	} {
		if got := Form(text); got != want[0] {
			t.Errorf("the form of %q is %q, want %q", text, got, want[0])
		}
		if got := Word(text); got != want[1] {
			t.Errorf("%q without marks is %q, want %q", text, got, want[1])
		}
	}
}
