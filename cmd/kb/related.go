package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

// relatedCmd finds neighbours of a note.
type relatedCmd struct {
	Note  string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias or id."`
	Limit int    `short:"n" default:"10" help:"At most this many notes (${default})."`
	atFlag
	Format  string `enum:"default,line,paths" default:"default" help:"default, line (path:line: heading: snippet) or paths."`
	Explain bool   `help:"Show what each source adds to a score, and the evidence."`
}

// Help holds the verb's details and examples.
func (relatedCmd) Help() string {
	return `Notes are near by the links between them, by the commits in which they changed
together, by how they are read together (kb usage), and by what they mean; each
answer says the share of each. A commit counts the less the older and the greater
it is, and being read together counts half after 30 days. Below the notes stand the files
of other kinds, such as code, that change together with the note.

Examples:

    kb related docs/architecture.md
    kb related "Sessions are JWTs" -n 3
    kb related architecture --explain
    kb related architecture --at v1.2
    kb related architecture --format paths`
}

// Related is the JSON form of the neighbours of a note.
type Related struct {
	Note  string              `json:"note"`
	Hits  []index.Hit         `json:"hits"`
	Files []history.Companion `json:"files"` // that are no notes
}

// How many files that are no notes are shown, and from which score of history.CoChange on.
const (
	maxCompanions  = 5
	leastCompanion = 0.01
)

// Run prints the neighbours.
func (c *relatedCmd) Run(ctx context.Context, a *app) error {
	if c.Limit < 1 {
		return errors.New("--limit must be at least 1")
	}
	b, s, _, err := a.readAt(ctx, c.atFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	defer s.Close()
	at, err := b.lookup(ctx, s, c.Note, false)
	if err != nil {
		return err
	}
	companions, err := b.companions(ctx, at.path)
	if err != nil {
		return err
	}
	var sources []index.Source
	if len(companions) > 0 {
		sources = append(sources, coChange(companions))
	}
	together, err := b.readTogether(ctx, s, at.path)
	if err != nil {
		return err
	}
	if len(together) > 0 {
		sources = append(sources, coAccess(together))
	}
	hits, err := s.Related(ctx, at.path, c.Limit, sources...)
	if err != nil {
		return err
	}
	if len(hits) == 0 {
		a.remark("nothing is near to %s: no links, no commits and no words in common", b.shown(at.path))
	}
	answer := Related{Note: at.path, Hits: hits, Files: otherFiles(companions)}
	if a.JSON {
		return a.emit(answer)
	}
	c.print(b, answer, companions, together)
	return nil
}

// otherFiles are the best of the companions that are no notes.
func otherFiles(companions []history.Companion) []history.Companion {
	out := []history.Companion{}
	for _, c := range companions {
		if !kb.IsMarkdown(c.Path) && c.Score >= leastCompanion && len(out) < maxCompanions {
			out = append(out, c)
		}
	}
	return out
}

func (c *relatedCmd) print(b *base, answer Related, companions []history.Companion, together map[string]usage.Companion) {
	if c.Format != "default" {
		printFormat(b, c.Format, answer.Hits)
		return
	}
	commits := map[string]int{}
	for _, companion := range companions {
		commits[companion.Path] = companion.Commits
	}
	printHits(b, answer.Hits, func(h index.Hit) string {
		if c.Explain {
			return explainedShares(h, commits[h.Path], explainedAccess(together[h.Path]))
		}
		return "near by " + strings.Join(shares(h), ", ")
	})
	if len(answer.Files) == 0 {
		return
	}
	if len(answer.Hits) > 0 {
		b.app.printf("\n")
	}
	b.app.printf("%s\n", b.app.style.Heading("files that change together with it"))
	for _, f := range answer.Files {
		b.app.printf("  %11s  %s\n", count(f.Commits, "commit"), b.app.style.Place(cleanName(b.shown(f.Path))))
	}
}

// shares says what part of a score each source has, the greatest first: "links 62 %".
func shares(h index.Hit) []string {
	var out []string
	for _, name := range sourcesOf(h) {
		if percent := math.Round(100 * h.Factors[name] / h.Score); percent > 0 {
			out = append(out, fmt.Sprintf("%s %.0f %%", name, percent))
		}
	}
	return out
}

// sourcesOf lists the sources that add to a score, the greatest first.
func sourcesOf(h index.Hit) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(h.Factors)) {
		if name != "fused" && h.Factors[name] > 0 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(h.Factors[y], h.Factors[x]) })
	return names
}

// explainedShares adds the figures: "score 0.5312 = links 0.4000 (75 %) + …; changed together in 3 commits".
func explainedShares(h index.Hit, commits int, access string) string {
	var parts []string
	for _, name := range sourcesOf(h) {
		parts = append(parts, fmt.Sprintf("%s %.4f (%.0f %%)", name, h.Factors[name], math.Round(100*h.Factors[name]/h.Score)))
	}
	out := fmt.Sprintf("score %.4f = %s", h.Score, strings.Join(parts, " + "))
	if commits > 0 {
		out += "; changed together in " + count(commits, "commit")
	}
	if access != "" {
		out += "; " + access
	}
	return out
}
