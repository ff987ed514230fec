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

// Inactive tells why a note does not hold on a day: its status, in the word of its own convention
// ("stagnant", "withdrawn"), "superseded", "not yet valid" or "expired"; "" when it is active.
// supersededBy is the path of an active note that supersedes it, "" for none. A note holds through
// the whole of its last day.
func Inactive(n *Note, supersededBy string, day time.Time) string {
	switch n.Status {
	case "deprecated", "rejected", "archived":
		return n.ownStatus()
	case "superseded":
		return n.Status
	}
	if supersededBy != "" && supersededBy != n.Path {
		return "superseded"
	}
	// Days are compared by the calendar: what a person wrote as a date has no zone.
	today := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	if from, _, ok := dateSpan(n.ValidFrom); ok && today.AddDate(0, 0, 1).Compare(from) <= 0 {
		return "not yet valid"
	}
	if _, end, ok := dateSpan(n.ValidUntil); ok && today.Compare(end) >= 0 {
		return "expired"
	}
	return ""
}
