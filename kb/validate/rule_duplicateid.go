package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/text/edition"
)

// duplicateID is the rule about ids that two notes have.
func duplicateID() Rule {
	return Rule{
		Name: "duplicate-id", Severity: Error,
		Finds: "an id that two notes have",
		About: `An id names one note through all its renames, so two notes cannot share one. It mostly comes from copying a file.

Settle it by removing the ` + "`id`" + ` of the copy, or giving it one of its own (` + "`kb new`" + ` makes ids).`,
		Tree: func(r *Run) []Finding { return r.duplicateIDs() },
	}
}

// duplicateIDs finds the notes that the change gives an id which another note has. Ids are compared
// without regard to case.
func (r *Run) duplicateIDs() []Finding {
	holders := map[string][]*snapshot.Entry{}
	for _, e := range r.After.Entries {
		if id := strings.ToLower(e.Note.ID); id != "" {
			holders[id] = append(holders[id], e)
		}
	}
	var found []Finding
	for _, c := range r.Changes {
		if c.New == nil || c.New.Note.ID == "" || c.Old != nil && strings.EqualFold(c.Old.Note.ID, c.New.Note.ID) {
			continue
		}
		with := holders[strings.ToLower(c.New.Note.ID)]
		_, own := edition.Of(c.New.File.Path)
		i := slices.IndexFunc(with, func(e *snapshot.Entry) bool {
			_, of := edition.Of(e.File.Path)
			return e != c.New && of == own // ids repeat in the versions and translations of a site
		})
		if i < 0 {
			continue
		}
		found = append(found, Finding{Place: at(c.New.File.Path, 1, 1), Related: []Place{at(with[i].File.Path, 1, 1)},
			Message:     fmt.Sprintf("id %s is also that of %s", c.New.Note.ID, with[i].File.Path),
			Suggestion:  "remove the id of the copy, or give it one of its own",
			Fingerprint: fingerprint("duplicate-id", strings.ToLower(c.New.Note.ID), c.New.File.Path)})
	}
	return found
}
