package read

// How surely two answers to the question of a slot exclude each other. The strengths of poles and
// owners by phrase stand in the word lists; judge.Reject asks for more than any of those below but
// a choice, as places, owners and defaults read of few words were mostly of two things.
const (
	choiceStrength  = 0.95 // a thing is stored in PostgreSQL or in MySQL
	ownerStrength   = 0.75 // a thing may have two owners
	defaultStrength = 0.75 // a default of which thing is not always said
	yearStrength    = 0.75
	clockStrength   = 0.7  // a day has more than one time
	orderStrength   = 0.7  // before one thing and after another
	AbsentStrength  = 0.7  // none of these, of others there may be some
	modalStrength   = 0.7  // a duty read of the modal verb alone
	placeStrength   = 0.62 // a thing may be in two places: never told of by itself
	ofExplanation   = 0.8  // factor of what only the explanation of a statement says
)

// Weights of anchors by kind of word.
const (
	identifierAnchor = 1.6 // `max_connections`, UUIDv7
	nameAnchor       = 1.3 // Alertmanager
	nounAnchor       = 1.0
	GenericAnchor    = 0.3 // system, data: says little
	tailFactor       = 0.5 // in what explains the statement, not in the statement itself
)
