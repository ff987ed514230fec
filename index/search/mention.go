package search

import (
	"context"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// Mention is a chunk that names a file or a symbol of code.
type Mention struct {
	Hit    Hit
	Name   string  // as asked for
	Weight float64 // 0 to 1: how surely it speaks of it
}

const (
	maxMentions    = 64   // chunks that are looked at for one file; what more of them name is told by its folder
	rareName       = 12   // chunks from which on the name of a file without its folder tells nothing
	rareSymbol     = 25   // chunks from which on a symbol tells nothing
	symbolWeight   = 0.6  // of a symbol that stands in one chunk only
	baseWeight     = 0.45 // of a file that is named without its folder
	folderWeight   = 0.85 // of a file that is named with some of its folders
	maxMentionName = 512  // bytes; longer names are not looked for
)

// Mentions lists the chunks that name files by their paths, or by the end of them, and those that
// name symbols such as ValidateToken, in order of place. Hits have no score. A name that stands in
// very many chunks is passed over.
func (s *Searcher) Mentions(ctx context.Context, files, symbols []string) (out []Mention, err error) {
	m := &mentions{Searcher: s, postings: map[string][]int{}}
	err = s.mapped(func() error {
		for _, f := range files {
			found, err := m.ofFile(ctx, strings.Trim(f, "/"))
			if err != nil {
				return err
			}
			out = append(out, found...)
		}
		for _, name := range symbols {
			found, err := m.ofSymbol(ctx, name)
			if err != nil {
				return err
			}
			out = append(out, found...)
		}
		return nil
	})
	if err != nil {
		return nil, store.AsDamage(err)
	}
	return out, nil
}

// mentions is one look for names.
type mentions struct {
	*Searcher
	postings map[string][]int // rows by term, sorted
}

// ofFile lists the chunks that name a file by its path, by an end of it, or alone if that name is
// rare and has an extension. Where more than maxMentions have the name, its folder must be named as
// well; none are told of a name that is in as many even so.
func (m *mentions) ofFile(ctx context.Context, file string) ([]Mention, error) {
	if file == "" || len(file) > maxMentionName {
		return nil, nil
	}
	rows, err := m.rowsOf(ctx, path.Base(file))
	if err != nil {
		return nil, err
	}
	common := len(rows) > rareName
	if len(rows) > maxMentions {
		if rows, err = m.rowsOf(ctx, path.Base(path.Dir(file))+" "+path.Base(file)); err != nil || len(rows) > maxMentions {
			return nil, err
		}
	}
	var out []Mention
	for _, row := range rows {
		weight := 0.0
		hit, err := m.rowHit(ctx, row)
		if err != nil {
			return nil, err
		}
		switch n := named(hit.Text, file); {
		case n == len(file):
			weight = 1
		case n > len(path.Base(file)):
			weight = folderWeight
		case n > 0 && !common && strings.Contains(path.Base(file), "."):
			weight = baseWeight
		}
		if weight > 0 {
			out = append(out, Mention{hit, file, weight})
		}
	}
	return out, nil
}

// named gives the length of the longest end of a path, in whole segments, that stands in a text as
// a name of its own; 0 for none.
func named(text, file string) int {
	base := path.Base(file)
	best := 0
	for from := 0; ; {
		at := strings.Index(text[from:], base)
		if at < 0 {
			return best
		}
		at += from
		from = at + 1
		if begins(text, at) && ends(text, at+len(base)) {
			best = max(best, namedAt(text, file, at+len(base)))
		}
	}
}

// namedAt gives the length of the end of a path that ends at a place of a text; 0 where the text
// names another path.
func namedAt(text, file string, end int) int {
	n := len(path.Base(file))
	for n < len(file) {
		folder := file[:len(file)-n] // with its slash
		segment := folder[strings.LastIndexByte(folder[:len(folder)-1], '/')+1:]
		if !strings.HasSuffix(text[:end-n], segment) || !begins(text, end-n-len(segment)) {
			break
		}
		n += len(segment)
	}
	before := text[:end-n]
	if n < len(file) && strings.HasSuffix(before, "/") && !strings.HasSuffix(before, "./") {
		return 0
	}
	return n
}

// begins and ends tell whether a name can begin or end at a place of a text.
func begins(text string, at int) bool { return at == 0 || !nameByte(text[at-1]) }

// ends takes a dot behind the name for the end of a sentence, unless a name goes on behind it.
func ends(text string, at int) bool {
	if at < len(text) && text[at] == '.' { // of a sentence
		at++
	}
	return at >= len(text) || !nameByte(text[at])
}

// nameByte holds for what may stand within the name of a file.
func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.' || c >= 0x80
}

