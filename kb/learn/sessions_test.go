package learn

import (
	"fmt"
	"strings"
	"testing"
)

// learnt writes what a session teaches: a line for each candidate with its rule, whose word it is, its
// type, its worth, the events and the files, and what it says.
func learnt(l *Learnt) string {
	var b strings.Builder
	for _, c := range l.Candidates {
		fmt.Fprintf(&b, "%s %s %s %.2f %d-%d", c.Rule, c.Origin, c.Type, c.Base, c.Evidence[0].Turns[0], c.Evidence[0].Turns[1])
		if c.Waiting {
			b.WriteString(" waiting")
		}
		if c.Tainted {
			b.WriteString(" tainted")
		}
		if len(c.Files) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(c.Files, " "))
		}
		fmt.Fprintf(&b, ": %s\n", c.Statement)
		for _, more := range [][2]string{{"why", c.Why}, {"because", c.Because}, {"instead", c.Instead}} {
			if more[1] != "" {
				fmt.Fprintf(&b, "  %s: %s\n", more[0], more[1])
			}
		}
	}
	return b.String()
}

// What is learnt of everyday sessions, and what is not.
func TestSessionsTeach(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"decision of the team", "you: We decided to keep Postgres 14.\nread db.go",
			"decision human  0.70 0-0 [db.go]: We decided to keep Postgres 14.\n"},
		{"decision with its reason behind it", "you: We'll use `slog` here. It is simpler than logrus.\nedit log.go -a +b",
			"decision human  0.70 0-0 [log.go]: We'll use `slog` here. It is simpler than logrus.\n"},
		{"decision as a question", "you: We'll use `slog` because it is simpler?\nedit log.go -a +b", ""},
		{"decision of an agent, assented",
			"agent: I went with `slog` because logrus is not kept up.\n" +
				"you: Sounds good.\n" +
				"edit log.go -a +b\n" +
				"run git commit -m slog\n" +
				"out 0 ok",
			"decision agent  0.75 0-0: I went with `slog` because logrus is not kept up.\n"},
		{"decision of an agent, assented, not committed",
			"agent: I went with `slog` because logrus is not kept up.\n" +
				"you: Sounds good.\n" +
				"edit log.go -a +b\n" +
				"run git status\n" +
				"out 0 ok",
			"decision agent  0.70 0-0: I went with `slog` because logrus is not kept up.\n"},
		{"decision of an agent, passed over",
			"agent: I went with `slog` because logrus is not kept up.\nyou: Show me the tests.\nread log.go", ""},
		{"decision about nothing that is named or edited", "you: We decided to meet on Mondays because nobody works then.", ""},
		{"note for later", "you: FYI: `make seed` wipes the users. Anything else?\nread seed.go",
			"explicit human  0.90 0-0 [seed.go]: `make seed` wipes the users.\n"},
		{"remember as a question", "you: Do you remember that staging has no GPU?", ""},
		{"write that down first", "you: Write that down.\nread a.go", ""},
		{"kb remember", "run kb remember --type gotcha \"staging has no GPU at all\"\nout 0 ok",
			"explicit agent  0.90 0-0: staging has no GPU at all\n"},
		{"duty", "you: Every handler in `api/` must return JSON.\nread api/h.go",
			"order human standard 0.75 0-0 [api/h.go]: Every handler in `api/` must return JSON.\n"},
		{"duty of nothing named", "you: Everything must be nice here.", ""},
		{"bound that is not asserted", "you: About 5 MB of files.", ""},
		{"duty not to", "you: `api/` must not return more than 100 rows.",
			"order human standard 0.75 0-0: `api/` must not return more than 100 rows.\n"},
		{"order without anything that bears it out", "you: Always write short sentences about things.", ""},
		{"order that is obeyed",
			"you: Always write the table of prices in lower case.\nagent: The table of prices is in lower case now.\nedit prices.txt -A +a",
			"order human standard 0.75 0-0 [prices.txt]: Always write the table of prices in lower case.\n"},
		{"order under a condition", "you: When you change `schema.sql`, run `make gen`.\nedit schema.sql -a +b",
			"order human standard 0.75 0-0 [schema.sql]: When you change `schema.sql`, run `make gen`.\n"},
		{"where something belongs", "you: New handlers go in internal/api/ please.\nedit internal/api/x.go -a +b",
			"order human standard 0.75 0-0 [internal/api/x.go]: New handlers go in internal/api/ please.\n"},
		{"prohibition", "you: No schema changes on Fridays.\nedit schema.sql -a +b",
			"order human standard 0.75 0-0 [schema.sql]: No schema changes on Fridays.\n"},
		{"no", "you: No way.\nedit schema.sql -a +b", ""},
		{"passing order", "you: Always use port 80 for now.\nedit main.go -a +b", ""},
		{"stop", "you: Stop adding comments to `gen/`.\nedit gen/x.go -a +b",
			"order human standard 0.75 0-0 [gen/x.go]: Stop adding comments to `gen/`.\n"},
		{"wish", "you: We want to always use `slog`.\nedit a.go -a +b", ""},
		{"correction of a file read", "read a.go\nyou: no, amounts are integer cents\nedit a.go -a +b", ""},
		{"correction two turns later",
			"edit a.go -a +b\n" +
				"you: fine\n" +
				"you: no, amounts are integer cents\n" +
				"edit a.go -b +c",
			"correction human gotcha 0.70 2-3 [a.go]: In `a.go`: amounts are integer cents\n"},
		{"correction three turns later",
			"edit a.go -a +b\n" +
				"you: fine\n" +
				"you: good\n" +
				"you: no, amounts are integer cents\n" +
				"edit a.go -b +c", ""},
		{"correction of another file", "edit a.go -a +b\nyou: no, amounts are integer cents\nedit b.go -b +c", ""},
		{"correction without a reason", "edit a.go -a +b\nyou: no, wrong\nedit a.go -b +c", ""},
		{"correction with three sentences and more",
			"edit a.go -a +b\nyou: no. Amounts are integer cents. Rates are floats. Dates are UTC. Names are short.\nedit a.go -b +c",
			"correction human gotcha 0.70 1-2 [a.go]: In `a.go`: Amounts are integer cents.\n"},
		{"correction as a question", "edit a.go -a +b\nyou: no, are amounts integer cents?\nedit a.go -b +c", ""},
		{"insight", "agent: I was wrong: `Parse` in parse.go returns nil on an empty file.\nread parse.go",
			"insight agent gotcha 0.72 0-0 [parse.go]: I was wrong: `Parse` in parse.go returns nil on an empty file.\n"},
		{"insight into another file", "agent: It turns out Parse returns nil on an empty file.\nread other.go", ""},
		{"insight of a person", "you: I was wrong: `Parse` in parse.go returns nil on an empty file.\nread parse.go", ""},
		{"fix by a variable",
			"you: go\n" +
				"run make itest\n" +
				"out 1 dial tcp 127.0.0.1:5433: connect: connection refused\n" +
				"run DB=local make itest\n" +
				"out 0 ok",
			"fix agent error_pattern 0.65 2-4: `make itest` failed and passed after `DB=local`.\n" +
				"  why: The command printed: dial tcp 127.0.0.1:5433: connect: connection refused\n"},
		{"fix, explained once it is green",
			"you: go\n" +
				"run go test ./rates\n" +
				"out 1 rates.go:9:2: undefined: RoundHalf\n" +
				"edit rates.go -a +b\n" +
				"run go test ./rates\n" +
				"out 0 ok\n" +
				"agent: RoundHalf was renamed in rates.go last week.",
			"fix agent error_pattern 0.75 2-5 [rates.go]: `go test ./rates` failed and passed after `rates.go` was changed. The " +
				"agent on it: RoundHalf was renamed in rates.go last week.\n" +
				"  why: The command printed: rates.go:9:2: undefined: RoundHalf\n"},
		{"fix after two failures",
			"you: go\n" +
				"run go test ./rates\n" +
				"out 1 rates.go:9:2: undefined: RoundHalf\n" +
				"run go test ./rates\n" +
				"out 1 rates.go:9:2: undefined: Other\n" +
				"edit rates.go -a +b\n" +
				"run go test ./rates\n" +
				"out 0 ok",
			"fix agent error_pattern 0.65 2-7 [rates.go]: `go test ./rates` failed and passed after `rates.go` was changed.\n" +
				"  why: The command printed: rates.go:9:2: undefined: RoundHalf\n"},
		{"fix of another command",
			"you: go\n" +
				"run go test ./rates\n" +
				"out 1 rates.go:9:2: undefined: RoundHalf\n" +
				"edit rates.go -a +b\n" +
				"run go test ./other\n" +
				"out 0 ok", ""},
		{"dead end of an agent",
			"you: Cache the rates\n" +
				"edit rates.go -a +b\n" +
				"run go test ./rates\n" +
				"out 1 rates.go:12: deadlock\n" +
				"agent: This approach won't work for rates.go since readers block.\n" +
				"edit rates.go -b +a",
			"dead-end agent dead_end 0.75 4-5 [rates.go]: This approach won't work for rates.go since readers block. (tried in " +
				"`rates.go` and given up)\n" +
				"  why: The command printed: rates.go:12: deadlock\n" +
				"  because: rates.go:12: deadlock\n"},
		{"dead end, taken back by git",
			"you: Cache the rates\n" +
				"edit rates.go -a +b\n" +
				"agent: That didn't work in rates.go at all.\n" +
				"run git checkout rates.go\n" +
				"out 0 ok",
			"dead-end agent dead_end 0.60 2-3 [rates.go]: That didn't work in rates.go at all. (tried in `rates.go` and given up)\n"},
		{"dead end, file removed",
			"you: Cache the rates\n" +
				"write cache.go\n" +
				"agent: A cache in cache.go is a dead end here.\n" +
				"run rm cache.go\n" +
				"out 0 ok",
			"dead-end agent dead_end 0.60 2-3 [cache.go]: A cache in cache.go is a dead end here. (tried in `cache.go` and given up)\n"},
		{"dead end with nothing undone", "you: Cache the rates\nagent: A cache in cache.go is a dead end here.", ""},
		{"dead end with a failure before",
			"you: Cache the rates\n" +
				"edit rates.go -a +b\n" +
				"run make\n" +
				"out 1 rates.go:1: error: deadlock here\n" +
				"you: let's not cache rates, they change within the day",
			"dead-end human dead_end 0.60 3-4 [rates.go]: let's not cache rates, they change within the day (tried in `rates.go` " +
				"and given up)\n" +
				"  why: The command printed: rates.go:1: error: deadlock here\n" +
				"  because: rates.go:1: error: deadlock here\n"},
		{"dead end with what the agent found",
			"you: Cache the rates\n" +
				"edit rates.go -a +b\n" +
				"agent: The view blocks all readers while it refreshes.\n" +
				"you: forget it, too slow for us\n" +
				"edit rates.go -b +a",
			"dead-end human dead_end 0.60 3-4 [rates.go]: forget it, too slow for us (tried in `rates.go` and given up)\n" +
				"  why: The agent had found: The view blocks all readers while it refreshes.\n"},
		{"explained",
			"edit gen/x.pb.go -a +b\nyou: x.pb.go is generated by protoc, so edits get lost. Fix the proto. Then run the " +
				"tests.\nread x.proto",
			"explained human gotcha 0.65 1-1 [x.proto]: x.pb.go is generated by protoc, so edits get lost.\n"},
		{"explained with two before",
			"edit pay.go -a +b\nyou: Amounts are cents everywhere. They never are floats because rounding breaks the ledger. " +
				"Please fix it.\nread pay.go",
			"order human standard 0.75 1-1 waiting [pay.go]: Amounts are cents everywhere. They never are floats because rounding " +
				"breaks the ledger.\n"},
		{"said twice in one turn", "you: Always use `slog`. Always use `slog` in handlers.\nedit log.go -a +b",
			"order human standard 0.75 0-0 [log.go]: Always use `slog`. Always use `slog` in handlers.\n"},
		{"after a page",
			"you: go\n" +
				"web https://example.org\n" +
				"agent: It turns out that parser.go returns nil on an empty file.\n" +
				"read parser.go",
			"insight agent gotcha 0.72 2-2 tainted [parser.go]: The agent concluded something about `parser.go` after it had read " +
				"a text from outside; its words are not quoted.\n"},
		{"after an issue",
			"you: go\n" +
				"run gh issue view 7\n" +
				"out 0 text\n" +
				"agent: It turns out that parser.go returns nil on an empty file.\n" +
				"read parser.go",
			"insight agent gotcha 0.72 3-3 tainted [parser.go]: The agent concluded something about `parser.go` after it had read " +
				"a text from outside; its words are not quoted.\n"},
	} {
		if got := learnt(From(told(t, tt.script), Repository{})); got != tt.want {
			t.Errorf("%s:\n%s", tt.name, got)
		}
	}
}
