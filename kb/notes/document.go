package notes

import (
	"crypto/sha256"
	"sync"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// mostRead bounds the texts whose documents are kept in memory, in bytes, of which each counts leastText at least.
const (
	mostRead  = 1 << 20
	leastText = 1 << 10
)

// documents are those of the texts that were read last, by the SHA-256 of each.
var documents struct {
	sync.Mutex
	of   map[[sha256.Size]byte]*markdown.Document
	size int
}

// Document returns what stands in a text, be it of a file, of a version or of none yet. It is kept while it is one of the
// last, so that whoever asks again in the same process does not parse again; nobody may change it.
func Document(source []byte) *markdown.Document {
	key := sha256.Sum256(source)
	documents.Lock()
	doc := documents.of[key]
	documents.Unlock()
	if doc != nil {
		return doc
	}
	doc = markdown.Parse(source)
	size := max(len(source), leastText)
	if size > mostRead {
		return doc
	}
	documents.Lock()
	defer documents.Unlock()
	if documents.size += size; documents.of == nil || documents.size > mostRead {
		documents.of, documents.size = map[[sha256.Size]byte]*markdown.Document{}, size
	}
	documents.of[key] = doc
	return doc
}

// Of reads a text as the note at a path.
func Of(path string, source []byte) (kb.Note, *markdown.Document) {
	doc := Document(source)
	note, _ := kb.NewNote(path, "", doc, source)
	return note, doc
}
