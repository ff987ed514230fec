package program

import (
	"github.com/alecthomas/kong"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// shelves are the groups in which the verbs are listed: each holds those up to a place.
var shelves = [...]struct {
	last  int // greatest Place of its verbs
	title string
}{
	{59, "Find and read:"},
	{119, "Look back and across:"},
	{209, "Write:"},
	{274, "Judge what is written:"},
	{329, "Set up and keep in order:"},
	{340, "With agents and editors:"},
	{999, "Measure, and kb itself:"},
}

// groups returns the groups of the verbs as the grammar names them.
func groups() []kong.Group {
	all := make([]kong.Group, len(shelves))
	for i, s := range shelves {
		all[i] = kong.Group{Key: s.title, Title: s.title}
	}
	return all
}

// groupOf returns the key of a verb's group.
func groupOf(v app.Verb) string {
	for _, s := range shelves {
		if v.Place <= s.last {
			return s.title
		}
	}
	return ""
}
