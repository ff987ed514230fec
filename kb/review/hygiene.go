package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/owners"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// hygiene finds memories without a source, notes that were rejected before, and changes of what
// steers the reviews.
func (c *change) hygiene() error {
	var proposed []*snapshot.Entry
	for _, ch := range c.run.Changes {
		if ch.Old != nil || ch.New == nil {
			continue
		}
		n := &ch.New.Note
		if n.Kind == "memory" && n.Source == "" {
			c.find(noSource(), InChange, validate.Finding{Place: placeAt(ch.Path, 1), Message: "this memory does not say who wrote it down",
				Suggestion: "kb set " + ch.Path + " source=agent", Fingerprint: validate.Fingerprint("no-source", ch.Path)})
		}
		if (n.Kind == "memory" || n.Kind == "decision") && c.run.After.Inactive(ch.New, c.o.Day) == "" {
			proposed = append(proposed, ch.New)
		}
	}
	listed := owners.Read(c.rules)
	for path, by := range c.disputed() {
		message := path + " is marked as disputed"
		if by != path {
			message = fmt.Sprintf("%s disputes %s", by, path)
		}
		suggestion := "settle it: change the note, supersede it, or take the mark away"
		if stewards := listed.Of(path); len(stewards) > 0 {
			suggestion += "; its stewards: " + strings.Join(stewards, ", ")
		}
		c.find(disputeRule(), InChange, validate.Finding{Place: placeAt(by, 1), Message: message, Suggestion: suggestion,
			Fingerprint: validate.Fingerprint("disputed", path, by)})
	}
	for _, p := range settingFiles() {
		before, errBefore := c.run.Before.Tree.Setting(p)
		after, errAfter := c.run.After.Tree.Setting(p)
		if (errBefore == nil) == (errAfter == nil) && string(before) == string(after) {
			continue
		}
		c.find(
			settingRule(),
			InChange,
			validate.Finding{Place: placeAt(p, 1), Message: p + " changes: that counts for later reviews, not for this one",
				Suggestion: "somebody who may decide it should look", Fingerprint: validate.Fingerprint("setting", p, string(after))},
		)
	}
	return c.rejected(proposed)
}

// disputed gives the paths of the notes that the change says are disputed, with the note that says so.
func (c *change) disputed() map[string]string {
	out := map[string]string{}
	for _, ch := range c.run.Changes {
		if ch.New == nil {
			continue
		}
		if ch.New.Note.Disputed && (ch.Old == nil || !ch.Old.Note.Disputed) {
			out[ch.Path] = ch.Path
		}
		for _, rel := range ch.New.Note.Relations {
			same := func(was kb.Relation) bool { return was.Type == rel.Type && was.Target == rel.Target }
			if rel.Type != "disputes" || rel.Inverse || ch.Old != nil && slices.ContainsFunc(ch.Old.Note.Relations, same) {
				continue
			}
			if to := c.run.After.Resolver().Relation(ch.Path, rel.Target).Path; to != "" {
				out[to] = ch.Path
			}
		}
	}
	return out
}

// settingFiles lists the files that steer kb and its reviews, in the order of their paths.
func settingFiles() []string {
	return []string{
		".github/CODEOWNERS",
		".gitlab/CODEOWNERS",
		".kbignore",
		".memory/kb.yaml",
		kb.QueriesFile,
		kb.WaiversFile,
		"CODEOWNERS",
		"docs/CODEOWNERS",
	}
}

// nearlyEqual is the share of the words of two notes that they must have in common to be one.
const nearlyEqual = 0.8

// former is a note that was given up.
type former struct {
	path, why string
	words     map[word]int
	total     int
}

// rejected finds proposed notes that say what a note said that was rejected or removed.
func (c *change) rejected(proposed []*snapshot.Entry) error {
	if len(proposed) == 0 {
		return nil
	}
	formers, err := c.formers()
	if err != nil {
		return err
	}
	for _, e := range proposed {
		counts, total := wordCounts(c.sources[e.File.Blob])
		for _, f := range formers {
			if f.path == e.File.Path && c.run.Before.Entry(f.path) != nil || overlap(counts, total, f.words, f.total) < nearlyEqual {
				continue
			}
			c.find(rejectedBefore(), InBase, validate.Finding{
				Place:       placeAt(e.File.Path, 1),
				Message:     fmt.Sprintf("says nearly what %s said, which was %s", f.path, f.why),
				Suggestion:  "say what is different this time, or leave it out",
				Fingerprint: validate.Fingerprint("rejected-before", e.File.Path, f.path),
			})
			break
		}
	}
	return nil
}

// formers are the notes that the base has rejected, and those that were removed from it.
func (c *change) formers() ([]former, error) {
	var out []former
	var entries []*snapshot.Entry
	for _, e := range c.run.Before.Entries {
		if e.Note.Status == "rejected" {
			entries = append(entries, e)
		}
	}
	sources, err := c.read(filesOf(entries))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		counts, total := wordCounts(sources[e.File.Blob])
		out = append(out, former{e.File.Path, "rejected", counts, total})
	}
	removed, err := c.removed()
	return append(out, removed...), err
}

// maxRemoved bounds how many removed notes are read, the newest first.
const maxRemoved = 1000

// removed reads the notes that the history removed.
func (c *change) removed() (out []former, err error) {
	if c.o.History == nil {
		c.notJudged("whether a proposed note was removed once: the history was not read")
		return nil, nil
	}
	gone, err := c.o.History.Deletions(c.ctx, c.report.Range.MergeBase, kb.IsMarkdown, maxRemoved)
	if err != nil {
		return nil, err
	}
	var files []git.File
	for _, d := range gone {
		files = append(files, git.Blob(d.OldBlob))
	}
	sources, err := c.read(files)
	if err != nil {
		return nil, err
	}
	for _, d := range gone {
		if source, ok := sources[d.OldBlob]; ok {
			counts, total := wordCounts(source)
			out = append(out, former{d.Path, "removed in " + d.Commit[:min(len(d.Commit), 12)], counts, total})
		}
	}
	return out, nil
}

// wordCounts counts the words of a note's text, its front matter left aside.
func wordCounts(source []byte) (counts map[word]int, total int) {
	counts = map[word]int{}
	for _, u := range bounded(unitsOf("", source)) {
		if u.kind == fieldUnit {
			continue
		}
		for _, w := range u.words {
			counts[w]++
			total++
		}
	}
	return counts, total
}

// overlap is Dice's coefficient of two bags of words; short notes are alike by chance and have none.
func overlap(a map[word]int, na int, b map[word]int, nb int) float64 {
	if na < 8 || nb < 8 {
		return 0
	}
	shared := 0
	for w, n := range a {
		shared += min(n, b[w])
	}
	return 2 * float64(shared) / float64(na+nb)
}
