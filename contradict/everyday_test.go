package contradict

import (
	goflag "flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = goflag.Bool("update", false, "write the expected verdicts anew")

// everyday reads a file of testdata: groups of statements that speak of one thing.
func everyday(t *testing.T, name string) (groups [][]*Parsed) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		var group []*Parsed
		for line := range strings.Lines(block) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				group = append(group, Parse(everydayStatement(line)))
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// everydayStatement reads "[document] heading > heading (condition) | text".
func everydayStatement(line string) Statement {
	before, text, ok := strings.Cut(line, " | ")
	if !ok {
		return Statement{Text: line}
	}
	s := Statement{Text: text}
	if rest, ok := strings.CutPrefix(before, "["); ok {
		s.Document, before, _ = strings.Cut(rest, "]")
	}
	if before, condition, ok := strings.Cut(before, "("); ok {
		s.Conditions = []string{strings.TrimSuffix(condition, ")")}
		s.Context = headings(before)
		return s
	}
	s.Context = headings(before)
	return s
}

func headings(path string) []string {
	if path = strings.TrimSpace(path); path == "" {
		return nil
	}
	return strings.Split(path, " > ")
}

// What is judged of every two statements of a group, in full: a rule that begins or ceases to hold,
// or holds by another measure, shows in the words of these lines.
func TestEverydayVerdicts(t *testing.T) {
	var b strings.Builder
	pairs := everyday(t, "everyday.txt")
	for _, p := range readTestPairs(t) {
		pairs = append(pairs, []*Parsed{
			Parse(Statement{Text: p.A, Context: p.AContext}), Parse(Statement{Text: p.B, Context: p.BContext}),
		})
	}
	for _, group := range pairs {
		for i, x := range group {
			for _, y := range group[:i] {
				v := Judge(y, x, nil)
				if v.Relation == None && v.Signal.Kind == "" {
					fmt.Fprintf(&b, "%s / %s\n\tnothing, aligned %.3f\n", y.Text, x.Text, v.Alignment)
					continue
				}
				fmt.Fprintf(&b, "%s / %s\n\t%s %.3f %s", y.Text, x.Text, v.Relation, v.Energy, v.Explain())
				for _, s := range v.Others {
					fmt.Fprintf(&b, " and %s %.2f: %q vs %q", s.Kind, s.Strength, s.A, s.B)
				}
				b.WriteByte('\n')
			}
		}
	}
	compareGolden(t, "testdata/everyday.verdicts", b.String())
}

// compareGolden compares with a file, line by line, or writes it with -update.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
