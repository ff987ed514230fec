package stale

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// Facts are what the staleness of a note is computed from. Only Note and Now must be set: what is
// not known says nothing.
type Facts struct {
	Note         *kb.Note
	Inactive     string // see kb.InactiveOn
	SupersededBy string // path
	Now          time.Time
	Touch        Touch
	Touched      time.Time     // of Touch; zero when it is not known
	Accesses     int           // recorded reads of the note
	LastAccess   time.Time     // zero for none
	Churn        []Evidence    // of cited code that changed
	Lines        Lines         // of all files of Churn together, those that did not change included
	Exact        bool          // Lines are those of cited symbols alone
	Broken       []Evidence    // of what is cited and gone
	Ranking      rank.Settings // of the tree: half-lives, and what is worth a look
}

// Lines counts lines of text that carry more than punctuation.
type Lines struct {
	Changed int // added and deleted
	All     int // before and after
}

// Share is the part that changed, from 0 to 1.
func (l Lines) Share() float64 {
	if l.All <= 0 {
		return 0
	}
	return min(1, max(0, float64(l.Changed)/float64(l.All)))
}

// What a reason weighs at most or each, from 0 to 1. They are set so that age alone puts no doc or
// decision among those worth a look (see Worth), and one broken reference or a third of the code
// changed does.
const (
	settledScore     = 0.95 // superseded, deprecated, rejected, archived
	expiredScore     = 0.9
	reviewScore      = 0.8
	expiringScore    = 0.4 // valid_until within expiringDays
	memoryConfidence = 0.7 // all confidence of a memory lost
	otherConfidence  = 0.2
	deletedScore     = 0.5 // one path
	renamedScore     = 0.35
	removedScore     = 0.35 // one name that stood in several files
	localScore       = 0.18 // one that stood in one file, and may mean nothing but the note's own example
	seenFactor       = 0.6  // of a path that was gone already when the note was last touched
	seenNameFactor   = 0.4  // of such a name
	expiringDays     = 14
)

// Assess computes the staleness of a note. It does no I/O and depends on nothing but the facts.
func Assess(f Facts) Assessment {
	n := Assessment{
		Path:     f.Note.Path,
		Title:    f.Note.Title,
		Kind:     f.Note.Kind,
		Status:   f.Note.Status,
		Inactive: f.Inactive,
		Touched:  f.Touch,
		Reasons:  []Reason{},
	}
	for _, r := range []*Reason{f.explicit(), f.confidence(), f.churn(), f.reference()} {
		if r != nil {
			r.Score = round(r.Score)
			n.Reasons = append(n.Reasons, *r)
		}
	}
	n.Score = together(n.Reasons, func(r Reason) float64 { return r.Score })
	return n
}

// together gives the chance that at least one of several independent doubts is right.
func together[T any](list []T, score func(T) float64) float64 {
	none := 1.0
	for _, item := range list {
		none *= 1 - min(1, max(0, score(item)))
	}
	return round(1 - none)
}

// round keeps what a person can make use of.
func round(score float64) float64 { return math.Round(score*1e4) / 1e4 }

// explicit looks at what the note says of itself.
func (f *Facts) explicit() *Reason {
	r := Reason{Layer: Explicit}
	add := func(score float64, key, value, text string) {
		r.Evidence = append(r.Evidence, Evidence{Cited: key, Value: value, Text: text})
		if score > r.Score {
			r.Score, r.Text = score, text
		}
	}
	switch f.Inactive {
	case "", "not yet valid":
		f.expiring(add)
	case "expired":
		add(expiredScore, "valid_until", f.Note.ValidUntil, "its validity ended on "+f.Note.ValidUntil)
	case "superseded":
		text := "superseded"
		if f.SupersededBy != "" {
			text += " by " + f.SupersededBy
		}
		add(settledScore, "status", "superseded", text)
	default:
		add(settledScore, "status", f.Inactive, "status: "+f.Inactive)
	}
	if f.Note.Disputed {
		add(reviewScore, "disputed", "true", "disputed, which is not settled")
	}
	if f.Note.NeedsReview {
		add(reviewScore, "needs_review", "true", "marked as in need of review")
	}
	if len(r.Evidence) == 0 {
		return nil
	}
	return &r
}

// expiring warns of an end that is near.
func (f *Facts) expiring(add func(score float64, key, value, text string)) {
	end := *f.Note
	end.ValidFrom, end.Status = "", ""
	if f.Note.ValidUntil == "" || kb.Inactive(&end, "", f.Now) != "" {
		return
	}
	for days := 1; days <= expiringDays; days++ {
		if kb.Inactive(&end, "", f.Now.AddDate(0, 0, days)) == "expired" {
			add(expiringScore*(1-float64(days-1)/expiringDays), "valid_until", f.Note.ValidUntil, "its validity ends on "+f.Note.ValidUntil)
			return
		}
	}
}

