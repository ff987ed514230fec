package history

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/quiet"
	"github.com/9aea2451/kb/kb/history/walk"
	disk "github.com/9aea2451/kb/kb/store"
)

// Kept is what was told before of where the notes of a work tree come from, and when they were last
// touched: with it an answer about them needs no look into the database. It is a cache: a file that
// is missing, damaged or of another version is as good as an empty one.
type Kept struct {
	file string
	head string

	mu    sync.Mutex // guards what follows
	old   keptHeader
	body  []byte // of the file: lines of JSON, each of one note
	fresh []byte // likewise, told since
}

// mostKept bounds the lines that are kept.
const mostKept = 4000

// keptFormat opens the file. Change it with whatever changes what is kept of a note.
const keptFormat = disk.Format("kb provenance 7")

// maxKeptFile bounds what is read into memory, in bytes.
const maxKeptFile = 64 << 20

// keptHeader says what the lines of the file speak of.
type keptHeader struct {
	Head   string // the commit in whose history the notes were looked up
	Edges  git.HistoryEdges
	Short  int    // digits of a short commit id
	People string // what identifies the .mailmap, the commits that git blame is to ignore, and the objects where some are missing
}

// keptNote is what is known of one note.
type keptNote struct {
	Path   string      `json:"path"`             // first, as find relies upon
	Blob   string      `json:"blob"`             // in the tree of the commit
	Plain  bool        `json:"plain"`            // as in asked
	Names  []string    `json:"names"`            // likewise
	Source *Provenance `json:"source,omitempty"` // nil when no commit touched it
	unsure bool        // see Touch
}

// keptTouch is when a file was last touched.
type keptTouch struct {
	Path string `json:"touched"` // first, as find relies upon
	Blob string `json:"blob"`
	Touch
}

// Basis identifies what answers of a repository's past go by beside its commits: where the history is cut off or replaced,
// who counts as whom, and which commits do not count.
func Basis(repo *kb.Repo) string {
	edges, err := repo.HistoryEdges()
	return fmt.Sprint(edges, err, walk.ReadMailmap(repo).Sum, quiet.ReadIgnored(repo).Sum)
}

// LoadKept reads what was kept for the work tree of a repository. head is its commit.
func LoadKept(repo *kb.Repo, head string) *Kept {
	k := &Kept{head: head, file: filepath.Join(repo.StateDir(), "index", keptName(repo.GitDir))}
	r, err := keptFormat.Load(k.file, maxKeptFile)
	if err != nil {
		return k
	}
	header := keptHeader{r.String(), git.HistoryEdges{Shallow: r.String(), Replaced: r.Bool()}, r.Int(), r.String()}
	body := []byte(r.String())
	if r.End() != nil {
		return k
	}
	people, objects, missing := strings.Cut(header.People, missingMark)
	if edges, err := repo.HistoryEdges(); err == nil && edges == header.Edges &&
		people == walk.ReadMailmap(repo).Sum+quiet.ReadIgnored(repo).Sum && (!missing || objects == repo.ObjectsState()) {
		header.People = people
		k.old, k.body = header, body
	}
	return k
}

// keptName is the name of the file for the work tree of a git folder.
func keptName(gitDir string) string {
	sum := sha256.Sum256([]byte(gitDir))
	return "worktree-" + hex.EncodeToString(sum[:8]) + keptSuffix
}

const keptSuffix = ".provenance"

// missingMark stands before the state of the objects: with others, what was missing may be known.
const missingMark = "+"

