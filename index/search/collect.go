package search

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/fold"
)

// candidate is a note on its way to becoming a hit.
type candidate struct {
	number  int // of the note
	record  *store.NoteRecord
	score   float64
	factors factors
	aside   bool    // its best chunk is not in force
	paired  float64 // what of the score is the pairs of the query's words, as a factor; 0 for none

	confidence *Confidence // where it is asked for
	sure       float64     // its confidence, 0.1–1
	right      string      // last day on which it is known to have been right, "" for none
}

// firstLook is how many notes are looked at before the priors; filters that drop many make it look further.
const firstLook = 200

// collect takes the best notes that pass the filters, weighs them by what is known of them, and
// makes hits of their best chunks.
func (r *run) collect(ctx context.Context) error {
	look, enough := max(firstLook, 4*r.q.Limit), max(r.q.Limit, firstLook/2)
	order := r.first(look)
	all := len(order) < look
	var kept []candidate
	for from := 0; from < len(order) && len(kept) < enough; {
		to := min(from+look, len(order))
		found, err := r.consider(ctx, order[from:to])
		if err != nil {
			return err
		}
		kept = append(kept, found...)
		if from, look = to, 2*look; from == len(order) && !all && len(kept) < enough {
			order, all = r.order(), true // few searches look so far
		}
	}
	var numbers []int
	for _, p := range r.q.Also {
		n, ok := r.numberOf(p)
		if ok && r.score[n] > 0 && !r.excluded[n] && !slices.ContainsFunc(kept, func(c candidate) bool { return c.number == n }) {
			numbers = append(numbers, n)
		}
	}
	also, err := r.consider(ctx, numbers)
	if err != nil {
		return err
	}
	kept = append(kept, also...)
	if err := r.weigh(ctx, kept); err != nil {
		return err
	}
	if r.q.NoDedupe || r.q.Baseline {
		return r.makeHits(ctx, kept)
	}
	err = r.makeHits(ctx, r.oneEach(kept))
	for i := range r.answer.Hits {
		r.alsoIn(&r.answer.Hits[i])
	}
	return err
}

// consider loads the notes and keeps those that pass.
func (r *run) consider(ctx context.Context, numbers []int) ([]candidate, error) {
	records, err := r.records(ctx, numbers, r.day(r.q.Day))
	if err != nil {
		return nil, err
	}
	kept := make([]candidate, 0, len(numbers))
	for i, n := range numbers {
		rec := records[i]
		if !r.passes(n, &rec.Note) {
			continue
		}
		if r.leavesOut(n, rec) {
			if !r.request.Filter.AsksStanding() {
				r.leftOut[n] = true
			}
			continue
		}
		if ok, err := r.hasPhrases(ctx, n); err != nil || !ok {
			if err != nil {
				return nil, err
			}
			continue
		}
		kept = append(kept, candidate{number: n, record: rec, score: r.score[n]})
	}
	return r.confident(ctx, r.dated(ctx, kept)), nil
}

// records loads the notes of the given numbers, in their order. They are not to be changed.
func (s *Searcher) records(ctx context.Context, numbers []int, day time.Time) ([]*store.NoteRecord, error) {
	out := make([]*store.NoteRecord, len(numbers))
	on := calendarDay(day)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, n := range numbers {
		known, err := s.known(ctx, n)
		if err != nil {
			return nil, err
		}
		if known.now == nil || known.on != on {
			rec := *known.record
			judge(&rec, known.superseders, day)
			if rec.Standing == markdown.InForce && s.isOld(n) {
				rec.Standing = markdown.History
			}
			known.now, known.on = &rec, on
		}
		out[i] = known.now
	}
	return out, nil
}

