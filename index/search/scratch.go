package search

import "sync"

// scratch lends lists of n numbers to searches, which would else leave megabytes behind each.
type scratch[T float32 | float64] struct {
	n    int
	pool sync.Pool
}

// get lends a list as it came back, a new one as zeros.
func (s *scratch[T]) get() []T {
	if list, ok := s.pool.Get().(*[]T); ok {
		return *list
	}
	return make([]T, s.n)
}

// zeros lends a list of zeros.
func (s *scratch[T]) zeros() []T {
	list := s.get()
	clear(list)
	return list
}

// put takes lists back; nobody may use them any more. Lists of others are left alone.
func (s *scratch[T]) put(lists ...[]T) {
	for _, list := range lists {
		if len(list) == s.n && s.n > 0 {
			s.pool.Put(&list)
		}
	}
}

// lent is what a question was lent of lists with a number for each note, until it is answered.
type lent struct {
	from  *scratch[float64]
	lists [][]float64
}

// get lends a list that holds anything.
func (l *lent) get() []float64 {
	list := l.from.get()
	l.lists = append(l.lists, list)
	return list
}

// zeros lends a list of zeros.
func (l *lent) zeros() []float64 {
	list := l.get()
	clear(list)
	return list
}

// back gives back all; nobody may use them any more.
func (l *lent) back() {
	l.from.put(l.lists...)
	l.lists = nil
}

// loan lends empty lists with room for what the ones before held.
type loan[T any] struct{ pool sync.Pool }

// get lends an empty list to append to, nil where none has come back.
func (l *loan[T]) get() []T {
	if list, ok := l.pool.Get().(*[]T); ok {
		return (*list)[:0]
	}
	return nil
}

// put takes a list back; nobody may use it any more.
func (l *loan[T]) put(list []T) {
	if cap(list) > 0 {
		l.pool.Put(&list)
	}
}
