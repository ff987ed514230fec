package packing

import (
	"fmt"
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
