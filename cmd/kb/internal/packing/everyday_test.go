package packing

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/rank"
)

// everydayBase is a small repository with a past: notes that change together with code, decisions
// that were superseded, memories of all ages.
func everydayBase(t *testing.T) Source {
	t.Helper()
	r := gittest.New(t)
	r.Change(map[string]string{
		"internal/auth/jwt.go": "package auth\n\n// ValidateToken checks a token.\nfunc ValidateToken() {}\n\ntype SessionStore " +
			"struct{}\n",
		"internal/auth/session.go": "package auth\n\nfunc RenewSession() {}\n",
		"internal/mail/send.go":    "package mail\n\nfunc SendMail() {}\n",
		"docs/tokens.md": "---\nfiles: [\"internal/auth/**\"]\ndate: 2026-09-01\n---\n# Tokens\n\nA token lives for ten minutes. See " +
			"[keys](keys.md).\n\n" +
			"## Renewal\n\nA session is renewed by `RenewSession`, at most once a minute.\n\n## Example\n\n```go\nValidateToken()\n```\n",
		"docs/keys.md": "# Keys\n\nKeys of tokens are rotated every Monday morning by the night shift.\n\n## Storage\n\n" +
			"Keys lie in the vault.\n",
		"docs/mail.md": "# Mail\n\nMail is sent by `SendMail` in batches of fifty.\n",
		"docs/runbook.md": "# Runbook of signing in\n\nWhen nobody can sign in, restart the session store first.\n\n## Then\n" +
			"\nLook at the clock of the token server.\n",
		"docs/canteen.md":    "# Canteen\n\nThe canteen opens at noon, and closes again at two.\n",
		"internal/README.md": "# Internal\n\nNobody else imports what lies here.\n",
		"docs/adr/0001-sessions.md": "---\nstatus: superseded\nsuperseded_by: 0002-sessions.md\n---\n# Sessions in cookies\n\nWe keep " +
			"the session token in a cookie.\n",
		"docs/adr/0002-sessions.md": "---\nstatus: superseded\nsuperseded_by: 0003-sessions.md\n---\n# Sessions in memory\n\nWe keep " +
			"the session token in memory.\n",
		"docs/adr/0003-sessions.md": "---\nstatus: accepted\nsupersedes: 0002-sessions.md\n---\n# Sessions in the store\n\nWe keep the " +
			"session token in the session store, for a day.\n",
		"docs/adr/0004-mail.md": "---\nstatus: rejected\n---\n# Mail by token\n\nEach mail carries a session token.\n",
		".memory/memories/a.md": "---\nkind: memory\ntype: gotcha\nconfidence: 0.9\ndate: 2026-10-01\n---\n# Clock skew\n\nA token " +
			"fails when clocks differ by a minute.\n",
		".memory/memories/b.md": "---\nkind: memory\ntype: pattern\nconfidence: 0.4\ndate: 2024-01-01\n---\n# Table tests\n\nSessions " +
			"are tested with a table of tokens.\n",
		".memory/memories/c.md": "---\nkind: memory\ntype: episode\nvalid_until: 2026-01-01\n---\n# Outage\n\nThe session store was " +
			"down in spring.\n",
	})
	r.Commit("first", gittest.Date("2026-05-01T12:00:00Z")...)
	for i := range 4 {
		r.Change(map[string]string{
			"internal/auth/jwt.go": fmt.Sprintf("package auth\n\n// ValidateToken checks a token.\nfunc ValidateToken() {}\n\ntype "+
				"SessionStore struct{}\n\nconst Version = %d\n", i),
			"docs/runbook.md": fmt.Sprintf("# Runbook of signing in\n\nWhen nobody can sign in, restart the session store first.\n\n## "+
				"Then\n\nLook at the clock of the token server %d.\n", i),
		})
		r.Commit(fmt.Sprintf("change %d", i), gittest.Date(fmt.Sprintf("2026-0%d-01T12:00:00Z", 6+i))...)
	}
	src := sourceOf(t, r.Dir)
	h, err := history.Open(t.Context(), src.Repo, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Update(t.Context(), r.Git("rev-parse", "HEAD")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	src.History = h
	return src
}

// What differs from machine to machine: ids of commits, and the last digits of scores.
var (
	commitID = regexp.MustCompile(`(@|"tree": ")[0-9a-f]{7,40}`)
	digits   = regexp.MustCompile(`(\d\.\d{4})\d+`)
)

// What is packed for everyday requests, with the reasons, scores and tokens of each chunk, and how
// it is said. KB_UPDATE=1 writes what is expected anew.
func TestEverydayRequests(t *testing.T) {
	src := everydayBase(t)
	var b strings.Builder
	for _, req := range []Request{
		{Task: "renew the session token"},
		{Task: "renew the session token", Phase: rank.Reflect},
		{Task: "renew the session token", Phase: rank.Define, Budget: 400},
		{Task: "renew the session token", Budget: 150},
		{Files: []string{"internal/auth/jwt.go"}},
		{Files: []string{"internal/auth"}, Budget: 300},
		{Files: []string{"internal/auth/*.go"}, Task: "why do tokens fail", Phase: rank.Validate},
		{Files: []string{"internal/mail/send.go", "gone.go"}, Task: "send mail in batches", Phase: rank.Refine},
		{Files: []string{"docs/tokens.md"}, Phase: rank.Explore},
		{Task: "canteen", Day: time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)},
		{Task: "outage of the session store", Day: time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)},
		{Task: "nothing at all of the kind: zebra"},
	} {
		got, err := Pack(t.Context(), src, req)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %q %v %s %d\n%s\n", req.Task, req.Files, req.Phase, req.Budget, text)
	}
	said := digits.ReplaceAllString(commitID.ReplaceAllString(b.String(), "${1}COMMIT"), "$1")
	const golden = "testdata/everyday.packed"
	if os.Getenv("KB_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(said), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(said, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
