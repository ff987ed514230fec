package build

import (
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/rank"
)

// rank computes PageRank, in-links and supersession over the resolved links of the view and writes
// the notes that changed.
func (g *grapher) rank() error {
	defer g.report.time("rank")()
	edges, superseded, disputed, err := g.graph()
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
	var changed []int
	const known = `SELECT path, pagerank, in_links, superseded_by, disputed_by FROM notes WHERE view = ?`
	for row, err := range g.db.Rows(known, g.view.ID) {
		if err != nil {
			return err
		}
		n, ok := g.rows.Note(row.ColumnText(0))
		if ok && (row.ColumnFloat(1) != ranks[n] || row.ColumnInt(2) != in[n] || row.ColumnText(3) != superseded[n] ||
			row.ColumnText(4) != disputed[n]) {
			changed = append(changed, n)
		}
	}
	for _, n := range changed {
		const sql = `UPDATE notes SET pagerank = ?, in_links = ?, superseded_by = ?, disputed_by = ? WHERE view = ? AND path = ?`
		if err := g.db.Run(sql, ranks[n], in[n], superseded[n], disputed[n], g.view.ID, g.rows.Paths[n]); err != nil {
			return err
		}
	}
	return nil
}

// graph reads the resolved links as edges between the numbers of notes, and which note supersedes or
// disputes which.
func (g *grapher) graph() (edges []rank.Edge, superseded, disputed map[int]string, err error) {
	var pairs, disputes [][2]int
	err = g.db.EachLinks(g.view.ID, func(links []store.LinkRecord) error {
		for i := range links {
			l := &links[i]
			from, ok1 := g.rows.Note(l.From)
			to, ok2 := g.rows.Note(l.To)
			if l.State != "ok" || !ok1 || !ok2 || from == to {
				continue
			}
			old, by := to, from
			if l.Inverse {
				old, by = from, to
			}
			switch l.Type {
			case "supersedes":
				pairs = append(pairs, [2]int{old, by})
			case "disputes":
				disputes = append(disputes, [2]int{old, by})
			}
			if l.Strength > 0 {
				edges = append(edges, rank.Edge{From: from, To: to, Weight: l.Strength})
			}
		}
		return nil
	})
	if err == nil {
		superseded, err = g.superseded(pairs)
	}
	disputed = map[int]string{}
	for _, p := range disputes { // whether that one holds itself is asked when it is read
		if by := g.rows.Paths[p[1]]; disputed[p[0]] == "" || by < disputed[p[0]] {
			disputed[p[0]] = by
		}
	}
	return edges, superseded, disputed, err
}

// superseded tells which note supersedes which: of several the first by path. One that is itself
// given up supersedes nothing.
func (g *grapher) superseded(pairs [][2]int) (map[int]string, error) {
	out := map[int]string{}
	for _, p := range pairs {
		old, by := p[0], p[1]
		path := g.rows.Paths[by]
		if first := out[old]; first != "" && first <= path {
			continue
		}
		note, err := g.db.NoteOf(g.rows.Blobs[by], path)
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
