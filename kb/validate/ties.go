package validate

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// Tied is the pairs of notes whose conflicts the notes themselves settle.
type Tied struct{ pairs map[[2]string]bool }

// Ties reads them: one supersedes the other, or a relation says that they contradict.
func Ties(s *snapshot.Snapshot) *Tied {
	t := &Tied{pairs: map[[2]string]bool{}}
	for _, e := range s.Entries {
		for _, rel := range e.Note.Relations {
			if rel.Type != "supersedes" && rel.Type != "contradicts" && rel.Type != "invalidated_by" && rel.Type != "disputes" {
				continue
			}
			if to := s.Resolver().Relation(e.File.Path, rel.Target).Path; to != "" {
				t.pairs[[2]string{e.File.Path, to}] = true
				t.pairs[[2]string{to, e.File.Path}] = true
			}
		}
	}
	return t
}

// Settled tells whether a conflict of two statements is none: the notes say so, one of them says
// both, or one is the change of the other.
func (t *Tied) Settled(a, b snapshot.Place) bool {
	pa, pb := a.Entry.File.Path, b.Entry.File.Path
	return t.pairs[[2]string{pa, pb}] || amends(a, b) || amends(b, a) ||
		pa != pb && (says(a.Entry, b.Statement) || says(b.Entry, a.Statement))
}

// says tells whether a note has a statement in the same words, under the same lead-in: who says both holds both for
// possible, and the pair within the one note is judged by itself.
func says(e *snapshot.Entry, s *markdown.Statement) bool {
	return slices.ContainsFunc(e.Statements(), func(st markdown.Statement) bool {
		return st.Text == s.Text && slices.Equal(st.Conditions, s.Conditions)
	})
}

// amends tells whether a delta of a specification says anew what the specification says: of the
// same requirement, or that it goes. (OpenSpec: a MODIFIED block replaces the whole requirement of
// its name.)
func amends(delta, spec snapshot.Place) bool {
	if delta.Entry.Note.Label != "delta-spec" || spec.Entry.Note.Label == "delta-spec" {
		return false
	}
	if path.Base(path.Dir(delta.Entry.File.Path)) != path.Base(path.Dir(spec.Entry.File.Path)) {
		return false
	}
	headings := delta.Statement.HeadingPath
	i := slices.IndexFunc(headings, func(h string) bool { return strings.HasSuffix(strings.ToLower(h), " requirements") })
	if i < 0 {
		return false
	}
	switch verb, _, _ := strings.Cut(strings.ToLower(headings[i]), " "); verb {
	case "removed":
		return true
	case "modified", "renamed":
		return slices.ContainsFunc(headings[i+1:], func(h string) bool {
			before := renamedFrom(delta.Entry, h)
			return slices.ContainsFunc(spec.Statement.HeadingPath, func(of string) bool { return of == h || of == before })
		})
	}
	return false
}

// renamedFrom returns the heading that a delta says a requirement had, "" where it says none.
func renamedFrom(delta *snapshot.Entry, to string) string {
	for _, r := range renames(delta) {
		if r.to == to {
			return r.from
		}
	}
	return ""
}

// renamed is a new name of a requirement, with the word Requirement before both, and the line of the old one.
type renamed struct {
	from, to string
	line     int
}

// renames reads those of a delta: the two names stand below each other as code, after FROM and TO.
func renames(delta *snapshot.Entry) (out []renamed) {
	list := delta.Code()
	for i := 1; i < len(list); i++ {
		from, to := strings.TrimLeft(list[i-1].Text, "# "), strings.TrimLeft(list[i].Text, "# ")
		if list[i-1].Line == list[i].Line-1 && requirementName(from) != "" && requirementName(to) != "" {
			out = append(out, renamed{from, to, list[i-1].Line})
		}
	}
	return out
}

// requirementName returns the name that a heading gives a requirement, "" for another heading.
func requirementName(heading string) string {
	kind, name, _ := strings.Cut(heading, ":")
	if !strings.EqualFold(strings.TrimSpace(kind), "requirement") {
		return ""
	}
	return strings.TrimSpace(name)
}

// Amended returns the path of the specification that a delta of an open change of OpenSpec is written against, "" for
// another note.
func Amended(e *snapshot.Entry) string {
	if e == nil || e.Note.Label != "delta-spec" || kb.PathStanding(e.File.Path) != markdown.Proposed {
		return ""
	}
	above, below, _ := strings.Cut(e.File.Path, "/changes/")
	_, capability, _ := strings.Cut(below, "/specs/")
	return above + "/specs/" + capability
}

// Requirement is one of a specification, or what a delta says of one.
type Requirement struct {
	Verb    string // of a delta: added, modified, removed, …; "" in a specification
	Name    string // without the word Requirement
	Heading string // with it
	Line    int
	Span    markdown.Span

	sentences []string
}

