package adopt

import (
	"bytes"
	"strings"

	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/text/lazy"
)

// isConstitution reports whether a file holds the principles of a project that uses spec-kit.
func isConstitution(file string) bool {
	return strings.EqualFold(file, ".specify/memory/constitution.md")
}

// constitution makes a memory of each principle of a constitution: its heading, and those of its sentences that ask for
// something. What is said of why, and of how the constitution changes, is left to the file.
func constitution(s Source) (out []Proposal) {
	doc := notes.Document(s.Data)
	if strings.Contains(doc.Title, "[PROJECT_NAME]") { // nobody has filled it in
		return nil
	}
	lines := bytes.SplitAfter(s.Data, []byte("\n"))
	taken := map[string]bool{}
	for i, sec := range doc.Sections {
		title := numeral().ReplaceAllString(sec.Heading, "")
		slug := draft.Slug(title)
		if sec.Level < 2 || sec.Level > 3 || slug == "" || placeholder().MatchString(title) || governs(sec.Path) || len(out) == maxRules {
			continue
		}
		p := Proposal{Kind: "memory", Type: "standard", Title: title, From: s.Path, Line: sec.Span.StartLine}
		end := len(lines)
		for _, next := range doc.Sections[i+1:] {
			if next.Level <= 3 {
				end = next.Span.StartLine - 1
				break
			}
		}
		var rules []string
		said := items(withoutWhy(bytes.Join(lines[sec.Span.StartLine:end], nil)), false)
		for _, item := range said {
			if item.rule && asks(item.text) {
				rules = append(rules, item.text)
			}
		}
		switch p.Path = ".memory/memories/" + slug; {
		case len(rules) == 0 && len(said) == 0:
			continue
		case len(rules) == 0:
			p.Kind, p.Type, p.Path, p.NoRule = "", "", "", true
			out = append(out, p)
			continue
		case taken[p.Path]:
			p.Path += "-" + digest(s.Path, strings.Join(sec.Path, "\n"))[:6]
		}
		taken[p.Path] = true
		p.Path += ".md"
		body := "- " + strings.Join(rules, "\n- ")
		out = append(out, p.write(title+"\n"+body, []string{"type: standard"}, body))
	}
	return out
}

// withoutWhy empties the lines of a text that say why it asks for something: up to a blank line, a heading or the next item.
func withoutWhy(text []byte) []byte {
	lines, inWhy, level := strings.SplitAfter(string(text), "\n"), false, 0
	for i, line := range lines {
		heading := len(line) - len(strings.TrimLeft(line, "#"))
		switch {
		case why().MatchString(line):
			inWhy, level = true, heading
		case heading > 0, level == 0 && (strings.TrimSpace(line) == "" || marker().MatchString(line)):
			inWhy, level = false, 0
		}
		if inWhy {
			lines[i] = "\n"
		}
	}
	return []byte(strings.Join(lines, ""))
}

var (
	// numeral matches what numbers a principle: "I. ", "Article IV: ", "Principle 2 - ".
	numeral = lazy.Pattern(`^(?i:(?:article|principle)\s+)?(?:[IVX]+|[0-9]+)(?:[.):]|\s[-–—])\s*`)
	// placeholder matches a heading of the form that is yet to be filled in, "[SECTION_2_NAME]".
	placeholder = lazy.Pattern(`^\[[A-Z0-9_]+\]$`)
	// why matches the first line of what says why: "**Rationale**: It is quick.", "- Rationale:", "#### Rationale".
	why = lazy.Pattern(`(?i)^\s*(?:#+\s+)?(?:[-*+]\s+)?[*_]*(?:rationale|why)\b[^:]{0,30}(?::|$)`)
)

// governs reports whether headings lead to how the constitution itself is kept and changed.
func governs(path []string) bool {
	for _, heading := range path[min(1, len(path)):] {
		name := strings.ToLower(numeral().ReplaceAllString(heading, ""))
		if strings.HasPrefix(name, "governance") || strings.HasPrefix(name, "amendment") {
			return true
		}
	}
	return false
}
