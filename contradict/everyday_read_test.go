package contradict

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What is read in every statement: whether it asserts, how firmly, what it speaks of, what it
// denies, counts and answers, and when it holds.
func TestEverydayReadings(t *testing.T) {
	var b strings.Builder
	for _, p := range slices.Concat(append(everyday(t, "everyday.txt"), everyday(t, "prose.txt")...)...) {
		fmt.Fprintf(&b, "%s\n", p.Text)
		say := func(what string, value any) {
			if said := fmt.Sprint(value); said != "" && said != "[]" && said != "false" && said != "{}" {
				fmt.Fprintf(&b, "\t%s %s\n", what, said)
			}
		}
		say("force", p.Force())
		say("speaks of", p.Terms())
		say("only on condition", strings.Join(slices.Concat(p.inherited, p.headConditions, p.conditionTerms), " "))
		for _, n := range p.negations {
			say("denies", fmt.Sprintf("%s by %s, in a condition %t, content %d", n.target, n.cue, n.condition, n.at))
		}
		for _, q := range p.quantities {
			say("counts", fmt.Sprintf("%q %s %v %g to %g (%g), in a condition %t, content %d, token %d",
				q.version, q.dimension, q.comparator, q.value, q.high, q.factor, q.condition, q.at, q.token))
		}
		for _, c := range p.clauses {
			say("clause", fmt.Sprintf("%s %d-%d, opens %t", c.opener, c.start, c.end, c.leading))
		}
		for _, s := range p.slots {
			say("answers", fmt.Sprintf("%v %s %q %.2f %v of %v, does %v, token %d, negative %t, in a condition %t, modal %t, counted %t",
				s.kind, s.name, s.text, s.strength, s.fillers, s.subject, s.object, s.at, s.negative, s.condition, s.modal, s.counted))
		}
		for _, a := range p.anchors {
			say("anchored at", fmt.Sprintf("%s %.2f %t", a.term, a.weight, a.answer))
		}
		say("where", p.scopes)
		say("numbers of", p.attributes)
		say("names", p.designators)
		say("verb", fmt.Sprintf("%d, predicate %d, lead %s, explained from %d", p.verb, p.main, p.lead, p.head))
		for _, is := range []struct {
			what string
			is   bool
		}{
			{"all", p.quantifier.universal}, {"some", p.quantifier.existential}, {"none", p.quantifier.none},
			{"no", p.quantifier.no}, {"several", p.quantifier.plural},
			{"silent", p.silent}, {"unreal", p.unreal}, {"sole", p.sole}, {"only", p.only}, {"too", p.additive},
			{"rated", p.rated}, {"no sentence", !p.finite}, {"anaphoric", p.anaphoric}, {"introduces", p.introduces},
		} {
			say(is.what, is.is)
		}
	}
	compareGolden(t, "testdata/everyday.readings", b.String())
}
