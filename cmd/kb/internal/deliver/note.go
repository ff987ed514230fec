package deliver

import (
	"bytes"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// Bounds of what is kept of a note.
const (
	maxNote  = 1 << 20 // bytes; what is longer is no note to give
	maxHead  = 4 << 10 // bytes in which the type of a memory is looked for
	maxGlobs = 64
	maxNamed = 32
)

// readNote reads a note as it stands in the work tree.
func readNote(root *os.Root, path string) (note kb.Note, doc *markdown.Document, source []byte, err error) {
	source, err = git.ReadRegular(root, path, maxNote)
	if err != nil {
		return note, nil, nil, err
	}
	note, doc, source = parse(path, source)
	return note, doc, source, nil
}

// parse reads a note from the bytes of its file.
func parse(path string, file []byte) (note kb.Note, doc *markdown.Document, source []byte) {
	source, _ = encoding.Decode(file)
	note, doc = notes.Of(path, source)
	return note, doc, source
}

// mayMatter tells by its bytes whether a note can be one that is given, or that replaces one. Most
// are none, and are not parsed.
func mayMatter(source []byte) bool {
	if bytes.Contains(source, []byte("upersede")) {
		return true
	}
	head := bytes.ToLower(source[:min(len(source), maxHead)])
	if !bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("---")) && !bytes.HasPrefix(head, []byte("+++")) {
		return false
	}
	for _, word := range []string{"gotcha", "error", "dead", "constraint", "causal", "requirement", "standard", "preference", workState} {
		if bytes.Contains(head, []byte(word)) {
			return true
		}
	}
	return false
}

// newEntry reads what files.idx keeps of a note; false where it never matters.
func newEntry(f git.File, note *kb.Note, says func() (code []markdown.CodeSpan, errors []string)) (entry, bool) {
	e := entry{name: kb.Name{Path: f.Path, ID: note.ID, Title: note.Title, Aliases: note.Aliases}, blob: f.Blob}
	for _, r := range note.Relations {
		switch {
		case r.Type != "supersedes":
		case r.Inverse:
			e.replaced = append(e.replaced, r.Target)
		default:
			e.replaces = append(e.replaces, r.Target)
		}
	}
	if note.Kind == "memory" && (warns(note.Type) || rules(note.Type) || note.Type == workState) {
		e.kind, e.pinned = note.Type, note.Pinned
		e.files = note.Files[:min(len(note.Files), maxGlobs)]
		var code []markdown.CodeSpan
		code, e.errors = says()
		e.named = named(code)
	}
	return e, e.kind != "" || len(e.replaces) > 0
}

// named are the paths that stand between backticks in a note's text.
func named(code []markdown.CodeSpan) []string {
	var out []string
	for _, c := range code {
		name, _, _ := strings.Cut(strings.TrimPrefix(c.Text, "./"), ":")
		if !strings.Contains(name, "/") || strings.ContainsAny(name, " \t*?[]{}()<>\"'`$\\|;,=@") || path.Ext(name) == "" ||
			path.IsAbs(name) || path.Clean(name) != name || slices.Contains(out, name) {
			continue
		}
		if out = append(out, name); len(out) == maxNamed {
			break
		}
	}
	return out
}
