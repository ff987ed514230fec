package contradict

import (
	"errors"
	"testing"

	"github.com/9aea2451/kb/kb/record"
)

func TestStoredBaseFindsTheSame(t *testing.T) {
	statements := parsedRequirements()
	base := NewBase(statements)
	var w record.Writer
	base.Write(&w)
	loaded := 0
	stored, err := ReadBase(string(w.Data), func(i int) *Parsed {
		loaded++
		return statements[i]
	})
	if err != nil {
		t.Fatal(err)
	}
	fresh := []*Parsed{Parse(Statement{Text: "The importer keeps audit records for 9 days.", Document: "new.md"})}
	want, got := base.Conflicts(fresh, Warn), stored.Conflicts(fresh, Warn)
	if len(want) == 0 || len(got) != len(want) || got[0].B.Text != want[0].B.Text || got[0].Verdict.Energy != want[0].Verdict.Energy {
		t.Errorf("found %d, want %d", len(got), len(want))
	}
	if loaded == 0 || loaded == len(statements) {
		t.Errorf("%d of %d statements were loaded", loaded, len(statements))
	}
}

func TestDropTakesADocumentOut(t *testing.T) {
	statements := parsedRequirements()
	planted := Parse(Statement{Text: "The gateway MUST NOT validate the signature before the payload is parsed.", Document: "new.md"})
	base := NewBase(statements)
	found := base.Conflicts([]*Parsed{planted}, Reject)
	if len(found) != 1 {
		t.Fatalf("%d rejects before the drop", len(found))
	}
	base.Drop(found[0].B.Document)
	if again := base.Conflicts([]*Parsed{planted}, Reject); len(again) != 0 {
		t.Errorf("%d rejects after the drop", len(again))
	}
	if all := base.All(Reject); len(all) != 0 {
		t.Errorf("%d rejects in all", len(all))
	}
}

func FuzzReadBase(f *testing.F) {
	var w record.Writer
	NewBase(parsedRequirements()[:5]).Write(&w)
	f.Add(w.Data)
	f.Add(w.Data[:len(w.Data)/2])
	f.Add([]byte(storeVersion))
	parsed := Parse(Statement{Text: "The port is 80."})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ReadBase(string(data), func(int) *Parsed { return parsed })
		if err != nil {
			if !errors.Is(err, ErrStore) {
				t.Fatalf("error %v", err)
			}
			return
		}
		b.Conflicts([]*Parsed{parsed}, Warn)
	})
}
