package store

import (
	"fmt"
	"path"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/markdown"
)

// LinkRecord is one link of the tree.
type LinkRecord struct {
	From       string   `json:"from"`
	Line       int      `json:"line"` // from 1
	Kind       string   `json:"kind"`
	Type       string   `json:"type,omitempty"`
	Target     string   `json:"target"` // as written
	Fragment   string   `json:"fragment,omitempty"`
	To         string   `json:"to,omitempty"` // resolved
	State      string   `json:"state"`        // ok, broken, ambiguous, external
	Candidates []string `json:"candidates,omitempty"`
	Strength   float64  `json:"strength"`
	Inverse    bool     `json:"inverse,omitempty"` // the target has the relation to this note
}

// The links of a note are one value of the records, in order of place: each takes some 35 bytes,
// a row of its own took 270. The table backlinks has for each note those with a link to it.

// What stands in the first byte of a packed link, beside the place of its state in linkStates.
const (
	linkJoined   = 4 << iota // To is where the target leads from the folder of the note
	linkTo                   // To follows, as what it shares with the path of the note, and the rest
	linkInverse              // the target has the relation
	linkStrength             // a strength that is not the default follows
	linkChoice               // candidates follow
)

// linkStates are known by their place in packed links, which has two bits: the order must stay.
func linkStates() []string { return []string{"ok", "broken", "ambiguous", "external"} }

// linkKinds are known by their place in packed links: the order must stay, and new
// ones go to the end.
func linkKinds() []markdown.LinkKind {
	return []markdown.LinkKind{markdown.LinkMarkdown, markdown.LinkWiki, markdown.LinkEmbed, markdown.LinkMention, markdown.LinkRef,
		markdown.LinkRelation, markdown.LinkURL}
}

// PackLinks packs the links of one note.
func PackLinks(links []LinkRecord) []byte {
	var w record.Writer
	states, kinds := linkStates(), linkKinds()
	for i := range links {
		l := &links[i]
		head := byte(slices.Index(states, l.State))
		switch {
		case l.To == "":
		case l.To == joined(l.From, l.Target):
			head |= linkJoined
		default:
			head |= linkTo
		}
		if l.Inverse {
			head |= linkInverse
		}
		if l.Strength != kb.DefaultStrength {
			head |= linkStrength
		}
		if len(l.Candidates) > 0 {
			head |= linkChoice
		}
		w.Byte(head)
		w.Int(slices.Index(kinds, markdown.LinkKind(l.Kind)))
		w.Int(l.Line)
		w.String(l.Type)
		w.String(l.Target)
		w.String(l.Fragment)
		if head&linkTo != 0 {
			n := shared(l.From, l.To)
			w.Int(n)
			w.String(l.To[n:])
		}
		if head&linkStrength != 0 {
			w.Float(l.Strength)
		}
		if head&linkChoice != 0 {
			w.Strings(l.Candidates)
		}
	}
	return w.Data
}

// UnpackLinks unpacks the links of the note at a path. Their strings are parts of one.
func UnpackLinks(from, data string) ([]LinkRecord, error) {
	out := []LinkRecord{}
	states, kinds := linkStates(), linkKinds()
	r := record.Read(data)
	for r.More() {
		head := r.Byte()
		l := LinkRecord{
			From: from, State: states[head&3], Inverse: head&linkInverse != 0, Kind: string(kinds[r.Below(len(kinds))]),
			Line: r.Int(), Type: r.String(), Target: r.String(), Fragment: r.String(), Strength: kb.DefaultStrength,
		}
		switch {
		case head&linkJoined != 0:
			l.To = joined(from, l.Target)
		case head&linkTo != 0:
			l.To = from[:r.Below(len(from)+1)] + r.String()
		}
		if head&linkStrength != 0 {
			l.Strength = r.Float()
		}
		if head&linkChoice != 0 {
			l.Candidates = r.Strings()
		}
		out = append(out, l)
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("%w: links of %s: %w", ErrDamaged, from, err)
	}
	return out, nil
}

// joined is where a target leads when it is taken from the folder of the note.
func joined(from, target string) string { return path.Join(path.Dir(from), target) }

