package packing

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/rank"
)

// How the signs are put together. The figures behind them stand in docs/context.md.
const (
	taskShare  = 0.75 // of a section that answers best to the task, where there are files too
	aboutShare = 0.6  // of a section that is surely about the files, where there is a task too
	repeat     = 0.3  // what a further section of a note is worth of what it were as the first
	weak       = 0.15 // share of the best score below which a section is left out
	weakAlone  = 0.35 // the same without a task, where words of names are all that many sections have
	codeFactor = 1.3  // of code, for a task that is full of names of code
	contents   = 0.3  // of a table of contents
	record     = 0.5  // of a list of what was released, and of the data of tests

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
	openings []int          // tokens of what is said about a note
	groups   map[string]int // notes, by path
	blobs    map[string]string
}

func (p *packer) pack(ctx context.Context) (*Context, error) {
	p.code = codeHeavy(p.req.Task)
	p.rank()
	found := len(p.ranked)
	p.ranked = p.ranked[:min(len(p.ranked), max(leastCandidates, p.req.Budget/tokensPerCandidate))]
	if err := p.learn(ctx); err != nil {
		return nil, err
	}
	items, err := p.items()
	if err != nil {
		return nil, err
	}
	frame, err := Tokens(header(p.answer) + footer(found, p.req.Budget))
	if err != nil {
		return nil, err
	}
	chosen := rank.Packing{Budget: p.req.Budget - frame, Opening: p.openings, Shares: p.req.Phase.Shares(), Repeat: repeat}.Choose(items)
	if err := p.askTaken(ctx, chosen); err != nil {
		return nil, err
	}
	return p.answer, p.fit(chosen, found)
}

// rank scores the sections and keeps the best, ties by place.
func (p *packer) rank() {
	best := 0.0
	for _, s := range p.sections {
		switch {
		case len(p.req.Files) == 0:
			s.score = s.task
		case p.req.Task == "":
			s.score = s.about
		default:
			s.score = either(taskShare*s.task, aboutShare*s.about)
		}
		s.score *= p.req.Phase.Weight(rank.Class(s.hit.Kind, s.hit.Type))
		if p.code && hasCode(s.hit) {
			s.score *= codeFactor
		}
		if bare(s.hit.Text) {
			s.score = 0
		}
		if isContents(s.hit.Text) {
			s.score *= contents
		}
		if isRecord(s.hit.Path) {
			s.score *= record
		}
		s.score = rank.Round(s.score)
		best = max(best, s.score)
	}
	for _, s := range p.sections {
		if s.score > 0 && s.score >= p.floor()*best {
			p.ranked = append(p.ranked, s)
		}
	}
	slices.SortFunc(p.ranked, func(a, b *section) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.hit.Path, b.hit.Path), cmp.Compare(a.hit.StartLine, b.hit.StartLine))
	})
}

// floor is the share of the best score below which a section is left out.
func (p *packer) floor() float64 {
	if p.req.Task == "" {
		return weakAlone
	}
	return weak
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
				Class:    rank.Class(s.hit.Kind, s.hit.Type),
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
			p.extend(s)
			continue
		}
		p.answer.Chunks = append(p.answer.Chunks, p.chunk(s))
	}
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

// chunk makes a chunk of a section.
func (p *packer) chunk(s *section) Chunk {
	f, h := p.facts[s.hit.Path], s.hit
	return Chunk{
		Citation: p.citation(
			h.Path,
			h.StartLine,
			h.EndLine,
		), Path: h.Path, ID: h.ID, StartLine: h.StartLine, EndLine: h.EndLine, HeadingPath: h.HeadingPath, Anchor: h.Anchor,
		Title: h.Title, Kind: h.Kind, Type: h.Type, Status: h.Status, Form: h.Form, Language: h.Language, Date: f.date, AgeDays: f.age, Stale: f.stale,
		Why: slices.Clone(s.why), Score: s.score, Factors: p.factors(s), Text: h.Text,
	}
}

// extend adds a section to the chunk that it follows.
func (p *packer) extend(s *section) {
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
}

// factors are what a score is made of.
func (p *packer) factors(s *section) map[string]float64 {
	f := map[string]float64{
		"task":  rank.Round(s.task),
		"files": rank.Round(s.about),
		"phase": p.req.Phase.Weight(rank.Class(s.hit.Kind, s.hit.Type)),
	}
	if p.code && hasCode(s.hit) {
		f["code"] = codeFactor
	}
	return f
}
