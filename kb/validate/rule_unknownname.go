package validate

import (
	"bytes"
	"context"
	"fmt"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/vocabulary"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/edition"
)

// UnknownName is the name of the rule about names that nothing declares, which a change of code alone can break.
const UnknownName = "unknown-name"

// naming is what the rule about names asks.
type naming struct {
	ctx   context.Context
	repo  *kb.Repo
	trees *vocabulary.Trees // nil where nobody knows the names of the code

	editions *edition.Tree // of the notes; nil before it is asked for
}

// copied reports whether a note is of an older version beside a later one, or a translation: what it says was said
// elsewhere first.
func (n *naming) copied(s *snapshot.Snapshot, path string) bool {
	if n.editions == nil {
		paths := make([]string, len(s.Entries))
		for i, e := range s.Entries {
			paths[i] = e.File.Path
		}
		n.editions = edition.In(paths)
	}
	_, e := n.editions.Of(path)
	return n.editions.Old(path) || e.Language != "" && e.Code() != "en"
}

// unknownName is the rule about names that notes say in code and that nothing declares.
func unknownName() Rule {
	return Rule{
		Name: UnknownName, Severity: Warning,
		Finds: "a name that nothing declares, a letter from one that is declared",
		About: "A note says a name in a code span or a block of code, no file but notes has it, and one that differs in a letter is in\n" +
			"the code. How likely the one is the other misspelt is weighed from what they differ in, how often each stands where, and\n" +
			"how much of what the note names is of this code; the weights come from corrections in public histories. It is told from\n" +
			"a probability of .5 on. Notes that do not hold, change logs, proposals and examples may say what they like.\n\n" +
			"A commit that takes a name from the code names the notes that still say it.\n\n" +
			"Settle it by writing the name as the code has it.",
		File: (*Run).misspelt,
		Tree: (*Run).goneNames,
	}
}

// misspelt returns the names of a note that are likely others misspelt.
func (r *Run) misspelt(f *File) (found []Finding) {
	if r.naming.trees == nil || f.New == nil || r.After.Inactive(f.New, r.Day) != "" {
		return nil
	}
	best := map[string]vocabulary.Slip{}
	var names []string
	for _, s := range r.naming.trees.Slips(r.naming.ctx, f.Path, f.Source) {
		had, ok := best[s.Said]
		if !ok {
			names = append(names, s.Said)
		}
		if !ok || s.Probability() > had.Probability() {
			best[s.Said] = s
		}
	}
	for _, name := range names {
		s := best[name]
		if p := s.Probability(); p >= slip.Likely && !r.naming.copied(r.After, f.Path) {
			place := at(f.Path, s.Line, s.Col)
			finding := Finding{Place: place, Energy: p, Fingerprint: fingerprint("name", f.Path, s.Said),
				Message:    fmt.Sprintf("nothing declares %s, and the code has %s", s.Said, s.Meant),
				Suggestion: fmt.Sprintf("did you mean %s?", s.Meant)}
			if s.First != "" {
				declared := at(s.First, 1, 1)
				declared.Text = s.Meant
				finding.Related = []Place{declared}
			}
			found = append(found, finding)
		}
	}
	return found
}

// goneNames returns where notes that do not change say names that the change takes from the code.
func (r *Run) goneNames() (found []Finding) {
	if r.naming.trees == nil || r.alone {
		return nil
	}
	changed := map[string]bool{}
	for _, c := range r.Changes {
		changed[c.Path] = true
	}
	for _, g := range r.naming.trees.Gone(r.naming.ctx) {
		for _, path := range g.Notes {
			e := r.After.Entry(path)
			if e == nil || changed[path] || kb.PathStanding(path) >= markdown.History || r.After.Inactive(e, r.Day) != "" ||
				r.naming.copied(r.After, path) {
				continue
			}
			place := at(path, 1, 1)
			if source, err := r.naming.read(e); err == nil {
				place = whereSaid(path, source, g.Name)
			}
			f := Finding{Place: place, Message: fmt.Sprintf("the change takes %s from the code", g.Name),
				Suggestion: "correct the note", Fingerprint: fingerprint("gone name", path, g.Name)}
			if g.From != "" {
				f.Message += ", which " + g.From + " had"
			}
			found = append(found, f)
		}
	}
	return found
}

// read returns the bytes of a note.
func (n *naming) read(e *snapshot.Entry) ([]byte, error) {
	blobs, err := n.repo.Blobs(n.ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	return blobs.Read(e.File)
}

// whereSaid is where a note first says a name in code.
func whereSaid(path string, source []byte, name string) Place {
	first := -1
	slip.Said(source, func(said []byte, at int, form slip.Form) {
		if first < 0 && form != slip.Prose && string(said) == name {
			first = at
		}
	})
	first = max(first, 0)
	return at(path, 1+bytes.Count(source[:first], []byte("\n")), first-bytes.LastIndexByte(source[:first], '\n'))
}
