package kb

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// Origin is where a repository lives on a forge.
type Origin struct {
	Host string // github.com
	Path string // owner/name, groups included
}

// Origin reads the address of the remote "origin", or of the only remote; empty when there is none.
func (r *Repo) Origin() Origin {
	remotes := map[string]string{}
	for _, s := range readGitConfig(filepath.Join(r.CommonDir, "config")) {
		if name, ok := strings.CutPrefix(s.section, "remote."); ok && s.key == "url" {
			remotes[name] = s.value
		}
	}
	if address, ok := remotes["origin"]; ok {
		return ParseOrigin(address)
	}
	if len(remotes) == 1 {
		for _, address := range remotes {
			return ParseOrigin(address)
		}
	}
	return Origin{}
}

// ParseOrigin reads the address of a remote: https://host/owner/name.git, ssh://git@host/…, or git@host:owner/name.
func ParseOrigin(address string) Origin {
	var host, path string
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		host, path = u.Hostname(), u.Path
	} else if before, after, ok := strings.Cut(address, ":"); ok && !strings.Contains(before, "/") && len(before) > 1 {
		host, path = before[strings.LastIndexByte(before, '@')+1:], after
	}
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if host == "" || path == "" {
		return Origin{}
	}
	return Origin{Host: strings.ToLower(host), Path: path}
}

// hasScheme tells an absolute URL: letters, then a colon.
func hasScheme(target string) bool {
	i := strings.IndexByte(target, ':')
	if i < 2 {
		return false // "C:\x" is a path
	}
	for _, c := range target[:i] {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	rest := target[i+1:]
	return strings.HasPrefix(rest, "//") || slices.Contains([]string{"mailto", "tel", "data", "javascript", "urn", "doi"}, strings.ToLower(target[:i]))
}

// url resolves a URL: to a note when it shows a file of this very repository, else it is external.
func (r *Resolver) url(target string) Resolution {
	if name, ok := strings.CutPrefix(target, "memory://"); ok {
		return orExternal(r.wiki("", name))
	}
	if r.origin.Path == "" {
		return external()
	}
	u, err := url.Parse(target)
	if err != nil {
		return external()
	}
	for _, file := range r.ownPaths(u) {
		if found := r.names.at(file, false); len(found) == 1 {
			return r.names.resolution(found)
		}
	}
	return external()
}

// maxBranchParts is how many slashes a branch's name may have, plus one.
const maxBranchParts = 4

// ownPaths gives the paths that a page of this repository on its forge can show: where the branch's name ends and the path
// begins is not to be seen.
func (r *Resolver) ownPaths(u *url.URL) []string {
	rest, ok := r.behindBranch(strings.ToLower(u.Hostname()), strings.Trim(u.Path, "/"))
	if !ok {
		return nil
	}
	parts := strings.Split(rest, "/")
	var paths []string
	for n := 1; n <= maxBranchParts && n < len(parts); n++ {
		paths = append(paths, strings.Join(parts[n:], "/"))
	}
	return paths
}

// behindBranch gives "BRANCH/path" of a URL's path.
func (r *Resolver) behindBranch(host, path string) (string, bool) {
	if host == "raw.githubusercontent.com" && r.origin.Host == "github.com" {
		return cutPrefixFold(path, r.origin.Path+"/")
	}
	if strings.TrimPrefix(host, "www.") != r.origin.Host {
		return "", false
	}
	rest, ok := cutPrefixFold(path, r.origin.Path+"/")
	if !ok {
		return "", false
	}
	rest = strings.TrimPrefix(rest, "-/") // GitLab
	view, rest, ok := strings.Cut(rest, "/")
	if !ok || !slices.Contains([]string{"blob", "tree", "raw", "blame", "edit", "src"}, view) {
		return "", false
	}
	return rest, true
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}
