package agents

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/store"
)

// Bounds of a scratch file, in bytes.
const (
	maxLine    = 4 << 10
	maxScratch = 8 << 20
)

// Line is what a hook notes of one event.
type Line struct {
	Time    time.Time `json:"t"`
	Client  string    `json:"c"`
	Session string    `json:"s"`           // Short of the program's own id
	Agent   string    `json:"a,omitempty"` // Short of a subagent's id, "" for the session itself
	Event   string    `json:"e"`           // start, fork, prompt, read, edit, shell, compact, end; late: what calls before missed was given
	Files   []string  `json:"f,omitempty"` // from the root of the repository
	Exit    int       `json:"x"`           // 0: it did not fail, as far as that is known
	Errors  []string  `json:"p,omitempty"` // fingerprints of the errors that a command printed
	Given   []string  `json:"g,omitempty"` // paths of the notes that this event claims to give
	Held    []string  `json:"h,omitempty"` // of those that it would give, were the session not one to compare with, or no fork
	Behind  bool      `json:"b,omitempty"` // not all notes were known when it asked
	Group   Group     `json:"k,omitempty"`
	Mark    string    `json:"m,omitempty"` // tells two claims of the same instant apart
}

// Group says what a session is for, in a clone that compares: to be given notes, or to be given none.
type Group string

// The groups; "" where nothing is compared.
const (
	Treated Group = "treated"
	Control Group = "control"
)

// GroupOf puts a session (Short of its id) into a group, given how many of a hundred are given none:
// by a digest, so that a session stays where it is and nobody chooses.
func GroupOf(session string, control int) Group {
	sum := sha256.Sum256([]byte("group " + session))
	switch {
	case control <= 0:
		return ""
	case int(binary.BigEndian.Uint32(sum[:])%100) < control:
		return Control
	}
	return Treated
}

// Short names something by eight hexadecimal digits, so that nothing can be read from the name.
func Short(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:4])
}

// Scratch is the file of one session of one program.
type Scratch struct{ path string }

// ScratchDir is the folder of the scratch files.
func (s State) ScratchDir() string { return s.Path("scratch") }

// Scratch is the file of a session, by the name of the program and Short of its id.
func (s State) Scratch(client, session string) Scratch {
	return Scratch{filepath.Join(s.ScratchDir(), client+"-"+session+".jsonl")}
}

// Append adds a line. Lines of several processes do not mix, as each is one write of at most 4 KiB.
// Files that are too many for a line are left out.
func (s Scratch) Append(l Line) error {
	text, err := json.Marshal(l)
	for err == nil && len(text) >= maxLine && len(l.Files)+len(l.Errors) > 0 {
		l.Files, l.Errors = l.Files[:len(l.Files)/2], l.Errors[:len(l.Errors)/2]
		text, err = json.Marshal(l)
	}
	if err != nil {
		return err
	}
	if len(text) >= maxLine {
		return errors.New("the line is too long")
	}
	if info, err := os.Stat(s.path); err == nil && info.Size() > maxScratch {
		return errors.New("the session is too long")
	}
	if err := store.MakeDir(filepath.Dir(s.path)); err != nil {
		return err
	}
	return store.Append(s.path, append(text, '\n'))
}

// Lines returns what was noted, in order. What is no line is passed over; no file is no error.
func (s Scratch) Lines() ([]Line, error) {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxScratch+maxLine) {
		return nil, errors.New("no scratch file")
	}
	text, err := os.ReadFile(s.path)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for raw := range bytes.Lines(text) {
		var l Line
		if raw[len(raw)-1] == '\n' && json.Unmarshal(raw, &l) == nil {
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// Sweep removes the scratch files that nothing was added to since a time, and returns how many.
func (s State) Sweep(before time.Time) (int, error) {
	entries, err := os.ReadDir(s.ScratchDir())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	n := 0
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(e.Name(), ".jsonl") || !info.ModTime().Before(before) {
			continue
		}
		if err := store.Remove(filepath.Join(s.ScratchDir(), e.Name())); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// Sessions returns what was noted of each session, in the order of the files' names. A file that
// cannot be read is passed over.
func (s State) Sessions() ([][]Line, error) {
	entries, err := os.ReadDir(s.ScratchDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out [][]Line
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".jsonl") {
			continue
		}
		if lines, err := (Scratch{filepath.Join(s.ScratchDir(), e.Name())}).Lines(); err == nil && len(lines) > 0 {
			out = append(out, lines)
		}
	}
	return out, err
}

// idle is how long a session may be silent and still be at work.
const idle = time.Hour

// Working reports whether a session that hooks tell of is at work: one that something was noted of
// within the hour, and that has not ended.
func (s State) Working(now time.Time) bool {
	entries, err := os.ReadDir(s.ScratchDir())
	if err != nil {
		return false
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !strings.HasSuffix(e.Name(), ".jsonl") || now.Sub(info.ModTime()) > idle {
			continue
		}
		lines, err := Scratch{filepath.Join(s.ScratchDir(), e.Name())}.Lines()
		if err == nil && len(lines) > 0 && lines[len(lines)-1].Event != "end" {
			return true
		}
	}
	return false
}

// ForgetFiles takes files out of what hooks noted, and returns in how many lines they were named. With
// dry it only counts. A line that a hook adds meanwhile may be lost: a note may be given once more.
func (s State) ForgetFiles(paths []string, dry bool) (lines int, err error) {
	entries, err := os.ReadDir(s.ScratchDir())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, e := range entries {
		file := Scratch{filepath.Join(s.ScratchDir(), e.Name())}
		all, readErr := file.Lines()
		if !strings.HasSuffix(e.Name(), ".jsonl") || readErr != nil {
			continue
		}
		n := 0
		var kept []byte
		for _, l := range all {
			before := len(l.Files) + len(l.Given) + len(l.Held)
			for _, list := range []*[]string{&l.Files, &l.Given, &l.Held} {
				*list = slices.DeleteFunc(*list, func(f string) bool { return slices.Contains(paths, f) })
			}
			if len(l.Files)+len(l.Given)+len(l.Held) < before {
				n++
			}
			text, err := json.Marshal(l)
			if err != nil {
				return lines, err
			}
			kept = append(append(kept, text...), '\n')
		}
		if lines += n; n == 0 || dry {
			continue
		}
		if err := store.Replace(file.path, kept); err != nil {
			return lines, err
		}
	}
	return lines, err
}
