package index

import (
	"slices"
	"strings"
)

// factors are what a score was multiplied by, in order of name: products of the same numbers in
// another order are not the same to the last bit.
type factors []factor

type factor struct {
	name  string
	value float64
}

// set gives a factor its value.
func (f *factors) set(name string, value float64) {
	at, known := slices.BinarySearchFunc(*f, name, func(x factor, name string) int { return strings.Compare(x.name, name) })
	if known {
		(*f)[at].value = value
		return
	}
	*f = slices.Insert(*f, at, factor{name, value})
}
