package setup

import "testing"

// A commit says why below its subject; comments of git, and the change that it shows, say nothing.
func TestMessagesSayWhy(t *testing.T) {
	for message, want := range map[string]bool{
		"Subject": false, "Subject\n\nBecause.": true, "Subject\n\n# a comment\n": false, "Merge branch x": true, "Revert \"x\"": true,
		"fixup! x": true, "Merged x": false,
		"Subject\n\nkb-skip: typo": true, "Subject\n# ------------------------ >8 ---\ndiff": false,
	} {
		if got := saysWhy(message); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}
