package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// Judged gives the energy of two statements of two notes.
func judged(a, b read.Statement) Verdict { return Judge(read.Parse(a), read.Parse(b), nil) }

// What is said of two things by their names, and what is said of one thing.
func TestTwoThingsByTheirNames(t *testing.T) {
	for _, test := range []struct {
		a, b string
		one  bool
	}{
		{"The upload limit of plan A is 10 MB.", "The upload limit of plan B is 500 MB.", false},
		{"The upload limit of Plan A is 10 MB.", "The upload limit of Plan B is 500 MB.", false},
		{"The upload limit of the search team is 3 MB.", "The upload limit of the billing team is 60 MB.", false},
		{"Backups of the apac region are kept for 45 days.", "Backups of the eu-west-1 region are kept for 3 days.", false},
		{"Backups of apac are kept for 45 days.", "Backups of eu-west-1 are kept for 3 days.", false},
		{"Version 3.0 retries failed calls 9 times.", "Version v5 retries failed calls 3 times.", false},
		{"The upload limit of Redis is 10 MB.", "The upload limit of Kafka is 500 MB.", false},
		{"The upload limit of Plan A is 10 MB.", "The upload limit of Plan A is 500 MB.", true},
		{"The upload limit of the search team is 3 MB.", "The upload limit of the search team is 60 MB.", true},
		{"Service A must retry failed calls.", "Service B must not retry failed calls.", false},
		{"Backups of eu-west-1 are kept for 3 days.", "Backups of ap-south-2 are kept for 30 days.", false},
		{"In staging, sessions expire after 5 minutes.", "In production, sessions expire after 12 hours.", false},
		{"Caching is enabled for team Red.", "Caching is disabled for team Blue.", false},
		{"Requests to Kafka must be logged.", "Requests to Redis must not be logged.", false},
		{"The database of Redis users is PostgreSQL.", "The database of Kafka users is MySQL.", false},
		{"`max_conns` is limited to 10 per host.", "`idle_conns` is limited to 90 per host.", false},
		{"The limit for tenant acme is 10 requests.", "The limit for tenant globex is 90 requests.", false},
		{"Rules of `a.yaml` are enforced.", "Rules of `b.yaml` are not enforced.", false},

		{"The upload limit of plan A is 10 MB.", "The upload limit of plan A is 500 MB.", true},
		{"Service A must retry failed calls.", "Service A must not retry failed calls.", true},
		{"Backups of eu-west-1 are kept for 3 days.", "Backups of eu-west-1 are kept for 30 days.", true},
		{"The ledger is stored in PostgreSQL.", "The ledger is stored in MongoDB.", true},
		{"Only admins can delete a project.", "All members can delete a project.", true},
		{"Deploys go to eu-west-1.", "Deploys do not go to eu-west-1.", true},
	} {
		if v := judgeTexts(test.a, test.b); (v.Energy >= Warn) != test.one {
			t.Errorf("%.2f for %q and %q: %s", v.Energy, test.a, test.b, v.Explain())
		}
	}
}

