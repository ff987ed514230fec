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
	groups := append(everyday.Groups(t, "everyday.txt"), everyday.Groups(t, "prose.txt")...)
	for _, l := range slices.Concat(append(groups, rareForms())...) {
		p := Parse(Statement{Text: l.Text, Context: l.Context, Conditions: l.Conditions, Document: l.Document})
		fmt.Fprintf(&b, "%s\n", p.Text)
		say := func(what string, value any) {
			if said := fmt.Sprint(value); said != "" && said != "[]" && said != "false" && said != "{}" {
				fmt.Fprintf(&b, "\t%s %s\n", what, said)
			}
		}
		say("force", p.Force)
		say("speaks of", p.Terms())
		say("only on condition", strings.Join(slices.Concat(p.Inherited, p.ConditionTerms), " "))
		for _, n := range p.Negations {
			say("denies", fmt.Sprintf("%s by %s, in a condition %t, content %d", n.Target, n.cue, n.Condition, n.At))
		}
		for _, q := range p.Quantities {
			say("counts", fmt.Sprintf("%q %s %v %g to %g (%g), in a condition %t, content %d, token %d",
				q.Version, q.Dimension, q.Comparator, q.Value, q.High, q.Factor, q.Condition, q.at, q.Token))
			say("  written", p.Amount(&q))
			say("  a label", q.IsLabel())
		}
		for _, c := range p.Clauses {
			say("clause", fmt.Sprintf("%s %d-%d, opens %t", c.Opener, c.start, c.end, c.Leading))
		}
		for _, s := range p.Slots {
			say("answers", fmt.Sprintf("%v %s %q %.2f %v of %v, does %v, token %d, negative %t, in a condition %t, modal %t, counted %t",
				s.Kind, s.Name, s.Text, s.Strength, s.Fillers, s.Subject, s.Object, s.at, s.Negative, s.Condition, s.Modal, s.Counted))
			say("  an owner", p.NamesOwner(&s))
		}
		for _, a := range p.Anchors {
			say("anchored at", fmt.Sprintf("%s %.2f %t", a.Term, a.Weight, a.Answer))
		}
		say("where", p.Scopes)
		say("numbers of", p.Attributes)
		say("names", p.Designators)
		if len(p.Context) > 0 {
			say("below", p.LastHeading())
		}
		say("verb", fmt.Sprintf("%d, predicate %d, lead %s, explained from %d", p.Verb, p.main, p.Lead, p.Head))
		for _, is := range []struct {
			what string
			is   bool
		}{
			{"all", p.Quantifier.Universal}, {"some", p.Quantifier.Existential}, {"none", p.Quantifier.None},
			{"no", p.Quantifier.No}, {"several", p.Quantifier.Plural},
			{"silent", p.Silent}, {"unreal", p.Unreal}, {"sole", p.Sole}, {"only", p.Only}, {"too", p.Additive},
			{"rated", p.rated}, {"no sentence", !p.Finite}, {"anaphoric", p.Anaphoric},
			{"a rule", p.Rules()}, {"one acts", p.PronounActs()}, {"a denial", p.Quantifier.Denies()},
		} {
			say(is.what, is.is)
		}
	}
	everyday.Golden(t, "everyday.readings", b.String())
}

// rareForms are statements whose forms the lists do not have.
func rareForms() (lines []everyday.Line) {
	for _, text := range []string{
		"If no region is given, the client falls back to `eu-1`.",
		"If no region is given, `eu-1` is used.",
		"When the region is not set, Frankfurt is assumed.",
		"If no colour is given, it is `red`.",
		"The price is $5,000,000 per year.",
		"The fee is between €2 and €8.",
		"Store it at 2 to 8 degrees.",
		"Retry up to 3 times for 5 million users.",
		"Retries: 3.", "Attempts 4 and 5 are free.",
		"**Top 50**: 15 %.", "**Top 50:** 15 %.", "**Top 50** are 15 %.", "**" + strings.Repeat("long ", 15) + "**: 15 %.",
		"`allOf` - Schemas must match.", "`allOf` – schemas match.", "allOf means schemas.",
		"**`path`** (string, REQUIRED) is the path to the file.", "`path` the path to the file.",
		"The billing service is owned by the payments team.", "The billing service is owned by Anna.",
		"Anna owns the billing service.",
		"The billing service is owned by whoever wrote it.", "The `api` is owned by `x/y`.",
		"We never deploy on Fridays.", "They cache nothing.", "One caches it.",
		"Plugins which are optional are listed below.", "The second, optional, argument is a path.",
		"The phone number stays required.",
		"The phone number has been required.", "The gas required by the call is small.", "The header is required.",
		"The region gets cached.",
		"TODO: say how.", "To be decided.", "Release 1.2.0 came in 1999.", "Sort by date, newest first.",
		"Use MAX\\_SIZE of #12 and !important.",
		"The port is #8080.", "Version v2 is in use (2, 3).", "Item 1, item 2/3; 4.",
		"Nobody may push.", "No one reads it unless asked.", "Not all users can write.", "Neither tabs nor spaces are used.",
		"Every token not older than ten minutes is kept, except for guests.",
	} {
		lines = append(lines, everyday.Line{Text: text, Context: []string{"Sessions", "Tokens"}})
	}
	return lines
}
