package markdown

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWithoutComments(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Sessions last an hour. <!-- really? --> They are signed.", "Sessions last an hour.                  They are signed."},
		{"%% draft\nof it %% Text", "        \n         Text"},
		{"a `<!-- x -->` b", "a `<!-- x -->` b"},
		{"```html\n<!-- kept -->\n```\n<!-- gone -->\n", "```html\n<!-- kept -->\n```\n             \n"},
		{"- a\n  ```\n  code\n  ```\n\n<!-- gone -->", "- a\n  ```\n  code\n  ```\n\n             "},
		{"- ```\n  a\n\n  <!-- kept -->\n  ```\n<!-- gone -->", "- ```\n  a\n\n  <!-- kept -->\n  ```\n             "},
		{"> ```\n> code\n> ```\n\n<!-- gone -->", "> ```\n> code\n> ```\n\n             "},
		{"```x``` is it\n\n<!-- gone -->", "```x``` is it\n\n             "},
		{"````\n```\n<!-- kept -->\n````\n<!-- gone -->", "````\n```\n<!-- kept -->\n````\n             "},
		{"```\n```go\n<!-- kept -->\n```", "```\n```go\n<!-- kept -->\n```"},
		{"~~~\n%% kept %%\n~~~\n", "~~~\n%% kept %%\n~~~\n"},
		{"An odd ` tick <!-- gone -->", "An odd ` tick              "},
		{"An odd ` tick\n\n<!-- gone -->\n\nAnother ` tick", "An odd ` tick\n\n             \n\nAnother ` tick"},
		{"`two\n  <!-- lines -->`", "`two\n  <!-- lines -->`"},
		{"100%% sure %%", "100%% sure %%"},
		{"100%% sure %% no %%", "100%% sure         "},
		{"<!-- open\nto the end", "         \n          "},
		{"~~struck~~ <!-- gone --> out", "~~struck~~               out"},
		{"nothing to hide", "nothing to hide"},
	} {
		if got := WithoutComments(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestIsPictures(t *testing.T) {
	for text, want := range map[string]bool{
		"# Tea\n\n%% badges %%\n![stars](https://example.org/a?b=c)  \n[![build](b.svg)](https://example.org) ![x][y]\n": true,
		"![[plan.png]]\n":              true,
		"![plan](plan.png)\nThe plan.": false,
		"# Only a heading\n":           false,
		"[plan](plan.md)\n":            false,
	} {
		if IsPictures(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestWithoutCommentsKeepsPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"<!--", "-->", "%%", "`", "```", "\n", "~~~", " ", "wörd", "\r\n"})).Draw(t,
			"parts")
		text := strings.Join(parts, "")
		got := WithoutComments(text)
		if len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%q: %q", text, got)
		}
		for i := range got {
			if got[i] != text[i] && got[i] != ' ' {
				t.Fatalf("%q: %q", text, got)
			}
		}
	})
}

func TestIsMetadata(t *testing.T) {
	for text, want := range map[string]bool{
		"- Feature Name: `libc_struct_traits`\n- Start Date: 2017-12-05\n- RFC PR: [rust-lang/rfcs#2235](https://x)\n": true,
		"# 1. Use Redis\n\nDate: 2026-01-01\n":                       true,
		"## Status\n\nAccepted\n":                                    false,
		"| Author | Ada |\n| --- | --- |\n| Status | Draft |\n":      true,
		"**Authors:**\n- @ada\n- @bob\n":                             true,
		"Status: accepted\n\nSessions are kept in Redis.\n":          false,
		"Note: sessions are kept in Redis.\n":                        false,
		"# Only a heading\n":                                         false,
		"":                                                           false,
		"- Start Date: 2014-10-30\n- RFC PR #: https://x/pull/401\n": true,
		"Date: 2026-01-01\n<!-- the day of the meeting -->\n":        true,
	} {
		if got := IsMetadata(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
