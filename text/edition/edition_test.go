package edition

import "testing"

func TestOf(t *testing.T) {
	for file, want := range map[string][2]string{
		"docs/a.md":                                                      {"docs/a.md", ""},
		"versioned_docs/version-2.0/b/a.md":                              {"docs/b/a.md", "2.0"},
		"www/versioned_docs/version-2.0/a.md":                            {"www/docs/a.md", "2.0"},
		"community_versioned_docs/version-3/a.md":                        {"community/a.md", "3"},
		"i18n/de/docusaurus-plugin-content-docs/current/a.md":            {"docs/a.md", "de"},
		"www/i18n/pt-BR/docusaurus-plugin-content-docs/version-3/b/a.md": {"www/docs/b/a.md", "pt-BR 3"},
		"i18n/de/docusaurus-plugin-content-docs-community/current/a.md":  {"community/a.md", "de"},
		"i18n/de/docusaurus-plugin-content-blog/a.md":                    {"i18n/de/docusaurus-plugin-content-blog/a.md", ""},
		"myversioned_docs/version-1/a.md":                                {"myversioned_docs/version-1/a.md", ""},
		"versioned_docs/version-1":                                       {"versioned_docs/version-1", ""},
		"":                                                               {"", ""},
	} {
		if page, edition := Of(file); page != want[0] || edition != want[1] {
			t.Errorf("%s: %q of %q, want %q", file, edition, page, want)
		}
	}
}
