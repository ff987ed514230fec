package judge

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
)

// Evaluation is how well energies tell contradictions from other pairs.
type Evaluation struct {
	Warn       Measure          `json:"warn"`
	Reject     Measure          `json:"reject"`
	Labels     []GroupMeasure   `json:"labels"`
	Categories []GroupMeasure   `json:"categories"`
	Pairs      []EvaluationPair `json:"pairs"`
}

// Measure counts what one threshold finds. Precision is 1 where nothing was found, recall 1 where
// nothing was there.
type Measure struct {
	Precision         float64 `json:"precision"`
	Recall            float64 `json:"recall"`
	F1                float64 `json:"f1"`
	FalsePositiveRate float64 `json:"fp_rate"` // of the pairs that are no contradictions
	TP                int     `json:"tp"`
	FP                int     `json:"fp"`
	FN                int     `json:"fn"`
	TN                int     `json:"tn"`
}

// GroupMeasure is the measure of the pairs of one label or category.
type GroupMeasure struct {
	Name   string  `json:"name"`
	Pairs  int     `json:"pairs"`
	Warn   Measure `json:"warn"`
	Reject Measure `json:"reject"`
}

// EvaluationPair is the verdict on one pair, in the order of the file.
type EvaluationPair struct {
	A         string  `json:"a"`
	B         string  `json:"b"`
	Label     string  `json:"label"`
	Category  string  `json:"category,omitempty"`
	Energy    float64 `json:"energy"`
	Signal    string  `json:"signal,omitempty"`
	Alignment float64 `json:"alignment"`
	Gate      float64 `json:"gate"`
	Reason    string  `json:"reason,omitempty"`
}

// Evaluate judges every pair by itself, as statements of no document. A nil rarity is Uniform.
func Evaluate(pairs []LabelledPair, rarity Rarity) *Evaluation {
	return EvaluateBy(pairs, func(_ int, p *LabelledPair) Verdict {
		a, b := p.parse()
		return Judge(a, b, rarity)
	})
}

// EvaluateBy counts the verdicts that a function gives on the pairs, by their number.
func EvaluateBy(pairs []LabelledPair, judge func(i int, p *LabelledPair) Verdict) *Evaluation {
	e := &Evaluation{Pairs: make([]EvaluationPair, 0, len(pairs))}
	labels, categories := groups{}, groups{}
	for i := range pairs {
		p := &pairs[i]
		v := judge(i, p)
		positive := p.Label == LabelContradiction
		e.Warn.count(v.Energy >= Warn, positive)
		e.Reject.count(v.Energy >= Reject, positive)
		labels.count(p.Label, v.Energy, positive)
		categories.count(p.Category, v.Energy, positive)
		e.Pairs = append(e.Pairs, evaluationPair(p, &v))
	}
	e.Warn.finish()
	e.Reject.finish()
	e.Labels, e.Categories = labels.measures(), categories.measures()
	return e
}

// evaluationPair is a pair with its verdict as a report has it: without a signal both Signal and
// Reason are "".
func evaluationPair(p *LabelledPair, v *Verdict) EvaluationPair {
	return EvaluationPair{
		A: p.A, B: p.B, Label: p.Label, Category: p.Category,
		Energy: v.Energy, Signal: string(v.Signal.Kind), Alignment: v.Alignment, Gate: v.Gate, Reason: v.Explain(),
	}
}

// count counts one pair: found is whether the threshold tells of it, positive whether it is
// labelled a contradiction.
func (m *Measure) count(found, positive bool) {
	switch {
	case found && positive:
		m.TP++
	case found:
		m.FP++
	case positive:
		m.FN++
	default:
		m.TN++
	}
}

// finish computes the rates from the counts.
func (m *Measure) finish() {
	m.Precision = rate(m.TP, m.FP, 1)
	m.Recall = rate(m.TP, m.FN, 1)
	m.FalsePositiveRate = rate(m.FP, m.TN, 0)
	m.F1 = 0
	if sum := m.Precision + m.Recall; sum > 0 {
		m.F1 = 2 * m.Precision * m.Recall / sum
	}
}

// rate is part ÷ (part + rest), or what it is of nothing.
func rate(part, rest int, ofNothing float64) float64 {
	if part+rest == 0 {
		return ofNothing
	}
	return float64(part) / float64(part+rest)
}

