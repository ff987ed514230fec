package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/kb/store"
)

// manifest says of every file of a generation how long it is and what it holds: a segment that was
// cut short would be mapped into memory and end the process that reads it. The sizes are checked at
// each search, the sums when a generation is made from another one, when a search fails, and by
// Check.
type manifest map[string]fileSum

// fileSum is the size of a file and the CRC-32C of its bytes; of the vectors, which may grow, of
// those that belong to the generation.
type fileSum struct {
	Size int64  `json:"size"`
	Sum  uint32 `json:"sum"`
}

// WriteManifest records the files of a finished generation, of whose vectors the first vectorsEnd
// bytes belong to it. Segments that it has by links from another, in the folder from, have the sums
// that they had; from is "" for a generation that was made of nothing.
func WriteManifest(dir, from string, vectorsEnd int64) error {
	sizes, err := FileSizes(dir)
	if err != nil {
		return err
	}
	linked := manifest{}
	if from != "" {
		if linked, err = CheckManifest(from); err != nil {
			return err
		}
	}
	m := manifest{}
	for name, size := range sizes {
		if was, ok := linked[name]; ok && was.Size == size && strings.HasSuffix(name, ".zap") {
			m[name] = was
			continue
		}
		if name == VectorsFile {
			size = vectorsEnd
		}
		if m[name], err = sumOf(filepath.Join(dir, filepath.FromSlash(name)), size); err != nil {
			return err
		}
	}
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return store.Write(filepath.Join(dir, ManifestFile), b)
}

// sumOf reads the first bytes of a file.
func sumOf(path string, size int64) (fileSum, error) {
	f, err := os.Open(path)
	if err != nil {
		return fileSum{}, err
	}
	defer f.Close()
	sum := crc32.New(castagnoli())
	n, err := io.Copy(sum, io.LimitReader(f, size))
	return fileSum{n, sum.Sum32()}, err
}

// CheckManifest reads the manifest of a generation, and compares the sizes.
func CheckManifest(dir string) (manifest, error) {
	b, err := os.ReadFile(filepath.Join(dir, ManifestFile))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	var m manifest
	if err := json.Unmarshal(b, &m); err != nil || len(m) == 0 {
		return nil, fmt.Errorf("%w: %s: %v", ErrDamaged, ManifestFile, err)
	}
	for name, want := range m {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || info.Size() < want.Size || info.Size() > want.Size && name != VectorsFile {
			return nil, fmt.Errorf("%w: %s is missing or cut short", ErrDamaged, name)
		}
	}
	return m, nil
}

// CheckSums reads every file of a generation; ErrDamaged names those whose sum does not hold.
func CheckSums(dir string) error {
	m, err := CheckManifest(dir)
	if err != nil {
		return err
	}
	for name, want := range m {
		got, e := sumOf(filepath.Join(dir, filepath.FromSlash(name)), want.Size)
		if e != nil || got != want {
			err = errors.Join(err, fmt.Errorf("%w: the sum of %s does not hold", ErrDamaged, name))
		}
	}
	return err
}
