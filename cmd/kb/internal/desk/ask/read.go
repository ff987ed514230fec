package ask

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/markdown"
)

// How much is read for an answer: so many of the best notes, and of each so many of its best chunks.
const (
	readNotes  = 10
	readChunks = 30
)

// section is the chunks of one heading of a note that were read, as one text.
type section struct {
	fit             // of its best chunks
	hit   index.Hit // the best of its chunks
	note  float64   // score of the note; of the best one 1
	share float64   // of the question's words, weighed, that stand in it or above it
	said  []statement
	parts []index.Hit // its chunks
	score float64
	apart bool // it is not in force, and no question for what is not
}

// fit is how well a section, or one chunk of it, fits the question.
type fit struct {
	words  float64         // score by words, of the best chunk of all 1
	cosine float64         // with the question
	stems  map[string]bool // that stand in it or above it
}

// statement is a sentence, an item of a list or a row of a table.
type statement struct {
	in         *section
	chunk      *fit   // of which it is
	under      string // the heading within the section that it stands under, "" for none
	text       string
	line, last int
	stems      map[string]bool
	share      float64 // of the question's words, weighed, that stand in its chunk or above it
	score      float64
}

// question is what is asked, with how much each of its words says.
type question struct {
	text   string
	stems  []string           // in order, each once
	weight map[string]float64 // by stem: how rare it is
}

// reader reads the notes nearest to a question.
type reader struct {
	v        *desk.View
	q        question
	sections []*section
	notes    int // that they are of
	tree     string
	steps    []AskStep
}

// search finds the sections that may answer.
func search(ctx context.Context, v *desk.View, req Request) (*reader, error) {
	q := req.Query
	q.Explain, q.NoSnippet, q.Limit, q.ChunksPerNote = true, true, readNotes*readChunks, readChunks
	answer, err := v.Searcher.Search(ctx, v.Asked(q)) // many chunks of each note: nothing to be ranked anew
	if err != nil {
		return nil, err
	}
	r := &reader{
		v:    v,
		tree: answer.Tree,
		q:    question{text: q.Text, stems: v.Searcher.Stems(contents(q.Text), true), weight: map[string]float64{}},
	}
	for _, stem := range r.q.stems {
		if r.q.weight[stem], err = v.Searcher.Rarity(ctx, stem); err != nil {
			return nil, err
		}
	}
	r.gather(answer.Hits)
	for _, s := range r.sections {
		r.weigh(s)
	}
	return r, nil
}

// gather makes sections of hits.
func (r *reader) gather(hits []index.Hit) {
	at := map[string]*section{}
	of := map[string]bool{}
	most := 0.0
	for i := range hits {
		most = max(most, hits[i].Factors["bm25_chunk"])
	}
	for i := range hits {
		h := &hits[i]
		if of[h.Path] = true; len(of) > readNotes {
			break
		}
		r.notes = len(of)
		if markdown.IsMetadata(h.Text) {
			continue
		}
		key := h.Path + "\x00" + strings.Join(h.HeadingPath, "\x00")
		s := at[key]
		if s == nil {
			s = &section{hit: *h, note: h.Score / hits[0].Score, fit: fit{stems: map[string]bool{}}}
			at[key] = s
			r.sections = append(r.sections, s)
		}
		chunk := &fit{cosine: max(0, h.Factors["cosine"]), stems: r.stems(append([]string{h.Text, h.Title}, h.HeadingPath...)...)}
		if most > 0 {
			chunk.words = h.Factors["bm25_chunk"] / most
		}
		s.words, s.cosine = max(s.words, chunk.words), max(s.cosine, chunk.cosine)
		maps.Copy(s.stems, chunk.stems)
		s.parts = append(s.parts, *h)
		// Code, questions and what is too short or too long to be quoted alone is no statement.
		var out []statement
		source := []byte(h.Text)
		doc := notes.Document(source)
		for _, p := range markdown.Passages(doc, source) {
			if !quotable(&p) {
				continue
			}
			out = append(out, statement{
				in: s, chunk: chunk, under: under(doc, &p), text: p.Text,
				line: h.StartLine + p.Span.StartLine - 1, last: h.StartLine + p.Span.EndLine - 1, stems: r.stems(p.Text),
			})
		}
		s.said = append(s.said, out...)
	}
}

// stems are the stems of texts.
func (r *reader) stems(texts ...string) map[string]bool {
	out := map[string]bool{}
	for _, text := range texts {
		for _, stem := range r.v.Searcher.Stems(text, false) {
			out[stem] = true
		}
	}
	return out
}

// Bounds of a statement that can be an answer: its words, as "Teapots hold 750 ml." has four, and
// its bytes.
const (
	leastWords    = 3
	mostStatement = 600
)

// under is the deepest heading of a chunk that a passage stands under and that began no section of its own.
func under(doc *markdown.Document, p *markdown.Passage) string {
	heading := ""
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Level > markdown.SectionLevel && s.Span.StartLine <= p.Span.StartLine {
			heading = s.Heading
		}
	}
	return heading
}

// quotable reports whether a passage says something when it stands alone: code, questions, lead-ins,
// links, settings and the end of a sentence that began elsewhere do not.
func quotable(p *markdown.Passage) bool {
	text := p.Text
	switch {
	case p.Kind == markdown.CodeLine, p.Kind == markdown.OtherLine:
		return false
	case countWords(text) < leastWords, len(text) > mostStatement, strings.Trim(text, "|-: ") == "":
		return false
	case endsIn(text, "?", "？", ":", "："), strings.Count(text, " = ") > 1:
		return false
	case strings.HasPrefix(text, "[") && strings.HasSuffix(text, ")") && strings.Count(text, "](") == 1:
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	return p.Kind != markdown.Paragraph || !unicode.IsLower(first) || strings.ContainsAny(text[:min(len(text), 12)], "_.(`")
}

// endsIn tells a text that ends in one of some signs.
func endsIn(text string, signs ...string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.HasSuffix(text, sign) })
}

