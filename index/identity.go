package index

import (
	"os"
	"path/filepath"
	"strconv"
)

// Current names the state that the last Update left behind: it changes when the words, the vectors
// or the commit of the tree do, and when an index that was deleted has been built anew. "" when
// there is none. It reads one small file.
func (x *Index) Current() string {
	s := x.loadState()
	if s.Generation == "" {
		return ""
	}
	name := s.Generation + " " + s.Commit
	if info, err := os.Stat(filepath.Join(x.dir, generationsDir, s.Generation, manifestFile)); err == nil { // generations are numbered anew in a new index
		name += " " + strconv.FormatInt(info.ModTime().UnixNano(), 36)
	}
	return name
}
