package base

import (
	"errors"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/record"
)

func TestStoredBaseFindsTheSame(t *testing.T) {
	statements := parsedRequirements()
	base := New(statements)
	var w record.Writer
	base.Write(&w)
	loaded := 0
	stored, err := Read(string(w.Data), func(i int) *read.Parsed {
		loaded++
		return statements[i]
	})
	if err != nil {
		t.Fatal(err)
	}
	fresh := []*read.Parsed{read.Parse(read.Statement{Text: "The importer keeps audit records for 9 days.", Document: "new.md"})}
	want, got := base.Conflicts(fresh, judge.Warn), stored.Conflicts(fresh, judge.Warn)
	if len(want) == 0 || len(got) != len(want) || got[0].B.Text != want[0].B.Text || got[0].Verdict.Energy != want[0].Verdict.Energy {
		t.Errorf("found %d, want %d", len(got), len(want))
	}
	if loaded == 0 || loaded == len(statements) {
		t.Errorf("%d of %d statements were loaded", loaded, len(statements))
	}
}

func TestDropTakesADocumentOut(t *testing.T) {
	statements := parsedRequirements()
	planted := read.Parse(read.Statement{Text: "The gateway MUST NOT validate the signature before the payload is parsed.",
		Document: "new.md"})
	base := New(statements)
	found := base.Conflicts([]*read.Parsed{planted}, judge.Reject)
	if len(found) != 1 {
		t.Fatalf("%d rejects before the drop", len(found))
	}
	base.Drop(found[0].B.Document)
	if again := base.Conflicts([]*read.Parsed{planted}, judge.Reject); len(again) != 0 {
		t.Errorf("%d rejects after the drop", len(again))
	}
	if all := base.All(judge.Reject); len(all) != 0 {
		t.Errorf("%d rejects in all", len(all))
	}
}

func FuzzReadBase(f *testing.F) {
	var w record.Writer
	New(parsedRequirements()[:5]).Write(&w)
	f.Add(w.Data)
	f.Add(w.Data[:len(w.Data)/2])
	f.Add([]byte(storeVersion))
	parsed := read.Parse(read.Statement{Text: "The port is 80."})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Read(string(data), func(int) *read.Parsed { return parsed })
		if err != nil {
			if !errors.Is(err, errStore) {
				t.Fatalf("error %v", err)
			}
			return
		}
		b.Conflicts([]*read.Parsed{parsed}, judge.Warn)
	})
}
