package packing

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/9aea2451/kb/index"
)

// kin is a note about the files.
type kin struct {
	path  string
	about float64 // 0 to 1
	task  float64 // that it inherits from a superseded note
	why   []string
}

// because adds a reason once; "" is none.
func (k *kin) because(why string) {
	if why != "" && !slices.Contains(k.why, why) {
		k.why = append(k.why, why)
	}
}

// kin adds to what makes a note one about the files.
func (g *gatherer) kin(path string, about float64, why string) *kin {
	k := g.notes[path]
	if k == nil {
		k = &kin{path: path}
		g.notes[path] = k
	}
	k.about = either(k.about, about)
	k.because(why)
	return k
}

// nearest lists the notes about the files, the surest first, ties by path.
func (g *gatherer) nearest(limit int) []*kin {
	out := slices.Collect(maps.Values(g.notes))
	slices.SortFunc(out, func(a, b *kin) int {
		return cmp.Or(cmp.Compare(max(b.about, b.task), max(a.about, a.task)), cmp.Compare(a.path, b.path))
	})
	return out[:min(limit, len(out))]
}

// kinSections adds the sections of the notes about the files: those that answer to the task, else
// those that the notes begin with.
func (g *gatherer) kinSections(ctx context.Context) error {
	near := g.nearest(kinLimit)
	if len(near) == 0 {
		return nil
	}
	hits, err := g.hitsWithin(ctx, near)
	if err != nil {
		return err
	}
	for _, k := range near {
		if found := hits[k.path]; len(found) > 0 {
			for _, h := range found {
				share := h.Score / found[0].Score
				task := 0.0
				if g.req.Task != "" && g.best > 0 {
					task = min(1, h.Score/g.best)
				}
				g.add(h, max(task, k.task*share), k.about*share).becauseOf(k)
			}
			continue
		}
		if err := g.openings(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// kinPaths lists the notes whose sections are looked at, where there is a task to look for.
func (g *gatherer) kinPaths() []string {
	if g.req.Task == "" {
		return nil
	}
	var out []string
	for _, k := range g.nearest(kinLimit) {
		out = append(out, k.path)
	}
	return out
}

// hitsWithin gives the sections of the notes that answer to the task, by path, best first. The
// search has found those of all but the notes that it led to.
func (g *gatherer) hitsWithin(ctx context.Context, near []*kin) (map[string][]index.Hit, error) {
	text := plainWords(g.req.Task)
	if text == "" {
		return nil, nil
	}
	var paths []string
	for _, k := range near {
		if len(g.hits[k.path]) == 0 && k.task > 0 {
			paths = append(paths, k.path)
		}
	}
	if len(paths) == 0 {
		return g.hits, nil
	}
	answer, err := g.Searcher.Search(
		ctx,
		index.Query{
			Text:       text,
			NoDedupe:   true,
			NoSnippet:  true,
			ActiveOnly: true,
			Limit:      kinSections,
			Day:        g.req.Day,
			Usage:      g.Usage,
			Filter:     index.Filter{Path: paths},
		},
	)
	if err != nil {
		return nil, err
	}
	for _, h := range answer.Hits {
		if h.Score > 0 {
			g.hits[h.Path] = append(g.hits[h.Path], h)
		}
	}
	return g.hits, nil
}

const (
	openingSections = 3   // of a note of which no section answers to the task
	openingFade     = 0.7 // what each further one is worth of the one before
)

// openings adds the sections that a note begins with.
func (g *gatherer) openings(ctx context.Context, k *kin) error {
	hits, err := g.Searcher.Chunks(ctx, k.path, g.req.Day)
	if err != nil {
		return err
	}
	share, n := 1.0, 0
	for _, h := range hits {
		if h.Inactive != "" {
			g.pass(h.Path, h.SupersededBy, 0, k.about)
			return nil
		}
		if silent(h.Text) {
			continue
		}
		g.add(h, k.task*share, k.about*share).becauseOf(k)
		share *= openingFade
		if n++; n == openingSections {
			break
		}
	}
	return nil
}

// becauseOf takes over why the note was looked at.
func (s *section) becauseOf(k *kin) {
	for _, w := range k.why {
		s.because(w)
	}
}
