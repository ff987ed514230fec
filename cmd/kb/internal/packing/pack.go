package packing

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// How the signs are put together. The figures behind them stand in docs/context.md.
const (
	taskShare   = 0.75 // of a section that answers best to the task, where there are files too
	aboutShare  = 0.6  // of a section that is surely about the files, where there is a task too
	weakNote    = 0.65 // share of the third best score that the best section of a note must have
	weakSection = 0.35 // the same of its other sections, and of all where files are named: what is about them answers other questions
	codeFactor  = 1.3  // of code, for a task that is full of names of code
	contents    = 0.3  // of a table of contents
	record      = 0.5  // of a list of what was released, and of the data of tests

	leastCandidates    = 24 // sections that are counted and compared, however small the budget
	tokensPerCandidate = 75 // of the budget, for each further one
)

// packer makes the answer of what was gathered.
type packer struct {
	*gatherer
	answer   *Context
	code     bool // the task asks for code
	facts    map[string]*facts
	ranked   []*section
	openings []int                          // tokens of what is said about a note
	groups   map[string]int                 // notes, by path
	blobs    map[*kb.Repo]map[string]string // of the commits, by path
	clashes  []clash
}

// pack chooses among the notes that were found. How many are looked at follows the budget: what
// is known of more notes could not be told anyway.
func (p *packer) pack(ctx context.Context) (*Context, error) {
	p.code = codeHeavy(p.req.Task)
	p.rank()
	found := len(p.ranked)
	p.ranked = p.ranked[:min(len(p.ranked), max(leastCandidates, p.req.Budget/tokensPerCandidate))]
	p.facts = map[string]*facts{}
	for _, s := range p.ranked {
		if p.facts[s.hit.Path] != nil {
			continue
		}
		rec, err := p.Searcher.NoteOn(ctx, s.hit.Path, p.req.Day)
		if err != nil {
			return nil, err
		}
		f := &facts{kind: cmp.Or(rec.Type, rec.Kind), status: rec.Status}
		if f.commit, err = p.commitOf(ctx, s.hit); err != nil {
			return nil, err
		}
		f.told = max(isoDay(rec.Verified), isoDay(rec.Date))
		f.date = f.told
		src, _ := p.of(s.hit.Path)
		f.stale = p.doubt(rec, f.date)
		f.uncertain = src.History != nil && src.Searcher.Commit() != "" &&
			(f.date == "" || rec.Kind != "memory") // a memory fades by its own day
		if f.uncertain && f.date == "" {
			f.date = p.day.Format(time.DateOnly) // takes as many tokens as the day that is asked for if the note is taken
			f.stale = p.doubt(rec, f.date)
		}
		f.age = p.daysSince(f.date)
		p.facts[s.hit.Path] = f
	}
	items, err := p.items()
	if err != nil {
		return nil, err
	}
	frame, err := Tokens(header(p.answer) + footer(found, p.req.Budget))
	if err != nil {
		return nil, err
	}
	order := rank.Packing{Opening: p.openings, Shares: p.req.Phase.Shares(), Repeat: []float64{1, 0.8, 0.6, 0.4}}.Order(items)
	chosen := p.spend(order, items, p.req.Budget-frame)
	if err := p.askTaken(ctx, chosen); err != nil {
		return nil, err
	}
	if err := p.judge(ctx, chosen); err != nil {
		return nil, err
	}
	return p.answer, p.fit(chosen, found)
}

