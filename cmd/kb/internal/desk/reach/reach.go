// Package reach is what can be asked beyond the repository: of the cluster that an organisation's
// notes lie in, where the person has named one.
package reach

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/model"
)

// ErrNone tells that the person has named no cluster.
var ErrNone = errors.New("your configuration names no cluster (org: url)")

// Open opens the way to the cluster that the person has named; ErrNone where there is none. Nothing is
// sent before the first question.
func Open(config *userconfig.Config, now func() time.Time) (*org.Org, error) {
	c := &config.Org
	if c.URL == "" {
		return nil, ErrNone
	}
	s := org.Settings{
		Alias: c.Index, Groups: c.Groups, Candidates: c.Candidates, Shards: c.Shards, Model: c.Model,
		Server: cluster.Server{URL: c.URL, User: c.User, Password: c.Password, Token: c.Token, CA: c.CA, Timeout: c.Timeout},
	}
	switch {
	case config.Offline:
		s.Server.Refuse = "KB_OFFLINE is set"
	case c.PasswordUnset != "":
		s.Server.Refuse = c.PasswordUnset + " is not set"
	}
	var embedder model.Embedder
	if c.Model != "" {
		var err error
		if embedder, _, err = config.Embedder(model.Use{}); err != nil {
			return nil, err
		}
	}
	o, err := org.Open(s, embedder, now)
	if err != nil {
		err = fmt.Errorf("%s: org: %w", cmp.Or(config.Path, "KB_ORG_URL"), err)
	}
	return o, err
}

// Search answers a query from the cluster, and has the model that the person named, if any, rank the
// first hits anew.
func Search(ctx context.Context, d *desk.Desk, o *org.Org, q index.Query) (*index.Answer, error) {
	return d.Ranked(ctx, q, func(ctx context.Context, q index.Query) (*index.Answer, error) {
		return o.Search(ctx, d.Index.Folder, q)
	})
}

// Context packs what the organisation knows before some work. Its paths begin with the name of a
// repository.
func Context(ctx context.Context, d *desk.Desk, o *org.Org, req packing.Request) (*packing.Context, error) {
	asked := req.Task
	for _, f := range req.Files {
		asked += " " + path.Base(f)
	}
	g, err := o.Gather(ctx, d.Index.Folder, index.Query{Text: asked})
	if err != nil {
		return nil, err
	}
	defer g.Close()
	return packing.Pack(ctx, packing.Source{Repo: d.Repo, Searcher: g.Searcher, Now: d.Now}, req)
}

// Within gives the paths of hits as their repositories have them.
func Within(hits []index.Hit) {
	for i := range hits {
		h := &hits[i]
		h.Path = org.Within(h.Base, h.Path)
		h.SupersededBy = org.Within(h.Base, h.SupersededBy)
		for j, path := range h.SameText {
			h.SameText[j] = org.Within(h.Base, path)
		}
		for j := range h.AlsoIn {
			h.AlsoIn[j].Path = org.Within(h.Base, h.AlsoIn[j].Path)
		}
	}
}

// errDirty tells that the view is no commit.
var errDirty = errors.New("the work tree holds what is not committed")

// Push sends a view to the cluster. It must be that of a commit.
func Push(ctx context.Context, v *desk.View, o *org.Org, src org.Source) (*org.Pushed, error) {
	if v.Searcher.Dirty() {
		return nil, errDirty
	}
	src.Searcher, src.Commit, src.Touches = v.Searcher, v.Searcher.Commit(), v.Touches
	src.Provenance = func(ctx context.Context, path, blob string) *history.Provenance { return v.Provenance(ctx, path, blob) }
	return o.Push(ctx, src)
}

// NameOf is what a repository is called where nobody says so: its path on the forge that it was
// cloned from, else its folder.
func NameOf(repo *kb.Repo) string {
	if name := strings.Trim(repo.Origin().Path, "/"); name != "" && org.CheckName(name) == nil {
		return name
	}
	return filepath.Base(repo.Root)
}

// Unanswered tells that the fault is the cluster's, or that there is nothing in it, so that what is
// at hand may answer instead.
func Unanswered(err error) bool {
	var fault *cluster.Error
	return errors.As(err, &fault) || errors.Is(err, org.ErrNothing) || errors.Is(err, org.ErrForm) || errors.Is(err, org.ErrMoved)
}
