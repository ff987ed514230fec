package read

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

// binds reports whether a rule is stated, not what is or will be so.
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
