package judge

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/words"
	"github.com/9aea2451/kb/text/edition"
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

// foldersOf are the folders of a path, in small letters.
func foldersOf(document string) []string {
	dir := path.Dir(document)
	if dir == "." {
		return nil
	}
	return strings.Split(strings.ToLower(dir), "/")
}

// versionsOfOne reports whether two paths are of two editions of a site, or differ in a version only: schema/v1.0.md
// and schema/v1.1.md, versions/3.0.0.md and versions/3.1.0.md. Plain numbers ("0001.md") tell documents
// apart, not versions.
func versionsOfOne(a, b string) bool {
	_, ofA := edition.Of(a)
	if _, ofB := edition.Of(b); ofA != ofB {
		return true
	}
	if a == b || !words.HasDigit(a) && !words.HasDigit(b) {
		return false
	}
	restA, inA := withoutVersionFolder(a)
	restB, inB := withoutVersionFolder(b)
	return inA != inB && (restA == restB || inA != "" && inB != "" || besideVersion(a, b, inA, inB)) || versionless(a) == versionless(b)
}

// besideVersion tells en/v0.19/docs/concepts.md and en/docs/tasks.md: the folder of a version holds what stands beside it
// for the version of now.
func besideVersion(a, b, inA, inB string) bool {
	if inA == "" {
		a, b, inA, inB = b, a, inB, inA
	}
	above, below, _ := strings.Cut(a, inA+"/")
	folder, _, in := strings.Cut(below, "/")
	return inA != "" && inB == "" && in && strings.HasPrefix(b, above+folder+"/")
}

// withoutVersionFolder takes the first folder of a path that is called by a version, "v1.2", out of it, and returns both.
func withoutVersionFolder(path string) (rest, folder string) {
	for from := 0; ; {
		n := strings.IndexByte(path[from:], '/')
		if n < 0 {
			return path, ""
		}
		if size, version := versionAt(path, from); version && size == n {
			return path[:from] + path[from+n+1:], path[from : from+n]
		}
		from += n + 1
	}
}

// versionless writes "#" for each version in a path: numbers with dots between them, or one right
// after a "v" that begins a word.
func versionless(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); {
		n, version := versionAt(path, i)
		if version {
			b.WriteByte('#')
		} else {
			b.WriteString(path[i : i+n])
		}
		i += n
	}
	return b.String()
}

// versionAt reads the version, the number or the one byte at i.
func versionAt(path string, i int) (n int, version bool) {
	end := i
	marked := path[i]|0x20 == 'v' && (i == 0 || strings.IndexByte("/-_. ", path[i-1]) >= 0)
	if marked {
		end++
	}
	dots, digits := 0, 0
	for end < len(path) && (words.IsDigit(path[end]) || path[end] == '.' && digits > 0 && end+1 < len(path) && words.IsDigit(path[end+1])) {
		if path[end] == '.' {
			dots++
		} else {
			digits++
		}
		end++
	}
	if digits == 0 {
		return 1, false
	}
	return end - i, marked || dots > 0
}
