package userconfig

import (
	"cmp"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Base is a repository of notes on this machine, to be searched beside the one that somebody is in.
type Base struct {
	Name    string // lower-case letters, digits, '.', '_' and '-'; no two are the same
	Path    string // absolute
	Scope   string // one of Scopes
	Consent bool   // of a personal one: the person said that it may be read

	at *yaml.Node // where the file says it
}

// Personal is the scope of what somebody noted for themselves.
const Personal = "personal"

// Readable reports whether the base may be read: a personal one with consent alone.
func (b Base) Readable() bool { return b.Scope != Personal || b.Consent }

// Here is the name of the repository that somebody is in, where the configuration gives it none.
const Here = "here"

// maxBases is how many bases may be named: each is opened for an answer from all.
const maxBases = 100

// scopes are whose word the notes of a base can be.
func scopes() []string { return []string{Personal, "project", "team", "organization"} }

// Known are the bases that are named; a configuration that was not loaded names none.
func (c *Config) Known() []Base {
	if c == nil {
		return nil
	}
	return c.Bases
}

// bases takes the list of bases.
func (c *Config) bases(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return c.wrong(n, "bases: expected a list such as [{name: mine, path: ~/notes, scope: personal}]")
	}
	if len(n.Content) > maxBases {
		return c.wrong(n, "bases: expected at most %d", maxBases)
	}
	for _, item := range n.Content {
		b := Base{at: item}
		keys := []string{"name", "path", "scope", "consent"}
		err := c.each(item, keys, func(key string, value *yaml.Node) error { return c.base(&b, key, value) })
		if err != nil {
			return err
		}
		if b.Path == "" {
			return c.wrong(item, "a base without path: say where its repository is, such as path: ~/notes")
		}
		if b.Name == "" { // the folder's own, as far as it is one
			b.Name = strings.Trim(notInName().ReplaceAllString(strings.ToLower(filepath.Base(b.Path)), "-"), "-._")
		}
		if message := wrongName(b.Name); message != "" {
			return c.wrong(item, "name: %q: %s", clip(b.Name), message)
		}
		if slices.ContainsFunc(c.Bases, func(other Base) bool { return other.Name == b.Name }) {
			return c.wrong(item, "two bases are called %s: expected a name of its own for each", b.Name)
		}
		b.Scope = cmp.Or(b.Scope, "project")
		if b.Consent && b.Scope != Personal {
			return c.wrong(item, "consent: a base of scope %s needs none: leave it out, or say scope: personal", b.Scope)
		}
		c.Bases = append(c.Bases, b)
	}
	return nil
}

// base takes one key of a base.
func (c *Config) base(b *Base, key string, n *yaml.Node) (err error) {
	if n.Kind != yaml.ScalarNode {
		return c.wrong(n, "%s: expected a single value", key)
	}
	switch key {
	case "name":
		if b.Name, err = c.text(key, n); err == nil && wrongName(b.Name) != "" {
			return c.wrong(n, "name: %q: %s", clip(b.Name), wrongName(b.Name))
		}
	case "scope":
		if !slices.Contains(scopes(), n.Value) {
			return &Error{
				Path: c.Path, Line: n.Line, Col: n.Column, Message: "scope: " + notOneOf(n.Value, scopes()),
				Given: n.Value, Allowed: scopes(),
			}
		}
		b.Scope = n.Value
	case "consent":
		if n.Tag != "!!bool" {
			return c.wrong(n, "consent: %q: expected true or false", clip(n.Value))
		}
		return n.Decode(&b.Consent)
	case "path":
		if b.Path, err = c.text(key, n); err != nil {
			return err
		}
		path, unset := c.expand(b.Path)
		if unset != "" {
			return c.wrong(n, "path: %q: %s is not set", clip(b.Path), unset)
		}
		if !filepath.IsAbs(path) {
			return c.wrong(n, "path: %q: expected one that begins at the root, or with ~ or a variable such as $HOME", clip(b.Path))
		}
		b.Path = filepath.Clean(path)
	}
	return err
}

// expand puts the home folder in the place of a leading ~, and their values in the place of variables.
// It returns the first variable that is not set, "" for none: the path would mean another folder
// without its value.
func (c *Config) expand(path string) (expanded, unset string) {
	value := func(name string) string {
		v := c.env(name)
		if v == "" {
			unset = cmp.Or(unset, name)
		}
		return v
	}
	home := ""
	if path == "~" || strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`) {
		if runtime.GOOS == "windows" {
			home = c.env("USERPROFILE")
		}
		if home == "" {
			home = value("HOME")
		}
		path = path[1:]
	}
	variables := regexp.MustCompile(`\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))`)
	path = variables.ReplaceAllStringFunc(path, func(v string) string { return value(strings.Trim(v, "${}")) })
	return home + path, unset
}

func notInName() *regexp.Regexp { return regexp.MustCompile(`[^a-z0-9._-]+`) }

// wrongName says what is wrong with the name of a base, "" for nothing. It stands before a colon in
// links, so that it must be no scheme of an address.
func wrongName(name string) string {
	switch name {
	case Here:
		return "that is what kb calls the repository that you are in: expected another name"
	case "http", "https", "file", "mailto", "ftp", "kb", "data", "javascript", "urn", "tel", "ssh", "git":
		return "addresses begin like that: expected another name"
	}
	if len(name) < 2 || len(name) > 40 || notInName().MatchString(name) || strings.Trim(name, "-._") != name {
		return "expected 2 to 40 small letters, digits, '.', '_' and '-', such as team or my-notes"
	}
	return ""
}
