// Package walk reads git's commits, each as its object says it and with the files that it changed, and
// tells who the people are that it names.
//
// No configuration, graft or replacement has a say, and renames are told by this package and not by
// git, so that the records are the same whether the git program or go-git reads the repository.
//
// # Limitations
//
// A commit is compared with its first parent alone. Copies are told only where a commit changes or
// deletes the file that the copy equals byte by byte. What is missing is counted, not guessed.
package walk

import "time"

// Commit is what is known of one commit.
type Commit struct {
	ID        string
	Parents   []string // as the commit names them, though Cut tells that they are not here
	Author    Signature
	Committer Signature
	Subject   string // the first paragraph as one line, at most 1,000 bytes
	Body      string // what follows, at most 16 KiB
	Trailers  []Trailer
	Changes   []Change // against the first parent, sorted by path
	Cut       bool     // the parents are not here, so that Changes lists the whole tree
	Unknown   bool     // objects are missing, so that Changes is empty and says nothing
}

// Merge tells whether a commit has several parents.
func (c *Commit) Merge() bool { return len(c.Parents) > 1 }

// Signature is who did something and when.
type Signature struct {
	Name  string    `json:"name"`
	Email string    `json:"email"`
	When  time.Time `json:"when"` // in the zone that the person was in
}

// Trailer is one line such as "Reviewed-by: A. Author <a@example.com>" at the end of a message.
type Trailer struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Status is what a commit did to a path.
type Status byte

// The letters of git.
const (
	Added    Status = 'A'
	Modified Status = 'M' // its bytes, its permissions, or both
	Deleted  Status = 'D'
	Renamed  Status = 'R'
	Copied   Status = 'C'
	Retyped  Status = 'T' // a file became a symbolic link or the like
)

func (s Status) String() string { return string(rune(s)) }

// MarshalText gives git's letter.
func (s Status) MarshalText() ([]byte, error) { return []byte{byte(s)}, nil }

// Change is what a commit did to one path, against its first parent.
type Change struct {
	Status           Status
	Path             string // exactly as git has it; need not be UTF-8
	OldPath          string // of a rename or a copy, else ""
	OldBlob, NewBlob string // hex object ids, "" where there is none
	OldMode, NewMode uint32 // git's: 0100644, 0100755, 0120000 a symbolic link, 0160000 a submodule; 0 for none
}