// shared counts the bytes with which both begin.
func shared(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// LinksFrom lists the links of the note at a path of a view, in order of place.
func (r Records) LinksFrom(view int64, path string) ([]LinkRecord, error) {
	const sql = `SELECT l.data FROM notes n CROSS JOIN links l ON l.note = n.id WHERE n.view = ? AND n.path = ?`
	for row, err := range r.Rows(sql, view, path) {
		if err != nil {
			return nil, err
		}
		return UnpackLinks(path, row.ColumnText(0))
	}
	return []LinkRecord{}, nil
}

// LinksTo lists the links that lead to the note at a path of a view, in order of note and place.
func (r Records) LinksTo(view int64, path string) ([]LinkRecord, error) {
	out := []LinkRecord{}
	const sql = `SELECT s.path, l.data FROM notes d CROSS JOIN backlinks b ON b.dest = d.id CROSS JOIN notes s ON s.id = b.source
		CROSS JOIN links l ON l.note = s.id WHERE d.view = ? AND d.path = ? ORDER BY s.path`
	for row, err := range r.Rows(sql, view, path) {
		if err != nil {
			return nil, err
		}
		links, err := UnpackLinks(row.ColumnText(0), row.ColumnText(1))
		if err != nil {
			return nil, err
		}
		for i := range links {
			if links[i].To == path {
				out = append(out, links[i])
			}
		}
	}
	return out, nil
}

// EachLinks calls f with the links of each note of a view that has any, in order of path.
func (r Records) EachLinks(view int64, f func(links []LinkRecord) error) error {
	const sql = `SELECT n.path, l.data FROM notes n CROSS JOIN links l ON l.note = n.id WHERE n.view = ? ORDER BY n.path`
	for row, err := range r.Rows(sql, view) {
		if err != nil {
			return err
		}
		links, err := UnpackLinks(row.ColumnText(0), row.ColumnText(1))
		if err == nil {
			err = f(links)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noteID is the number of the note at a path of a view, 0 for none.
func (r Records) noteID(view int64, path string) (id int64, err error) {
	_, err = r.One(`SELECT id FROM notes WHERE view = ? AND path = ?`, []any{view, path}, &id)
	return id, err
}

// ReplaceLinks writes the links of the note at a path of a view in the place of those that it had.
func (r Records) ReplaceLinks(view int64, path string, before, after []LinkRecord) error {
	id, err := r.noteID(view, path)
	if err != nil || id == 0 {
		return err
	}
	if len(after) == 0 {
		err = r.Run(`DELETE FROM links WHERE note = ?`, id)
	} else {
		err = r.Run(`INSERT OR REPLACE INTO links(note, data) VALUES(?, ?)`, id, PackLinks(after))
	}
	was, is := destinations(before), destinations(after)
	for _, to := range was {
		if _, stays := slices.BinarySearch(is, to); err == nil && !stays {
			err = r.backlink(`DELETE FROM backlinks WHERE dest = ? AND source = ?`, view, to, id)
		}
	}
	for _, to := range is {
		if _, stays := slices.BinarySearch(was, to); err == nil && !stays {
			err = r.backlink(`INSERT INTO backlinks(dest, source) VALUES(?, ?)`, view, to, id)
		}
	}
	return err
}

// backlink runs a statement with the numbers of the note at a path, if it is one, and of another.
func (r Records) backlink(sql string, view int64, to string, id int64) error {
	dest, err := r.noteID(view, to)
	if err != nil || dest == 0 {
		return err
	}
	return r.Run(sql, dest, id)
}

// destinations lists where links lead, each once, in order.
func destinations(links []LinkRecord) []string {
	out := make([]string, 0, len(links))
	for i := range links {
		if links[i].To != "" {
			out = append(out, links[i].To)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// DropNote removes the note at a path from a view, with its links and those to it.
func (r Records) DropNote(view int64, path string) error {
	id, err := r.noteID(view, path)
	for _, drop := range []string{
		`DELETE FROM backlinks WHERE dest = ?`, `DELETE FROM links WHERE note = ?`, `DELETE FROM notes WHERE id = ?`,
	} {
		if err == nil {
			err = r.Run(drop, id)
		}
	}
	return err
}

// DropNotes removes all notes from a view, with their links.
func (r Records) DropNotes(view int64) error {
	for _, drop := range []string{
		`DELETE FROM backlinks WHERE dest IN (SELECT id FROM notes WHERE view = ?)`,
		`DELETE FROM links WHERE note IN (SELECT id FROM notes WHERE view = ?)`,
		`DELETE FROM notes WHERE view = ?`,
	} {
		if err := r.Run(drop, view); err != nil {
			return err
		}
	}
	return nil
}
