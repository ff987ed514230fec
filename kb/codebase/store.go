package codebase

import (
	"path/filepath"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/record"
)

// sources is the kind of packs that sources are kept in: by what read them and by blob, with symbols and imports as
// the body, nothing for one that cannot be read, and uses as a group: a graph is made of the bodies of all files first.
var sources = pack.Kind{Format: "kb code 3"}

// Folder returns the folder of what is kept in that of the index. A kb of another version has one of its own.
func Folder(index string) string { return filepath.Join(index, folders+"3") }

// folders begins the names of folders of whatever version.
const folders = "source-"

// sourceKey is what a source is kept by.
type sourceKey struct{ blob, reader string }

func keyOf(f git.File) sourceKey { return sourceKey{f.Blob, versionOf(languageOf(f.Path))} }

// entry returns what is kept of a source, nil for one that cannot be read.
func (k sourceKey) entry(f *code.File) *pack.Entry {
	e := &pack.Entry{Name: k.reader, Blob: k.blob}
	if f != nil {
		var head, uses record.Writer
		writeHead(&head, f)
		writeUses(&uses, f.Uses)
		e.Body, e.Groups = string(head.Data), []pack.Group{{Text: string(uses.Data)}}
	}
	return e
}

// head reads the symbols and imports of a source, and where the rest lies; not ok for one that cannot be read, or is not
// kept.
func (b *Base) head(k sourceKey) (f code.File, rest *pack.Pieces, ok bool, err error) {
	head, pieces := b.kept.Find(k.reader, k.blob)
	if head == nil {
		return code.File{}, nil, false, nil
	}
	pieces.At(head)
	body, err := pieces.Body()
	if err != nil || body == "" {
		return code.File{}, nil, false, err
	}
	f, err = readHead(record.Read(body))
	return f, &pieces, err == nil, err
}

// usesOf reads what a source uses.
func usesOf(rest *pack.Pieces) ([]code.Use, error) {
	text, err := rest.Group(0)
	if err != nil {
		return nil, err
	}
	return readUses(record.Read(text))
}

// prune removes what none of the wanted files is, once that is most of what is kept.
func (b *Base) prune(wanted map[sourceKey]bool) error {
	if b.kept.Len() < keepAtLeast+keepTimes*len(wanted) {
		return nil
	}
	if err := words.Open(b.wordsDir()).Drop(); err != nil { // which the next search makes of what is left
		return err
	}
	return b.kept.Keep(func(reader, blob string) bool { return wanted[sourceKey{blob, reader}] })
}

// How much is kept of files that the tree has no longer: branches come back.
const (
	keepAtLeast = 5_000
	keepTimes   = 8
)
