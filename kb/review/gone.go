package review

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/vocabulary"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/diff"
	"github.com/9aea2451/kb/text/lazy"
)

const (
	maxGone    = 30   // names that are told
	maxNamings = 50   // notes of each
	maxSaying  = 2000 // notes that are read
)

// goneNames gathers the names that a change takes away or gives up.
type goneNames struct {
	*change
	list  []Gone
	known map[string]bool   // names of list, as package slip has them
	now   map[string]string // what comes in the place of a name
}

// gone finds the names that the change takes away, by the code and by what its notes say, and the other notes that
// still say them.
func (c *change) gone() error {
	if c.names == nil {
		return nil
	}
	g := &goneNames{change: c, known: map[string]bool{}, now: map[string]string{}}
	renamed := g.replaced()
	g.declared()
	for _, n := range renamed {
		g.add(n)
	}
	g.notes()
	for _, n := range c.names.Gone(c.ctx) {
		stem := func(e *snapshot.Entry) bool { return kb.Stem(e.File.Path) == n.Name }
		if wordy(n.Name) && !isSample(n.From) && !slices.ContainsFunc(c.run.After.Entries, stem) {
			g.add(Gone{Name: n.Name, Source: "code", Path: n.From})
		}
	}
	if err := c.names.Err(); err != nil {
		c.notJudged("which names the change takes away: %v", err)
		return nil
	}
	return g.tell()
}

// isSample reports whether a file is a piece of documentation: a name in it is declared elsewhere.
func isSample(file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
		return slices.Contains([]string{"docs", "doc", "documentation", "site", "website", "snippets"}, strings.ToLower(dir))
	})
}

// add takes in a name, unless it is known.
func (g *goneNames) add(n Gone) {
	name := nameOf(n.Name)
	if g.known[name] {
		return
	}
	g.known[name] = true
	if n.Now == "" {
		n.Now = g.now[n.Name]
	}
	g.list = append(g.list, n)
}

// wordy reports whether a name has two words of letters: "64Mi" and "e2e" have not.
func wordy(name string) bool {
	n := 0
	slip.Words(name, func(word string) {
		if len(word) > 1 && (word[0] < '0' || word[0] > '9') {
			n++
		}
	})
	return n > 1
}

// mention is a name in a text.
type mention struct {
	shown    string // as it is written: "--ttl-hours", "/v1/old-login"
	name     string // of it, as package slip has names
	from, to int    // of shown, in bytes
	code     bool   // shown is all of a code span
}

// mentions returns the names of a text: its code spans, and names of several words elsewhere.
func mentions(text string) (list []mention) {
	from := 0
	parts := strings.Split(text, "`")
	for i, part := range parts {
		if bare := strings.TrimSpace(part); i%2 == 1 && i+1 < len(parts) {
			at := from + strings.Index(part, bare)
			name := nameOf(bare)
			if name != "" && len(bare) <= slip.MaxName && (wordy(name) || !slip.Several(name) && name == strings.Trim(bare, "-./")) {
				list = append(list, mention{bare, name, at, at + len(bare), true})
			}
		} else {
			slip.Each([]byte(part), func(name []byte, at int) {
				if n := string(name); wordy(n) && !inAddress([]byte(part), at) {
					list = append(list, mention{n, n, from + at, from + at + len(n), false})
				}
			})
		}
		from += len(part) + 1
	}
	return list
}

// declared finds the names of which the notes of the change say newly that they are gone.
func (g *goneNames) declared() {
	for i := range g.report.Statements {
		s := &g.report.Statements[i]
		if s.New == nil || s.Change == Moved || s.Kind == codeUnit || s.Kind == fieldUnit {
			continue
		}
		for _, m := range mentions(s.New.Text) {
			gone, hard := m.isGone(s.New)
			if !gone || s.Old != nil && saidGone(s.Old, m.shown) || !g.plausible(&m, hard) {
				continue
			}
			g.add(Gone{Name: m.shown, Source: "notes", Path: s.New.Path, Line: s.New.Line})
		}
	}
}

