package usage_test

import (
	"bytes"
	"errors"
	"maps"
	"testing"

	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/usage"
)

// repairUntil repairs a damaged database, and is killed at an operation, counted from 1. It tells
// how many there were.
func repairUntil(d *diary, kill int) (operations int) {
	end := store.Watch(func(_ store.Op, do func() error) error {
		if operations++; operations >= kill {
			return errors.New("killed")
		}
		return do()
	})
	defer end()
	_, _ = usage.Repair(d.dir, d.now) // its answer died with it
	return operations
}

// A repair that is killed, wherever, leaves what was recorded to the next command.
func TestKilledRepairLosesNothing(t *testing.T) {
	whole := full(t)
	want := whole.counts()
	checkpoint(t, whole.path())
	harmed := func() *diary {
		d := whole.copied(t)
		overwrite(t, d.path(), 0, bytes.Repeat([]byte{0xff}, 4096))
		return d
	}
	operations := repairUntil(harmed(), 1<<30)
	tried := 0
	for kill := 1; kill <= operations; kill++ {
		if kill%40 != 0 && kill < operations-8 {
			continue
		}
		d := harmed()
		repairUntil(d, kill)
		if got := d.counts(); !maps.Equal(got, want) {
			t.Fatalf("killed at operation %d of %d: %d notes are left of %d", kill, operations, len(got), len(want))
		}
		tried++
	}
	t.Logf("%d operations, killed at %d of them: lost 0", operations, tried)
}
