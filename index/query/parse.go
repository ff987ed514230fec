package query

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Request is a query as typed, taken apart.
type Request struct {
	Words   string   // free text, filters and negations taken out
	Phrases []string // must stand in the chunk
	Not     []string // must not stand in the note
	Filter  Filter
	Kind    Kind
}

// Kind steers the weights: identifiers lean on words, questions on meaning, graph questions on links.
type Kind string

const (
	Plain      Kind = "words"
	Question   Kind = "question"
	Identifier Kind = "identifier"
	Graph      Kind = "graph"
)

// maxQuery bounds a query in bytes; what is longer is cut.
const maxQuery = 16 << 10

// maxOperatorWords is the length in words up to which quotes and minus signs are orders. In longer
// texts, such as a pasted sentence, they are punctuation: taken as orders they cost two points of
// nDCG@10 on sentences that cite a document.
const maxOperatorWords = 8

// Parse reads words, "phrases", -not, field:value filters and -field:value. A value that no note can have is an
// error, a *ValueError; in a text longer than maxOperatorWords it is text, for there it was hardly
// meant as an order.
func Parse(text string, f Filter, known Known) (Request, error) {
	if len(text) > maxQuery {
		text = strings.ToValidUTF8(text[:maxQuery], "")
	}
	// What is added from the text of a query must not reach the caller's filter. Nothing is added to
	// those in Without.
	for _, list := range f.lists() {
		*list.values = slices.Clone(*list.values)
	}
	f.Extra = maps.Clone(f.Extra)
	f.Without = slices.Clone(f.Without)
	r := Request{Filter: f}
	for _, l := range r.Filter.lists() {
		for _, value := range *l.values {
			if err := check(l.name, value, known); err != nil {
				return r, err
			}
		}
	}
	for _, date := range []struct{ field, value string }{{"after", r.Filter.After}, {"before", r.Filter.Before}} {
		if date.value != "" {
			if err := check(date.field, date.value, known); err != nil {
				return r, err
			}
		}
	}
	var free []string
	parts := splitQuery(text)
	for _, part := range parts {
		isFilter, err := part.isFilter(known, len(parts) > maxOperatorWords)
		switch {
		case err != nil:
			return r, err
		case part.quoted && part.negated:
			r.Not = append(r.Not, part.text)
		case part.quoted:
			r.Phrases = append(r.Phrases, part.text)
			free = append(free, part.text)
		case isFilter && part.negated:
			var without Filter
			without.add(part.field, part.text)
			without.dated(known.Today)
			r.Filter.Without = append(r.Filter.Without, without)
		case isFilter:
			r.Filter.add(part.field, part.text)
		case part.negated:
			r.Not = append(r.Not, part.text)
		default:
			free = append(free, part.raw)
		}
	}
	r.Filter.dated(known.Today)
	r.Words = strings.Join(free, " ")
	if n := len(strings.Fields(r.Words)); n > maxOperatorWords {
		r.Words, r.Phrases, r.Not = strings.Join(append(free, r.Not...), " "), nil, nil
	}
	r.Kind = kindOf(text, r.Words, len(r.Phrases) > 0)
	return r, nil
}

// isFilter tells whether a part of a query is a filter; pasted says that what cannot be one is text.
func (p queryPart) isFilter(known Known, pasted bool) (bool, error) {
	if p.field == "" || p.quoted {
		return false, nil
	}
	err := check(p.field, p.text, known)
	if refused, ok := errors.AsType[*ValueError](err); ok {
		if pasted {
			return false, nil
		}
		refused.InText = true
	}
	return err == nil, err
}

// queryPart is one blank-separated piece of a query.
type queryPart struct {
	raw, text, field string // as typed; without sign, field and quotes; in lower case, "" for none
	quoted, negated  bool
}

// blanks part the pieces of a query.
const blanks = " \t\r\n"

// splitQuery cuts a query at blanks outside of quotes. Parts without a text, such
// as "", are dropped.
func splitQuery(text string) []queryPart {
	var parts []queryPart
	for i := 0; i < len(text); {
		if strings.IndexByte(blanks, text[i]) >= 0 {
			i++
			continue
		}
		part, end := nextPart(text, i)
		if part.text != "" {
			parts = append(parts, part)
		}
		i = end
	}
	return parts
}

// nextPart reads the piece at i: -"a phrase", field:"a value" or a word.
func nextPart(text string, i int) (queryPart, int) {
	var p queryPart
	start := i
	if text[i] == '-' && i+1 < len(text) && (text[i+1] == '"' || letterAt(text, i+1)) {
		p.negated = true
		i++
	}
	if colon := fieldEnd(text, i); colon > 0 {
		p.field = strings.ToLower(text[i:colon])
		i = colon + 1
	}
	if i < len(text) && text[i] == '"' {
		if end := strings.IndexByte(text[i+1:], '"'); end >= 0 {
			p.raw, p.text, p.quoted = text[start:i+end+2], text[i+1:i+1+end], p.field == ""
			return p, i + end + 2
		}
	}
	end := i
	for end < len(text) && strings.IndexByte(blanks, text[end]) < 0 {
		end++
	}
	p.raw, p.text = text[start:end], text[i:end]
	return p, end
}

