package git

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// Join merges the contents of files whose attribute merge names a driver of ours: no command is run for them.
type Join struct {
	Driver string // as .gitattributes names it

	// Merge makes one text of two changes; clean tells that no conflict is left in it.
	Merge func(base, ours, theirs []byte) (text []byte, clean bool)
}

// joining puts what a Join makes in the place of what git made of the same files.
type joining struct {
	ctx    context.Context
	git    *gitProgram
	repo   *mergeRepo
	join   *Join
	stages map[string]threeIDs
	result *MergeResult
}

// run joins the files that both sides changed, where this clone knows the driver: elsewhere git
// merges them by lines, as a merge would.
func (j *joining) run(base, ours, theirs string) error {
	if known, err := j.git.run(j.ctx, "config", "--get", "merge."+j.join.Driver+".driver"); err != nil || len(known) == 0 {
		return j.ctx.Err()
	}
	versions, err := j.versions(base, ours, theirs)
	if err != nil || len(versions) == 0 {
		return err
	}
	drivers, err := j.repo.attribute(j.ctx, "merge", slices.Sorted(maps.Keys(versions)))
	if err != nil {
		return err
	}
	objects, err := j.git.objects(j.ctx)
	if err != nil {
		return err
	}
	defer objects.Close()
	for i, e := range j.result.Entries {
		if ids, ok := versions[e.Path]; ok && drivers[e.Path] == j.join.Driver && e.Mode&ModeType == ModeRegular {
			if err := j.file(&j.result.Entries[i], ids, objects); err != nil {
				return err
			}
		}
	}
	return nil
}

// versions are those of the files that both sides changed. A file that one side renamed as well
// stands only among those in conflict.
func (j *joining) versions(base, ours, theirs string) (map[string]threeIDs, error) {
	both := map[string]threeIDs{}
	for n, commit := range []string{base, ours, theirs} {
		if commit == "" {
			continue
		}
		entries, err := j.git.tree(j.ctx, commit, j.git.interest.Listed)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Mode&ModeType == ModeRegular {
				ids := both[e.Path]
				ids[n] = e.ID
				both[e.Path] = ids
			}
		}
	}
	for path, ids := range both {
		if ids[1] == "" || ids[2] == "" || ids[1] == ids[2] || ids[0] == ids[1] || ids[0] == ids[2] {
			delete(both, path)
		}
	}
	for path, ids := range j.stages {
		if !slices.Contains(ids[:], "") && j.git.interest.Listed([]byte(path)) {
			both[path] = ids
		} else if ids != both[path] {
			delete(both, path)
		}
	}
	return both, nil
}

// file joins one file. What is missing or too large stays as git made it.
func (j *joining) file(e *Entry, ids threeIDs, objects objectReader) error {
	var texts [3][]byte
	for n, id := range ids {
		if id == "" {
			continue
		}
		data, err := objects.read(id)
		if ofOneObject(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", e.Path, err)
		}
		texts[n] = data
	}
	text, clean := j.join.Merge(texts[0], texts[1], texts[2])
	e.ID = j.git.format.blobID(text)
	j.result.Fresh[e.ID] = string(text)
	if clean {
		delete(j.result.Conflicts, e.Path)
	} else {
		j.result.Conflicts[e.Path] = true
	}
	return nil
}
