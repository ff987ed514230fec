package embed

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestAnalyze(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		"The caches of a server":             "cach server",
		"connection, connected; connecting!": "connect connect connect",
		"parseHTTPHeader":                    "parsehttphead pars http header",
		"max_retries.count":                  "max_retries.count max retri count",
		"end of sentence. Cache":             "end sentenc cach",
		"version 1.26":                       "version 1.26 26",
		"über Straße":                        "über straße",
		"知识库":                                "知识 识库",
		"Git知识":                              "git 知识",
		"x":                                  "",
		strings.Repeat("a", maxTokenBytes+1): "",
		"\xff\xfebroken\xffbytes":            "broken byte",
	} {
		if d := cmp.Diff(strings.Fields(want), append([]string{}, analyze(text)...)); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	f.Add("parseHTTPHeader max_retries.count 知识库 über")
	f.Add("\xff_._.a.B_\xe7\x9f")
	f.Fuzz(func(t *testing.T, text string) {
		for _, stem := range analyze(text) {
			if stem == "" || len(stem) > maxTokenBytes || utf8.ValidString(text) && !utf8.ValidString(stem) {
				t.Errorf("%q gave the stem %q", text, stem)
			}
		}
	})
}