// groups are measures by name.
type groups map[string]*GroupMeasure

// count counts a pair under a label or category; "" is counted under none.
func (g groups) count(name string, energy float64, positive bool) {
	if name == "" {
		return
	}
	m := g[name]
	if m == nil {
		m = &GroupMeasure{Name: name}
		g[name] = m
	}
	m.Pairs++
	m.Warn.count(energy >= Warn, positive)
	m.Reject.count(energy >= Reject, positive)
}

// measures computes the rates of each group and returns the groups by name.
func (g groups) measures() []GroupMeasure {
	list := make([]GroupMeasure, 0, len(g))
	for _, m := range g {
		m.Warn.finish()
		m.Reject.finish()
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b GroupMeasure) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

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

// ReadPairs reads JSON lines of labelled pairs and passes over empty ones. What lacks a statement or the
// label is no pair. An error names the line, but not where a line is longer than maxPairLine.
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
		if strings.TrimSpace(p.A) == "" || strings.TrimSpace(p.B) == "" || p.Label == "" {
			return nil, fmt.Errorf("read pairs: line %d: a, b and label are needed", n)
		}
		pairs = append(pairs, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read pairs: %w", err)
	}
	return pairs, nil
}

// parse reads both sides as statements of no document, which stand in one note.
func (p *LabelledPair) parse() (a, b *read.Parsed) {
	return read.Parse(read.Statement{Text: p.A, Context: p.AContext}), read.Parse(read.Statement{Text: p.B, Context: p.BContext})
}

// RowEffect is what leaving one row of the tables out does to labelled pairs: how many more of them
// are told of, fewer where it is negative. Right are those that are labelled contradictions.
type RowEffect struct {
	Row    string `json:"row"` // the name of a doubt, or the kind of a signal
	Signal bool   `json:"signal"`
	Warn   Change `json:"warn"`
	Reject Change `json:"reject"`
}

// Change is how many pairs more are told of.
type Change struct {
	Right int `json:"right"`
	Wrong int `json:"wrong"`
}

// Rows judges the pairs once for each row of the tables of doubts and signals, without it, and returns
// those rows that make a difference, the signals first. A doubt by one name in several tables is one
// row, and so are the signals of one kind.
func Rows(pairs []LabelledPair, rarity Rarity) []RowEffect {
	if rarity == nil {
		rarity = Uniform
	}
	parsed := make([][2]*read.Parsed, len(pairs))
	energies := make([]float64, len(pairs))
	for i := range pairs {
		a, b := pairs[i].parse()
		parsed[i] = [2]*read.Parsed{a, b}
		energies[i] = manner{rarity: rarity}.judge(0, a, b).Energy
	}
	effects := []RowEffect{}
	var rows []RowEffect
	add := func(name string, signal bool) {
		if !slices.ContainsFunc(rows, func(r RowEffect) bool { return r.Row == name }) {
			rows = append(rows, RowEffect{Row: name, Signal: signal})
		}
	}
	words, anchors := Reasons()
	for _, r := range slices.Concat(words, anchors) {
		add(string(r.Kind), true)
	}
	for _, d := range Doubts() {
		add(d.Name, false)
	}
	slices.SortStableFunc(rows, func(a, b RowEffect) int {
		if a.Signal != b.Signal {
			if a.Signal {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Row, b.Row)
	})
	for _, row := range rows {
		m := manner{rarity: rarity, without: row.Row}
		for i := range pairs {
			energy := m.judge(0, parsed[i][0], parsed[i][1]).Energy
			right := pairs[i].Label == LabelContradiction
			row.Warn.count(energies[i] >= Warn, energy >= Warn, right)
			row.Reject.count(energies[i] >= Reject, energy >= Reject, right)
		}
		if row.Warn != (Change{}) || row.Reject != (Change{}) {
			effects = append(effects, row)
		}
	}
	return effects
}

// count counts a pair of which leaving the row out decides: before is whether it is told of with
// the row, after whether without.
func (c *Change) count(before, after, right bool) {
	if before == after {
		return
	}
	by := 1
	if before {
		by = -1
	}
	if right {
		c.Right += by
	} else {
		c.Wrong += by
	}
}
