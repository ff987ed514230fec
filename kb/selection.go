package kb

import "strings"

// selection says which files of a tree belong to the knowledge base.
type selection struct {
	ignore, include, exclude Patterns
}

func newSelection(ignore []byte, c *Config) *selection {
	return &selection{ignore: ParsePatterns(ignore), include: NewPatterns(c.Include), exclude: NewPatterns(c.Exclude)}
}

// has tells whether the file belongs.
func (s *selection) has(path string) bool {
	if strings.HasPrefix(path, ".git/") {
		return false
	}
	return !s.ignore.Match(path) && !s.exclude.Match(path) && (s.include.Empty() || s.include.Match(path))
}
