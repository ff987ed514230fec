package git

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// errRefFormat tells that references are not kept in files.
var errRefFormat = errors.New("references are not kept in files")

// refStore reads git's references from its files, so that no process is needed to learn HEAD.
type refStore struct {
	gitDir, commonDir string
	format            objectFormat
	foreign           bool // reftable or another format
}

// maxRefDepth bounds chains of symbolic references, as git does.
const maxRefDepth = 5

// head gives the id of HEAD's commit, "" on a branch without one.
func (s refStore) head() (string, error) {
	id, err := s.read("HEAD")
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return id, err
}

// read follows a full reference name to its object id; fs.ErrNotExist when there is none.
func (s refStore) read(name string) (string, error) {
	if s.foreign {
		return "", errRefFormat
	}
	for range maxRefDepth {
		value, err := s.readOne(name)
		if err != nil {
			return "", err
		}
		next, symbolic := strings.CutPrefix(value, "ref:")
		if !symbolic {
			return value, nil
		}
		if name = strings.TrimSpace(next); !safeRef(name) {
			return "", fmt.Errorf("reference %q: %w", name, fs.ErrInvalid)
		}
	}
	return "", fmt.Errorf("reference %s: symbolic references go too deep", name)
}

// readOne gives an object id or "ref: NAME".
func (s refStore) readOne(name string) (string, error) {
	data, err := s.readLoose(name)
	if err != nil {
		data, err := os.ReadFile(filepath.Join(s.commonDir, "packed-refs"))
		if err != nil {
			return "", fmt.Errorf("reference %s: %w", name, fs.ErrNotExist)
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		for lines.Scan() {
			id, ref, ok := strings.Cut(lines.Text(), " ")
			if ok && ref == name && s.format.isID(id) {
				return id, nil
			}
		}
		return "", fmt.Errorf("reference %s: %w", name, fs.ErrNotExist)
	}
	value := strings.TrimSpace(string(data))
	if strings.HasPrefix(value, "ref:") {
		return value, nil
	}
	if id := strings.ToLower(value); s.format.isID(id) {
		return id, nil
	}
	return "", fmt.Errorf("reference %s: %w", name, fs.ErrInvalid)
}

// readLoose looks in the work tree's own folder for what is its own (HEAD, refs/bisect,
// refs/worktree), else in the shared one.
func (s refStore) readLoose(name string) ([]byte, error) {
	dir := s.commonDir
	if !strings.HasPrefix(name, "refs/") || strings.HasPrefix(name, "refs/bisect/") || strings.HasPrefix(name, "refs/worktree/") ||
		strings.HasPrefix(name, "refs/rewritten/") {
		dir = s.gitDir
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if to, err := os.Readlink(path); err == nil && safeRef(to) {
		return []byte("ref: " + to), nil // HEAD as a symbolic link: repositories of old
	}
	return readSmall(path)
}

// find looks a short name up where git does, in its order.
func (s refStore) find(short string) (string, error) {
	if !safeRef(short) {
		return "", fs.ErrNotExist
	}
	for _, pattern := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		name := fmt.Sprintf(pattern, short)
		if !strings.HasPrefix(name, "refs/") && strings.ToUpper(name) != name {
			continue
		}
		if id, err := s.read(name); err == nil || errors.Is(err, errRefFormat) {
			return id, err
		}
	}
	return "", fs.ErrNotExist
}

// safeRef keeps a reference's name inside the folder of references.
func safeRef(name string) bool {
	return name != "" && fs.ValidPath(name) && !strings.ContainsAny(name, "\\:\x00") && !strings.HasSuffix(name, ".lock")
}

// Branch is the branch that HEAD is on, such as main; "" when it is detached.
func (r *Repo) Branch() string {
	value, err := r.refs.readOne("HEAD")
	if err != nil {
		return ""
	}
	name, _ := strings.CutPrefix(value, "ref:")
	branch, ok := strings.CutPrefix(strings.TrimSpace(name), "refs/heads/")
	if !ok {
		return ""
	}
	return branch
}
