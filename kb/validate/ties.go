package validate

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
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

// renamedFrom returns the heading that a delta says a requirement had, "" where it says none: the two stand below each
// other as code, after FROM and TO.
func renamedFrom(delta *snapshot.Entry, to string) string {
	list := delta.Code()
	for i := 1; i < len(list); i++ {
		if strings.TrimLeft(list[i].Text, "# ") == to && list[i-1].Line == list[i].Line-1 {
			return strings.TrimLeft(list[i-1].Text, "# ")
		}
	}
	return ""
}
