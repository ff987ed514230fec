// Package schema describes the front matter of each kind of note: as data, as a JSON Schema for
// editors, and as a check that says where a value is wrong.
package schema

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// Check tells what is wrong with the front matter of the note at path: YAML or TOML that cannot be
// read, keys that are there twice, and values that their keys do not take, in order of place. It is
// what kb.NewNote says when it reads the note, so that no value is dropped in silence and none is
// called wrong that is read. Below .memory/ everything must hold; elsewhere other tools use the
// same keys, and only what is surely meant for kb is a problem.
func Check(path string, source []byte) []markdown.Problem {
	doc := notes.Document(source)
	_, problems := kb.NewNote(path, "", doc, source)
	problems = slices.Concat(doc.Problems, problems)
	slices.SortStableFunc(problems, func(a, b markdown.Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	return problems
}

// Kind describes the front matter of one kind of note.
type Kind struct {
	Name        string
	Description string
	Fields      []Field
}

// Field is one key of the front matter.
type Field struct {
	Key         string
	Also        []string // spellings of other tools that are read as this key
	Type        Type
	Words       []string // what a Word may be, in kb's spelling
	Unordered   bool     // a list whose order says nothing, so that two of them can be joined
	Default     any      // what holds when the key is absent; nil for nothing
	Description string
	Example     any
}

// Type is what a value must be.
type Type int

// Types of values. An empty value is allowed everywhere and says nothing.
const (
	Text      Type = iota // any single value
	ID                    // one word of at most 128 characters
	Word                  // one of Field.Words
	Status                // one of kb.Statuses, or a status of another convention
	List                  // single values; a text is split at commas
	Unit                  // a number from 0 to 1, or a percentage
	Flag                  // true or false
	Date                  // 2026-05-04, 2026-05 or RFC 3339; kb.NewNote reads more
	Patterns              // globs of files, from the root of the repository
	Entities              // [{type: tool, name: redis}], or names
	Relations             // [{type: supersedes, target: decisions/0003-x, strength: 0.9}]
	Foreign               // of other tools: anything
)

// Find gives the description of a kind; false when there is no such kind.
func Find(name string) (Kind, bool) {
	if !slices.Contains(kb.Kinds(), name) {
		return Kind{}, false
	}
	return Kind{Name: name, Description: about(name), Fields: slices.Concat(ownFields(name), foreignFields())}, true
}

// All describes every kind, in the order of kb.Kinds.
func All() []Kind {
	var all []Kind
	for _, name := range kb.Kinds() {
		k, _ := Find(name)
		all = append(all, k)
	}
	return all
}

// Key gives the description of a key by any of its spellings, of dates also by those that are not
// listed, whatever the kind of the note; false for a key that is not kb's.
func Key(key string) (Field, bool) {
	for _, f := range slices.Concat(ownFields("memory"), foreignFields()) {
		if strings.EqualFold(f.Key, key) || f.Key == kb.DateKey(key) ||
			slices.ContainsFunc(f.Also, func(also string) bool { return strings.EqualFold(also, key) }) {
			return f, true
		}
	}
	return Field{}, false
}

// about says what a kind is.
func about(kind string) string {
	switch kind {
	case "memory":
		return "What somebody learned: a solution, a gotcha, a pattern, a dead end."
	case "decision":
		return "A choice that was made, and why; an architecture decision record."
	case "spec":
		return "What must hold: requirements and scenarios."
	case "summary":
		return "A category: what is known of one area, in a few paragraphs."
	}
	return "Any other markdown file."
}

// ownFields are the keys that kb gives a meaning.
func ownFields(kind string) []Field {
	// Of a memory its type may stand there too.
	f := Field{Key: "kind", Type: Word, Words: []string{kind}, Description: "What the note is; else the folder tells.", Example: kind}
	if kind == "memory" {
		f.Words = append(f.Words, kb.MemoryTypes()...)
	}
	fields := []Field{
		{Key: "id", Type: ID, Description: "A ULID or another word that names the note through all renames.",
			Example: "01JD3K8Q2W9X0Y4Z5A6B7C8D9E"},
		f,
	}
	if kind == "memory" {
		fields = append(fields, Field{Key: "type", Type: Word, Words: kb.MemoryTypes(),
			Description: "What sort of memory it is; it sets how fast confidence fades.", Example: "gotcha"})
		fields = append(fields, toldFields()...)
	}
	return slices.Concat(fields, []Field{
		{Key: "title", Type: Text, Description: "Else the first heading, else the file's name.", Example: "Sessions are JWTs"},
		{Key: "status", Type: Status, Words: kb.Statuses(),
			Description: "deprecated, superseded, rejected and archived notes are not active.", Example: "accepted"},
		{Key: "tags", Also: []string{"tag", "keywords"}, Type: List, Unordered: true, Description: "Words to find the note by.",
			Example: []string{"auth", "security"}},
		{Key: "category", Also: []string{"categories"}, Type: List,
			Description: "The category that the note belongs to; of several the first.", Example: "authentication"},
		{Key: "aliases", Also: []string{"alias", "permalink"}, Type: List, Unordered: true,
			Description: "Other names by which links may call the note.", Example: []string{"JWT"}},
		{Key: "confidence", Type: Unit, Default: kb.DefaultConfidence, Description: "How sure we are, from 0 to 1.", Example: 0.9},
		{Key: "importance", Type: Unit, Default: kb.DefaultImportance, Description: "How much it matters, from 0 to 1.", Example: 0.7},
		{Key: "pinned", Type: Flag, Default: false, Description: "Never fades and is never pruned."},
		{Key: "source", Type: Word, Words: kb.Sources(), Description: "Who wrote it down.", Example: "user"},
		{Key: "verified", Type: Date, Description: "The day on which a person last checked it.", Example: "2026-05-04"},
		{Key: "needs_review", Also: []string{"needs-review"}, Type: Flag, Default: false, Description: "Somebody should look at it."},
		{Key: "disputed", Type: Flag, Default: false,
			Description: "Somebody holds that it is wrong, and that is not settled: it counts less, and is marked wherever it is shown."},
		{Key: "valid_from", Also: []string{"valid-from"}, Type: Date, Description: "The first day on which it holds.",
			Example: "2026-01-01"},
		{Key: "valid_until", Also: []string{"valid-until"}, Type: Date,
			Description: "The last day on which it holds; past it the note is not active.", Example: "2027-06-30"},
		{Key: "date", Type: Date, Description: "The day of the note; else git's.", Example: "2026-05-04"},
		{Key: "files", Type: Patterns, Unordered: true, Description: "The code that it speaks of: globs from the root of the repository.",
			Example: []string{"internal/auth/**"}},
		{Key: "entities", Type: Entities, Unordered: true, Description: "Named things that it speaks of."},
		{Key: "relations", Type: Relations, Unordered: true, Description: "Typed links to other notes."},
	})
}

// toldFields are the keys of memories that say what was done: a recipe's, a dead end's.
func toldFields() []Field {
	return []Field{
		{Key: "steps", Type: List, Description: "Of a recipe: what is done, in order.",
			Example: []string{"make gen", "go test ./..."}},
		{Key: "tried", Type: Text, Description: "Of a dead end: what was tried.", Example: "a cache in front of the view"},
		{Key: "failed_because", Also: []string{"failed-because"}, Type: Text, Description: "Of a dead end: why it was given up.",
			Example: "the view blocks readers"},
		{Key: "instead", Type: Text, Description: "Of a dead end: what was done instead.", Example: "a table that a trigger fills"},
		{Key: "branch", Type: Text, Description: "Of a state of work: the branch that it is about, while there is one.",
			Example: "feature/refunds"},
		{Key: "commits", Type: List, Description: "Of an episode: what was committed, in order.", Example: []string{"4f1c2aa"}},
	}
}

// foreignFields are keys of other conventions that kb reads: Hugo, Jekyll, EIPs, PEPs, KEPs, MADR.
func foreignFields() []Field {
	fields := []Field{
		{Key: "draft", Type: Flag, Description: "Hugo: true stands for status draft where there is no status."},
		{Key: "modified", Also: []string{"updated", "lastmod", "last-modified", "last_modified_at", "last-updated"}, Type: Date,
			Description: "The day of the last change; else git's."},
		{Key: "created", Also: []string{"creation-date", "start-date"}, Type: Date,
			Description: "The day on which it was written; else git's."},
		{Key: "description", Type: Foreign, Description: "What the note is about, in a sentence."},
	}
	for _, key := range foreignRelations() {
		f := Field{Key: key, Type: Foreign, Unordered: true,
			Description: "Another way to write relations: the notes to which this one has the relation “" +
				strings.ReplaceAll(key, "_", " ") + "”."}
		if strings.Contains(key, "_") {
			f.Also = []string{strings.ReplaceAll(key, "_", "-")}
		}
		fields = append(fields, f)
	}
	return fields
}

// foreignRelations lists the keys by which other tools write relations.
func foreignRelations() []string {
	return []string{"supersedes", "superseded_by", "replaces", "replaced_by", "obsoletes", "obsoleted_by", "requires", "depends_on",
		"see_also",
		"related", "relates_to", "part_of", "implements", "derived_from", "contradicts", "invalidated_by"}
}
