package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/everyday"
	"github.com/9aea2451/kb/contradict/read"
)

// A gate that is no doubt, or that people cannot be told of, has no place in the table, and with those of a base there are
// 25 at most.
func TestGateTableIsSound(t *testing.T) {
	for _, d := range Doubts() {
		if d.Name == "" || d.When == "" || d.Factor <= 0 || d.Factor >= 1 || !d.Words && !d.Anchors {
			t.Errorf("%+v", d)
		}
	}
	if n := len(Doubts()); n > 24 {
		t.Errorf("%d doubts", n)
	}
}

// What the verdicts on everyday statements say stands in the tables, with no greater strength.
func TestVerdictsFollowTheTables(t *testing.T) {
	most, factors := map[SignalKind]float64{}, map[Gate]bool{}
	byWords, byAnchors := Reasons()
	for _, r := range append(byWords, byAnchors...) {
		most[r.Kind] = max(most[r.Kind], r.Most)
	}
	most[SignalCondition] = most[SignalOrder]
	for _, d := range Doubts() {
		factors[d.Gate] = true
	}
	signals, gates := map[SignalKind]bool{}, map[string]bool{}
	for _, lines := range everyday.Groups(t, "everyday.txt") {
		for i, x := range lines {
			for _, y := range lines[:i] {
				v := Judge(parsed(x), parsed(y), nil)
				if v.Signal.Kind == "" {
					continue
				}
				for _, s := range append([]Signal{v.Signal}, v.Others...) {
					if signals[s.Kind] = true; s.Strength > most[s.Kind] {
						t.Errorf("%s of %v, at most %v: %s / %s", s.Kind, s.Strength, most[s.Kind], x.Text, y.Text)
					}
				}
				for _, g := range v.Gates {
					if gates[g.Name] = true; !factors[g] {
						t.Errorf("%+v stands in no table: %s / %s", g, x.Text, y.Text)
					}
				}
			}
		}
	}
	if len(signals) < len(most)-1 || len(gates) < 13 {
		t.Errorf("only %d of %d signals and %d doubts are seen", len(signals), len(most), len(gates))
	}
}

func parsed(l everyday.Line) *read.Parsed {
	return read.Parse(read.Statement{Text: l.Text, Context: l.Context, Conditions: l.Conditions, Document: l.Document})
}
