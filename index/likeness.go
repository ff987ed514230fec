package index

import "github.com/9aea2451/kb/rank"

// Likeness is the cosine of the mean vectors of two notes, from -1 to 1; ok is false where one has
// none that can be read.
func (s *Searcher) Likeness(a, b string) (cosine float64, ok bool) {
	if s.gen.vectors == nil {
		return 0, false
	}
	m, ok1 := s.gen.rows.note(a)
	n, ok2 := s.gen.rows.note(b)
	if !ok1 || !ok2 {
		return 0, false
	}
	var x, y []float32
	damage := s.mapped(func() error {
		x, y = s.meanVector(m), s.meanVector(n)
		return nil
	})
	if damage != nil || x == nil || y == nil {
		return 0, false
	}
	for i := range x {
		cosine += float64(x[i]) * float64(y[i])
	}
	return rank.Round(cosine), true
}
