package findings

import (
	"io"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
)

// The diagnostic of reviewdog's rdjsonl (https://github.com/reviewdog/reviewdog, proto/rdf/reviewdog.proto).
type (
	rdDiagnostic struct {
		Message  string      `json:"message"`
		Location rdLocation  `json:"location"`
		Severity string      `json:"severity"`
		Source   rdSource    `json:"source"`
		Code     rdCode      `json:"code"`
		Related  []rdRelated `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	rdPosition struct {
		Line int `json:"line"`
	}
	rdSource struct {
		Name string `json:"name"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// RDJSONL writes one diagnostic a line, for reviewdog.
func RDJSONL(w io.Writer, list []validate.Finding, _ Options) error {
	for i := range list {
		f := &list[i]
		severity := map[validate.Severity]string{validate.Error: "ERROR", validate.Warning: "WARNING"}[f.Severity]
		if severity == "" {
			severity = "INFO"
		}
		d := rdDiagnostic{Message: sentence(f), Location: rdLocationOf(f.Place), Severity: severity, Source: rdSource{"kb"},
			Code: rdCode{f.Rule, "https://github.com/9aea2451/kb/blob/main/docs/rules.md#" + f.Rule}}
		for _, r := range f.Related {
			d.Related = append(d.Related, rdRelated{r.Quote(), rdLocationOf(r)})
		}
		if err := report.Encode(w, d, ""); err != nil {
			return err
		}
	}
	return nil
}

// rdLocationOf gives whole lines, the last one included.
func rdLocationOf(p validate.Place) rdLocation {
	return rdLocation{p.Path, rdRange{rdPosition{max(p.Line, 1)}, rdPosition{max(p.EndLine, p.Line, 1)}}}
}
