package rank

// Weights are the tunable numbers of ranking; kb tune searches them, docs/evaluation.md has the
// figures behind the defaults.
type Weights struct {
	K1 float64 `json:"k1"` // saturation of term frequency, of chunks and notes
	B  float64 `json:"b"`  // share of length normalisation
	// Boosts of a term that stands in the title or heading path, among the identifiers, or among
	// the tags, against one in the body.
	Head float64 `json:"head"`
	Code float64 `json:"code"`
	Tags float64 `json:"tags"`
	// Note is the share of the whole note's score in its keyword score; the rest is its best chunk's.
	Note float64 `json:"note"`
	// Vector is the greatest share of meaning in the fused score, by type of query. How much of it
	// counts depends on how much of the query the model takes hold of.
	VectorWords      float64 `json:"vector_words"`
	VectorQuestion   float64 `json:"vector_question"`
	VectorIdentifier float64 `json:"vector_identifier"`
	// Whole is the share of the whole note's similarity in its meaning score.
	Whole float64 `json:"whole"`
	// Pairs is the boost of a note whose best chunk has the words that stand side by side in the
	// query near to each other.
	Pairs float64 `json:"pairs"`
	// Links is the strength of 1 + Links·log2(1 + in-links).
	Links float64 `json:"links"`
	// PageRank is the boost of the note that links lead to most, 1 + PageRank·rank.
	PageRank float64 `json:"pagerank"`
	// Title is the boost of a note by the share of its title, or of its file's name, that the query says.
	Title float64 `json:"title"`
	// Place is how much of its factor the kind of a file counts that its path tells, such as a changelog.
	Place float64 `json:"place"`
	// Neighbours is the boost of a note for the share of the ten best that link to it.
	Neighbours float64 `json:"neighbours"`
	// Identifier is the boost of a chunk in which an identifier of the query stands.
	Identifier float64 `json:"identifier"`
	// Recency is the boost of the newest memory among candidates that tell their date, against the oldest.
	Recency float64 `json:"recency"`
	// Importance is the strength of 1 + Importance·(importance − 0.5). Its default was set, not
	// measured: no collection has notes that say how important they are.
	Importance float64 `json:"importance"`
}

// DefaultWeights are the shipped ones.
func DefaultWeights() Weights {
	return Weights{K1: 1.2, B: 0.75, Head: 1, Code: 1, Tags: 1, Note: 0.4, VectorWords: 0.95, VectorQuestion: 0.95, VectorIdentifier: 0.32,
		Whole: 0.5, Pairs: 0.2, Links: 0.05, PageRank: 0.05, Title: 0.35, Place: 1, Neighbours: 0.1, Identifier: 0.2,
		Recency: 0.05, Importance: 0.2}
}

// WeightField names one weight.
type WeightField struct {
	Name  string
	Value *float64
	Max   float64 // greatest value that makes sense
}

// Fields lists the weights in the order in which they are worth tuning.
func (w *Weights) Fields() []WeightField {
	return []WeightField{
		{"note", &w.Note, 1},
		{"vector_words", &w.VectorWords, 1},
		{"vector_question", &w.VectorQuestion, 1},
		{"vector_identifier", &w.VectorIdentifier, 1},
		{"whole", &w.Whole, 1},
		{"pairs", &w.Pairs, 1},
		{"head", &w.Head, 10},
		{"code", &w.Code, 10},
		{"tags", &w.Tags, 10},
		{"k1", &w.K1, 5},
		{"b", &w.B, 1},
		{"links", &w.Links, 0.2},
		{"pagerank", &w.PageRank, 0.5},
		{"title", &w.Title, 2},
		{"place", &w.Place, 2},
		{"neighbours", &w.Neighbours, 1},
		{"identifier", &w.Identifier, 1},
		{"recency", &w.Recency, 0.5},
		{"importance", &w.Importance, 1},
	}
}

// WithoutPriors are the weights with everything off that does not come from the text: links,
// recency, neighbours, importance.
func (w Weights) WithoutPriors() Weights {
	w.Links, w.PageRank, w.Place, w.Neighbours, w.Recency, w.Importance = 0, 0, 0, 0, 0, 0
	return w
}
