package findings

import (
	"fmt"
	"io"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
)

// The issue of GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality).
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
)

// GitLab writes a code quality report. Its fingerprints must differ, so one that comes again is numbered.
func GitLab(w io.Writer, list []validate.Finding, _ Options) error {
	issues := []gitlabIssue{}
	seen := map[string]int{}
	for i := range list {
		f := &list[i]
		print := f.Fingerprint
		if seen[print]++; seen[f.Fingerprint] > 1 {
			print = fmt.Sprintf("%s-%d", print, seen[f.Fingerprint])
		}
		severity := map[validate.Severity]string{validate.Error: "critical", validate.Warning: "minor"}[f.Severity]
		if severity == "" {
			severity = "info"
		}
		issues = append(issues, gitlabIssue{
			sentence(f),
			f.Rule,
			print,
			severity,
			gitlabLocation{f.Path, gitlabLines{max(f.Line, 1), max(f.EndLine, f.Line, 1)}},
		})
	}
	return report.Encode(w, issues, "  ")
}
