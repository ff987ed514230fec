package review

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/validate"
)

// answersRead is how many answers to a saved query are looked at.
const answersRead = 20

// retrieval asks the saved queries before and after the change.
func (c *change) retrieval() error {
	data, err := c.rules.Setting(kb.QueriesFile)
	if err != nil {
		return nil // there are none
	}
	queries, err := parseQueries(data)
	if err != nil {
		c.notJudged("the saved queries: %s: %v", kb.QueriesFile, err)
		return nil
	}
	if c.o.Search == nil || len(queries) == 0 {
		return nil
	}
	recall := &Recall{Queries: len(queries), Top: defaultTop, Least: c.rules.Config.Thresholds["recall"]}
	for i, q := range queries {
		c.o.Progress("asking", i, len(queries))
		if err := c.ask(&q, recall); err != nil {
			return err
		}
	}
	recall.Old, recall.New = recall.Old/float64(len(queries)), recall.New/float64(len(queries))
	c.report.Recall = recall
	if recall.New < recall.Least {
		c.find(recallRule(), InChange, validate.Finding{Place: placeAt(kb.QueriesFile, 1),
			Message: fmt.Sprintf(
				"%.0f %% of the saved queries find their note among the first %d, less than the %.0f %% that are asked for (before: "+
					"%.0f %%)",
				100*recall.New,
				recall.Top,
				100*recall.Least,
				100*recall.Old,
			),
			Fingerprint: validate.Fingerprint("recall", kb.QueriesFile)})
	}
	return nil
}

// ask asks one query on both sides.
func (c *change) ask(q *SavedQuery, recall *Recall) error {
	r := &c.report.Range
	before, err := c.o.Search(c.ctx, r.MergeBase, q.Query, answersRead)
	if err != nil {
		return fmt.Errorf("ask %q before the change: %w", q.Query, err)
	}
	head := r.Head
	if r.WorkTree {
		head = ""
	}
	after, err := c.o.Search(c.ctx, head, q.Query, answersRead)
	if err != nil {
		return fmt.Errorf("ask %q after the change: %w", q.Query, err)
	}
	top := cmp.Or(q.Top, defaultTop)
	oldBest, newBest := 0, 0
	for _, note := range q.Notes {
		was, is := slices.Index(before, note)+1, slices.Index(after, c.nameNow(note))+1
		oldBest, newBest = better(oldBest, was), better(newBest, is)
		if change := moveOf(was, is); change != "" {
			c.report.Queries = append(c.report.Queries, Query{Query: q.Query, Note: note, Change: change, Old: was, New: is, Line: q.Line})
		}
	}
	if oldBest > 0 && oldBest <= top {
		recall.Old++
	}
	if newBest > 0 && newBest <= top {
		recall.New++
	} else if oldBest > 0 && oldBest <= top {
		c.find(lostAnswer(), InChange, validate.Finding{Place: placeAt(kb.QueriesFile, q.Line),
			Message: fmt.Sprintf("%q was answered by %s (rank %d), and is no longer among the first %d answers", q.Query, q.Notes[0],
				oldBest, top),
			Suggestion:  "say in the note what people ask for, or change the query",
			Fingerprint: validate.Fingerprint("lost-answer", q.Query)})
	}
	return nil
}

// nameNow is the path that a note has after the change.
func (c *change) nameNow(path string) string {
	for _, ch := range c.run.Changes {
		if ch.Renamed() && ch.Old.File.Path == path {
			return ch.Path
		}
	}
	return path
}

// better is the higher of two ranks, 0 being none.
func better(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// moveOf says what became of the rank of a note, from 1; 0 is not among the answers.
func moveOf(was, is int) string {
	switch {
	case was == is:
		return ""
	case was == 0:
		return "gained"
	case is == 0:
		return "lost"
	case is < was:
		return "moved up"
	}
	return "moved down"
}
