package usage_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawLedger draws the files of a ledger of few clones, days and notes, so that ledgers meet in the
// same entries.
func drawLedger(t *rapid.T) *usage.Ledger {
	files := map[string][]byte{}
	for range rapid.IntRange(0, 6).Draw(t, "files") {
		clone := strings.Repeat(rapid.SampledFrom([]string{"0", "1", "2"}).Draw(t, "clone"), 32)
		if rapid.IntRange(0, 9).Draw(t, "void") == 0 {
			files[clone+"/void"] = nil
			continue
		}
		var text bytes.Buffer
		for _, note := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), rapid.ID[string]).Draw(t, "notes") {
			fmt.Fprintf(&text, "%s %d %d\n", strings.Repeat(note, 24), rapid.IntRange(0, 9).Draw(t, "shown"),
				rapid.IntRange(0, 9).Draw(t, "opened"))
		}
		files[clone+"/"+rapid.SampledFrom([]string{"2026-05-03", "2026-05-04"}).Draw(t, "day")] = text.Bytes()
	}
	l, err := usage.ReadLedger(files, noon())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAnyOrderAndRepetitionMergesToTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ledgers []*usage.Ledger
		for range rapid.IntRange(1, 5).Draw(t, "ledgers") {
			ledgers = append(ledgers, drawLedger(t))
		}
		once := usage.NewLedger()
		for _, l := range ledgers {
			once.Merge(l)
		}
		random := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "order")))
		other := usage.NewLedger()
		for range 2 {
			for _, i := range random.Perm(len(ledgers)) {
				other.Merge(ledgers[i])
				if random.IntN(2) == 0 {
					other.Merge(ledgers[random.IntN(len(ledgers))])
				}
			}
		}
		if diff := cmp.Diff(once.Files(), other.Files()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// exchange is three clones that count, push and pull by chance, through one ledger in the place of a remote.
func TestClonesAgreeHoweverTheyShare(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(5, 5))
	remote := usage.NewLedger()
	clones := []*diary{newDiary(t), newDiary(t), newDiary(t)}
	opened := 0
	push := func(d *diary) {
		l, err := d.store().Own(ctx)
		if err != nil {
			t.Fatal(err)
		}
		remote.Merge(l)
		if remote, err = usage.ReadLedger(remote.Files(), d.now); err != nil {
			t.Fatal(err)
		}
	}
	pull := func(d *diary) {
		if err := d.store().Absorb(ctx, remote); err != nil {
			t.Fatal(err)
		}
	}
	for range 60 {
		d := clones[random.IntN(len(clones))]
		d.later(time.Duration(random.IntN(10)) * time.Hour)
		switch random.IntN(4) {
		case 0:
			push(d)
		case 1:
			pull(d)
		default:
			d.opens(fmt.Sprintf("n%d.md", random.IntN(3)))
			opened++
		}
	}
	for range 2 {
		for _, d := range clones {
			push(d)
		}
	}
	want := ""
	for i, d := range clones {
		pull(d)
		c, err := d.store().Counts(ctx)
		if err != nil {
			t.Fatal(err)
		}
		got, sum := "", 0
		for n := range 3 {
			count := c.Of(usage.Note{Path: fmt.Sprintf("n%d.md", n)})
			got += fmt.Sprintf("%d ", count.Opened)
			sum += count.Opened
		}
		if want == "" {
			want = got
		}
		if got != want || sum != opened {
			t.Errorf("clone %d: %s, sum %d; want %s, sum %d", i, got, sum, want, opened)
		}
	}
}

// A renamed note is shared under its new name, and what was counted under the old one is not counted twice.
func TestRenamedNotesAreSharedOnce(t *testing.T) {
	ctx := context.Background()
	one, two := newDiary(t), newDiary(t)
	one.opens("old.md")
	remote := usage.NewLedger()
	share := func() {
		l, err := one.store().Own(ctx)
		if err != nil {
			t.Fatal(err)
		}
		remote.Merge(l)
		if err := two.store().Absorb(ctx, remote); err != nil {
			t.Fatal(err)
		}
	}
	share()
	if err := one.store().Rename(ctx, "old.md", "new.md"); err != nil {
		t.Fatal(err)
	}
	one.opens("new.md")
	share()
	c, err := two.store().Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got := [2]int{c.Of(usage.Note{Path: "old.md"}).Opened, c.Of(usage.Note{Path: "new.md"}).Opened}; got != [2]int{0, 2} {
		t.Errorf("opened under the old and the new name: %v; want 0 and 2", got)
	}
	if s, err := two.store().Summary(ctx); err != nil || s.Clones != 1 || s.Since.IsZero() {
		t.Errorf("what other clones counted is no record of use: %+v, %v", s, err)
	}
}

func FuzzReadLedger(f *testing.F) {
	clone := strings.Repeat("ab", 16)
	f.Add(clone+"/2026-05-04", []byte(strings.Repeat("0", 24)+" 1 2\n"))
	f.Add(clone+"/void", []byte{})
	f.Add("../2026-05-04", []byte("x"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		l, err := usage.ReadLedger(map[string][]byte{name: data}, noon())
		if err != nil {
			return
		}
		again, err := usage.ReadLedger(l.Files(), noon())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(l.Files(), again.Files()); diff != "" {
			t.Fatal(diff)
		}
	})
}
