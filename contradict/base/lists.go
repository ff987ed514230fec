package base

import (
	"math"
	"sync/atomic"

	"github.com/9aea2451/kb/kb/record"
)

// lists are lists of ascending numbers, by number. Those of a stored base are read when they are asked for, and
// kept. Adding is not safe beside other calls.
type lists struct {
	known  []atomic.Pointer[[]int32] // nil for those that nobody has asked for
	stored record.Table
	below  int // every number of a stored list is
}

// storedLists are lists of numbers below a bound.
func storedLists(stored record.Table, below int) lists {
	return lists{known: make([]atomic.Pointer[[]int32], stored.Len()), stored: stored, below: below}
}

// of returns the i-th list.
func (l *lists) of(i int32) []int32 { return *l.at(i) }

// at returns where the i-th list is kept, for add to append to. A stored list is read on first use;
// whoever asks at the same time is given the same one.
func (l *lists) at(i int32) *[]int32 {
	if list := l.known[i].Load(); list != nil {
		return list
	}
	list := readSteps(l.stored.At(int(i)), l.below)
	if l.known[i].CompareAndSwap(nil, &list) {
		return &list
	}
	return l.known[i].Load() // another was quicker
}

// grow adds an empty list behind the others.
func (l *lists) grow() { l.known = append(l.known, atomic.Pointer[[]int32]{}) }

// add appends a number to the i-th list.
func (l *lists) add(i, n int32) {
	list := l.at(i)
	*list = append(*list, n)
}

// write appends the lists as a table.
func (l *lists) write(w *record.Writer) {
	w.Table(len(l.known), func(w *record.Writer, i int) { writeSteps(w, l.of(int32(i))) })
}

// writeSteps appends ascending numbers as the steps between them.
func writeSteps(w *record.Writer, list []int32) {
	w.Int(len(list))
	last := int32(0)
	for _, n := range list {
		w.Int(int(n - last))
		last = n
	}
}

// readSteps reads what writeSteps wrote, nil where it is empty, damaged or has a number that is not below the bound.
func readSteps(data string, below int) []int32 {
	r := record.Read(data)
	list := make([]int32, r.Count())
	r.AllBelow(list, math.MaxInt32)
	last := 0
	for i, step := range list {
		last += int(step)
		if last >= below {
			return nil
		}
		list[i] = int32(last)
	}
	if r.End() != nil {
		return nil
	}
	return list
}
