package search

import (
	"context"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/rank"
)

// How surely a query names a note.
const (
	byNumber = 1 // by the number of its series, with words of its name or none
	byName   = 2 // by its title, an alias, its id or the end of its path
)

// maxNameWords bounds the words of a query that may be a name.
const maxNameWords = 16

// findNamed finds the notes that the whole query names.
func (r *run) findNamed(ctx context.Context) error {
	full := words.Name(r.request.Words)
	parts := strings.Fields(full)
	if full == "" || len(parts) > maxNameWords || r.q.Baseline {
		return nil
	}
	r.named = map[int]int{}
	notes, err := r.notesCalled(ctx, full)
	if err != nil {
		return err
	}
	for _, n := range notes {
		r.named[n] = byName
	}
	if len(notes) > 0 {
		return nil
	}
	return r.findNumbered(ctx, parts)
}

// notesCalled lists the notes that have a name.
func (r *run) notesCalled(ctx context.Context, name string) (notes []int, err error) {
	list, err := r.gen.Words.Postings(ctx, words.Names, name)
	for _, p := range list {
		if row := r.gen.Rows.RowOf(p.Doc); row >= 0 {
			notes = append(notes, int(r.gen.Rows.NoteOf[row]))
		}
	}
	return notes, err
}

// findNumbered finds the notes of a numbered series whose number is the one in the query, and whose
// other words, if there are any, are what such series are called or stand in the note's own name:
// "1559", "rfc 401", "rfc 401 coercions".
func (r *run) findNumbered(ctx context.Context, parts []string) error {
	number, others := "", []string(nil)
	for _, p := range parts {
		digits := strings.TrimLeft(p, "abcdefghijklmnopqrstuvwxyz#")
		if digits == "" || strings.Trim(digits, "0123456789") != "" {
			others = append(others, p)
			continue
		}
		if number != "" {
			return nil // two numbers name no note
		}
		if number = strings.TrimLeft(digits, "0"); number == "" {
			number = "0"
		}
		if prefix := strings.Trim(strings.TrimSuffix(p, digits), "#"); prefix != "" {
			others = append(others, prefix)
		}
	}
	if number == "" || len(others) == 0 && len(number) < 2 {
		return nil
	}
	notes, err := r.notesCalled(ctx, "#"+number)
	if err != nil || len(notes) == 0 {
		return err
	}
	records, err := r.records(ctx, notes, r.day(r.q.Day))
	if err != nil {
		return err
	}
	for i, n := range notes {
		if saysAll(records[i], others) {
			r.named[n] = byNumber
		}
	}
	return nil
}

// saysAll reports whether all words are labels of a series, or stand in the title or path of a note.
func saysAll(record *store.NoteRecord, others []string) bool {
	own := strings.Fields(words.Name(record.Title) + " " + words.Name(record.Path))
	for _, w := range others {
		if !slices.Contains(own, w) && !isSeries(w) {
			return false
		}
	}
	return true
}

// isSeries knows what numbered notes are called.
func isSeries(word string) bool {
	switch word {
	case "adr", "rfc", "eip", "erc", "kep", "pep", "bip", "otep", "jep", "rip", "cip", "sip", "decision", "proposal", "enhancement",
		"issue", "number", "no", "nr", "record", "the":
		return true
	}
	return false
}

// keepNamed lets notes that the query names be looked at whatever they say.
func (r *run) keepNamed() {
	top := 0.0
	for _, s := range r.score {
		top = max(top, s)
	}
	for n := range r.named {
		if !r.excluded[n] {
			r.score[n] = max(r.score[n], top, 1)
		}
	}
}

// leadNamed puts the notes that the query names before all others, the surest first, and what replaced them right below.
func (r *run) leadNamed(kept []candidate) {
	top := 0.0
	for i := range kept {
		if r.named[kept[i].number] == 0 {
			top = max(top, kept[i].score)
		}
	}
	for i := range kept {
		c := &kept[i]
		if sure := r.named[c.number]; sure > 0 && c.score > 0 {
			f := max(1, rank.Round((top+0.01*float64(sure))/c.score))
			c.factors.set("name", f)
			c.score = rank.Round(c.score * f)
			if i := slices.IndexFunc(kept, func(o candidate) bool { return o.record.Path == c.record.SupersededBy }); i >= 0 {
				if by := &kept[i]; 0 < by.score && by.score <= top && r.named[by.number] == 0 {
					by.factors.set("replaces", rank.Round((top+0.005)/by.score))
					by.score = rank.Round(top + 0.005)
				}
			}
		}
	}
}

// openingFirst puts the section that a note begins with before its best ones: who types a name wants
// the note, and every section has the words of its title above it.
func (r *run) openingFirst(ctx context.Context, note int, rows []int) ([]int, error) {
	var opening []int
	from, to := int(r.gen.Rows.First[note]), int(r.gen.Rows.First[note+1])
	for row := from; row < to && len(opening) <= spareChunks; row++ {
		if !r.bareHeading(row) {
			opening = append(opening, row)
		}
	}
	opening, err := r.telling(ctx, opening)
	if err != nil || len(opening) == 0 {
		return rows, err
	}
	rest := slices.DeleteFunc(rows, func(have int) bool { return have == opening[0] })
	return append(opening[:1:1], rest...), nil
}

// required is the longest text that everything holds which a pattern matches, "" where none is
// known. To look for a text is ten times as fast as to match.
func required(pattern *regexp.Regexp) string {
	if pattern == nil {
		return ""
	}
	tree, err := syntax.Parse(pattern.String(), syntax.Perl)
	if err != nil {
		return ""
	}
	return literalIn(tree.Simplify())
}

// literalIn is the longest text in every match of a parsed pattern, as far as groups, sequences and
// "once or more" show it; "" for alternatives and for letters in any case.
func literalIn(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return string(re.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literalIn(re.Sub[0])
	case syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if l := literalIn(sub); len(l) > len(longest) {
				longest = l
			}
		}
		return longest
	}
	return ""
}
