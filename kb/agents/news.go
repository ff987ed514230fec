package agents

import (
	"encoding/json"
	"os"

	"github.com/9aea2451/kb/kb/store"
)

// News is what a session is told of when it starts, besides notes.
type News struct {
	Inbox    int `json:"inbox"`    // candidates that a person can decide about
	Proposed int `json:"proposed"` // those that are on a branch, as far as it was looked at
}

// The files. Both are hints: without them, or with damaged ones, nothing is told.
const (
	newsFile = "waiting.json"
	seenFile = "seen.json"
)

// Waiting returns what waits for a person, as whoever opened the inbox last left it. To count in the
// inbox itself would take a hook longer than all else.
func (s State) Waiting() News {
	var n News
	s.read(newsFile, &n)
	return n
}

// SetWaiting says what waits for a person.
func (s State) SetWaiting(n News) error {
	if s.Waiting() == n {
		return nil
	}
	return s.write(newsFile, n)
}

// seen is what the session that started last knew.
type seen struct {
	Tip string `json:"tip"` // commit of the default branch
}

// Seen is the commit of the default branch when a session last started in this clone, "" when none did.
func (s State) Seen() string {
	var old seen
	s.read(seenFile, &old)
	return old.Tip
}

// See notes the commit of the default branch; "", for none, leaves what was noted.
func (s State) See(tip string) error {
	if tip == "" || s.Seen() == tip {
		return nil
	}
	return s.write(seenFile, seen{tip})
}

// read fills a value from a file of the state. A file that is missing, longer than maxSettings or
// no regular one leaves the value as it is.
func (s State) read(name string, into any) {
	info, err := os.Stat(s.Path(name))
	if err != nil || info.Size() > maxSettings || !info.Mode().IsRegular() {
		return
	}
	if text, err := os.ReadFile(s.Path(name)); err == nil {
		_ = json.Unmarshal(text, into) // damaged, it says nothing
	}
}

// write puts a value into a file of the state, as JSON, and makes the folder where there is none.
func (s State) write(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := store.MakeDir(s.Dir); err != nil {
		return err
	}
	return store.Replace(s.Path(name), append(text, '\n'))
}
