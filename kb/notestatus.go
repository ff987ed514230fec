package kb

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/lazy"
	"github.com/9aea2451/kb/text/wording"
)

// status reads a status in kb's words or in another tool's; f is where it stands.
func (r *noteReader) status(raw string, f *markdown.Field) {
	raw = plainStatus(raw)
	if raw == "" {
		return
	}
	status, ok := mapStatus(raw)
	if !ok {
		r.note.RawStatus = raw
		if slip := isSlip(raw, Statuses()); slip || r.strict {
			r.problem(f, wrong{expected: "one of " + strings.Join(Statuses(), ", "), nearest: wording.Slip(raw, Statuses()), meant: slip},
				"%q is none of %s%s", clip(raw), strings.Join(Statuses(), ", "), didYouMean(raw, Statuses()))
		}
		return
	}
	r.note.Status = status
	if raw != status {
		r.note.RawStatus = raw
	}
	r.statusRelation(raw, f.Line)
}

// plainStatus drops markup, a sign and a comment around a status, and what is struck out before another one.
func plainStatus(s string) string {
	s, _, _ = strings.Cut(s, "<!--")
	if said := struckOut().ReplaceAllString(s, ""); strings.ContainsFunc(said, unicode.IsLetter) {
		s = said
	}
	s = strings.ReplaceAll(strings.TrimSpace(s), "**", "")
	switch first := s[:min(len(s), 4)]; first {
	case "[x] ", "[X] ":
		s = s[len(first):]
	case "[ ] ": // one of several that is not the case
		return ""
	}
	if badge, ok := strings.CutPrefix(s, "!["); ok {
		s, _, _ = strings.Cut(badge, "]")
	}
	sign := func(r rune) bool { return r > unicode.MaxLatin1 && !unicode.IsLetter(r) }
	return strings.Trim(strings.TrimFunc(strings.Trim(strings.TrimSpace(s), "*_`~\"' ."), sign), "*_`~\"' .")
}

var (
	// struckOut matches what holds no more, and the name of a sign.
	struckOut = lazy.Pattern(`~~[^~]*~~|^\s*:[a-z_]+:\s`)
	// related matches what a status says of another note: "Superseded by", "partially superseded by", "Amends:". What the
	// last group matches says so before a link only.
	related = lazy.Pattern(`(?i)\b(partial(?:ly)?[ -]|partly[ -]|in part[ -])?(?:((?:superc?s?eded|replaced|obsoleted|deprecated)` +
		`(?: in part| [a-z]+ly)? by|supersedes|supercedes|replaces|(?:amended|clarified|extended|updated|refined) by|` +
		`amends|clarifies|extends|updates|refines|depends on)|(relates to|similar to|leads to|derived from|solves|occurred before|` +
		`evolved into|contradicts|invalidated by|prefers over|part of|implements|exemplifies|validates|required with|disputes))\b:?`)
)

// statusRelation reads "superseded by [ADR-0005](0005-x.md)" and "supercedes [3. X](0003-x.md)", also behind a status.
// What is superseded in part still holds.
func (r *noteReader) statusRelation(raw string, line int) {
	found := related().FindAllStringSubmatchIndex(raw, -1)
	for i, m := range found {
		rest := raw[m[1]:]
		if i+1 < len(found) {
			rest = raw[m[1]:found[i+1][0]]
		}
		rest = strings.Trim(rest, ": .")
		if m[0] > 0 || m[6] >= 0 {
			_, _, numbered := splitNumber(strings.Trim(rest, "(),;"))
			switch {
			case numbered:
				rest = strings.Trim(rest, "(),;")
			case !strings.Contains(rest, "](") && !strings.Contains(rest, "[["):
				continue
			}
		}
		name := strings.ToLower(raw[max(m[4], m[6]):max(m[5], m[7])])
		if how, by := strings.CutSuffix(name, " by"); by { // "superseded entirely by"
			how, _, _ = strings.Cut(how, " ")
			name = how + " by"
		}
		if _, _, ok := ParseRelation(name); !ok || isPartly(raw[m[0]:m[1]]) {
			name = "relates_to"
		}
		targets, _ := relationTargets(rest)
		for _, t := range targets {
			r.relate(name, t, line)
		}
	}
}

// Relates reports whether a line says what a decision is to another one.
func Relates(line string) bool { return related().MatchString(line) }

// StatusIn reads the status that a line of a record says. "Amended by" and the like say none.
func StatusIn(line string) (status string, ok bool) {
	text := plainStatus(strings.TrimLeft(strings.TrimSpace(line), "-*+> "))
	status, ok = mapStatus(text)
	if at := related().FindStringIndex(text); ok && at != nil && at[0] == 0 && status != "superseded" {
		return "", false
	}
	return status, ok && status != ""
}

