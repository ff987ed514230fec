package judge

import (
	"testing"
)

// What is denied of one thing and said of its opposite, or of another member of its class, holds of both.
func TestContrastsHoldTogether(t *testing.T) {
	for _, test := range []struct {
		a, b     string
		conflict bool
	}{
		{"Linux containers support cgroups.", "Windows containers do not support cgroups.", false},
		{"Postgres stores the sessions.", "Redis does not store the sessions.", false},
		{"Small files stay in the cache.", "Large files do not stay in the cache.", false},
		{"Asynchronous functions run in a task.", "Synchronous functions need not run in a task.", false},
		{"All asynchronous functions run as part of a task.", "Synchronous functions do not necessarily run as part of a task.", false},
		{"The proxy caches public responses.", "The proxy does not cache private responses.", false},
		{"The importer handles manual uploads.", "The importer must not handle automatic uploads.", false},
		{"GET requests time out after 5 seconds.", "POST requests time out after 60 seconds.", false},
		{"Small uploads expire after 5 days.", "Large uploads expire after 30 days.", false},

		{"GET requests time out after 5 seconds.", "GET requests time out after 60 seconds.", true},
		{"The proxy caches public responses.", "The proxy does not cache public responses.", true},
		{"Linux containers support cgroups.", "Linux containers do not support cgroups.", true},
		{"Requests are retried by the client.", "Requests are not necessarily retried by the client.", true},
		// What is opposite stands in another clause than what is denied: both clauses are reversed.
		{"Links shall require secure connections and be protected against abuse.",
			"Links shall require insecure connections and not be protected against abuse.", true},
	} {
		v := judgeTexts(test.a, test.b)
		if got := v.Energy >= Warn; got != test.conflict {
			t.Errorf("%.2f for %q and %q: %s", v.Energy, test.a, test.b, v.Explain())
		}
	}
}
