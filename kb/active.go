package kb

import "time"

// Inactive tells why a note does not hold on a day: its status, "superseded", "not yet valid" or
// "expired"; "" when it is active. supersededBy is the path of an active note that supersedes it,
// "" for none. A note holds through the whole of its last day.
func Inactive(n *Note, supersededBy string, day time.Time) string {
	switch n.Status {
	case "deprecated", "superseded", "rejected", "archived":
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
