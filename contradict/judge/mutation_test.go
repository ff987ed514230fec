package judge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// mutation changes the meaning of a statement, or its wording alone. It returns "" where it does not apply.
type mutation func(text string) string

func replaceFirst(pairs ...string) mutation {
	return func(text string) string {
		for i := 0; i < len(pairs); i += 2 {
			if strings.Contains(text, pairs[i]) {
				return strings.Replace(text, pairs[i], pairs[i+1], 1)
			}
		}
		return ""
	}
}

var rewordings = []mutation{
	replaceFirst(" MUST NOT ", " SHALL NOT ", " must not ", " is not allowed to "),
	replaceFirst(" MUST ", " SHALL ", " must ", " has to ", " shall ", " must "),
	replaceFirst(" is not ", " isn't ", " does not ", " doesn't ", " do not ", " don't ", " cannot ", " can not "),
	replaceFirst("The ", "Each ", "A ", "Each "),
	replaceFirst(" can ", " is able to ", " may ", " is allowed to "),
	replaceFirst(" store", " save", " maximum", " max", " delete", " remove", " use ", " employ "),
	func(text string) string { return "Note: " + text },
	func(text string) string { return strings.ReplaceAll(text, ",", "") },
	replaceFirst(" 60 seconds", " 1 minute", " 24 hours", " 1 day", " two ", " 2 ", " three ", " 3 "),
	func(text string) string {
		if condition, rest, found := strings.Cut(text, ", "); found && strings.HasPrefix(condition, "When ") {
			return upperFirst(strings.TrimSuffix(rest, ".")) + " " + strings.ToLower(condition[:1]) + condition[1:] + "."
		}
		return ""
	},
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Requirements generates plain normative sentences.
func requirements() (list []string) {
	subjects := []string{"The gateway", "The importer", "A worker", "Each replica", "The billing service", "The sync client"}
	rules := []string{
		"MUST reject expired certificates.", "SHALL accept at most 12 parts.", "SHOULD retry failed uploads at most 5 times.",
		"MUST NOT log personal data.", "must close idle connections after 30 seconds.", "shall store session keys in memory.",
		"is enabled by default.", "does not preserve empty directories.", "must answer health checks within 200 milliseconds.",
		"MUST validate the signature before the payload is parsed.", "SHOULD NOT block the main thread.",
		"keeps audit records for 90 days.", "must ignore unknown fields.", "MUST encrypt backups at rest.",
		"shall limit attachments to 25 megabytes.", "should process events in ascending order.",
		"SHALL include the request identifier in each reply.",
		"must delete temporary files.", "is required for every release.", "MUST allow at least 3 concurrent sessions.",
	}
	for _, subject := range subjects {
		for _, rule := range rules {
			list = append(list, subject+" "+rule)
		}
	}
	list = append(list, "When the token is expired, the gateway MUST answer with status 401.",
		"When a job fails, the worker shall notify the owner.")
	return list
}

// mutationRate applies a mutation to every text and returns how many of the mutants reach the energy.
func mutationRate(texts []string, mutate mutation, energy float64) (hit, all int, missed []string) {
	for _, text := range texts {
		mutant := mutate(text)
		if mutant == "" || mutant == text {
			continue
		}
		all++
		v := Judge(read.Parse(read.Statement{Text: text}), read.Parse(read.Statement{Text: mutant}), nil)
		if v.Energy >= energy {
			hit++
			continue
		}
		missed = append(missed, fmt.Sprintf("%.2f %q %q %s", v.Energy, text, mutant, v.Explain()))
	}
	return hit, all, missed
}

func TestMutationsOfMeaning(t *testing.T) {
	for _, test := range []struct {
		name   string
		mutate mutation
		least  float64
	}{{"polarity", flipPolarity, 0.95}, {"antonym", flipAntonym, 0.8}, {"number", flipNumber, 0.9}} {
		hit, all, missed := mutationRate(requirements(), test.mutate, Reject)
		if all == 0 || float64(hit) < test.least*float64(all) {
			t.Errorf("%s: %d of %d rejected, want %.0f %%; missed\n%s", test.name, hit, all, 100*test.least, strings.Join(missed, "\n"))
		}
	}
}

func TestRewordingsAreNoConflicts(t *testing.T) {
	applied := 0
	for i, reword := range rewordings {
		hit, all, _ := mutationRate(requirements(), reword, Warn)
		if applied += all; hit > 0 {
			t.Errorf("rewording %d: %d of %d warned of", i, hit, all)
		}
	}
	if applied < 300 {
		t.Errorf("only %d rewordings applied", applied)
	}
}
