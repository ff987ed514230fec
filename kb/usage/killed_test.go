package usage_test

import (
	"bytes"
	"errors"
	"os"
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

// A repair that is killed, wherever, leaves every byte of the damaged database.
func TestKilledRepairLosesNothing(t *testing.T) {
	whole := full(t)
	harmed := func() (d *diary, file []byte) {
		d = whole.copied(t)
		overwrite(t, d.path(), 0, bytes.Repeat([]byte{0xff}, 4096))
		file, err := os.ReadFile(d.path())
		if err != nil {
			t.Fatal(err)
		}
		return d, file
	}
	d, _ := harmed()
	operations := repairUntil(d, 1<<30)
	if operations < 2 {
		t.Fatalf("%d operations", operations)
	}
	for kill := 1; kill <= operations; kill++ {
		d, file := harmed()
		repairUntil(d, kill)
		rec, _ := said(t, d.dir)
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "new.md"}})
		d.wants(map[string]string{"new.md": "0/1"})
		names := asides(t, d.dir)
		if len(names) != 1 {
			t.Fatalf("killed at operation %d of %d: set aside %q", kill, operations, names)
		}
		if got, err := os.ReadFile(names[0]); err != nil || !bytes.Equal(got, file) {
			t.Errorf("killed at operation %d of %d: %s is not what was damaged, %v", kill, operations, names[0], err)
		}
	}
}
