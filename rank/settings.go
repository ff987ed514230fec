package rank

// Settings are what a repository says of its ranking in .memory/kb.yaml, over what is shipped.
type Settings struct {
	Fusion    string    `json:"fusion"` // cc or rrf
	Weights   Weights   `json:"weights"`
	HalfLives HalfLives `json:"half_life,omitempty"`
	MinScore  float64   `json:"min_score,omitempty"` // of hits that words found
	Stale     float64   `json:"stale"`               // score from which a note is worth a look
}

// DefaultSettings are the shipped ones.
func DefaultSettings() Settings {
	return Settings{Fusion: "cc", Weights: DefaultWeights(), Stale: 0.35}
}

// HalfLives are the days in which the confidence of notes halves, by type of memory or by kind,
// where it is not as shipped; 0 is never.
type HalfLives map[string]float64

// Of gives the half-life of a note in days, 0 for never.
func (h HalfLives) Of(kind, typ string, pinned bool) float64 {
	if pinned {
		return 0
	}
	if days, ok := h[typ]; ok && kind == "memory" {
		return days
	}
	if days, ok := h[kind]; ok {
		return days
	}
	return halfLife(kind, typ)
}
