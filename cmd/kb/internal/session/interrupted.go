package session

import (
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/text/wording"
)

// lookForInterrupted undoes an edit that was killed before its end where the verb is one that
// edits, and says so, and lets others that edit wait for it; any other says only that there is one.
func lookForInterrupted(a *app.App, repo *kb.Repo) error {
	if !a.Edits {
		if files := repo.Interrupted(); len(files) > 0 {
			a.Remark(
				"an edit was interrupted, and some of its files may be changed and others not: %s. "+
					"The next command that edits notes undoes it (git diff shows it)",
				someNames(files),
			)
		}
		return nil
	}
	u, err := repo.HoldEdits()
	if err != nil || u == nil {
		return err
	}
	if len(u.Files) > 0 {
		a.Remark("an edit that was interrupted is undone: as before it are %s", someNames(u.Files))
	}
	if len(u.Kept) > 0 {
		a.Remark("changed since that edit, and left as it is: %s", someNames(u.Kept))
	}
	if len(u.Left) > 0 {
		a.Remark("temporary files of that edit that cannot be removed now: %s", someNames(u.Left))
	}
	return nil
}

// someNames lists files, the first of them by name.
func someNames(files []string) string {
	const most = 8
	var shown []string
	for _, f := range files[:min(most, len(files))] {
		shown = append(shown, report.CleanLine(f))
	}
	if more := len(files) - most; more > 0 {
		shown = append(shown, wording.Count(more, "other"))
	}
	return strings.Join(shown, ", ")
}
