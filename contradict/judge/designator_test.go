package judge

import (
	"testing"
)

// A number inside a name tells subjects apart; the number that an answer carries does not.
func TestNamesWithNumbers(t *testing.T) {
	for _, test := range []struct {
		a, b      string
		low, high float64
	}{
		{"HTTP/1.1 connections are reused.", "HTTP/2 connections are not reused.", 0, Warn},
		{"ERC-20 transfers must emit an event.", "ERC-777 transfers must not emit an event.", 0, Warn},
		{"OAuth 2.0 clients may use the implicit grant.", "OAuth 2.1 clients must not use the implicit grant.", 0, Warn},
		{"In phase 1 the feature gate is off.", "In phase 2 the feature gate is on.", 0, Warn},
		{"IPv4 addresses must be quoted.", "IPv6 addresses must not be quoted.", 0, Warn},
		{"We support Python 3.12.", "We do not support Python 3.8.", 0, Warn},
		{"The x86-64 build is signed.", "The arm64 build is not signed.", 0, Warn},
		{"The path is as defined in ICS 24.", "The path is as defined in ICS 4.", 0, Warn},
		{"Fixed in #4312 by the parser.", "Fixed in #2981 by the parser.", 0, Warn},

		{"HTTP/2 connections are reused.", "HTTP/2 connections are not reused.", Reject, 1},
		{"Passwords are hashed with SHA-256.", "Passwords are hashed with SHA-512.", Reject, 1},
		{"Sessions expire after 30 minutes.", "Sessions expire after 45 minutes.", Reject, 1},
		{"The service runs on Python 3.8.", "The service runs on Python 3.12.", Warn, 1},
	} {
		v := judgeTexts(test.a, test.b)
		if v.Energy < test.low || v.Energy > test.high {
			t.Errorf("%.2f, expected %.2f to %.2f, for %q and %q: %s", v.Energy, test.low, test.high, test.a, test.b, v.Explain())
		}
	}
}
