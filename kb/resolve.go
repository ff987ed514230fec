package kb

import "github.com/9aea2451/kb/markdown"

// Resolver finds the notes of one tree by path, id, stem, title or alias. Build it once per tree; it is read-only afterwards.
type Resolver struct{}

// Name is what a Resolver needs to know of a note.
type Name struct {
	Path, ID, Title string
	Aliases         []string
}

// NewResolver indexes the names of a tree's notes.
func NewResolver(names []Name) *Resolver { return nil }

// Resolution is the outcome of resolving a link.
type Resolution struct {
	Path       string   // of the note that it names, "" when broken, ambiguous or external
	Candidates []string // two or more when ambiguous, sorted
	External   bool     // a URL outside of the repository, an image, a pure anchor or a file that is no note: not an edge, not broken
}

// Link resolves a link of the note at from.
func (r *Resolver) Link(from string, l markdown.Link) Resolution { return Resolution{} }

// Relation resolves the target of a front-matter relation of the note at from.
func (r *Resolver) Relation(from, target string) Resolution { return Resolution{} }

// Note resolves what a person typed: path (from the root or from prefix), stem, title, alias or id.
// Matching is exact first, then without regard to case; several matches are returned as candidates.
func (r *Resolver) Note(prefix, name string) Resolution { return Resolution{} }
