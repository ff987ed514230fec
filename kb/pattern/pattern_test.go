package pattern

import (
	"os/exec"
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb/gittest"
)

func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		patterns string
		match    []string
		miss     []string
	}{
		{"*.md", []string{"a.md", "x/a.md"}, []string{"a.txt"}},
		{"docs/", []string{"docs/a.md", "x/docs/a.md"}, []string{"docs", "docs.md"}},
		{"/docs", []string{"docs/a.md", "docs"}, []string{"x/docs/a.md"}},
		{"docs/*.md", []string{"docs/a.md"}, []string{"docs/x/a.md", "x/docs/a.md"}},
		{"docs/**", []string{"docs/a.md", "docs/x/y.md"}, []string{"docs", "x/docs/a.md"}},
		{"**/x/*.md", []string{"x/a.md", "a/b/x/c.md", "x/x/c.md"}, []string{"x/y/a.md"}},
		{"a/**/z", []string{"a/z", "a/b/z", "a/b/c/z"}, []string{"b/a/z"}},
		{"*.md\n!keep.md", []string{"a.md"}, []string{"keep.md", "x/keep.md"}},
		{"drop/\n!drop/keep.md", []string{"drop/keep.md"}, nil},
		{"# comment\n\n\\#x", []string{"#x"}, []string{"# comment"}},
		{"a[!b]c", []string{"axc"}, []string{"abc"}},
		{"[", nil, []string{"["}},
		{"trailing  ", []string{"trailing"}, []string{"trailing  "}},
		{`kept\ `, []string{"kept "}, nil},
	} {
		p := Parse([]byte(test.patterns))
		for _, m := range test.match {
			if !p.Match(m) {
				t.Errorf("%q does not match %q", test.patterns, m)
			}
		}
		for _, m := range test.miss {
			if p.Match(m) {
				t.Errorf("%q matches %q", test.patterns, m)
			}
		}
	}
}

// TestPatternsLikeGit asks git check-ignore about random patterns and paths.
func TestPatternsLikeGit(t *testing.T) {
	r := gittest.New(t)
	segment := rapid.SampledFrom([]string{"a", "b", "ab", "a.md", "b.md"})
	part := rapid.SampledFrom([]string{"a", "b", "ab", "*", "**", "a*", "*.md", "?", "[ab]", "a.md", `\a`})
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(1, 4).Draw(t, "lines") {
			p := strings.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "pattern"), "/")
			p = rapid.SampledFrom([]string{"", "!", "/", "!/"}).Draw(t, "before") + p + rapid.SampledFrom(
				[]string{"", "/"},
			).Draw(t, "after")
			lines = append(lines, p)
		}
		file := path.Join(rapid.SliceOfN(segment, 1, 4).Draw(t, "path")...)
		rules := strings.Join(lines, "\n") + "\n"
		r.Write(".git/info/exclude", rules)
		ask := exec.Command("git", "check-ignore", "-q", "--no-index", file)
		ask.Dir, ask.Env = r.Dir, r.Env
		err := ask.Run()
		if got, want := Parse([]byte(rules)).Match(file), err == nil; got != want {
			t.Fatalf("%q on %q: %v, git says %v", rules, file, got, want)
		}
	})
}

func FuzzPatterns(f *testing.F) {
	f.Add("a/**/b\n!*.md", "a/x/b")
	f.Add("[\\", "[")
	f.Fuzz(func(t *testing.T, patterns, file string) {
		Parse([]byte(patterns)).Match(file)
	})
}
