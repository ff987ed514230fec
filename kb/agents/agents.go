// Package agents is what kb keeps of coding agents at work in a clone: what its hooks saw and gave
// (Scratch), and how the clone is set (Settings). All of it lies in one private folder of git's
// common folder, is never committed, and can be deleted at any time.
//
// # Limitations
//
// A scratch file holds names, counts and fingerprints, never the text of a prompt, a file or a
// command. One that has grown to maxScratch takes no more lines.
package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb/store"
)

// State is the folder of a clone in which all this lies. It need not exist.
type State struct{ Dir string }

// At is the state below kb's own folder of a clone (git.Repo.StateDir).
func At(stateDir string) State { return State{filepath.Join(stateDir, "agents")} }

// Path is a file of the folder.
func (s State) Path(name string) string { return filepath.Join(s.Dir, name) }

// Trust is how sure a note must be of what it says before it is given to an agent unasked.
type Trust string

// The levels of trust, from few notes to many.
const (
	Cautious   Trust = "cautious"
	Standard   Trust = "standard"
	Confident  Trust = "confident"
	Autonomous Trust = "autonomous"
)

// Levels are the levels of trust in words.
func Levels() []string {
	return []string{string(Cautious), string(Standard), string(Confident), string(Autonomous)}
}

// Above is the confidence that a note must exceed.
func (t Trust) Above() float64 {
	switch t {
	case Cautious:
		return 0.80
	case Confident:
		return 0.55
	case Autonomous:
		return 0.45
	}
	return 0.65
}

// Settings are how a clone is set by the person who works in it.
type Settings struct {
	Off   bool  `json:"off,omitempty"` // no hook says anything
	Trust Trust `json:"trust,omitempty"`
}

const (
	settingsFile = "settings.json"
	maxSettings  = 4 << 10 // bytes
)

// Settings reads how the clone is set; nothing is set where there is no file.
func (s State) Settings() (Settings, error) {
	set := Settings{Trust: Standard}
	info, err := os.Stat(s.Path(settingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return set, nil
	}
	if err == nil && (info.Size() > maxSettings || !info.Mode().IsRegular()) {
		return set, fmt.Errorf("%s is no file of kb's", s.Path(settingsFile))
	}
	text, err := os.ReadFile(s.Path(settingsFile))
	if err != nil {
		return set, err
	}
	if err := json.Unmarshal(text, &set); err != nil {
		return set, fmt.Errorf("%s: %w", s.Path(settingsFile), err)
	}
	return set, nil
}

// InstalledFile is where it is written down what kb agents install changed, and how to put it back.
const InstalledFile = "installed.json"

// Forget erases what was noted and learnt of agents. How the clone is set stays, for who switched the
// hooks off did so for good, and so does what is needed to take back what was installed.
func (s State) Forget() error {
	entries, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if e.Name() != settingsFile && e.Name() != InstalledFile {
			err = errors.Join(err, store.RemoveAll(s.Path(e.Name())))
		}
	}
	return err
}

// Set changes how the clone is set.
func (s State) Set(set Settings) error {
	text, err := json.Marshal(set)
	if err != nil {
		return err
	}
	if err := store.MakeDir(s.Dir); err != nil {
		return err
	}
	return store.Replace(s.Path(settingsFile), append(text, '\n'))
}
