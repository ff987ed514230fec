package review

import (
	"strings"
	"testing"
)

// TestSaysGone marks the name that a sentence may say to be gone with brackets.
func TestSaysGone(t *testing.T) {
	for text, want := range map[string]string{
		"The [`session-broker`] service no longer exists.": "hard",
		"[`session-broker`] was removed from the gateway.": "hard",
		"[`--ttl`] has been renamed to `--lifetime`.":      "hard",
		"[`old-login`] endpoint retired, manual procedure": "hard",
		"| [`old-login`] | DEPRECATED | since May |":       "hard",
		"`new-login` replaces the old [`old-login`].":      "hard",
		"Renamed the flag [`--ttl`] to `--lifetime`.":      "hard",
		"~~[old-login]~~":                                             "soft",
		"[`old-login`] (removed)":                                     "soft",
		"Removed the deprecated [`old-login`] endpoint.":              "soft",
		"There is no [`old-login`] any more.":                         "soft",
		"The file is gone; restart [`session-broker`].":               "",
		"[`session-broker`] is not removed.":                          "",
		"When [`session-broker`] is deleted, its volumes are kept.":   "",
		"[`session-broker`] will be removed in May.":                  "",
		"`old-login` was replaced by [`new-login`].":                  "",
		"`old-login` was renamed to [`new-login`].":                   "",
		"[`session-broker`] uses a cache that was removed.":           "",
		"The header is removed by [`session-broker`].":                "",
		"Remove [`old-login`] from the list before you go on.":        "",
		"[`session-broker`] has no state.":                            "",
		"Sessions were dropped. [`session-broker`] handles them now.": "",
		"[`session-broker`]":                                          "",
	} {
		from := strings.IndexByte(text, '[')
		to := strings.IndexByte(text, ']') - 1
		plain := strings.Replace(strings.Replace(text, "[", "", 1), "]", "", 1)
		got := ""
		if gone, hard := saysGone(plain, from, to, false); gone && hard {
			got = "hard"
		} else if gone {
			got = "soft"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if gone, _ := saysGone("Remove `old-login`", 8, 17, true); !gone {
		t.Error("a list of what changed removes nothing")
	}
}

func TestMentions(t *testing.T) {
	var got []string
	text := "Set `--ttl-hours` of session-broker (`nginx`, `a b`, 64Mi, `2026-08-09`, https://x.example/old-login) or `open"
	for _, m := range mentions(text) {
		got = append(got, m.shown)
	}
	same(t, "mentions", got, "--ttl-hours", "session-broker", "nginx")
}

func FuzzMentions(f *testing.F) {
	f.Add("The `session-broker` was removed.")
	f.Add("`` ` `` ~~a_bc~~ is no longer")
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range mentions(text) {
			if text[m.from:m.to] != m.shown || nameOf(m.shown) != m.name || !strings.Contains(m.shown, m.name) {
				t.Errorf("%q: %+v", text, m)
			}
			saysGone(text, m.from, m.to, true)
			sentence, start := sentenceAt([]byte(text), m.from, m.to)
			if !strings.HasPrefix(text[start:], sentence) || m.from < start || m.to > start+len(sentence) {
				t.Errorf("%q: the sentence of %q is %q", text, m.shown, sentence)
			}
		}
	})
}
