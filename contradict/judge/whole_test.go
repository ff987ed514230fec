package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// energyOf judges two statements of two notes.
func energyOf(a, b string) float64 {
	return Judge(read.Parse(read.Statement{Text: a, Document: "a.md"}), read.Parse(read.Statement{Text: b, Document: "b.md"}), nil).Energy
}

// What is chosen for the whole of a thing leaves no room for another choice in it, whatever else the sentences say.
func TestChoicesForTheWhole(t *testing.T) {
	for _, c := range []struct {
		a, b string
		told bool
	}{
		{"Styles of the shop are supported inside of any JavaScript file, such as components of the shop.",
			"You can import files of styles, write TypeScript code inside of a component of the shop, and use an options file.", false},
		{"Every printer in hall 2 runs Linux.", "The label printer, hall 2 desk 7, is a Windows box of 2019.", true},
		{"Everything in the monorepo is built with Bazel.", "The docs site in the monorepo is built with Gradle.", true},
		{"Our whole website is hosted on AWS.", "Our website is hosted on Azure, in the two regions near us.", true},
		{"Invoices are kept in PostgreSQL and nowhere else.", "Invoice records are stored in MongoDB, one per customer and month.", true},
		{"Calls between internal services use gRPC exclusively.",
			"Between our internal services we speak plain JSON REST over HTTP.", true},
		{"All internal dashboards are written in Go.", "The internal tracker is written in Rust.", false},
		{"Every server in rack 4 runs Linux.", "The build server beside the desk runs Windows.", false},
		{"Everything in class F sits on Azure.", "Everything in class E sits on AWS.", false},
		{"Every server in rack 4 runs Linux.", "The server in rack 5 runs Windows.", false},
		{"Every server in rack 4 runs Linux.", "No server in rack 4 runs Windows.", false},
		{"Internal dashboards are written exclusively in Go.", "The internal tracker is written in Rust.", false},
		{"All events go through RabbitMQ.", "Events of the shop are published to Kafka.", true},
		{"Events of the shop, a single Kafka topic, are kept.", "Events of the bank go through RabbitMQ.", false},
		{"Every service is built with Bazel.", "Services (+3 with Gradle)", false},
		{"When present, each MUST resolve to PostgreSQL.", "Client engines resolve to SQLite.", false},
		{"Domain events travel over Kafka.", "Domain events are published to RabbitMQ, one exchange per team.", true},
		{"For containers without a cluster, ECS is solid.", "Week 2: learn containers and Kubernetes", false},
		{"All Jira tickets are copied to Trello.", "All new tickets are filed in Jira.", false},
		{"The guild meets every other Tuesday at 15:00 UTC.", "The 15:00 UTC talk is on Wednesday.", false},
		{"Every signature, handshake and SHA-256 hash is checked.", "A signature begins with a Keccak256 hash of the text.", false},
	} {
		if got := energyOf(c.a, c.b); (got >= Warn) != c.told {
			t.Errorf("%s / %s: %.2f, told %t", c.a, c.b, got, c.told)
		}
		if got := energyOf(c.b, c.a); (got >= Warn) != c.told {
			t.Errorf("the other way round, %s / %s: %.2f, told %t", c.b, c.a, got, c.told)
		}
	}
}

// None of a thing excludes one of it where both speak of one place, and only there.
func TestNoneAndAtLeastOne(t *testing.T) {
	for _, c := range []struct {
		a, b string
		told bool
	}{
		{"Checkout pages load no tracking scripts.", "At least one tracking script runs on the checkout pages.", true},
		{"Checkout pages load no tracking scripts whatsoever.",
			"At least one tracking script, the ad beacon, runs on the checkout pages.", true},
		{"The header has no checksum field.", "A footer has at least one checksum field.", false},
		{"Checkout pages load no tracking scripts.", "Tracking scripts slow down pages.", false},
	} {
		if got := energyOf(c.a, c.b); (got >= Warn) != c.told {
			t.Errorf("%s / %s: %.2f, told %t", c.a, c.b, got, c.told)
		}
	}
}

// A clause behind a semicolon, of which the other side says nothing, does not blur what stands before it.
func TestClauseBehindSemicolon(t *testing.T) {
	const a = "The importer rejects rows with unknown columns."
	const b = "Rows with unknown columns are accepted by the importer"
	if got := energyOf(a, b+"; the extra fields are ignored."); got < Warn {
		t.Errorf("behind a semicolon: %.2f", got)
	}
	if got := energyOf(a, b+" of the second shop, which reads them with another schema."); got >= Warn {
		t.Errorf("in the sentence itself: %.2f", got)
	}
}

// A ban and a duty about the same four things are told of; about fewer they mostly are of two things.
func TestDutyAndBanInFull(t *testing.T) {
	const duty = "Before each season launch, a load test has to be run against the live cluster."
	if got := energyOf(duty, "Load testing the live cluster is forbidden, season launch or not."); got < Warn {
		t.Errorf("the same things: %.2f", got)
	}
	if got := energyOf(duty, "Load testing the mirror is forbidden."); got >= Warn {
		t.Errorf("other things: %.2f", got)
	}
}
