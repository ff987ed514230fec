// Package validate judges a change of knowledge by rules: what it brings that was not there before.
package validate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/opinion"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// Severity says how much a finding weighs.
type Severity string

// The severities, and Off for a rule that is not run.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
	Off     Severity = "off"
)

// AtLeast tells whether s weighs as much as other.
func (s Severity) AtLeast(other Severity) bool { return s.weight() >= other.weight() }

// weight orders severities, the most severe highest; 0 is none.
func (s Severity) weight() int {
	switch s {
	case Error:
		return 3
	case Warning:
		return 2
	case Info:
		return 1
	}
	return 0
}

// Place is a range of lines of a file.
type Place struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`     // 1-based
	Col     int    `json:"col"`      // 1-based, bytes
	EndLine int    `json:"end_line"` // inclusive
	Text    string `json:"text,omitempty"`

	Standing markdown.Standing `json:"standing,omitzero"` // of a statement; in force where it is left out
}

// String gives the place as path:line:col.
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.Path, p.Line, p.Col) }

// Finding is one thing that a rule found.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Place
	Message      string          `json:"message"`
	Related      []Place         `json:"related,omitempty"` // the other places, their Text says what they are
	Suggestion   string          `json:"suggestion,omitempty"`
	Energy       float64         `json:"energy,omitempty"`        // 0–1, of a contradiction
	Explanation  string          `json:"explanation,omitempty"`   // signal, S, C, G and gates of a contradiction
	Fingerprint  string          `json:"fingerprint"`             // the same as long as what it says is: moved lines do not change it
	Waived       string          `json:"waived,omitempty"`        // the reason of the waiver that silences it
	SecondReader opinion.Verdict `json:"second_reader,omitempty"` // what a model said of a contradiction's two statements
	Proposed     string          `json:"proposed,omitempty"`      // the reason of a waiver that the change itself brings: it does not count

	statements []string // fingerprints of the two statements of a contradiction
	sections   string   // names the two sections that these stand in
}

// Fingerprint names a finding of a rule by what makes it that one, 16 hex digits.
func Fingerprint(rule string, parts ...string) string { return fingerprint(rule, parts...) }

// at places a finding.
func at(path string, line, col int) Place {
	return Place{Path: path, Line: max(line, 1), Col: max(col, 1), EndLine: max(line, 1)}
}

// Quote returns what stands at the place, behind how it stands there where that is not in force: "[proposed] …".
func (p *Place) Quote() string {
	if p.Standing == markdown.InForce {
		return p.Text
	}
	return "[" + p.Standing.String() + "] " + p.Text
}

// placeOf is where a statement of a note stands that holds.
func placeOf(p snapshot.Place) Place {
	st := p.Statement
	return Place{Path: p.Entry.File.Path, Line: st.Line, Col: st.Col, EndLine: max(st.Span.EndLine, st.Line), Text: st.Text,
		Standing: p.Entry.Standing("", st.HeadingPath)}
}

// fingerprint names a finding by what makes it that one, 16 hex digits.
func fingerprint(rule string, parts ...string) string {
	h := sha256.New()
	io.WriteString(h, rule)
	for _, p := range parts {
		fmt.Fprintf(h, "\x00%s", p)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// statementFingerprint names a statement by its words: spacing and case do not count, its place
// does not either.
func statementFingerprint(text string) string {
	return fingerprint("statement", strings.ToLower(wording.OneLine(text)))
}

// sort puts findings in the order of their places; where there are several in one, the heaviest first.
func sort(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			cmp.Compare(b.Severity.weight(), a.Severity.weight()), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
}
