package encoder

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// near compares numbers up to what a float32 holds.
func near(got []float32, want ...float64) bool {
	return slices.EqualFunc(got, want, func(x float32, y float64) bool { return math.Abs(float64(x)-y) < 1e-5 })
}

// both runs a test with plain code and, where the machine has what it needs, with that for wide registers.
func both(t *testing.T, run func(t *testing.T, m *Model)) {
	t.Helper()
	for _, w := range []bool{false, true} {
		if !w || wide() {
			t.Run(fmt.Sprintf("wide %v", w), func(t *testing.T) { run(t, &Model{wide: w}) })
		}
	}
}

func TestWholeBlocks(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 6, 6: 6, 7: 12, 12: 12} {
		if got := whole(n, 6); got != want {
			t.Errorf("%d: %d", n, got)
		}
	}
}

// Each number of a product is that of a row and a column, and what it begins with; without that it is added.
func TestProducts(t *testing.T) {
	both(t, func(t *testing.T, m *Model) {
		a, c := matrix{make([]float32, 3*blockRows), 3}, matrix{make([]float32, blockRows*(panelCols+2)), panelCols + 2}
		b, start := make([]float32, 2*panelCols), make([]float32, panelCols)
		for i := range blockRows {
			copy(a.row(i, 3), []float32{float32(i), 2, 99}) // the third column is not asked for
		}
		for j := range panelCols {
			b[j], b[panelCols+j], start[j] = float32(j), 10, 0.5
		}
		for round, first := range [][]float32{start, nil} {
			m.times(c, a, blockRows, 2, b, 2*panelCols, panelCols, first)
			for i := range blockRows {
				for j, got := range c.row(i, panelCols+2) {
					want := 0.0
					if j < panelCols {
						want = float64((round+1)*(i*j+20)) + 0.5
					}
					if float64(got) != want {
						t.Fatalf("round %d, row %d, column %d: %v, want %v", round, i, j, got, want)
					}
				}
			}
		}
		m.times(c, a, 0, 2, b, 2*panelCols, panelCols, start) // of nothing nothing is made
		if c.data[0] != 40.5 {
			t.Error(c.data[0])
		}
	})
}

// The shares of three numbers add up to one, and each step of one makes them e times as large.
func TestShares(t *testing.T) {
	both(t, func(t *testing.T, m *Model) {
		row := make([]float32, lane)
		copy(row, []float32{1, 3, 2, 50}) // the fourth is not asked for
		by := m.softmax(row, 3, 1)
		sum := 1 + math.Exp(-1) + math.Exp(-2)
		for i, want := range []float64{math.Exp(-2) / sum, 1 / sum, math.Exp(-1) / sum} {
			if got := float64(row[i] * by); math.Abs(got-want) > 1e-5 {
				t.Errorf("%d: %v, want %v", i, got, want)
			}
		}
		copy(row, []float32{2, 4})
		if by = m.softmax(row, 2, 0.5); math.Abs(float64(row[0]*by)-1/(1+math.E)) > 1e-5 {
			t.Errorf("at half the scale: %v", row[0]*by)
		}
		copy(row, []float32{999, 1000}) // whose powers no number holds
		if by = m.softmax(row, 2, 1); math.Abs(float64(row[0]*by)-1/(1+math.E)) > 1e-5 {
			t.Errorf("of great numbers: %v", row[0]*by)
		}
	})
}

// Numbers above one stay about what they are, those below minus one go to nothing.
func TestGates(t *testing.T) {
	both(t, func(t *testing.T, m *Model) {
		row := []float32{0, 1, -1, 2, -2, 10, -10, 0.5}
		m.gelu(row)
		if !near(row, 0, 0.8413447, -0.1586553, 1.9544997, -0.0455003, 10, 0, 0.3457312) {
			t.Errorf("%v", row)
		}
	})
}

func TestRowsAreEvenedOut(t *testing.T) {
	one, scale, shift := []float32{1, 1}, []float32{2, 3}, []float32{10, 20}
	for _, c := range []struct {
		row, plus, scale, shift []float32
		eps                     float32
		want                    []float64
	}{
		{[]float32{1, 3}, nil, one, []float32{0, 0}, 0, []float64{-1, 1}},
		{[]float32{1, 3}, nil, scale, shift, 0, []float64{8, 23}},
		{[]float32{1, 3}, nil, scale, shift, 3, []float64{9, 21.5}}, // a variance of 4
		{[]float32{1, 3}, []float32{2, -2}, scale, shift, 0, []float64{12, 17}},
	} {
		x := matrix{slices.Clone(c.row), 2}
		normalize(x, matrix{c.plus, 2}, 1, 2, c.scale, c.shift, c.eps)
		if !near(x.data, c.want...) {
			t.Errorf("%+v: %v", c, x.data)
		}
	}
}

