package kb

import "time"

// InactiveOn is Inactive for a note with those that supersede it, in order of path, as they stand
// on a day: one that is only proposed, or given up, supersedes nothing, and one whose validity does
// not cover the day does not on that day. A note that is superseded by status alone, while all that
// supersede it begin later, still holds. supersededBy is the path of the note that holds instead,
// "" for none.
func InactiveOn(n *Note, superseders []*Note, day time.Time) (why, supersededBy string) {
	later, others := 0, 0
	for _, by := range superseders {
		if by.Path == n.Path || !supersedes(by.Status) {
			continue
		}
		others++
		dates := Note{ValidFrom: by.ValidFrom, ValidUntil: by.ValidUntil}
		switch Inactive(&dates, "", day) {
		case "":
			if supersededBy == "" {
				supersededBy = by.Path
			}
		case "not yet valid":
			later++
		}
	}
	judged := *n
	if n.Status == "superseded" && others > 0 && later == others {
		judged.Status = "accepted"
	}
	return Inactive(&judged, supersededBy, day), supersededBy
}

// supersedes tells whether a note of this status takes the place of others.
func supersedes(status string) bool {
	switch status {
	case "draft", "proposed", "deprecated", "rejected", "archived":
		return false
	}
	return true
}
