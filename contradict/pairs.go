package contradict

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// LabelledPair is two statements with what a person says they are to each other.
type LabelledPair struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Label    string   `json:"label"` // "contradiction", or anything else: "neutral", "entailment", "duplicate"
	Category string   `json:"category,omitempty"`
	AContext []string `json:"a_context,omitempty"` // heading paths
	BContext []string `json:"b_context,omitempty"`
}

// LabelContradiction is the label of pairs that should be found; all other labels should not.
const LabelContradiction = "contradiction"

// maxPairLine bounds one line of a pairs file.
const maxPairLine = 1 << 20

// ReadPairs reads JSON lines of labelled pairs. An error names the line.
func ReadPairs(r io.Reader) ([]LabelledPair, error) {
	var pairs []LabelledPair
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxPairLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var p LabelledPair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("read pairs: line %d: %w", n, err)
		}
		pairs = append(pairs, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read pairs: %w", err)
	}
	return pairs, nil
}

// Judge compares the two statements of the pair.
func (p *LabelledPair) Judge(rarity Rarity) Verdict {
	return Judge(Parse(Statement{Text: p.A, Context: p.AContext}), Parse(Statement{Text: p.B, Context: p.BContext}), rarity)
}
