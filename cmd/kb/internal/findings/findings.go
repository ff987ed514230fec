// Package findings writes findings in the formats that people and forges read. The formats are
// peers: each is one function.
package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
)

// Options change how findings are written.
type Options struct {
	Style    report.Style
	MaxLines int                      // of text, 0 for all: what does not fit is counted
	Explain  bool                     // say the parts of each energy
	Version  string                   // of kb
	Shown    func(path string) string // a path as the person would type it; nil for as it is
	Rules    []validate.Rule          // that findings may be of, beside those of validate
}

// format is one way to write findings.
type format struct {
	name  string
	write func(w io.Writer, list []validate.Finding, o Options) error
}

// formats are in the order in which messages list them.
func formats() []format {
	return []format{{"text", Text}, {"sarif", SARIF}, {"github", GitHub}, {"rdjsonl", RDJSONL}, {"gitlab", GitLab}}
}

// Formats names the formats.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Write writes the findings in a format; waived ones are no findings.
func Write(w io.Writer, name string, list []validate.Finding, o Options) error {
	for _, f := range formats() {
		if f.name == name {
			return f.write(w, list, o)
		}
	}
	return fmt.Errorf("unknown format %q: expected one of %s", name, strings.Join(Formats(), ", "))
}

// sentence is a finding's message with the other statement in it.
func sentence(f *validate.Finding) string {
	var b strings.Builder
	b.WriteString(f.Message)
	for _, r := range f.Related {
		if r.Text != "" {
			fmt.Fprintf(&b, "\n%s: %s", r, r.Quote())
		}
	}
	if f.Suggestion != "" {
		b.WriteString("\n" + f.Suggestion)
	}
	return b.String()
}
