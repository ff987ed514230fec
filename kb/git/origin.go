package git

import (
	"net/url"
	"path/filepath"
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
		name, ok := strings.CutPrefix(s.section, "remote.")
		if ok && s.key == "url" && remotes[name] == "" { // of several, git fetches from the first
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

// ParseOrigin reads the address of a remote: https://host/owner/name.git, ssh://git@host/…, or
// git@host:owner/name.
func ParseOrigin(address string) Origin {
	var host, path string
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		host, path = u.Hostname(), u.Path
	} else if strings.HasPrefix(address, "file://") {
		return Origin{}
	} else if before, after, ok := strings.Cut(address, ":"); ok && !strings.Contains(before, "/") && len(before) > 1 {
		host, path = before[strings.LastIndexByte(before, '@')+1:], after
	}
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if host == "" || path == "" {
		return Origin{}
	}
	return Origin{Host: strings.ToLower(host), Path: path}
}