// Amends returns the requirement among those that stand which a delta says anew or removes, by the name that it has there;
// nil for none, and for one that the delta adds.
func (q *Requirement) Amends(delta *snapshot.Entry, stands []Requirement) *Requirement {
	if q.Verb != "modified" && q.Verb != "removed" {
		return nil
	}
	return cmp.Or(named(stands, requirementName(renamedFrom(delta, q.Heading))), named(stands, q.Name))
}

// sentences returns those of a text, however its lines are wrapped. An item of a list, a heading and a row begin one.
func sentences(text string) (out []string) {
	paragraph := ""
	end := func() {
		for s := range strings.SplitAfterSeq(paragraph, ". ") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
		paragraph = ""
	}
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" || strings.ContainsRune("-*+#|>", rune(line[0])) {
			end()
		}
		paragraph += line + " "
	}
	end()
	return out
}

// Requirements reads those of a specification or a delta.
func Requirements(source []byte) (out []Requirement) {
	doc := notes.Document(source)
	for _, s := range doc.Sections {
		name := requirementName(s.Heading)
		if name == "" || len(s.Path) < 2 {
			continue
		}
		verb, of, _ := strings.Cut(strings.ToLower(s.Path[len(s.Path)-2]), " ")
		if of != "requirements" {
			verb = ""
		}
		q := Requirement{Verb: verb, Name: name, Heading: s.Heading, Line: s.Span.StartLine, Span: s.Span}
		_, body, _ := strings.Cut(string(source[s.Span.Start:s.Span.End]), "\n")
		q.sentences = sentences(body)
		out = append(out, q)
	}
	return out
}

// says reports whether a requirement is worded as another one, however the lines are wrapped.
func (q *Requirement) says(other *Requirement) bool {
	return q != nil && other != nil && slices.Equal(q.sentences, other.sentences)
}