// confidence tells how much of the note's confidence time has taken: see rank.Confidence.
func (f *Facts) confidence() *Reason {
	if f.Touched.IsZero() && f.LastAccess.IsZero() {
		return nil
	}
	touched, since := f.Touched, "untouched since"
	if f.LastAccess.After(touched) {
		touched, since = f.LastAccess, "last read on"
	}
	half := f.Ranking.HalfLives.Of(f.Note.Kind, f.Note.Type, f.Note.Pinned)
	base := rank.Confidence(f.Note.Confidence, f.Accesses, 0, touched, f.Now)
	now := rank.Confidence(f.Note.Confidence, f.Accesses, half, touched, f.Now)
	weight := otherConfidence
	if f.Note.Kind == "memory" {
		weight = memoryConfidence
	}
	lost := 0.0
	if base > rank.FloorConfidence {
		lost = (base - now) / (base - rank.FloorConfidence)
	}
	score := weight * min(1, lost)
	if score < 0.01 {
		return nil
	}
	text := fmt.Sprintf("confidence fell from %.2f to %.2f: %s %s, half-life %.0f days", base, now, since, day(touched), half)
	return &Reason{Layer: Confidence, Score: score, Text: text,
		Evidence: []Evidence{{Cited: "confidence", Value: fmt.Sprintf("%.2f", now), Text: text}}}
}

// churn tells how much of the code has changed.
func (f *Facts) churn() *Reason {
	if len(f.Churn) == 0 {
		return nil
	}
	r := Reason{Layer: Churn, Score: churnScore(f.Lines), Evidence: f.Churn}
	if f.Exact {
		r.Score = churned(f.Lines, symbolDoubt)
	}
	slices.SortStableFunc(r.Evidence, func(a, b Evidence) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(b.Changes, a.Changes), cmp.Compare(a.Path, b.Path))
	})
	first := r.Evidence[0]
	if len(r.Evidence) == 1 {
		r.Text = first.Text
	} else {
		since := ""
		if f.Touch.Date != "" {
			since = " since " + f.Touch.Date
		}
		r.Text = fmt.Sprintf("%s of the code that it cites changed%s: %s and %d more", percent(f.Lines.Share()), since,
			cmp.Or(first.Path, first.Cited), len(r.Evidence)-1)
	}
	return &r
}

// churnDoubt is how many unchanged lines are added to those seen: of a file of one line, a version
// say, little is said. Of symbols that are cited themselves fewer are added: they are what is meant.
const (
	churnDoubt  = 20
	symbolDoubt = 4
)

// churnScore rises steeply at first: when a tenth of the code has changed a look is not yet due, at
// a half it is long due.
func churnScore(l Lines) float64 { return churned(l, churnDoubt) }

// churned is the share of changed lines to the power of ¾, with so many unchanged lines added: of a
// share of 0.1 it makes 0.18, of 0.5 it makes 0.59.
func churned(l Lines, doubt int) float64 {
	l.All += doubt
	return math.Pow(l.Share(), 0.75)
}

// percent says a share to a person, never as less than 1 %: what is told of has changed.
func percent(share float64) string { return fmt.Sprintf("%.0f %%", math.Max(1, 100*share)) }

// reference tells what is gone.
func (f *Facts) reference() *Reason {
	if len(f.Broken) == 0 {
		return nil
	}
	r := Reason{Layer: Reference, Evidence: f.Broken}
	weigh := func(e Evidence) float64 {
		score := removedScore
		switch e.Fate {
		case Deleted:
			score = deletedScore
		case Renamed:
			score = renamedScore
		default:
			if e.Local {
				score = localScore
			}
		}
		switch {
		case e.Seen && e.Fate == Removed:
			score *= seenNameFactor
		case e.Seen:
			score *= seenFactor
		}
		return score
	}
	slices.SortStableFunc(r.Evidence, func(a, b Evidence) int {
		return cmp.Or(cmp.Compare(weigh(b), weigh(a)), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Cited, b.Cited))
	})
	r.Score = together(r.Evidence, weigh)
	r.Text = r.Evidence[0].Text
	if n := len(r.Evidence) - 1; n > 0 {
		r.Text += fmt.Sprintf(", and %d more", n)
	}
	return &r
}

// Keep drops the reasons of the other layers, and computes the score anew.
func (n *Assessment) Keep(wanted func(Layer) bool) {
	n.Reasons = slices.DeleteFunc(n.Reasons, func(r Reason) bool { return !wanted(r.Layer) })
	n.Score = together(n.Reasons, func(r Reason) float64 { return r.Score })
}

// ByScore gives the reasons, the strongest first.
func (n *Assessment) ByScore() []Reason {
	out := slices.Clone(n.Reasons)
	slices.SortStableFunc(out, func(a, b Reason) int { return cmp.Compare(b.Score, a.Score) })
	return out
}
