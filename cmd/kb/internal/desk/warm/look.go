package warm

import (
	"encoding/binary"
	"hash/maphash"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
)

const (
	// maxWatched is how many files and folders a look asks for; what is beyond is seen by the scans
	// that follow in the background.
	maxWatched = 12_000
	// maxFolders is how many folders it asks for that have to do with no note yet: a look takes a
	// microsecond for each.
	maxFolders = 2_000
)

// watchList is what a look at a repository asks for: the files that git keeps its state in, the
// notes, and the folders in which one can come or go.
type watchList struct {
	repo    *kb.Repo
	seed    maphash.Seed
	paths   []string // absolute
	folders []string // those of them that are folders
}

// newWatchList lists the notes at paths, and their folders up to the root with the folders right
// below those. Then come other folders that git knows.
func newWatchList(repo *kb.Repo, seed maphash.Seed, notes []string) *watchList {
	w := &watchList{repo: repo, seed: seed}
	if repo.Root == "" {
		return w
	}
	for _, p := range []string{".kbignore", ".memory/kb.yaml"} {
		w.add(p)
	}
	folders, listed := map[string]bool{".": true}, map[string]bool{}
	w.addFolder(".", listed) // even where there is no note yet
	for _, p := range notes {
		for d := path.Dir(p); !folders[d]; d = path.Dir(d) {
			folders[d] = true
			w.addFolder(d, listed)
		}
	}
	for _, p := range notes {
		w.add(p)
	}
	others, _ := repo.Folders(maxFolders + len(listed)) // a damaged index of git is told by the update
	others = slices.DeleteFunc(others, func(d string) bool { return listed[d] })
	for _, d := range others[:min(len(others), maxFolders)] {
		w.watch(d)
	}
	return w
}

// addFolder adds a folder, and those in it.
func (w *watchList) addFolder(d string, listed map[string]bool) {
	add := func(d string) {
		if !listed[d] {
			listed[d] = true
			w.watch(d)
		}
	}
	add(d)
	entries, err := os.ReadDir(filepath.Join(w.repo.Root, filepath.FromSlash(d)))
	if err != nil {
		return
	}
	for _, e := range entries {
		if sub := path.Join(d, e.Name()); e.IsDir() && e.Name() != ".git" {
			add(sub)
		}
	}
}

// add watches a path, as long as there are not too many.
func (w *watchList) add(p string) {
	if len(w.paths) < maxWatched {
		w.paths = append(w.paths, w.absolute(p))
	}
}

// watch adds a folder.
func (w *watchList) watch(d string) {
	w.add(d)
	if len(w.folders) < maxWatched {
		w.folders = append(w.folders, w.absolute(d))
	}
}

// absolute is the name in the file system of a path of the repository.
func (w *watchList) absolute(p string) string {
	return filepath.Join(w.repo.Root, filepath.FromSlash(p))
}

// stateFolders lists the folders that git keeps the files of a look in.
func (w *watchList) stateFolders() []string {
	out := []string{
		w.repo.GitDir,
		w.repo.CommonDir,
		filepath.Join(w.repo.CommonDir, "info"),
		filepath.Join(w.repo.GitDir, "info"),
		filepath.Join(w.repo.CommonDir, "reftable"),
		filepath.Join(w.repo.GitDir, "reftable"),
	}
	for d := path.Dir(refOf(w.head())); d != "." && d != "/"; d = path.Dir(d) {
		out = append(out, filepath.Join(w.repo.CommonDir, filepath.FromSlash(d)))
	}
	return out
}

// head is what HEAD says, "" where it cannot be read.
func (w *watchList) head() string {
	head, _ := os.ReadFile(filepath.Join(w.repo.GitDir, "HEAD"))
	return string(head)
}

// refOf names the branch that HEAD stands for, "" for a commit.
func refOf(head string) string {
	ref, ok := strings.CutPrefix(strings.TrimSpace(head), "ref: ")
	if !ok || !filepath.IsLocal(ref) {
		return ""
	}
	return ref
}

// look returns a number that changes when a commit, a checkout or an edit changes what is listed. It
// starts no process.
func (w *watchList) look() uint64 {
	var h maphash.Hash
	h.SetSeed(w.seed)
	head := w.head()
	h.WriteString(head)
	if ref := refOf(head); ref != "" {
		sum(&h, filepath.Join(w.repo.CommonDir, filepath.FromSlash(ref)))
	}
	for _, name := range []string{"index", "packed-refs", "reftable/tables.list", "info/exclude"} {
		sum(&h, filepath.Join(w.repo.GitDir, name))
		sum(&h, filepath.Join(w.repo.CommonDir, name))
	}
	for _, p := range w.paths {
		sum(&h, p)
	}
	return h.Sum64()
}

// sum adds what the file system says of a file without opening it.
func sum(h *maphash.Hash, name string) {
	var b [20]byte
	if info, err := os.Lstat(name); err == nil {
		binary.LittleEndian.PutUint64(b[0:], uint64(info.Size()))
		binary.LittleEndian.PutUint64(b[8:], uint64(info.ModTime().UnixNano()))
		binary.LittleEndian.PutUint32(b[16:], uint32(info.Mode())|1)
		if info.IsDir() { // its size depends on the file system's mood
			clear(b[:8])
		}
	}
	h.Write(b[:])
}
