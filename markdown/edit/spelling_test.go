package edit

import "testing"

// One edit of front matter in each of its spellings: quotes, comments, line ends and the form of
// lists stay as they were.
func TestEditsOfSpellings(t *testing.T) {
	for _, c := range []struct {
		verb, source, key string
		value             any
		want              string // "refused" for an error
	}{
		{"set", "---\na: 1 # why\nb: 2\n---\n", "a", 5, "---\na: 5 # why\nb: 2\n---\n"},
		{"set", "---\na: 'x' # why\n---\n", "a", "it's", "---\na: 'it''s' # why\n---\n"},
		{"set", "---\na: \"x\"\n---\n", "a", "y", "---\na: \"y\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "y: z", "---\na: \"y: z\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "12", "---\na: \"12\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "", "---\na: \"\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "- x", "---\na: \"- x\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "x # y", "---\na: \"x # y\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "tab\there", "---\na: \"tab\\there\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "two\nlines", "---\na: \"two\\nlines\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", "\u200b\U000e0001", "---\na: \"\\u200B\\U000E0001\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", true, "---\na: true\n---\n"},
		{"set", "---\na: x\n---\n", "a", 1.5, "---\na: 1.5\n---\n"},
		{"set", "---\na: x\n---\n", "a", []string{"x", "y, z"}, "---\na:\n  - x\n  - \"y, z\"\n---\n"},
		{"set", "---\na: x\n---\n", "a", []string{}, "---\na: []\n---\n"},
		{"set", "---\na: |\n  one\n  two\nb: 1\n---\n", "a", "z", "---\na: z\nb: 1\n---\n"},
		{"set", "---\na:\n  - x\n  - y\nb: 1\n---\n", "a", []string{"p", "q"}, "---\na:\n  - p\n  - q\nb: 1\n---\n"},
		{"set", "---\na:\n  - x\nb: 1\n---\n", "a", "z", "---\na: z\nb: 1\n---\n"},
		{"set", "---\na:\n- x\n- y\n---\n", "a", []string{"p"}, "---\na:\n- p\n---\n"},
		{"set", "---\na:\n  - x\n---\n", "a", []string{}, "---\na: []\n---\n"},
		{"set", "---\n\"a b\": 1\n---\n", "a b", 2, "---\n\"a b\": 2\n---\n"},
		{"set", "---\n'a: b': 1\n---\n", "a: b", 2, "---\n'a: b': 2\n---\n"},
		{"set", "---\nx: 1\n---\n", "a: b", 2, "---\nx: 1\n\"a: b\": 2\n---\n"},
		{"set", "---\na:1\n---\n", "a", 2, "refused"},
		{"set", "---\na:\n---\n", "a", 2, "---\na: 2\n---\n"},
		{"set", "---\na: # later\nb: 1\n---\n", "a", 2, "---\na: 2 # later\nb: 1\n---\n"},
		{"set", "---\na: x#y # z\n---\n", "a", "w", "---\na: w # z\n---\n"},
		{"set", "---\na: 'x # y' # z\n---\n", "a", "w", "---\na: 'w' # z\n---\n"},
		{"set", "---\na: &id x\nb: *id\n---\n", "a", "y", "---\na: y\nb: &id x\n---\n"},
		{"set", "---\r\na: 1\r\n---\r\ntext\r\n", "a", 2, "---\r\na: 2\r\n---\r\ntext\r\n"},
		{"set", "\ufeff---\na: 1\n---\n", "a", 2, "\ufeff---\na: 2\n---\n"},
		{"set", "text\n", "a", 2, "---\na: 2\n---\n\ntext\n"},
		{"set", "\ntext\n", "a", 2, "---\na: 2\n---\n\ntext\n"},
		{"set", "---\na: \"\"\n---\n", "b", `say "x"`, "---\na: \"\"\nb: 'say \"x\"'\n---\n"},
		{"set", "", "a", 2, "---\na: 2\n---\n"},
		{"set", "---\n---\ntext\n", "a", 2, "---\na: 2\n---\ntext\n"},
		{"set", "---\na: {b: 1}\n---\n", "a", "x", "---\na: x\n---\n"},
		{"set", "+++\na = 1 # why\n+++\n", "a", "x", "+++\na = \"x\" # why\n+++\n"},
		{"set", "+++\na = \"x\"\n[t]\na = 2\n+++\n", "a", "y", "+++\na = \"y\"\n[t]\na = 2\n+++\n"},
		{"set", "+++\n[t]\na = 2\n+++\n", "a", "y", "+++\na = \"y\"\n[t]\na = 2\n+++\n"},
		{"set", "+++\na = [\n  1, # one\n  2\n]\nb = 3\n+++\n", "a", "y", "+++\na = \"y\"\nb = 3\n+++\n"},
		{"set", "+++\nb = 1\n+++\n", "a b", "y", "+++\nb = 1\n\"a b\" = \"y\"\n+++\n"},
		{"set", "+++\nb = '''x\ny'''\n+++\n", "b", "z", "+++\nb = \"z\"\n+++\n"},
		{"set", "+++\nb = 1\n+++\n", "c", true, "+++\nb = 1\nc = true\n+++\n"},
		{"unset", "---\na: 1\n---\ntext\n", "a", nil, "---\n---\ntext\n"},
		{"unset", "---\na: [x,\n y]\nb: 1\n---\n", "a", nil, "---\nb: 1\n---\n"},
		{"unset", "+++\na = 1\nb = 2\n[t]\nc = 3\n+++\n", "b", nil, "+++\na = 1\n[t]\nc = 3\n+++\n"},
		{"unset", "---\na: |\n  b: 1\n\n  c\nb: 2\n---\n", "b", nil, "---\na: |\n  b: 1\n\n  c\n---\n"},
		{"unset", "---\n# one\na: 1\n# two\nb: 2\n# three\n---\n", "b", nil, "---\n# one\na: 1\n# two\n# three\n---\n"},
		{"add", "---\ntags: [\"a\", 'b']\n---\n", "tags", "c d", "---\ntags: [\"a\", 'b', c d]\n---\n"},
		{"add", "---\ntags: [{x: [1, 2]}, \"a,]\"]\n---\n", "tags", "c", "---\ntags: [{x: [1, 2]}, \"a,]\", c]\n---\n"},
		{"add", "---\ntags: [it's, b's]\n---\n", "tags", "c", "---\ntags: [it's, b's, c]\n---\n"},
		{"add", "---\ntags: [] # none\n---\n", "tags", "c", "---\ntags: # none\n  - c\n---\n"},
		{"add", "---\ntags: [ ]\n---\n", "tags", "c", "---\ntags:\n  - c\n---\n"},
		{"add", "---\ntags: [a,\n  b,\n  ]\n---\n", "tags", "c", "---\ntags: [a,\n  b, c,\n  ]\n---\n"},
		{"add", "---\ntags:\n  - a\n---\n", "tags", "a", "---\ntags:\n  - a\n---\n"},
		{"add", "---\ntags:\n    - a\n    -\n---\n", "tags", "b", "---\ntags:\n    - a\n    -\n    - b\n---\n"},
		{"add", "---\ntags: # these\n  - a\n---\n", "tags", "b", "---\ntags: # these\n  - a\n  - b\n---\n"},
		{"add", "---\ntags:\n  - a\n  - |\n    long\n---\n", "tags", "b", "---\ntags:\n  - a\n  - |\n    long\n  - b\n---\n"},
		{"remove", "---\ntags: [a, b, c]\n---\n", "tags", "a", "---\ntags: [b, c]\n---\n"},
		{"remove", "---\ntags: [a, b, c]\n---\n", "tags", "b", "---\ntags: [a, c]\n---\n"},
		{"remove", "---\ntags: [a, b, c] # x\n---\n", "tags", "c", "---\ntags: [a, b] # x\n---\n"},
		{"remove", "---\ntags: [a]\n---\n", "tags", "a", "---\ntags: []\n---\n"},
		{"remove", "---\ntags: [ a , b ]\n---\n", "tags", "b", "---\ntags: [ a  ]\n---\n"},
		{"remove", "---\ntags:\n  - a\n  - b # two\n  - c\n---\n", "tags", "b", "---\ntags:\n  - a\n  - c\n---\n"},
		{"remove", "---\ntags:\n  - a\n  - b\nx: 1\n---\n", "tags", "b", "---\ntags:\n  - a\nx: 1\n---\n"},
		{"remove", "---\ntags:\n  - a\n---\n", "tags", "a", "---\ntags: []\n---\n"},
		{"remove", "---\ntags: a\n---\n", "tags", "b", "---\ntags: a\n---\n"},
		{"remove", "---\nx: 1\n---\n", "tags", "b", "---\nx: 1\n---\n"},
		{"remove", "---\ntags: [\"a, b\", c]\n---\n", "tags", "a, b", "---\ntags: [c]\n---\n"},
	} {
		var out []byte
		var err error
		switch c.verb {
		case "set":
			out, err = Set([]byte(c.source), c.key, c.value)
		case "unset":
			out, err = Unset([]byte(c.source), c.key)
		case "add":
			out, err = Add([]byte(c.source), c.key, c.value.(string))
		case "remove":
			out, err = Remove([]byte(c.source), c.key, c.value.(string))
		}
		got := string(out)
		if err != nil {
			got = "refused"
		}
		if got != c.want {
			t.Errorf("%s %s %v in %q:\n got  %q\n want %q (%v)", c.verb, c.key, c.value, c.source, got, c.want, err)
		}
	}
}
