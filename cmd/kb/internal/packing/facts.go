package packing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/text/wording"
)

// facts is what is said about a note.
type facts struct {
	kind, status string
	date         string // ISO day
	told         string // day that the note tells itself
	uncertain    bool   // its commits may tell a later day, and are not asked yet
	age          *int   // days
	stale        string
	commit       string // as citations name it
}

// headBlobs gives the tree of the commit of a source, read once.
func (p *packer) headBlobs(ctx context.Context, src Source) (map[string]string, error) {
	if blobs, ok := p.blobs[src.Repo]; ok {
		return blobs, nil
	}
	tree, err := src.Repo.TreeAt(ctx, src.Searcher.Commit())
	if err != nil {
		return nil, err
	}
	blobs := make(map[string]string, len(tree.Files))
	for _, f := range tree.Files {
		blobs[f.Path] = f.Blob
	}
	if p.blobs == nil {
		p.blobs = map[*kb.Repo]map[string]string{}
	}
	p.blobs[src.Repo] = blobs
	return blobs, nil
}

// shortCommit is how many digits of a commit a citation has.
const shortCommit = 10

// commitOf names the commit in which a citation holds, with +dirty behind it where the file differs from it.
func (p *packer) commitOf(ctx context.Context, h index.Hit) (string, error) {
	src, there := p.of(h.Path)
	commit := src.Searcher.Commit()
	short := commit[:min(shortCommit, len(commit))]
	if !src.Searcher.Dirty() {
		return short, nil
	}
	if commit != "" {
		blobs, err := p.headBlobs(ctx, src)
		if err != nil || blobs[there] == h.Blob {
			return short, err
		}
	}
	return short + "+dirty", nil
}

// citation is where a text stands: [path:lines @commit].
func (p *packer) citation(path string, from, to int) string {
	return fmt.Sprintf("[%s:%d-%d @%s]", report.CleanLine(path), from, to, p.facts[path].commit)
}

// askTaken asks about the notes that were taken what takes longer: why they may be stale, and when
// their words were changed last.
func (p *packer) askTaken(ctx context.Context, taken []int) error {
	asked := map[string]bool{}
	for _, i := range taken {
		path := p.ranked[i].hit.Path
		f := p.facts[path]
		if asked[path] {
			continue
		}
		asked[path] = true
		if p.Stale != nil {
			var err error
			if f.stale, err = p.Stale(ctx, path); err != nil {
				return err
			}
		}
		if !f.uncertain {
			continue
		}
		src, there := p.of(path)
		day, err := src.Cache.day(src.Searcher.Commit(), there, func() (string, error) { return src.lastCommitted(ctx, there) })
		if err != nil {
			return err
		}
		f.date = max(day, f.told)
		f.age = p.daysSince(f.date)
	}
	return nil
}

// doubt says why a note may no longer be true, as far as its front matter and its age tell.
func (p *packer) doubt(rec *index.NoteRecord, date string) string {
	f := stale.Facts{Note: &rec.Note, Inactive: rec.Inactive, SupersededBy: rec.SupersededBy, Now: p.day, Ranking: p.Searcher.Settings()}
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		f.Touched = day
	}
	if a := stale.Assess(f); a.Score >= f.Ranking.Stale {
		return a.Line()
	}
	return ""
}

// lastCommitted is the day of the last commit to a note, "" where it is not known.
func (s *Source) lastCommitted(ctx context.Context, path string) (string, error) {
	life, err := s.History.FirstLast(ctx, s.Searcher.Commit(), path)
	if errors.Is(err, history.ErrNotRecorded) || err == nil && life.Last == nil {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return life.Last.Committer.When.UTC().Format(time.DateOnly), nil
}

// daysSince is the age of a day; nil for none, and for one to come.
func (p *packer) daysSince(date string) *int {
	day, err := time.Parse(time.DateOnly, date)
	age := int(p.day.Truncate(24*time.Hour).Sub(day).Hours() / 24) // at any hour: tomorrow is not 0 days old
	if err != nil || age < 0 {
		return nil
	}
	return &age
}

// isoDay is the day of a date; "" where it is none.
func isoDay(s string) string {
	if len(s) < len(time.DateOnly) {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, s[:len(time.DateOnly)]); err != nil {
		return ""
	}
	return s[:len(time.DateOnly)]
}

// line says what is known of a note, and why it is here.
func (f *facts) line(why []string) string {
	return factLine(f.kind, f.status, f.date, f.age, f.stale, why)
}

// factLine says what a note is, of which day, and why it is here; a second line says why it may be
// stale. What is "", nil or empty is left out.
func factLine(kind, status, date string, age *int, stale string, why []string) string {
	parts := []string{kind}
	if status != "" {
		parts = append(parts, status)
	}
	if date != "" {
		parts = append(parts, date+ageWords(age))
	}
	out := report.CleanLine(strings.Join(parts, ", "))
	var reasons []string
	for _, w := range why {
		if w != taskReason { // goes without saying
			reasons = append(reasons, report.CleanLine(w))
		}
	}
	if len(reasons) > 0 {
		out += "; " + strings.Join(grouped(reasons), ", ")
	}
	if stale != "" {
		out += "\nmay be stale: " + report.CleanLine(stale)
	}
	return out
}

const (
	taskReason   = "answers to the task"
	shownReasons = 2 // of one sort
)

// grouped puts reasons of one sort together, and names only the first of them.
func grouped(reasons []string) []string {
	var out []string
	rest := reasons
	for len(rest) > 0 {
		sort := sortOf(rest[0])
		var same, others []string
		for _, r := range rest {
			if sort != "" && strings.HasPrefix(r, sort) {
				same = append(same, strings.TrimPrefix(r, sort))
			} else {
				others = append(others, r)
			}
		}
		switch {
		case sort == "":
			out, others = append(out, rest[0]), rest[1:]
		case len(same) > shownReasons:
			out = append(out, fmt.Sprintf("%s%s and %d more", sort, strings.Join(same[:shownReasons], ", "), len(same)-shownReasons))
		default:
			out = append(out, sort+strings.Join(same, ", "))
		}
		rest = others
	}
	return out
}

// sortOf is how a reason that names something begins.
func sortOf(reason string) string {
	for _, s := range []string{"speaks of ", "names ", "changes with ", "stands in ", "is linked with ", "supersedes "} {
		if strings.HasPrefix(reason, s) {
			return s
		}
	}
	return ""
}

// ageWords is an age in the largest unit that tells enough.
func ageWords(days *int) string {
	if days == nil {
		return ""
	}
	switch d := *days; {
	case d < 60:
		return fmt.Sprintf(" (%s old)", wording.Count(d, "day"))
	case d < 730:
		return fmt.Sprintf(" (%s old)", wording.Count(d/30, "month"))
	default:
		return fmt.Sprintf(" (%s old)", wording.Count(d/365, "year"))
	}
}

// list names a few of many.
func list(names []string) string {
	const shown = 3
	if len(names) <= shown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
