// Package adopt proposes notes for what a repository has written down already: decisions,
// specifications, and the rules that it gives to agents. It reads bytes and proposes; it writes
// nothing.
package adopt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/lazy"
	"github.com/9aea2451/kb/text/wording"
)

// Proposal is a note that could be added.
type Proposal struct {
	Path   string // where it would lie
	Other  string // where it would lie if another file's note has that path; "" for nowhere
	Kind   string // memory, decision or spec
	Type   string // of a memory
	Title  string
	From   string // the file that it comes from
	Line   int    // in From, from 1
	NoRule bool   // what is said at the place asks for nothing, and makes no note: only From, Line and Title are set
	Origin string // names the place and the words that it comes from: the same rule is proposed once
	Text   []byte // of the whole note; nil with NoRule
}

// Source is a file that notes can be made of.
type Source struct {
	Path string
	Data []byte
}

// Kinds are what can be adopted.
func Kinds() []string { return []string{"adr", "openspec", "agents", "cursor", "copilot"} }

// KindOf returns what a file is to adopt, "" for nothing. log is the folder that the program of the decision log is told of,
// "" for none.
func KindOf(file, log string) string {
	base, dir := strings.ToLower(path.Base(file)), strings.ToLower(path.Dir(file))
	switch {
	case strings.HasPrefix(file, ".memory/"):
		return ""
	case base == "claude.md", base == "claude.local.md", base == "agents.md", base == "gemini.md",
		isConstitution(file):
		return "agents"
	case base == ".cursorrules", strings.HasSuffix(base, ".mdc") && strings.Contains("/"+dir+"/", "/.cursor/rules/"):
		return "cursor"
	case dir == ".github" && base == "copilot-instructions.md", strings.HasSuffix(base, ".instructions.md"):
		return "copilot"
	case base == "spec.md" && strings.Contains("/"+dir+"/", "/openspec/specs/"):
		return "openspec"
	case (isDecisionFolder(dir) || log != "" && path.Dir(file) == log) && kb.IsMarkdown(file):
		if _, number := kb.SeriesName(file); number != "" {
			return "adr"
		}
	}
	return ""
}

// Instructs reports whether a program for agents reads a markdown file as instructions, commands or
// skills: what KindOf takes for such, what has a name that a program looks for, and what lies in a
// hidden folder, as the programs' own are; .memory is none of theirs.
func Instructs(file string) bool {
	file = strings.TrimPrefix(strings.ToLower(file), ".memory/")
	kind := KindOf(file, "")
	return kind == "agents" || kind == "copilot" || strings.Contains("/"+file, "/.") || looksFor().MatchString(path.Base(file))
}

// looksFor matches lower-case names that programs for agents look for, besides those of KindOf.
var looksFor = lazy.Pattern(`^(?:(?:agents?|claude|gemini|qwen|crush|warp|copilot|codex)(?:\.(?:local|override))?|skill|` +
	`.*\.(?:instructions|prompt|chatmode|agent))\.(?:md|markdown|mdx)$`)

// isDecisionFolder tells the folders in which decisions usually lie.
func isDecisionFolder(dir string) bool {
	for _, name := range []string{"adr", "adrs", "decisions", "architecture-decisions"} {
		if path.Base(dir) == name {
			return true
		}
	}
	return false
}

// Propose makes notes of a file; none where KindOf gives "", or nothing in it can be a note.
func Propose(s Source, log string) []Proposal {
	switch KindOf(s.Path, log) {
	case "adr":
		return decision(s)
	case "openspec":
		capability := path.Base(path.Dir(s.Path))
		var b strings.Builder
		for _, sec := range notes.Document(s.Data).Sections {
			if name, ok := strings.CutPrefix(sec.Heading, "Requirement:"); ok {
				fmt.Fprintf(&b, "- %s ([line %d](%s#L%d))\n", strings.TrimSpace(name), sec.Span.StartLine,
					relative(".memory/specs", s.Path), sec.Span.StartLine)
			}
		}
		if b.Len() == 0 {
			return nil
		}
		name := ".memory/specs/" + draft.Slug(capability)
		p := Proposal{Path: name + ".md", Other: withFolder(name, s.Path), Kind: "spec", Title: capability, From: s.Path, Line: 1}
		return []Proposal{p.write(s.Path, []string{"status: accepted"}, "What "+capability+" must do:\n\n"+strings.TrimSpace(b.String()))}
	case "agents", "cursor", "copilot":
		return rules(s)
	}
	return nil
}

// decision makes a note of a decision record.
func decision(s Source) []Proposal {
	n, doc := notes.Of(s.Path, s.Data)
	body := ""
	for _, want := range []string{"decision outcome", "decision", "the decision"} {
		if i := slices.IndexFunc(doc.Sections, func(sec markdown.Section) bool { return strings.EqualFold(sec.Heading, want) }); i >= 0 &&
			body == "" {
			body = firstParagraph(string(s.Data[doc.Sections[i].Span.Start:doc.Sections[i].Span.End]))
		}
	}
	name := ".memory/decisions/" + strings.TrimSuffix(path.Base(s.Path), path.Ext(s.Path))
	p := Proposal{
		Path:  name + ".md",
		Other: withFolder(name, s.Path),
		Kind:  "decision",
		Title: n.Title,
		From:  s.Path,
		Line:  1,
	}
	fields := []string{"status: " + orElse(n.Status, "accepted")}
	if n.Date != "" {
		fields = append(fields, "date: "+n.Date)
	}
	return []Proposal{p.write(s.Path, fields, body)}
}

