package build

import (
	"context"

	"github.com/9aea2451/kb/rank"
)

// rank computes PageRank, in-links and supersession over the resolved links of the view and writes
// the notes that changed.
func (g *grapher) rank(ctx context.Context) error {
	defer g.report.time("rank")()
	edges, superseded, err := g.graph(ctx)
	if err != nil {
		return err
	}
	ranks := rank.PageRank(len(g.rows.Paths), edges)
	in := make([]int, len(g.rows.Paths))
	seen := map[[2]int]bool{}
	for _, e := range edges {
		if pair := [2]int{e.From, e.To}; !seen[pair] {
			seen[pair] = true
			in[e.To]++
		}
	}
	rows, err := g.tx.QueryContext(ctx, `SELECT path, pagerank, in_links, superseded_by FROM notes WHERE view = ?`, g.view.Id)
	if err != nil {
		return err
	}
	defer rows.Close()
	type update struct {
		note int
	}
	var updates []update
	for rows.Next() {
		var path, by string
		var pr float64
		var links int
		if err := rows.Scan(&path, &pr, &links, &by); err != nil {
			return err
		}
		if n, ok := g.rows.Note(path); ok && (pr != ranks[n] || links != in[n] || by != superseded[n]) {
			updates = append(updates, update{n})
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	stmt, err := g.tx.PrepareContext(ctx, `UPDATE notes SET pagerank = ?, in_links = ?, superseded_by = ? WHERE view = ? AND path = ?`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, up := range updates {
		if _, err := stmt.ExecContext(ctx, ranks[up.note], in[up.note], superseded[up.note], g.view.Id, g.rows.Paths[up.note]); err != nil {
			return err
		}
	}
	return nil
}

// graph reads the resolved links as edges between the numbers of notes, and which note supersedes which.
func (g *grapher) graph(ctx context.Context) ([]rank.Edge, map[int]string, error) {
	rows, err := g.tx.QueryContext(
		ctx,
		`SELECT source, dest, type, strength, inverse FROM links WHERE view = ? AND state = 'ok' AND dest <> source ORDER BY source, seq`,
		g.view.Id,
	)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	var edges []rank.Edge
	var pairs [][2]int
	for rows.Next() {
		var source, dest, typ string
		var strength float64
		var inverse bool
		if err := rows.Scan(&source, &dest, &typ, &strength, &inverse); err != nil {
			return nil, nil, err
		}
		from, ok1 := g.rows.Note(source)
		to, ok2 := g.rows.Note(dest)
		if !ok1 || !ok2 {
			continue
		}
		old, by := to, from
		if inverse {
			old, by = from, to
		}
		if typ == "supersedes" {
			pairs = append(pairs, [2]int{old, by})
		}
		if strength > 0 {
			edges = append(edges, rank.Edge{From: from, To: to, Weight: strength})
		}
	}
	if err := rows.Err(); err != nil {
		return nil, nil, err
	}
	superseded, err := g.superseded(ctx, pairs)
	return edges, superseded, err
}

// superseded tells which note supersedes which: of several the first by path. One that is itself
// given up supersedes nothing.
func (g *grapher) superseded(ctx context.Context, pairs [][2]int) (map[int]string, error) {
	out := map[int]string{}
	for _, p := range pairs {
		old, by := p[0], p[1]
		path := g.rows.Paths[by]
		if first := out[old]; first != "" && first <= path {
			continue
		}
		note, err := g.lib.NoteOf(ctx, g.rows.Blobs[by], path)
		if err != nil {
			return nil, err
		}
		switch note.Status {
		case "draft", "proposed", "deprecated", "rejected", "archived":
			continue
		}
		out[old] = path
	}
	return out, nil
}
