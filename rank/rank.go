// Package rank scores, fuses and measures rankings of ids: PageRank, confidence, fusion, packing,
// nDCG. It does no I/O.
package rank
