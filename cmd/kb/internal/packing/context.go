package packing

// Context is what to know before some work.
type Context struct {
	Task      string   `json:"task"`
	Files     []string `json:"files"`
	Phase     string   `json:"phase"`
	Budget    int      `json:"budget"` // tokens that the markdown form may have
	Tokens    int      `json:"tokens"` // tokens that it has
	Tokenizer string   `json:"tokenizer"`
	Tree      string   `json:"tree"` // commit, "+dirty" where the work tree differs
	Chunks    []Chunk  `json:"chunks"`
	LeftOut   int      `json:"left_out"` // sections that would have been of use and did not fit
	Tried     []string `json:"tried"`
	Unreached string   `json:"unreached,omitempty"` // why this repository alone answered, though more was asked for: set by the caller
	Terms     []string `json:"-"`                   // of the task, as the index has them: for the record of what was searched
	Several   bool     `json:"-"`                   // it is of several bases
	WithCode  bool     `json:"-"`                   // some of the chunks are of source files

	ProvenancePending bool `json:"provenance_pending,omitempty"` // the history was not read, and counts for nothing: set by the caller
}

// Chunk is a section of a note, or several that follow each other.
type Chunk struct {
	Citation    string             `json:"citation"`        // [path:lines @commit]
	Base        string             `json:"base,omitempty"`  // of several, and whose it is
	Scope       string             `json:"scope,omitempty"` // personal, project, team or organization
	Path        string             `json:"path"`
	ID          string             `json:"id,omitempty"`
	StartLine   int                `json:"start_line"`
	EndLine     int                `json:"end_line"`
	HeadingPath []string           `json:"heading_path"`
	Anchor      string             `json:"anchor"`
	Title       string             `json:"title"`
	Kind        string             `json:"kind"`
	Type        string             `json:"type,omitempty"`
	Status      string             `json:"status"`
	Form        string             `json:"form"`
	Language    string             `json:"language,omitempty"`
	Date        string             `json:"date,omitempty"`      // last known to be right: a memory's own day, else that of its last change
	AgeDays     *int               `json:"age_days,omitempty"`  // since then
	Stale       string             `json:"stale,omitempty"`     // why it may no longer be true
	Why         []string           `json:"why"`                 // it was taken
	Conflicts   []Clash            `json:"conflicts,omitempty"` // with other chunks of the answer
	Tokens      int                `json:"tokens"`              // of its part of the markdown form
	Score       float64            `json:"score"`
	Factors     map[string]float64 `json:"factors"`
	Text        string             `json:"text"`
}
