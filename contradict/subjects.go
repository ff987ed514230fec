package contradict

import (
	"path"
	"slices"
	"strings"
)

// gateNotes doubts what two notes say each of its own subject: notes of one series ("free-plan.md",
// "paid-plan.md"; "Client of the bank", "Client of the shop"), and numbered proposals, where the
// statement does not name what one of them is about.
func (p *pair) gateNotes() {
	if len(p.signals) == 0 || p.a.Document == "" || p.b.Document == "" || p.a.Document == p.b.Document {
		return
	}
	s := p.strongestSignal()
	switch {
	case p.apart(p.a.fileWords(), p.b.fileWords(), s), p.apart(p.a.titleWords(), p.b.titleWords(), s):
		p.gate("notes of one series", unlikely)
	case p.a.calledBy(p.b, s.A) && p.b.calledBy(p.a, s.B):
		p.gate("each of its own subject", unlikely)
	case path.Dir(p.a.Document) == path.Dir(p.b.Document) && len(p.a.fileWords()) > 0 && slices.Equal(p.a.fileWords(), p.b.fileWords()):
		p.gate("versions of one document", unlikely)
	case p.a.Title != "" && p.b.Title != "" && numbered(p.a.Document) && numbered(p.b.Document) && !p.namesItsNote():
		p.gate("proposals of two things", unlikely)
	}
}

// apart tells whether two names have much in common, and each a word of its own that is not what
// excludes each other. Where they have less in common it must not be what the statements speak of:
// "session limits" and "session store" are both of sessions.
func (p *pair) apart(x, y []string, s *Signal) bool {
	both, either := overlapTerms(x, y)
	switch {
	case 3*both < either || both == 0:
		return false
	case 5*both < 2*either && slices.ContainsFunc(p.a.subjectTerms(), func(t string) bool { return containsTerm(x, t) && containsTerm(y, t) }):
		return false
	}
	return hasOther(x, y, s.A) && hasOther(y, x, s.B)
}

func hasOther(x, y []string, answer string) bool {
	answers := conditionSet([]string{answer})
	return slices.ContainsFunc(x, func(t string) bool { return !containsTerm(y, t) && !containsTerm(answers, t) })
}

// calledBy tells whether what one statement answers is all that its file is called by, and not the
// other's: aws.md and azure.md.
func (p *Parsed) calledBy(other *Parsed, answer string) bool {
	answers, name, others := conditionSet([]string{answer}), p.fileWords(), other.fileWords()
	if len(name) == 0 {
		return false
	}
	return !slices.ContainsFunc(name, func(t string) bool { return !containsTerm(answers, t) || containsTerm(others, t) })
}

// titleWords are the stems of the title of the note, sorted.
func (p *Parsed) titleWords() []string {
	if p.Title == "" {
		return nil
	}
	return conditionSet([]string{p.Title})
}

// fileWords are the stems of what a file is called, its number left aside, or of its folder where
// many are called alike.
func (p *Parsed) fileWords() (set []string) {
	name := strings.TrimSuffix(path.Base(p.Document), path.Ext(p.Document))
	if isEverywhere(name) {
		name = path.Base(path.Dir(p.Document))
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(name), isSeparator) {
		if strings.Trim(word, "0123456789") != "" {
			set = append(set, words().term(word))
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// isEverywhere tells the names that files have in every folder.
func isEverywhere(name string) bool {
	switch strings.ToLower(name) {
	case "readme", "index", "spec", "design", "proposal", "overview", "_index":
		return true
	}
	return false
}

// numbered tells whether a path has a number of three digits or more that stands by itself, as the
// proposals of a series have.
func numbered(document string) bool {
	for word := range strings.FieldsFuncSeq(document, isSeparator) {
		if len(word) >= 3 && strings.Trim(word, "0123456789") == "" {
			return true
		}
	}
	return false
}

// isAbout tells whether the file or the title of the note has a stem.
func (p *Parsed) isAbout(term string) bool {
	return slices.Contains(p.fileWords(), term) || slices.Contains(p.titleWords(), term)
}

// namesItsNote tells whether a word of the subject that both share stands in the name or the title
// of one of the notes.
func (p *pair) namesItsNote() bool {
	about := slices.Concat(p.a.titleWords(), p.b.titleWords(), p.a.fileWords(), p.b.fileWords())
	return slices.ContainsFunc(p.a.subjectTerms(), func(t string) bool { return p.b.mentions(t) && slices.Contains(about, t) })
}

// subjectTerms are the stems before the verb, or all where none stands there.
func (p *Parsed) subjectTerms() (terms []string) {
	end := p.predicate()
	for i := range p.contents {
		if p.contents[i].token < end {
			terms = append(terms, p.contents[i].term)
		}
	}
	if len(terms) > 0 {
		return terms
	}
	return p.Terms()
}
