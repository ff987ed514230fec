package judge

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// ofTwoNotes returns the strongest signal where the statements stand in two notes that may be of two things: what two
// features say of "the system" is of one.
func (p *pair) ofTwoNotes() (s *Signal, ok bool) {
	return p.strongestSignal(), p.place == otherNotes && p.a.Document != "" && p.b.Document != "" && !p.ofTwoFeatures()
}

// ofTwoFeatures reports specifications of two features of one product, in spec-kit's form.
func (p *pair) ofTwoFeatures() bool {
	of := func(document string) bool {
		folder := path.Dir(document)
		return path.Base(document) == "spec.md" && numbered(path.Base(folder)) && path.Base(path.Dir(folder)) == "specs"
	}
	return p.place == otherNotes && of(p.a.Document) && of(p.b.Document)
}

// notesOfOneSeries reports "free-plan.md" and "paid-plan.md", "Client of the bank" and "Client of the shop", "plan-1.md" and
// "plan-2.md", "enhanced checks" in enhanced-checks.md and the checks of checks.md, and versions of one document.
func notesOfOneSeries(p *pair) bool {
	s, ok := p.ofTwoNotes()
	return ok && (p.apart(fileWords(p.a), fileWords(p.b), s) || p.apart(titleWords(p.a), titleWords(p.b), s) || p.calledByMembers() ||
		saysWhatIsAdded(p) || namesakes(p) || versionsOfOne(p.a.Document, p.b.Document))
}

// calledByMembers tells aws.md and gcp.md, which are called by two members of one class and nothing else.
func (p *pair) calledByMembers() bool {
	x, y := fileWords(p.a), fileWords(p.b)
	return len(x) == 1 && len(y) == 1 && x[0] != y[0] && p.l.SharedClass(x[0], y[0]) != ""
}

// namesakes tells notes of one folder whose names have the same words, numbers left aside:
// plan-1.md, plan-2.md.
func namesakes(p *pair) bool {
	if path.Dir(p.a.Document) != path.Dir(p.b.Document) {
		return false
	}
	name := fileWords(p.a)
	return len(name) > 0 && slices.Equal(name, fileWords(p.b))
}

// twoProposalsByNumber tells 0012-cache.md and 0031-queue.md, numbered notes with titles of which
// none is called by a word of the subject that both have.
func twoProposalsByNumber(p *pair) bool {
	_, ok := p.ofTwoNotes()
	return ok && p.a.Title != "" && p.b.Title != "" && numbered(p.a.Document) && numbered(p.b.Document) && !p.namesItsNote()
}

// apart reports whether two names have much in common, and each a word of its own that is not what
// excludes each other. Where they have less in common it must not be what the statements speak of:
// "session limits" and "session store" are both of sessions.
func (p *pair) apart(x, y []string, s *Signal) bool {
	both, either := overlapTerms(x, y)
	switch {
	case 3*both < either || both == 0:
		return false
	case 5*both < 2*either && slices.ContainsFunc(subjectTerms(p.a),
		func(t string) bool { return containsTerm(x, t) && containsTerm(y, t) }):
		return false
	}
	return hasOther(x, y, s.A) && hasOther(y, x, s.B)
}

// hasOther reports whether a name has a word, as a stem, that neither the other name nor
// the answer has.
func hasOther(x, y []string, answer string) bool {
	answers := read.TermSet([]string{answer})
	return slices.ContainsFunc(x, func(t string) bool { return !containsTerm(y, t) && !containsTerm(answers, t) })
}

// titleWords are the stems of the title of the note, sorted.
func titleWords(p *read.Parsed) []string {
	if p.Title == "" {
		return nil
	}
	return read.TermSet([]string{p.Title})
}

