package stale

import (
	"net/url"
	"path"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// Bounds of what one note cites.
const (
	maxCited  = 2000 // paths, and names
	maxGlobs  = 50   // of the front matter
	maxTokens = 12   // words of a code span that are looked at
	maxName   = 80   // bytes of a name
	minName   = 5
)

// cited is a path or a name that a note cites, with the line where it first does.
type cited struct {
	text    string // as it is shown
	line    int
	paths   []string // that it can mean, the likeliest first; none for a name
	glob    bool     // text is a pattern of the front matter's files
	suffix  bool     // it may as well be the end of a path
	command bool     // it stands in a command, or is of one part: only a file is meant
	symbol  string   // of the file, behind "#"
}

// ofSymbol tells citations of a symbol of one file in a language with symbols; an anchor of a page is
// none, nor is a line.
func (c cited) ofSymbol() bool {
	return c.symbol != "" && code.Language(c.text) != "" && !strings.ContainsAny(c.text, "*?[") && !lineAnchor(c.symbol)
}

// lineAnchor tells the anchors of forges for lines: L10, L10-L20.
func lineAnchor(s string) bool {
	return strings.HasPrefix(s, "L") && strings.Trim(s, "L0123456789-C") == ""
}

// citations are what a note cites, each once.
type citations struct {
	paths []cited
	names []cited
}

// Citation is a file that a note cites.
type Citation struct {
	Text   string   // as it stands there, without the symbol
	Symbol string   // of the file, "" for none: internal/auth/jwt.go#Sign
	Line   int      // 1-based; 0 in the front matter
	Paths  []string // that it can mean, the likeliest first; none for a pattern
	Glob   bool     // Text is a pattern of the front matter's files
	Suffix bool     // it may as well be the end of a path
}

// CitedFiles returns the files that a note cites: the patterns of its front matter, the targets of
// its links, and the paths in its code spans.
func CitedFiles(e *snapshot.Entry, origin git.Origin) (out []Citation) {
	for _, c := range citationsOf(e, origin).paths {
		out = append(out, Citation{c.text, c.symbol, c.line, c.paths, c.glob, c.suffix})
	}
	return out
}

// OfSymbol tells citations of a symbol of one file in a language with symbols.
func (c *Citation) OfSymbol() bool {
	return cited{text: c.Text, symbol: c.Symbol}.ofSymbol()
}

// IsName tells a name of code from a word of prose: it has an inner underscore or capital.
func IsName(s string) bool { return isName(s) }

// citing gathers citations.
type citing struct {
	citations
	from   string // folder of the note
	origin git.Origin
	seen   map[string]bool
}

// citationsOf reads what a note cites: the globs of its front matter, the targets of its links, and
// its code spans.
func citationsOf(e *snapshot.Entry, origin git.Origin) citations {
	c := citing{from: path.Dir(e.File.Path), origin: origin, seen: map[string]bool{}}
	for _, glob := range e.Note.Files[:min(len(e.Note.Files), maxGlobs)] {
		if file, symbol, _ := strings.Cut(strings.TrimSpace(glob), "#"); file != "" {
			c.addPath(cited{text: file, glob: true, symbol: symbol})
		}
	}
	for _, l := range e.Links() {
		target, _, _ := strings.Cut(l.Target, "?")
		switch {
		case target == "" || strings.ContainsAny(target, "{}<>|*$"):
		case l.Kind == markdown.LinkURL:
			if p := ownFile(target, c.origin); p != "" {
				c.addPath(cited{text: target, line: l.Line, paths: []string{p}})
			}
		case l.Kind == markdown.LinkMarkdown && !strings.HasPrefix(target, "//"):
			p := cited{text: target, line: l.Line}
			if rest, ok := strings.CutPrefix(target, "/"); ok {
				p.paths = local(rest)
			} else {
				p.paths = append(local(path.Join(c.from, target)), local(target)...)
			}
			if len(p.paths) > 0 {
				c.addPath(p)
			}
		}
	}
	for _, code := range e.Code() {
		c.code(code)
	}
	return c.citations
}

// addPath keeps a path that the note cites, once.
func (c *citing) addPath(p cited) {
	if key := "/" + p.text + "#" + p.symbol; len(c.citations.paths) < maxCited && !c.seen[key] {
		c.seen[key] = true
		c.citations.paths = append(c.citations.paths, p)
	}
}

// local is the list of one path from the root, none when it leads out of the repository or is its top.
func local(p string) []string {
	p = path.Clean(p)
	if p == "." || p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") {
		return nil
	}
	return []string{p}
}

// ownFile gives the path of a page of the forge that shows a file of this repository on a branch,
// else "". What a tag or a commit shows never changes.
func ownFile(target string, origin git.Origin) string {
	u, err := url.Parse(target)
	if err != nil || origin.Path == "" || !strings.EqualFold(strings.TrimPrefix(u.Hostname(), "www."), origin.Host) {
		return ""
	}
	page := strings.Trim(u.Path, "/")
	if len(page) <= len(origin.Path) || !strings.EqualFold(page[:len(origin.Path)], origin.Path) {
		return ""
	}
	parts := strings.Split(strings.TrimPrefix(strings.TrimPrefix(page[len(origin.Path):], "/"), "-/"), "/")
	if len(parts) < 3 || parts[0] != "blob" && parts[0] != "tree" {
		return ""
	}
	switch parts[1] {
	case "main", "master", "HEAD", "trunk", "develop", "dev":
		if p := local(strings.Join(parts[2:], "/")); len(p) > 0 {
			return p[0]
		}
	}
	return ""
}

