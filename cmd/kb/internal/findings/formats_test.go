package findings

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

var update = flag.Bool("update", false, "write the golden files anew")

// everyday is what a change of a knowledge base brings up: a note, a warning with both sides, an
// error, and one that is waived.
func everyday() []validate.Finding {
	place := func(path string, line, col, end int, text string) validate.Place {
		return validate.Place{Path: path, Line: line, Col: col, EndLine: end, Text: text}
	}
	return []validate.Finding{
		{
			Rule:        "naming",
			Severity:    validate.Info,
			Place:       place("docs/How To.md", 1, 1, 1, ""),
			Message:     "the name has a blank",
			Fingerprint: "00000000000000aa",
		},
		{
			Rule:        "contradiction",
			Severity:    validate.Warning,
			Place:       place("docs/limits.md", 7, 3, 8, "Retry 5 times\nat most."),
			Message:     "100% sure, not \"0\"",
			Related:     []validate.Place{place("docs/http: v2,3.md", 2, 1, 2, "Never retry."), place("docs/other.md", 9, 1, 9, "")},
			Suggestion:  "Say which one holds.",
			Energy:      0.5,
			Explanation: "value, S 0.90",
			Fingerprint: "00000000000000bb",
		},
		{
			Rule:        "contradiction",
			Severity:    validate.Warning,
			Place:       place("docs/limits.md", 3, 1, 3, "Wait 10 s."),
			Message:     "the other waits 20 s",
			Energy:      0.9,
			Fingerprint: "00000000000000bb",
		},
		{
			Rule:        "link",
			Severity:    validate.Error,
			Place:       place("docs/[a] b.md", 0, 0, 0, ""),
			Message:     "leads to <nowhere> & back",
			Fingerprint: "00000000000000cc",
		},
		{
			Rule:        "link",
			Severity:    validate.Error,
			Place:       place("docs/c.md", 2, 2, 2, ""),
			Message:     "leads nowhere",
			Suggestion:  "Mend it.",
			Waived:      "until May",
			Fingerprint: "00000000000000dd",
		},
	}
}

