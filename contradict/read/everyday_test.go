package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/everyday"
)

// What is read in every statement: whether it asserts, how firmly, what it speaks of, what it
// denies, counts and answers, and when it holds.
func TestEverydayReadings(t *testing.T) {
	var b strings.Builder
	for _, l := range slices.Concat(append(everyday.Groups(t, "everyday.txt"), everyday.Groups(t, "prose.txt")...)...) {
		p := Parse(Statement{Text: l.Text, Context: l.Context, Conditions: l.Conditions, Document: l.Document})
		fmt.Fprintf(&b, "%s\n", p.Text)
		say := func(what string, value any) {
			if said := fmt.Sprint(value); said != "" && said != "[]" && said != "false" && said != "{}" {
				fmt.Fprintf(&b, "\t%s %s\n", what, said)
			}
		}
		say("force", p.Force)
		say("speaks of", p.Terms())
		say("only on condition", strings.Join(slices.Concat(p.Inherited, p.HeadConditions, p.ConditionTerms), " "))
		for _, n := range p.Negations {
			say("denies", fmt.Sprintf("%s by %s, in a condition %t, content %d", n.Target, n.cue, n.Condition, n.At))
		}
		for _, q := range p.Quantities {
			say("counts", fmt.Sprintf("%q %s %v %g to %g (%g), in a condition %t, content %d, token %d",
				q.Version, q.Dimension, q.Comparator, q.Value, q.High, q.Factor, q.Condition, q.at, q.Token))
		}
		for _, c := range p.Clauses {
			say("clause", fmt.Sprintf("%s %d-%d, opens %t", c.Opener, c.start, c.end, c.Leading))
		}
		for _, s := range p.Slots {
			say("answers", fmt.Sprintf("%v %s %q %.2f %v of %v, does %v, token %d, negative %t, in a condition %t, modal %t, counted %t",
				s.Kind, s.Name, s.Text, s.Strength, s.Fillers, s.Subject, s.Object, s.at, s.Negative, s.Condition, s.Modal, s.Counted))
		}
		for _, a := range p.Anchors {
			say("anchored at", fmt.Sprintf("%s %.2f %t", a.Term, a.Weight, a.Answer))
		}
		say("where", p.Scopes)
		say("numbers of", p.Attributes)
		say("names", p.Designators)
		say("verb", fmt.Sprintf("%d, predicate %d, lead %s, explained from %d", p.Verb, p.main, p.Lead, p.Head))
		for _, is := range []struct {
			what string
			is   bool
		}{
			{"all", p.Quantifier.Universal}, {"some", p.Quantifier.Existential}, {"none", p.Quantifier.None},
			{"no", p.Quantifier.No}, {"several", p.Quantifier.Plural},
			{"silent", p.Silent}, {"unreal", p.Unreal}, {"sole", p.Sole}, {"only", p.Only}, {"too", p.Additive},
			{"rated", p.rated}, {"no sentence", !p.Finite}, {"anaphoric", p.Anaphoric}, {"introduces", p.Introduces},
		} {
			say(is.what, is.is)
		}
	}
	everyday.Golden(t, "everyday.readings", b.String())
}