// fileWords are the stems of what a file is called, its number left aside, or of its folder where
// many are called alike.
func fileWords(p *read.Parsed) (set []string) {
	name := strings.TrimSuffix(path.Base(p.Document), path.Ext(p.Document))
	if isEverywhere(name) {
		name = path.Base(path.Dir(p.Document))
	}
	for part := range strings.FieldsFuncSeq(name, words.IsSeparator) {
		for _, word := range words.Humps(part) {
			if strings.Trim(word, "0123456789") != "" {
				set = append(set, words.English().Term(word))
			}
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

// numbered reports whether a path has a number of three digits or more that stands by itself, as the
// proposals of a series have.
func numbered(document string) bool {
	for word := range strings.FieldsFuncSeq(document, words.IsSeparator) {
		if len(word) >= 3 && strings.Trim(word, "0123456789") == "" {
			return true
		}
	}
	return false
}

// isAbout reports whether the file or the title of the note has a stem.
func isAbout(p *read.Parsed, term string) bool {
	return slices.Contains(fileWords(p), term) || slices.Contains(titleWords(p), term)
}

// namesItsNote reports whether a word of the subject that both share stands in the name or the title
// of one of the notes.
func (p *pair) namesItsNote() bool {
	about := slices.Concat(titleWords(p.a), titleWords(p.b), fileWords(p.a), fileWords(p.b))
	return slices.ContainsFunc(subjectTerms(p.a), func(t string) bool { return p.b.Mentions(t) && slices.Contains(about, t) })
}

// subjectTerms are the stems before the verb, or all where none stands there.
func subjectTerms(p *read.Parsed) (terms []string) {
	end := p.Predicate()
	for i := range p.Contents {
		if p.Contents[i].Token < end {
			terms = append(terms, p.Contents[i].Term)
		}
	}
	if len(terms) > 0 {
		return terms
	}
	return p.Terms()
}

// nameParts are the words and numbers of which a note's file and title consist, as stems.
func nameParts(p *read.Parsed) []string {
	name := strings.TrimSuffix(path.Base(p.Document), path.Ext(p.Document))
	if isEverywhere(name) {
		name = path.Base(path.Dir(p.Document))
	}
	return stemsOf(name + " " + p.Title)
}

// stemsOf splits a text at all that is neither letter nor digit.
func stemsOf(text string) (parts []string) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), words.IsSeparator) {
		parts = append(parts, words.English().Term(word))
	}
	return parts
}

// namedByTheirNotes tells what open-a-stream.md and close-a-stream.md say: the words that exclude each
// other are names of their notes. A note that says no more than its title is a decision, and may
// contradict another: "Use Redis for sessions".
func namedByTheirNotes(p *pair) bool {
	s, ok := p.ofTwoNotes()
	if !ok || restatesTitle(p.a) && restatesTitle(p.b) {
		return false
	}
	x, y := nameParts(p.a), nameParts(p.b)
	return partOf(s.A, x, y) && partOf(s.B, y, x) || inCommand(p.a.Document, s.A) && inCommand(p.b.Document, s.B)
}

// inCommand tells sadd.md that says "Add …" and srem.md that says "Remove …": the name of the file is a word made of the
// verb, or of how it begins.
func inCommand(document, answer string) bool {
	const begins = 3 // letters
	name := strings.ToLower(strings.TrimSuffix(path.Base(document), path.Ext(document)))
	answer = strings.ToLower(answer)
	return len(answer) >= begins && len(name) > begins && !strings.ContainsFunc(name, words.IsSeparator) &&
		strings.Contains(name, answer[:begins])
}

// partOf reports whether all of an answer stands in one name, and not all of it in the other.
func partOf(answer string, own, others []string) bool {
	if _, said, slot := strings.Cut(answer, ": "); slot {
		answer = said
	}
	parts := stemsOf(answer)
	in := func(name []string) bool {
		return !slices.ContainsFunc(parts, func(t string) bool { return !slices.Contains(name, t) })
	}
	return len(parts) > 0 && in(own) && !in(others)
}

// restatesTitle reports whether the statement has all words of the title of its note, and these make a
// sentence: "Use Redis for sessions".
func restatesTitle(p *read.Parsed) bool {
	said, sentence := stemsOf(p.Text), false
	for word := range strings.FieldsFuncSeq(strings.ToLower(p.Title), words.IsSeparator) {
		switch l := words.English(); {
		case l.Is(word, words.GenericWord|words.StopWord|words.NegationCue|words.BeVerb):
			sentence = true
		case !slices.Contains(said, l.Term(word)):
			return false
		}
	}
	return sentence
}

