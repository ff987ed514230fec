package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
)

// GitHub writes workflow commands, which GitHub Actions shows as annotations. It shows ten errors
// and ten warnings of a step, so the heaviest come first.
func GitHub(w io.Writer, list []validate.Finding, _ Options) error {
	ordered := slices.Clone(list)
	slices.SortStableFunc(ordered, func(a, b validate.Finding) int {
		if a.Severity == b.Severity {
			return cmp.Compare(b.Energy, a.Energy)
		}
		if a.Severity.AtLeast(b.Severity) {
			return -1
		}
		return 1
	})
	for i := range ordered {
		f := &ordered[i]
		level := map[validate.Severity]string{validate.Error: "error", validate.Warning: "warning"}[f.Severity]
		_, err := fmt.Fprintf(w, "::%s file=%s,line=%d,endLine=%d,col=%d,title=%s::%s\n", cmp.Or(level, "notice"),
			property(f.Path), max(f.Line, 1), max(f.EndLine, f.Line, 1), max(f.Col, 1), property("kb "+f.Rule), data(sentence(f)))
		if err != nil {
			return err
		}
	}
	return nil
}

// data escapes the message of a workflow command.
func data(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.NewReplacer("%", "%25", "\r", "%0D").Replace(report.CleanLine(line))
	}
	return strings.Join(lines, "%0A")
}

// property escapes a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
