package packing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/markdown"
)

const (
	searchLimit = 100 // sections that a search for the task may find
	notePeak    = 6   // sections of one note among them
	kinLimit    = 40  // notes about the files whose sections are looked at
	kinSections = 80  // sections of those among them that stand in for others
)

// place tells sections apart.
type place struct {
	path string
	line int
}

// section is a chunk on its way into the answer.
type section struct {
	hit   index.Hit
	task  float64 // 0 to 1: how well it answers to the task
	about float64 // 0 to 1: how surely it is about the files
	why   []string
	score float64
}

// gatherer collects what may be worth knowing.
type gatherer struct {
	Source
	req      Request
	day      time.Time
	found    []file // that were asked for
	sections map[place]*section
	notes    map[string]*kin        // notes about the files
	heirs    map[string]*heir       // notes that stand in for superseded ones
	hits     map[string][]index.Hit // of the search, by path, best first
	best     float64                // score of the best hit
	tried    []string
	terms    []string // of the task, as the index has them
}

// search looks for the task and the names of the files.
func (g *gatherer) search(ctx context.Context) error {
	weight := 1.0
	if g.req.Task == "" {
		weight = fileWordsWeight
	}
	text := strings.TrimSpace(plainWords(g.req.Task) + " " + g.fileWords())
	if text == "" {
		return nil
	}
	answer, err := g.Searcher.Search(
		ctx,
		index.Query{
			Text:          text,
			NoDedupe:      true,
			NoSnippet:     true,
			ChunksPerNote: notePeak,
			Limit:         searchLimit,
			Day:           g.req.Day,
			Usage:         g.Usage,
			Also:          g.kinPaths(),
		},
	)
	if err != nil {
		return err
	}
	g.tried, g.terms = append(g.tried, answer.Tried...), answer.Terms
	for _, h := range answer.Hits {
		if h.Inactive == "" && h.Standing != markdown.History {
			g.best = max(g.best, h.Score)
		}
	}
	for i, h := range answer.Hits {
		if g.best == 0 {
			g.best = h.Score
		}
		g.hits[h.Path] = append(g.hits[h.Path], h)
		if i >= searchLimit {
			continue // one of a note about the files
		}
		share := min(1, h.Score/g.best)
		if h.Inactive != "" || h.Standing == markdown.History {
			g.pass(h.Path, h.SupersededBy, weight*share, 0)
			continue
		}
		if g.req.Task == "" {
			s := g.add(h, 0, weight*share)
			s.because("is near to the names of the files")
			continue
		}
		g.add(h, share, 0).because(taskReason)
	}
	return nil
}

// add remembers a section with the greater of what is known of it.
func (g *gatherer) add(h index.Hit, task, about float64) *section {
	at := place{h.Path, h.StartLine}
	s := g.sections[at]
	if s == nil {
		s = &section{hit: h}
		g.sections[at] = s
	}
	s.task, s.about = max(s.task, task), either(s.about, about)
	return s
}

// because adds a reason.
func (s *section) because(why string) {
	if why != "" && !slices.Contains(s.why, why) {
		s.why = append(s.why, why)
	}
}

// either is the weight of two signs together, each from 0 to 1.
func either(a, b float64) float64 { return 1 - (1-a)*(1-b) }

// plainWords is a task without what a query would take for an order: quotes, minus signs before
// words, and field:value.
func plainWords(task string) string {
	words := strings.Fields(strings.ReplaceAll(task, `"`, " "))
	for i, w := range words {
		if len(w) > 1 && w[0] == '-' && w[1] != '-' {
			w = w[1:]
		}
		words[i] = strings.Replace(w, ":", ": ", 1)
		if strings.Contains(w, "://") || strings.Contains(w, "::") {
			words[i] = w
		}
	}
	return strings.Join(words, " ")
}

// heir is a note that stands in for superseded ones.
type heir struct {
	task, about float64
	of          []string
}

// pass hands the weight of a note that no longer holds on to the one that superseded it.
func (g *gatherer) pass(from, to string, task, about float64) {
	if to == "" {
		return
	}
	h := g.heirs[to]
	if h == nil {
		h = &heir{}
		g.heirs[to] = h
	}
	h.task, h.about = max(h.task, task), max(h.about, about)
	if !slices.Contains(h.of, from) {
		h.of = append(h.of, from)
	}
}

// maxLine bounds a line of superseding notes.
const maxLine = 50

// inherit follows each superseded note to the one that holds, and makes that one kin.
func (g *gatherer) inherit(ctx context.Context) error {
	for _, path := range sortedKeys(g.heirs) {
		h := g.heirs[path]
		last, seen := path, map[string]bool{}
		for range maxLine {
			if seen[last] {
				last = ""
				break
			}
			seen[last] = true
			rec, err := g.Searcher.NoteOn(ctx, last, g.req.Day)
			if err != nil {
				return err
			}
			if rec.Inactive == "" {
				break
			}
			last = rec.SupersededBy
			if last == "" {
				break
			}
		}
		if last == "" {
			continue
		}
		k := g.kin(last, h.about, "")
		k.task = max(k.task, h.task)
		for _, of := range h.of {
			k.because("supersedes " + of)
		}
	}
	return nil
}

// say notes what was tried.
func (g *gatherer) say(format string, args ...any) {
	g.tried = append(g.tried, fmt.Sprintf(format, args...))
}
