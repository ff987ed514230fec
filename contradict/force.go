package contradict

// Force is how binding a statement is.
type Force uint8

const (
	Assertion   Force = iota // states a fact: no modal verb
	Must                     // MUST, SHALL, is required to, has to
	Should                   // SHOULD, ought to, is recommended
	May                      // MAY, can, is allowed to
	Will                     // will
	NotRequired              // need not, is not required to
)

// binds tells whether a rule is stated, not what is or will be so.
func (f Force) binds() bool { return f != Assertion && f != Will }

// String returns the force as specifications write it.
func (f Force) String() string {
	switch f {
	case Must:
		return "MUST"
	case Should:
		return "SHOULD"
	case May:
		return "MAY"
	case Will:
		return "will"
	case NotRequired:
		return "not required"
	}
	return "assertion"
}

// flipStrength is how surely two statements of these forces, one negated, cannot both hold.
func flipStrength(a, b Force) float64 {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == NotRequired || b == NotRequired:
		return 0.5
	case a == Should && b == Should, a == Must && b == May:
		return 0.95
	case a == Must && b == Should, a == May && b == May, a == Assertion && b == May:
		return 0.9
	case a == May && b == Will:
		return 0.85
	case a == Assertion && b == Should, a == Should && b == Will:
		return 0.8
	case a == Should && b == May:
		return 0.6
	}
	return 1
}

// modalForce reads the name of a force in a phrase list.
func modalForce(name string) (force Force, negated, ok bool) {
	switch name {
	case "MUST":
		return Must, false, true
	case "MUSTNOT":
		return Must, true, true
	case "SHOULD":
		return Should, false, true
	case "SHOULDNOT":
		return Should, true, true
	case "MAY":
		return May, false, true
	case "WILL":
		return Will, false, true
	case "NOTREQ":
		return NotRequired, false, true
	}
	return Assertion, false, false
}
