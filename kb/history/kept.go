package history

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb"
)

// Kept is what was told before of where the notes of a work tree come from: with it an answer about them needs no look into the
// database. It is a cache: a file that is missing, damaged or of another version is as good as an empty one. Not for concurrent use.
type Kept struct {
	file string
	head string
	old  keptHeader
	body []byte     // of the file: a line of JSON for each note
	new  []keptNote // told since
}

// mostKept bounds the notes that are kept.
const mostKept = 2000

// keptSchema is the version of the file.
const keptSchema = 1

// keptHeader is the first line of the file.
type keptHeader struct {
	Schema int             `json:"schema"`
	Head   string          `json:"head"` // the commit in whose history the notes were looked up
	Edges  kb.HistoryEdges `json:"edges"`
	Short  int             `json:"short"` // digits of a short commit id
	Sum    uint32          `json:"sum"`   // of the lines after it
}

// keptNote is what is known of one note.
type keptNote struct {
	Path   string      `json:"path"`             // first, as find relies upon
	Blob   string      `json:"blob"`             // in the tree of the commit
	Plain  bool        `json:"plain"`            // as in asked
	Names  []string    `json:"names"`            // likewise
	Source *Provenance `json:"source,omitempty"` // nil when no commit touched it
}

// LoadKept reads what was kept for the work tree of a repository. head is its commit.
func LoadKept(repo *kb.Repo, head string) *Kept {
	sum := sha256.Sum256([]byte(repo.GitDir))
	k := &Kept{head: head, file: filepath.Join(repo.StateDir(), "index", "worktree-"+hex.EncodeToString(sum[:8])+".provenance")}
	data, err := os.ReadFile(k.file)
	if err != nil {
		return k
	}
	first, body, _ := bytes.Cut(data, []byte("\n"))
	var header keptHeader
	if json.Unmarshal(first, &header) != nil || header.Schema != keptSchema || header.Sum != crc32.ChecksumIEEE(body) {
		return k
	}
	if edges, err := repo.HistoryEdges(); err == nil && edges == header.Edges {
		k.old, k.body = header, body
	}
	return k
}

// Current tells that what is kept speaks of the work tree's commit.
func (k *Kept) Current() bool { return k.head == k.old.Head }

// Provenance tells where a note comes from, as History.Provenance does in the history of the work tree's commit; ok is false when
// that is not kept.
func (k *Kept) Provenance(path, blob string) (p *Provenance, ok bool) {
	if !k.Current() {
		return nil, false
	}
	for i := range k.new {
		if k.new[i].Path == path {
			return k.new[i].told(blob, k.old.Short), true
		}
	}
	if line := k.find(path); line != nil {
		var n keptNote
		if json.Unmarshal(line, &n) == nil && n.Path == path {
			return n.told(blob, k.old.Short), true
		}
	}
	return nil, false
}

// find gives the line of a path without reading the others.
func (k *Kept) find(path string) []byte {
	name, err := json.Marshal(path)
	if err != nil {
		return nil
	}
	begin := append(append([]byte(`{"path":`), name...), ',')
	at := 0
	if !bytes.HasPrefix(k.body, begin) {
		if at = bytes.Index(k.body, append([]byte("\n"), begin...)) + 1; at == 0 {
			return nil
		}
	}
	line, _, _ := bytes.Cut(k.body[at:], []byte("\n"))
	return line
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

// Ask tells where a note comes from, and keeps it. The history must be recorded as far as the work tree's commit.
func (k *Kept) Ask(ctx context.Context, h *History, path, blob string) (*Provenance, error) {
	if !k.Current() {
		if err := k.renew(ctx, h); err != nil {
			return nil, err
		}
	}
	if p, ok := k.Provenance(path, blob); ok {
		return p, nil
	}
	n, err := h.keep(ctx, k.head, path)
	if err != nil {
		return nil, err
	}
	k.new = append(k.new, n)
	return n.told(blob, k.old.Short), nil
}

// renew makes what was kept speak of the work tree's commit: what may be otherwise since is dropped.
func (k *Kept) renew(ctx context.Context, h *History) error {
	edges, err := h.repo.HistoryEdges()
	if err != nil {
		return err
	}
	since := h.since(ctx, k.old.Head, k.head)
	var body []byte
	for line := range bytes.Lines(k.body) {
		var n keptNote
		if since == nil || json.Unmarshal(line, &n) != nil {
			break
		}
		if since.leaves(asked{n.Names, n.Plain}) {
			body = append(body, line...)
		}
	}
	k.old, k.body = keptHeader{Schema: keptSchema, Head: k.head, Edges: edges, Short: h.digits()}, body
	return nil
}

// Save writes what was told for the next time, if there is something new and nothing is unknown of the history. A crash leaves the
// old file or the new one.
func (k *Kept) Save(ctx context.Context, h *History) error {
	if len(k.new) == 0 || h.store.path == "" {
		return nil
	}
	if l, err := h.Limits(ctx, k.head); err != nil || !l.Whole() {
		return err
	}
	var body []byte
	left := mostKept
	for i := range k.new[max(0, len(k.new)-mostKept):] {
		line, err := json.Marshal(&k.new[i])
		if err != nil {
			return err
		}
		body, left = append(append(body, line...), '\n'), left-1
	}
	for line := range bytes.Lines(k.body) {
		if left--; left < 0 {
			break
		}
		body = append(body, line...)
	}
	k.old.Short, k.old.Sum = h.digits(), crc32.ChecksumIEEE(body)
	header, err := json.Marshal(k.old)
	if err != nil {
		return err
	}
	temporary := k.file + ".new" // where another process writes it too, the sum tells
	if err := os.WriteFile(temporary, append(append(header, '\n'), body...), 0o666); err != nil {
		return err
	}
	return os.Rename(temporary, k.file)
}
