package snapshot

import (
	"maps"
	"os"
	"path/filepath"
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

// What is asked of every note is answered alike whether the note was just read or comes from the cache.
func TestGlances(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"linked.md":  "# Linked\n\nSee [the pens](../team/0042-pens.md) and [[Red Ink]].\n",
		"related.md": "---\nrelations: [{type: depends-on, target: ink/README.md}]\n---\n# Related\n\nPlain.\n",
		"cited.md":   "# Cited\n\nCalls `store.go#Open`, and [[issue]] `#12`.\n",
		"other.md":   "# Other\n\nOf `C#`, `a # b`, `go.mod mentions #4` and `a#b.c`.\n",
		"front.md":   "---\nfiles: [store.go#Close]\n---\n# Front\n\nNo links.\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cache := filepath.Join(t.TempDir(), "snapshot")
	fresh := load(t, repository(t, dir), cache)
	if saved, err := fresh.Save(cache); !saved || err != nil {
		t.Fatal(saved, err)
	}
	kept := load(t, repository(t, dir), cache)
	if kept.fresh != 0 {
		t.Fatalf("%d notes are not from the cache", kept.fresh)
	}
	for _, c := range []struct {
		name string
		want []string // of the notes
	}{
		{"42", []string{"linked.md"}}, {"team", []string{"linked.md"}}, {"red ink", []string{"linked.md"}},
		{"0042 pens", []string{"linked.md"}},
		{"ink", []string{"related.md"}}, {"readme", []string{"related.md"}}, {"issue", []string{"cited.md"}}, {"pencil", nil}, {"", nil},
	} {
		for state, s := range map[string]*Snapshot{"fresh": fresh, "kept": kept} {
			var got []string
			for _, e := range s.Entries {
				if e.MayMean(map[string]bool{"crayon": true, c.name: true}) {
					got = append(got, e.File.Path)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, %q: %q, want %q", state, c.name, got, c.want)
			}
		}
	}
	for state, s := range map[string]*Snapshot{"fresh": fresh, "kept": kept} {
		marked := map[string]bool{}
		for _, e := range s.Entries {
			if e.Marks() {
				marked[e.File.Path] = true
			}
		}
		if !maps.Equal(marked, map[string]bool{"cited.md": true, "front.md": true}) {
			t.Errorf("%s: %v cite symbols", state, marked)
		}
	}
}
