package judge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/everyday"
	"github.com/9aea2451/kb/contradict/read"
)

// What is judged of every two statements of a group, in full: a rule that begins or ceases to hold,
// or holds by another measure, shows in the words of these lines.
func TestEverydayVerdicts(t *testing.T) {
	var b strings.Builder
	var pairs [][]*read.Parsed
	for _, lines := range everyday.Groups(t, "everyday.txt") {
		var group []*read.Parsed
		for _, l := range lines {
			group = append(group, parsed(l))
		}
		pairs = append(pairs, group)
	}
	for _, p := range readTestPairs(t) {
		pairs = append(pairs, []*read.Parsed{
			read.Parse(read.Statement{Text: p.A, Context: p.AContext}), read.Parse(read.Statement{Text: p.B, Context: p.BContext}),
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
	everyday.Golden(t, "everyday.verdicts", b.String())
}
