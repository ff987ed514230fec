package adopt

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/text/lazy"
)

// exportFormat opens an export, of JSON as the value of "format", of markdown in its first line.
const exportFormat = "kb export 1"

// Exported are notes with their bytes, to be taken in elsewhere.
type Exported struct {
	Format string        `json:"format"` // exportFormat
	Notes  []CarriedNote `json:"notes"`  // in order of path
}

// CarriedNote is a note of an export.
type CarriedNote struct {
	Path   string `json:"path"`             // from the top of the repository
	Text   string `json:"text"`             // the whole file
	Base64 string `json:"base64,omitempty"` // instead of text, of a file that is not UTF-8
}

// Export makes an export of files.
func Export(files []Source) *Exported {
	out := &Exported{Format: exportFormat, Notes: []CarriedNote{}}
	for _, f := range files {
		n := CarriedNote{Path: f.Path, Text: string(f.Data)}
		if !utf8.Valid(f.Data) {
			n.Text, n.Base64 = "", base64.StdEncoding.EncodeToString(f.Data)
		}
		out.Notes = append(out.Notes, n)
	}
	return out
}

// The lines of an export in markdown: each note follows a line with its path and its length in bytes.
const (
	exportHead = "<!-- " + exportFormat + " -->\n"
	noteHead   = "<!-- kb note "
)

// Markdown writes files one after another, as a document that people read and Import takes.
func Markdown(files []Source) []byte {
	var b bytes.Buffer
	b.WriteString(exportHead)
	for _, f := range files {
		fmt.Fprintf(&b, "\n%s%s %d -->\n%s\n", noteHead, strconv.Quote(f.Path), len(f.Data), f.Data)
	}
	return b.Bytes()
}

// errExport is the error about what claims to be an export and is none.
var errExport = errors.New("a damaged export")

// Import reads an export, of JSON (alone or as the data of kb's envelope) or markdown; ok is false
// for what is none. Paths are those of markdown files within a repository, each once.
func Import(data []byte) (files []Source, ok bool, err error) {
	switch {
	case bytes.HasPrefix(data, []byte(exportHead)):
		files, err = importMarkdown(data[len(exportHead):])
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		var doc struct {
			Exported
			Data Exported `json:"data"`
		}
		if json.Unmarshal(data, &doc) != nil {
			return nil, false, nil
		}
		e := doc.Exported
		if e.Format == "" {
			e = doc.Data
		}
		if e.Format != exportFormat {
			return nil, false, nil
		}
		files, err = importJSON(&e)
	default:
		return nil, false, nil
	}
	if err != nil {
		return nil, true, err
	}
	seen := map[string]bool{}
	for _, f := range files {
		switch bad := git.BadPath(f.Path); {
		case bad != "":
			return nil, true, fmt.Errorf("%w: %q: %s", errExport, f.Path, bad)
		case !kb.IsMarkdown(f.Path):
			return nil, true, fmt.Errorf("%w: %q is no markdown file", errExport, f.Path)
		case seen[f.Path]:
			return nil, true, fmt.Errorf("%w: %q stands twice", errExport, f.Path)
		case len(f.Data) > git.MaxFile:
			return nil, true, fmt.Errorf("%w: %q has %d bytes; kb reads notes of at most %d", errExport, f.Path, len(f.Data), git.MaxFile)
		}
		seen[f.Path] = true
	}
	return files, true, nil
}

// OddName gives what in the path of an import is another file, a device or nothing at all on some
// system, "" for a path that is the same on every one.
func OddName(file string) string { return odd().FindString(file) }

var odd = lazy.Pattern(`(?i)\\|^[a-z]:|(?:^|/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:[./]|$)|` +
	`(?:^|/)[^./]{0,6}~[0-9]+(?:\.[^./]{0,3})?(?:/|$)|[. ](?:/|$)|` + // the short name of Windows: .git is GIT~1
	`[\p{Cc}\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2060}-\x{206f}\x{feff}]`)

// importJSON decodes the notes of an export, in their order; errExport where their base64 is
// damaged. Import looks at the paths.
func importJSON(e *Exported) (files []Source, err error) {
	for _, n := range e.Notes {
		data := []byte(n.Text)
		if n.Base64 != "" {
			if data, err = base64.StdEncoding.DecodeString(n.Base64); err != nil {
				return nil, fmt.Errorf("%w: %q: %w", errExport, n.Path, err)
			}
		}
		files = append(files, Source{n.Path, data})
	}
	return files, nil
}

// importMarkdown reads the notes that follow the first line of an export. Where one ends its length
// says and not the text: a note may itself hold what looks like the head of one.
func importMarkdown(data []byte) (files []Source, err error) {
	for len(data) > 0 {
		rest, found := bytes.CutPrefix(data, []byte("\n"+noteHead))
		head, body, ended := bytes.Cut(rest, []byte(" -->\n"))
		blank := bytes.LastIndexByte(head, ' ')
		path, bad := strconv.Unquote(string(head[:max(blank, 0)]))
		n, wrong := strconv.Atoi(string(head[blank+1:]))
		if !found || !ended || bad != nil || wrong != nil || n < 0 || n >= len(body) || body[n] != '\n' {
			return nil, fmt.Errorf("%w: after %d notes", errExport, len(files))
		}
		files, data = append(files, Source{path, body[:n:n]}), body[n+1:]
	}
	return files, nil
}
