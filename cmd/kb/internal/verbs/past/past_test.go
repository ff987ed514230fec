package past

import (
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/history"
)

func TestAuthorsInWords(t *testing.T) {
	for want, got := range map[string]string{
		"Ann":       authorName(history.Signature{Name: "Ann", Email: "a@x"}),
		"a@x":       authorName(history.Signature{Email: "a@x"}),
		"Ann <a@x>": personLine(history.Signature{Name: "Ann", Email: "a@x"}),
		"<a@x>":     personLine(history.Signature{Email: "a@x", When: time.Unix(0, 0)}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
