package agents

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Worth is what became of the notes that were given, as far as the scratch files tell.
type Worth struct {
	Sessions int `json:"sessions"` // that the hooks have seen
	Given    int `json:"given"`    // notes that were given about a file
	Followed int `json:"followed"` // after which that file was edited in the same session
	Solved   int `json:"solved"`   // notes that were given for an error
}

// Worth counts what became of the notes that were given. What was swept is not counted.
func (s State) Worth() (Worth, error) {
	var w Worth
	entries, err := os.ReadDir(s.ScratchDir())
	if errors.Is(err, fs.ErrNotExist) {
		return w, nil
	}
	if err != nil {
		return w, err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".jsonl") {
			continue
		}
		lines, err := Scratch{filepath.Join(s.ScratchDir(), e.Name())}.Lines()
		if err != nil || len(lines) == 0 {
			continue // what somebody else has put there
		}
		w.Sessions++
		w.add(lines)
	}
	return w, nil
}

// add counts one session.
func (w *Worth) add(lines []Line) {
	for i, l := range lines {
		switch {
		case len(l.Given) == 0:
		case len(l.Errors) > 0:
			w.Solved += len(l.Given)
		case len(l.Files) > 0:
			w.Given += len(l.Given)
			edited := func(o Line) bool {
				return o.Event == "edit" && slices.ContainsFunc(o.Files, func(f string) bool { return slices.Contains(l.Files, f) })
			}
			if slices.ContainsFunc(lines[i:], edited) {
				w.Followed += len(l.Given)
			}
		}
	}
}
