package kb

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// maxDepth is how deep folders may lie to be listed: of a path made to be deep each folder above
// would be listed too.
const maxDepth = 64

// Folders lists the folders that hold a file of git's index, and those above them, up to a limit:
// first those nearest to the root, then by name. The root is not among them. Of a split or sparse
// index it tells nothing, and folders deeper than 64 are left out.
func (r *Repo) Folders(limit int) ([]string, error) {
	data, err := os.ReadFile(r.indexFile)
	if errors.Is(err, fs.ErrNotExist) || r.Root == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	var last []byte // most files are in the folder of the file before
	_, err = decodeIndex(data, r.format, func(file []byte) bool {
		dir := file[:max(bytes.LastIndexByte(file, '/'), 0)]
		if bytes.Equal(dir, last) {
			return false
		}
		last = append(last[:0], dir...)
		if bytes.Count(dir, []byte{'/'}) >= maxDepth {
			return false
		}
		for d := string(dir); d != "" && d != "." && !found[d]; d = path.Dir(d) {
			found[d] = true
		}
		return false
	})
	if errors.Is(err, errIndexKind) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), strings.Compare(a, b))
	})
	list = slices.DeleteFunc(list, func(d string) bool { return badPath(d) != "" })
	return list[:min(len(list), limit)], nil
}
