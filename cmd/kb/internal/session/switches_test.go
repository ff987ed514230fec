package session

import "testing"

func TestSwitches(t *testing.T) {
	for value, want := range map[string]bool{"": false, "0": false, " False ": false, "NO": false, "off": false, "1": true, "yes": true,
		"x": true} {
		if got := switchedOn(value); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}
