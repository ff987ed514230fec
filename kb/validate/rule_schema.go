package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
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
	for _, p := range schema.Check(f.Path, f.Source) {
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

// frontMatterLost is the rule about notes whose front matter goes as a whole.
func frontMatterLost() Rule {
	return Rule{
		Name: "front-matter-lost", Severity: Error,
		Finds: "front matter that went as a whole, and with it what kb reads there",
		About: `A note had front matter that says whether it holds (a status, an id, a validity, relations, a confidence), and now
has none. Most often a program took it that does not know front matter: mdformat without its plugin makes a line and a
heading of it, and a blank line or a comment above it makes it text. What was superseded would hold again.

Settle it by putting it back at the very head of the file; ` + "`git log -p -- PATH`" + ` shows it. Where it is meant, leave an empty block
(two lines of ` + "`---`" + `). Front matter that says nothing of this, such as a title or tags, may go.`,
		File: func(_ *Run, f *File) []Finding {
			if f.Old == nil || f.Doc.FrontMatter.Format != "" {
				return nil
			}
			gone := strings.Join(wentWith(&f.Old.Note, &f.New.Note), ", ")
			if gone == "" && f.New != f.Old {
				return nil
			}
			return []Finding{{Place: at(f.Path, 1, 1), Message: "the front matter is gone, and with it " + gone,
				Suggestion:  "put it back at the head of the file, as git log -p -- " + f.Path + " shows it, or leave an empty block",
				Fingerprint: fingerprint("front-matter-lost", f.Path)}}
		},
	}
}

// wentWith lists what a note said of itself and does not say any more, as far as it decides whether the note holds.
func wentWith(old, now *kb.Note) (gone []string) {
	for _, v := range [...]struct{ key, old, now string }{
		{"id", old.ID, now.ID},
		{"status", old.Status, now.Status},
		{"valid_from", old.ValidFrom, now.ValidFrom},
		{"valid_until", old.ValidUntil, now.ValidUntil},
		{"verified", old.Verified, now.Verified},
		{"confidence", fmt.Sprint(old.Confidence), fmt.Sprint(now.Confidence)},
		{"pinned", fmt.Sprint(old.Pinned), fmt.Sprint(now.Pinned)},
		{"needs_review", fmt.Sprint(old.NeedsReview), fmt.Sprint(now.NeedsReview)},
		{"disputed", fmt.Sprint(old.Disputed), fmt.Sprint(now.Disputed)},
	} {
		if v.old != "" && v.old != v.now {
			gone = append(gone, v.key+": "+v.old)
		}
	}
	for _, r := range old.Relations {
		kept := func(now kb.Relation) bool {
			return now.Type == r.Type && now.Target == r.Target && now.Inverse == r.Inverse
		}
		if !slices.ContainsFunc(now.Relations, kept) {
			gone = append(gone, r.Type+": "+r.Target)
		}
	}
	return gone
}
