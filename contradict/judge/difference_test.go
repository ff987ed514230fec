package judge

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

func TestCompare(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"The cache holds 100 entries.", "The cache holds 100 entries.", ""},
		{"The cache holds the entries.", "The cache holds these entries.", ""},
		{"We recieve the events in order.", "We receive the events in order.", ""},
		{"The job validates the input.", "The job performs validation of the input.", "words"},
		{"The gateway MUST log requests.", "The gateway SHOULD log requests.", "force"},
		{"The gateway logs requests.", "The gateway may log requests.", "force"},
		{"The gateway will log requests.", "The gateway logs requests.", ""},
		{"The gateway MUST log requests.", "The gateway MUST NOT log requests.", "polarity"},
		{"The log is enabled.", "The log is disabled.", "polarity"},
		{"Neither reads nor writes have been lost.", "Reads and writes have not been lost.", ""},
		{"Sessions expire after 30 minutes.", "Sessions expire after 12 hours.", "value"},
		{"Sessions expire after 30 minutes.", "Sessions expire after 1800 seconds.", "value"},
		{"The fee rises with `gas_used`.", "The fee rises with `gas_used // 3`.", "value name"},
		{"The fee is read from `base_fee`.", "The fee is read from `blob_fee`.", "name"},
		{"All backups are encrypted.", "Some backups are encrypted.", "scope"},
		{"Members may delete a project.", "Only members may delete a project.", "scope"},
		{"The worker stops.", "If the queue is empty, the worker stops.", "condition"},
		{"The worker stops when the queue is empty.", "The worker stops when the disk is full.", "condition"},
		{"See [the guide](guide.md) first.", "See [the guide](manual.md#3) first.", ""},
		{"The team eats apples.", "The team eats pears.", "words"},
		{"", "", ""},
	} {
		a, b := read.Parse(read.Statement{Text: test.a}), read.Parse(read.Statement{Text: test.b})
		if got := strings.Join(Compare(a, b).Aspects(), " "); got != test.want {
			t.Errorf("%q → %q: %q, want %q", test.a, test.b, got, test.want)
		}
		if back := strings.Join(Compare(b, a).Aspects(), " "); back != test.want {
			t.Errorf("%q ← %q: %q, want %q", test.a, test.b, back, test.want)
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("The `cache` MUST hold 100 [entries](x)[^1].", "neither nor ][ ](")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := read.Parse(read.Statement{Text: a}), read.Parse(read.Statement{Text: b})
		if Compare(x, y) != Compare(y, x) && !Compare(x, y).Any() {
			t.Errorf("%q and %q differ one way only", a, b)
		}
		if Compare(x, x).Any() {
			t.Errorf("%q differs from itself", a)
		}
	})
}
