package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

func TestWhatIsDeniedIsShownSo(t *testing.T) {
	a := read.Parse(read.Statement{Text: "Since the implicit `Own` parameter is not `Fixed` by default, a bound in each trait is a " +
		"burden."})
	b := read.Parse(read.Statement{Text: "Currently, all parameters are `Fixed` by default, the implicit `Own` parameter as well."})
	if s := Judge(a, b, nil).Signal; s.A != "default: not Fixed" || s.B != "default: Fixed" {
		t.Errorf("%s: %q beside %q", s.Kind, s.A, s.B)
	}
}

// An owner that is written with other marks is the same one.
func TestOwnersInOtherMarks(t *testing.T) {
	for _, same := range [][2]string{{"SIG Docs", "sig-docs"}, {"Team_Red", "team red"}} {
		if !sameLetters(same[0], same[1]) {
			t.Errorf("%q is not %q", same[0], same[1])
		}
	}
	if sameLetters("SIG Docs", "SIG Dots") || sameLetters("team 1", "team 12") {
		t.Error("other letters are the same")
	}
}
