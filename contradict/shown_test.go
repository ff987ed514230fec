package contradict

import "testing"

func TestWhatIsDeniedIsShownSo(t *testing.T) {
	a := Parse(Statement{Text: "Since the implicit `Own` parameter is not `Fixed` by default, a bound in each trait is a burden."})
	b := Parse(Statement{Text: "Currently, all parameters are `Fixed` by default, the implicit `Own` parameter as well."})
	if s := Judge(a, b, nil).Signal; s.A != "default: not Fixed" || s.B != "default: Fixed" {
		t.Errorf("%s: %q beside %q", s.Kind, s.A, s.B)
	}
}
