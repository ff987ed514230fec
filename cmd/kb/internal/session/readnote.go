package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
)

// ShownBytes is the greatest size of a file that is printed; greater ones are not indexed either.
const ShownBytes = 8 << 20

// ReadNote reads the text of a note as it is now: from the work tree, or where there is none, or of
// a past tree, from git. name is the encoding that it was decoded from, "" for UTF-8.
func (b *Base) ReadNote(ctx context.Context, s *index.Searcher, notePath string) (text []byte, name string, err error) {
	if b.Repo.Root == "" || b.Commit != "" {
		return b.readBlob(ctx, s, notePath)
	}
	root, err := os.OpenRoot(b.Repo.Root) // follows no symlink that leads out of it
	if err != nil {
		return nil, "", err
	}
	defer root.Close()
	file := filepath.FromSlash(notePath)
	info, err := root.Stat(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, "", app.WithHint(fmt.Errorf("%s is gone since it was indexed", notePath), "leave out --no-update, or run: kb index")
	case err != nil:
		return nil, "", err
	case !info.Mode().IsRegular():
		return nil, "", fmt.Errorf("%s is not a regular file", notePath)
	case info.Size() > ShownBytes:
		return nil, "", fmt.Errorf("%s has %s, more than %s", notePath, app.SizeOf(info.Size()), app.SizeOf(ShownBytes))
	}
	data, err := root.ReadFile(file)
	if err == nil {
		text, name = encoding.Decode(data)
	}
	return text, name, err
}

// readBlob reads a note out of git.
func (b *Base) readBlob(ctx context.Context, s *index.Searcher, notePath string) (text []byte, name string, err error) {
	record, err := s.Note(ctx, notePath)
	if err != nil {
		return nil, "", err
	}
	blobs, err := b.Repo.Blobs(ctx)
	if err != nil {
		return nil, "", err
	}
	defer blobs.Close()
	text, err = blobs.Read(kb.File{Path: notePath, Blob: record.Blob, Size: -1, InGit: true})
	return text, blobs.Encoding, err
}
