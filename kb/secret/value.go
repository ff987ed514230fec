package secret

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"math"
	"strings"
	"unicode"
)

// plain reports whether a value may be a secret: letters and digits are mixed in it or it is no word, and
// it does not stand for another.
func plain(value string) bool {
	return (varied(value) || surprise(value) >= minSurprise) && !placeholder(value)
}

// placeholder tells a value that stands for a secret and is none.
func placeholder(value string) bool {
	low := strings.ToLower(value)
	if low == "" || strings.ContainsAny(low[:1], "$%/~@") || strings.HasPrefix(low, "./") || patterned(low) ||
		published(value) || standIn().MatchString(low) || mashed(value) || ordinary(value) ||
		says().MatchString(value) && names().MatchString(strings.TrimRight(value, "!?.*#$%@")) {
		return true
	}
	for part := range strings.SplitSeq(value, ".") { // of a JSON Web Token
		if text := decoded(part); text != "" && (published(text) || patterned(text) || standIn().MatchString(text) || ordinary(text)) {
			return true
		}
	}
	return false
}

// vectors has the heads of the SHA-256 sums of values that standards and manuals publish as examples: those of
// HTTP cookies, OAuth 2 and its bearer tokens, OpenID Connect, the secrets of Kubernetes, Grafana's default, the APIs
// of GitHub and Django, and the signatures of Binance.
//
//go:embed published.txt
var vectors string

// published reports whether a value is one of them.
func published(value string) bool {
	sum := sha256.Sum256([]byte(value))
	return strings.Contains(vectors, hex.EncodeToString(sum[:8]))
}

// standIn matches what says of itself that it stands for something else, or is computed.
var standIn = pattern("stand-in")

// says matches what a password or a token is called; a name with that in it is one that somebody made up.
var says = pattern("says")

// patterned tells a value most characters of which follow from the one before, as equal, next or previous
// (or from the one before that), or one of which stands five times in a row.
func patterned(value string) bool {
	const masked = 4
	n, run := 0, 0
	for i := 1; i < len(value); i++ {
		if run++; value[i] != value[i-1] {
			run = 0
		}
		if run == masked {
			return true
		}
	}
	if i := strings.LastIndexAny(value, "_-."); len(value)-i > minDrawn {
		value = value[i+1:]
	}
	for lag := 1; lag <= 2; lag++ { // also as in a1b2c3
		n = 0
		for i := lag; i < len(value); i++ {
			if d := int(value[i]) - int(value[i-lag]); d >= -1 && d <= 1 {
				n++
			}
		}
		if 2*n >= len(value)-lag {
			return true
		}
	}
	return false
}

// mashed reports whether a hand typed a value without looking: small letters, most of them of the middle row.
func mashed(value string) bool {
	letters, middle := 0, 0
	for _, r := range value {
		switch classOf(r) {
		case capital:
			return false
		case small:
			letters++
			if strings.ContainsRune("asdfghjkl", r) {
				middle++
			}
		}
	}
	return letters >= 5 && 10*middle >= 7*letters && !isHex(value)
}

// ordinary tells a value of which little is left without the words that examples are made of, also
// where digits and signs stand for letters.
func ordinary(value string) bool {
	const least = 8
	if value == "" {
		return false
	}
	for _, text := range []string{value, leet.Replace(value)} {
		rest := spoken().ReplaceAllString(text, " ")
		n := len(strings.Map(letterOrDigit, rest))
		if (text == value || rest != text) && (n < least-2 || n < least && rest != text || !varied(rest) && surprise(rest) < minSurprise) {
			return true
		}
	}
	return false
}

// leet has the letters that digits and signs stand for.
var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "", "%40", "a")

// spoken matches the words that examples are made of, and names of technique that have digits in them.
var spoken = pattern("spoken")

var urlSafe = strings.NewReplacer("+", "-", "/", "_")

