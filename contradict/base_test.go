package contradict

import (
	"fmt"
	"slices"
	"testing"
)

func parsedRequirements() (list []*Parsed) {
	for i, text := range requirements() {
		list = append(list, Parse(Statement{Text: text, Document: fmt.Sprintf("doc%d.md", i)}))
	}
	return list
}

func TestBaseFindsThePlantedConflict(t *testing.T) {
	statements := parsedRequirements()
	planted := Parse(Statement{Text: "The importer must close idle connections after 5 minutes.", Document: "new.md"})
	free := Parse(Statement{Text: "Idle connections of the sync client: we close them after 2 hours.", Document: "new.md"})
	found := NewBase(statements).Conflicts([]*Parsed{planted, free}, Reject)
	if len(found) == 0 || found[0].A != planted || found[0].B.Text != "The importer must close idle connections after 30 seconds." {
		t.Fatalf("found %d: %+v", len(found), found)
	}
	for _, f := range found {
		if f.B.Document == f.A.Document {
			t.Errorf("the new statements do not contradict each other: %q", f.B.Text)
		}
	}
}

func TestAllEqualsConflictsOfEachStatement(t *testing.T) {
	statements := parsedRequirements()
	for _, text := range []string{
		"The gateway MUST NOT reject expired certificates.", "A worker keeps audit records for 7 days.",
		"The billing service is disabled by default.", "Audit records: a worker discards them at once.",
	} {
		statements = append(statements, Parse(Statement{Text: text, Document: "extra.md"}))
	}
	all := NewBase(statements).All(Warn)
	var pairwise []float64
	base := NewBase(statements)
	for i := range statements {
		for j := range i {
			if v := Judge(statements[j], statements[i], base.Rarity); v.Energy >= Warn {
				pairwise = append(pairwise, v.Energy)
			}
		}
	}
	if len(all) != len(pairwise) || len(all) < 3 {
		t.Fatalf("All finds %d, judging every pair %d", len(all), len(pairwise))
	}
	if !slices.IsSortedFunc(all, func(x, y Finding) int { return -compareEnergy(x, y) }) {
		t.Error("findings are not sorted by energy")
	}
}

func compareEnergy(x, y Finding) int {
	switch {
	case x.Verdict.Energy < y.Verdict.Energy:
		return -1
	case x.Verdict.Energy > y.Verdict.Energy:
		return 1
	}
	return 0
}

func TestAllIsDeterministic(t *testing.T) {
	statements := parsedRequirements()
	first := NewBase(statements).All(0.01)
	for range 3 {
		again := NewBase(statements).All(0.01)
		if len(again) != len(first) {
			t.Fatalf("%d findings, then %d", len(first), len(again))
		}
		for i := range first {
			if again[i].A != first[i].A || again[i].B != first[i].B || again[i].Verdict.Energy != first[i].Verdict.Energy {
				t.Fatalf("finding %d differs", i)
			}
		}
	}
}

// A form that many documents fill in says the same of each one's own subject.
func TestTemplatesOnlyWarn(t *testing.T) {
	var statements []*Parsed
	for i := range 4 {
		text := fmt.Sprintf("The feature needs %d new API calls.", i+2)
		statements = append(
			statements,
			Parse(Statement{Text: text, Document: fmt.Sprint(i), Context: []string{fmt.Sprint("Feature ", i), "Cost"}}),
		)
	}
	if found := NewBase(statements).All(Reject); len(found) > 0 {
		t.Errorf("%d rejects: %s", len(found), found[0].Verdict.Explain())
	}
}

func BenchmarkParse(b *testing.B) {
	texts := requirements()
	for i := 0; b.Loop(); i++ {
		Parse(Statement{Text: texts[i%len(texts)]})
	}
}

func BenchmarkJudge(b *testing.B) {
	statements := parsedRequirements()
	for i := 0; b.Loop(); i++ {
		Judge(statements[i%len(statements)], statements[(i*7+1)%len(statements)], nil)
	}
}

func TestDuplicates(t *testing.T) {
	statements := parsedRequirements()
	same := Parse(Statement{Text: "The gateway shall reject expired certificates.", Document: "new.md"})
	other := Parse(Statement{Text: "The gateway must not reject expired certificates.", Document: "new.md"})
	found := NewBase(statements).Duplicates([]*Parsed{same, other})
	if len(found) != 1 || found[0].A != same || found[0].B.Text != "The gateway MUST reject expired certificates." {
		t.Errorf("found %d: %+v", len(found), found)
	}
}
