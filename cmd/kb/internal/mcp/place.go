package mcp

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// place is a note, or a section of one, that a client named.
type place struct {
	path     string
	heading  string
	encoding string // of the file, where its text was read and it is not UTF-8
}

// splitHeading takes the heading off a name, without looking whether there is such a note.
func splitHeading(name string) place {
	p, heading, _ := strings.Cut(name, "#")
	return place{path: path.Clean(p), heading: heading}
}

// find gives the note that a name means: path, stem, title, alias, id, or the URI of a resource,
// with a heading after '#'.
func (st *state) find(ctx context.Context, name string) (place, error) {
	r, err := st.resolver(ctx)
	if err != nil {
		return place{}, err
	}
	name = st.base.fromURI(strings.TrimSpace(name))
	if name == "" {
		return place{}, hint(errors.New("no note is named"), "pass a path, title or id, as search gives them")
	}
	whole := r.Note("", name)
	if whole.Path != "" {
		return place{path: whole.Path}, nil
	}
	for at := strings.LastIndexByte(name, '#'); at > 0; at = strings.LastIndexByte(name[:at], '#') { // titles hold some too
		if found := r.Note("", name[:at]); found.Path != "" {
			return place{path: found.Path, heading: name[at+1:]}, nil
		}
	}
	if len(whole.Candidates) > 0 {
		return place{}, hint(
			fmt.Errorf("%q may be any of %d notes", clip(name, 100), len(whole.Candidates)),
			"name one by its path: "+list(whole.Candidates),
		)
	}
	return place{}, st.unknown(r, name)
}

// errUnknown is wrapped by the error about a name that no note has.
var errUnknown = errors.New("no such note")

func (st *state) unknown(r *kb.Resolver, name string) error {
	called, _, _ := strings.Cut(name, "#")
	if err := st.base.unread(r, called); err != nil {
		return err
	}
	err := fmt.Errorf("%w: %q", errUnknown, clip(name, 200))
	if near := r.Suggest(called, 5); len(near) > 0 {
		return hint(err, "did you mean: "+list(near))
	}
	return hint(err, "find it by what it says with the tool search")
}

// locate gives the repository that a note is in: the one that root names, else the only one that
// has such a note.
func (s *Server) locate(ctx context.Context, c *call, root, name string) (*base, string, error) {
	bases, err := s.named(root)
	if err != nil {
		return nil, "", err
	}
	if root == "" {
		if b, rest := s.ofURI(name); b != nil {
			return b, rest, nil
		}
	}
	if len(bases) == 1 {
		return bases[0], name, nil
	}
	var found []*base
	var missing error
	for _, b := range bases {
		err := c.with(ctx, b, func(ctx context.Context, st *state) error {
			_, err := st.find(ctx, name)
			return err
		})
		switch {
		case err == nil:
			found = append(found, b)
		case !errors.Is(err, errUnknown):
			return nil, "", err
		default:
			missing = err
		}
	}
	switch len(found) {
	case 0:
		return nil, "", missing
	case 1:
		return found[0], name, nil
	}
	var names []string
	for _, b := range found {
		names = append(names, b.Name)
	}
	return nil, "", hint(fmt.Errorf("%q is in %d repositories", clip(name, 100), len(found)), "pass root, one of: "+list(names))
}

// section gives the lines of the section that the place names, of the whole note where it names none.
func (p place) section(doc *markdown.Document, source []byte) (start, end int, heading string, err error) {
	if p.heading == "" {
		return 1, max(1, strings.Count(string(source), "\n")+1), "", nil
	}
	if id, ok := strings.CutPrefix(p.heading, "^"); ok {
		if span, ok := markdown.FindBlock(source, id); ok {
			return span.StartLine, span.EndLine, "", nil
		}
	}
	var anchors []string
	for i := range doc.Sections {
		s := &doc.Sections[i]
		if s.Level == 0 {
			continue
		}
		wanted := strings.TrimSpace(p.heading)
		for _, called := range []string{s.Anchor, s.Heading, strings.Join(s.Path, "/"), strings.Join(s.Path, " › ")} {
			if strings.EqualFold(called, wanted) {
				return s.Span.StartLine, s.Span.EndLine, strings.Join(s.Path, " › "), nil
			}
		}
		anchors = append(anchors, s.Anchor)
	}
	return 0, 0, "", hint(fmt.Errorf("%s has no section %q", shownPath(p.path), clip(p.heading, 100)), "its sections are: "+list(anchors))
}
