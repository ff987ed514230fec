package git

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// errNoMerge tells that nothing here can merge: git is older than 2.38, or there is none.
var errNoMerge = errors.New("needs git 2.38 or later")

// MergeResult is what a merge would make.
type MergeResult struct {
	Entries   []Entry
	Conflicts map[string]bool   // paths that a person would have to merge
	Unmerged  []string          // paths that both sides changed, sorted, where nothing here can merge contents: Entries has ours
	Fresh     map[string]string // bytes by id, of files that no commit has
}

// MergeTree tells what merging theirs into ours would make, of which base is the merge base (all ids).
// Nothing is written to the repository, and no command runs that a configuration names: files are
// merged as git does by itself, by the .gitattributes of ours, and by join, which may be nil.
func (r *Repo) MergeTree(ctx context.Context, base, ours, theirs string, join *Join) (*MergeResult, error) {
	result, err := r.git.merge(ctx, base, ours, theirs, join)
	if errors.Is(err, errNoMerge) {
		result, err = r.mergeFiles(ctx, base, ours, theirs)
	}
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	return result, nil
}

// mergeFiles merges whole files: what one side alone changed is as that side has it.
func (r *Repo) mergeFiles(ctx context.Context, base, ours, theirs string) (*MergeResult, error) {
	var sides [3]map[string]Entry
	for i, commit := range []string{base, ours, theirs} {
		entries, err := r.git.tree(ctx, commit, r.interest.Listed)
		if err != nil {
			return nil, err
		}
		sides[i] = make(map[string]Entry, len(entries))
		for _, e := range entries {
			sides[i][e.Path] = e
		}
	}
	result := &MergeResult{}
	paths := map[string]struct{}{}
	for _, side := range sides {
		for path := range side {
			paths[path] = struct{}{}
		}
	}
	for path := range paths {
		was, our, their := sides[0][path], sides[1][path], sides[2][path]
		take := our
		switch {
		case our.ID == their.ID, their.ID == was.ID:
		case our.ID == was.ID:
			take = their
		default:
			result.Unmerged = append(result.Unmerged, path)
		}
		if take.ID != "" {
			result.Entries = append(result.Entries, take)
		}
	}
	slices.Sort(result.Unmerged)
	return result, nil
}

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
