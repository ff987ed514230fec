package search

import (
	"testing"
	"time"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
	"pgregory.net/rapid"
)

// drawTrusted draws a note, its use and its last touch, nil for one that is not known.
func drawTrusted(t *rapid.T, now time.Time) (*store.NoteRecord, usage.Use, *history.Touch) {
	ago := func(name string) time.Time { return now.AddDate(0, 0, -rapid.IntRange(0, 3000).Draw(t, name)) }
	n := &store.NoteRecord{Note: kb.Note{
		Kind:       rapid.SampledFrom([]string{"memory", "memory", "decision", "spec", "summary", "doc"}).Draw(t, "kind"),
		Type:       rapid.SampledFrom([]string{"", "work_state", "episode", "gotcha", "causal_dependency"}).Draw(t, "type"),
		Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"),
		Pinned:     rapid.Bool().Draw(t, "pinned"),
	}}
	if rapid.Bool().Draw(t, "is dated") {
		n.Date = ago("date").Format(time.DateOnly)
	}
	if rapid.Bool().Draw(t, "is verified") {
		n.Verified = ago("verified").Format(time.DateOnly)
	}
	use := usage.Use{Opened: rapid.IntRange(0, 60).Draw(t, "opened")}
	if use.Opened > 0 {
		use.LastOpened = ago("last opened")
	}
	if rapid.Bool().Draw(t, "history is silent") {
		return n, use, nil
	}
	touch := &history.Touch{Only: rapid.Bool().Draw(t, "only"), Pending: rapid.Bool().Draw(t, "pending")}
	if rapid.Bool().Draw(t, "is committed") {
		touch.When = ago("commit")
	}
	return n, use, touch
}

// The confidence that ranks lies in [0.1, 1], falls with age, rises with use, and leaves what does
// not fade as it is.
func TestConfidenceThatRanks(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		n, use, touch := drawTrusted(t, now)
		c := trustIn(&n.Note, use, touch, nil, now).explain()
		if c.Value < 0.1 || c.Value > 1 {
			t.Fatalf("%+v", c)
		}
		later := trustIn(&n.Note, use, touch, nil, now.AddDate(0, 0, rapid.IntRange(1, 2000).Draw(t, "later"))).explain()
		if later.Value > c.Value {
			t.Fatalf("rose from %v to %v", c, later)
		}
		if timeless := n.Pinned || n.Kind == "decision" || n.Kind == "spec"; timeless && (later.Value != c.Value || c.HalfLife != 0) {
			t.Fatalf("faded from %v to %v", c, later)
		}
		more := use
		more.Opened += rapid.IntRange(1, 30).Draw(t, "more")
		if more.LastOpened.IsZero() || rapid.Bool().Draw(t, "just now") {
			more.LastOpened = now
		}
		if used := trustIn(&n.Note, more, touch, nil, now).explain(); used.Value < c.Value {
			t.Fatalf("fell by use from %v to %v", c, used)
		}
		if touch != nil && !touch.When.IsZero() && !touch.Only {
			newer := *touch
			newer.When = touch.When.AddDate(0, 0, rapid.IntRange(0, 400).Draw(t, "touched again"))
			if fresh := trustIn(&n.Note, use, &newer, nil, now).explain(); fresh.Value < c.Value {
				t.Fatalf("fell by a commit from %v to %v", c, fresh)
			}
		}
	})
}

// What ranks is what stats and gc tell, with the time that the history gives.
func TestConfidenceIsThatOfUsage(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		n, use, touch := drawTrusted(t, now)
		if touch == nil || touch.When.IsZero() || touch.Pending || n.Kind != "memory" || touch.Only && n.Date != "" {
			return
		}
		want := usage.Confidence(&n.Note, usage.Count{Opened: use.Opened, LastOpened: use.LastOpened}, touch.When, nil, now)
		if got := trustIn(&n.Note, use, touch, nil, now).value; got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func TestLastChange(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	commit := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		kind, date string
		touch      *history.Touch
		want       string
		by         string
	}{
		"the commit":             {"memory", "", &history.Touch{When: commit, Only: true}, "2026-03-01", "commit"},
		"a later commit":         {"memory", "2025-02-02", &history.Touch{When: commit}, "2026-03-01", "commit"},
		"brought in":             {"memory", "2025-02-02", &history.Touch{When: commit, Only: true}, "2025-02-02", "date"},
		"being edited":           {"memory", "2025-02-02", &history.Touch{When: commit, Pending: true}, "2026-05-04", "uncommitted"},
		"before a shallow clone": {"memory", "", &history.Touch{}, "", ""},
		"the same, dated":        {"memory", "2025-02-02", &history.Touch{}, "2025-02-02", "date"},
		"no history":             {"memory", "2025-02-02T10:00:00Z", nil, "2025-02-02", "date"},
		"a document":             {"doc", "2025-02-02", &history.Touch{When: commit}, "", ""},
	} {
		at, by := lastChange(&kb.Note{Kind: c.kind, Date: c.date}, c.touch, now)
		got := ""
		if !at.IsZero() {
			got = at.Format(time.DateOnly)
		}
		if got != c.want || by != c.by {
			t.Errorf("%s: %s by %q, want %s by %q", name, got, by, c.want, c.by)
		}
	}
}
