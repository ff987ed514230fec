package mcp

import (
	"errors"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/kb/history"
)

// advise words an error of the desk for a client and adds what to do about it; any other error
// stays as it is.
func advise(err error) error {
	if err = adviseName(err); errors.As(err, new(failure)) {
		return err
	}
	var before *desk.BeforeError
	var building *warm.BuildingError
	var none *warm.NoIndexError
	switch {
	case errors.As(err, &before):
		return hint(fmt.Errorf("there is no commit on or before %s", clip(before.Day, 40)), "name a later day, or leave at out")
	case errors.Is(err, desk.ErrNoCommit):
		return hint(err, "leave at out")
	case errors.Is(err, desk.ErrNoCommits):
		return hint(err, "commit something first: git commit")
	case errors.Is(err, history.ErrBusy):
		return hint(err, "ask again in a few seconds")
	case errors.As(err, &building):
		return hint(err, "ask again in half a minute")
	case errors.As(err, &none):
		return hint(err, "run this in the repository to see more: kb index")
	}
	return err
}

// adviseName is advise for the errors about a note that somebody named.
func adviseName(err error) error {
	var ambiguous *desk.AmbiguousError
	var unread *desk.UnreadError
	var unknown *desk.UnknownError
	var gone *desk.GoneError
	var absent *desk.AbsentError
	var section *desk.SectionError
	switch {
	case errors.Is(err, desk.ErrNoName):
		return hint(err, "pass a path, title or id, as search gives them")
	case errors.As(err, &ambiguous):
		return hint(
			fmt.Errorf("%q may be any of %d notes", clip(ambiguous.Name, 100), len(ambiguous.Candidates)),
			"name one by its path: "+list(ambiguous.Candidates),
		)
	case errors.As(err, &unread) && unread.To != "":
		return hint(unreadError(unread), "it stands for this note: "+cleanLine(unread.To))
	case errors.As(err, &unread):
		return hint(unreadError(unread), "a person can look into the file itself")
	case errors.As(err, &unknown):
		err = fmt.Errorf("%w: %q", desk.ErrUnknown, clip(unknown.Name, 200))
		if len(unknown.Near) > 0 {
			return hint(err, "did you mean: "+list(unknown.Near))
		}
		return hint(err, "find it by what it says with the tool search")
	case errors.As(err, &gone):
		return hint(fmt.Errorf("%s is gone", shownPath(gone.Path)), "find what took its place with the tool search")
	case errors.As(err, &absent):
		return hint(
			fmt.Errorf("there is no %s at %s", shownPath(absent.Path), clip(absent.At, 80)),
			"the tool history tells the paths that a note had",
		)
	case errors.As(err, &section):
		return hint(
			fmt.Errorf("%s has no section %q", shownPath(section.Path), clip(section.Heading, 100)),
			"its sections are: "+list(section.Anchors),
		)
	}
	return err
}

func unreadError(u *desk.UnreadError) error {
	return fmt.Errorf("%w: %s is not read: %s", desk.ErrUnknown, shownPath(u.Path), u.Reason)
}
