package agentsetup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/text/diff"
)

// record is what was written where, so that it can be taken back byte for byte. It holds no text of
// a file but what kb put into the place of blanks.
type record struct {
	Layers []layer  `json:"layers"`         // in the order in which they were written
	Dirs   []string `json:"dirs,omitempty"` // folders that were made, the outermost of each first
	path   string   // of the file that holds the record
}

// layer is one change of one file.
type layer struct {
	Path   string     `json:"path"`
	New    bool       `json:"new,omitempty"` // there was no such file
	Before string     `json:"before"`        // digest of the text
	After  string     `json:"after"`
	Undo   []undo     `json:"undo,omitempty"`
	Made   [][]string `json:"made,omitempty"` // objects and lists that were made, by their keys
}

// undo puts an old text into the place of a part of the new one.
type undo struct {
	At  int    `json:"at"`  // bytes into the new text
	Len int    `json:"len"` // bytes of the new text that go
	Old string `json:"old,omitempty"`
}

const maxRecord = 8 << 20 // bytes

// readRecord reads the record of a folder; an empty one where there is none, or none that can be read.
// Nobody else looks after that folder: what a killed process left in it goes.
func readRecord(dir string) *record {
	store.Tidy(dir)
	r := &record{path: filepath.Join(dir, agents.InstalledFile)}
	info, err := os.Stat(r.path)
	if err != nil || info.Size() > maxRecord || !info.Mode().IsRegular() {
		return r
	}
	if text, err := os.ReadFile(r.path); err != nil || json.Unmarshal(text, r) != nil {
		return &record{path: r.path}
	}
	return r
}

// save writes the record; one that holds nothing goes.
func (r *record) save() error {
	if len(r.Layers) == 0 && len(r.Dirs) == 0 {
		if err := store.RemoveLast(r.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := store.MakeDirs(filepath.Dir(r.path)); err != nil {
		return err
	}
	return store.Replace(r.path, append(text, '\n'))
}

// digest is the SHA-256 of a text in hexadecimal; a file of another digest was changed since.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// newLayer is the change of a file from one text to another.
func newLayer(path string, exists bool, before, after []byte, made [][]string) layer {
	l := layer{Path: path, New: !exists, Before: digest(before), After: digest(after), Made: made}
	old, lines := diff.SplitLines(before), diff.SplitLines(after)
	oldAt, newAt := places(old), places(lines)
	for _, h := range diff.LinesOf(old, lines) {
		from, to := oldAt[h.OldStart], newAt[h.NewStart]
		a, b := before[from:oldAt[h.OldEnd]], after[to:newAt[h.NewEnd]]
		n := 0
		// What both begin and end with is left out: the record is to hold as little text as can be.
		for n < len(a) && n < len(b) && a[n] == b[n] {
			n++
		}
		a, b, to = a[n:], b[n:], to+n
		for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
			a, b = a[:len(a)-1], b[:len(b)-1]
		}
		l.Undo = append(l.Undo, undo{At: to, Len: len(b), Old: string(a)})
	}
	return l
}

// places are where the lines begin, and where the last ends.
func places(lines [][]byte) []int {
	at := make([]int, 0, len(lines)+1)
	n := 0
	for _, l := range lines {
		at = append(at, n)
		n += len(l)
	}
	return append(at, n)
}

// revert takes a layer back from the text that it made; false where the text is another.
func (l *layer) revert(text []byte) ([]byte, bool) {
	if digest(text) != l.After {
		return nil, false
	}
	var out bytes.Buffer
	at := 0
	for _, u := range l.Undo {
		if u.At < at || u.Len < 0 || u.At+u.Len > len(text) {
			return nil, false
		}
		out.Write(text[at:u.At])
		out.WriteString(u.Old)
		at = u.At + u.Len
	}
	out.Write(text[at:])
	return out.Bytes(), digest(out.Bytes()) == l.Before
}

// of returns the layers of a file, and drop forgets them.
func (r *record) of(path string) []layer {
	var out []layer
	for _, l := range r.Layers {
		if l.Path == path {
			out = append(out, l)
		}
	}
	return out
}

// drop takes the layers of a file out of the record, not yet out of its file: see save.
func (r *record) drop(path string) {
	kept := r.Layers[:0]
	for _, l := range r.Layers {
		if l.Path != path {
			kept = append(kept, l)
		}
	}
	r.Layers = kept
}

// sweep removes the folders that were made and are empty.
func (r *record) sweep() {
	var kept []string
	for _, dir := range slices.Backward(r.Dirs) {
		if err := store.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) && len(r.Layers) > 0 {
			kept = append([]string{dir}, kept...) // something else is in it: perhaps of kb's still
		}
	}
	r.Dirs = kept
}
