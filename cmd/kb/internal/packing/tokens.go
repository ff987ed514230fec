package packing

import (
	"fmt"
	"strings"
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// tokenizer names the vocabulary that tokens are counted in.
const tokenizer = "cl100k_base"

// vocabulary is read when the first text is counted: it takes some milliseconds.
var vocabulary = sync.OnceValue(codec.NewCl100kBase)

// Tokens counts the tokens of a text. It may be called from several goroutines.
func Tokens(text string) (int, error) {
	n, err := vocabulary().Count(text)
	if err != nil {
		return 0, fmt.Errorf("count tokens: %w", err)
	}
	return n, nil
}

// part is a part of an answer: the quotation in it, with what kb says before and after.
type part struct{ head, body, tail string }

func (p part) String() string { return p.head + p.body + p.tail }

// tokens counts the tokens of the part. What was counted before is not counted again: head ends
// with a line, and no token reaches from the end of a line to the next one, unless that is blank.
func (p part) tokens(c *Cache) (int, error) {
	if first, _, _ := strings.Cut(p.body, "\n"); c == nil || strings.TrimSpace(first) == "" {
		return Tokens(p.String())
	}
	sum := 0
	for _, text := range [...]string{p.head, p.body, p.tail} {
		n, err := c.tokens(text)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
