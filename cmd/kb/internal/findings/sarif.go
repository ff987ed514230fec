package findings

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/validate"
)

// The parts of SARIF 2.1.0 that code scanning reads
// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool              sarifTool     `json:"tool"`
		AutomationDetails sarifID       `json:"automationDetails"`
		ColumnKind        string        `json:"columnKind"`
		Results           []sarifResult `json:"results"`
	}
	sarifID struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string       `json:"id"`
		ShortDescription     sarifMessage `json:"shortDescription"`
		FullDescription      sarifMessage `json:"fullDescription"`
		Help                 sarifHelp    `json:"help"`
		DefaultConfiguration sarifLevel   `json:"defaultConfiguration"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifResult struct {
		RuleID              string             `json:"ruleId"`
		RuleIndex           int                `json:"ruleIndex"`
		Level               string             `json:"level"`
		Message             sarifMessage       `json:"message"`
		Locations           []sarifLocation    `json:"locations"`
		RelatedLocations    []sarifLocation    `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
		EndLine   int `json:"endLine"`
	}
)

// maxSARIF is how many results code scanning takes of a run.
const maxSARIF = 25_000

// SARIF writes SARIF 2.1.0. Regions are whole lines: an alert is shown on a pull request when all
// of its lines are in the diff.
func SARIF(w io.Writer, list []validate.Finding, o Options) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}, AutomationDetails: sarifID{"kb/"}}
	run.Tool.Driver = sarifDriver{Name: "kb", Version: o.Version, InformationURI: "https://github.com/9aea2451/kb"}
	index := map[string]int{}
	for i, r := range slices.Concat(validate.Rules(), o.Rules) {
		index[r.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{ID: r.Name, ShortDescription: sarifMessage{r.Finds},
			FullDescription: sarifMessage{
				r.Finds,
			}, Help: sarifHelp{Text: r.About, Markdown: r.About}, DefaultConfiguration: sarifLevel{level(r.Severity)}})
	}
	for i := range list[:min(len(list), maxSARIF)] {
		f := &list[i]
		// The other places that it speaks of become related locations.
		r := sarifResult{RuleID: f.Rule, RuleIndex: index[f.Rule], Level: level(f.Severity), Locations: []sarifLocation{location(f.Place)},
			PartialFingerprints: map[string]string{"primaryLocationLineHash": f.Fingerprint}}
		text := f.Message
		for i, other := range f.Related {
			l := location(other)
			l.ID = i + 1
			if other.Text != "" {
				l.Message = &sarifMessage{other.Quote()}
			}
			r.RelatedLocations = append(r.RelatedLocations, l)
			text += fmt.Sprintf(" ([%s](%d))", strings.NewReplacer("[", "(", "]", ")").Replace(other.String()), i+1)
		}
		if f.Suggestion != "" {
			text += ". " + f.Suggestion
		}
		r.Message = sarifMessage{text}
		if f.Waived != "" {
			r.Suppressions = []sarifSuppression{{"external", f.Waived}}
		}
		run.Results = append(run.Results, r)
	}
	return report.Encode(w,
		sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}, "  ")
}

// location is a place as SARIF has it: the path from the root of the repository, percent-encoded,
// and lines from 1. A place without a line is on the first, one without an end on one line.
func location(p validate.Place) sarifLocation {
	uri := (&url.URL{Path: p.Path}).String() // "./a:b" where what stands before a colon would be a scheme
	return sarifLocation{Physical: sarifPhysical{sarifArtifact{uri, "%SRCROOT%"}, sarifRegion{max(p.Line, 1), max(p.EndLine, p.Line, 1)}}}
}

// level is the word of SARIF for a severity.
func level(s validate.Severity) string {
	switch s {
	case validate.Error, validate.Warning:
		return string(s)
	}
	return "note"
}