// letterAt tells whether a letter or a digit stands at i: a minus before one excludes, as in
// -draft, while "--" and "->" are text.
func letterAt(text string, i int) bool {
	for _, r := range text[i:] {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	return false
}

// fieldEnd is the place of the colon of a filter that begins at i, 0 when there is none.
func fieldEnd(text string, i int) int {
	for j := i; j < len(text); j++ {
		switch c := text[j]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '-', c == '_':
		case c == ':' && j > i && j+1 < len(text) && strings.IndexByte(blanks, text[j+1]) < 0 && isField(strings.ToLower(text[i:j])):
			return j
		default:
			return 0
		}
	}
	return 0
}

// kindOf tells what sort of query this is.
func kindOf(text, words string, quoted bool) Kind {
	lower := strings.ToLower(strings.TrimSpace(text))
	fields := strings.Fields(words)
	switch {
	case GraphPhrase(lower) != "":
		return Graph
	case len(fields) > 0 && len(fields) <= 3 && slices.ContainsFunc(fields, IsIdentifier):
		return Identifier
	case quoted && len(fields) <= 3:
		return Identifier
	case strings.HasSuffix(lower, "?") || interrogative(lower):
		return Question
	}
	return Plain
}

// IsIdentifier tells names of code from words: it holds for camelCase, snake_case, dotted.names,
// paths, calls() and --flags.
func IsIdentifier(w string) bool {
	w = strings.Trim(w, "`'\".,;?!")
	if len(w) < 3 || !strings.ContainsFunc(w, unicode.IsLetter) {
		return false
	}
	if strings.HasSuffix(w, "()") || strings.HasPrefix(w, "--") || strings.ContainsAny(w, "_/") || strings.Contains(w, "::") {
		return true
	}
	if dot := strings.IndexByte(w, '.'); dot > 0 && dot+1 < len(w) {
		return true
	}
	for i := 1; i < len(w); i++ {
		if upper, lower := w[i] >= 'A' && w[i] <= 'Z', w[i-1] >= 'a' && w[i-1] <= 'z'; upper && lower {
			return true
		}
	}
	return false
}

// interrogative reports whether a query in lower case is asked as a question is: it begins with a
// question word or with a verb that asks, and something follows. One such word alone is searched for as it is.
func interrogative(lower string) bool {
	first, _, more := strings.Cut(lower, " ")
	if !more {
		return false
	}
	switch first {
	case "how",
		"what",
		"what's",
		"why",
		"when",
		"where",
		"who",
		"whom",
		"whose",
		"which",
		"can",
		"could",
		"does",
		"do",
		"did",
		"is",
		"are",
		"was",
		"were",
		"should",
		"would",
		"will",
		"has",
		"have":
		return true
	}
	return false
}

// togetherPhrases begin questions about what moves in the same commits as the note that follows.
func togetherPhrases() []string {
	return []string{"what changes together with ", "what changes with ", "what moves together with ", "what moves with "}
}

// AsksTogether tells a question about what moves in the same commits as a note.
func AsksTogether(lower string) bool {
	return slices.ContainsFunc(togetherPhrases(), func(p string) bool { return strings.HasPrefix(lower, p) })
}

// graphPhrases begin questions about links; what follows names a note.
func graphPhrases() []string {
	return append(togetherPhrases(), "what depends on ", "what references ", "what links to ", "what refers to ", "what cites ",
		"what implements ", "what supersedes ", "what requires ", "who references ", "which notes reference ",
		"which notes link to ", "notes linking to ", "backlinks of ", "backlinks to ", "links to ", "references to ",
		"depends on ")
}

// GraphPhrase returns what a graph question asks about, "" for any other query.
func GraphPhrase(lower string) string {
	for _, p := range graphPhrases() {
		if rest, ok := strings.CutPrefix(lower, p); ok {
			return strings.Trim(rest, " ?\"'`")
		}
	}
	return ""
}

// FromFolder reads paths, folders and globs as somebody in a folder of the repository types them,
// and gives them from its root. What begins with ./ or ../ begins in the folder, what begins with /
// at the root, and anything else in the folder if a note has such a path, else at the root, as
// names of notes are looked for. root is the absolute path of the work tree, which may stand before
// them.
func FromFolder(folder, root string, wants, notes []string) []string {
	out := make([]string, 0, len(wants))
	for _, want := range wants {
		rest, absolute := strings.CutPrefix(want, root)
		if absolute = absolute && root != "" && (rest == "" || strings.HasPrefix(rest, "/")); absolute {
			want = "/" + strings.TrimPrefix(rest, "/")
		}
		here := path.Join(folder, want)
		switch {
		case strings.HasPrefix(want, "/"):
			want = strings.TrimPrefix(want, "/")
		case want == "", folder == "" && !strings.HasPrefix(want, "."):
		case climbs(want), slices.ContainsFunc(notes, func(note string) bool { return PathMatch(here, note) }):
			want = here
		}
		out = append(out, want)
	}
	return out
}

// climbs tells a path that is said to begin in the folder.
func climbs(want string) bool {
	return want == "." || want == ".." || strings.HasPrefix(want, "./") || strings.HasPrefix(want, "../")
}
