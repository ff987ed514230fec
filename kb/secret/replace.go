package secret

import (
	"strings"
)

// mark is what stands in a text in the place of a secret.
const mark = "[secret]"

// Replace is the text with Mark in the place of every secret that Suspect would find. What is sent to
// another machine goes through it. A text may be a part of a file and hold the middle or the end of
// a key alone, so lines of base64 go as well.
func Replace(text string) string {
	source := []byte(text)
	var out strings.Builder
	at := 0
	for _, h := range hits(source) {
		if h.start >= at {
			out.WriteString(text[at:h.start])
			out.WriteString(mark)
		}
		at = max(at, h.end)
	}
	out.WriteString(text[at:])
	return encoded().ReplaceAllStringFunc(out.String(), func(part string) string {
		if strings.Contains(part, "KEY") || entropy(part) >= minEncoded {
			return mark
		}
		return part
	})
}

// minEncoded is the entropy of encoded data, in bits a byte: paths and names of that length have less.
const minEncoded = 4.5

// encoded matches lines of base64, and the last line of a key.
var encoded = pattern("encoded")
