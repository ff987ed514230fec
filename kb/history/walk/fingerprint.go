package walk

import (
	"bytes"
	"cmp"
	"slices"
)

// maxSpan is the greatest length of a piece of text, in bytes.
const maxSpan = 64

// fingerprint is a file as a bag of pieces: its lines, cut at every 64 bytes. Two files are as
// similar as the bytes in the pieces that they share are many, measured by the longer file. That is
// the measure of git's rename detection (gitdiffcore(7)), and so are the thresholds, so that what
// is called a rename here is called one there.
type fingerprint struct {
	pieces []piece // sorted by hash, each hash once
	size   int     // bytes of the file
}

// piece is a text that stands in a file once or more often.
type piece struct {
	hash  uint64
	bytes int // of all its occurrences
}

// fingerprintOf hashes by FNV-1a. A carriage return before a line feed does not count.
func fingerprintOf(data []byte) fingerprint {
	const offset, prime = 14695981039346656037, 1099511628211
	f := fingerprint{size: len(data), pieces: make([]piece, 0, bytes.Count(data, []byte{'\n'})+len(data)/maxSpan+1)}
	hash, length := uint64(offset), 0
	for i, c := range data {
		if c == '\r' && i+1 < len(data) && data[i+1] == '\n' {
			continue
		}
		hash = (hash ^ uint64(c)) * prime
		if length++; length == maxSpan || c == '\n' {
			f.pieces = append(f.pieces, piece{hash, length})
			hash, length = offset, 0
		}
	}
	if length > 0 {
		f.pieces = append(f.pieces, piece{hash, length})
	}
	slices.SortFunc(f.pieces, func(a, b piece) int { return cmp.Compare(a.hash, b.hash) })
	kept := f.pieces[:0]
	for _, p := range f.pieces {
		if n := len(kept); n > 0 && kept[n-1].hash == p.hash {
			kept[n-1].bytes += p.bytes
		} else {
			kept = append(kept, p)
		}
	}
	f.pieces = kept
	return f
}

// similarity is a share from 0 to 100 of the longer of two files.
func similarity(a, b fingerprint) int {
	longer := max(a.size, b.size)
	if longer == 0 {
		return 0
	}
	shared := 0
	for i, j := 0, 0; i < len(a.pieces) && j < len(b.pieces); {
		switch cmp.Compare(a.pieces[i].hash, b.pieces[j].hash) {
		case -1:
			i++
		case 1:
			j++
		default:
			shared += min(a.pieces[i].bytes, b.pieces[j].bytes)
			i, j = i+1, j+1
		}
	}
	return int(int64(shared) * 100 / int64(longer))
}