// ofSymbol lists the chunks with a symbol among their identifiers, in any case; none for a
// name below three bytes, or in rareSymbol chunks and more. The weight falls with the
// logarithm of their number.
func (m *mentions) ofSymbol(ctx context.Context, name string) ([]Mention, error) {
	if len(name) < 3 || len(name) > maxMentionName {
		return nil, nil
	}
	rows, err := m.rowsOfTerm(ctx, words.Code, strings.ToLower(strings.Trim(name, "_")))
	if err != nil || len(rows) >= rareSymbol {
		return nil, err
	}
	weight := rank.Round(symbolWeight * (1 - math.Log(float64(max(1, len(rows))))/math.Log(rareSymbol)))
	var out []Mention
	for _, row := range rows {
		hit, err := m.rowHit(ctx, row)
		if err != nil {
			return nil, err
		}
		out = append(out, Mention{hit, name, weight})
	}
	return out, nil
}

// rowsOf lists the rows that hold all the terms of a text.
func (m *mentions) rowsOf(ctx context.Context, text string) ([]int, error) {
	a := m.analyzers.Get().(*words.Analyzer)
	terms := a.Terms(text)
	m.analyzers.Put(a)
	var rows []int
	for i, t := range terms {
		with, err := m.rowsOfTerm(ctx, words.Body, t)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			rows = slices.Clone(with)
			continue
		}
		rows = slices.DeleteFunc(rows, func(row int) bool { _, ok := slices.BinarySearch(with, row); return !ok })
	}
	return rows, nil
}

// isAside tells the chunks of other projects, whose files are other ones.
func (m *mentions) isAside(row int) bool {
	of := m.memberAt(row)
	return of != nil && of.aside()
}

// rowsOfTerm lists the rows whose field holds a term.
func (m *mentions) rowsOfTerm(ctx context.Context, field words.Field, term string) ([]int, error) {
	key := string(rune('0'+field)) + term
	if rows, ok := m.postings[key]; ok {
		return rows, nil
	}
	rows := []int{}
	list, err := m.gen.Words.Postings(ctx, field, term)
	for _, p := range list {
		if row := m.gen.Rows.RowOf(p.Doc); row >= 0 && !m.isAside(int(row)) {
			rows = append(rows, int(row))
		}
	}
	slices.Sort(rows)
	m.postings[key] = rows
	return rows, err
}

// graphShare is what a link to the named note adds to the score in a question about links.
const graphShare = 0.8

// neighboursOfNamed finds the note that a question about links names, and the notes that link to
// it; of a question about what changes with a note, those that do.
func (r *run) neighboursOfNamed(ctx context.Context) error {
	names, err := r.Names(ctx)
	if err != nil {
		return err
	}
	named := kb.NewResolver(names, kb.WithOrigin(r.x.Repo.Origin())).Note("", query.GraphPhrase(folded(r.q.Text)))
	if named.Path == "" {
		return nil
	}
	if query.AsksTogether(folded(r.q.Text)) {
		r.answer.Tried = append(r.answer.Tried, "commits with "+named.Path)
		if r.q.Together == nil {
			return nil
		}
		near, err := r.q.Together(ctx, named.Path)
		if err != nil {
			return err
		}
		r.graph = map[int]float64{}
		for other, x := range near {
			if n, ok := r.numberOf(other); ok && other != named.Path && x > 0 {
				r.graph[n] = graphShare + x/2
			}
		}
		return nil
	}
	r.answer.Tried = append(r.answer.Tried, "links to "+named.Path)
	_, in, err := r.Links(ctx, named.Path)
	if err != nil {
		return err
	}
	r.graph = map[int]float64{}
	for _, l := range in {
		if n, ok := r.numberOf(l.From); ok && l.From != named.Path {
			r.graph[n] = max(r.graph[n], graphShare+l.Strength/2)
		}
	}
	return nil
}
