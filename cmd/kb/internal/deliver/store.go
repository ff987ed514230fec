package deliver

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
)

// The files and their formats. The second has the names of the notes that never matter, so that
// they are not read again; it is only read when something has changed.
const (
	indexFormat = store.Format("kb agents files 2")
	otherFormat = store.Format("kb agents others 2")
	maxIndex    = 64 << 20 // bytes
)

// place gives the file of a work tree: a clone may have several.
func place(repo *kb.Repo, name string) string {
	return agents.At(repo.StateDir()).Path(name + "-" + agents.Short(repo.Root) + ".idx")
}

// settled is how old the time of a folder must be for its next change to show in it.
const settled = 20 * time.Millisecond

// maxFolders is how many folders are looked at to see whether a note came or went.
const maxFolders = 400

// state is by what the work tree is known again.
type state struct {
	sum      string // of git's index, .kbignore and kb.yaml
	folders  []folder
	complete bool // all notes were read
}

// folder is one that holds notes, by the time at which a name in it last changed.
type folder struct {
	path string
	at   int64 // ns since 1970; 0: too young to be relied on
}

// Open returns what is known of the notes of the work tree. Where they have changed it reads those
// that are new, for as long as budget says, once git has told which: what is left is read by the next
// call. With thorough the files of all known notes are asked for as well, whatever their folders say.
func Open(ctx context.Context, repo *kb.Repo, now time.Time, budget time.Duration, thorough bool) (*Index, error) {
	x, err := load(place(repo, "files"))
	if err == nil && !thorough && x.state.complete && x.fresh(repo) {
		return x, nil
	}
	if err != nil {
		x = &Index{}
	}
	return refresh(ctx, repo, x, now, budget)
}

// fresh tells that no note came, went or was committed since the index was made.
func (x *Index) fresh(repo *kb.Repo) bool {
	if sum, err := sumOf(repo); err != nil || sum != x.state.sum {
		return false
	}
	for _, f := range x.state.folders {
		info, err := os.Lstat(filepath.Join(repo.Root, filepath.FromSlash(f.path)))
		if err != nil || f.at == 0 || info.ModTime().UnixNano() != f.at {
			return false
		}
	}
	return true
}

// sumOf identifies git's index and the files that say which files are notes.
func sumOf(repo *kb.Repo) (string, error) {
	sum, err := repo.IndexSum()
	if err != nil {
		return "", err
	}
	for _, name := range []string{".kbignore", ".memory/kb.yaml"} {
		if info, err := os.Lstat(filepath.Join(repo.Root, filepath.FromSlash(name))); err == nil {
			sum += " " + name + " " + info.ModTime().UTC().Format(time.RFC3339Nano)
		}
	}
	return sum, nil
}

