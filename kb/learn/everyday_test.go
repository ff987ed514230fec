package learn

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// Whole sessions, and all that is learnt of each, are in a file: what is read otherwise shows.
// UPDATE_GOLDEN=1 writes what is expected anew.
func TestEverydaySessions(t *testing.T) {
	const name = "testdata/everyday.sessions"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for block := range strings.SplitSeq(string(text), "== ") {
		said, want, ok := strings.Cut(block, "\n--\n")
		title, script, _ := strings.Cut(said, "\n")
		if !ok {
			continue
		}
		got := everything(t, script)
		fmt.Fprintf(&all, "== %s\n%s\n--\n%s\n", title, script, got)
		if os.Getenv("UPDATE_GOLDEN") == "" && strings.TrimRight(want, "\n") != strings.TrimRight(got, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", title, got, want)
		}
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(all.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// everything writes down what a session on the main branch teaches, and what a model would be shown of it.
func everything(t *testing.T, script string) string {
	s := told(t, script)
	s.Branch = "main"
	l := From(s, Repository{})
	var b strings.Builder
	fmt.Fprint(&b, l.Kind)
	for _, why := range slices.Sorted(maps.Keys(l.Dropped)) {
		fmt.Fprintf(&b, ", %d dropped: %s", l.Dropped[why], why)
	}
	b.WriteString("\n" + learnt(l))
	for _, c := range l.Candidates {
		fmt.Fprintf(&b, "%s %s %.3f, matters %.1f, about %v, %q, quote %q, error %q, tried %q\n", c.Kind, c.Evidence[0].Day, c.Confidence,
			c.Importance, c.Entities, c.Title, c.Quote, c.Error, c.Tried)
	}
	for _, e := range l.Echoes {
		fmt.Fprintf(&b, "echo %d: %s\n", e.Evidence.Turns[0], e.Statement)
	}
	if e := l.Episode; e != nil {
		fmt.Fprintf(&b, "episode %v %.3f %v %v tainted %v: %s\n", e.Evidence[0].Turns, e.Confidence, e.Files, e.Commits, e.Tainted,
			e.Statement)
	}
	fmt.Fprintf(&b, "trace %s %d signals, tests %q, read %q, edited %q, tainted %d, corrections %d\n", l.Trace.Day, len(l.Trace.Signals),
		l.Trace.Tests, l.Trace.Read, l.Trace.Edited, l.Trace.Tainted, l.Trace.Corrections)
	for _, x := range Exchanges(s) {
		if len(x.Code) > 0 {
			fmt.Fprintf(&b, "exchange %v %.1f %v %+v\n", x.Events, x.Importance, x.Entities, x.Code)
		}
	}
	return b.String()
}
