package ask

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// Citation is where a sentence stands. It was looked up: the lines hold the words.
type Citation struct {
	Base        string            `json:"base,omitempty"`  // of several, and whose it is
	Scope       string            `json:"scope,omitempty"` // personal, project, team or organization
	Path        string            `json:"path"`
	Line        int               `json:"line"`
	EndLine     int               `json:"end_line"`
	Commit      string            `json:"commit"` // whose file has the words there; "" for the file of the work tree
	HeadingPath []string          `json:"heading_path"`
	Title       string            `json:"title"`
	Quote       string            `json:"quote"`             // the lines, as they stand
	Standing    markdown.Standing `json:"standing,omitzero"` // proposed, not chosen, history or example; in force where it is left out
	Warnings    []string          `json:"warnings"`          // why they may not hold
	Conflicts   []Contradiction   `json:"conflicts"`         // what else was read and says otherwise
}

// Contradiction is a statement that cannot hold together with what is cited.
type Contradiction struct {
	Path   string  `json:"path"`
	Line   int     `json:"line"`
	Text   string  `json:"text"`
	Energy float64 `json:"energy"` // 0 to 1: how sure that is

	Waived string `json:"waived,omitempty"` // why somebody let both stand
}

// checker looks citations up: in the commit that a view is of or based on, where this has the very
// bytes that were read, else in the file of the work tree.
type checker struct {
	v     *desk.View
	of    map[*desk.View]*objects // of the bases that were asked
	texts map[string]source       // by path
}

// objects are what a commit of a base has.
type objects struct {
	tree  *kb.Tree
	blobs *git.BlobReader
}

// objects opens those of a view's commit, once.
func (c *checker) objects(ctx context.Context, v *desk.View) (*objects, error) {
	if o := c.of[v]; o != nil {
		return o, nil
	}
	tree, err := v.Committed(ctx)
	if err != nil {
		return nil, err
	}
	blobs, err := v.Repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	c.of[v] = &objects{tree, blobs}
	return c.of[v], nil
}

// source is a file that is cited.
type source struct {
	lines  []string
	commit string
}

// newChecker opens nothing: what a base has committed is opened at the first citation of it. Close
// it.
func newChecker(v *desk.View) *checker {
	return &checker{v: v, of: map[*desk.View]*objects{}, texts: map[string]source{}}
}

// close ends the readers of all bases that were asked; their views stay open, as the caller's.
func (c *checker) close() {
	for _, o := range c.of {
		o.blobs.Close()
	}
}

// cite makes a citation of a statement, nil where the lines do not hold its words.
func (c *checker) cite(ctx context.Context, st *statement) (*Citation, error) {
	h := &st.in.hit
	src, err := c.source(ctx, h.Path, h.Blob)
	if err != nil {
		return nil, err
	}
	quote, ok := src.quote(st.line, st.last)
	if !ok || !Holds(quote, st.text) {
		return nil, nil
	}
	return &Citation{
		Base: h.Base, Scope: h.Scope, Path: h.Path, Line: st.line, EndLine: st.last, Commit: src.commit, HeadingPath: h.HeadingPath,
		Title: h.Title, Quote: quote, Standing: h.Standing,
		Warnings: []string{}, Conflicts: []Contradiction{},
	}, nil
}

// source reads a file; a file that is gone has no lines.
func (c *checker) source(ctx context.Context, path, blob string) (source, error) {
	if src, ok := c.texts[path]; ok {
		return src, nil
	}
	src := source{}
	text, commit, err := c.read(ctx, path, blob)
	if ctx.Err() != nil {
		return src, ctx.Err()
	}
	if err == nil {
		src = source{strings.Split(string(text), "\n"), commit}
	}
	c.texts[path] = src
	return src, nil
}

// read gives the bytes of a file that has the blob, with the commit that has it.
func (c *checker) read(ctx context.Context, path, blob string) (text []byte, commit string, err error) {
	v, path := c.v.Of(path)
	if v.Searcher.Commit() == "" { // nothing was committed when it was indexed
		t, err := v.TextOf(ctx, desk.Ref{Path: path})
		return t.Source, "", err
	}
	o, err := c.objects(ctx, v)
	if err != nil {
		return nil, "", err
	}
	i, ok := slices.BinarySearchFunc(o.tree.Files, path, func(f git.File, path string) int { return strings.Compare(f.Path, path) })
	if ok && o.tree.Files[i].Blob == blob {
		text, err = o.blobs.Read(o.tree.Files[i])
		return text, o.tree.Commit, err
	}
	t, err := v.TextOf(ctx, desk.Ref{Path: path})
	return t.Source, "", err
}

// quote gives lines, from 1 and both inclusive.
func (s *source) quote(from, to int) (string, bool) {
	if from < 1 || to < from || to > len(s.lines) {
		return "", false
	}
	return strings.TrimRight(strings.Join(s.lines[from-1:to], "\n"), "\r\n"), true
}

// Holds reports whether lines hold the words of a text, one after the other as they stand in it.
func Holds(lines, text string) bool {
	have, want := plainWords(lines), plainWords(text)
	if len(want) == 0 {
		return false
	}
	for at := 0; at+len(want) <= len(have); at++ {
		if slices.Equal(have[at:at+len(want)], want) {
			return true
		}
	}
	return false
}

// plainWords are the words of a text in lower case, without marks.
func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