// withFolder is the path of a note whose name says the folder of its source too: other folders have
// files of the same name.
func withFolder(name, source string) string { return name + "-" + draft.Slug(path.Dir(source)) + ".md" }

// maxRules bounds what one file can propose.
const maxRules = 500

// rules makes a memory of each item of a list and each sentence that asks for something, and a
// decision of what was decided. What asks for nothing is told as such, so that nothing is lost in
// silence.
func rules(s Source) (out []Proposal) {
	if isConstitution(s.Path) {
		return constitution(s)
	}
	globs, body := cursorHeader(s)
	if dir := path.Dir(s.Path); KindOf(s.Path, "") == "agents" && dir != "." && !strings.Contains("/"+dir, "/.") {
		globs = appendGlob(nil, strings.NewReplacer(`\`, `\`, "[", `\[`, "*", `\*`, "?", `\?`).Replace(dir)+"/**") // of its folder alone
	}
	offset := lineOffset(s.Data, body)
	taken := map[string]bool{}
	for _, item := range items(withoutOwn(body), KindOf(s.Path, "") != "agents") {
		if len(out) == maxRules {
			break
		}
		p := Proposal{Kind: "memory", Title: draft.TitleOf(item.text), From: s.Path, Line: item.line + offset}
		slug := draft.Slug(p.Title)
		if slug == "" {
			continue
		}
		if !item.rule {
			p.Kind, p.NoRule = "", true
			out = append(out, p)
			continue
		}
		var fields []string
		if draft.IsDecision(item.text) {
			p.Kind, p.Path = "decision", ".memory/decisions/"+slug
			fields = append(fields, "status: accepted")
		} else {
			p.Type, p.Path = typeOf(item.text), ".memory/memories/"+slug
			fields = append(fields, "type: "+p.Type)
		}
		if taken[p.Path] {
			p.Path += "-" + digest(s.Path, item.text)[:6]
		}
		taken[p.Path] = true
		p.Path += ".md"
		if len(globs) > 0 {
			fields = append(fields, "files: ["+strings.Join(globs, ", ")+"]")
		}
		out = append(out, p.write(item.text, fields, item.text))
	}
	return out
}

// typeOf is the type of a memory that a rule becomes.
func typeOf(text string) string {
	if typ := draft.TypeOf(text); typ != "fact" {
		return typ
	}
	return "standard" // what a team tells its agents is meant to be kept to
}

// lineOffset is how many lines stand before the body of a file.
func lineOffset(data, body []byte) int {
	return strings.Count(string(data[:len(data)-len(body)]), "\n")
}

// write makes the text of a proposal. said is what names it.
func (p Proposal) write(said string, fields []string, body string) Proposal {
	p.Origin = p.From + "@" + digest(p.From, said)
	var b strings.Builder
	fmt.Fprintf(&b,
		"---\n# yaml-language-server: $schema=https://raw.githubusercontent.com/9aea2451/kb/main/docs/schema/%s.schema.json\nkind: %s\n",
		p.Kind, p.Kind)
	fmt.Fprintf(&b, "title: %s\n", quote(p.Title))
	for _, f := range fields {
		b.WriteString(f + "\n")
	}
	fmt.Fprintf(&b, "source: import\norigin: %s\n", quote(p.Origin))
	if kb.IsMarkdown(p.From) {
		fmt.Fprintf(&b, "relations: [{type: derived_from, target: %s}]\n", quote(p.From))
	}
	b.WriteString("---\n")
	if !strings.HasPrefix(body, strings.TrimSuffix(p.Title, "…")) { // a rule is its own title
		fmt.Fprintf(&b, "# %s\n\n", strings.ReplaceAll(p.Title, "\n", " "))
	}
	if body != "" {
		b.WriteString(body + "\n\n")
	}
	fmt.Fprintf(&b, "From [%s:%d](%s#L%d).\n", p.From, p.Line, relative(path.Dir(p.Path), p.From), p.Line)
	p.Text = []byte(b.String())
	return p
}

// OriginOf is the origin that a note names, "" for none.
func OriginOf(source []byte) (origin string) {
	v, _ := markdown.Head(source).FrontMatter.Get("origin")
	origin, _ = v.(string)
	return origin
}

// digest names some texts by twelve hexadecimal digits of their SHA-256. A NUL stands between them,
// so that ("a", "bc") and ("ab", "c") are two.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// quote writes a YAML string.
func quote(s string) string {
	return "'" + strings.ReplaceAll(wording.OneLine(s), "'", "''") + "'"
}

// relative is the way from a folder of the repository to a file, as a link has it.
func relative(dir, file string) string {
	up := strings.Repeat("../", 1+strings.Count(dir, "/"))
	return up + strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "#", "%23", "?", "%3F").Replace(file)
}

// orElse is s, or what is given in its place where s is "": a decision without a status counts as
// accepted.
func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
