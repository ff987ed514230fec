package usage_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/usage"
)

// What a command pays for recording a search of ten results, opening and closing the database included.
func BenchmarkRecordSearch(b *testing.B) {
	dir := b.TempDir()
	for i := range b.N {
		rec := usage.NewRecorder(dir, func(m string) { b.Errorf("said: %s", m) })
		q := usage.Search{
			At:    noon().Add(time.Duration(i) * time.Second),
			Query: fmt.Sprint("query ", i),
			Terms: []string{"cache", "session"},
			Mode:  "hybrid",
		}
		for j := range 10 {
			q.Results = append(q.Results, usage.Result{Note: usage.Note{Path: fmt.Sprintf("n%d.md", (i*7+j)%1000)}, Score: 1})
		}
		rec.Search(q)
		rec.Close()
	}
}

// The confidence of 10,000 notes of which each was used, read from the database and computed.
func BenchmarkConfidenceOf10000(b *testing.B) {
	d := newDiary(b)
	d.manyNotes(10_000)
	u := d.store()
	notes := make([]*kb.Note, 10_000)
	for i := range notes {
		notes[i] = &kb.Note{Path: fmt.Sprintf("notes/n%05d.md", i), Kind: "memory", Confidence: 0.8, Verified: "2026-01-31"}
	}
	for b.Loop() {
		counts, err := u.Counts(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		sum := 0.0
		for _, n := range notes {
			sum += usage.Confidence(n, counts.Of(usage.Note{Path: n.Path}), noon().AddDate(0, -1, 0), nil, noon())
		}
		if sum < 1000 {
			b.Fatal(sum)
		}
	}
}
