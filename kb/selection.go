package kb

import (
	"strings"

	"github.com/9aea2451/kb/kb/pattern"
)

// selection says which files of a tree belong to the knowledge base.
type selection struct {
	ignore, include, exclude pattern.List
}

func newSelection(ignore []byte, c *Config) *selection {
	return &selection{ignore: pattern.Parse(ignore), include: pattern.New(c.Include), exclude: pattern.New(c.Exclude)}
}

// has tells whether the file belongs.
func (s *selection) has(path string) bool {
	if strings.HasPrefix(path, ".git/") {
		return false
	}
	return !s.ignore.Match(path) && !s.exclude.Match(path) && (s.include.Empty() || s.include.Match(path))
}
