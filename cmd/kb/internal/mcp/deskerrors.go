package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/tally"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
)

// advise words an error of the desk for a client and adds what to do about it; any other error
// stays as it is.
func advise(err error) error {
	if err = adviseName(err); errors.As(err, new(render.Failure)) {
		return err
	}
	var before *desk.BeforeError
	var building *warm.BuildingError
	var none *warm.NoIndexError
	switch {
	case errors.Is(err, desk.ErrNoCommit):
		return render.Hint(desk.ErrNoCommit, "leave at out")
	case errors.As(err, &before):
		return render.Hint(fmt.Errorf("there is no commit on or before %s", render.Clip(before.Day, 40)),
			"name a later day, or leave at out")
	case errors.Is(err, desk.ErrNoCommits):
		return render.Hint(err, "commit something first: git commit")
	case errors.As(err, new(*tally.PatternError)):
		return render.Hint(err, "it is RE2: \\b, \\d, (?i) for either case, no look-around")
	case errors.Is(err, tally.ErrSlow):
		return render.Hint(err, "narrow it by query, path or kind")
	case errors.Is(err, history.ErrBusy):
		return render.Hint(err, "ask again in a few seconds")
	case errors.As(err, &building):
		return render.Hint(err, "ask again in half a minute")
	case errors.As(err, &none):
		return render.Hint(err, "run this in the repository to see more: kb index")
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
	var beyond *desk.BeyondError
	var lines *desk.LinesError
	switch {
	case errors.Is(err, desk.ErrNoName):
		return render.Hint(err, "pass a path, title or id, as search gives them")
	case errors.As(err, &ambiguous):
		return render.Hint(fmt.Errorf("%q may be any of %d notes", render.Clip(ambiguous.Name, 100), len(ambiguous.Candidates)),
			"name one by its path: "+render.List(ambiguous.Candidates))
	case errors.As(err, &unread):
		return render.Hint(unreadError(unread), "a person can look into the file itself")
	case errors.As(err, &unknown):
		err = fmt.Errorf("%w: %q", desk.ErrUnknown, render.Clip(unknown.Name, 200))
		if len(unknown.Near) > 0 {
			return render.Hint(err, "did you mean: "+render.List(unknown.Near))
		}
		return render.Hint(err, "find it by what it says with the tool search")
	case errors.As(err, &gone):
		return render.Hint(fmt.Errorf("%s is gone", render.ShownPath(gone.Path)), "find what took its place with the tool search")
	case errors.As(err, &absent):
		return render.Hint(fmt.Errorf("there is no %s at %s", render.ShownPath(absent.Path), render.Clip(absent.At, 80)),
			"the tool history tells the paths that a note had")
	case errors.As(err, &beyond):
		return render.Hint(beyond, "leave start_line and cursor out")
	case errors.As(err, &lines):
		return render.Hint(fmt.Errorf("%s has lines 1 to %d, not %s", render.ShownPath(lines.Path), lines.Has, lines.Lines),
			"name others, or a section as #heading")
	case errors.As(err, &section):
		return render.Hint(fmt.Errorf("%s has no section %q", render.ShownPath(section.Path), render.Clip(section.Heading, 100)),
			"its sections are: "+render.List(section.Anchors))
	}
	return err
}

// Nowhere words the error about a folder that lies in no repository for the Options of a server
// that a client has started there.
func Nowhere(err error) error {
	return render.Hint(errors.New(render.CleanLine(err.Error())),
		"start this client in a git repository, or name one in its configuration: kb mcp --root DIR")
}

// unreadError words the error anew, as its path may be anything: it is quoted where it could be
// taken for something else. desk.ErrUnknown stays wrapped.
func unreadError(u *desk.UnreadError) error {
	return fmt.Errorf("%w: %s is not read: %s", desk.ErrUnknown, render.ShownPath(u.Path), u.Reason)
}

// explain is what a client is told of an error: what happened and, in another line, what to do.
func explain(err error) string {
	err = advise(err)
	text := render.CleanLine(err.Error())
	var f render.Failure
	var value *index.ValueError
	switch {
	case errors.As(err, &value):
		return text + "\n" + report.Clean(value.Advice())
	case errors.As(err, &f):
		return text + "\n" + report.Clean(f.Advice)
	case errors.Is(err, context.DeadlineExceeded):
		return "the call took too long\nask for less: a lower limit, or a filter such as path or kind"
	case errors.Is(err, index.ErrQuery):
		return text + "\nchange the arguments as the message says"
	case errors.Is(err, index.ErrNoNote):
		return text + "\nfind notes with the tool search"
	case errors.Is(err, git.ErrUnknownRev):
		return text + "\nname a commit, branch or tag that this clone has, or a date such as 2026-05-04"
	}
	return text
}
