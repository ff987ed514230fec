package findings

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"

	"github.com/9aea2451/kb/kb/validate"
)

// everyRule is a finding of each rule and severity, with and without another side, and the same one twice.
func everyRule() []validate.Finding {
	var out []validate.Finding
	levels := []validate.Severity{validate.Error, validate.Warning, validate.Info}
	for i, rule := range validate.Rules() {
		f := validate.Finding{
			Rule:        rule.Name,
			Severity:    levels[i%3],
			Message:     "a \"message\"\nof two lines\x1b with <signs> | ünd more",
			Fingerprint: "0123456789abcde" + string(rune('0'+i%10)),
			Place:       validate.Place{Path: "docs/ä #1.md", Line: i, Col: i % 2, EndLine: i + 2, Text: "says this"},
			Suggestion:  "do that",
		}
		if i%2 == 0 {
			f.Related = []validate.Place{{Path: "docs/other.md", Line: 3, Col: 1, EndLine: 3, Text: "says that"}}
			f.Energy, f.Explanation = 0.8, "S, C, G"
		}
		out = append(out, f)
	}
	return append(out, out[0])
}

// publishedSARIF reads the schema of the standard, which the library has as a constant that it
// keeps to itself.
func publishedSARIF(t *testing.T) *gojsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(),
		filepath.Join(strings.TrimSpace(string(dir)), "pkg", "report", "v210", "sarif", "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING && len(literal.Value) > len(text) {
			text = literal.Value
		}
		return true
	})
	schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(strings.Trim(text, "`")))
	if err != nil {
		t.Fatal(err)
	}
	if result, err := schema.Validate(gojsonschema.NewStringLoader(`{"version": "2.1.0", "runs": [{"tool": {}}]}`)); err != nil ||
		result.Valid() {
		t.Fatalf("the schema takes a tool without a driver: %v", err)
	}
	return schema
}

// SARIF holds to its published schema.
func TestSARIFHoldsToTheSchema(t *testing.T) {
	schema := publishedSARIF(t)
	for _, list := range [][]validate.Finding{nil, everyRule()} {
		var b bytes.Buffer
		if err := SARIF(&b, list, Options{Version: "v1"}); err != nil {
			t.Fatal(err)
		}
		result, err := schema.Validate(gojsonschema.NewBytesLoader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range result.Errors() {
			t.Error(e)
		}
		var r sarif.Report
		if err := json.Unmarshal(b.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if len(r.Runs) != 1 || len(r.Runs[0].Results) != len(list) {
			t.Fatalf("%d findings became %+v", len(list), r.Runs)
		}
		codeScanning(t, r.Runs[0])
	}
}

// codeScanning asks for what GitHub's code scanning takes beyond the schema: texts of rules, a place, and a fingerprint of each result.
func codeScanning(t *testing.T, run *sarif.Run) {
	t.Helper()
	known := map[string]bool{}
	for _, rule := range run.Tool.Driver.Rules {
		known[*rule.ID] = true
		for _, text := range []*sarif.MultiformatMessageString{rule.ShortDescription, rule.FullDescription, rule.Help} {
			if text == nil || text.Text == nil || *text.Text == "" {
				t.Errorf("rule %s lacks a text", *rule.ID)
			}
		}
	}
	for _, r := range run.Results {
		if r.RuleID == nil || !known[*r.RuleID] {
			t.Errorf("the rule of %+v is not described", r)
		}
		at := r.Locations[0].PhysicalLocation
		if at.ArtifactLocation.URI == nil || strings.ContainsAny(*at.ArtifactLocation.URI, " #\\") || at.Region == nil ||
			*at.Region.StartLine < 1 {
			t.Errorf("place %+v", at)
		}
		if r.PartialFingerprints["primaryLocationLineHash"] == "" {
			t.Errorf("no fingerprint for %s", *r.RuleID)
		}
	}
}

// A code quality report of GitLab is a list of objects with these fields, whose fingerprints differ
// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
func TestGitLabHoldsToTheFormat(t *testing.T) {
	var b bytes.Buffer
	if err := GitLab(&b, everyRule(), Options{}); err != nil {
		t.Fatal(err)
	}
	var issues []struct {
		Description, Fingerprint, Severity *string
		CheckName                          *string `json:"check_name"`
		Location                           *struct {
			Path  *string
			Lines *struct{ Begin, End *int }
		}
	}
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	if err := d.Decode(&issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, issue := range issues {
		if issue.Description == nil || *issue.Description == "" || issue.CheckName == nil || issue.Fingerprint == nil ||
			issue.Severity == nil ||
			issue.Location == nil || issue.Location.Path == nil ||
			issue.Location.Lines == nil ||
			issue.Location.Lines.Begin == nil {
			t.Fatalf("issue %d lacks a field: %+v", i, issue)
		}
		switch *issue.Severity {
		case "info", "minor", "major", "critical", "blocker":
		default:
			t.Errorf("severity %s", *issue.Severity)
		}
		if *issue.Location.Lines.Begin < 1 || strings.HasPrefix(*issue.Location.Path, "./") {
			t.Errorf("place %s:%d", *issue.Location.Path, *issue.Location.Lines.Begin)
		}
		if seen[*issue.Fingerprint] {
			t.Errorf("fingerprint %s comes twice", *issue.Fingerprint)
		}
		seen[*issue.Fingerprint] = true
	}
	if len(issues) != len(everyRule()) {
		t.Errorf("%d issues", len(issues))
	}
}
