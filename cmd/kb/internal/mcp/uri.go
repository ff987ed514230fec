package mcp

import (
	"net/url"
	"path"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
)

// The URIs of resources. Where the server has several repositories, the name of the repository is
// the first part of what follows.
const (
	noteURI      = "kb://note/"
	categoryURI  = "kb://category/"
	decisionsURI = "kb://decisions"
)

// uriOf names a note as a resource.
func uriOf(b *warm.Keeper, notePath string) string {
	return noteURI + escapePath(inServer(b, notePath))
}

// inServer is a path or name with the name of the repository before it, where there are several.
func inServer(b *warm.Keeper, name string) string {
	if b.Several {
		return b.Name + "/" + name
	}
	return name
}

// rootOf is the name of a view's repository in answers, "" where the server has no other.
func (s *Server) rootOf(st *warm.View) string {
	if len(s.bases) > 1 {
		return st.Keeper.Name
	}
	return ""
}

// escapePath escapes the parts of a path and leaves its slashes.
func escapePath(p string) string {
	parts := strings.Split(p, "/")
	for i, s := range parts {
		parts[i] = url.PathEscape(s)
	}
	return strings.Join(parts, "/")
}

// unescapePath reads what follows a scheme and host; false for what no note of ours can be called.
func unescapePath(s string) (string, bool) {
	p, err := url.PathUnescape(s)
	if err != nil || p == "" || strings.ContainsRune(p, 0) || path.IsAbs(p) || path.Clean(p) != p || p == ".." ||
		strings.HasPrefix(p, "../") {
		return "", false
	}
	return p, true
}

// fromURI gives the path that a URI of a note of this repository has, and any other name as it is.
func fromURI(b *warm.Keeper, name string) string {
	rest, ok := strings.CutPrefix(name, noteURI)
	if !ok {
		return name
	}
	p, ok := unescapePath(rest)
	if !ok {
		return name
	}
	if b.Several {
		p = strings.TrimPrefix(p, b.Name+"/")
	}
	return p
}

// ofURI gives the repository that a URI of a note names, nil for what is no such URI or where there
// is only one repository.
func (s *Server) ofURI(name string) (*warm.Keeper, string) {
	rest, ok := strings.CutPrefix(name, noteURI)
	if !ok || len(s.bases) < 2 {
		return nil, ""
	}
	return s.splitRoot(rest)
}

// splitRoot takes the name of a repository off what follows a scheme and host.
func (s *Server) splitRoot(rest string) (*warm.Keeper, string) {
	p, ok := unescapePath(rest)
	if !ok {
		return nil, ""
	}
	if len(s.bases) == 1 {
		return s.bases[0], p
	}
	for _, b := range s.bases {
		if in, ok := strings.CutPrefix(p, b.Name+"/"); ok {
			return b, in
		}
	}
	return nil, ""
}
