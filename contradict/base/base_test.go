package base

import (
	"fmt"
	"slices"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// parsedRequirements are plain normative sentences, each of a document of its own.
func parsedRequirements() (list []*read.Parsed) {
	subjects := []string{"The gateway", "The importer", "A worker", "Each replica", "The billing service", "The sync client"}
	rules := []string{
		"MUST reject expired certificates.", "SHALL accept at most 12 parts.", "SHOULD retry failed uploads at most 5 times.",
		"must close idle connections after 30 seconds.", "is enabled by default.", "does not preserve empty directories.",
		"keeps audit records for 90 days.", "MUST encrypt backups at rest.", "must delete temporary files.",
		"MUST validate the signature before the payload is parsed.",
	}
	for _, subject := range subjects {
		for _, rule := range rules {
			document := fmt.Sprintf("doc%d.md", len(list))
			list = append(list, read.Parse(read.Statement{Text: subject + " " + rule, Document: document}))
		}
	}
	return list
}

func TestBaseFindsThePlantedConflict(t *testing.T) {
	statements := parsedRequirements()
	planted := read.Parse(read.Statement{Text: "The importer must close idle connections after 5 minutes.", Document: "new.md"})
	free := read.Parse(read.Statement{Text: "Idle connections of the sync client: we close them after 2 hours.", Document: "new.md"})
	found := New(statements).Conflicts([]*read.Parsed{planted, free}, judge.Reject)
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
		statements = append(statements, read.Parse(read.Statement{Text: text, Document: "extra.md"}))
	}
	all := New(statements).All(judge.Warn)
	var pairwise []float64
	base := New(statements)
	for i := range statements {
		for j := range i {
			if v := judge.Judge(statements[j], statements[i], base.Rarity); v.Energy >= judge.Warn {
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
	first := New(statements).All(0.01)
	for range 3 {
		again := New(statements).All(0.01)
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
	var statements []*read.Parsed
	for i := range 4 {
		text := fmt.Sprintf("The feature needs %d new API calls.", i+2)
		statements = append(statements,
			read.Parse(read.Statement{Text: text, Document: fmt.Sprint(i), Context: []string{fmt.Sprint("Feature ", i), "Cost"}}))
	}
	if found := New(statements).All(judge.Reject); len(found) > 0 {
		t.Errorf("%d rejects: %s", len(found), found[0].Verdict.Explain())
	}
}

func TestDuplicates(t *testing.T) {
	statements := parsedRequirements()
	same := read.Parse(read.Statement{Text: "The gateway shall reject expired certificates.", Document: "new.md"})
	other := read.Parse(read.Statement{Text: "The gateway must not reject expired certificates.", Document: "new.md"})
	found := New(statements).Duplicates([]*read.Parsed{same, other})
	if len(found) != 1 || found[0].A != same || found[0].B.Text != "The gateway MUST reject expired certificates." {
		t.Errorf("found %d: %+v", len(found), found)
	}
}
