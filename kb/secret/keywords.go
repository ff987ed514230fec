package secret

import (
	"bytes"
	"cmp"
	"strings"
)

// minKeyword is the least length of a keyword in bytes.
const minKeyword = 2

// keywords finds the keywords of all rules in one pass over a text: the first three bytes of a
// place choose the few that may stand there.
type keywords struct {
	table  [1 << 16]uint16 // by the hash of three bytes: which of groups, 0 for none
	groups [][]keyword
}

// keyword is a word, in lower case, without which a rule finds nothing.
type keyword struct {
	text   string
	rule   int
	length int // of the text behind it that the rule sees, in bytes
}

// newKeywords takes the keywords of the rules. One of two bytes is looked up with every third.
func newKeywords(rules []rule) *keywords {
	k := &keywords{groups: [][]keyword{nil}}
	for i := range rules {
		length := cmp.Or(rules[i].Near, after)
		if rules[i].ID == privateKey {
			length = afterBlock
		}
		for _, word := range rules[i].Keywords {
			k.add(keyword{strings.ToLower(word), i, length})
		}
	}
	return k
}

// add takes in a keyword. One of two letters stands under every third one.
func (k *keywords) add(word keyword) {
	if len(word.text) > minKeyword {
		k.put(word, word.text[2])
		return
	}
	for c := range 256 {
		k.put(word, byte(c))
	}
}

// put files a keyword under its first two letters and a third.
func (k *keywords) put(word keyword, third byte) {
	at := &k.table[hash(word.text[0], word.text[1], third)]
	if *at == 0 {
		*at = uint16(len(k.groups)) // of which there are at most 256 for each of some hundred keywords
		k.groups = append(k.groups, nil)
	}
	k.groups[*at] = append(k.groups[*at], word)
}

// hash is a place in the table. Other bytes may share it: windows compares the words themselves.
func hash(a, b, c byte) uint16 { return uint16((uint32(a)*31+uint32(b))*31*67 + uint32(c)) }

// windows gives for each rule the parts of a lower-case text that surround its keywords, in order;
// those that touch are one.
func (k *keywords) windows(low []byte, rules int) [][]window {
	out := make([][]window, rules)
	low = append(low, 0) // a third byte for the last two
	for i := range max(0, len(low)-minKeyword) {
		group := k.table[hash(low[i], low[i+1], low[i+2])]
		if group == 0 {
			continue
		}
		for _, word := range k.groups[group] {
			if end := i + len(word.text); end < len(low) && string(low[i:end]) == word.text &&
				(len(word.text) > minKeyword || endless(low[end:])) {
				out[word.rule] = extend(out[word.rule], window{lineStart(low, i), min(len(low)-1, i+word.length)})
			}
		}
	}
	return out
}

// endless tells whether a keyword is followed by as much of a word as no language has. Keywords of
// two bytes begin tokens of more than that, and without this their rules would be tried on all of
// any prose.
func endless(rest []byte) bool {
	const least = 14
	return len(rest) > least && !bytes.ContainsAny(rest[:least], " \t\r\n\x00")
}

// window is a part of a text that a rule is tried on.
type window struct{ start, end int }

// extend adds a part that begins no earlier than those before it; it makes the last one longer when
// they touch.
func extend(list []window, w window) []window {
	if n := len(list); n > 0 && w.start <= list[n-1].end {
		list[n-1].end = max(list[n-1].end, w.end)
		return list
	}
	return append(list, w)
}

// lower copies a text in lower case, with room for one byte more. What is not ASCII becomes 0, so
// that the length stays.
func lower(text []byte) []byte {
	low := make([]byte, len(text), len(text)+1)
	for i, c := range text {
		switch {
		case c >= 'A' && c <= 'Z':
			low[i] = c | 0x20
		case c < 0x80:
			low[i] = c
		}
	}
	return low
}