// named returns the requirement of a name, nil for none.
func named(list []Requirement, name string) *Requirement {
	if i := slices.IndexFunc(list, func(q Requirement) bool { return q.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// changeOutdated is the rule about deltas that rest on another text than stands.
func changeOutdated() Rule {
	return Rule{
		Name: "change-outdated", Severity: Warning,
		Finds: "a delta that rests on another text than stands",
		About: `A delta of an open change of OpenSpec says a requirement anew, as a whole. What came to the requirement after the delta was
written is lost when the change is archived; and what a delta changes, removes or renames has to stand, or another delta has to
add it. Which text stood when the delta was written is looked up in the history. A delta that has what came since, or says what
stands, is fine.

Settle it by writing the delta anew from the requirement as it stands, or by naming one that does.`,
		Tree: func(r *Run) []Finding { return r.outdatedChanges() },
	}
}

// outdatedChanges finds what rests on another text than stands in the deltas that the change touches, or whose
// specification it touches.
func (r *Run) outdatedChanges() (found []Finding) {
	touched := map[string]bool{}
	for _, c := range r.Changes {
		touched[c.Path] = true
		if c.Old != nil {
			touched[c.Old.File.Path] = true
		}
	}
	deltas, asked := map[string][]*snapshot.Entry{}, []*snapshot.Entry(nil)
	for _, e := range r.After.Entries {
		if spec := Amended(e); spec != "" {
			if deltas[spec] = append(deltas[spec], e); touched[e.File.Path] || touched[spec] {
				asked = append(asked, e)
			}
		}
	}
	defer r.past.close()
	for _, e := range asked {
		found = append(found, r.outdated(e, deltas[Amended(e)])...)
	}
	return found
}

// outdated finds what rests on another text than stands in one delta, beside all those of the same specification.
func (r *Run) outdated(delta *snapshot.Entry, all []*snapshot.Entry) (found []Finding) {
	spec := Amended(delta)
	stands, stood := r.past.of(r.After.Entry(spec)), r.past.of(r.Before.Entry(spec))
	wrote := r.past.of(r.Before.Entry(delta.File.Path))
	report := func(line int, message, suggestion string, print ...string) {
		found = append(found, Finding{Place: at(delta.File.Path, line, 1), Message: message, Suggestion: suggestion,
			Fingerprint: fingerprint("change-outdated", append(print, delta.File.Path)...)})
	}
	lost := func(line int, name string) {
		suggestion := "name one that stands, or add it below ADDED Requirements"
		var names []string
		for i := range stands {
			names = append(names, stands[i].Name)
		}
		if near := wording.Nearest(name, names, 1); len(near) > 0 {
			suggestion = fmt.Sprintf("did you mean Requirement: %s?", near[0])
		}
		report(line, fmt.Sprintf("Requirement: %s does not stand in %s", name, spec), suggestion, name)
	}
	for _, name := range renames(delta) {
		from, to := requirementName(name.from), requirementName(name.to)
		if named(stands, from) == nil && named(stands, to) == nil && !r.past.brings(all, from) &&
			(named(stood, from) != nil || wrote == nil) {
			lost(name.line, from)
		}
	}
	for _, q := range r.past.of(delta) {
		name := cmp.Or(requirementName(renamedFrom(delta, q.Heading)), q.Name)
		now, before := named(stands, name), named(stood, name)
		if now == nil {
			now, before = named(stands, q.Name), named(stood, q.Name)
		}
		known := named(wrote, q.Name).says(&q) && (now.says(before) || now == nil && before == nil)
		if known || q.Verb != "modified" && q.Verb != "removed" {
			continue
		}
		then, recorded := r.past.then(delta.File, &q, spec, name)
		switch {
		case now == nil && (q.Verb == "modified" || then == nil && recorded) && !r.past.brings(all, name):
			if name == q.Name { // else its renaming is told of
				lost(q.Line, name)
			}
		case now != nil && q.Verb == "modified" && then != nil:
			if what := q.lacks(then, now); what != "" {
				report(q.Line, fmt.Sprintf("%s rests on an older text than stands in %s:%d, which %s", q.Heading, spec, now.Line, what),
					"write it anew from the text that stands", append(now.sentences, name)...)
			}
		}
	}
	return found
}

// lacks returns what of a requirement that stood when it was said anew and stands otherwise now it does not have, in words;
// "" for nothing.
func (q *Requirement) lacks(then, now *Requirement) string {
	if then.says(now) || q.says(now) {
		return ""
	}
	for _, said := range now.sentences {
		if !slices.Contains(then.sentences, said) && !slices.Contains(q.sentences, said) {
			return fmt.Sprintf("since says: %q", wording.Clip(said, 120))
		}
	}
	for _, said := range then.sentences {
		if !slices.Contains(now.sentences, said) && slices.Contains(q.sentences, said) {
			return fmt.Sprintf("no longer says: %q", wording.Clip(said, 120))
		}
	}
	return ""
}

// past reads requirements as they stand and stood.
type past struct {
	ctx     context.Context
	repo    *kb.Repo
	open    func() (*history.History, []string)
	history *history.History
	tips    []string
	blobs   *git.BlobReader
	known   map[string][]Requirement // by blob
}

// close releases what was opened.
func (p *past) close() {
	if p.blobs != nil {
		p.blobs.Close()
		p.blobs = nil
	}
}

// of returns the requirements of a note, none for nil.
func (p *past) of(e *snapshot.Entry) []Requirement {
	if e == nil {
		return nil
	}
	return p.requirements(e.File)
}

// requirements returns those of a file, none where it cannot be read.
func (p *past) requirements(f git.File) []Requirement {
	list, ok := p.known[f.Blob]
	if ok && f.Blob != "" {
		return list
	}
	if p.blobs == nil {
		p.blobs, _ = p.repo.Blobs(p.ctx)
		p.known = map[string][]Requirement{}
	}
	if p.blobs != nil {
		if text, err := p.blobs.Read(f); err == nil {
			list = Requirements(text)
		}
	}
	p.known[f.Blob] = list
	return list
}

// brings reports whether one of some deltas adds a requirement of a name, or names one so.
func (p *past) brings(deltas []*snapshot.Entry, name string) bool {
	return slices.ContainsFunc(deltas, func(e *snapshot.Entry) bool {
		return slices.ContainsFunc(p.of(e), func(q Requirement) bool { return q.Verb == "added" && q.Name == name }) ||
			slices.ContainsFunc(renames(e), func(r renamed) bool { return requirementName(r.to) == name })
	})
}

// mostVersions bounds the versions of a delta that are read.
const mostVersions = 50

// then returns the requirement of a name as it stood in a specification when a delta was last written that says it anew,
// nil for none, and where no commit has the delta yet; known is false where there is no history.
func (p *past) then(delta git.File, q *Requirement, spec, name string) (then *Requirement, known bool) {
	if p.history == nil && p.open != nil {
		p.history, p.tips = p.open()
		p.open = nil
	}
	if p.history == nil {
		return nil, false
	}
	for _, tip := range p.tips {
		versions, err := p.history.Versions(p.ctx, tip, delta.Path)
		if err != nil || len(versions) == 0 || versions[0].Blob != delta.Blob {
			continue
		}
		written := versions[0].Commit
		for _, v := range versions[1:min(len(versions), mostVersions)] {
			w := named(p.requirements(git.File{Path: v.Path, Blob: v.Blob, InGit: true}), q.Name)
			if w == nil || w.Verb != q.Verb || !w.says(q) {
				break
			}
			written = v.Commit
		}
		stood, err := p.history.Versions(p.ctx, written.ID, spec)
		if err != nil || len(stood) == 0 {
			return nil, err == nil
		}
		return named(p.requirements(git.File{Path: stood[0].Path, Blob: stood[0].Blob, InGit: true}), name), true
	}
	return nil, true
}
