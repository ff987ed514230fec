package search

import (
	"testing"

	"github.com/9aea2451/kb/index/words"
)

// A sentence takes an older one back when it tells of a change and has a value of the kind asked for.
func TestTellsOfAChange(t *testing.T) {
	for _, c := range []struct {
		query, older, newer string
		want                bool
	}{
		{"what does the team use for chat", "The team uses Slack.", "Chat: the team changed to Zulip.", true},
		{"what does the team use for chat", "The team uses Slack.", "The team likes Zulip.", false},
		{"what does the team use for chat", "The team uses Slack.", "The team no longer likes Slack.", false},
		{"how long are invoices kept", "For ten years.", "Invoices are now sent to the Berlin office.", false},
		{"how long are invoices kept", "For ten years.", "Invoices are now kept 12 years.", true},
		{"how often do backups run", "Once a day.", "Backups run every hour since the outage.", true},
		{"where is the cluster", "In Dublin.", "The cluster is upgraded every Friday now.", false},
		{"which region holds photos", "In eu-west-1.", "Photos are now resized to 800 pixels.", false},
		{"which version do we support", "Version 3.", "Support was raised to 4.", true},
		{"why do we cache", "For Anna.", "We switched to Redis.", false},
		{"how do we name flags", "In kebab case.", "Flags moved to LaunchDarkly.", false},
	} {
		a := words.NewAnalyzer()
		got := false
		for _, s := range changesIn(a, c.newer) {
			got = got || wantedOf(c.query) != nothing && s.tells(wantedOf(c.query), c.older)
		}
		if got != c.want {
			t.Errorf("%q, then %q, asked %q: %v", c.older, c.newer, c.query, got)
		}
	}
}
