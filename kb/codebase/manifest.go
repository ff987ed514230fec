package codebase

import (
	"context"
	"encoding/json"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// manifest reads the files that name the folder they lie in: the name is the package of the file.
type manifest struct{}

// Read reads one such file; of others than these nothing.
func (manifest) Read(_ context.Context, name string, source []byte) (code.File, error) {
	f := code.File{Language: languageOf(name)}
	switch path.Base(name) {
	case "go.mod":
		f.Package = fieldOf(source, "", "module ")
	case "Cargo.toml":
		f.Package = fieldOf(source, "[package]", "name")
	case "package.json":
		var p struct {
			Name string `json:"name"`
		}
		if len(source) > code.MaxSize || json.Unmarshal(source, &p) != nil {
			return code.File{}, code.ErrUnreadable
		}
		f.Package = p.Name
	}
	f.Package = code.Clip(f.Package, code.MaxText)
	return f, nil
}

// fieldOf returns what follows a key at the beginning of a line, below a heading where one is named.
func fieldOf(source []byte, heading, key string) string {
	in := heading == ""
	for line := range strings.Lines(string(source)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") && heading != "" {
			in = line == heading
		}
		if rest, ok := strings.CutPrefix(line, key); ok && in {
			rest, _, _ = strings.Cut(rest, "//")
			return strings.Trim(strings.TrimLeft(rest, " \t="), "\"' \t")
		}
	}
	return ""
}
