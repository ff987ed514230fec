package review

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/kb/validate"
)

// missingPaths finds the paths of code that the change cites for the first time and that the
// repository has not.
func (c *change) missingPaths() error {
	cited := c.newlyCited()
	if len(cited) == 0 {
		return nil
	}
	// Of the work tree its folders are looked at as well.
	var files, folders map[string]bool
	var err error
	files, folders = map[string]bool{}, map[string]bool{}
	list, err := c.repo.Files(c.ctx, c.report.Range.Head)
	for _, f := range list {
		files[f.Path] = true
		for dir := path.Dir(f.Path); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	if c.report.Range.WorkTree {
		for _, f := range c.run.After.Tree.Files {
			files[f.Path] = true
		}
	}
	if err != nil {
		return err
	}
	for _, p := range cited {
		if !p.missing(files, folders) {
			continue
		}
		c.find(
			missingPath(),
			InChange,
			validate.Finding{Place: validate.Place{Path: p.note, Line: max(p.line, 1), Col: 1, EndLine: max(p.line, 1)},
				Message: fmt.Sprintf("%s is cited, but the repository has no such path",
					p.path), Suggestion: "correct the path, or leave it out",
				Fingerprint: validate.Fingerprint("missing-path", p.note, p.path)},
		)
	}
	return nil
}

// citation is a path of code that a note names.
type citation struct {
	note string
	path string
	line int
	glob bool // of the front matter
}

// maxCitations bounds what is looked up.
const maxCitations = 5000

// newlyCited are the citations of the change that the note did not have before.
func (c *change) newlyCited() (out []citation) {
	for _, ch := range c.run.Changes {
		if ch.New == nil {
			continue
		}
		var had []string
		if ch.Old != nil {
			had = ch.Old.Note.Files
		}
		for _, f := range ch.New.Note.Files {
			if !slices.Contains(had, f) {
				out = append(out, citation{note: ch.Path, path: f, line: 1, glob: true})
			}
		}
	}
	for i := range c.report.Statements {
		s := &c.report.Statements[i]
		if s.New == nil || s.Kind == fieldUnit || s.Kind == codeUnit || s.Argues {
			continue
		}
		for _, p := range codePaths(s.New.Text) {
			if s.Old == nil || !strings.Contains(s.Old.Text, p) {
				out = append(out, citation{note: s.New.Path, path: p, line: s.New.Line})
			}
		}
	}
	return out[:min(len(out), maxCitations)]
}

// codePaths are the code spans of a text that look like paths of this repository: with a slash, and
// nothing else than names.
func codePaths(text string) (out []string) {
	parts := strings.Split(text, "`")
	for i := 1; i+1 < len(parts); i += 2 {
		if p := strings.TrimPrefix(parts[i], "./"); isCodePath(p) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// isCodePath reports whether a span of code reads as a path of the repository: with a slash,
// without what a path of a file does not have.
func isCodePath(p string) bool {
	if !strings.Contains(p, "/") || strings.Contains(p, "//") || strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~") ||
		strings.HasPrefix(p, "..") ||
		len(p) > 300 {
		return false
	}
	for _, c := range p {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && !strings.ContainsRune("._-/+@", c) {
			return false
		}
	}
	return path.Clean(p) == strings.TrimSuffix(p, "/")
}

// missing tells a citation of nothing.
func (p *citation) missing(files, folders map[string]bool) bool {
	name := p.path
	if p.glob { // it may name a symbol of a file, or leave files out
		name, _, _ = strings.Cut(name, "#")
	}
	if name = strings.TrimSuffix(name, "/"); name == "" || p.glob && name[0] == '!' {
		return false
	}
	if files[name] || folders[name] {
		return false
	}
	if p.glob && strings.ContainsAny(name, "*?[") {
		pattern := pattern.New([]string{name})
		for f := range files {
			if pattern.Match(f) {
				return false
			}
		}
		return true
	}
	if p.glob {
		return true
	}
	relative := path.Join(path.Dir(p.note), name)
	return known(name, folders) && strings.Contains(path.Base(name), ".") && !files[relative] && !folders[relative]
}

// known tells whether the repository has the first two folders of a path, or the one that it has: a path of which it has less is of
// another repository, or an example.
func known(name string, folders map[string]bool) bool {
	parts := strings.Split(path.Dir(name), "/")
	return folders[path.Join(parts[:min(len(parts), 2)]...)]
}
