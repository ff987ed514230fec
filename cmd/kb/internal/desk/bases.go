package desk

import (
	"errors"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
)

// Base is a base that is searched with others.
type Base struct {
	Name  string
	Scope string // personal, project, team or organization
	Here  bool   // somebody is in it: its paths are written as they are, those of others after NAME:
	View  *View
}

// Prefix is what the paths of its notes begin with among those of all.
func (b *Base) Prefix() string {
	if b.Here {
		return ""
	}
	return b.Name + ":"
}

// Joined is a view of the notes of several bases as if they were one. The first is the one that is
// asked from. It closes all of them but for the desk of the first.
func Joined(bases []Base) *View {
	first := bases[0].View
	v := &View{Desk: first.Desk, ID: first.ID, At: first.At, x: first.x, bases: slices.Clone(bases)}
	v.Doubts = v.doubtsOfBases
	members := make([]index.Member, len(bases))
	for i := range v.bases {
		b := &v.bases[i]
		v.Behind = v.Behind || b.View.Behind
		members[i] = index.Member{Searcher: b.View.Searcher, Name: b.Name, Scope: b.Scope, Prefix: b.Prefix(), Usage: b.View.Usage}
	}
	v.Searcher = index.Union(members)
	return v
}

// Bases are those that the view answers from, nil for one of one base, and where there is no view.
func (v *View) Bases() []Base {
	if v == nil {
		return nil
	}
	return v.bases
}

// Of finds the base of a note, as a view of it alone, and the path of the note there.
func (v *View) Of(path string) (*View, string) {
	own := v
	for i := range v.bases {
		b := &v.bases[i]
		if there, ok := strings.CutPrefix(path, b.Name+":"); ok && !b.Here {
			return b.View, there
		}
		if b.Here {
			own = b.View
		}
	}
	return own, path
}

// Foreign tells whether a path of the view is one of another base than the one that somebody is in.
func (v *View) Foreign(path string) bool {
	of, there := v.Of(path)
	return of != v && there != path
}

// Within gives the paths of hits as their bases have them.
func (v *View) Within(hits []index.Hit) {
	for i := range hits {
		_, hits[i].Path = v.Of(hits[i].Path)
		_, hits[i].SupersededBy = v.Of(hits[i].SupersededBy)
	}
}

// doubtsOfBases are those of all bases, as far as they were judged.
func (v *View) doubtsOfBases() map[string]string {
	var out map[string]string
	for i := range v.bases {
		b := &v.bases[i]
		for path, why := range b.View.Doubts() {
			if out == nil {
				out = map[string]string{}
			}
			out[b.Prefix()+path] = why
		}
	}
	return out
}

// closeBases releases them.
func (v *View) closeBases() (err error) {
	for i := range v.bases {
		b := &v.bases[i]
		err = errors.Join(err, b.View.Close())
		if i > 0 {
			err = errors.Join(err, b.View.Desk.Close(nil))
		}
	}
	return err
}