// Notes of a series say the same each of its own subject.
func TestNotesOfASeries(t *testing.T) {
	of := func(document, title, text string) read.Statement {
		return read.Statement{Text: text, Document: document, Title: title, Context: []string{title}}
	}
	for _, test := range []struct {
		name string
		a, b read.Statement
		told bool
	}{
		{"by their files", of("plans/free-plan.md", "", "Exports hold 100 rows at most."),
			of("plans/paid-plan.md", "", "Exports hold 9000 rows at most."), false},
		{"by their folders", of("eu-cluster/README.md", "", "Nodes are replaced after 9 days."),
			of("us-cluster/README.md", "", "Nodes are replaced after 30 days."), false},
		{"by their titles", of("a.md", "Client of the bank", "Uploads are limited to 5 MB."),
			of("b.md", "Client of the shop", "Uploads are limited to 50 MB."), false},
		{"by what they are called", of("deploy/aws.md", "Deploy on AWS", "The cluster runs on AWS."),
			of("deploy/azure.md", "Deploy on Azure", "The cluster runs on Azure."), false},
		{"by their versions", of("spec/write.md", "Write 1.0", "Senders MUST use TLS 1.2."),
			of("spec/write_2_0.md", "Write 2.0", "Senders MUST use TLS 1.3."), false},
		{"by their proposals", of("eip-2537.md", "Curve operations", "A field element has 64 bytes."),
			of("eip-7951.md", "Key agreement", "A field element has 32 bytes."), false},

		{"by their commands", of("commands/sadd.md", "", "Add the given members to the set of a key."),
			of("commands/srem.md", "", "Remove the given members from the set of a key."), false},
		{"by the first word of their folders", of("sig-doors/README.md", "", "The regular meeting is on Mondays at 9:00."),
			of("sig-lifts/JOIN.md", "", "The regular meeting is on Fridays at 9:00."), false},
		{"beside the folder of a version", of("en/v0.9/docs/doors.md", "", "The `AutoLock` gate of doors is enabled by default."),
			of("en/docs/lifts.md", "", "The `AutoLock` gate of doors is not enabled by default."), false},

		{"in French", of("a.md", "Un", "[AWS](a.md) est une plateforme d'hébergement d'applications web complète qui peut être "+
			"utilisée pour déployer un site."), of("b.md", "Deux", "[GCP](b.md) est une plateforme d'hébergement "+
			"d'applications web complète qui peut être utilisée pour déployer un site."), false},
		{"in Portuguese", of("a.md", "Um", "Por exemplo, é recomendado usar o guarda no arquivo do hotel para que abra."),
			of("b.md", "Dois", "Por exemplo, é recomendado usar o guarda em arquivo do hotel para que abra."), false},
		{"an argument of each", of("blur.md", "Blur", "The percentage must be in the range [-100, 100] where 0 has no effect."),
			of("glow.md", "Glow", "The percentage must be in the range [-100, 500] where 0 has no effect."), false},
		{"in Japanese", of("a.md", "Un",
			"この[**統合**][x]は、[SolidJS](https://a.example)コンポーネントのレンダリングを有効にします。"),
			of("b.md", "Deux", "この[**統合**][x]は、[Preact](https://b.example)コンポーネントのレンダリングを有効にします。"), false},

		{"per and MIT are English", of("a.md", "One", "MIT is chosen per file, and Redis per session."),
			of("b.md", "Two", "MIT is chosen per file, and Memcached per session."), true},
		{"a verb in a longer name", of("rules/label-adding.md", "", "Add labels to pull requests."),
			of("rules/label-removal.md", "", "Remove labels from pull requests."), true},
		{"the version of one name", of("door.md", "Doors", "The current RLPX version is 5."),
			of("lift.md", "Finding a lift", "The current RLPX version is 4."), true},
		{"what is denied in folders of one word", of("sig-doors/README.md", "", "Guests must open the doors of the hall."),
			of("sig-lifts/JOIN.md", "", "Guests must not open the doors of the hall."), true},
		{"one subject", of("adr/0003-sessions.md", "Sessions", "Sessions expire after 30 minutes."),
			of("adr/0007-limits.md", "Limits", "Sessions expire after 12 hours."), true},
		{"what the titles differ in is said", of("a.md", "Use Redis for sessions", "Sessions live in Redis."),
			of("b.md", "Use MySQL for sessions", "Sessions live in MySQL."), true},
		{"another frame of names", of("docs/sessions.md", "Sessions", "Sessions expire after 30 minutes."),
			of("docs/limits.md", "Limits", "Sessions expire after 12 hours."), true},
		{"a frame under headings of its own", of("docs/queue.md", "Queue", "The broker keeps messages for two days."),
			of("docs/audit.md", "Audit", "The broker keeps messages for seven days."), true},
	} {
		if v := judged(test.a, test.b); (v.Energy >= Warn) != test.told {
			t.Errorf("%s: %.2f: %s", test.name, v.Energy, v.Explain())
		}
	}
}