// isGone reports whether a statement says of a name in it that it is gone: itself, or by its heading, for its first name.
func (m *mention) isGone(in *Wording) (gone, hard bool) {
	if n := len(in.Heading); n > 0 && len(plainWords(in.Text[:m.from])) <= 1 {
		switch strings.ToLower(in.Heading[n-1]) {
		case "removed", "removals":
			return true, false
		case "deprecated", "deprecations":
			return true, true
		}
	}
	if !m.code && strings.ToLower(m.name) == m.name && !strings.Contains(m.name, "_") && qualifies(in.Text[m.to:]) {
		return false, false
	}
	return saysGone(in.Text, m.from, m.to, isListed(in.Path))
}

// qualifies reports whether a word that is no name is of the thing behind it: "the pre-push composition is deleted".
func qualifies(rest string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(rest), " "), " ")
	if word == "" || word[0] < 'a' || word[0] > 'z' {
		return false
	}
	return !slices.Contains([]string{"is", "are", "was", "were", "has", "have", "no", "to", "by", "with", "service", "endpoint",
		"flag", "option",
		"command", "job", "table", "tool", "package", "plugin", "script", "file", "image"}, word) && ended(word) == 0
}

// isListed reports whether a note lists what changed.
func isListed(file string) bool {
	return kb.PathStanding(file) == markdown.History || vocabulary.IsFragment(file)
}

// saidGone reports whether a statement says of a name that it is gone.
func saidGone(in *Wording, shown string) bool {
	return slices.ContainsFunc(mentions(in.Text), func(m mention) bool {
		gone, _ := m.isGone(in)
		return gone && m.shown == shown
	})
}

// plausible reports whether a name that a note says to be gone can be so: the code has it no more, or it is hard to tell.
func (g *goneNames) plausible(m *mention, hard bool) bool {
	was, is := g.names.Entries(g.ctx, slip.Key(m.name))
	had, has := inCode(&was, m.name), inCode(&is, m.name)
	if has > 0 && has >= had && !hard {
		return false
	}
	if m.code || had > 0 {
		return true
	}
	for _, n := range is.Names { // "long-lived" is no name before somebody writes it as one
		for _, said := range n.Said {
			if said.Form != slip.Prose {
				return true
			}
		}
	}
	return strings.ContainsFunc(m.name[1:], func(r rune) bool { return r == '_' || 'A' <= r && r <= 'Z' })
}

// inCode returns how many files of code have a name, so spelled.
func inCode(e *vocabulary.Entry, name string) int {
	for i := range e.Names {
		if e.Names[i].Text == name {
			return e.Names[i].Files[vocabulary.Code]
		}
	}
	return 0
}

// minPlaces is at how many places of the notes of a change one name has to take the place of another.
const minPlaces = 2

// replaced returns the names that others take the place of in the notes of the change, and that neither those nor the
// code have any more.
func (g *goneNames) replaced() (list []Gone) {
	type swap struct{ old, new string }
	count := map[swap]int{}
	first := map[swap]Gone{}
	var order []swap
	for i := range g.report.Statements {
		s := &g.report.Statements[i]
		if s.Old == nil || s.New == nil {
			continue
		}
		old, now := mentions(s.Old.Text), mentions(s.New.Text)
		shown := func(list []mention) (names []string) {
			for _, m := range list {
				names = append(names, m.shown)
			}
			return names
		}
		for _, h := range diff.Of(shown(old), shown(now)) {
			if h.OldEnd-h.OldStart != h.NewEnd-h.NewStart {
				continue
			}
			for k := range h.OldEnd - h.OldStart {
				x, y := old[h.OldStart+k], now[h.NewStart+k]
				pair := swap{x.shown, y.shown}
				if count[pair]++; count[pair] == 1 {
					order = append(order, pair)
					first[pair] = Gone{Name: x.shown, Now: y.shown, Source: "notes", Path: s.New.Path, Line: s.New.Line}
				}
			}
		}
	}
	said := g.stillSaid()
	for _, pair := range order {
		name := nameOf(pair.old)
		was, is := g.names.Entries(g.ctx, slip.Key(name))
		if left := inCode(&is, name); left > 0 && left >= inCode(&was, name) || said[pair.old] || !otherwise(pair.old, pair.new) {
			continue
		}
		if count[pair] >= minPlaces {
			g.now[pair.old] = cmp.Or(g.now[pair.old], pair.new)
			list = append(list, first[pair])
		}
	}
	return list
}

