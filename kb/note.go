package kb

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/markdown"
)

// Entity is a named thing that a note speaks of.
type Entity struct {
	Type string `json:"type,omitempty"`
	Name string `json:"name"`
}

// ParseEntity reads a name, or its type and its name: redis, tool:redis. A type is one word in small
// letters; what stands before the colon of an address is none.
func ParseEntity(s string) Entity {
	typ, name, ok := strings.Cut(s, ":")
	isWord := typ != "" && strings.Trim(typ, "abcdefghijklmnopqrstuvwxyz_-") == ""
	if !ok || !isWord || strings.TrimSpace(name) == "" || strings.HasPrefix(name, "//") {
		return Entity{Name: strings.TrimSpace(s)}
	}
	return Entity{Type: typ, Name: strings.TrimSpace(name)}
}

// Note is what a file's path and front matter say about it, defaults filled in. Dates are ISO 8601,
// "" when absent.
type Note struct {
	Path    string `json:"path"`
	Blob    string `json:"blob"`
	ID      string `json:"id,omitempty"`
	Kind    string `json:"kind"`           // memory, decision, spec, summary, doc
	Type    string `json:"type,omitempty"` // of a memory
	Label   string `json:"label"`
	DocType string `json:"doc_type"` // semantic or procedural
	// front matter, the heading of the whole, the name of front matter, else the file's stem or its folder's name
	Title         string   `json:"title"`
	Status        string   `json:"status,omitempty"`     // one of the design's, mapped from foreign ones; "" when the file has none
	RawStatus     string   `json:"raw_status,omitempty"` // as written, where it differs
	Tags          []string `json:"tags,omitempty"`       // of the front matter, then of the body; lower-cased
	Aliases       []string `json:"aliases,omitempty"`
	Category      string   `json:"category,omitempty"`
	Confidence    float64  `json:"confidence"` // 0–1, default 0.8
	HasConfidence bool     `json:"-"`
	Importance    float64  `json:"importance"` // 0–1, default 0.5
	Pinned        bool     `json:"pinned,omitempty"`
	Source        string   `json:"source,omitempty"`
	Verified      string   `json:"verified,omitempty"`
	NeedsReview   bool     `json:"needs_review,omitempty"`
	Disputed      bool     `json:"disputed,omitempty"` // somebody holds that it is wrong, and that is not settled
	ValidFrom     string   `json:"valid_from,omitempty"`
	ValidUntil    string   `json:"valid_until,omitempty"`
	Date          string   `json:"date,omitempty"` // of the front matter, the first of dateKinds that is there
	Files         []string `json:"files,omitempty"`
	Entities      []Entity `json:"entities,omitempty"`
	// of the front matter, the status, and "- relation [[Target]]" items of the body
	Relations []Relation     `json:"relations,omitempty"`
	Extra     map[string]any `json:"extra,omitempty"` // unknown keys, as they are
}

// Defaults of a note that says nothing.
const (
	DefaultConfidence = 0.8
	DefaultImportance = 0.5
)

// NewNote reads a note from its path, parsed document and source. Wrong values are dropped and
// returned as problems. Values that other tools give a meaning of their own are no problem: they
// are kept in Extra.
func NewNote(path, blob string, doc *markdown.Document, source []byte) (Note, []markdown.Problem) {
	r := noteReader{doc: doc, source: source, strict: strings.HasPrefix(path, ".memory/") && !IsTemplate(path)}
	r.note = Note{Path: path, Blob: blob, Confidence: DefaultConfidence, Importance: DefaultImportance}
	r.note.Kind, r.note.Label, r.note.DocType = classify(path)
	for i := range doc.FrontMatter.Fields {
		f, known := &doc.FrontMatter.Fields[i], len(r.note.Relations)
		if r.field(f); len(r.note.Relations) == known {
			r.linksOf(f, f.Value, 0)
		}
	}
	n := &r.note
	if n.Kind == "doc" && n.Label == "doc" && !r.kindSet && isProposal(n.Path, r.doc, r.source) {
		n.Kind, n.Label = "decision", "decision"
	}
	r.header()
	r.statusSection()
	if n.Path == Feature(n.Path) {
		n.RawStatus = cmp.Or(tasksState(source), n.RawStatus)
	}
	for i := range r.doc.Links {
		l := &r.doc.Links[i]
		if l.Kind != markdown.LinkRelation || l.Target == "" {
			continue
		}
		t, inverse, ok := ParseRelation(l.Type)
		if !ok {
			t, inverse = "relates_to", false
		}
		r.add(Relation{Type: t, Inverse: inverse, Target: l.Target, Strength: DefaultStrength, Line: l.Line, Body: true})
	}
	r.resolveType()
	if n.Kind != "doc" && IsTemplate(n.Path) {
		n.Kind, n.Type, n.Label = "doc", "", "doc"
	}
	n.Title = r.title()
	n.addAlias(r.name())
	for _, d := range r.dates {
		if n.Date == "" {
			n.Date = d
		}
	}
	if n.Status == "" && r.isDraft {
		n.Status = "draft"
	}
	for _, t := range r.doc.Tags {
		n.addTag(t)
	}
	if n.isSuperseded() && (n.Status == "" || n.Status == "accepted") {
		n.Status = "superseded"
	}
	return r.note, r.problems
}

