// Package survey sums up the base as a whole: categories, onboard, stats, stale, timeline.
package survey

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
