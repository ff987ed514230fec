package contradict

// quantifier is how much of its subject a statement speaks of.
type quantifier struct {
	universal   bool // all, every, any
	existential bool // some, most, few
	none        bool // none, nobody, nothing
	no          bool // no
	plural      bool // several, multiple
}

func (q quantifier) denies() bool { return q.none || q.no }
