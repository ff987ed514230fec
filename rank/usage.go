package rank

// affinityWeight is the boost of a note that was opened after every search for these words when no
// other was. docs/usage.md has the figures behind it.
const affinityWeight = 0.25

// AffinityFactor is above 1 for a note that was opened after searches for the words of the query:
// affinity is the share of such opens that were its own, 0–1. It is bounded, so that no habit can
// bury a note that says more.
func AffinityFactor(affinity float64) float64 { return 1 + affinityWeight*min(1, max(0, affinity)) }
