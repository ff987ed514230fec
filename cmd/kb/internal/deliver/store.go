package deliver

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/markdown"
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
	complete bool  // all notes were read
	ask      int64 // ns since 1970: when git is to be asked again what is not in its index; 0 where it has said
}

// folder is one that holds notes, by the time at which a name in it last changed.
type folder struct {
	path string
	at   int64 // ns since 1970; 0: too young to be relied on
}

// Open returns what is known of the notes of the work tree. Where they have changed, one call at a time
// reads those that are new, for as long as budget says, once git has told which; the next goes on with
// what is left. All others use what is there, and wait for nothing. With thorough the files of all known
// notes are asked for as well, whatever their folders say.
func Open(ctx context.Context, repo *kb.Repo, now time.Time, budget time.Duration, thorough bool) (*Index, error) {
	x := known(repo, now)
	if !x.Behind && !thorough {
		return x, nil
	}
	release, ok, err := store.Try(place(repo, "files") + ".lock")
	if err != nil || !ok {
		x.Behind = true
		return x, err
	}
	defer release()
	if x = known(repo, now); !x.Behind && !thorough { // who had the lock has read it
		return x, nil
	}
	next, err := refresh(ctx, repo, x, now, budget, thorough)
	if err != nil { // what is known is better than nothing
		x.Behind = true
		return x, ctx.Err()
	}
	return next, nil
}

// known is what was kept; nothing where that is damaged or not there.
func known(repo *kb.Repo, now time.Time) *Index {
	x, err := load(place(repo, "files"))
	if err != nil {
		return &Index{Behind: true}
	}
	x.Behind = !x.state.complete || x.state.ask != 0 && now.UnixNano() > x.state.ask || !x.fresh(repo)
	return x
}

// fresh tells that no note came, went or was committed since the notes were listed.
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
func refresh(ctx context.Context, repo *kb.Repo, old *Index, now time.Time, budget time.Duration, thorough bool) (*Index, error) {
	root, err := os.OpenRoot(repo.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	known := make(map[string]*entry, old.kept.len())
	for i := range old.kept.len() {
		e := old.entry(i)
		known[e.name.Path+"\x00"+e.blob] = e
	}
	r := reading{root: root, kept: notes.Open(notes.Folder(filepath.Join(repo.StateDir(), "index"))), known: known}
	r.readRest(old.rest)
	x := &Index{state: old.state}
	if goOn := !thorough && !old.state.complete && old.fresh(repo); goOn {
		r.goOn()
	} else {
		files, err := x.list(ctx, repo, now)
		if err != nil {
			return nil, err
		}
		if r.begin(files); len(r.unknown) > manyNotes {
			_ = x.save(repo, &r) // the call may be ended while it reads
		}
	}
	r.until = time.Now().Add(budget)
	if end, ok := ctx.Deadline(); ok {
		r.until = earlier(r.until, time.Now().Add(time.Until(end)/2))
	}
	r.read(ctx)
	return x, x.save(repo, &r)
}

// manyNotes is how many notes take long enough to read that what git said is kept before.
const manyNotes = 200

// earlier is min for times.
func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// askAgain is after what time git is asked again that did not answer in time.
const askAgain = time.Minute

// list says which notes there are, and notes in the state by what they are known again. Where git takes
// more than half of the time to say what is not in its index, the work tree counts as what is: notes
// that are there alone are found later. What is read then has names of its own, since nobody has
// compared it with the index.
func (x *Index) list(ctx context.Context, repo *kb.Repo, now time.Time) ([]git.File, error) {
	sum, err := sumOf(repo)
	if err != nil {
		return nil, err
	}
	x.state = state{sum: sum}
	asked, cancel := ctx, context.CancelFunc(func() {})
	if end, ok := ctx.Deadline(); ok {
		asked, cancel = context.WithTimeout(ctx, time.Until(end)/2)
	}
	defer cancel()
	scan, err := repo.Scan(asked)
	if err != nil && asked.Err() != nil && ctx.Err() == nil {
		scan, err, x.state.ask = &kb.Scan{}, nil, now.Add(askAgain).UnixNano()
	}
	if err != nil {
		return nil, err
	}
	tree, err := repo.WorkTree(ctx, scan, nil)
	if err != nil {
		return nil, err
	}
	if x.state.ask != 0 {
		for i := range tree.Files {
			tree.Files[i].Blob = "?" + tree.Files[i].Blob
		}
	}
	x.state.folders = foldersOf(repo.Root, tree.Files, now)
	return tree.Files, nil
}

// save keeps what is known now.
func (x *Index) save(repo *kb.Repo, r *reading) error {
	slices.SortFunc(r.entries, func(a, b entry) int { return strings.Compare(a.name.Path, b.name.Path) })
	settle(r.entries)
	x.state.complete = len(r.unknown) == 0
	x.Behind = !x.state.complete
	x.fill(r.entries)
	x.rest = r.rest()
	os.Remove(place(repo, "others")) // in which earlier versions kept the rest
	return save(place(repo, "files"), x)
}

// reading is what is known while the notes are read.
type reading struct {
	root    *os.Root
	kept    *notes.Store
	known   map[string]*entry // by path and blob
	until   time.Time         // when no more notes are begun
	entries []entry           // those that matter, in no order before save
	others  []uint64          // names of path and blob of those that never matter
	unknown []git.File        // that are to be read
}

// begin sorts the notes that there are into what is known and what is not.
func (r *reading) begin(files []git.File) {
	others := make(map[uint64]bool, len(r.others))
	for _, n := range r.others {
		others[n] = true
	}
	r.others, r.unknown = nil, nil
	for _, f := range files {
		key := keyOf(f)
		if e, ok := r.known[key]; ok {
			r.entries = append(r.entries, *e)
		} else if n := short(key); others[n] {
			r.others = append(r.others, n)
		} else {
			r.unknown = append(r.unknown, f)
		}
	}
}

// goOn takes up what the last call that read has left.
func (r *reading) goOn() {
	for _, e := range r.known {
		r.entries = append(r.entries, *e)
	}
}

// read reads what is unknown until the time is up.
func (r *reading) read(ctx context.Context) {
	const together = 8 // so many that the clock need not be asked for each
	type one struct {
		entry   entry
		matters bool
		err     error
	}
	found := make([]one, len(r.unknown))
	var next atomic.Int64
	var group workers.Group
	for range min(runtime.GOMAXPROCS(0), maxReaders) {
		group.Go(func() {
			in := beside{root: r.root, kept: r.kept}
			defer in.close()
			for ctx.Err() == nil && time.Now().Before(r.until) {
				from := int(next.Add(together)) - together
				if from >= len(found) {
					return
				}
				for i := from; i < min(from+together, len(found)); i++ {
					found[i].entry, found[i].matters, found[i].err = in.note(r.unknown[i])
				}
			}
		})
	}
	group.Wait()
	done := min(int(next.Load()), len(found))
	for i, o := range found[:done] {
		switch {
		case o.err != nil: // nothing is known of it: it is read when the notes are listed again
		case o.matters:
			r.entries = append(r.entries, o.entry)
		default:
			r.others = append(r.others, short(keyOf(r.unknown[i])))
		}
	}
	r.unknown = r.unknown[done:]
}

// maxReaders is how many notes are read at once: an agent's own work goes on beside.
const maxReaders = 4

// beside is the folder in which a note was read last: most lie beside the one before, and to walk there
// from the root takes longer than to read one.
type beside struct {
	root *os.Root
	kept *notes.Store
	dir  string
	at   *os.Root // nil before the first
}

// close lets go of the folder that was read last; before the first note there is none.
func (b *beside) close() {
	if b.at != nil {
		b.at.Close()
	}
}

// enter goes to a folder, which is no link.
func (b *beside) enter(dir string) error {
	if b.at != nil && dir == b.dir {
		return nil
	}
	info, err := git.Lstat(b.root, path.Clean(dir))
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return git.ErrNotRegular
	}
	at, err := b.root.OpenRoot(filepath.FromSlash(path.Clean(dir)))
	if err != nil {
		return err
	}
	b.close()
	b.dir, b.at = dir, at
	return nil
}

