package encoder

import (
	"math"
)

// scratch is what a forward pass writes, for as many tokens as the longest text so far had.
type scratch struct {
	tokens   []uint32
	rows     int // of the matrices, a multiple of blockRows
	x        []float32
	qkv      []float32 // queries, keys and values, next to each other
	context  []float32 // what the heads found, then what a half layer adds
	inner    []float32 // a slice of the feed-forward layer
	keys     []float32 // of one head, in panels
	values   []float32
	scores   []float32 // of one head
	noStart  []float32 // zeros
	inverses []float32 // by row of the scores
}

// innerSlice is how many columns of the feed-forward layer are made at a time: they stay in the
// processor's cache until they have been multiplied again.
const innerSlice = 384

// grow makes room for a text of so many tokens.
func (s *scratch) grow(m *Model, tokens int) {
	rows := whole(tokens, blockRows)
	if rows <= s.rows {
		return
	}
	s.rows = rows
	cols, head := whole(rows, panelCols), m.hidden/m.heads // of all texts with so many rows
	s.x = make([]float32, rows*m.hidden)
	s.context = make([]float32, rows*m.hidden)
	s.qkv = make([]float32, rows*3*m.hidden)
	s.inner = make([]float32, rows*innerSlice)
	s.keys = make([]float32, cols*head)
	s.values = make([]float32, cols*head)
	s.scores = make([]float32, rows*cols)
	s.inverses = make([]float32, rows)
	s.noStart = make([]float32, max(cols, head))
}

// forward is the vector of a text's tokens, of length 1 unless a number in the file is none.
func (m *Model) forward(s *scratch) []float32 {
	n := len(s.tokens)
	s.grow(m, n)
	rows := whole(n, blockRows)
	x := matrix{s.x, m.hidden}
	for i, token := range s.tokens {
		row, at := x.row(i, m.hidden), m.positions[i*m.hidden:]
		for j, v := range m.words[int(token)*m.hidden:][:m.hidden] {
			row[j] = v + at[j]
		}
	}
	normalize(x, matrix{}, n, m.hidden, m.first.scale, m.first.shift, m.eps)
	context := matrix{s.context, m.hidden}
	for i := range m.layers {
		l := &m.layers[i]
		m.attend(s, l, n)
		attended := matrix{s.qkv, m.hidden} // nobody needs the queries any more
		m.times(attended, context, rows, m.hidden, l.out, m.hidden*panelCols, m.hidden, l.outStart)
		normalize(x, attended, n, m.hidden, l.attended.scale, l.attended.shift, m.eps)
		m.feed(s, l, rows)
		normalize(x, context, n, m.hidden, l.fed.scale, l.fed.shift, m.eps)
	}
	return m.pool(x, n)
}

// attend sets s.context to what each head finds for each token.
func (m *Model) attend(s *scratch, l *layer, n int) {
	rows, cols, size := whole(n, blockRows), whole(n, panelCols), m.hidden/m.heads
	qkv, context, scores := matrix{s.qkv, 3 * m.hidden}, matrix{s.context, m.hidden}, matrix{s.scores, cols}
	m.times(qkv, matrix{s.x, m.hidden}, rows, m.hidden, l.qkv, m.hidden*panelCols, 3*m.hidden, l.qkvStart)
	scale := float32(1 / math.Sqrt(float64(size)))
	clear(s.keys)
	for head := range m.heads {
		at := head * size
		keys, values := qkv.cols(m.hidden+at), qkv.cols(2*m.hidden+at)
		for i := range n {
			panel := s.keys[i/panelCols*size*panelCols+i%panelCols:]
			for j, v := range keys.row(i, size) {
				panel[j*panelCols] = v
			}
			for j := 0; j < size; j += panelCols {
				copy(s.values[j*n+i*panelCols:][:panelCols], values.row(i, size)[j:])
			}
		}
		m.times(scores, qkv.cols(at), rows, size, s.keys, size*panelCols, cols, s.noStart)
		for i := range n {
			s.inverses[i] = m.softmax(scores.row(i, cols), n, scale)
		}
		m.times(context.cols(at), scores, rows, n, s.values, n*panelCols, size, s.noStart)
		for i := range n {
			row := context.cols(at).row(i, size)
			for j := range row {
				row[j] *= s.inverses[i]
			}
		}
	}
}

// feed sets s.context to what the feed-forward layer makes of s.x.
func (m *Model) feed(s *scratch, l *layer, rows int) {
	x, inner, out := matrix{s.x, m.hidden}, matrix{s.inner, innerSlice}, matrix{s.context, m.hidden}
	start := l.downStart
	for from := 0; from < m.inner; from += innerSlice {
		size := min(innerSlice, m.inner-from)
		up := l.up[from*m.hidden:]
		m.times(inner, x, rows, m.hidden, up, m.hidden*panelCols, size, l.upStart[from:])
		for i := range rows {
			m.gelu(inner.row(i, size))
		}
		m.times(out, inner, rows, size, l.down[from*panelCols:], m.inner*panelCols, m.hidden, start)
		start = nil
	}
}

// pool makes one vector of those of the tokens.
func (m *Model) pool(x matrix, n int) []float32 {
	out := make([]float32, m.hidden)
	if m.pooling == poolFirst {
		n = 1
	}
	for i := range n {
		for j, v := range x.row(i, m.hidden) {
			out[j] += v
		}
	}
	squares := 0.0
	for _, v := range out {
		squares += float64(v) * float64(v)
	}
	by := float32(1 / math.Sqrt(squares))
	for j := range out {
		out[j] *= by
	}
	return out
}