// chunks reads the chunks of a note.
func (s *Searcher) chunks(ctx context.Context, note int) ([]store.Chunk, error) {
	if m := s.member(note); m != nil {
		return m.Searcher.chunks(ctx, note-m.firstNote)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.from.ChunksOf(s.gen.Rows.Blobs[note], s.gen.Rows.Paths[note])
}

// Expecting is what Notes are whose text is a journey away: told which chunks will be asked for, by the
// blobs of notes, they bring them at once.
type Expecting interface{ Expect(blobs []string) error }

// expect says that the chunks of some notes will be asked for.
func (s *Searcher) expect(notes []int) error {
	far, ok := s.from.(Expecting)
	if !ok {
		return nil
	}
	blobs := make([]string, len(notes))
	for i, n := range notes {
		blobs[i] = s.gen.Rows.Blobs[n]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return far.Expect(blobs)
}

// hasPhrases tells whether every phrase of the query stands in one chunk of the note; chunks
// without one lose their score.
func (r *run) hasPhrases(ctx context.Context, note int) (bool, error) {
	if len(r.request.Phrases) == 0 {
		return true, nil
	}
	chunks, err := r.chunks(ctx, note)
	if err != nil {
		return false, err
	}
	found := false
	for i := range chunks {
		row := int(r.gen.Rows.First[note]) + i
		text := lowered(&chunks[i])
		all := true
		for _, p := range r.request.Phrases {
			all = all && holdsPhrase(text, folded(p))
		}
		if !all {
			r.best.give(row, 0)
		}
		found = found || all
	}
	return found, nil
}

// lowered is the text of a chunk below its headings in lower case, for phrases.
func lowered(c *store.Chunk) string {
	return strings.ToLower(fold.Form(strings.Join(c.Heading, "\n") + "\n" + c.Text))
}

// holdsPhrase reports whether a phrase stands in a text, whatever the blanks between its words; both
// are in lower case. Most texts lack a word of it, and are not folded for nothing.
func holdsPhrase(text, phrase string) bool {
	for word := range strings.FieldsSeq(phrase) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return strings.Contains(folded(text), phrase)
}

// folded is the form of a text in lower case with single blanks.
func folded(s string) string { return strings.Join(strings.Fields(strings.ToLower(fold.Form(s))), " ") }

// makeHits takes the candidates in order, and the best chunks of each until the page is full.
func (r *run) makeHits(ctx context.Context, kept []candidate) error {
	if r.q.NoDedupe {
		type flat struct {
			c     *candidate
			row   int
			score float64
		}
		most := r.q.Limit
		if r.q.ChunksPerNote > 1 {
			most = r.q.ChunksPerNote
		}
		var all []flat
		for i := range kept {
			rows := r.bestChunks(kept[i].number, most)
			for _, row := range rows {
				share := 1.0
				if top := r.best.of(rows[0]); top > 0 {
					share = min(1, r.best.of(row)/top) // a bare heading that leads may score less
				}
				all = append(all, flat{&kept[i], row, rank.Round(kept[i].score * share)})
			}
		}
		slices.SortFunc(all, func(a, b flat) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row)) })
		for i, f := range all {
			if i >= r.q.Limit && !slices.Contains(r.q.Also, f.c.record.Path) {
				continue
			}
			if err := r.addHit(ctx, *f.c, f.row, f.score); err != nil {
				return err
			}
		}
		return nil
	}
	for _, p := range bestFirst(kept, func(c *candidate, _ int) int { return c.number }) { // in order of path
		if len(r.answer.Hits) >= r.q.Limit {
			return nil
		}
		c := kept[p.at]
		rows, err := r.shown(ctx, c.number)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if len(r.answer.Hits) == r.q.Limit {
				return nil
			}
			if err := r.addHit(ctx, c, row, c.score); err != nil {
				return err
			}
			r.foldTwin()
		}
		if len(rows) == 0 && r.gen.Rows.First[c.number] == r.gen.Rows.First[c.number+1] {
			none := &store.Chunk{Kind: string(markdown.Prose), StartLine: 1, EndLine: 1}
			r.answer.Hits = append(r.answer.Hits, r.hit(c, none, noRow, c.score))
		}
	}
	return nil
}

// noRow stands for the row of a note that has no chunk, as one of nothing but front matter: its links
// and its filters can find it all the same.
const noRow = -1

// foldTwin takes the last hit away again where one before it says the same to the letter under the same title and
// headings in the same base, as copies of a note do by version or language, and tells the path there.
func (r *run) foldTwin() {
	last := len(r.answer.Hits) - 1
	h := &r.answer.Hits[last]
	for i := range r.answer.Hits[:last] {
		t := &r.answer.Hits[i]
		if t.Path != h.Path && t.Text == h.Text && t.Title == h.Title && t.Base == h.Base && slices.Equal(t.HeadingPath, h.HeadingPath) {
			if !slices.Contains(t.SameText, h.Path) {
				t.SameText = append(t.SameText, h.Path)
			}
			r.answer.Hits = r.answer.Hits[:last]
			return
		}
	}
}

// placed is the place of something in a list, and its score.
type placed struct {
	at, tie int
	score   float64
}

// sortPlaced orders by score, best first, and what has the same score by tie.
func sortPlaced(list []placed) {
	slices.SortFunc(list, func(a, b placed) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return a.tie - b.tie
	})
}

// bestFirst orders candidates by score, those with the same one by what tie gives for them and their place.
func bestFirst(kept []candidate, tie func(c *candidate, at int) int) []placed {
	out := make([]placed, len(kept))
	for i := range kept {
		out[i] = placed{i, tie(&kept[i], i), kept[i].score}
	}
	sortPlaced(out)
	return out
}

// asPlaced lets those with the same score stay in their order.
func asPlaced(_ *candidate, at int) int { return at }

// scoredRow is a chunk of a note on its way to a hit.
type scoredRow struct {
	row   int
	bare  bool
	score float64
}

// before orders the chunks of a note: those that say something first, then by score, then by place.
func (a scoredRow) before(b scoredRow) bool {
	switch {
	case a.bare != b.bare:
		return b.bare
	case a.score != b.score:
		return a.score > b.score
	}
	return a.row < b.row
}

