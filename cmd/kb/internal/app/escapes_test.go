package app

import "testing"

func TestEscapes(t *testing.T) {
	for _, tt := range []struct {
		rest  string
		quote rune
		want  bool
	}{{"x", 0, true}, {"", 0, false}, {"x", '"', false}, {`"`, '"', true}, {"$", '"', true}, {"", '"', false}} {
		if got := escapes([]rune(tt.rest), tt.quote); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
