package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
)

// Text writes for a person: a line with the place, which editors and terminals understand, and the
// evidence below it.
func Text(w io.Writer, list []validate.Finding, o Options) error {
	lines := 0
	for i := range list {
		block := textOf(&list[i], o)
		n := strings.Count(block, "\n")
		if o.MaxLines > 0 && lines+n > o.MaxLines-1 && (i < len(list)-1 || lines+n > o.MaxLines) {
			_, err := fmt.Fprintf(w, "… and %d more: kb validate --staged\n", len(list)-i)
			return err
		}
		lines += n
		if _, err := io.WriteString(w, block); err != nil {
			return err
		}
	}
	return nil
}

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
	quote(f.Text)
	for _, r := range f.Related {
		if r.Text != "" && f.Text != "" {
			quote(fmt.Sprintf("%s:%d:%d: %s", o.shown(r.Path), r.Line, r.Col, r.Text))
		}
	}
	if o.Explain && f.Explanation != "" {
		fmt.Fprintf(&b, "    %s\n", o.Style.Faint(fmt.Sprintf("energy %.2f = %s", f.Energy, report.CleanLine(f.Explanation))))
	}
	if f.Waived != "" {
		fmt.Fprintf(&b, "    waived: %s\n", report.CleanLine(f.Waived))
	} else if f.Suggestion != "" {
		fmt.Fprintf(&b, "    %s\n", o.Style.Faint("→ "+report.CleanLine(f.Suggestion)))
	}
	return b.String()
}

func (o *Options) shown(path string) string {
	if o.Shown != nil {
		path = o.Shown(path)
	}
	return report.CleanLine(path)
}

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

func shorten(s string) string {
	runes := []rune(s)
	if len(runes) <= shortStatement {
		return s
	}
	return string(runes[:shortStatement-1]) + "…"
}