// rank scores the sections and keeps the best, ties by place.
func (p *packer) rank() {
	for _, s := range p.sections {
		switch {
		case len(p.req.Files) == 0:
			s.score = s.task
		case p.req.Task == "":
			s.score = s.about
		default:
			s.score = either(taskShare*s.task, aboutShare*s.about)
		}
		s.score *= p.weight(&s.hit)
		if p.code && hasCode(s.hit) {
			s.score *= codeFactor
		}
		if silent(s.hit.Text) {
			s.score = 0
		}
		if isContents(s.hit.Text) {
			s.score *= contents
		}
		if isRecord(s.hit.Path) {
			s.score *= record
		}
		if s.score = rank.Round(s.score); s.score > 0 {
			p.ranked = append(p.ranked, s)
		}
	}
	slices.SortFunc(p.ranked, func(a, b *section) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.hit.Path, b.hit.Path), cmp.Compare(a.hit.StartLine, b.hit.StartLine))
	})
	// Sections far below the third best are left out: one or two may stand out by their names alone.
	if len(p.ranked) == 0 {
		return
	}
	third := p.ranked[min(rank.Leaders, len(p.ranked))-1].score
	known := map[string]bool{}
	p.ranked = slices.DeleteFunc(p.ranked, func(s *section) bool {
		floor := weakSection
		if !known[s.hit.Path] && len(p.req.Files) == 0 {
			floor = weakNote
		}
		if s.score < floor*third {
			return true
		}
		known[s.hit.Path] = true
		return false
	})
}

// spend takes what is next in order as long as it fits, and fills what then remains of the budget
// with later ones that fit, as long as they stand below the first three of the answer: those are
// the same for every greater budget.
func (p *packer) spend(order []int, items []rank.Item, budget int) []int {
	opened := map[int]bool{}
	cost := func(i int) int {
		if opened[items[i].Group] {
			return items[i].Tokens
		}
		return items[i].Tokens + p.openings[items[i].Group]
	}
	pay := func(i int) {
		budget -= cost(i)
		opened[items[i].Group] = true
	}
	n := 0
	for n < len(order) && cost(order[n]) <= budget {
		pay(order[n])
		n++
	}
	chosen := order[:n:n]
	top := p.top(chosen)
	if len(top) < rank.Leaders {
		return chosen
	}
	for _, i := range order[n:] {
		if cost(i) > budget {
			continue
		}
		if with := append(chosen[:len(chosen):len(chosen)], i); slices.Equal(p.top(with), top) {
			pay(i)
			chosen = with
		}
	}
	return chosen
}

// top lists the citations at the top of the answer of the chosen sections.
func (p *packer) top(chosen []int) []string {
	p.assemble(chosen)
	var out []string
	for i := range p.answer.Chunks[:min(rank.Leaders, len(p.answer.Chunks))] {
		out = append(out, p.answer.Chunks[i].Citation)
	}
	return out
}

// items counts the candidates.
func (p *packer) items() ([]rank.Item, error) {
	p.groups = map[string]int{}
	var items []rank.Item
	for _, s := range p.ranked {
		group, ok := p.groups[s.hit.Path]
		if !ok {
			group = len(p.openings)
			p.groups[s.hit.Path] = group
			n, err := Tokens(p.facts[s.hit.Path].line(s.why) + "\n")
			if err != nil {
				return nil, err
			}
			p.openings = append(p.openings, n)
		}
		n, err := block(p.citation(s.hit.Path, s.hit.StartLine, s.hit.EndLine), "", above(s.hit, true), s.hit.Text).tokens(p.Cache)
		if err != nil {
			return nil, err
		}
		items = append(
			items,
			rank.Item{
				Tokens:   n,
				Score:    s.score,
				Group:    group,
				Class:    class(&s.hit),
				Shingles: rank.Shingles(rank.Words(s.hit.Text), rank.ShingleWords),
			},
		)
	}
	return items, nil
}

// fit makes the answer of the chosen sections of all that were found; the last ones go while the
// whole has too many tokens.
func (p *packer) fit(chosen []int, found int) error {
	counted := map[part]int{}
	for n := len(chosen); ; n-- {
		p.assemble(chosen[:n])
		p.answer.LeftOut = found - n
		if err := p.count(counted); err != nil {
			return err
		}
		if p.answer.Tokens <= p.req.Budget || n == 0 {
			return nil
		}
	}
}

