package git

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/9aea2451/kb/kb/encoding"
)

// MaxFile is the greatest size of a file that kb reads, in bytes.
const MaxFile = 8 << 20

// Errors of one file.
var (
	ErrChanged  = errors.New("file changed while it was being read")
	ErrTooLarge = fmt.Errorf("larger than %d MiB", MaxFile>>20)
)

// Reads counts what a BlobReader read.
type Reads struct {
	Objects int // from git's object store
	Files   int // from the work tree
}

// BlobReader reads the files of a tree, from git's objects or from the work tree: their text in
// UTF-8, whatever it is stored in. Not for concurrent use.
type BlobReader struct {
	Reads    Reads  // so far
	Encoding string // that the file read last was decoded from, "" when it is as it was stored

	raw bool // nothing is decoded

	format  objectFormat
	root    *os.Root // nil when bare
	objects objectReader
}

// Blobs reads the texts of files in bulk. Close it. It starts no process before the first read.
func (r *Repo) Blobs(ctx context.Context) (*BlobReader, error) { return r.blobs(ctx, false) }

// RawBlobs is Blobs for the bytes as they are stored.
func (r *Repo) RawBlobs(ctx context.Context) (*BlobReader, error) { return r.blobs(ctx, true) }

// blobs opens a reader of files. A raw one gives their bytes as they are, another one decodes text.
func (r *Repo) blobs(ctx context.Context, raw bool) (*BlobReader, error) {
	b := &BlobReader{format: r.format, raw: raw}
	if r.Root != "" {
		root, err := os.OpenRoot(r.Root)
		if err != nil {
			return nil, fmt.Errorf("read files: %w", err)
		}
		b.root = root
	}
	objects, err := r.git.objects(ctx)
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("read objects: %w", err)
	}
	if c, ok := objects.(*catFile); ok {
		c.waiting = r.waiting.Load()
	}
	b.objects = objects
	return b, nil
}

// Read returns the text of a file; the bytes of a dirty file are verified against its blob id
// (ErrChanged when the file changed meanwhile). A file over MaxFile is ErrTooLarge. Each is much
// faster for more than a few files.
func (b *BlobReader) Read(f File) ([]byte, error) {
	if !f.InGit {
		return b.text(b.readFile(f))
	}
	b.Reads.Objects++
	data, err := b.objects.read(f.Blob)
	return b.text(b.orFile(f, data, err))
}

// text decodes what was read.
func (b *BlobReader) text(data []byte, err error) ([]byte, error) {
	if b.raw || err != nil {
		return data, err
	}
	data, b.Encoding = encoding.Decode(data)
	return data, nil
}

// Each reads files in the order given, asking git for the next ones while do works on one. An err
// that concerns this file alone (ErrChanged, ErrTooLarge, unreadable) is given to do; an error of
// do, or of git as a whole, ends it.
func (b *BlobReader) Each(files []File, do func(f File, data []byte, err error) error) error {
	var ids []string
	var at []int // index into files for each of ids
	for i, f := range files {
		if f.InGit {
			ids, at = append(ids, f.Blob), append(at, i)
		}
	}
	next := 0
	dirtyUpTo := func(end int) error {
		for ; next < end; next++ {
			data, err := b.text(b.readFile(files[next]))
			if err := do(files[next], data, err); err != nil {
				return err
			}
		}
		return nil
	}
	if len(ids) > 0 {
		err := b.objects.each(ids, func(i int, data []byte, err error) error {
			if err := dirtyUpTo(at[i]); err != nil {
				return err
			}
			next = at[i] + 1
			b.Reads.Objects++
			data, err = b.text(b.orFile(files[at[i]], data, err))
			return do(files[at[i]], data, err)
		})
		if err != nil {
			return err
		}
	}
	return dirtyUpTo(len(files))
}

// orFile makes up for an object that the store lacks, as in a partial clone, when the work tree has
// the same bytes.
func (b *BlobReader) orFile(f File, data []byte, err error) ([]byte, error) {
	if errors.Is(err, ErrMissing) && b.root != nil && BadPath(f.Path) == "" {
		if data, fileErr := b.readFile(f); fileErr == nil {
			return data, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	return data, nil
}

// readFile reads a file of the work tree and proves that it is the one meant.
func (b *BlobReader) readFile(f File) ([]byte, error) {
	if f.held != nil {
		return []byte(*f.held), nil
	}
	if b.root == nil {
		return nil, fmt.Errorf("%s: no work tree to read it from", f.Path)
	}
	if reason := BadPath(f.Path); reason != "" {
		return nil, fmt.Errorf("%s: %s", Printable(f.Path), reason)
	}
	b.Reads.Files++
	data, err := ReadRegular(b.root, f.Path, MaxFile)
	if err != nil {
		return nil, err
	}
	if b.format.blobID(data) != f.Blob {
		return nil, fmt.Errorf("%s: %w", f.Path, ErrChanged)
	}
	return data, nil
}

// Close ends the reader.
func (b *BlobReader) Close() error {
	var errs []error
	if b.objects != nil {
		errs = append(errs, b.objects.Close())
	}
	if b.root != nil {
		errs = append(errs, b.root.Close())
	}
	return errors.Join(errs...)
}
