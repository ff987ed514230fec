package notes

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/record"
)

// Version is that of what is read and of its form; with either it changes.
const Version = 42

// kept is the kind of packs that notes are kept in: by path and blob, with the note, its unknown keys, its glance and
// the number of its statements as the head, links, code, anchors, statements, facts, choices and errors as the body, and
// groups of chunks.
var kept = pack.Kind{Format: "kb notes 42", Head: func(in *record.Reader) { readHead(in, "", "") }}

// Store is the packs in a folder. It may be used from several goroutines.
type Store struct{ *pack.Store }

// Packed is a parsed file as a pack has it.
type Packed = pack.Entry

// Folder returns the folder of the store in that of the index. A kb of another version has one of its own.
func Folder(index string) string { return filepath.Join(index, fmt.Sprintf("notes-%d", Version)) }

// Open returns the store in a folder, as pack.Kind does.
func Open(dir string) *Store { return &Store{kept.Open(dir)} }

// Pack writes down what was read of a file.
func (p *Parsed) Pack() *Packed {
	var note, said record.Writer
	WriteNote(&note, &p.Note)
	extra, _ := json.Marshal(p.Note.Extra) // it comes from YAML or TOML: what is no JSON is no value there
	if len(p.Note.Extra) == 0 {
		extra = nil
	}
	note.String(string(extra))
	note.String(p.glance.names)
	note.Bool(p.glance.marks)
	note.Int(p.stated)
	said.Block(func() { WriteLinks(&said, p.Links()) })
	said.Block(func() { writeCode(&said, p.Code()) })
	said.Block(func() { said.Strings(p.Anchors()) })
	said.Block(func() { writeStatements(&said, p.Statements()) })
	said.Block(func() { writeFacts(&said, p.Facts()) })
	said.Block(func() { writeChosen(&said, p.Chosen()) })
	said.Block(func() { said.Strings(p.Errors()) })
	return &Packed{Name: p.Note.Path, Blob: p.Note.Blob, Head: string(note.Data), Body: string(said.Data),
		Groups: groupsOf(p.Doc, p.Source)}
}

// readHead reads the head of a note.
func readHead(in *record.Reader, path, blob string) (note kb.Note, unknown string, r *Reading) {
	note, unknown = ReadNote(in, path, blob), in.String()
	return note, unknown, &Reading{glance: glance{names: in.String(), marks: in.Bool()}, stated: in.Int()}
}

// Name returns what the note that a blob is at a path is called.
func (s *Store) Name(path, blob string) (name kb.Name, ok bool) {
	head, _ := s.Find(path, blob)
	if head == nil {
		return kb.Name{}, false
	}
	name = ReadName(head, path)
	return name, head.Err() == nil
}

// Note returns the note that a blob is at a path, with the unknown keys of its front matter where extra asks
// for them, and its reading; nil where there is none that can be read.
func (s *Store) Note(path, blob string, extra bool) (kb.Note, *Reading) {
	head, pieces := s.Find(path, blob)
	if head == nil {
		return kb.Note{}, nil
	}
	note, unknown, r := readHead(head, path, blob)
	pieces.At(head)
	r.Key, r.kept = pack.Key(path, blob), &pieces
	if extra && unknown != "" && json.Unmarshal([]byte(unknown), &note.Extra) != nil || head.Err() != nil {
		return kb.Note{}, nil
	}
	return note, r
}
