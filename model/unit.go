package model

import "math"

// Unit scales v to unit length. It reports false for a vector that has no direction:
// zero, infinite or not a number.
func Unit(v []float32) bool {
	var square float64
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	if square == 0 || math.IsInf(square, 0) || math.IsNaN(square) {
		return false
	}
	scale := 1 / math.Sqrt(square)
	for i, x := range v {
		v[i] = float32(float64(x) * scale)
	}
	return true
}
