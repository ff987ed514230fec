package judge

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// inParallelFolders tells golang/style.md and python/tools.md: what a folder holds that is called by a choice is of
// that choice, as "nestjs" and "go" have it, and so are runbooks and the like that lie in two folders by one name. Of
// folders that differ in a number, epub33/report.md and epub34/report.md, it is what files of one name hold.
func inParallelFolders(p *pair) bool {
	if _, ok := p.ofTwoNotes(); !ok {
		return false
	}
	x, y := foldersOf(p.a.Document), foldersOf(p.b.Document)
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	named := path.Base(p.a.Document) == path.Base(p.b.Document)
	return p.isChosen(x[0]) && p.isChosen(y[0]) || p.ofOneScope(x[0], y[0]) || named && isOfEach(p.a.Document) ||
		p.hasValues() && ofOneLine(x[0], y[0]) || named && differInNumber(x[0], y[0]) && slices.Equal(x[1:], y[1:])
}

// hasValues reports whether the strongest signal is of two values: amounts, days, owners.
func (p *pair) hasValues() bool {
	kind := p.strongestSignal().Kind
	return kind == SignalNumber || kind == SignalSlot || kind == SignalChoice
}

// ofOneLine tells sig-auth and sig-storage, which begin with what both are.
func ofOneLine(x, y string) bool {
	first, rest, named := strings.Cut(x, "-")
	other, rest2, named2 := strings.Cut(y, "-")
	return named && named2 && first == other && rest != rest2
}

// isOfEach tells files that each thing has of its own: pump/operator-runbook.md, valve/operator-runbook.md.
func isOfEach(document string) bool {
	name := strings.ToLower(strings.TrimSuffix(path.Base(document), path.Ext(document)))
	last := name[strings.LastIndexFunc(name, words.IsSeparator)+1:]
	switch last {
	case "runbook", "playbook", "quickstart", "install", "installation", "setup", "contributing", "changelog",
		"plan", "tasks", "checklist", "manual", "datasheet", "bom":
		return true
	}
	return false
}

// isChosen reports whether a name, or a part of it, is a member of a class: "go", "kotlin-springboot".
func (p *pair) isChosen(name string) bool {
	member := func(word string) bool { return len(p.l.Classes[p.l.Term(word)]) > 0 && p.l.IsMember(word) }
	return member(name) || slices.ContainsFunc(strings.Split(name, "-"), member)
}

// ofOneScope reports whether two names are of one line of scopes: staging, production.
func (p *pair) ofOneScope(x, y string) bool {
	return slices.ContainsFunc(p.l.Scopes[x], func(line string) bool { return slices.Contains(p.l.Scopes[y], line) })
}

// differInNumber tells names that are one but for the number at their end: epub33, epub34.
func differInNumber(x, y string) bool {
	name := func(s string) string { return strings.TrimRight(s, "0123456789.") }
	return name(x) == name(y) && name(x) != "" && len(name(x)) < len(x) && len(name(y)) < len(y)
}

// namedByTheirFolders tells what golang/tools.md and python/style.md say: each answers with what one of its
// folders is called, and none of the other's.
func namedByTheirFolders(p *pair) bool {
	s, ok := p.ofTwoNotes()
	return ok && p.folderSays(p.a, p.b, s.A) && p.folderSays(p.b, p.a, s.B)
}

func (p *pair) folderSays(own, other *read.Parsed, answer string) bool {
	if _, said, slot := strings.Cut(answer, ": "); slot {
		answer = said
	}
	term := p.l.Member(p.l.Term(strings.ToLower(answer)))
	is := func(folder string) bool { return p.l.Member(p.l.Term(folder)) == term }
	return slices.ContainsFunc(foldersOf(own.Document), is) && !slices.ContainsFunc(foldersOf(other.Document), is)
}

// foldersOf are the folders of a path, in small letters.
func foldersOf(document string) []string {
	dir := path.Dir(document)
	if dir == "." {
		return nil
	}
	return strings.Split(strings.ToLower(dir), "/")
}

// notesOfOneKind tells "ADDMOD opcode" and "MULMOD opcode": the titles end with what both are, and call them
// otherwise. What names a note as its statement answers is a choice: "Redis cache", "Memcached cache".
func notesOfOneKind(p *pair) bool {
	s, ok := p.ofTwoNotes()
	if !ok {
		return false
	}
	x, y := stemsOf(p.a.Title), stemsOf(p.b.Title)
	if !strings.Contains(p.a.Title, " ") || !strings.Contains(p.b.Title, " ") { // "CLAUDE.md" is of no kind
		return false
	}
	if len(x) < 2 || len(y) < 2 || len(x) > mostOfKind || len(y) > mostOfKind || x[len(x)-1] != y[len(y)-1] {
		return false
	}
	x, y = x[:len(x)-1], y[:len(y)-1]
	shared := slices.ContainsFunc(x, func(t string) bool { return slices.Contains(y, t) })
	answers := append(stemsOf(s.A), stemsOf(s.B)...)
	chosen := slices.ContainsFunc(answers, func(t string) bool { return slices.Contains(x, t) || slices.Contains(y, t) })
	return !shared && !chosen && beginsWithName(p.a.Title) && beginsWithName(p.b.Title)
}

// mostOfKind is how many words the title of one of several of a kind has.
const mostOfKind = 4

// beginsWithName reports whether a title begins with a name: of capitals, with a hump or a digit, or of code.
func beginsWithName(title string) bool {
	first, _, _ := strings.Cut(title, " ")
	if len(first) < 2 {
		return false
	}
	return strings.HasPrefix(first, "`") || words.HasDigit(first) || first == strings.ToUpper(first) ||
		first[1:] != strings.ToLower(first[1:])
}
