// Package markdown turns one file's bytes into a Document: its front matter, sections, chunks,
// links and statements, each with its place in the source.
package markdown

import "strings"

// Span is a half-open range of bytes with the lines that it touches.
type Span struct {
	Start, End         int // bytes, [Start, End)
	StartLine, EndLine int // 1-based, inclusive
}

// Document is what Parse finds in one file. Every Span refers to the bytes given to Parse.
type Document struct {
	FrontMatter  FrontMatter
	Title        string // front matter title, else the first H1, at most MaxHeading characters; else empty
	Sections     []Section
	Anchors      []NamedPlace // what fragments name beside the sections, in source order
	Chunks       []Chunk
	Links        []Link     // body links in source order, then none of the front matter's (package kb reads those)
	Code         []CodeSpan // code spans of one line, in source order, at most 20,000
	Tags         []string   // inline #tags of the body, lower-cased, in order of appearance, each once
	Observations []Observation
	Problems     []Problem
}

// Problem is something wrong with the file that did not keep the rest from being read.
type Problem struct {
	Line, Col int // 1-based; Col counts bytes
	Message   string
	Key       string // of the front matter, as written, inner keys behind dots: "relations.1.strength"; "" where none is at fault
	Expected  string // what may stand there; "" where the message says all
	Nearest   string // the allowed value that is nearest to what stands there; "" when none is near
}

// Section is a heading with the text below it, down to the next heading of its level or above.
type Section struct {
	Level   int      // 1–6; 0 for text before the first heading
	Heading string   // plain text of the heading, at most MaxHeading characters
	Path    []string // headings from the outermost to this one
	Anchor  string   // the id that the heading names, else GitHub's; unique in the document, empty for level 0
	Span    Span     // from the heading line to the end of the section, subsections included
	others  []string // anchors beside its own, where the heading names an id: of its words, and GitHub's
}

// ChunkKind tells what a chunk mostly holds.
type ChunkKind string

const (
	Prose ChunkKind = "prose"
	Code  ChunkKind = "code"
	Table ChunkKind = "table"
)

// MaxChunk is the greatest length of a chunk in characters (runes).
const MaxChunk = 900

// Chunk is a section, or a part of one, that search returns.
// The chunks of a document and its front matter cover the file exactly, in order, without overlap.
type Chunk struct {
	Ordinal     int
	HeadingPath []string // as of its section (H1–H3 sections; deeper headings do not begin a chunk of their own)
	Anchor      string
	Kind        ChunkKind
	Language    string // of the code, where Kind is Code
	Span        Span
}

// LinkKind is the syntax of a link.
type LinkKind string

const (
	LinkMarkdown LinkKind = "markdown" // [text](target), reference links and images
	LinkWiki     LinkKind = "wiki"     // [[target#fragment|text]]
	LinkEmbed    LinkKind = "embed"    // ![[target]]
	LinkMention  LinkKind = "mention"  // a bare path such as specs/auth
	LinkRef      LinkKind = "ref"      // one name of a "Refs: auth, users" line
	LinkRelation LinkKind = "relation" // a relation of the front matter or "- relation [[Target]]"
	LinkURL      LinkKind = "url"      // an absolute URL, autolinks included
)

// Link is one reference from a document, not yet resolved.
type Link struct {
	Kind                   LinkKind
	Target                 string // as written, percent-decoded, without the fragment
	Fragment               string // heading text, anchor or ^block, without '#'
	Text                   string
	Type                   string // relation type, where the syntax names one
	Image                  bool
	Line, Col              int
	Start, End             int // bytes of the whole link syntax
	TargetStart, TargetEnd int // bytes of the target as it is written, fragment excluded: what a rename rewrites; 0,0 when not known
	Section                int // index into Sections of the innermost section that holds it, -1 for none
}

// CodeSpan is text between backticks within a line. Code blocks are none.
type CodeSpan struct {
	Text string // without the backticks and the blanks next to them, at most 300 bytes
	Line int    // 1-based
}

// Observation is a basic-memory list item: "- [category] text #tag (context)".
type Observation struct {
	Category, Text, Context string
	Tags                    []string
	Line                    int
}

// FrontMatter is the metadata block at the head of a file.
type FrontMatter struct {
	Format string  // "yaml", "toml", "header" (RFC 822-like lines of EIPs that are not in a block are read by package kb) or ""
	Span   Span    // the fences included
	Fields []Field // top-level keys in source order
}

// Field is one top-level key of the front matter.
type Field struct {
	Key string
	// Value is a string, bool, int64, float64, time.Time, []any, map[string]any or nil; dates written
	// bare in YAML stay strings.
	Value               any
	Line, Col           int // of the key
	ValueLine, ValueCol int
}

// Get returns the value of the top-level key, nil when there is none. Keys are compared without
// regard to case.
func (f *FrontMatter) Get(key string) (any, bool) {
	for i := range f.Fields {
		if strings.EqualFold(f.Fields[i].Key, key) {
			return f.Fields[i].Value, true
		}
	}
	return nil, false
}
