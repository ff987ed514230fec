package vocabulary

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// Kind is what a file is to the names in it.
type Kind uint8

// The kinds.
const (
	Code  Kind = iota // what this repository's people write and its programs read
	Test              // likewise, as a test or an example
	Other             // copies, lists that programs keep, generated code, prose that is no note: a name there is known
	Note              // a note that tells of what is
	Past              // a note, or data for one, that tells of what was, may come, or is an example
	Kinds
)

// KindOf returns the kind of a file by its path.
func KindOf(file string) Kind {
	lower := strings.ToLower(file)
	base := path.Base(lower)
	ending := path.Ext(base)
	switch ending {
	case ".md", ".markdown", ".mdx", ".mdc":
		if kb.PathStanding(file) != markdown.InForce {
			return Past
		}
		return Note
	case ".yaml", ".yml", ".json", ".toml":
		if kb.PathStanding(file) == markdown.History || IsFragment(file) {
			return Past // release notes that a program puts together
		}
	case ".rst", ".adoc", ".asciidoc", ".txt", ".org", ".html", ".csv", ".tsv", ".svg", ".lock", ".sum", ".snap", ".map", ".po",
		".ipynb", ".pem", ".css", ".scss":
		return Other
	}
	switch base {
	case "package-lock.json", "pnpm-lock.yaml", "npm-shrinkwrap.json", "license", "notice", "codeowners", "owners":
		return Other
	}
	if strings.Contains(base, ".min.") || strings.Contains(base, ".bundle.") || strings.Contains(base, ".pb.") ||
		strings.Contains(base, "generated.") {
		return Other
	}
	dirs := strings.Split(path.Dir(lower), "/")
	within := func(names ...string) bool {
		return slices.ContainsFunc(dirs, func(d string) bool { return slices.Contains(names, d) })
	}
	switch {
	case within("vendor", "node_modules", "third_party", "third-party", "dist", ".yarn"):
		return Other
	case within("test", "tests", "testdata", "fixtures", "__tests__", "e2e", "example", "examples", "mocks", "testing", "integration"),
		strings.Contains(base, "_test."), strings.Contains(base, ".test."), strings.Contains(base, ".spec."),
		strings.HasPrefix(base, "test_"):
		return Test
	}
	return Code
}

// IsFragment reports whether a file is a piece of the next change log, as programs keep them in a folder of their own.
func IsFragment(file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
		return slices.Contains([]string{".changeset", ".changes", ".chloggen", "changelog.d", "newsfragments"}, dir)
	})
}