// Said is a status that a file says, in kb's word, and where.
type Said struct {
	Status string
	Line   int
}

// StatusesSaid lists what a file says of its status: in its front matter, a line of its header, the section of it.
func StatusesSaid(doc *markdown.Document, source []byte) (said []Said) {
	add := func(text string, line int) {
		if status, ok := mapStatus(plainStatus(text)); ok {
			said = append(said, Said{status, line})
		}
	}
	for i := range doc.FrontMatter.Fields {
		if f := &doc.FrontMatter.Fields[i]; fieldKey(f.Key) == "status" {
			text, _ := scalarText(f.Value)
			add(text, f.Line)
		}
	}
	for _, l := range Header(doc, source) {
		if headerKey(l.Key) == "status" {
			add(l.Value, l.Line)
		}
	}
	if s := StatusSection(doc); s != nil {
		r := noteReader{doc: doc, source: source}
		r.statusLines(s, false)
		if r.note.Status != "" {
			said = append(said, Said{r.note.Status, s.Span.StartLine})
		}
	}
	return said
}

// isPartly reports whether a text says "in part".
func isPartly(s string) bool { return strings.Contains(strings.ToLower(s), "part") }

// withdrawn reads what an EIP was withdrawn for: "Superseded by EIP-7702." names it, "superseded by the other proposals" does not.
func (r *noteReader) withdrawn(f *markdown.Field) {
	reason, _ := scalarText(f.Value)
	reason = plainStatus(reason)
	words := strings.Fields(reason)
	if len(words) == 0 {
		return
	}
	last := words[len(words)-1]
	if _, _, ok := splitNumber(last); ok && len(words) == 3 || strings.Contains(reason, "](") {
		r.statusRelation(reason, f.Line)
	}
}

// mapStatus gives kb's word for the status of another tool. Its first words count: "superseded by X", "Accepted (2020)".
func mapStatus(raw string) (string, bool) {
	s := strings.ToLower(strings.TrimSpace(raw))
	if status := statusWord(s); status != "" {
		return status, true
	}
	words := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(" \t,;:(—–[", c) })
	if len(words) == 0 {
		return "", false
	}
	switch words[0] {
	case "superseded", "superceded", "replaced", "obsoleted":
		if m := related().FindString(s); isPartly(m) {
			return "accepted", true
		}
		return "superseded", true
	case "amended", "partially", "partly":
		return "accepted", related().MatchString(s)
	}
	// Further words must be a date or stand in brackets: "Accepted (2020)", "accepted, 2020-01-02".
	rest := strings.TrimSpace(strings.TrimPrefix(s, words[0]))
	if rest != "" && strings.ContainsAny(rest[:1], "(,;:—–-[|/·0123456789") || strings.HasPrefix(rest, "on ") ||
		strings.HasPrefix(rest, "by ") {
		status := statusWord(words[0])
		return status, status != ""
	}
	return "", false
}

// statusWord gives kb's word for one status, "" when it is none.
func statusWord(s string) string {
	for _, status := range Statuses() {
		if s == status || slices.Contains(ForeignStatuses(status), s) {
			return status
		}
	}
	return ""
}

// ownStatus is the note's status in the word that stands in its file, where that is one of another
// convention: a stagnant proposal is one that nobody works on, not one that is deprecated.
func (n *Note) ownStatus() string {
	raw := strings.ToLower(n.RawStatus)
	for _, word := range ForeignStatuses(n.Status) {
		if rest, ok := strings.CutPrefix(raw, word); ok && (rest == "" || strings.ContainsAny(rest[:1], " \t,;:([")) {
			return word
		}
	}
	return n.Status
}

// ForeignStatuses are the words of other conventions that are read as a status: MADR, adr-tools, log4brains, EIP, PEP, KEP, RFC
// and OpenSpec words, in lower case.
func ForeignStatuses(status string) []string {
	switch status {
	case "draft":
		return []string{"wip", "work in progress", "idea", "deferred"}
	case "proposed":
		return []string{"proposal", "pending", "review", "in review", "under review", "last call", "provisional", "open", "candidate",
			"under discussion", "in discussion", "discussing", "rfc", "request for comments", "speculative"}
	case "accepted":
		return []string{"approved", "final", "living", "active", "adopted", "decided", "implementable", "implemented", "ratified",
			"standard", "stable", "current", "merged"}
	case "deprecated":
		return []string{"stagnant", "obsolete", "retired", "defunct", "reverted", "depreciated"}
	case "superseded":
		return []string{"superceded", "replaced", "obsoleted"}
	case "rejected":
		return []string{"withdrawn", "declined", "abandoned", "cancelled", "canceled"}
	case "archived":
		return []string{"moved"}
	}
	return nil
}
