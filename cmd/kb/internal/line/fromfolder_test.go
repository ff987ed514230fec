package line

import "testing"

func TestPathsFromAFolder(t *testing.T) {
	for _, tt := range []struct{ prefix, path, want string }{{"", "docs/a.md", "docs/a.md"}, {"docs", "docs/a.md", "a.md"},
		{"doc", "docs/a.md", "docs/a.md"}} {
		if got := fromFolder(tt.prefix, tt.path); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}
