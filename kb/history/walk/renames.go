package walk

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
)

// How similar two files must be to count as one that was renamed (git's defaults), and how far the
// search for them goes.
const (
	sameFile     = 50       // percent
	sameNamed    = 75       // percent, for the only two files of one base name
	maxPairs     = 40_000   // deleted × added files of a commit that are compared
	maxCompared  = 64 << 20 // bytes read for one commit
	maxKept      = 32 << 20 // bytes kept for the next commits: a merge often renames what its branch has renamed
	emptyBlob    = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	emptyBlob256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
)

// renames turns deletions and additions of one commit into renames and copies. It goes about it in
// three steps, each on what the one before left over:
//
//  1. A deleted and an added file of the same bytes. Of several the one with the same base name comes first.
//  2. A deleted and an added file that have a base name for themselves, and at least 75 % in common.
//  3. Of all pairs of a deleted and an added file with at least 50 % in common the most similar first, unless there are
//     more than 40,000 pairs.
//
// An added file that equals a file which the commit changed, or renamed elsewhere, is a copy of it.
// Empty files and files over 8 MiB are neither renamed nor copied unless their bytes are the same
// and there are some.
type renames struct {
	read      func(id string) ([]byte, error)
	missing   Missing
	deleted   []git.Touch
	added     []git.Touch
	changes   []Change             // found so far
	used      map[string]git.Touch // by blob: deleted or changed files
	files     map[string]*content  // by blob, of this commit; nil for those that cannot be read
	remaining int                  // bytes that may still be compared
	kept      map[string]*content  // by blob, of the commits before
	keptBytes int
}

// detect gives the changes of a commit, sorted by path.
func (r *renames) detect(touches []git.Touch) ([]Change, error) {
	r.deleted, r.added, r.changes = nil, nil, make([]Change, 0, len(touches))
	r.used, r.files, r.remaining = map[string]git.Touch{}, nil, maxCompared
	for _, t := range touches {
		switch t.Status {
		case 'D':
			r.deleted = append(r.deleted, t)
		case 'A':
			r.added = append(r.added, t)
		default:
			r.stay(t)
			if _, ok := r.used[t.OldBlob]; !ok {
				r.used[t.OldBlob] = t
			}
		}
	}
	r.exact()
	if err := r.similar(); err != nil {
		return nil, err
	}
	for _, t := range r.deleted {
		r.stay(t)
	}
	for _, t := range r.added {
		if from, ok := r.used[t.NewBlob]; ok && comparable(from, t) {
			r.pair(Copied, from, t)
		} else {
			r.stay(t)
		}
	}
	slices.SortFunc(r.changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return r.changes, nil
}

// stay records a touch as it is.
func (r *renames) stay(t git.Touch) {
	r.changes = append(r.changes,
		Change{Status: Status(t.Status), Path: t.Path, OldBlob: t.OldBlob, NewBlob: t.NewBlob, OldMode: t.OldMode, NewMode: t.NewMode})
}

// pair records a rename or a copy.
func (r *renames) pair(s Status, from, to git.Touch) {
	r.changes = append(r.changes, Change{
		Status:  s,
		Path:    to.Path,
		OldPath: from.Path,
		OldBlob: from.OldBlob,
		NewBlob: to.NewBlob,
		OldMode: from.OldMode,
		NewMode: to.NewMode,
	})
}

// comparable tells whether two files of the same bytes can be one: what is no regular file must
// stay what it was.
func comparable(from, to git.Touch) bool {
	return to.NewBlob != emptyBlob && to.NewBlob != emptyBlob256 &&
		(from.OldMode == to.NewMode || regular(from.OldMode) && regular(to.NewMode))
}

// regular tells a file, executable or not, from a link and a submodule by its mode of git.
func regular(mode uint32) bool { return mode&0o170000 == 0o100000 }

// exact finds step 1, and leaves the rest in deleted and added.
func (r *renames) exact() {
	if len(r.deleted) == 0 || len(r.added) == 0 {
		return
	}
	byBlob := map[string][]int{} // indexes of deleted files
	for i, d := range r.deleted {
		byBlob[d.OldBlob] = append(byBlob[d.OldBlob], i)
	}
	gone, come := make([]bool, len(r.deleted)), make([]bool, len(r.added))
	for _, sameName := range []bool{true, false} {
		for i, a := range r.added {
			if come[i] {
				continue
			}
			for _, j := range byBlob[a.NewBlob] {
				d := r.deleted[j]
				if gone[j] || !comparable(d, a) || sameName && path.Base(d.Path) != path.Base(a.Path) {
					continue
				}
				gone[j], come[i] = true, true
				r.pair(Renamed, d, a)
				r.used[d.OldBlob] = d
				break
			}
		}
	}
	r.drop(gone, come)
}

// drop takes what has been paired out of deleted and added.
func (r *renames) drop(gone, come []bool) {
	r.deleted, r.added = without(r.deleted, gone), without(r.added, come)
}

// without lists the files that are not paired yet.
func without(touches []git.Touch, paired []bool) []git.Touch {
	var out []git.Touch
	for i, t := range touches {
		if !paired[i] {
			out = append(out, t)
		}
	}
	return out
}

// similar finds steps 2 and 3.
func (r *renames) similar() error {
	if len(r.deleted) == 0 || len(r.added) == 0 {
		return nil
	}
	r.files = map[string]*content{}
	from, to := onlyNamed(r.deleted), onlyNamed(r.added)
	gone, come := make([]bool, len(r.deleted)), make([]bool, len(r.added))
	for i, a := range r.added {
		name := path.Base(a.Path)
		j, ok := from[name]
		if !ok || j < 0 || to[name] != i {
			continue
		}
		score, err := r.score(r.deleted[j], a)
		if err != nil {
			return err
		}
		if score >= sameNamed {
			gone[j], come[i] = true, true
			r.pair(Renamed, r.deleted[j], a)
		}
	}
	r.drop(gone, come)
	if len(r.deleted)*len(r.added) > maxPairs {
		return nil
	}
	return r.matrix()
}

// onlyNamed gives for each base name the index of the file that has it, -1 when there are several.
func onlyNamed(touches []git.Touch) map[string]int {
	out := map[string]int{}
	for i, t := range touches {
		name := path.Base(t.Path)
		if _, ok := out[name]; ok {
			out[name] = -1
		} else {
			out[name] = i
		}
	}
	return out
}

// candidate is a pair that may be a rename.
type candidate struct {
	from, to int // indexes of deleted and added
	score    int
	named    bool // the base names are the same
}

// matrix compares every deleted file with every added one, and takes the most similar pairs first.
func (r *renames) matrix() error {
	var found []candidate
	for i, a := range r.added {
		for j, d := range r.deleted {
			score, err := r.score(d, a)
			if err != nil {
				return err
			}
			if score >= sameFile {
				found = append(found, candidate{j, i, score, path.Base(d.Path) == path.Base(a.Path)})
			}
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		if a.named != b.named && a.score == b.score {
			if a.named {
				return -1
			}
			return 1
		}
		return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(a.to, b.to), cmp.Compare(a.from, b.from))
	})
	gone, come := make([]bool, len(r.deleted)), make([]bool, len(r.added))
	for _, c := range found {
		if !gone[c.from] && !come[c.to] {
			gone[c.from], come[c.to] = true, true
			r.pair(Renamed, r.deleted[c.from], r.added[c.to])
		}
	}
	r.drop(gone, come)
	return nil
}

