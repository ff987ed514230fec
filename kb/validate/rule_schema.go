package validate

import (
	"strings"

	"github.com/9aea2451/kb/kb/schema"
)

// schemaRule is the rule about the values of the front matter.
func schemaRule() Rule {
	return Rule{
		Name: "schema", Severity: Warning,
		Finds: "front matter with a value that its key does not take",
		About: `The front matter of a note has values that its keys do not take: a status that there is none of, a date that is none, ` +
			`a confidence
above 1, a key that is there twice, or YAML that cannot be read. In ` + "`.memory/`" + ` unknown values are mistakes; elsewhere
they may belong to another tool and are let pass, all but what looks like a date and is none, or may be either of two
(` + "`date: 05/01/2024`" + `). ` + "`kb schema KIND`" + ` prints what is allowed.

Settle it by correcting the value.`,
		File: schemaProblems,
	}
}

// schemaProblems checks the front matter of a file. In .memory/, which belongs to kb alone, a wrong
// value is an error.
func schemaProblems(_ *Run, f *File) []Finding {
	var found []Finding
	for _, p := range schema.Check(f.Path, f.Doc, f.Source) {
		fd := Finding{Place: at(f.Path, p.Line, p.Col), Message: p.Message, Fingerprint: fingerprint("schema", f.Path, p.Message)}
		if p.Nearest != "" {
			fd.Suggestion = "write " + p.Nearest
		}
		if strings.HasPrefix(f.Path, ".memory/") {
			fd.Severity = Error
		}
		found = append(found, fd)
	}
	return found
}
