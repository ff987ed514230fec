package judge

import (
	"cmp"
	"slices"

	"github.com/9aea2451/kb/contradict/read"
)

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
	for _, row := range rowsOfTables() {
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

// rowsOfTables lists the rows, each name once.
func rowsOfTables() (rows []RowEffect) {
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
	return rows
}
