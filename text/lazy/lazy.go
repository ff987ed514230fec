// Package lazy compiles regular expressions when they are first used, for most commands use none of
// those that a package has.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used. It panics then, as
// regexp.MustCompile does, where the expression is none.
func Pattern(s string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}
