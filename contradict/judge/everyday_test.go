package judge

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/everyday"
	"github.com/9aea2451/kb/contradict/read"
)

// What is judged of every two statements of a group, in full: a rule that begins or ceases to hold,
// or holds by another measure, shows in the words of these lines.
func TestEverydayVerdicts(t *testing.T) {
	pairs := groupsOf(t, "everyday.txt")
	for _, p := range readTestPairs(t) {
		pairs = append(pairs, []*read.Parsed{
			read.Parse(read.Statement{Text: p.A, Context: p.AContext}), read.Parse(read.Statement{Text: p.B, Context: p.BContext}),
		})
	}
	var b strings.Builder
	for _, group := range pairs {
		for i, x := range group {
			for _, y := range group[:i] {
				tell(&b, y, x)
			}
		}
	}
	everyday.Golden(t, "everyday.verdicts", b.String())
}

// What is judged of more groups, in both directions, and what a change from one statement to the
// other would be said to change.
func TestVerdictsOfCases(t *testing.T) {
	var b strings.Builder
	for _, group := range groupsOf(t, "cases.txt") {
		for i, x := range group {
			for _, y := range group[:i] {
				tell(&b, y, x)
				there, back := Compare(y, x), Compare(x, y)
				if there != back {
					t.Errorf("%q against %q differs in %v, the other way round in %v", y.Text, x.Text, there.Aspects(), back.Aspects())
				}
				fmt.Fprintf(&b, "\tdiffers in %s\n", strings.Join(there.Aspects(), ", "))
				if v, w := Judge(y, x, nil), Judge(x, y, nil); v.Relation != w.Relation || math.Abs(v.Energy-w.Energy) > 1e-9 {
					t.Errorf("%q against %q is %s %.3f, the other way round %s %.3f", y.Text, x.Text, v.Relation, v.Energy, w.Relation,
						w.Energy)
				}
			}
		}
	}
	everyday.Golden(t, "cases.verdicts", b.String())
}

func groupsOf(t *testing.T, name string) (groups [][]*read.Parsed) {
	t.Helper()
	for _, lines := range everyday.Groups(t, name) {
		var group []*read.Parsed
		for _, l := range lines {
			group = append(group, parsed(l))
		}
		groups = append(groups, group)
	}
	return groups
}

// tell writes what is judged of a pair, in full.
func tell(b *strings.Builder, x, y *read.Parsed) {
	v := Judge(x, y, nil)
	if v.Relation == None && v.Signal.Kind == "" {
		fmt.Fprintf(b, "%s / %s\n\tnothing, aligned %.3f\n", x.Text, y.Text, v.Alignment)
		return
	}
	fmt.Fprintf(b, "%s / %s\n\t%s %.3f %s", x.Text, y.Text, v.Relation, v.Energy, v.Explain())
	for _, s := range v.Others {
		fmt.Fprintf(b, " and %s %.2f: %q vs %q", s.Kind, s.Strength, s.A, s.B)
	}
	b.WriteByte('\n')
}