// note reads one note, of what is kept where it is there, and reports whether it can ever matter. An error
// says nothing of that: the note may be away in the middle of a checkout, with the same text once it is back.
func (b *beside) note(f git.File) (e entry, matters bool, err error) {
	if note, r := b.kept.Note(f.Path, f.Blob, false); r != nil {
		e, matters = newEntry(f, &note, func() ([]markdown.CodeSpan, []string) { return r.Code(), r.Errors() })
		if !matters || e.kind == "" || r.Err() == nil {
			return e, matters, nil
		}
	}
	dir, name := path.Split(f.Path)
	if err := b.enter(dir); err != nil {
		return entry{}, false, err
	}
	source, err := git.ReadRegular(b.at, name, maxNote)
	switch {
	case errors.Is(err, git.ErrTooLarge):
		return entry{}, false, nil
	case err != nil || !mayMatter(source):
		return entry{}, false, err
	}
	note, doc, source := parse(f.Path, source)
	e, matters = newEntry(f, &note, func() ([]markdown.CodeSpan, []string) { return doc.Code, notes.Errors(&note, doc, source) })
	return e, matters, nil
}

// keyOf names a note as it stands.
func keyOf(f git.File) string { return f.Path + "\x00" + f.Blob }

// short is 64 bits of the SHA-256 of a key: they tell notes apart in eight bytes each, and spread
// paths over the lists of a table.
func short(key string) uint64 {
	sum := sha256.Sum256([]byte(key))
	return binary.LittleEndian.Uint64(sum[:])
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

// ownFolder is 1 for the root, .memory and the folders below that, which are watched first; else 0.
func ownFolder(dir string) int {
	if dir == "." || dir == ".memory" || len(dir) > 8 && dir[:8] == ".memory/" {
		return 1
	}
	return 0
}
