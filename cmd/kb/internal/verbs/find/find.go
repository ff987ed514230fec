// Package find finds notes and shows what is near to them: search, show, links, related, context, graph.
package find

import (
	"embed"
	"io/fs"
)

//go:embed help
var help embed.FS

// Verbs has one method a verb, in the file of the verb, which describes it.
type Verbs struct{}

// Help holds the long texts of kb VERB --help, each in a file that is named for its verb.
func (Verbs) Help() fs.FS { return help }