// otherwise reports whether two names differ in more than numbers.
func otherwise(x, y string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' || r == '.' {
				return -1
			}
			return r
		}, strings.ToLower(s))
	}
	return letters(x) != letters(y)
}

// stillSaid returns the names that the notes of the change say after it, but for sentences that say they are gone.
func (g *goneNames) stillSaid() map[string]bool {
	said := map[string]bool{}
	for _, ch := range g.run.Changes {
		if ch.New == nil || kb.PathStanding(ch.Path) != markdown.InForce {
			continue
		}
		for _, u := range bounded(unitsOf(ch.Path, g.sources[ch.New.File.Blob])) {
			for _, m := range mentions(u.Text) {
				if gone, _ := m.isGone(&u.Wording); !gone {
					said[m.shown] = true
				}
			}
		}
	}
	return said
}

// notes takes in the notes that the change deletes or puts out of force, by their titles.
func (g *goneNames) notes() {
	for _, n := range g.report.Notes {
		switch n.Change {
		case "superseded", "deprecated", "archived", "rejected":
			g.add(Gone{Name: n.Title, Now: n.SupersededBy, Source: "note", Path: n.Path, Line: 1})
		case Removed:
			name := kb.Stem(n.Path)
			if _, is := g.names.Entries(g.ctx, slip.Key(name)); !slip.Several(name) || len(is.Names) == 0 ||
				slip.Key(strings.ReplaceAll(n.Title, " ", "")) != slip.Key(name) {
				continue
			} else if inCode(&is, name) > 0 {
				continue
			}
			g.add(Gone{Name: name, Source: "notes", Path: n.Path})
		}
	}
}

// tell adds the notes that still say the names, and reports the names that some do.
func (g *goneNames) tell() error {
	sayers := make([][]*snapshot.Entry, len(g.list))
	var files []git.File
	for i := range g.list {
		if sayers[i] = g.sayers(&g.list[i]); len(files)+len(sayers[i]) > maxSaying {
			sayers[i] = nil
		}
		files = append(files, filesOf(sayers[i])...)
	}
	sources, err := g.read(files)
	if err != nil {
		return err
	}
	for i := range g.list {
		n := &g.list[i]
		n.Notes = []Naming{}
		for _, e := range sayers[i] {
			if line := g.whereSaid(e, sources[e.File.Blob], n); line > 0 {
				n.Notes = append(n.Notes, Naming{e.File.Path, line, e.Note.Title, g.ranks[e.File.Path]})
			}
		}
		if n.Total = len(n.Notes); n.Total == 0 {
			continue
		}
		slices.SortFunc(n.Notes, func(a, b Naming) int {
			return cmp.Or(cmp.Compare(nearness(n.Path, b.Path), nearness(n.Path, a.Path)), cmp.Compare(b.PageRank, a.PageRank),
				strings.Compare(a.Path, b.Path))
		})
		n.Notes = n.Notes[:min(n.Total, maxNamings)]
		g.report.Gone = append(g.report.Gone, *n)
	}
	slices.SortStableFunc(g.report.Gone, func(a, b Gone) int { return cmp.Compare(b.Source, a.Source) })
	if over := len(g.report.Gone) - maxGone; over > 0 {
		g.report.Gone = g.report.Gone[:maxGone]
		g.notJudged("%d more names that the change takes away", over)
	}
	return nil
}

