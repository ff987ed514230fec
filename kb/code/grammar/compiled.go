package grammar

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"

	"github.com/9aea2451/kb/kb/store"
)

// compiled is the folder in which a module's machine code is kept for later processes.
//
// What lies there is executed. wazero itself checks a format, its version and a CRC-32 of the code,
// not of the offsets before it; so a sum of each whole file is kept beside them, and whatever does
// not agree with it is thrown away and compiled again. That finds damage. It does not stop somebody
// who may write into the folder: it is the user's own, as is the program that reads it.
type compiled struct {
	dir   string // "" for none
	fresh bool   // what lies in it is not of this process's trust yet: see seal
}

const (
	sumFile    = "sums" // a line "SHA-256 name" for each file below codeFolder
	codeFolder = "code" // wazero's own
)

// newCompiled is the folder called name below the cache; without a cache ("") nothing is kept.
func newCompiled(cache, name string) *compiled {
	if cache == "" {
		return &compiled{}
	}
	return &compiled{dir: filepath.Join(cache, name)}
}

// open returns the cache for wazero, with nothing in it that does not agree with its sums.
func (c *compiled) open() wazero.CompilationCache {
	if c.dir == "" {
		return wazero.NewCompilationCache()
	}
	if sums, err := c.sums(); err != nil || !c.agree(sums) {
		c.fresh = true
		_ = store.RemoveAll(c.dir)
	}
	if store.MakeDirs(c.dir) == nil && c.private() {
		if cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(c.dir, codeFolder)); err == nil {
			return cache
		}
	}
	c.fresh = false
	return wazero.NewCompilationCache()
}

// private reports whether nobody else may write into the folder.
func (c *compiled) private() bool {
	info, err := os.Lstat(c.dir)
	return err == nil && info.IsDir() && (os.PathSeparator == '\\' || info.Mode().Perm()&0o022 == 0)
}

// seal writes the sums of what was compiled anew, and removes other builds of the same language.
// Where a version of wazero adds a file of its own, the sums agree no longer at the next opening,
// and the folder begins anew.
func (c *compiled) seal() {
	if !c.fresh {
		return
	}
	sums, err := c.sums()
	if err != nil || store.Replace(filepath.Join(c.dir, sumFile), []byte(sums)) != nil {
		return
	}
	language, _, _ := strings.Cut(filepath.Base(c.dir), "-")
	others, _ := filepath.Glob(filepath.Join(filepath.Dir(c.dir), language+"-*"))
	for _, other := range others {
		if other != c.dir {
			_ = store.RemoveAll(other)
		}
	}
}

// agree reports whether sums are those that were written.
func (c *compiled) agree(sums string) bool {
	written, err := os.ReadFile(filepath.Join(c.dir, sumFile))
	return err == nil && string(written) == sums
}

// sums returns a line for each file of wazero's, in order.
func (c *compiled) sums() (string, error) {
	var lines []string
	dir := filepath.Join(c.dir, codeFolder)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return fs.ErrInvalid
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		name, err := filepath.Rel(dir, path)
		lines = append(lines, hex.EncodeToString(sum[:])+" "+filepath.ToSlash(name)+"\n")
		return err
	})
	slices.Sort(lines)
	return strings.Join(lines, ""), err
}