// code takes the paths and names of a code span. In one of several words, a command, only words
// with a slash are paths.
func (c *citing) code(code markdown.CodeSpan) {
	tokens := strings.Fields(code.Text)
	for i, token := range tokens {
		if i == maxTokens {
			return
		}
		if p, ok := c.pathOf(token, len(tokens) > 1); ok {
			p.line = code.Line
			c.addPath(p)
		} else if !strings.Contains(token, "/") && !strings.Contains(token, "{{") {
			for _, name := range namesOf(token) {
				if len(c.names) < maxCited && !c.seen[name] {
					c.seen[name] = true
					c.names = append(c.names, cited{text: name, line: code.Line})
				}
			}
		}
	}
}

// pathOf reads a word as a path.
func (c *citing) pathOf(token string, command bool) (cited, bool) {
	token = strings.Trim(token, `"'(),;`)
	token = strings.TrimRight(token, ":.")
	token, symbol, _ := strings.Cut(token, "#")
	if i := strings.LastIndexByte(token, ':'); i > 0 && strings.Trim(token[i+1:], "0123456789-") == "" {
		token = token[:i]
		if i := strings.LastIndexByte(token, ':'); i > 0 && strings.Trim(token[i+1:], "0123456789") == "" {
			token = token[:i]
		}
	}
	if len(token) < 3 || strings.ContainsAny(token, `*?<>{}$\|=@~:,`) || strings.HasPrefix(token, "-") {
		return cited{}, false
	}
	p := cited{text: token, command: command, symbol: symbol}
	rest, rooted := strings.CutPrefix(token, "/")
	switch {
	case !strings.Contains(token, "/"):
		if command || !telling(token) {
			return cited{}, false
		}
		p.paths, p.suffix = append(local(path.Join(c.from, token)), local(token)...), true
	case rooted:
		p.paths, p.command = local(rest), true // of the machine, unless there is such a file
	default:
		p.command = command ||
			!strings.Contains(strings.Trim(strings.TrimPrefix(token, "./"), "/"), "/") // cmd/ is a folder of most repositories
		p.paths = append(local(token), local(path.Join(c.from, token))...)
		p.suffix = !strings.HasPrefix(token, ".") && path.Ext(token) != "" && !fromRoot(token)
	}
	return p, len(p.paths) > 0
}

// fromRoot tells paths that are hardly the end of a longer one: they begin with a folder that
// stands at the top of repositories.
func fromRoot(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	switch first {
	case "api",
		"apis",
		"app",
		"apps",
		"bin",
		"cmd",
		"config",
		"deploy",
		"docs",
		"examples",
		"hack",
		"internal",
		"lib",
		"pkg",
		"scripts",
		"src",
		"test",
		"tests",
		"tools":
		return true
	}
	return false
}

// telling tells a file name without a folder that hardly means anything else than a file of the
// code: of a programming language, of several words.
func telling(name string) bool {
	if strings.HasPrefix(name, ".") || !isSource(name) {
		return false
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	return len(stem) >= minName &&
		(strings.Contains(strings.Trim(stem, "_-"), "_") || strings.Contains(strings.Trim(stem, "_-"), "-") || humps(stem))
}

// isSource tells the files of programming languages by their ending.
func isSource(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".go",
		".rs",
		".py",
		".ts",
		".tsx",
		".js",
		".jsx",
		".mjs",
		".java",
		".kt",
		".scala",
		".c",
		".h",
		".cc",
		".cpp",
		".hpp",
		".cs",
		".rb",
		".php",
		".swift",
		".m",
		".sh",
		".bash",
		".ps1",
		".lua",
		".ex",
		".exs",
		".erl",
		".hs",
		".ml",
		".clj",
		".sql",
		".proto",
		".tf",
		".zig",
		".dart",
		".vue",
		".svelte",
		".sol":
		return true
	}
	return false
}

// namesOf lists the names of code in a word: with an inner underscore or capital, or called.
func namesOf(word string) []string {
	var out []string
	for i := 0; i < len(word); {
		if !nameByte(word[i]) {
			i++
			continue
		}
		end := i
		for end < len(word) && nameByte(word[end]) {
			end++
		}
		if name := word[i:end]; isName(name) {
			out = append(out, name)
		}
		i = end
	}
	return out
}

func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// isName tells a name of code from a word of prose.
func isName(s string) bool {
	if len(s) < minName || len(s) > maxName || '0' <= s[0] && s[0] <= '9' {
		return false
	}
	inner := strings.Trim(s, "_")
	return len(inner) >= minName && (strings.Contains(inner, "_") || humps(inner))
}

// humps tells a word with a capital behind a small letter, as in parseTree or ParseTree.
func humps(s string) bool {
	for i := 1; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' && ('a' <= s[i-1] && s[i-1] <= 'z' || '0' <= s[i-1] && s[i-1] <= '9') {
			return true
		}
	}
	return false
}
