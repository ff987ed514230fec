package secret

import (
	"encoding/base64"
	"math"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// plain tells a value that may be a secret: letters and digits are mixed in it, and it does not
// stand for another.
func plain(value string) bool { return varied(value) && !placeholder(value) }

// placeholder tells a value that stands for a secret and is none.
func placeholder(value string) bool {
	low := strings.ToLower(value)
	for _, word := range []string{"example", "changeme", "change-me", "change_me", "your", "xxx", "***", "...", ". . .", "…", "placeholder",
		"dummy", "sample", "redacted",
		"todo", "${", "{{", "$(", "<", ">", "process.env", "os.environ", "://"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	if low == "" || strings.Count(low, low[:1]) == len(low) || strings.ContainsAny(low[:1], "$%/~@") || strings.HasPrefix(low, "./") {
		return true
	}
	return ordinary(value) || ordinary(decoded(value))
}

// ordinary tells a value of which little is left without the words that examples are made of.
func ordinary(value string) bool {
	const least = 6
	if value == "" {
		return false
	}
	rest := spoken().ReplaceAllString(value, " ")
	return len(strings.Map(letterOrDigit, rest)) < least || !varied(rest)
}

// spoken matches the words that examples are made of, and names of technique that have digits in them.
var spoken = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?i)p[a4@][s5$]{2}w[o0]r[dt]|passwd|passphrase|s[e3]cr[e3]t|tok[e3]n|super|hello|world|admin|client|database|user|name|` +
			`test|demo|fake|` +
			`foo|bar|baz|qux|qwertz?y?|letmein|string|value|public|private|access|auth|some|this|here|mypass|pass|root|dev|prod|local|` +
			`abc(?:def)?(?:ghi)?|` +
			`(?:0?1)?23456?7?8?9?0?|123|base(?:16|32|58|64)(?:url)?|sha[0-9]{1,3}|md5|utf-?(?:8|16)|x509|` +
			`oauth2?|http2|k8s|ipv[46]|ed25519|[ru]?int(?:8|16|32|64|128|256)|` +
			`bytes(?:20|32)|[a-z]s256|aes-?(?:128|256)|api|key`,
	)
})

// decoded is the text that a value encodes by base64, "" when it encodes none.
func decoded(value string) string {
	text, err := base64.StdEncoding.DecodeString(value)
	if err != nil ||
		strings.ContainsFunc(string(text),
			func(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) && !unicode.IsSpace(r) }) {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// letterOrDigit keeps letters and digits of a text, for strings.Map.
func letterOrDigit(r rune) rune {
	if isLetter(r) || isDigit(r) {
		return r
	}
	return -1
}

// unspoken tells a value that nobody says or names anything by: letters and digits change more than
// once, or signs stand among them.
func unspoken(value string) bool {
	if text := decoded(value); text != "" && unspoken(text) {
		return true
	}
	if code(value) || !plain(value) {
		return false
	}
	return changes(value) >= 2 || strings.ContainsAny(value, "!@#$%^&*+?~=") && strings.ContainsFunc(value, isDigit)
}

// random tells a value that was drawn: long, without words of some length, and no address of a chain (0x…).
func random(value string) bool {
	const least = 16
	return len(value) >= least && plain(value) && !code(value) && !strings.HasPrefix(strings.ToLower(value), "0x") &&
		changes(value) >= max(3, len(value)/12) &&
		entropy(value) >= 3
}

// credential tells what a header authorises with: a token, or the name and password that base64 encodes.
func credential(value string) bool {
	if text := decoded(value); text != "" {
		_, password, pair := strings.Cut(text, ":")
		return pair && plain(password)
	}
	return random(value)
}

// code tells a value that is a name of code or of a thing: parts of letters, of digits, or of
// letters with a few digits behind them.
func code(value string) bool {
	return names().MatchString(value)
}

var names = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[_@]?(?:(?:[A-Za-z]*[0-9]{0,4}|[0-9]+[a-z]?|[A-Za-z][0-9]{1,2}[A-Za-z])(?:[-_./:@=&+]+|$))+$`)
})

// changes counts how often letters and digits, or small letters and capitals, change within the
// words of a value. A capital at the head of a word changes nothing.
func changes(value string) int {
	n, last, before := 0, none, none
	for _, r := range value {
		c := classOf(r)
		switch {
		case c == none || last == none:
		case (c == digit) != (last == digit):
			n++
		case c == small && last == capital && before == capital, c == capital && last == small && before == capital:
			n++
		}
		last, before = c, last
	}
	return n
}

// class is a kind of character.
type class int

const (
	none class = iota
	digit
	small
	capital
)

// classOf tells digits, small letters and capitals apart, of ASCII.
func classOf(r rune) class {
	switch {
	case isDigit(r):
		return digit
	case r >= 'a' && r <= 'z':
		return small
	case r >= 'A' && r <= 'Z':
		return capital
	}
	return none
}

// varied tells a value from a word: keys mix letters and digits.
func varied(secret string) bool {
	return len(secret) > 40 || strings.ContainsFunc(secret, isDigit) && strings.ContainsFunc(secret, isLetter)
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var counts [256]float64
	for i := range len(s) {
		counts[s[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			p := n / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
