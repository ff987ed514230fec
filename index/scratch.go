package index

import "sync"

// scratch lends lists of n zeros to searches, which would else leave megabytes behind each.
type scratch struct {
	n    int
	pool sync.Pool
}

// get lends a list of zeros.
func (s *scratch) get() []float64 {
	if list, ok := s.pool.Get().(*[]float64); ok {
		clear(*list)
		return *list
	}
	return make([]float64, s.n)
}

// put takes lists back; nobody may use them any more. Lists of others are left alone.
func (s *scratch) put(lists ...[]float64) {
	for _, list := range lists {
		if len(list) == s.n && s.n > 0 {
			s.pool.Put(&list)
		}
	}
}