// extends reports whether the name of one note is that of the other with a word more: voice.md, voice-remote.md.
func (p *pair) extends() bool {
	x, y := fileWords(p.a), fileWords(p.b)
	both, _ := overlapTerms(x, y)
	return both > 0 && len(x) != len(y) && both == min(len(x), len(y))
}

// saysWhatIsAdded reports "enhanced checks" in enhanced-checks.md from the checks of checks.md: the name of one note is that
// of the other with a word more, and its statement has that word.
func saysWhatIsAdded(p *pair) bool {
	long, x, y := p.a, fileWords(p.a), fileWords(p.b)
	if len(x) < len(y) {
		long, x, y = p.b, y, x
	}
	said := stemsOf(long.Text)
	return p.extends() && slices.ContainsFunc(x, func(t string) bool { return !containsTerm(y, t) && slices.Contains(said, t) })
}

// ofNoThing tells "The default value is 50" of another note: an attribute, and not of what.
func ofNoThing(p *pair) bool {
	if p.place != otherNotes {
		return false
	}
	kind := kindOf(p.a)
	if kind != kindOf(p.b) {
		kind = ""
	}
	return bareAttribute(p.a, kind) || bareAttribute(p.b, kind)
}

// kindOf is the last word of the name of a note that has more: of add-instruction.md, "instruction".
func kindOf(p *read.Parsed) string {
	name := stemsOf(strings.TrimSuffix(path.Base(p.Document), path.Ext(p.Document)))
	if len(name) < 2 {
		return ""
	}
	return name[len(name)-1]
}

// bareAttribute reports whether what a statement speaks of is an attribute by itself, or of the kind of
// thing that both notes are called: the default value, the instruction length.
func bareAttribute(p *read.Parsed, kind string) bool {
	end := p.Predicate()
	if p.Lead == "there" || p.Verb < 0 {
		end = len(p.Tokens)
	}
	found := false
	for i := range p.Contents {
		c := &p.Contents[i]
		if c.Token >= end {
			break
		}
		t := &p.Tokens[c.Token]
		switch {
		case namesAspect(t.Text):
			found = true
		case words.HasDigit(t.Text): // "The value 0x100"
		case c.Term != kind:
			return false
		}
	}
	return found
}

// namesAspect tells the words for what everything has, and that name nothing by themselves.
func namesAspect(word string) bool {
	switch word {
	case "default", "defaults", "initial", "value", "values", "size", "length", "width", "height", "depth", "timeout",
		"time-out", "timeouts", "time", "period", "interval", "maximum", "minimum", "max", "min", "number", "count", "type",
		"name", "level", "required", "setting", "result", "response", "latency", "throughput", "duration", "uptime",
		"availability", "budget", "option", "percentage", "range", "argument":
		return true
	}
	return false
}

// reverses reports whether the strongest signal is that one side denies, or chooses otherwise: no amount.
func (p *pair) reverses() bool {
	switch p.strongestSignal().Kind {
	case SignalNegation, SignalAntonym, SignalQuantifier, SignalChoice:
		return true
	}
	return false
}

// ofTrouble reports whether a statement that is no rule stands in a note or section about what goes wrong. "Issues" or
// "errors" alone may be what a note is about; with another word beside, they are what it tells.
func ofTrouble(p *read.Parsed) bool {
	unable := strings.Contains(p.Text, "cannot") || strings.Contains(p.Text, "can't") // read as a ban
	if !unable && (p.Force == read.Must || p.Force == read.Should) {
		return false
	}
	told := func(name string) bool {
		parts := strings.FieldsFunc(strings.ToLower(name), words.IsSeparator)
		return slices.ContainsFunc(parts, func(word string) bool {
			switch word {
			case "troubleshooting", "mistakes", "pitfalls", "symptoms", "postmortem", "postmortems", "debugging":
				return true
			case "issues", "problems", "errors", "failures", "incidents":
				return len(parts) > 1
			}
			return false
		})
	}
	names := append(strings.Split(strings.TrimSuffix(p.Document, path.Ext(p.Document)), "/"), p.Title)
	return slices.ContainsFunc(append(names, p.Context...), told)
}