// refresh reads what has changed, and keeps what it found.
func refresh(ctx context.Context, repo *kb.Repo, old *Index, now time.Time, budget time.Duration) (*Index, error) {
	sum, err := sumOf(repo)
	if err != nil {
		return nil, err
	}
	scan, err := repo.Scan(ctx)
	if err != nil {
		return nil, err
	}
	tree, err := repo.WorkTree(ctx, scan, nil)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(repo.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	r := reading{root: root, known: old.byFile(), others: loadOthers(place(repo, "others")), until: time.Now().Add(budget)}
	x := &Index{state: state{sum: sum}}
	x.state.complete, err = r.files(ctx, tree.Files, x)
	if err != nil {
		return nil, err
	}
	x.state.folders = foldersOf(repo.Root, tree.Files, now)
	x.settle()
	if err := errors.Join(save(place(repo, "files"), x), saveOthers(place(repo, "others"), r.kept)); err != nil && len(x.entries) == 0 {
		return nil, err // a folder that cannot be written is no reason to say nothing
	}
	return x, nil
}

// reading is what is known while the notes are read.
type reading struct {
	root   *os.Root
	known  map[string]*entry // by path and blob
	others map[uint64]bool   // names of path and blob that never matter
	kept   []uint64          // those of them that are still there
	until  time.Time
}

// files reads the notes that are not known; complete is false where the time was up.
func (r *reading) files(ctx context.Context, files []git.File, x *Index) (complete bool, err error) {
	complete = true
	for n, f := range files {
		key := f.Path + "\x00" + f.Blob
		if e, ok := r.known[key]; ok {
			x.entries = append(x.entries, *e)
			continue
		}
		other := short(key)
		if r.others[other] {
			r.kept = append(r.kept, other)
			continue
		}
		if !complete || n%16 == 0 && time.Now().After(r.until) {
			complete = false
			continue
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if e, ok := r.file(f); ok {
			x.entries = append(x.entries, e)
		} else {
			r.kept = append(r.kept, other)
		}
	}
	return complete, nil
}

// file reads one note.
func (r *reading) file(f git.File) (entry, bool) {
	source, err := git.ReadRegular(r.root, f.Path, maxNote)
	if err != nil || !mayMatter(source) {
		return entry{}, false
	}
	note, doc, source := parse(f.Path, source)
	return newEntry(f, &note, doc, source)
}

func short(key string) uint64 {
	sum := sha256.Sum256([]byte(key))
	return binary.LittleEndian.Uint64(sum[:])
}

func (x *Index) byFile() map[string]*entry {
	known := make(map[string]*entry, len(x.entries))
	for i := range x.entries {
		known[x.entries[i].name.Path+"\x00"+x.entries[i].blob] = &x.entries[i]
	}
	return known
}

// foldersOf are the folders that hold notes, and those above them: a name that comes or goes there
// changes their time. Of very many only the first are watched, in order of their paths.
func foldersOf(root string, files []git.File, now time.Time) []folder {
	seen := map[string]bool{".": true}
	for _, f := range files {
		for dir := path.Dir(f.Path); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	var out []folder
	for dir := range seen {
		out = append(out, folder{path: dir})
	}
	slices.SortFunc(out, func(a, b folder) int { return byDepth(a.path, b.path) })
	out = out[:min(len(out), maxFolders)]
	for i := range out {
		info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(out[i].path)))
		if err == nil && now.Sub(info.ModTime()) > settled {
			out[i].at = info.ModTime().UnixNano()
		}
	}
	return out
}

// byDepth puts kb's own folder first, then others by their paths.
func byDepth(a, b string) int {
	if own := ownFolder(b) - ownFolder(a); own != 0 {
		return own
	}
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func ownFolder(dir string) int {
	if dir == "." || dir == ".memory" || len(dir) > 8 && dir[:8] == ".memory/" {
		return 1
	}
	return 0
}

// save writes what is known of the notes.
func save(path string, x *Index) error {
	return indexFormat.Save(path, func(w *store.Stream) error {
		w.String(x.state.sum)
		w.Bool(x.state.complete)
		w.Int(len(x.state.folders))
		for _, f := range x.state.folders {
			w.String(f.path)
			w.Signed(f.at)
		}
		w.Int(len(x.entries))
		for i := range x.entries {
			x.entries[i].write(&w.Writer)
		}
		return nil
	})
}

func (e *entry) write(w *record.Writer) {
	for _, s := range []string{e.name.Path, e.name.ID, e.name.Title, e.blob, e.kind} {
		w.String(s)
	}
	w.Bool(e.pinned)
	for _, list := range [][]string{e.name.Aliases, e.files, e.named, e.errors, e.replaces, e.replaced} {
		w.Strings(list)
	}
	w.Int(len(e.by))
	for _, i := range e.by {
		w.Int(i)
	}
}

// load reads what save wrote.
func load(path string) (*Index, error) {
	r, err := indexFormat.Load(path, maxIndex)
	if err != nil {
		return nil, err
	}
	x := &Index{state: state{sum: r.String(), complete: r.Bool()}}
	x.state.folders = make([]folder, r.Count())
	for i := range x.state.folders {
		x.state.folders[i] = folder{r.String(), r.Signed()}
	}
	n := r.Count()
	x.entries = make([]entry, n)
	for i := range x.entries {
		x.entries[i].read(r, n)
	}
	return x, r.End()
}

func (e *entry) read(r *record.Reader, n int) {
	for _, s := range []*string{&e.name.Path, &e.name.ID, &e.name.Title, &e.blob, &e.kind} {
		*s = r.String()
	}
	e.pinned = r.Bool()
	for _, list := range []*[]string{&e.name.Aliases, &e.files, &e.named, &e.errors, &e.replaces, &e.replaced} {
		*list = r.Strings()
	}
	for range r.Count() {
		e.by = append(e.by, r.Below(n))
	}
}

// loadOthers reads the names of the notes that never matter; none where there is no such file.
func loadOthers(path string) map[uint64]bool {
	r, err := otherFormat.Load(path, maxIndex)
	if err != nil {
		return nil
	}
	others := map[uint64]bool{}
	for range r.Count() {
		others[r.Uint64()] = true
	}
	return others
}

func saveOthers(path string, others []uint64) error {
	return otherFormat.Save(path, func(w *store.Stream) error {
		w.Int(len(others))
		for _, o := range others {
			w.Uint64(o)
		}
		return nil
	})
}