// count tells what the answer takes, and each of its chunks. counted holds what was counted before.
func (p *packer) count(counted map[part]int) error {
	p.answer.Tokens = 0
	for i, block := range p.answer.parts() {
		n, ok := counted[block]
		if !ok {
			var err error
			if n, err = block.tokens(p.Cache); err != nil {
				return err
			}
			counted[block] = n
		}
		p.answer.Tokens += n
		if i > 0 && i <= len(p.answer.Chunks) {
			p.answer.Chunks[i-1].Tokens = n
		}
	}
	return nil
}

// assemble puts sections into the order of the answer: code first where code is asked for, then the
// notes by their best section, those of one note in the order of its lines, and such as follow each
// other as one.
func (p *packer) assemble(chosen []int) {
	type key struct {
		code bool
		path string
	}
	best := map[key]float64{}
	keyOf := func(s *section) key { return key{p.code && hasCode(s.hit), s.hit.Path} }
	taken := make([]*section, len(chosen))
	for i, n := range chosen {
		taken[i] = p.ranked[n]
		best[keyOf(taken[i])] = max(best[keyOf(taken[i])], taken[i].score)
	}
	slices.SortFunc(taken, func(a, b *section) int {
		ka, kb := keyOf(a), keyOf(b)
		if ka.code != kb.code {
			return boolOrder(ka.code, kb.code)
		}
		return cmp.Or(cmp.Compare(best[kb], best[ka]), cmp.Compare(a.hit.Path, b.hit.Path), cmp.Compare(a.hit.StartLine, b.hit.StartLine))
	})
	p.answer.Chunks = []Chunk{}
	for i, s := range taken {
		if i > 0 && keyOf(taken[i-1]) == keyOf(s) && taken[i-1].hit.EndLine+1 == s.hit.StartLine &&
			strings.HasSuffix(taken[i-1].hit.Text, "\n") {
			c := &p.answer.Chunks[len(p.answer.Chunks)-1]
			c.EndLine, c.Text = s.hit.EndLine, c.Text+s.hit.Text
			c.Citation = p.citation(c.Path, c.StartLine, c.EndLine)
			for _, w := range s.why {
				if !slices.Contains(c.Why, w) {
					c.Why = append(c.Why, w)
				}
			}
			if s.score > c.Score {
				c.Score, c.Factors = s.score, p.factors(s)
			}
			continue
		}
		f, h := p.facts[s.hit.Path], s.hit
		p.answer.Chunks = append(p.answer.Chunks, Chunk{
			Citation: p.citation(h.Path, h.StartLine, h.EndLine), Base: h.Base, Scope: h.Scope, Path: h.Path, ID: h.ID,
			StartLine: h.StartLine, EndLine: h.EndLine, HeadingPath: h.HeadingPath, Anchor: h.Anchor,
			Title: h.Title, Kind: h.Kind, Type: h.Type, Status: h.Status, Form: h.Form, Language: h.Language,
			Date: f.date, AgeDays: f.age, Stale: f.stale,
			Why: slices.Clone(s.why), Score: s.score, Factors: p.factors(s), Text: h.Text,
		})
	}
	p.mark()
}

// boolOrder puts true before false.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// weight is what the phase makes of a section: a quarter as much where only a heading says what it is.
func (p *packer) weight(h *index.Hit) float64 {
	if w := p.req.Phase.Weight(rank.Class(h.Kind, h.Type)); w != 1 {
		return w
	}
	return 1 + (p.req.Phase.Weight(class(h))-1)/4
}

// factors are what a score is made of.
func (p *packer) factors(s *section) map[string]float64 {
	f := map[string]float64{
		"task":  rank.Round(s.task),
		"files": rank.Round(s.about),
		"phase": p.weight(&s.hit),
	}
	if p.code && hasCode(s.hit) {
		f["code"] = codeFactor
	}
	return f
}
