package owners

import (
	"strings"
	"testing"
)

func TestCodeowners(t *testing.T) {
	rules := parse(
		"# who looks\n*  @all\ndocs/ @writers @editors # the docs\n/specs/* @specs\n\n[Section]\n!docs/x.md @nobody\ndocs/private/\n" +
			"my\\ notes/ @me\n*.markdown @old\n",
	)
	for path, want := range map[string]string{
		"README.md": "@all", "docs/a.md": "@writers @editors", "a/docs/deep/b.md": "@writers @editors", "specs/a.md": "@specs",
		"specs/deep/a.md": "@all",
		"docs/x.md":       "@writers @editors", "docs/private/a.md": "", "my notes/a.md": "@me", "docs/a.markdown": "@old",
	} {
		if got := strings.Join(rules.Of(path), " "); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := List(nil).Of("a.md"); got != nil {
		t.Errorf("without a file: %v", got)
	}
}