// TestFormats holds each format to a file. Of SARIF only the results: what it says of the rules is
// in docs/rules.md.
func TestFormats(t *testing.T) {
	for _, name := range Formats() {
		var b bytes.Buffer
		if err := Write(&b, name, everyday(), Options{Explain: true, Version: "v1"}); err != nil {
			t.Fatal(err)
		}
		if name == "sarif" {
			var log sarifLog
			if err := json.Unmarshal(b.Bytes(), &log); err != nil {
				t.Fatal(err)
			}
			for i := range log.Runs[0].Results {
				r := &log.Runs[0].Results[i]
				if rule := log.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID; rule != r.RuleID && known(r.RuleID) {
					t.Errorf("the rule of %s is %s", r.RuleID, rule)
				}
				r.RuleIndex = 0
			}
			results, err := json.MarshalIndent(log.Runs[0].Results, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			b.Reset()
			b.Write(append(results, '\n'))
		}
		golden(t, "everyday."+name, b.String())
	}
}

func known(rule string) bool {
	for _, r := range validate.Rules() {
		if r.Name == rule {
			return true
		}
	}
	return false
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestUnknownFormat(t *testing.T) {
	err := Write(&bytes.Buffer{}, "html", nil, Options{})
	if err == nil || err.Error() != `unknown format "html": expected one of text, sarif, github, rdjsonl, gitlab` {
		t.Errorf("%v", err)
	}
}

// A hook shows as many lines as it may, the last of which counts what is left out.
func TestTextFitsIntoLines(t *testing.T) {
	two := validate.Finding{
		Rule:       "link",
		Severity:   validate.Error,
		Place:      validate.Place{Path: "a.md", Line: 1, Col: 1},
		Message:    "gone",
		Suggestion: "Mend it.",
	}
	for _, tt := range []struct{ findings, most, lines, more int }{
		{3, 0, 6, 0}, {3, 6, 6, 0}, {3, 7, 6, 0}, {3, 5, 5, 1}, {3, 4, 3, 2}, {3, 3, 3, 2}, {3, 2, 1, 3}, {1, 2, 2, 0}, {1, 1, 1, 1},
	} {
		var list []validate.Finding
		for range tt.findings {
			list = append(list, two)
		}
		var b bytes.Buffer
		if err := Text(&b, list, Options{MaxLines: tt.most}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n != tt.lines {
			t.Errorf("%+v: %d lines:\n%s", tt, n, b.String())
		}
		if said := strings.Contains(b.String(), fmt.Sprintf("… and %s:", wording.Count(tt.more, "more error"))); said != (tt.more > 0) {
			t.Errorf("%+v: what is left out is not counted:\n%s", tt, b.String())
		}
	}
}

// Where not all fit, errors come first, and as many errors as there are leave room for warnings.
func TestTextCutsEachKindOnItsOwn(t *testing.T) {
	var list []validate.Finding
	for _, s := range []validate.Severity{validate.Warning, validate.Error} {
		for range 20 {
			list = append(list,
				validate.Finding{Rule: "link", Severity: s, Place: validate.Place{Path: "a.md"}, Message: "gone", Suggestion: "Mend."})
		}
	}
	var b bytes.Buffer
	if err := Text(&b, list, Options{MaxLines: 16}); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	first, rest, _ := strings.Cut(got, "… and 15 more errors")
	if strings.Contains(first, "warning") || strings.Count(first, "error") != 5 || strings.Count(rest, "warning: gone") != 2 ||
		!strings.Contains(rest, "… and 18 more warnings") || strings.Count(got, "\n") > 16 {
		t.Errorf("%s", got)
	}
}

// Paths are shown as the person would type them, and severities in their colours.
func TestTextForAPerson(t *testing.T) {
	var b bytes.Buffer
	o := Options{Style: report.Style{Colour: true}, Shown: func(p string) string { return "../" + p }}
	if err := Text(&b, everyday()[1:4], o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"../docs/limits.md:7:3:", "../docs/http: v2,3.md:2:1: Never retry.", "\x1b[33mwarning\x1b[0m",
		"\x1b[1;31merror\x1b[0m"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%q", want, b.String())
		}
	}
	if strings.Contains(b.String(), "energy") {
		t.Error("energies are explained unasked")
	}
}

// A long statement is cut at whole characters.
func TestTextShortensStatements(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{strings.Repeat("ü", 240), strings.Repeat("ü", 240)},
		{strings.Repeat("ü", 241), strings.Repeat("ü", 239) + "…"},
	} {
		if got := shorten(tt.text); got != tt.want {
			t.Errorf("%d characters became %q", len([]rune(tt.text)), got)
		}
	}
}

// A code scanning service takes so many results and no more.
func TestSARIFIsBounded(t *testing.T) {
	var b bytes.Buffer
	if err := SARIF(&b, make([]validate.Finding, maxSARIF+1), Options{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), `"ruleId"`); n != maxSARIF {
		t.Errorf("%d results", n)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// Every format says that it could not be written.
func TestFormatsReportWriteErrors(t *testing.T) {
	for _, name := range Formats() {
		if err := Write(full{}, name, everyday(), Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := Text(full{}, everyday(), Options{MaxLines: 1}); err == nil {
		t.Error("text that is cut: no error")
	}
}

// A runner reads commands line by line: no message may begin one, and no sign for a terminal passes through.
func TestGitHubIsOneLineForAFinding(t *testing.T) {
	list := []validate.Finding{
		{
			Rule:     "link",
			Severity: validate.Error,
			Place:    validate.Place{Path: "a\n::error::b.md", Line: 1, Col: 1},
			Message:  "one\r\n::warning::two\x1b[31m",
		},
	}
	var b bytes.Buffer
	if err := GitHub(&b, list, Options{}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); strings.Count(got, "\n") != 1 || strings.Contains(got, "\x1b") || strings.Contains(got, "\r") {
		t.Errorf("%q", got)
	}
}

// A path is one in SARIF, too, where it has a colon or a blank: no address.
func TestPathsInSARIF(t *testing.T) {
	for path, want := range map[string]string{"docs/a.md": "docs/a.md", "ADR: new.md": "./ADR:%20new.md", "docs/a:b.md": "docs/a:b.md"} {
		if got := location(validate.Place{Path: path}).Physical.Artifact.URI; got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
