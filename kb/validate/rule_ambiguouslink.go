package validate

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// ambiguousLink is the rule about links that several notes answer to.
func ambiguousLink() Rule {
	return Rule{
		Name: "ambiguous-link", Severity: Warning,
		Finds: "a link or relation that may mean several notes",
		About: `A wiki link or relation names a note by its stem, title or alias; when several notes have that name, kb guesses none ` +
			`of them.

Settle it by naming the note by its path or id, or by giving one of the notes another name.`,
		Tree: func(r *Run) []Finding {
			several := func(_ *snapshot.Snapshot, _ string, _ *markdown.Link, res kb.Resolution) bool {
				return len(res.Candidates) > 1
			}
			return r.links(several, ambiguousMessage)
		},
	}
}

// ambiguousMessage names at most three of the notes that a link may mean.
func ambiguousMessage(_ *Run, _ *snapshot.Entry, target string, res kb.Resolution) (message, suggestion string) {
	shown := res.Candidates[:min(len(res.Candidates), 3)]
	message = fmt.Sprintf("link to %q may mean %s", target, strings.Join(shown, ", "))
	if more := len(res.Candidates) - len(shown); more > 0 {
		message += fmt.Sprintf(" or %d more", more)
	}
	return message, "name it by its path: " + res.Candidates[0]
}