// bestChunks lists at most n rows of a note, best first: the first one even without a score, after
// it none that is only a heading.
func (r *run) bestChunks(note, n int) []int {
	from, to := int(r.gen.Rows.First[note]), int(r.gen.Rows.First[note+1])
	best := make([]scoredRow, 0, min(n, to-from)+1)
	for row := from; row < to; row++ {
		if r.leftOutRow(note, row) {
			continue
		}
		s := scoredRow{row, r.bareHeading(row), r.best.of(row) * r.sectionShare(row)}
		if len(best) == n && !s.before(best[n-1]) {
			continue
		}
		at := len(best)
		for at > 0 && s.before(best[at-1]) {
			at--
		}
		best = slices.Insert(best, at, s)
		best = best[:min(len(best), n)]
	}
	var rows []int
	for i, s := range best {
		if i > 0 && (s.score <= 0 || s.bare) {
			break
		}
		rows = append(rows, s.row)
	}
	return rows
}

// addHit reads the chunk of a row and puts its hit at the end of the answer.
func (r *run) addHit(ctx context.Context, c candidate, row int, score float64) error {
	ch, err := r.chunk(ctx, row)
	if err != nil {
		return err
	}
	r.answer.Hits = append(r.answer.Hits, r.hit(c, ch, row, score))
	return nil
}

// bareHeading tells that a chunk holds no more terms than the headings above it: it answers nothing
// that its neighbours do not answer better.
func (r *run) bareHeading(row int) bool {
	return r.gen.Rows.Length[words.Body][row] <= r.gen.Rows.Length[words.Head][row]
}

// hit puts together what a hit says: of the note, of the chunk, and, where they are asked for,
// snippet and factors. Its tags and headings are never nil: in JSON they are [].
func (r *run) hit(c candidate, ch *store.Chunk, row int, score float64) Hit {
	h := Hit{
		Path:         c.record.Path,
		ID:           c.record.ID,
		Title:        c.record.Title,
		Kind:         c.record.Kind,
		Type:         c.record.Type,
		Label:        c.record.Label,
		Status:       c.record.Status,
		Tags:         c.record.Tags,
		Score:        rank.Round(score),
		Match:        r.matchOf(c.number, row),
		HeadingPath:  []string{},
		Blob:         c.record.Blob,
		Inactive:     c.record.Inactive,
		SupersededBy: c.record.SupersededBy,
		Disputed:     c.record.Disputed,
		Standing:     r.standing(c.record, row),
		DisputedBy:   c.record.DisputedBy,
	}
	if m := r.member(c.number); m != nil {
		h.Base, h.Scope = m.Name, m.Scope
	}
	if h.Tags == nil {
		h.Tags = []string{}
	}
	h.StartLine, h.EndLine, h.Anchor, h.Form, h.Language, h.Text = ch.StartLine, ch.EndLine, ch.Anchor, ch.Kind, ch.Language, ch.Text
	h.HeadingPath = append(h.HeadingPath, ch.Heading...)
	if !r.q.NoSnippet {
		h.Snippet, h.Highlights = r.snippet(ch)
	}
	if r.q.Explain {
		h.Factors, h.Confidence = r.factors(c, row), c.confidence
		if len(r.terms) > 0 {
			h.Factors["section"] = rank.Round(r.sectionWorth(ch, row))
		}
	}
	return h
}

// matchOf tells what found a chunk.
func (r *run) matchOf(note, row int) string {
	words := r.keyword != nil && r.keyword.note[note] > 0
	meaning := r.cosines != nil && row != noRow && r.cosines[row] > 0
	switch {
	case r.match != "":
		return r.match
	case r.graph[note] > 0:
		return "graph"
	case words && meaning && r.q.Mode == query.Hybrid:
		return "hybrid"
	case words && r.q.Mode != query.Vector:
		return "keyword"
	}
	return "vector"
}

// factors names what --explain shows of a score: the scores of words and meaning as far as they
// were asked for, and what was multiplied with them.
func (r *run) factors(c candidate, row int) map[string]float64 {
	f := map[string]float64{"fused": r.score[c.number]}
	for _, x := range c.factors {
		f[x.name] = x.value
	}
	if row == noRow {
		return f
	}
	if r.keyword != nil {
		f["bm25_chunk"], f["bm25_note"] = rank.Round(r.keyword.chunk[row]), rank.Round(r.keyword.note[c.number])
	}
	if r.keyword != nil && r.cosines != nil {
		f["bm25_cover"] = rank.Round(r.keyword.cover[c.number])
	}
	if r.cosines != nil {
		f["cosine"], f["meaning_share"] = rank.Round(float64(r.cosines[row])), rank.Round(r.share())
	}
	if r.byModel != nil {
		f["model_cosine"], f["model_share"] = rank.Round(float64(r.byModel.cosines[row])), r.byModel.share
		if near := r.byModel.best[c.number]; near >= 0 {
			f["model_nearest"] = rank.Round(near)
		}
	}
	return f
}
