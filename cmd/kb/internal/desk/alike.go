package desk

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/index"
)

// Problem is a text that is at hand, such as an error message or code, and what notes are asked for
// that are like it.
type Problem struct {
	Text  string   // as it came, of any length: Query cuts it
	Types []string // of memories that come before other notes

	names []string // that look like code
}

// NewProblem reads a text for what is asked.
func NewProblem(text string, types ...string) *Problem {
	return &Problem{Text: text, Types: types, names: identifiers(text)}
}

const (
	queryWords   = 40  // of a long text that are searched for
	pool         = 40  // hits of each search that are weighed anew
	exactWeight  = 1.0 // of the identifiers of the text that stand in a note
	phraseWeight = 0.6 // of its wording that stands in a note
	typeWeight   = 0.3 // of a memory of the types that are asked for
)

// Query is the text as words to search for: its identifiers, then its other words, each once.
func (p *Problem) Query() string {
	words := slices.Clone(p.names)
	for _, w := range strings.FieldsFunc(p.Text, notWord) {
		if len(words) >= queryWords {
			break
		}
		if len(w) >= 3 && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return PlainQuery(strings.Join(words, " "))
}

// Alike lists the parts of notes that share the identifiers and the wording of a problem, each once
// and scored by that, in no order. known reports whether there are notes of its types at all.
func (v *View) Alike(ctx context.Context, p *Problem) (found []index.Hit, known bool, err error) {
	records, err := v.Notes(ctx)
	if err != nil {
		return nil, false, err
	}
	known = slices.ContainsFunc(records, func(r *index.NoteRecord) bool { return slices.Contains(p.Types, r.Type) })
	queries := []index.Query{{Text: p.Query(), NoSnippet: true, ActiveOnly: true, Limit: pool}}
	if known {
		ofTypes := queries[0]
		ofTypes.Filter.Type = p.Types
		queries = append(queries, ofTypes)
	}
	type place struct {
		path string
		line int
	}
	taken := map[place]bool{}
	for _, q := range queries {
		answer, err := v.Searcher.Search(ctx, q)
		if err != nil {
			return nil, known, err
		}
		for _, h := range answer.Hits {
			if at := (place{h.Path, h.StartLine}); !taken[at] {
				taken[at] = true
				h.Score = p.score(&h)
				found = append(found, h)
			}
		}
	}
	return found, known, nil
}

// score weighs a hit by the identifiers and the wording that it shares with the text, by its type,
// and by the search.
func (p *Problem) score(h *index.Hit) float64 {
	text := strings.ToLower(h.Text)
	score := h.Score
	if len(p.names) > 0 {
		shared := 0
		for _, n := range p.names {
			if strings.Contains(text, strings.ToLower(n)) {
				shared++
			}
		}
		score += exactWeight * float64(shared) / float64(len(p.names))
	}
	score += phraseWeight * sharedWording(strings.ToLower(p.Text), text)
	if slices.Contains(p.Types, h.Type) {
		score += typeWeight
	}
	return float64(int(score*1e6+0.5)) / 1e6
}

// sharedWording is the share of the text's runs of three words that stand in another text.
func sharedWording(a, b string) float64 {
	words := strings.FieldsFunc(a, notWord)
	other := " " + strings.Join(strings.FieldsFunc(b, notWord), " ") + " "
	runs, shared := 0, 0
	for i := 0; i+3 <= len(words) && runs < 200; i++ {
		runs++
		if strings.Contains(other, " "+strings.Join(words[i:i+3], " ")+" ") {
			shared++
		}
	}
	if runs == 0 {
		return 0
	}
	return float64(shared) / float64(runs)
}

// notWord parts a text into words for strings.FieldsFunc. An underscore is part of a word, as in
// max_conns; a dot is not.
func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }

// maxNames is how many identifiers of a text count.
const maxNames = 30

// identifiers lists the words of a text that look like code: with digits, underscores, inner
// capitals, dots or double colons.
func identifiers(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'`()[]{}<>,;=!?|&*", r)
	}) {
		w = strings.Trim(w, ".:/-+#@$%^~\\")
		if len(w) >= 4 && len(w) <= 80 && looksLikeCode(w) && !slices.Contains(out, w) {
			if out = append(out, w); len(out) == maxNames {
				break
			}
		}
	}
	return out
}

// looksLikeCode reports whether a word of a problem is an identifier or a path.
func looksLikeCode(w string) bool {
	if strings.ContainsAny(w, "_/") || strings.Contains(w, "::") {
		return true
	}
	letters, digits, inner := 0, 0, false
	for i, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			inner = inner || i > 0 && unicode.IsUpper(r)
		case r == '.' && i > 0 && i < len(w)-1:
			inner = true
		}
	}
	return letters > 0 && (digits > 0 || inner)
}

// PlainQuery takes out of a text what a query gives a meaning of its own: fields, phrases and exclusions.
func PlainQuery(text string) string {
	words := strings.Fields(strings.NewReplacer(`"`, " ", ":", " ", "“", " ", "”", " ").Replace(text))
	for i, w := range words {
		words[i] = strings.TrimLeft(w, "-+")
	}
	return strings.Join(words, " ")
}
