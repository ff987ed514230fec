package code

import "testing"

// Comments become blanks, and nothing else does.
func TestBare(t *testing.T) {
	for _, c := range [][3]string{
		{"go", "a := 1 // one\nb /* two\nlines */ c", "a := 1       \nb       \n         c"},
		{"go", "s := \"// no\" + `/* no\n// no` + '\"' // yes", "s := \"// no\" + `/* no\n// no` + '\"'       "},
		{"go", "r := '\\'' // yes", "r := '\\''       "},
		{"python", "a = 1 # one\nb = '#no' \"\"\"# no\n# no\"\"\" # yes", "a = 1      \nb = '#no' \"\"\"# no\n# no\"\"\"      "},
		{"python", "a // b", "a // b"},
		{"rust", "fn f<'a>(x: &'a str) -> char { '\"' } // yes", "fn f<'a>(x: &'a str) -> char { '\"' }       "},
		{"rust", "let q = '\\''; // yes", "let q = '\\'';       "},
		{"javascript", "x = /a\\//.test(y) // yes", "x = /a\\//.test(y)       "},
		{"javascript", "x = `a\\`// no` // yes", "x = `a\\`// no`       "},
		{"c", "char *s = \"open\nx(); // yes", "char *s = \"open\nx();       "},
		{"c", "a /* open", "a        "},
		{"go", "", ""},
	} {
		if got := string(Bare(c[0], []byte(c[1]))); got != c[2] {
			t.Errorf("%s: %q became %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// FuzzBare: whatever the source is, its length and its lines stay.
func FuzzBare(f *testing.F) {
	f.Add("go", "a // b\n/* c */ \"d\"")
	f.Add("rust", "'a '\\'' //")
	f.Add("python", "'''#\n''' #")
	f.Fuzz(func(t *testing.T, language, source string) {
		got := Bare(language, []byte(source))
		if len(got) != len(source) {
			t.Fatalf("%q became %q", source, got)
		}
		for i, c := range got {
			if c != source[i] && (c != ' ' || source[i] == '\n') {
				t.Fatalf("%q became %q", source, got)
			}
		}
	})
}
