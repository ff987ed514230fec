package git

import "testing"

func TestSafeRef(t *testing.T) {
	for name, want := range map[string]bool{"refs/heads/main": true, "HEAD": true, "": false, "../HEAD": false, "refs/heads/x.lock": false,
		"a:b": false, `a\b`: false, "/abs": false, "a//b": false, "a\x00b": false} {
		if got := safeRef(name); got != want {
			t.Errorf("%q is a reference: %v", name, got)
		}
	}
}