// noteReader gathers a note from the parts of its file.
type noteReader struct {
	doc      *markdown.Document
	source   []byte
	strict   bool // the file is kb's own: an unknown value is a mistake, not another tool's
	note     Note
	dates    [len(dateKinds)]string
	kindSet  bool
	kindType string // a memory's type given as its kind
	typeWord *markdown.Field
	isDraft  bool
	problems []markdown.Problem
}

// isSuperseded tells whether the note itself names one that supersedes it.
func (n *Note) isSuperseded() bool {
	return slices.ContainsFunc(n.Relations, func(rel Relation) bool { return rel.Type == "supersedes" && rel.Inverse })
}

// title returns what front matter or a header calls the note; else its heading, unless that says no more than the
// name of the file, or is one of several that its name has nothing in common with; else that name, as skills
// and agents have one; else the file's.
func (r *noteReader) title() string {
	heading, name := r.doc.Title, r.name()
	switch {
	case r.note.Title != "":
		return markdown.ClipHeading(r.note.Title)
	case heading != "" && !namesRole(heading, r.note.Path) && (name == "" || r.covers(heading, name)):
		return heading
	case name != "":
		return markdown.ClipHeading(name)
	}
	return cmp.Or(roleTitle(r.note.Path), heading, Stem(r.note.Path))
}

// covers reports whether the heading is of the whole note: the only one of its order, or with a word of the name.
func (r *noteReader) covers(heading, name string) bool {
	tops := 0
	for i := range r.doc.Sections {
		if r.doc.Sections[i].Level == 1 {
			tops++
		}
	}
	heading = FoldName(heading)
	return tops < 2 || slices.ContainsFunc(strings.Split(slug(name), "-"), func(w string) bool { return strings.Contains(heading, w) })
}

// name returns what front matter names the thing that the file describes, "" for none.
func (r *noteReader) name() string {
	v, _ := r.doc.FrontMatter.Get("name")
	if name, ok := v.(string); ok && !isPlaceholder(strings.TrimSpace(name)) {
		return strings.TrimSpace(name)
	}
	return ""
}

// roleTitle is the title of a file whose name says what it is to its folder: that folder, with the role
// unless the file stands for all of it, and for a delta with the change that it belongs to. "" for others.
func roleTitle(file string) string {
	dirs := strings.Split(path.Dir(file), "/")
	dir, change := dirs[len(dirs)-1], deltaOf(folders(file))
	switch {
	case isPartOfWork(Stem(file)) && len(dirs) > 1 && holdsWork(strings.ToLower(dirs[len(dirs)-2])):
		return dir + ": " + Stem(file)
	case isPartOfWork(Stem(file)) || folderRank(file) == 0 || dir == "." || dir == "":
		return ""
	case change >= 0:
		return dirs[change] + ": " + dir
	}
	return dir
}

// isPartOfWork reports whether a file is named as one part of a piece of work, which the folder names.
func isPartOfWork(stem string) bool {
	switch stem {
	case "proposal", "tasks", "design", "plan", "requirements", "research", "discovery", "workflow":
		return true
	}
	return false
}

// holdsWork reports whether a folder holds a folder for each piece of work.
func holdsWork(dir string) bool {
	switch dir {
	case "changes", "archive", "specs", "features", "proposals":
		return true
	}
	return false
}

// roleWords are the words beside the role in the headings of forms.
var roleWords = []string{"spec", "specification", "delta", "document", "implementation", "technical", "change", "feature"}

// namesRole reports whether a heading says nothing but what the file is to its folder, or what every file tells
// first: "Proposal" in proposal.md, "Spec Delta" in spec.md, "Overview" in README.md.
func namesRole(heading, file string) bool {
	words := strings.FieldsFunc(strings.ToLower(heading), func(c rune) bool { return !unicode.IsLetter(c) })
	role, whole := strings.ToLower(strings.Trim(Stem(file), "_")), isFolderNote(file)
	says := slices.ContainsFunc(words, func(w string) bool {
		return w != role && (whole || !isPartOfWork(w) && !slices.Contains(roleWords, w))
	})
	return len(words) > 0 && roleTitle(file) != "" && (!says || whole && markdown.NamesPart(heading))
}

// Stem is the name of a file without its folder and its ending.
func Stem(file string) string {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// isFolderNote tells the files that stand for their folder.
func isFolderNote(file string) bool {
	switch strings.ToLower(Stem(file)) {
	case "readme", "index", "_index":
		return true
	}
	return false
}

// maxDescription bounds what a description counts for, in bytes.
const maxDescription = 600

// Description returns what the front matter says of the whole note, for readers of lists and search engines.
func (n *Note) Description() string {
	for _, key := range []string{"description", "summary", "excerpt"} {
		if s, ok := n.Extra[key].(string); ok && len(s) <= maxDescription {
			return s
		}
	}
	return ""
}

// addTag adds a tag in small letters, without its mark.
func (n *Note) addTag(tag string) {
	tag = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(tag), "#"))
	if tag != "" && !slices.Contains(n.Tags, tag) {
		n.Tags = append(n.Tags, tag)
	}
}

// addAlias adds another name of the note.
func (n *Note) addAlias(alias string) {
	if alias = strings.TrimSpace(alias); alias != "" && !slices.Contains(n.Aliases, alias) {
		n.Aliases = append(n.Aliases, alias)
	}
}

// addRelation adds a relation that the note has not stated yet.
func (n *Note) addRelation(rel Relation) {
	for _, have := range n.Relations {
		if have.Type == rel.Type && have.Inverse == rel.Inverse && have.Target == rel.Target {
			return
		}
	}
	n.Relations = append(n.Relations, rel)
}
