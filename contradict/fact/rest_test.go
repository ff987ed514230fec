package fact

import (
	"strings"
	"testing"
)

// What stands beside a name or a cost in one text hides none, and one name that is mistaken is told once.
func TestOneNameIsToldOnce(t *testing.T) {
	for text, want := range map[string]string{
		"Use `pool.conns.max` here.\n\nUse `pool.conn.max` there.\n\n" +
			"See `pool.conns.min`.\n\nSee `pool.conn.min`.": "name one name 1/3 pool.conns.max / pool.conn.max",
		"Use `pool.conns.max` here.\n\nUse `pool.conn.max` there.\n\n" +
			"See `pool.conn.min`.\n\nSee `pool.conns.min`.": "name one name 1/3 pool.conns.max / pool.conn.max",
		"In `a.b` use `pool.conns.max` here.\n\nUse `pool.conn.max` there.": "name one name 1/3 pool.conns.max / pool.conn.max",
		"It takes O(n), or O(n·m) of them.\n\nAt most O(n + m) are taken.":  "formula cost 1/3 O(n·m) / O(n + m)",
		"It takes O(n·n).\n\nAt most O(n + n) are taken.":                   "",
	} {
		if got := strings.Join(found(text), "; "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// An amount without its unit is that amount.
func TestAmountsWithoutTheirUnits(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"10", "10s"}: true, {"10s", "10"}: true, {"9.5", "9.5 MB"}: true, {"10", "10"}: true, {"10", "20s"}: false, {"", "s"}: false,
		{"on", "only"}: false, {"10", "10 of 20"}: false, {"9", "9 s9"}: false,
	} {
		if got := bareAmount(pair[0], pair[1]); got != want {
			t.Errorf("%q: %v", pair, got)
		}
	}
}

// A marker needs a blank and a text behind it, and a number at most three digits.
func TestMarkersOfItems(t *testing.T) {
	for text, want := range map[string]string{
		"- a": "a", "* a": "a", "+ a": "a", "1. a": "a", "999) a": "a", "1000. a": "", "- ": "", "-": "", "-a": "", "1.": "", "1. ": "",
		"1.a": "", "1: a": "", "": "", ". a": "",
	} {
		body, is := itemBody(text)
		if is != (want != "") || is && body != want || !is && body != text {
			t.Errorf("%q: %q, %v", text, body, is)
		}
	}
}
