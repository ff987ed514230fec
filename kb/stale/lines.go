package stale

import (
	"cmp"
	"slices"
)

// lineBag is a text as a bag of its lines: their hashes, sorted. Blanks, quotes, commas, semicolons
// and brackets do not count, nor do lines of nothing else, so that a new layout of the same code is
// no change of it.
type lineBag []uint64

// bagOf hashes lines by FNV-1a.
func bagOf(data []byte) lineBag {
	const offset, prime = 14695981039346656037, 1099511628211
	var bag lineBag
	hash := uint64(offset)
	for _, c := range data {
		switch c {
		case '\n':
			if hash != offset {
				bag = append(bag, hash)
			}
			hash = offset
		case ' ', '\t', '\r', '\v', '\f', '"', '\'', '`', ',', ';', '(', ')', '[', ']', '{', '}':
		default:
			hash = (hash ^ uint64(c)) * prime
		}
	}
	if hash != offset {
		bag = append(bag, hash)
	}
	slices.Sort(bag)
	return bag
}

// changed counts the lines that only one of two texts has, and those of both texts.
func changed(a, b lineBag) Lines {
	out := Lines{All: len(a) + len(b)}
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Compare(a[0], b[0]) {
		case -1:
			out.Changed++
			a = a[1:]
		case 1:
			out.Changed++
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	out.Changed += len(a) + len(b)
	return out
}
