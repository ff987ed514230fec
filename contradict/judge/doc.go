// Package judge compares two statements and says how sure it is that both cannot hold, and why.
//
// A pair of statements gets an energy in [0, 1]:
//
//	energy = G × (0.6·S + 0.4·C)
//
// S is the strength of the strongest signal, a typed reason why both cannot hold (a reversed
// polarity, incompatible values, two members of one exclusive class). C is the alignment, how far
// the statements speak of the same thing. G is the product of the gates, reasons to doubt that they
// speak of the same case (a condition on one side, names of two things, notes of one series, steps
// of one section). A doubt that people who read findings mostly shared has a factor of 0.29 or less:
// one keeps a pair below Warn. Weak signals and loose alignment cap the energy
// below Warn or Reject. Without a signal the energy is 0: similarity alone makes a duplicate, not a
// conflict.
//
// Statements of two notes that share few words are aligned a second way: by anchors, names of one
// thing, and slots, typed questions about it ("where does it live?", "who owns it?")
// that take one answer. They reach Reject only where both give an amount of the same named thing.
//
// Everything is pure: no files, no clock, no randomness, and Judge(a, b) and Judge(b, a) give the
// same energy.
//
// # Limitations
//
// What needs knowledge of the world ("Virginia" is not "Canadian soil") stays out of reach.
package judge
