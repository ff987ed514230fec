package git

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/config"
)

// gitConfig is the lines of git configuration files, the last one of a key counts.
// Included files are not followed: git itself ignores them for what kb looks up here.
type gitConfig []gitSetting

// gitSetting is one line of a configuration: the section with its subsection behind a dot.
type gitSetting struct{ section, key, value string }

// readGitConfig reads a configuration file, each section by itself, for git reads some that the
// decoder does not: those are left out. A missing file is empty; of a damaged one git will complain
// in its own words.
func readGitConfig(path string) gitConfig {
	data, err := readSmall(path)
	if err != nil {
		return nil
	}
	var c gitConfig
	var section strings.Builder
	continued := false
	for line := range strings.Lines(strings.TrimPrefix(strings.ToValidUTF8(string(data), "\uFFFD"), "\uFEFF")) {
		if !continued && strings.HasPrefix(strings.TrimLeft(line, " \t"), "[") {
			c = append(c, readSection(section.String())...)
			section.Reset()
		}
		section.WriteString(line)
		continued = strings.HasSuffix(strings.TrimRight(line, "\r\n"), `\`)
	}
	return append(c, readSection(section.String())...)
}

// readSection reads a part of a configuration, none of one that the decoder cannot read.
func readSection(text string) (c gitConfig) {
	var parsed config.Config
	if err := config.NewDecoder(strings.NewReader(text)).Decode(&parsed); err != nil {
		return nil
	}
	for _, s := range parsed.Sections {
		for _, o := range s.Options {
			c = append(c, gitSetting{strings.ToLower(s.Name), strings.ToLower(o.Key), o.Value})
		}
		for _, sub := range s.Subsections {
			for _, o := range sub.Options {
				c = append(c, gitSetting{strings.ToLower(s.Name) + "." + sub.Name, strings.ToLower(o.Key), o.Value})
			}
		}
	}
	return c
}

// get is the last value of a key, as git has it; "" for none.
func (c gitConfig) get(section, key string) string {
	for i := len(c) - 1; i >= 0; i-- {
		if c[i].section == section && c[i].key == key {
			return c[i].value
		}
	}
	return ""
}

// isTrue reports whether git reads a value as true.
func isTrue(value string) bool {
	switch strings.ToLower(value) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}

// objectFormat names the hash of object ids: sha1 or sha256.
func (c gitConfig) objectFormat() string {
	return cmp.Or(strings.ToLower(c.get("extensions", "objectformat")), "sha1")
}

// format is how objects are named; formats that kb does not know are left to git.
func (c gitConfig) format() objectFormat {
	if c.objectFormat() == "sha256" {
		return sha256Format
	}
	return sha1Format
}

// refStorage names the form in which references are kept: files or reftable.
func (c gitConfig) refStorage() string {
	return cmp.Or(strings.ToLower(c.get("extensions", "refstorage")), "files")
}

// unsupported says why go-git cannot read the repository, "" when it can.
func (c gitConfig) unsupported() string {
	if v := c.get("core", "repositoryformatversion"); v != "" && v != "0" && v != "1" {
		return "repository format version " + v
	}
	if f := c.objectFormat(); f != "sha1" {
		return f + " object ids"
	}
	if f := c.refStorage(); f != "files" {
		return f + " reference storage"
	}
	known := []string{"noop", "objectformat", "refstorage", "worktreeconfig", "partialclone", "preciousobjects", "relativeworktrees"}
	for _, s := range c {
		if s.section == "extensions" && !slices.Contains(known, s.key) {
			return fmt.Sprintf("repository extension %q", s.key)
		}
	}
	return ""
}

// GitSetting gives the value of a key of git's configuration, of all its scopes; "" when it is not
// set, or when there is no git to ask.
func (r *Repo) GitSetting(ctx context.Context, key string) string {
	git, ok := r.git.(*gitProgram)
	if !ok {
		return ""
	}
	out, err := git.run(ctx, "config", "--get", key)
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(out), "\r\n")
}

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