// nearness is how many folders two files have in common.
func nearness(a, b string) (n int) {
	x, y := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// nameOf returns the longest name in what is written, one of several words before others, "" for none.
func nameOf(shown string) (best string) {
	slip.Each([]byte(shown), func(name []byte, _ int) {
		n := string(name)
		if several := slip.Several(n); best == "" || several && !slip.Several(best) || several == slip.Several(best) && len(n) > len(best) {
			best = n
		}
	})
	return best
}

// sayers returns the notes in force outside of the change that say a name, or that lead to a note.
func (g *goneNames) sayers(n *Gone) (list []*snapshot.Entry) {
	var paths []string
	if n.Source == "note" {
		for _, d := range g.report.Dependents {
			if d.On == n.Path {
				paths = append(paths, d.Path)
			}
		}
	} else {
		name := nameOf(n.Name)
		_, is := g.names.Entries(g.ctx, slip.Key(name))
		for _, spelled := range is.Names {
			for _, s := range spelled.Said {
				if spelled.Text == name && (s.Form != slip.Prose || slip.Several(name)) {
					paths = append(paths, s.Note)
				}
			}
		}
	}
	slices.Sort(paths)
	for _, p := range slices.Compact(paths) {
		e := g.run.After.Entry(p)
		if e == nil || g.changes(p) || p == n.Path || ofAnother(p) {
			continue
		}
		if e.Standing(g.run.After.Inactive(e, g.o.Day), nil) == markdown.InForce {
			list = append(list, e)
		}
	}
	return list
}

// ofAnother reports whether a note, by its path, is of another version or another day, or leads from one to the next: it
// names what went.
func ofAnother(file string) bool {
	for part := range strings.SplitSeq(strings.ToLower(file), "/") {
		if strings.Contains(part, "migrat") || strings.Contains(part, "upgrad") || strings.Contains(part, "breaking") ||
			slices.Contains([]string{"versioned_docs", "blog", "posts", "design", "designs", "proposals", "rfcs"}, part) ||
			versionFolder().MatchString(part) {
			return true
		}
	}
	return false
}

var versionFolder = lazy.Pattern(`^(?:v|version-|release-)?[0-9]+\.[0-9x]+(?:\.[0-9x]+)?$|^v[0-9]+$`)

// whereSaid returns the line at which a note first says a name as one that is there, from 1; 0 where it does not, or
// where it knows that it is gone.
func (g *goneNames) whereSaid(e *snapshot.Entry, source []byte, n *Gone) int {
	if n.Source == "note" {
		for _, d := range g.report.Dependents {
			if d.On == n.Path && d.Path == e.File.Path {
				return d.Line
			}
		}
		return 0
	}
	name := nameOf(n.Name)
	skip := strings.Index(n.Name, name)
	first, knows := -1, false
	slip.Said(source, func(said []byte, at int, form slip.Form) {
		if knows || string(said) != name || form == slip.Prose && !slip.Several(name) || inAddress(source, at) {
			return
		}
		from := at - skip
		if from < 0 || !bytes.HasPrefix(source[from:], []byte(n.Name)) {
			return
		}
		sentence, start := sentenceAt(source, from, from+len(n.Name))
		if gone, _ := saysGone(sentence, from-start, from-start+len(n.Name), false); gone {
			knows = true
		} else if first < 0 {
			first = from
		}
	})
	if first < 0 || knows {
		return 0
	}
	line := 1 + bytes.Count(source[:first], []byte("\n"))
	if markdown.SectionStanding(e.Note.Title, headingsAt(source, line)) != markdown.InForce {
		return 0
	}
	return line
}

// inAddress reports whether a byte is part of an address.
func inAddress(source []byte, at int) bool {
	source = source[max(0, at-maxSentence):]
	at = min(at, maxSentence)
	start := 1 + bytes.LastIndexAny(source[:at], " \t\n<>()\"'`")
	return bytes.Contains(source[start:at], []byte("://"))
}

// headingsAt returns the headings that lead to a line.
func headingsAt(source []byte, line int) (headings []string) {
	doc := notes.Document(source)
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Span.StartLine <= line && line <= s.Span.EndLine {
			headings = s.Path
		}
	}
	return headings
}

// maxSentence bounds a sentence on each side of a name, in bytes.
const maxSentence = 400

// sentenceAt returns the sentence around source[from:to] and where it begins.
func sentenceAt(source []byte, from, to int) (text string, start int) {
	start, end := max(0, from-maxSentence), min(len(source), to+maxSentence)
	for _, mark := range []string{"\n\n", "\n- ", "\n* ", "\n#", "\n|", ". ", ".\n"} {
		if i := bytes.LastIndex(source[start:from], []byte(mark)); i >= 0 {
			start += i + len(mark)
		}
		if i := bytes.Index(source[to:end], []byte(mark)); i >= 0 {
			end = to + i
		}
	}
	return string(source[start:end]), start
}
