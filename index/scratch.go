package index

import "sync"

// scratch lends lists of n zeros to searches, which would else leave megabytes behind each.
type scratch[T float32 | float64] struct {
	n    int
	pool sync.Pool
}

// get lends a list of zeros.
func (s *scratch[T]) get() []T {
	if list, ok := s.pool.Get().(*[]T); ok {
		clear(*list)
		return *list
	}
	return make([]T, s.n)
}

// put takes lists back; nobody may use them any more. Lists of others are left alone.
func (s *scratch[T]) put(lists ...[]T) {
	for _, list := range lists {
		if len(list) == s.n && s.n > 0 {
			s.pool.Put(&list)
		}
	}
}
