package search

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/edition"
	"github.com/9aea2451/kb/text/fold"
)

// Edition is another version or translation of the page of a hit.
type Edition struct {
	Path     string `json:"path"`
	Language string `json:"language,omitempty"` // as its folder or its name writes it; "" where nothing tells it
	Version  string `json:"version,omitempty"`  // "" for the one of now, where nothing tells it
}

// editionShare is the share of the best edition's score that another must have to stand in its place: else it
// lacks what is asked for.
const editionShare = 0.5

// editionOf returns which edition of which page a note is.
func (s *Searcher) editionOf(note int) (page string, e edition.Edition) {
	if m := s.member(note); m != nil {
		page, e = m.Searcher.editionOf(note - m.firstNote)
		return m.Prefix + page, e
	}
	return s.editions().Of(s.gen.Rows.Paths[note])
}

// isOld reports whether a note is of a version beside which there is a later one.
func (s *Searcher) isOld(note int) bool {
	if m := s.member(note); m != nil {
		return m.Searcher.isOld(note - m.firstNote)
	}
	return s.editions().Old(s.gen.Rows.Paths[note])
}

// oneEach leaves of the candidates that are editions of one page the one that is asked for, in the place of
// the best: in the language of the question, of the version that it names, else of now.
func (r *run) oneEach(kept []candidate) []candidate {
	alike := map[string][]int{}
	for _, p := range bestFirst(kept, func(c *candidate, _ int) int { return c.number }) {
		page, _ := r.editionOf(kept[p.at].number)
		alike[page] = append(alike[page], p.at)
	}
	dropped := map[int]bool{}
	for _, list := range alike {
		asked := strings.Fields(strings.ToLower(r.request.Words))
		chosen, of := list[0], edition.Edition{}
		for i, at := range list {
			_, e := r.editionOf(kept[at].number)
			language, before := r.suits(&e), r.suits(&of)
			named, other := e.Version.Named(asked), of.Version.Named(asked)
			better := language > before
			if language == before {
				better = named && !other || named == other && e.Version.Compare(&of.Version) > 0
			}
			if i == 0 || better && kept[at].score >= editionShare*kept[list[0]].score {
				chosen, of = at, e
			}
		}
		at, best := chosen, kept[list[0]].score
		if c := &kept[at]; c.score < best {
			c.factors.set("edition", best/c.score)
			c.score = rank.Round(best)
		}
		for _, other := range list {
			dropped[kept[other].number] = other != at
		}
	}
	return slices.DeleteFunc(kept, func(c candidate) bool { return dropped[c.number] })
}

// suits returns how well the language of an edition is that of the question. A question that tells none is
// in English, which needs no mark, unless it is in other letters: then the best edition is as good as any.
func (r *run) suits(e *edition.Edition) int {
	switch {
	case r.languages.Has(e.Code()):
		return 3
	case r.languages == 0 && !fold.ASCII(r.request.Words):
		return 0
	case r.languages == 0 && e.Code() == "en":
		return 2
	case e.Language == "":
		return 1
	}
	return 0
}

// alsoIn adds to a hit the other editions of its page.
func (r *run) alsoIn(h *Hit) {
	note, _ := r.numberOf(h.Path)
	page, own := r.editionOf(note)
	s, m := r.Searcher, r.member(note)
	if m != nil {
		s, page = m.Searcher, strings.TrimPrefix(page, m.Prefix)
	}
	var languages []string
	var versions []edition.Version
	for _, p := range s.editions().Files(page) {
		_, e := s.editions().Of(p)
		if e.Language == own.Language && e.Version.Name() == own.Version.Name() {
			continue
		}
		out := Edition{p, e.Language, e.Version.Name()}
		if m != nil {
			out.Path = m.outside(p)
		}
		if h.AlsoIn = append(h.AlsoIn, out); e.Language != own.Language {
			languages = append(languages, e.Language)
		}
		if e.Version.Name() != own.Version.Name() {
			versions = append(versions, e.Version)
		}
	}
	slices.Sort(languages)
	slices.SortStableFunc(versions, func(a, b edition.Version) int { return b.Compare(&a) })
	names := make([]string, len(versions))
	for i := range versions {
		names[i] = versions[i].Name()
	}
	parts := []string{bounded(languages, "the original"), bounded(names, "current")}
	h.Editions = strings.Trim(strings.Join(parts, "; "), "; ")
}

// shownEditions bounds the languages, and the versions, that are named of a page.
const shownEditions = 6

// bounded names the first of a list, each once; none is what "" is called.
func bounded(list []string, none string) string {
	list = slices.Compact(list)
	for i := range list {
		if list[i] == "" {
			list[i] = none
		}
	}
	if len(list) > shownEditions {
		list = append(list[:shownEditions], "…")
	}
	return strings.Join(list, ", ")
}
