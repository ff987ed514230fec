package report

import (
	"fmt"
	"runtime/debug"
)

// issues is where faults of kb are reported.
const issues = "https://github.com/9aea2451/kb/issues"

// Fault describes a panic for a report, with the stack. It is to be called from the deferred
// function that recovered it.
func Fault(what string, p any) string {
	return fmt.Sprintf("%s met a fault of kb: %v\nplease report it, with what follows, at %s\n\n%s", what, p, issues, debug.Stack())
}
