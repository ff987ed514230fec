package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/kb/git"
)

// maxLines is where the cursor of a note can stand at most: every line takes a byte.
const maxLines = git.MaxFile

// find returns the note that a name means, which may be the URI of a resource.
func find(ctx context.Context, st *warm.View, name string) (desk.Ref, error) {
	return st.Find(ctx, "", fromURI(st.Keeper, strings.TrimSpace(name)))
}

// locate gives the repository that a note is in: the one that root names, else the only one that
// has such a note.
func (s *Server) locate(ctx context.Context, c *call, root, name string) (*warm.Keeper, string, error) {
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
	for _, b := range bases {
		if rest, ok := strings.CutPrefix(name, b.Name+":"); ok {
			return b, rest, nil
		}
	}
	var found []*warm.Keeper
	var missing error
	for _, b := range bases {
		err := c.with(ctx, b, func(ctx context.Context, st *warm.View) error {
			_, err := find(ctx, st, name)
			return err
		})
		switch {
		case err == nil:
			found = append(found, b)
		case !errors.Is(err, desk.ErrUnknown):
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
	return nil, "", render.Hint(fmt.Errorf("%q is in %d repositories", render.Clip(name, 100), len(found)),
		"pass root, one of: "+render.List(names))
}

// eachAt is each at a moment: at names a commit or a day, "" for now.
func (c *call) eachAt(ctx context.Context, root, at string, f func(ctx context.Context, st *warm.View, day time.Time) error) error {
	bases, err := c.server.named(root)
	if err != nil {
		return err
	}
	for _, b := range bases {
		m, err := b.Moment(ctx, at)
		if err != nil {
			return err
		}
		if m.Commit == "" {
			err = c.with(ctx, b, func(ctx context.Context, st *warm.View) error { return f(ctx, st, m.Day) })
		} else {
			err = c.withPast(ctx, b, m, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withPast calls f with the state of a past commit, which is indexed first where it is not yet: a
// client that asked for progress hears of that. The answer says as of when it is.
func (c *call) withPast(
	ctx context.Context, b *warm.Keeper, m desk.Moment, f func(ctx context.Context, st *warm.View, day time.Time) error,
) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var st *warm.View
	defer func() { st.Release() }()
	err := c.slot.Aside(ctx, func() (err error) {
		defer c.working(ctx, fmt.Sprintf("reading the tree of %.10s", m.Commit))()
		st, err = b.Past(ctx, m)
		return err
	})
	if err != nil {
		return err
	}
	c.note(
		fmt.Sprintf("%sas of commit %.10s, %s: what has changed since is not told", b.Prefix(), m.Commit,
			m.Day.UTC().Format(time.DateOnly)),
	)
	return inTime(ctx, f(ctx, st, m.Day))
}

// readHistory waits, without holding up others, until the history of a repository is read as far as
// a commit or day, "" for HEAD.
func (c *call) readHistory(ctx context.Context, b *warm.Keeper, at string) (past *desk.Past, err error) {
	m, err := b.Moment(ctx, at)
	if err != nil {
		return nil, err
	}
	err = c.slot.Aside(ctx, func() error {
		past, err = b.HistoryAt(ctx, m.Commit)
		return err
	})
	return past, err
}

// textOf reads the note that a name, or the URI of a resource, means; at is a commit or day, "" for now.
func textOf(ctx context.Context, st *warm.View, name, at string) (desk.Text, error) {
	if at != "" {
		return st.TextAt(ctx, fromURI(st.Keeper, name), at)
	}
	return st.Text(ctx, fromURI(st.Keeper, strings.TrimSpace(name)))
}
