package evolve

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// remark opens what stands between the marks.
const remark = "<!-- `kb categories evolve` writes what stands between these marks: what people write goes above or below. -->"

// mostLines bounds what stands between the marks, in lines.
const mostLines = 200

// mostSentences leaves room for what surrounds the sentences.
const mostSentences = mostLines - 4

// place is where a summary has, or will have, what kb writes of it.
type place struct {
	found      bool
	start, end int // bytes; between the lines of the marks where found, else what is replaced
	crlf       bool
}

// find looks for the marks. Without them the place is that of what kb init wrote, else the end.
func find(source []byte) (place, error) {
	p := place{start: len(source), end: len(source), crlf: 2*bytes.Count(source, []byte("\r\n")) > bytes.Count(source, []byte("\n"))}
	start, end, found, err := kb.Derived(source)
	if found || err != nil {
		p.found, p.start, p.end = found, start, end
		p.crlf = found && bytes.HasSuffix(source[:start], []byte("\r\n"))
		return p, err
	}
	at := 0
	for text := range bytes.Lines(source) {
		if bytes.HasPrefix(text, []byte("Nothing is summed up yet.")) && bytes.Contains(text, []byte("`kb categories show ")) {
			p.start, p.end = at, at+len(text)
		}
		at += len(text)
	}
	return p, nil
}

// text is what stands between the marks.
func (p place) text(source []byte) string {
	if !p.found {
		return ""
	}
	return string(source[p.start:p.end])
}

// put writes lines to the place.
func (p place) put(source []byte, lines []string) []byte {
	text := strings.Join(lines, "\n") + "\n"
	if !p.found {
		text = kb.DerivedBegin + "\n" + text + kb.DerivedEnd + "\n"
		if head := source[:p.start]; len(head) > 0 && p.start == len(source) {
			switch {
			case !bytes.HasSuffix(head, []byte("\n")):
				text = "\n\n" + text
			case !bytes.HasSuffix(bytes.ReplaceAll(head, []byte("\r"), nil), []byte("\n\n")):
				text = "\n" + text
			}
		}
	}
	if p.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return slices.Concat(source[:p.start], []byte(text), source[p.end:])
}

// item is the line of a sentence in the note at from.
func (s *Cited) item(from string) string {
	to := Target(from, s.Path)
	if s.Anchor != "" {
		to += "#" + s.Anchor
	}
	name := s.Title
	if s.Section != "" && s.Section != s.Title {
		name += " › " + s.Section
	}
	at := fmt.Sprintf("line %d", s.Line)
	if s.EndLine > s.Line {
		at = fmt.Sprintf("lines %d–%d", s.Line, s.EndLine)
	}
	return fmt.Sprintf("- %s ([%s](%s), %s)", s.Text, linkText(name), to, at)
}

// Target is the target of a link from one note to another.
func Target(from, to string) string {
	rel, err := filepath.Rel(filepath.FromSlash(path.Dir(from)), filepath.FromSlash(to))
	if err != nil {
		rel = to
	}
	return (&url.URL{Path: filepath.ToSlash(rel)}).String() // with ./ where a colon would end a scheme
}

// linkText is a text that can be that of a link.
func linkText(s string) string {
	s = markdown.PlainText([]byte(s), markdown.Span{End: len(s)})
	return wording.OneLine(strings.NewReplacer("[", "(", "]", ")", "<", "‹", ">", "›", "`", "'", "\\", "").Replace(wording.Clip(s, 80)))
}

// settle writes a summary, and leaves out what would contradict an active note, or another sentence
// of it, if the summary said so itself: beside other sentences one may read otherwise than in its note.
func (b *Base) settle(ctx context.Context, s *Renewed, old []byte, at place) error {
	var before judged
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		written := []string{remark, ""}
		for i := range s.Sentences {
			written = append(written, s.Sentences[i].item(s.Path))
		}
		written = append(written, "")
		s.New = at.put(old, written)
		bad := b.contested(s, &before)
		if len(bad) == 0 {
			return nil
		}
		kept := slices.DeleteFunc(slices.Clone(s.Sentences), func(x Cited) bool { return bad[x.item(s.Path)] })
		if len(kept) == len(s.Sentences) {
			return nil // what is outside of the marks is for people to settle
		}
		s.Contested += len(s.Sentences) - len(kept)
		s.Sentences = kept
	}
}

