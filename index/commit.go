package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// commit writes what belongs to the view and switches it to the new generation, in one transaction.
func (u *updater) commit(ctx context.Context) error {
	defer u.report.time("commit")()
	tx, err := u.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	u.view.generation, u.view.tree, u.view.dirty = u.next, u.tree.Commit, u.tree.Dirty
	u.view.notes, u.view.chunks = len(u.rows.paths), u.rows.count()
	u.view.updated = u.Index.o.Now().UTC().Format(time.RFC3339)
	if err := u.view.save(ctx, tx); err != nil {
		return err
	}
	g := &grapher{updater: u, tx: tx}
	if err := g.run(ctx); err != nil {
		return err
	}
	if err := u.view.save(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// fill makes up for vectors that are missing or of another provider; otherwise only the state is renewed.
func (u *updater) fill(ctx context.Context) error {
	v := u.old.vectors
	switch p := u.Index.o.Provider; {
	case u.Index.o.NoVectors:
	case p != nil && (v == nil || v.model != p.Model() || v.gaps() > 0), p == nil && v == nil && u.old.rows.count() > 0 && u.view.model != "",
		p == nil && u.view.model != "" && v != nil && (v.gaps() > 0 || v.model != u.view.model), p == nil && u.isRemote():
		return u.build(ctx)
	}
	if v != nil {
		u.gaps = v.gaps()
	}
	u.rows = u.old.rows
	return u.finish(ctx, u.view.generation)
}

// isRemote tells that the view's model came from a server, not from training.
func (u *updater) isRemote() bool { return u.view.model != "" && u.view.training == "" }

// grapher resolves the links of a view and ranks its notes by them.
type grapher struct {
	*updater
	tx       *sql.Tx
	lib      *library
	resolver *kb.Resolver
	changed  bool // some edge, or the set of notes, is not what it was
}

func (g *grapher) run(ctx context.Context) (err error) {
	if g.lib, err = newLibrary(ctx, g.tx); err != nil {
		return err
	}
	defer g.lib.close()
	before, err := g.names(ctx, g.removedPaths())
	if err != nil {
		return err
	}
	if err := g.replaceNotes(ctx); err != nil {
		return err
	}
	after, err := g.names(ctx, g.putPaths())
	if err != nil {
		return err
	}
	if sameNames(before, after) {
		err = g.relink(ctx, g.putPaths())
	} else {
		g.changed = true
		err = g.relink(ctx, g.rows.paths)
	}
	if err != nil {
		return err
	}
	if err := g.tx.QueryRowContext(ctx, `SELECT count(*) FROM links WHERE view = ? AND state <> 'external'`, g.view.id).Scan(&g.view.links); err != nil {
		return err
	}
	if !g.changed {
		return nil
	}
	return g.rank(ctx)
}

func (g *grapher) removedPaths() []string {
	out := make([]string, len(g.diff.removed))
	for i, n := range g.diff.removed {
		out[i] = g.old.rows.paths[n]
	}
	return out
}

func (g *grapher) putPaths() []string {
	out := make([]string, len(g.diff.put))
	for i, f := range g.diff.put {
		out[i] = f.Path
	}
	return out
}

// names returns what the notes of the paths are called, by the view as it stands in the transaction.
func (g *grapher) names(ctx context.Context, paths []string) ([]kb.Name, error) {
	stmt, err := g.tx.PrepareContext(ctx, `SELECT r.note FROM notes n CROSS JOIN readings r ON r.blob = n.blob AND r.path = n.path WHERE n.view = ? AND n.path = ?`)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	out := make([]kb.Name, 0, len(paths))
	for _, p := range paths {
		var b []byte
		if err := stmt.QueryRowContext(ctx, g.view.id, p).Scan(&b); err != nil {
			return nil, missingRecord(err, p)
		}
		name, err := nameOf(b)
		if err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	return out, nil
}

// nameOf reads only the names out of a note's record.
func nameOf(record []byte) (kb.Name, error) {
	var n struct {
		Path    string   `json:"path"`
		ID      string   `json:"id"`
		Title   string   `json:"title"`
		Aliases []string `json:"aliases"`
	}
	if err := json.Unmarshal(record, &n); err != nil {
		return kb.Name{}, fmt.Errorf("%w: record of a note: %s", errDamaged, err)
	}
	return kb.Name{Path: n.Path, ID: n.ID, Title: n.Title, Aliases: n.Aliases}, nil
}

// sameNames tells that links resolve as they did: the same notes are called the same. Both lists are in order of path.
func sameNames(a, b []kb.Name) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Path != b[i].Path || a[i].ID != b[i].ID || a[i].Title != b[i].Title || fmt.Sprint(a[i].Aliases) != fmt.Sprint(b[i].Aliases) {
			return false
		}
	}
	return true
}

// replaceNotes brings the rows of the view in line with the tree.
func (g *grapher) replaceNotes(ctx context.Context) error {
	if g.old.dir == "" {
		for _, table := range []string{"notes", "links"} {
			if _, err := g.tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE view = ?`, g.view.id); err != nil {
				return err
			}
		}
	}
	gone, err := g.tx.PrepareContext(ctx, `DELETE FROM notes WHERE view = ? AND path = ?`)
	if err != nil {
		return err
	}
	defer gone.Close()
	for _, p := range g.vanished() {
		if _, err := gone.ExecContext(ctx, g.view.id, p); err != nil {
			return err
		}
		if _, err := g.tx.ExecContext(ctx, `DELETE FROM links WHERE view = ? AND source = ?`, g.view.id, p); err != nil {
			return err
		}
	}
	put, err := g.tx.PrepareContext(ctx, `INSERT INTO notes(view, path, blob, pagerank, in_links, superseded_by) SELECT ?, ?, id, 0, 0, '' FROM blobs WHERE oid = ?
		ON CONFLICT(view, path) DO UPDATE SET blob = excluded.blob`)
	if err != nil {
		return err
	}
	defer put.Close()
	for _, f := range g.diff.put {
		if _, err := put.ExecContext(ctx, g.view.id, f.Path, f.Blob); err != nil {
			return err
		}
	}
	return nil
}

// vanished lists the removed paths that the new tree does not have.
func (g *grapher) vanished() []string {
	var out []string
	for _, p := range g.removedPaths() {
		if _, ok := g.rows.note(p); !ok {
			out = append(out, p)
		}
	}
	return out
}

// edge is a link as the graph sees it.
type edge struct {
	dest, typ, state string
	strength         float64
	inverse          bool
}

// relink resolves the links of the notes anew.
func (g *grapher) relink(ctx context.Context, paths []string) error {
	in, err := g.tx.PrepareContext(ctx, `INSERT INTO links(view, source, seq, line, kind, type, target, fragment, text, dest, state, candidates, strength, inverse) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)`)
	if err != nil {
		return err
	}
	defer in.Close()
	for i, p := range paths {
		g.Index.o.Progress("resolving links", i+1, len(paths))
		note, _ := g.rows.note(p)
		links, err := g.linksOf(ctx, g.rows.blobs[note], p)
		if err != nil {
			return err
		}
		before, err := g.edges(ctx, p)
		if err != nil {
			return err
		}
		if len(before) > 0 {
			if _, err := g.tx.ExecContext(ctx, `DELETE FROM links WHERE view = ? AND source = ?`, g.view.id, p); err != nil {
				return err
			}
		}
		after := make([]edge, 0, len(links))
		for seq := range links {
			l := &links[seq]
			if err := g.resolve(ctx, p, l); err != nil {
				return err
			}
			if _, err := in.ExecContext(ctx, g.view.id, p, seq, l.Line, l.Kind, l.Type, l.Target, l.Fragment, l.text, l.To, l.State, candidateJSON(l.Candidates), l.Strength, l.Inverse); err != nil {
				return err
			}
			after = append(after, edge{l.To, l.Type, l.State, l.Strength, l.Inverse})
		}
		g.changed = g.changed || fmt.Sprint(before) != fmt.Sprint(after)
	}
	return nil
}

func candidateJSON(c []string) string {
	if len(c) == 0 {
		return ""
	}
	b, _ := json.Marshal(c)
	return string(b)
}

func (g *grapher) edges(ctx context.Context, path string) ([]edge, error) {
	rows, err := g.tx.QueryContext(ctx, `SELECT dest, type, state, strength, inverse FROM links WHERE view = ? AND source = ? ORDER BY seq`, g.view.id, path)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []edge{}
	for rows.Next() {
		var e edge
		if err := rows.Scan(&e.dest, &e.typ, &e.state, &e.strength, &e.inverse); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, rows.Err()
}

// rawLink is a link on its way to the records.
type rawLink struct {
	LinkRecord
	text string
	link markdown.Link
}

// linksOf lists the links of a note: those of its body in order, then the relations of its front matter.
func (g *grapher) linksOf(ctx context.Context, oid, path string) ([]rawLink, error) {
	p, err := g.lib.parsedOf(ctx, oid, path)
	if err != nil {
		return nil, err
	}
	note, err := g.lib.noteOf(ctx, oid, path)
	if err != nil {
		return nil, err
	}
	out := make([]rawLink, 0, len(p.Links)+len(note.Relations))
	for _, l := range p.Links {
		if l.Kind == markdown.LinkRelation {
			continue // among the note's relations
		}
		out = append(out, rawLink{LinkRecord{From: path, Line: l.Line, Kind: string(l.Kind), Type: l.Type, Target: l.Target, Fragment: l.Fragment, Strength: 0.5}, l.Text, l})
	}
	for _, r := range note.Relations {
		out = append(out, rawLink{LinkRecord{From: path, Line: r.Line, Kind: string(markdown.LinkRelation), Type: r.Type, Target: r.Target, Strength: r.Strength, Inverse: r.Inverse}, "", markdown.Link{}})
	}
	return out, nil
}

// resolve finds the note that a link names. The resolver is built when the first link asks.
func (g *grapher) resolve(ctx context.Context, from string, l *rawLink) error {
	if g.resolver == nil {
		names, err := g.names(ctx, g.rows.paths)
		if err != nil {
			return err
		}
		g.resolver = kb.NewResolver(names, kb.WithOrigin(g.repo.Origin()))
	}
	var r kb.Resolution
	if l.link.Kind == "" {
		r = g.resolver.Relation(from, l.Target)
	} else {
		r = g.resolver.Link(from, l.link)
	}
	l.To, l.Candidates = r.Path, r.Candidates
	switch {
	case r.External:
		l.State = "external"
	case len(r.Candidates) > 0:
		l.State = "ambiguous"
	case r.Path == "":
		l.State = "broken"
	default:
		l.State = "ok"
	}
	return nil
}
