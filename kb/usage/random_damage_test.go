package usage_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/9aea2451/kb/kb/usage"
)

// Whatever becomes of the bytes of the database: recording goes on, and a repair leaves a sound
// database.
func TestAnyDamageIsSurvived(t *testing.T) {
	whole := full(t)
	random := rand.New(rand.NewPCG(3, 1))
	for range 12 {
		d := whole.copied(t)
		b, err := os.ReadFile(d.path())
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + random.IntN(20) {
			at := random.IntN(len(b))
			for i := at; i < min(len(b), at+1+random.IntN(200)); i++ {
				b[i] = byte(random.Uint32())
			}
		}
		if random.IntN(4) == 0 {
			b = b[:random.IntN(len(b))]
		}
		if err := os.WriteFile(d.path(), b, 0o666); err != nil {
			t.Fatal(err)
		}
		rec, _ := said(t, d.dir)
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "new.md"}})
		if _, err := usage.Repair(d.dir, d.now); err != nil {
			t.Fatalf("repair: %v", err)
		}
		if aside, err := usage.Repair(d.dir, d.now); aside != "" || err != nil {
			t.Fatalf("what was repaired is damaged: %s, %v", aside, err)
		}
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "new.md"}})
		rec.Close()
		u, err := usage.Open(context.Background(), d.dir, d.now, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := u.Counts(context.Background())
		if err != nil || c.Of(usage.Note{Path: "new.md"}).Opened == 0 {
			t.Errorf("recorded meanwhile: %+v, %v", c.Of(usage.Note{Path: "new.md"}), err)
		}
		u.Close()
	}
}
