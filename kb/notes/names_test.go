package notes

import (
	"maps"
	"slices"
	"testing"
)

func TestNamesOf(t *testing.T) {
	for target, want := range map[string][]string{
		"Guide":                    {"guide", "guide", "guide"},
		"../docs/Guide.md":         {"../docs/guide.md", "guide", "guide", "docs"},
		"guide/":                   {"guide", "guide", "guide"},
		"docs/session-timeout.md":  {"docs/session-timeout.md", "session-timeout", "session timeout", "docs"},
		"rfcs/0042-pens-and-0k.md": {"rfcs/0042-pens-and-0k.md", "0042-pens-and-0k", "0042 pens and 0k", "420", "rfcs"},
		"000":                      {"000", "000", "000"},
		"Cafe\u0301":               {"caf\u00e9", "caf\u00e9", "caf\u00e9"},
		"":                         nil,
	} {
		if got := NamesOf(target); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", target, got, want)
		}
	}
}

// What is asked of every note is answered alike whether the note was just read or comes from the store.
func TestGlances(t *testing.T) {
	files := map[string]string{
		"linked.md":  "# Linked\n\nSee [the pens](../team/0042-pens.md) and [[Red Ink]].\n",
		"related.md": "---\nrelations: [{type: depends-on, target: ink/README.md}]\n---\n# Related\n\nPlain.\n",
		"cited.md":   "# Cited\n\nCalls `store.go#Open`, and [[issue]] `#12`.\n",
		"other.md":   "# Other\n\nOf `C#`, `a # b`, `go.mod mentions #4` and `a#b.c`.\n",
		"front.md":   "---\nfiles: [store.go#Close]\n---\n# Front\n\nNo links.\n",
	}
	fresh, kept := map[string]*Reading{}, map[string]*Reading{}
	s := filled(t, t.TempDir(), files)
	for path, text := range files {
		fresh[path] = Parse(file(path, text), []byte(text)).Reading
		if _, kept[path] = s.Note(path, file(path, text).Blob, false); kept[path] == nil {
			t.Fatalf("%s is not kept", path)
		}
	}
	for _, c := range []struct {
		name string
		want []string // of the notes
	}{
		{"42", []string{"linked.md"}}, {"team", []string{"linked.md"}}, {"red ink", []string{"linked.md"}},
		{"0042 pens", []string{"linked.md"}},
		{"ink", []string{"related.md"}}, {"readme", []string{"related.md"}}, {"issue", []string{"cited.md"}}, {"pencil", nil}, {"", nil},
	} {
		for state, readings := range map[string]map[string]*Reading{"fresh": fresh, "kept": kept} {
			var got []string
			for _, path := range slices.Sorted(maps.Keys(readings)) {
				if readings[path].MayMean(map[string]bool{"crayon": true, c.name: true}) {
					got = append(got, path)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, %q: %q, want %q", state, c.name, got, c.want)
			}
		}
	}
	for state, readings := range map[string]map[string]*Reading{"fresh": fresh, "kept": kept} {
		for path, r := range readings {
			if want := path == "cited.md" || path == "front.md"; r.Marks() != want {
				t.Errorf("%s, %s cites symbols: %v", state, path, r.Marks())
			}
		}
	}
}
