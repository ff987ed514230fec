package past

import (
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

func TestAuthorsInWords(t *testing.T) {
	for want, got := range map[string]string{
		"Ann":       authorName(walk.Signature{Name: "Ann", Email: "a@x"}),
		"a@x":       authorName(walk.Signature{Email: "a@x"}),
		"Ann <a@x>": personLine(walk.Signature{Name: "Ann", Email: "a@x"}),
		"<a@x>":     personLine(walk.Signature{Email: "a@x", When: time.Unix(0, 0)}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
