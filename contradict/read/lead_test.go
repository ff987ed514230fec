package read

import "testing"

// An item goes on with its lead-in only where that breaks off at its verb.
func TestCarried(t *testing.T) {
	for _, test := range []struct{ lead, item, want string }{
		{"The server MUST:", "Log each request; and", "The server MUST log each request"},
		{"The **server** must not:", "log requests", "The **server** must not log requests"},
		{"Clients should:", "The server logs requests.", "The server logs requests."},
		{"If it is full, the server MUST:", "log each request", "log each request"},
		{"The server:", "logs each request", "logs each request"},
		{"The server MUST:", "must log each request", "must log each request"},
		{"MUST:", "log each request", "log each request"},
		{"The server MUST:", "`GET /x` answers:", "`GET /x` answers:"},
	} {
		p := Parse(Statement{Text: test.item, Conditions: []string{test.lead}})
		if p.Text != test.want || p.Carried != (test.want != test.item) || p.Carried == (len(p.Conditions) > 0) {
			t.Errorf("%q, %q: %q, under %q", test.lead, test.item, p.Text, p.Conditions)
		}
	}
}