// A text's vector is of what its words mean and where they stand: of the first alone, or of all of them.
func TestVectorOfTwoWords(t *testing.T) {
	m := &Model{}
	m.hidden, m.heads, m.pooling = 2, 1, poolFirst
	m.words, m.positions = []float32{1, 0, 0, 1}, []float32{0, 2, 3, 0}
	m.first = scaling{scale: []float32{1, 1}, shift: []float32{0, 0}}
	// (1, 2) and (3, 1), evened out (-1, 1) and (1, -1)
	if got := m.forward(&scratch{tokens: []uint32{0, 1}}); !near(got, -math.Sqrt(0.5), math.Sqrt(0.5)) {
		t.Errorf("%v", got)
	}
	rows := matrix{[]float32{3, 4, -3, 4}, 2}
	if got := m.pool(rows, 2); !near(got, 0.6, 0.8) {
		t.Errorf("the first: %v", got)
	}
	m.pooling = poolMean
	if got := m.pool(rows, 2); !near(got, 0, 1) {
		t.Errorf("all: %v", got)
	}
}

// What is added for a place and for the kind of the text comes together, whichever is read first.
func TestPlacesAndKinds(t *testing.T) {
	for _, order := range [][]string{{"position", "token_type"}, {"token_type", "position"}} {
		m := &Model{positions: make([]float32, 4)}
		m.hidden, m.places = 2, 2
		numbers := map[string][]float32{"position": {1, 2, 3, 4, 99, 99}, "token_type": {10, 20, 99, 99}}
		for _, name := range order {
			m.slots()["embeddings."+name+"_embeddings.weight"].put(numbers[name])
		}
		if !near(m.positions, 11, 22, 13, 24) {
			t.Errorf("%s: %v", order, m.positions)
		}
	}
}

// The shape of a model is taken up to each bound, and not beyond.
func TestBoundsOfAModel(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for name, c := range map[string]struct {
		change func(*head)
		taken  bool
	}{
		"as it is":      {func(*head) {}, true},
		"no layer":      {func(h *head) { h.layerCount = 0 }, false},
		"most layers":   {func(h *head) { h.layerCount = mostLayers }, true},
		"more layers":   {func(h *head) { h.layerCount = mostLayers + 1 }, false},
		"two places":    {func(h *head) { h.places = 2 }, true},
		"one place":     {func(h *head) { h.places = 1 }, false},
		"odd columns":   {func(h *head) { h.hidden += panelCols / 2 }, false},
		"three heads":   {func(h *head) { h.heads = 3 }, false},
		"long prefixes": {func(h *head) { h.Name, h.Query = long(mostPrefix), long(2*mostPrefix) }, true},
		"longer ones":   {func(h *head) { h.Name, h.Query, h.Document = long(mostPrefix), long(mostPrefix), long(mostPrefix+1) }, false},
		"no epsilon":    {func(h *head) { h.eps = 0 }, true},
		"epsilon of 1":  {func(h *head) { h.eps = 1 }, false},
		"below nothing": {func(h *head) { h.eps = -0.1 }, false},
		"no number":     {func(h *head) { h.eps = float32(math.NaN()) }, false},
	} {
		h := &head{}
		h.layerCount, h.heads, h.hidden, h.inner, h.rows, h.places = 1, 2, 4*panelCols, panelCols, 9, 9
		h.pooling, h.pieceCount, h.pieceBytes, h.eps = poolMean, 1, 1, 0.5
		c.change(h)
		if err := h.bounded(); (err == nil) != c.taken {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A vocabulary holds together where its pieces follow each other and every number is one of its tokens.
func TestPiecesHoldTogether(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*pieces)
		want   bool
	}{
		"as it is":        {func(*pieces) {}, true},
		"number too high": {func(p *pieces) { p.ids[1] = 5 }, false},
		"highest number":  {func(p *pieces) { p.ids[1], p.cls, p.sep, p.none = 4, 4, 4, 4 }, true},
		"backwards":       {func(p *pieces) { p.ends[1] = 6 }, false},
		"a mark outside":  {func(p *pieces) { p.sep = 5 }, false},
		"too short":       {func(p *pieces) { p.text = p.text[:4] }, false},
		"not from 0":      {func(p *pieces) { p.ends[0] = 1 }, false},
		"an empty piece":  {func(p *pieces) { p.ends[1] = 0 }, true},
	} {
		p := &pieces{ends: []uint32{0, 2, 5}, ids: []uint32{0, 1}, text: []byte("abcde")}
		c.change(p)
		if got := p.check(5); got != c.want || name == "as it is" && p.most != 3 {
			t.Errorf("%s: %v, the longest has %d bytes", name, got, p.most)
		}
	}
}
