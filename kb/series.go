package kb

import (
	"bytes"
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// isProposal tells a note of a numbered series of proposals on which a project decides: an EIP, a
// KEP, a PEP, an RFC, an OTEP or a decision record, by the name of the file or the folder that it
// stands for and those above it, by a front matter that gives its number in such a series, or by the status and the section
// of what was decided that a decision record has wherever its log lies.
func isProposal(file string, doc *markdown.Document, source []byte) bool {
	if IsTemplate(file) {
		return false
	}
	for i := range doc.FrontMatter.Fields {
		if f := &doc.FrontMatter.Fields[i]; seriesKey(f.Key) {
			_, ok := number(f.Value)
			return ok
		}
	}
	name := seriesName(file)
	prefix, n, ok := stemNumber(name)
	if !ok || n == "0" {
		return false
	}
	dirs := folders(file)
	switch prefix {
	case "adr", "eip", "erc", "kep", "otep", "pep":
		return true
	case "", "rfc":
		return slices.ContainsFunc(dirs, seriesFolder) || (slices.Contains(dirs, "text") || decides(doc)) && decidedHead(source)
	}
	return false
}

// decides reports whether a document has a section that says what was decided.
func decides(doc *markdown.Document) bool {
	return slices.ContainsFunc(doc.Sections, func(s markdown.Section) bool {
		name := sectionName(&s)
		return s.Level == 2 && (name == "decision" || name == "decision outcome")
	})
}

// seriesKey tells the keys that give a note's number in a series.
func seriesKey(key string) bool {
	switch strings.ToLower(key) {
	case "eip", "erc", "kep-number", "otep", "pep", "rfc", "adr":
		return true
	}
	return false
}

// seriesFolder tells the folders, in lower case, in which what bears a number is a proposal.
func seriesFolder(dir string) bool {
	switch dir {
	case "decision", "decision-records", "eips", "ercs", "keps", "oteps", "peps", "rfc", "rfcs":
		return true
	}
	return false
}

// proposalHead is how many bytes of a file in a folder called text are looked at.
const proposalHead = 1000

// decidedHead tells a file that says at its head what became of it: the folder text has the
// proposals of many projects, and the books of others.
func decidedHead(source []byte) bool {
	head := bytes.ToLower(source[:min(len(source), proposalHead)])
	return slices.ContainsFunc([]string{"rfc pr", "rfc issue", "tracking issue", "status"}, func(s string) bool {
		return bytes.Contains(head, []byte(s))
	})
}
