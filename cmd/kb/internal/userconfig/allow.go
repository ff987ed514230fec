package userconfig

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/kb/store"
)

// AllowStores writes into the user's configuration which stores of sessions may be read, and
// returns the path of the file. No other byte of the file changes; where that cannot be, the error
// says what to write by hand.
func AllowStores(getenv func(string) string, stores []string) (path string, err error) {
	for _, s := range stores {
		if !slices.Contains(Stores(), s) {
			return "", &Error{Path: "allow", Message: notOneOf(s, Stores()), Given: s, Allowed: Stores()}
		}
	}
	c, err := Load(getenv)
	if err != nil {
		return "", err
	}
	path = c.Path
	if path == "" {
		all := places(runtime.GOOS, getenv)
		if len(all) == 0 {
			return "", errors.New("no folder for your configuration: HOME is not set")
		}
		path = all[0]
	}
	old, err := read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	text, ok := withStores(old, "["+strings.Join(stores, ", ")+"]")
	if !ok {
		return "", fmt.Errorf("%s has a form that kb does not change: write there\n\nagents:\n  stores: [%s]",
			path, strings.Join(stores, ", "))
	}
	if err != nil { // there is no file yet
		if err := store.MakeDirs(filepath.Dir(path)); err != nil {
			return "", err
		}
		return path, store.ReplaceAs(path, text, 0o600)
	}
	return path, store.ReplaceKeeping(path, text)
}

// withStores is a configuration with a list of stores in its section agents.
func withStores(old []byte, list string) ([]byte, bool) {
	var doc yaml.Node
	if yaml.Unmarshal(old, &doc) != nil {
		return nil, false
	}
	end := lineEnd(old)
	added := append(endLine(old), "agents:"+end+"  stores: "+list+end...)
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return added, len(doc.Content) == 0 || doc.Content[0].Tag == "!!null"
	}
	key, section := value(doc.Content[0], "agents")
	lines, plain := linesOf(old)
	switch {
	case section == nil:
		return added, doc.Content[0].Style&yaml.FlowStyle == 0
	case section.Kind != yaml.MappingNode || section.Style&yaml.FlowStyle != 0 || len(section.Content) == 0 || !plain:
		return nil, false
	}
	_, stores := value(section, "stores")
	if stores == nil {
		indent := strings.Repeat(" ", section.Content[0].Column-1)
		return bytes.Join(slices.Insert(lines, key.Line, []byte(indent+"stores: "+list+end)), nil), true
	}
	if stores.Kind != yaml.SequenceNode || stores.Style&yaml.FlowStyle == 0 {
		return nil, false
	}
	line := lines[stores.Line-1]
	from := stores.Column - 1
	to := bytes.IndexByte(line[from:], ']')
	if to < 0 || line[from] != '[' {
		return nil, false
	}
	lines[stores.Line-1] = slices.Concat(line[:from], []byte(list), line[from+to+1:])
	return bytes.Join(lines, nil), true
}

// endLine is a copy of a text, which ends with a line end unless it is empty.
func endLine(text []byte) []byte {
	if len(text) > 0 && text[len(text)-1] != '\n' {
		return append(slices.Clone(text), lineEnd(text)...)
	}
	return slices.Clone(text)
}

// lineEnd is how the lines of a text end: as on Windows where one does.
func lineEnd(text []byte) string {
	if bytes.Contains(text, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// linesOf are the lines of a text; not plain where YAML, which also ends lines in other ways, counts others.
func linesOf(text []byte) (lines [][]byte, plain bool) {
	plain = bytes.Count(text, []byte("\r")) == bytes.Count(text, []byte("\r\n")) && !bytes.ContainsAny(text, "\u0085\u2028\u2029")
	return bytes.SplitAfter(text, []byte("\n")), plain
}

// value is the key and the value of a mapping's entry, nil when it has none.
func value(m *yaml.Node, key string) (k, v *yaml.Node) {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return m.Content[i], m.Content[i+1]
		}
	}
	return nil, nil
}

// SetConsent writes into the person's file whether a personal base may be read, and changes no other
// byte of it.
func SetConsent(c *Config, b Base, consent bool) error {
	old, err := read(c.Path)
	if err != nil {
		return err
	}
	word := "consent: " + strconv.FormatBool(consent)
	place := b.at
	if _, said := value(b.at, "consent"); said != nil {
		place = said
	}
	lines, plain := linesOf(old)
	if !plain || place.Line > len(lines) || len(b.at.Content) == 0 {
		return errNoPlace(c, word)
	}
	line := lines[place.Line-1]
	// The columns of the YAML library count characters.
	from := 0
	for i := 1; i < place.Column && from < len(line); i++ {
		_, size := utf8.DecodeRune(line[from:])
		from += size
	}
	switch was := strconv.FormatBool(b.Consent); {
	case place != b.at && bytes.HasPrefix(line[from:], []byte(was)):
		lines[place.Line-1] = slices.Concat(line[:from], []byte(strconv.FormatBool(consent)), line[from+len(was):])
	case place == b.at && b.at.Style&yaml.FlowStyle != 0 && bytes.HasPrefix(line[from:], []byte("{")):
		lines[place.Line-1] = slices.Concat(line[:from+1], []byte(word+", "), line[from+1:])
	case place == b.at && b.at.Style&yaml.FlowStyle == 0:
		indent := strings.Repeat(" ", b.at.Column-1)
		lines[place.Line-1] = slices.Concat(line[:from], []byte(word+lineEnd(old)+indent), line[from:])
	default:
		return errNoPlace(c, word)
	}
	return store.ReplaceKeeping(c.Path, bytes.Join(lines, nil))
}

// errNoPlace asks the person to write what SetConsent finds no place for.
func errNoPlace(c *Config, word string) error {
	return fmt.Errorf("%s has a form that kb does not change: write %s there, where the base is named", c.Path, word)
}
