package measure

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// FindingEvaluation is the JSON form of which labelled findings are told of in a repository.
type FindingEvaluation struct {
	Labels   []LabelledCount    `json:"labels"`
	Others   int                `json:"others"` // findings that no line of the file is of
	Findings []EvaluatedFinding `json:"findings"`
}

// LabelledCount counts the findings of one label.
type LabelledCount struct {
	Label    string `json:"label"`
	Findings int    `json:"findings"`
	Absent   int    `json:"absent"` // of a note that the repository does not have
	Told     int    `json:"told"`   // as a warning or an error
	Errors   int    `json:"errors"`
}

// EvaluatedFinding is what became of one line of the file.
type EvaluatedFinding struct {
	A      LabelledPlace `json:"a"`
	B      LabelledPlace `json:"b"`
	Label  string        `json:"label"`
	Absent bool          `json:"absent,omitempty"`
	Energy float64       `json:"energy"` // 0 where it is not told of
	Reason string        `json:"reason,omitempty"`
}

// LabelledPlace is one side of a labelled finding: a line of a note, or the text of a statement of it.
type LabelledPlace struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text,omitempty"`
}

// is tells whether a place of a finding is this one.
func (l *LabelledPlace) is(p *validate.Place) bool {
	if l.Path != p.Path {
		return false
	}
	return l.Text != "" && wording.OneLine(l.Text) == wording.OneLine(p.Text) || l.Line > 0 && p.Line <= l.Line && l.Line <= p.EndLine
}

// evaluateFindings holds what stands in the repository against labelled findings.
func evaluateFindings(ctx context.Context, a *app.App, path string) error {
	lines, err := readFindings(a, path)
	if err != nil {
		return err
	}
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	told, err := b.Conflicts(ctx, s, desk.ConflictsRequest{})
	if err != nil {
		return err
	}
	e := scoreFindings(lines, told.Findings, func(path string) bool { return s.Entry(path) != nil })
	if a.JSON {
		return a.Emit(e)
	}
	a.Printf("%-20s %8s %8s %8s %8s\n", "label", "findings", "absent", "told", "errors")
	for _, l := range e.Labels {
		a.Printf("%-20.20s %8d %8d %8d %8d\n", report.CleanLine(l.Label), l.Findings, l.Absent, l.Told, l.Errors)
	}
	a.Printf("%-20s %8s %8s %8d\n", "not in the file", "", "", e.Others)
	return nil
}

// scoreFindings looks each labelled finding up among those that are told of.
func scoreFindings(lines []EvaluatedFinding, told []validate.Finding, exists func(path string) bool) *FindingEvaluation {
	e := &FindingEvaluation{Labels: []LabelledCount{}, Findings: lines, Others: len(told)}
	labels := map[string]*LabelledCount{}
	known := make([]bool, len(told))
	for i := range lines {
		l := &lines[i]
		n := labels[l.Label]
		if n == nil {
			n = &LabelledCount{Label: l.Label}
			labels[l.Label] = n
		}
		n.Findings++
		if l.Absent = !exists(l.A.Path) || !exists(l.B.Path); l.Absent {
			n.Absent++
		}
		at := slices.IndexFunc(told, func(f validate.Finding) bool { return l.among(&f) })
		if at < 0 {
			continue
		}
		if !known[at] {
			known[at] = true
			e.Others--
		}
		l.Energy, l.Reason = told[at].Energy, told[at].Explanation
		n.Told++
		if l.Energy >= judge.Reject {
			n.Errors++
		}
	}
	for _, n := range labels {
		e.Labels = append(e.Labels, *n)
	}
	slices.SortFunc(e.Labels, func(x, y LabelledCount) int { return cmp.Compare(x.Label, y.Label) })
	return e
}

// among tells whether both sides are places of a finding, which may have more than two.
func (l *EvaluatedFinding) among(f *validate.Finding) bool {
	places := append([]validate.Place{f.Place}, f.Related...)
	has := func(side *LabelledPlace, but int) int {
		for i := range places {
			if i != but && side.is(&places[i]) {
				return i
			}
		}
		return -1
	}
	first := has(&l.A, -1)
	return first >= 0 && has(&l.B, first) >= 0
}

// maxFindingLine bounds one line of a file of findings.
const maxFindingLine = 1 << 20

// readFindings reads JSON lines of labelled findings. An error names the line.
func readFindings(a *app.App, path string) ([]EvaluatedFinding, error) {
	in := a.Stdin
	if path != "-" {
		name, err := a.FromWorkDir(path)
		if err != nil {
			return nil, err
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, app.WithHint(fmt.Errorf("open findings: %w: %s", errors.Unwrap(err), path),
				`a line of it is {"a": {"path", "line" or "text"}, "b": likewise, "label": "contradiction" or another}`)
		}
		defer f.Close()
		in = f
	}
	return scanFindings(in, path)
}

// scanFindings reads a JSON object a line, blank lines apart. Both sides need a path; path is the
// name of the input in errors.
func scanFindings(in io.Reader, path string) ([]EvaluatedFinding, error) {
	list := []EvaluatedFinding{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxFindingLine)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var l struct {
			A, B  LabelledPlace
			Label string
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s: read findings: line %d: %w", path, n, err)
		}
		if l.A.Path == "" || l.B.Path == "" {
			return nil, fmt.Errorf("%s: read findings: line %d: a and b need a path", path, n)
		}
		list = append(list, EvaluatedFinding{A: l.A, B: l.B, Label: l.Label})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: read findings: %w", path, err)
	}
	return list, nil
}
