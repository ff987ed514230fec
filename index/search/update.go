package search

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/index/words"
)

// A newer note can take back what an older one says in words of its own: "we switched to Zulip"
// against "the team uses Slack". Such a sentence is known by three things together: it speaks of what
// was asked, it tells of a change, and it holds a value of the kind that the question asks for,
// which the older note does not hold. Each alone is common; of sixteen neighbours of a matter that
// tell of a change, fifteen hold no such value. On sessions of conversations it cost .005: there a
// chunk has many sentences, and one of them always tells of a change.
const (
	updateNear    = 0.5 // share of the older note's score that the newer one must have
	updateSubject = 0.5 // share of the query's terms in the older chunk that the sentence must hold
	updateText    = 400 // bytes of either chunk at most: a statement, not one sentence of a conversation among many
)

// wanted is the kind of value that a question asks for.
type wanted int

const (
	nothing wanted = iota // no single value
	number                // how many, how long, when
	name                  // who, where, which
	either                // what, and words that are no question
)

// quantities are what stands behind "how" where a number is asked for.
const quantities = " long many much often big large old far high fast soon "

// measures are nouns of what has a number, although it is asked for by "which".
const measures = " version versions port limit size number length year day time rate level "

// wantedOf reads what a query asks for.
func wantedOf(query string) wanted {
	list := strings.Fields(strings.ToLower(query))
	for i, w := range list {
		switch strings.TrimSuffix(w, "'s") {
		case "how":
			if i+1 < len(list) && strings.Contains(quantities, " "+list[i+1]+" ") {
				return number
			}
			return nothing
		case "when":
			return number
		case "why":
			return nothing
		case "who", "where":
			return name
		case "which":
			if slices.ContainsFunc(list, func(w string) bool { return strings.Contains(measures, " "+w+" ") }) {
				return either
			}
			return name
		}
	}
	return either
}

// changes are words that tell of a change.
const changes = ` now changed change switched moved migrated replaced renamed extended raised lowered increased reduced shifted
 handed rebuilt rewrote dropped became becomes started joined traded instead longer anymore new since upgraded swapped went quit left `

// amounts are words that stand for a number or a time.
const amounts = ` one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand once twice hour hourly
 day daily week weekly month monthly year yearly monday tuesday wednesday thursday friday saturday sunday `

// change is a sentence that tells of a change, without its punctuation.
type change struct {
	words []string
	stems map[string]bool
}

// changesIn lists the sentences of a text that tell of a change.
func changesIn(a *words.Analyzer, text string) []change {
	var out []change
	ends := func(r rune) bool { return strings.ContainsRune("\n;!?", r) }
	for _, s := range strings.FieldsFunc(strings.ReplaceAll(text, ". ", "\n"), ends) {
		list := strings.Fields(s)
		for i := range list {
			list[i] = strings.TrimFunc(list[i], func(r rune) bool { return unicode.IsPunct(r) && r != '`' })
		}
		if !slices.ContainsFunc(list, func(w string) bool { return w != "" && strings.Contains(changes, " "+strings.ToLower(w)+" ") }) {
			continue
		}
		c := change{words: list, stems: map[string]bool{}}
		for _, stem := range a.Terms(s) {
			c.stems[stem] = true
		}
		out = append(out, c)
	}
	return out
}

// tells reports whether a sentence holds a value of the kind, which the older text does not hold.
func (c *change) tells(want wanted, older string) bool {
	older = strings.ToLower(older)
	for i, w := range c.words {
		low := strings.ToLower(w)
		if w == "" || strings.Contains(older, low) {
			continue
		}
		amount := strings.Contains(amounts, " "+strings.TrimSuffix(low, "s")+" ")
		if want != name && (amount || strings.ContainsFunc(w, unicode.IsDigit)) {
			return true
		}
		if first := []rune(w)[0]; want != number && !amount && (i > 0 && unicode.IsUpper(first) || first == '`') {
			return true
		}
	}
	return false
}

// takesBack tells whether the best chunk of a newer note says that what the older one's says is no
// longer so.
func (r *run) takesBack(ctx context.Context, newer, older int, olderStems map[string]bool) (bool, error) {
	want := wantedOf(r.request.Words)
	if want == nothing {
		return false, nil
	}
	texts := [2]string{}
	for i, note := range []int{newer, older} {
		rows := r.bestChunks(note, 1)
		if len(rows) == 0 {
			return false, nil
		}
		c, err := r.chunk(ctx, rows[0])
		if err != nil || len(c.Text) > updateText {
			return false, err
		}
		texts[i] = c.Text
	}
	a := r.analyzers.Get().(*words.Analyzer)
	defer r.analyzers.Put(a)
	for _, c := range changesIn(a, texts[0]) {
		asked, held := 0, 0
		for _, t := range r.terms {
			if t.in(olderStems) {
				asked++
				if t.in(c.stems) {
					held++
				}
			}
		}
		if held > 0 && float64(held) >= updateSubject*float64(asked) && c.tells(want, texts[1]) {
			return true, nil
		}
	}
	return false, nil
}