// decoded is the text that a value encodes by base64, "" when it encodes none.
func decoded(value string) string {
	text, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(urlSafe.Replace(value), "="))
	hidden := func(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) && !unicode.IsSpace(r) }
	if err != nil || strings.ContainsFunc(string(text), hidden) {
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

// chosen reports whether somebody may have chosen a value for a password: nobody says or names anything by it,
// for letters and digits change more than once, signs stand among them, or it was drawn.
func chosen(value string) bool {
	if text := decoded(value); text != "" && chosen(text) || drawn(value) {
		return true
	}
	if names().MatchString(value) || !plain(value) {
		return false
	}
	return changes(value) >= 2 || strings.ContainsAny(value, "!@#$%^&*+?~=") && strings.ContainsFunc(value, isDigit)
}

const (
	// minSurprise is the least surprise of a value that was drawn, in bits a character.
	minSurprise = 4.9
	// minDrawn is the least length of one, in bytes.
	minDrawn = 8
	// minHex is the least length of one of hexadecimal digits, which surprise less.
	minHex = 20
)

// drawn reports whether a value was drawn at random, and is no address of a chain (0x…).
func drawn(value string) bool {
	if len(value) < minDrawn || entropy(value) < 2.7 || strings.ContainsAny(value, "()[]{}$") || placeholder(value) {
		return false
	}
	if number, ok := strings.CutPrefix(value, "0x"); ok && isHex(number) {
		return false
	}
	oneCase := strings.ToLower(value) == value || strings.ToUpper(value) == value
	if n := len(value); n < minHex && strings.Contains(value, "/") || n < 2*minDrawn && oneCase && !varied(value) {
		return false
	}
	short := max(0, 12-float64(len(strings.Map(letterOrDigit, value)))) // which has more chances to surprise
	return surprise(value) >= minSurprise+short/8 || len(value) >= minHex && isHex(value) && changes(value) >= len(value)/6
}

func isHex(value string) bool {
	return !strings.ContainsFunc(value, func(r rune) bool { return !isDigit(r) && (r|0x20 < 'a' || r|0x20 > 'f') })
}

// credential tells what a header authorises with: a token, or the name and password that base64 encodes.
func credential(value string) bool {
	return pair(value) || decoded(value) == "" && drawn(value) && len(value) >= 16
}

// pair reports whether a value encodes a name and a password by base64.
func pair(value string) bool {
	_, password, _ := strings.Cut(decoded(value), ":")
	return password != "" && chosen(password)
}

// names matches a name of code or of a thing: parts of letters, of digits, or of letters with a few
// digits behind them.
var names = pattern("name")

// bigrams has a line for each letter and one for the beginning of a word: how much each letter surprises
// there, from a for not at all, in half bits. Counted in the words and names of public notes.
//
//go:embed bigrams.txt
var bigrams string

// surprise is how unlikely a value is among words, names and numbers, in bits a character: those have
// 3 to 4.5, what was drawn at random 5 and more.
func surprise(value string) float64 {
	const (
		line, head = 27, 26 // bytes of a line of bigrams, and the last line
		turn       = 3      // from letters to digits and back, and to a capital within a word
		digitBits  = 3.3
		signBits   = 5
	)
	bits, n, last, row := 0.0, 0, none, head
	for i := range len(value) {
		c := classOf(rune(value[i]))
		if c == none && strings.IndexByte("-_./:=,", value[i]) >= 0 {
			last, row = none, head
			continue
		}
		if last != none && c != none && (c == digit) != (last == digit) || c == capital && last == small {
			bits, row = bits+turn, head
		}
		n++
		switch c {
		case none:
			bits, row = bits+signBits, head
		case digit:
			bits, row = bits+digitBits, head
		default:
			letter := int(value[i]|0x20) - 'a'
			bits, row = bits+float64(bigrams[line*row+letter]-'a')/2, letter
		}
		last = c
	}
	return bits / max(1, float64(n))
}

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

// block tells a key from the example of one.
func block(key string) bool {
	return !strings.ContainsAny(key, "<*…[{") && !strings.Contains(key, "..") && !strings.Contains(key, ". .")
}

// material matches a part of the lines of a key.
var material = pattern("key-material")