// countWords counts the words of a text; where no blanks part them, two letters are one.
func countWords(text string) int {
	letters := 0
	for _, c := range text {
		if unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			letters++
		}
	}
	return max(len(strings.Fields(text)), letters/2)
}

// The weights of what speaks for a section and for a statement in it, and how much a word of the
// question can say at most: one that few notes have may be a word that just these use.
// docs/ask.md says on which questions they were compared.
const (
	weighNote      = 0.8
	weighWords     = 0.4
	weighMeaning   = 0.1
	weighShare     = 0.35
	weighGist      = 0.3
	weighStatement = 0.2
	mostRarity     = 3.0
)

// weigh scores a section and its statements: by the section, and by the chunk that each stands in.
func (r *reader) weigh(s *section) {
	s.share = r.q.share(s.stems, math.Inf(1))
	s.apart = apart(s.hit.Standing) && r.q.wants(s.hit.HeadingPath) == 0
	above := weighNote*s.note + weighGist*(Gist(s.hit.HeadingPath)+r.q.wants(s.hit.HeadingPath))
	whole := r.fits(&s.fit)
	s.score = above + whole
	for i := range s.said {
		st := &s.said[i]
		st.share = r.q.share(st.chunk.stems, math.Inf(1))
		st.score = above + (whole+r.fits(st.chunk))/2 + weighStatement*r.q.share(st.stems, mostRarity)
	}
}

// fits is the part of a score that words and meaning make.
func (r *reader) fits(f *fit) float64 {
	return weighWords*f.words + weighMeaning*f.cosine + weighShare*r.q.share(f.stems, mostRarity)
}

// share is how much of the question stands among stems, where no word says more than most.
func (q *question) share(stems map[string]bool, most float64) float64 {
	sum, total := 0.0, 0.0
	for _, stem := range q.stems {
		w := min(q.weight[stem], most)
		if total += w; stems[stem] {
			sum += w
		}
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// Gist is how much a section sums its note up: a summary wholly, a motivation half.
func Gist(headings []string) float64 {
	if len(headings) == 0 {
		return 0
	}
	words := strings.Fields(strings.ToLower(strings.TrimLeft(headings[len(headings)-1], "0123456789.) *")))
	if len(words) == 0 {
		return 0
	}
	switch words[0] {
	case "summary", "abstract", "overview", "introduction", "tl;dr", "simple":
		return 1
	case "motivation", "background", "proposal", "goals":
		return 0.5
	}
	return 0
}

// How much less a statement counts whose section is cited already, another heading of that section,
// or another note, and from which share of common words on two statements say the same.
const (
	sameSection = 0.3
	besideThat  = 0.9
	otherNote   = 0.9
	sameWords   = 0.7
	mostWeighed = 300 // statements that are compared with those taken
)

// apart reports whether what stands so answers only where nothing in force does.
func apart(standing markdown.Standing) bool {
	return standing != markdown.InForce && standing != markdown.Example
}

// best takes the statements that answer best, at most n, no two that say the same, and not all of
// one section. Where what is in force answers, proposals and what was not chosen follow it, and of history
// what has more of the question.
func (r *reader) best(n int) []statement {
	all := r.pick(n, func(st statement) bool { return !st.in.apart })
	share := 0.0
	for i := range all {
		share = max(share, all[i].share)
	}
	if share <= leastShare {
		return r.pick(n, func(statement) bool { return true })
	}
	apart := func(st statement) bool {
		return st.in.apart && (st.in.hit.Standing != markdown.History || st.share > share)
	}
	for _, st := range r.pick(n, apart) {
		if !slices.ContainsFunc(all, func(have statement) bool { return alike(have.stems, st.stems) >= sameWords }) {
			all = append(all, st)
		}
	}
	return all[:min(len(all), n)]
}

// pick takes the statements that answer best, of those that fit.
func (r *reader) pick(n int, fits func(statement) bool) []statement {
	var all []statement
	for _, s := range r.sections {
		for _, st := range s.said {
			if fits(st) {
				all = append(all, st)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b statement) int { return cmp.Compare(b.score, a.score) })
	all = all[:min(len(all), mostWeighed)]
	var out []statement
	for len(out) < n && len(all) > 0 {
		value := func(st *statement) float64 {
			v := st.score
			for i := range out {
				switch {
				case out[i].in == st.in && out[i].under == st.under:
					v *= sameSection
				case out[i].in == st.in:
					v *= besideThat
				case out[i].in.hit.Path != st.in.hit.Path:
					v *= otherNote
				}
			}
			return v
		}
		at := 0
		for i := range all {
			if value(&all[i]) > value(&all[at]) {
				at = i
			}
		}
		out = append(out, all[at])
		taken := all[at]
		all = slices.DeleteFunc(all, func(st statement) bool { return alike(taken.stems, st.stems) >= sameWords })
	}
	return out
}

// alike is the share of common stems of two statements, by the smaller one.
func alike(a, b map[string]bool) float64 {
	common := 0
	for stem := range a {
		if b[stem] {
			common++
		}
	}
	return float64(common) / float64(max(1, min(len(a), len(b))))
}

// ranked lists the sections, the nearest to the question first.
func (r *reader) ranked() []*section {
	list := slices.Clone(r.sections)
	slices.SortStableFunc(list, func(a, b *section) int { return cmp.Compare(b.score, a.score) })
	return list
}
