package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// What narrows its subject, is not now, only could be or says the same contradicts nothing; beside
// each what does.
func TestDoubts(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		told       bool
	}{
		{"scope", "Sessions expire after 30 minutes.", "Sessions of the mobile app expire after 90 days.", false},
		{"scope of a denial", "The proxy retries requests.", "The proxy does not retry requests for unhealthy nodes.", false},
		{"a denial without exception", "We never squash feature branches.", "Feature branches are squashed on merge.", true},
		{"a condition", "Uploads are rejected.", "If the quota allows it, uploads are not rejected.", false},
		{"the past", "Deploys are automatic.", "We used to say that deploys are manual.", false},
		{"another year", "Deploys are automatic.", "In 2021, deploys are manual.", false},
		{"an earlier version", "The importer accepts CSV.", "Until 2.0 the importer does not accept CSV.", false},
		{"what is", "Existing workloads are affected.", "No existing workloads are affected.", true},
		{"a part of the other", "Skills are loaded by default.", "Hermes: skills are loaded by default", false},
		{"only", "Skills are loaded from the home folder.", "Skills are only loaded from the home folder.", false},
		{"undone", "The installer enables telemetry by default.", "The installer disables telemetry by default.", true},
		{"both can be", "Admins can enable the plugin.", "Admins can disable the plugin.", false},
		{"words of one spelling", "Two heads are better than one.", "Get better on their own.", false},
		{"denied", "Anonymous reads are allowed.", "Anonymous reads are denied.", true},
		{"how often", "The scheduler polls every 5 minutes.", "The scheduler polls hourly.", true},
		{"each says more of one thing", "The label printer was decommissioned in spring, stand and all.",
			"Parcels still go out through the label printer every evening, and the late shift checks the roll for stickers.", true},
		{"and of what belongs to it", "The label printer drivers were decommissioned in spring, manuals and all.",
			"Parcels still go out through the label printer every evening, and the late shift checks the roll for stickers.", false},
		{"a tenant named us", "Tenant us keeps logs for 10 days.", "Tenant de keeps logs for 30 days.", false},
		{"tags of a template", "{{< tabs Windows Linux >}}", "{{< tabs Windows macOS >}}", false},
		{"agreement in another order", "The reader takes both CBOR and JSON.", "JSON and CBOR are both read.", false},
	} {
		if v := judgeTexts(test.a, test.b); (v.Energy >= Warn) != test.told {
			t.Errorf("%s: %.2f: %s", test.name, v.Energy, v.Explain())
		}
	}
}

// In one note cases and steps follow each other; two rules that exclude each other do not.
func TestOneNote(t *testing.T) {
	at := func(text string, context ...string) read.Statement {
		return read.Statement{Text: text, Document: "a.md", Context: context}
	}
	for _, test := range []struct {
		name string
		a, b read.Statement
		told bool
	}{
		{"steps", at("Enable the feature gate.", "Upgrade"), at("Disable the feature gate.", "Upgrade"), false},
		{"steps of two procedures", at("Enable the feature gate in the scheduler.", "Upgrade"),
			at("Disable the feature gate in the scheduler.", "Downgrade"), false},
		{"cases by their headings", at("The switch uses the green instance.", "Steps", "Green only"),
			at("The switch uses the blue instance.", "Steps", "Blue only"), false},
		{"cases", at("Nodes have 2 cores.", "Round 2", "Method"), at("Nodes have 1 core.", "Round 1", "Method"), false},
		{"rules", at("Shreds MUST be signed by the leader.", "Format"), at("Shreds MUST NOT be signed by the leader.", "Format"), true},
		{"rules of two sections", at("Shreds MUST be signed by the leader.", "Summary"),
			at("Shreds MUST NOT be signed by the leader.", "Details", "Format"), true},
	} {
		if v := judged(test.a, test.b); (v.Energy >= Warn) != test.told {
			t.Errorf("%s: %.2f: %s", test.name, v.Energy, v.Explain())
		}
	}
}

// What begins with its verb is of what its own note or section describes; what has a subject is compared.
func TestNoSubject(t *testing.T) {
	for _, test := range []struct {
		a, b string
		told bool
	}{
		{"Allocates 8 bytes for each item.", "Allocates 6 bytes for each item.", false},
		{"Allocates and optionally clears 8 bytes for each item.", "Allocates and optionally clears 6 bytes for each item.", false},
		{"Writes data to a stream without locking.", "Reads data from a stream without locking.", false},
		{"Returns the text of the value `true`.", "The text of the value `false`.", false},
		{"Press **Enter**.", "Don't press **Enter**.", false},
		{"She has kept the gate for over 4 years.", "She has kept the gate for over 2 years.", false},
		{"Notice that this page has a title between the hall and the door.",
			"Notice that this page does not have a title between the hall and the door.", false},
		{"The following rooms of the hotel are heated in winter.", "The following rooms of the hotel are not heated in winter.", false},
		{"The allocator takes 8 bytes for each item.", "The allocator takes 6 bytes for each item.", true},
		{"Sessions expire after 30 minutes.", "Sessions expire after 12 hours.", true},
		{"Readers press no keys of the console.", "Readers press keys of the console.", true},
	} {
		v := judged(read.Statement{Text: test.a, Document: "a.md"}, read.Statement{Text: test.b, Document: "b.md"})
		if (v.Energy >= Warn) != test.told {
			t.Errorf("%s / %s: %.2f: %s", test.a, test.b, v.Energy, v.Explain())
		}
	}
}
