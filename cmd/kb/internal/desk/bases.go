package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
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
		if i > 0 {
			v.ID += " " + b.View.ID
		}
		members[i] = index.Member{Searcher: b.View.Searcher, Name: b.Name, Scope: b.Scope, Prefix: b.Prefix(), Usage: b.View.Usage}
	}
	v.Searcher = index.Union(members)
	return v
}

// OpenBase opens a repository, and a view of its work tree that is brought up to date when that is cheap.
func OpenBase(ctx context.Context, repo *kb.Repo, o Options, start bool) (*View, error) {
	d, err := Open(ctx, repo, o, start)
	if err != nil {
		return nil, err
	}
	v, err := d.Look(ctx, Moment{})
	if err != nil {
		d.Close(nil)
	}
	return v, err
}

// errNoConsent is the error of a personal base that the person did not say may be read.
var errNoConsent = errors.New("it is personal, and your configuration does not say consent: true there")

// Repository opens the repository of a base of the person's configuration; of a personal one without
// consent nothing is opened.
func Repository(ctx context.Context, b userconfig.Base) (*kb.Repo, error) {
	if !b.Readable() {
		return nil, fmt.Errorf("%w (kb profile allow %s)", errNoConsent, b.Name)
	}
	repo, err := kb.Open(ctx, b.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no folder %s", b.Path)
	case errors.Is(err, git.ErrNoRepository):
		return nil, fmt.Errorf("%s is %w", b.Path, git.ErrNoRepository)
	case err != nil:
		return nil, err
	case repo.Prefix != "":
		return nil, fmt.Errorf("%s is a folder of the repository %s: name that", b.Path, repo.Root)
	}
	return repo, nil
}

// Elsewhere is what the name of a note of another base means on this machine.
type Elsewhere struct {
	Base string
	Path string // in that base, "" where it has no such note
	File string // in the file system, "" for none
	Why  string // why Path is "": the machine names no such base, it cannot be read, or has no such note
	Lost bool   // the base was read, and has no such note
}

// Elsewhere finds the notes of other bases that names mean, by name. Names that begin with no base are
// left out. Nothing is opened for a base that the person's configuration does not name.
func (d *Desk) Elsewhere(ctx context.Context, names ...string) map[string]Elsewhere {
	out, views := map[string]Elsewhere{}, map[string]*View{}
	for _, full := range names {
		base, name, ok := kb.OtherBase(full)
		if _, known := out[full]; !ok || known {
			continue
		}
		at := slices.IndexFunc(d.o.Config.Known(), func(b userconfig.Base) bool { return b.Name == base })
		if at < 0 {
			out[full] = Elsewhere{Base: base, Why: "unknown: your configuration names no base " + base}
			continue
		}
		v, opened := views[base]
		if !opened {
			var err error
			if v, err = d.openElsewhere(ctx, d.o.Config.Bases[at]); err != nil {
				out[full] = Elsewhere{Base: base, Why: fmt.Sprintf("unknown: base %s: %v", base, err)}
				continue
			}
			views[base] = v
			defer func() { v.Close(); v.Desk.Close(nil) }()
		}
		ref, err := v.Find(ctx, "", name)
		if err != nil {
			out[full] = Elsewhere{Base: base, Why: fmt.Sprintf("broken: base %s: %v", base, err), Lost: true}
			continue
		}
		out[full] = Elsewhere{Base: base, Path: ref.Path, File: filepath.Join(v.Repo.Root, filepath.FromSlash(ref.Path))}
	}
	return out
}

// openElsewhere opens a base for its names.
func (d *Desk) openElsewhere(ctx context.Context, b userconfig.Base) (*View, error) {
	repo, err := Repository(ctx, b)
	if err != nil {
		return nil, err
	}
	o := d.o
	o.Quick, o.Server = true, false
	return OpenBase(ctx, repo, o, false)
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
		_, hits[i].DisputedBy = v.Of(hits[i].DisputedBy)
		for j, path := range hits[i].SameText {
			_, hits[i].SameText[j] = v.Of(path)
		}
		for j := range hits[i].AlsoIn {
			also := &hits[i].AlsoIn[j]
			_, also.Path = v.Of(also.Path)
		}
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