// DropKept removes what was kept for work trees that are gone.
func DropKept(repo *kb.Repo) error {
	alive := map[string]bool{keptName(repo.GitDir): true}
	for _, dir := range repo.WorkTreeDirs() {
		alive[keptName(dir)] = true
	}
	dir := filepath.Join(repo.StateDir(), "index")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), keptSuffix) && !alive[e.Name()] {
			err = errors.Join(err, disk.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// Current tells that what is kept speaks of the work tree's commit.
func (k *Kept) Current() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.current()
}

// current is Current for who has the lock.
func (k *Kept) current() bool { return k.head == k.old.Head }

// Provenance tells where a note comes from, as History.Provenance does in the history of the work
// tree's commit; ok is false when that is not kept.
func (k *Kept) Provenance(path, blob string) (p *Provenance, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.provenance(path, blob)
}

// provenance is what was kept of a note, if anything was.
func (k *Kept) provenance(path, blob string) (p *Provenance, ok bool) {
	var n keptNote
	if !k.find("path", path, &n) || n.Path != path {
		return nil, false
	}
	return n.told(blob, k.old.Short), true
}

// find reads the newest line that begins with a field of this value, without reading the others.
func (k *Kept) find(field, value string, to any) bool {
	quoted, err := json.Marshal(value)
	if err != nil || !k.current() {
		return false
	}
	begin := slices.Concat([]byte(`{"`+field+`":`), quoted, []byte(","))
	for _, lines := range [][]byte{k.fresh, k.body} {
		at := 0
		if !bytes.HasPrefix(lines, begin) {
			if at = bytes.Index(lines, append([]byte("\n"), begin...)) + 1; at == 0 {
				continue
			}
		}
		line, _, _ := bytes.Cut(lines[at:], []byte("\n"))
		return json.Unmarshal(line, to) == nil
	}
	return false
}

// told is the answer for a note that holds a blob now.
func (n *keptNote) told(blob string, digits int) *Provenance {
	if n.Source == nil {
		return nil
	}
	p := *n.Source
	p.Short, p.Changed = p.Commit[:min(len(p.Commit), digits)], blob != "" && n.Blob != blob
	return &p
}

// Ask tells where a note comes from, and keeps it. The history must be recorded as far as the work
// tree's commit.
func (k *Kept) Ask(ctx context.Context, h *History, path, blob string) (*Provenance, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.renew(ctx, h); err != nil {
		return nil, err
	}
	if p, ok := k.provenance(path, blob); ok {
		return p, nil
	}
	n, err := h.keep(ctx, k.head, path)
	if err != nil || n.unsure { // what is missing may come
		return nil, err
	}
	return n.told(blob, k.old.Short), k.add(&n)
}

// Touches tells when files were last touched, as History.Touches does; ok is false when that is not
// kept of all of them.
func (k *Kept) Touches(files []git.File) (touches []Touch, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	touches = make([]Touch, len(files))
	for i, f := range files {
		var t keptTouch
		if !k.find("touched", f.Path, &t) || t.Path != f.Path || t.Blob != f.Blob {
			return nil, false
		}
		touches[i] = t.Touch
	}
	return touches, true
}

// AskTouches tells when files were last touched, and keeps it. The history must be recorded as far
// as the work tree's commit.
func (k *Kept) AskTouches(ctx context.Context, h *History, files []git.File) ([]Touch, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.renew(ctx, h); err != nil {
		return nil, err
	}
	touches, err := h.Touches(ctx, k.head, files)
	for i := range touches {
		if touches[i].Unsure {
			continue
		}
		err = errors.Join(err, k.add(&keptTouch{files[i].Path, files[i].Blob, touches[i]}))
	}
	return touches, err
}

// add keeps a line for the next answer; Save writes it.
func (k *Kept) add(line any) error {
	b, err := json.Marshal(line)
	if err == nil {
		k.fresh = append(append(k.fresh, b...), '\n')
	}
	return err
}

// renew makes what was kept speak of the work tree's commit: what may be otherwise since is dropped.
func (k *Kept) renew(ctx context.Context, h *History) error {
	if k.current() {
		return nil
	}
	edges, err := h.repo.HistoryEdges()
	if err != nil {
		return err
	}
	since := h.since(ctx, k.old.Head, k.head)
	var body []byte
	for line := range bytes.Lines(k.body) {
		var n struct {
			keptNote
			Touched string `json:"touched"`
		}
		if since == nil || k.old.People != h.people() || json.Unmarshal(line, &n) != nil {
			break
		}
		if n.Touched != "" {
			n.Names, n.Plain = []string{n.Touched}, true // what a path was once does not matter
		}
		if since.leaves(asked{n.Names, n.Plain}) {
			body = append(body, line...)
		}
	}
	k.old, k.body = keptHeader{Head: k.head, Edges: edges, Short: h.digits(), People: h.people()}, body
	return nil
}

// people identifies what tells who counts as whom, and who does not count.
func (h *History) people() string { return h.store.people.Sum + h.pass.ignored.Sum }

// Save writes what was told for the next time, if there is something new. Where something is unknown of the
// history, it holds until git has got more objects. A crash leaves the old file or the new one.
func (k *Kept) Save(ctx context.Context, h *History) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.fresh) == 0 || h.store.path == "" {
		return nil
	}
	l, err := h.Limits(ctx, k.head)
	if err != nil {
		return err
	}
	people := k.old.People
	if !l.whole() {
		objects, err := h.objects(ctx)
		if err != nil || objects == "" {
			return err
		}
		people += missingMark + objects
	}
	k.old.Short = h.digits()
	return keptFormat.Save(k.file, func(s *disk.Stream) error {
		s.String(k.old.Head)
		s.String(k.old.Edges.Shallow)
		s.Bool(k.old.Edges.Replaced)
		s.Int(k.old.Short)
		s.String(people)
		s.String(string(k.newest()))
		return nil
	})
}

// newest gives the newest line of each path, as many as are kept.
func (k *Kept) newest() []byte {
	var body []byte
	seen := map[string]bool{}
	for line := range bytes.Lines(append(k.fresh[:len(k.fresh):len(k.fresh)], k.body...)) {
		first, _, _ := bytes.Cut(line, []byte(`","`)) // a quote within a path is escaped
		if len(seen) < mostKept && !seen[string(first)] {
			seen[string(first)], body = true, append(body, line...)
		}
	}
	return body
}
