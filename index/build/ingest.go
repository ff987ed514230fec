package build

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
)

// ingest reads and parses the files, and keeps what was read of them. What is keyed by content is harmless
// until a view names it: of a run that is ended by ctx what was read stays. With full it takes the place of what is
// kept. Files that cannot be indexed are returned.
func ingest(ctx context.Context, x *store.Folder, db store.Records, files []git.File, full bool, report *Report) (
	skipped []kb.Skip, err error,
) {
	if len(files) == 0 {
		return nil, nil
	}
	add := db.Notes.Add
	if full {
		add = db.Notes.Renew
	}
	var failed error
	err = add(func(yield func(*notes.Packed, error) bool) {
		done := 0
		for o, err := range notes.ReadAll(ctx, x.Repo, files, true) {
			if err != nil {
				if failed = err; ctx.Err() == nil {
					yield(nil, err)
				}
				return
			}
			done++
			x.Options.Progress("reading", done, len(files))
			if o.Skip != "" {
				skipped = append(skipped, kb.Skip{Path: o.File.Path, Reason: o.Skip})
				continue
			}
			report.Parsed++
			report.addProblems(o.File.Path, o.Problems)
			if !yield(o.Packed, nil) {
				return
			}
		}
	})
	return skipped, errors.Join(failed, err)
}
