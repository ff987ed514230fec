package words

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/kb/store"
)

// Clone makes a new generation at to that begins with the words of from. Segments are immutable, so
// they are linked, not copied.
func Clone(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := store.MakeDir(to); err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		src, dst := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		if strings.HasSuffix(e.Name(), ".zap") && store.Link(src, dst) == nil {
			continue
		}
		if err := store.Copy(src, dst); err != nil {
			return err
		}
	}
	return nil
}
