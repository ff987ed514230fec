package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// Text writes for a person: a line with the place, which editors and terminals understand, and the
// evidence below it. Where the lines are bounded, errors come before warnings, and each kind is cut
// on its own: many errors leave room for warnings, and no warning takes the place of an error.
func Text(w io.Writer, list []validate.Finding, o Options) error {
	if o.MaxLines == 0 {
		for i := range list {
			if _, err := io.WriteString(w, textOf(&list[i], o)); err != nil {
				return err
			}
		}
		return nil
	}
	left, kinds := o.MaxLines, byKind(list, o)
	for i := range kinds {
		k := &kinds[i]
		reserved := 0
		for _, later := range kinds[i+1:] {
			reserved += min(later.lines, max(1, o.MaxLines/ofLines))
		}
		n, err := k.write(w, max(1, left-reserved))
		if err != nil {
			return err
		}
		left -= n
	}
	return nil
}

// ofLines is what part of the lines is kept for a kind that weighs less: a quarter.
const ofLines = 4

// kind is the findings of one severity, each as its lines.
type kind struct {
	name   string
	blocks []string
	lines  int
}

// byKind sorts findings by what they weigh, the heaviest first; within a kind they keep their order.
func byKind(list []validate.Finding, o Options) (kinds []kind) {
	for _, s := range []validate.Severity{validate.Error, validate.Warning, validate.Info} {
		k := kind{name: string(s)}
		for i := range list {
			if list[i].Severity == s {
				block := textOf(&list[i], o)
				k.blocks = append(k.blocks, block)
				k.lines += strings.Count(block, "\n")
			}
		}
		if len(k.blocks) > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// write writes as many findings as so many lines hold, the last of which counts what is left out, and
// returns how many lines it wrote.
func (k *kind) write(w io.Writer, most int) (lines int, err error) {
	for i, block := range k.blocks {
		n := strings.Count(block, "\n")
		if lines+n > most-1 && (i < len(k.blocks)-1 || lines+n > most) {
			_, err := fmt.Fprintf(w, "… and %s: kb validate --staged\n", wording.Count(len(k.blocks)-i, "more "+k.name))
			return lines + 1, err
		}
		lines += n
		if _, err := io.WriteString(w, block); err != nil {
			return lines, err
		}
	}
	return lines, nil
}

// maxOthers is how many other places of a finding are quoted.
const maxOthers = 3

// textOf is the lines of one finding.
func textOf(f *validate.Finding, o Options) string {
	var b strings.Builder
	place := fmt.Sprintf("%s:%d:%d:", o.shown(f.Path), f.Line, f.Col)
	fmt.Fprintf(&b, "%s %s: %s %s\n", o.Style.Title(place), severity(f, o), report.CleanLine(f.Message),
		o.Style.Faint("["+f.Rule+" "+f.Fingerprint+"]"))
	quote := func(text string) {
		if text != "" {
			fmt.Fprintf(&b, "    %s\n", report.CleanLine(shorten(text)))
		}
	}
	quote(f.Quote())
	for _, r := range f.Related[:min(len(f.Related), maxOthers)] {
		if r.Text != "" && f.Text != "" {
			quote(fmt.Sprintf("%s:%d:%d: %s", o.shown(r.Path), r.Line, r.Col, r.Quote()))
		}
	}
	if o.Explain && f.Explanation != "" {
		fmt.Fprintf(&b, "    %s\n", o.Style.Faint(fmt.Sprintf("energy %.2f = %s", f.Energy, report.CleanLine(f.Explanation))))
	}
	switch {
	case f.Waived != "":
		fmt.Fprintf(&b, "    waived: %s\n", report.CleanLine(f.Waived))
	case f.Proposed != "":
		fmt.Fprintf(&b, "    the change waives it: %s\n", report.CleanLine(f.Proposed))
	case f.Suggestion != "":
		fmt.Fprintf(&b, "    %s\n", o.Style.Faint("→ "+report.CleanLine(f.Suggestion)))
	}
	return b.String()
}

// shown is a path as the reader would type it.
func (o *Options) shown(path string) string {
	if o.Shown != nil {
		path = o.Shown(path)
	}
	return report.CleanLine(path)
}

// severity is the word for a severity, coloured by how grave it is.
func severity(f *validate.Finding, o Options) string {
	switch f.Severity {
	case validate.Error:
		return o.Style.Match("error")
	case validate.Warning:
		return o.Style.Warning("warning")
	}
	return string(f.Severity)
}

// shortStatement is how much of a statement stands on a line, in runes.
const shortStatement = 240

// shorten cuts a statement to shortStatement characters.
func shorten(s string) string {
	runes := []rune(s)
	if len(runes) <= shortStatement {
		return s
	}
	return string(runes[:shortStatement-1]) + "…"
}
