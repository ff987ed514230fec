package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// fileOf is the file that a URI names, "" for none: a buffer without a file, a scheme of another program.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Host != "" && !strings.EqualFold(u.Host, "localhost") || u.Path == "" {
		return ""
	}
	file := u.Path
	if runtime.GOOS == "windows" {
		file = strings.TrimPrefix(file, "/") // of /c:/notes
	}
	return filepath.Clean(filepath.FromSlash(file))
}

// uriOf names a file.
func uriOf(file string) string {
	slashed := filepath.ToSlash(file)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// pathOf is the path, from the root of the repository, of the document that a URI names; false for one
// that lies elsewhere.
func (s *Server) pathOf(uri string) (string, bool) {
	file := fileOf(uri)
	if file == "" {
		return "", false
	}
	for _, root := range []string{s.root, s.desk.Repo.Root} {
		if rel, ok := below(root, file); ok {
			return rel, true
		}
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(file)) // the editor came through a link
	if err != nil {
		return "", false
	}
	return below(s.desk.Repo.Root, filepath.Join(folder, filepath.Base(file)))
}

// below is the path of a file from a folder above it.
func below(folder, file string) (string, bool) {
	if folder == "" {
		return "", false
	}
	rel, err := filepath.Rel(folder, file)
	if err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// uri names a file of the repository as the editor spells its folder.
func (s *Server) uri(path string) string {
	if b := s.buffers[path]; b != nil {
		return b.uri
	}
	root := s.desk.Repo.Root
	if s.root != "" {
		root = s.root
	}
	return uriOf(filepath.Join(root, filepath.FromSlash(path)))
}
