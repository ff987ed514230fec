package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// What stands in folders called by choices, scopes or numbers, or in notes of one kind, is of each; in other folders
// it is of one thing.
func TestWhereNotesLie(t *testing.T) {
	const few, many = "Uploads hold 10 files at most.", "Uploads hold 90 files at most."
	of := func(document, title, text string) read.Statement {
		return read.Statement{Text: text, Document: document, Title: title}
	}
	for _, test := range []struct {
		name string
		a, b read.Statement
		told bool
	}{
		{"languages", of("golang/uploads.md", "", few), of("python/uploads.md", "", many), false},
		{"other files of languages", of("golang/rules/uploads.md", "", few), of("csharp/limits.md", "", many), false},
		{"a framework and a language", of("impl/nestjs/docs/uploads.md", "", few), of("impl/go/docs/uploads.md", "", many), false},
		{"parts of names", of("impl/java-springboot/uploads.md", "", few), of("impl/kotlin-springboot/uploads.md", "", many), false},
		{"scopes", of("staging/uploads.md", "", few), of("production/uploads.md", "", many), false},
		{"editions", of("guide33/uploads.md", "", few), of("guide34/uploads.md", "", many), false},
		{"other files of editions", of("guide33/uploads.md", "", few), of("guide34/limits.md", "", many), true},
		{"runbooks", of("pump/operator-runbook.md", "", few), of("valve/operator-runbook.md", "", many), false},
		{"a runbook, and rules", of("pump/runbook.md", "", few), of("valve/rules.md", "", many), true},
		{"plain folders", of("rules/uploads.md", "", few), of("decisions/uploads.md", "", many), true},
		{"one chosen folder", of("golang/uploads.md", "", few), of("rules/uploads.md", "", many), true},
		{"one folder in another", of("golang/uploads.md", "", few), of("golang/python/uploads.md", "", many), true},
		{"one folder", of("golang/uploads.md", "", few), of("golang/limits.md", "", many), true},

		{"names of alerts", of("alerts/PoolNearFull.md", "", "Usage of the pool has crossed 70%."),
			of("alerts/PoolCriticallyFull.md", "", "Usage of the pool has crossed 90%."), false},
		{"of one kind", of("a.md", "ADDMOD opcode", "The word is popped 3 times."),
			of("b.md", "MULMOD opcode", "The word is popped 2 times."), false},
		{"names of files as titles", of("CLAUDE.md", "CLAUDE.md", few), of("AGENTS.md", "AGENTS.md", many), true},
	} {
		for _, order := range [...][2]read.Statement{{test.a, test.b}, {test.b, test.a}} {
			if v := judged(order[0], order[1]); (v.Energy >= Warn) != test.told {
				t.Errorf("%s: %.2f: %s", test.name, v.Energy, v.Explain())
			}
		}
	}
}

// What notes on what goes wrong tell is so then, and not always. Their rules and amounts hold as any.
func TestNotesOnTrouble(t *testing.T) {
	of := func(document, heading, text string) read.Statement {
		return read.Statement{Text: text, Document: document, Context: []string{heading}}
	}
	const works = "The gateway can reach the printer."
	for _, test := range []struct {
		name string
		a, b read.Statement
		told bool
	}{
		{"a folder", of("troubleshooting/printers.md", "Printers", "The gateway cannot reach the printer."),
			of("printers.md", "Printers", works), false},
		{"a file", of("common-mistakes.md", "Doors", "Each door depends on another."),
			of("doors.md", "Doors", "No door depends on another."), false},
		{"a heading", of("printers.md", "Known issues", "The gateway does not reach the printer."),
			of("gateway.md", "Printers", "The gateway reaches the printer."), false},
		{"issues as the matter", of("issues.md", "Issues", "Stale issues are closed."),
			of("bots.md", "Bots", "Stale issues are not closed."), true},
		{"a rule", of("troubleshooting.md", "Doors", "Doors must be locked."),
			of("doors.md", "Doors", "Doors must not be locked."), true},
		{"an amount", of("troubleshooting.md", "Doors", "Doors are locked after 5 minutes."),
			of("doors.md", "Doors", "Doors are locked after 9 minutes."), true},
		{"elsewhere", of("gateway.md", "Gateway", "The gateway does not reach the printer."),
			of("printers.md", "Printers", "The gateway reaches the printer."), true},

		{"a sentence", of("a.md", "Checks", "Secrets are committed to the repository."),
			of("b.md", "Rules", "Secrets are not committed to the repository."), true},
	} {
		if v := judged(test.a, test.b); (v.Energy >= Warn) != test.told {
			t.Errorf("%s: %.2f: %s", test.name, v.Energy, v.Explain())
		}
	}
}

// Two spellings of one member of a class are no choice, and two places of one country are one.
func TestSpellingsOfAMember(t *testing.T) {
	for _, test := range []struct {
		a, b string
		told bool
	}{
		{"The ledger is stored in Postgres.", "The ledger is stored in PostgreSQL.", false},
		{"The ledger is written in Go.", "The ledger is written in Golang.", false},
		{"Hashes are made with SHA256.", "Hashes are made with SHA-256.", false},
		{"Prices are shown in dollars.", "Prices are shown in USD.", false},
		{"The ledger is stored in Frankfurt.", "The ledger is stored in Germany.", false},
		{"The ledger is stored in Postgres.", "The ledger is stored in MySQL.", true},
		{"The ledger is written in Golang.", "The ledger is written in C++.", true},
	} {
		if v := judgeTexts(test.a, test.b); (v.Energy >= Warn) != test.told {
			t.Errorf("%.2f for %q and %q: %s", v.Energy, test.a, test.b, v.Explain())
		}
	}
}

// What agrees in other words, and numbers that are names, are no contradiction.
func TestWhatAgreesInOtherWords(t *testing.T) {
	for _, test := range []struct {
		a, b string
		told bool
	}{
		{"Removing the field `trace` is forbidden.", "The field `trace` is removed.", true},
		{"The wire field `trace` is used.", "The wire field `trace` is forbidden.", true},
		{"A closed pool does nothing.", "A closed pool is a no-op.", false},
		{"The sync is file-driven rather than journal-driven.", "The sync is file-driven, not journal-driven.", false},
		{"The lease lasts 5 min.", "The lease lasts at least 3 minutes.", false},
		{"The lease lasts 5 min.", "The lease lasts 3 minutes.", true},
		{"Templates are copied, see `RULES.md` §7.", "Templates are copied, see `RULES.md` §5.", false},
		{"Usage data is sent to Datadog.", "[Prometheus](p.md) • [Datadog](d.md) hold usage data.", false},
	} {
		if v := judgeTexts(test.a, test.b); (v.Energy >= Warn) != test.told {
			t.Errorf("%.2f for %q and %q: %s", v.Energy, test.a, test.b, v.Explain())
		}
	}
}