// contested are the items of a summary that an active note contradicts, or another item.
//
// What was found before is looked up where only fewer are left: whether two statements contradict depends
// on no third one of the summary.
func (b *Base) contested(s *Renewed, before *judged) map[string]bool {
	text := bytes.ReplaceAll(s.New, []byte(kb.DerivedBegin), []byte("<!-- -->")) // what they hold is to be read
	text = bytes.ReplaceAll(text, []byte(kb.DerivedEnd), []byte("<!-- -->"))
	e := snapshot.ReadEntry(git.File{Path: s.Path}, b.Snapshot.Tree.Config, text)
	all := bytes.Split(text, []byte("\n"))
	bad := map[string]bool{}
	parsed := e.Parsed()
	pairs, known := before.again(parsed)
	if !known {
		*before = judged{entry: e, said: map[string]bool{}, pairs: b.checker().Pairs(parsed)}
		for _, p := range parsed {
			before.said[saying(p)] = true
		}
		pairs = before.pairs
	}
	for _, p := range b.tied.Against(parsed, pairs) {
		if line := snapshot.PlaceOf(p).Statement.Line; line >= 1 && line <= len(all) {
			bad[strings.TrimSpace(string(all[line-1]))] = true
		}
	}
	for _, d := range e.Facts() { // of one note: what two notes spell or count differently meets here
		if item := s.rarer(&d, all); item != "" {
			bad[item] = true
		}
	}
	return bad
}

// rarer is the item of the side of a disagreement that fewer sentences take, the later one of two; "" where
// people wrote it.
func (s *Renewed) rarer(d *fact.Disagreement, lines [][]byte) (item string) {
	least := len(s.Sentences) + 1
	for side, place := range []fact.Place{d.A, d.B} {
		line, times, mine := string(bytes.TrimSpace(lines[place.Line-1])), 0, false
		for i := range s.Sentences {
			if strings.Contains(s.Sentences[i].Text, d.Says[side]) {
				times++
			}
			mine = mine || s.Sentences[i].item(s.Path) == line
		}
		if mine && times <= least {
			item, least = line, times
		}
	}
	return item
}

// checker judges statements by all that holds. It is made once.
func (b *Base) checker() *validate.Checker {
	b.checking.Lock()
	defer b.checking.Unlock()
	if b.check == nil {
		b.check, b.tied = validate.NewChecker(b.Snapshot, b.Now), validate.Ties(b.Snapshot)
	}
	return b.check
}

// judged is what was found of statements that were judged together.
type judged struct {
	entry *snapshot.Entry // whose they are
	said  map[string]bool
	pairs [][2]*read.Parsed
}

// again are the pairs of statements that are left of those that were judged, false where there are others.
func (j *judged) again(statements []*read.Parsed) ([][2]*read.Parsed, bool) {
	now := map[string]*read.Parsed{}
	for _, p := range statements {
		if key := saying(p); j.said[key] {
			now[key] = p
		}
	}
	if len(now) != len(statements) {
		return nil, false
	}
	var left [][2]*read.Parsed
	for _, pair := range j.pairs {
		for side, p := range pair {
			if snapshot.PlaceOf(p).Entry == j.entry {
				pair[side] = now[saying(p)]
			}
		}
		if pair[0] != nil && pair[1] != nil {
			left = append(left, pair)
		}
	}
	return left, true
}

// saying is all of a statement that its judgement depends on.
func saying(p *read.Parsed) string {
	return fmt.Sprintf("%q %q %q %q", p.Text, p.Context, p.Conditions, p.Title)
}