// content is a file that is compared with others.
type content struct {
	size  int
	data  []byte       // until the fingerprint is made
	print *fingerprint // made when it is first needed
}

// fingerprint is computed when it is first needed, and takes the place of the bytes.
func (c *content) fingerprint() fingerprint {
	if c.print == nil {
		p := fingerprintOf(c.data)
		c.print, c.data = &p, nil
	}
	return *c.print
}

// score compares two files by their bytes; 0 when they cannot be compared, or are of too different lengths.
func (r *renames) score(from, to git.Touch) (int, error) {
	if !regular(from.OldMode) || !regular(to.NewMode) {
		return 0, nil
	}
	a, err := r.content(from.OldBlob)
	if a == nil || err != nil {
		return 0, err
	}
	b, err := r.content(to.NewBlob)
	if b == nil || err != nil {
		return 0, err
	}
	if shorter, longer := min(a.size, b.size), max(a.size, b.size); shorter*100 < longer*sameFile {
		return 0, nil
	}
	return similarity(a.fingerprint(), b.fingerprint()), nil
}

// content reads a blob once; nil for one that is not here, too large, or beyond what may be read
// for one commit.
func (r *renames) content(id string) (*content, error) {
	if c, ok := r.files[id]; ok {
		return c, nil
	}
	r.files[id] = nil
	if r.remaining <= 0 {
		return nil, nil
	}
	c := r.kept[id]
	if c == nil {
		data, err := r.read(id)
		switch {
		case errors.Is(err, git.ErrMissing):
			r.missing = Missing{r.missing.Blobs + 1, id}
			return nil, nil
		case errors.Is(err, git.ErrTooLarge):
			return nil, nil
		case err != nil:
			return nil, err
		}
		c = &content{data: data, size: len(data)}
		r.keep(id, c)
	}
	r.remaining -= c.size
	r.files[id] = c
	return c, nil
}

// keep holds a file for the next commits, and lets all others go when they have become too many.
func (r *renames) keep(id string, c *content) {
	if r.keptBytes += c.size; r.kept == nil || r.keptBytes > maxKept {
		r.kept, r.keptBytes = map[string]*content{}, c.size
	}
	r.kept[id] = c
}
