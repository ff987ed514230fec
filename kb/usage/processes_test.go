package usage_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
)

// child runs this test binary again as a process that does nothing but the work of a test.
func child(t *testing.T, work string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), append(env, "KB_USAGE_CHILD="+work)...)
	return cmd
}

// long is how long processes record at once: half a second, or as KB_USAGE_LONG says ("10s").
func long(t *testing.T) time.Duration {
	d, err := time.ParseDuration(os.Getenv("KB_USAGE_LONG"))
	if err != nil && os.Getenv("KB_USAGE_LONG") != "" {
		t.Fatal(err)
	}
	return max(d, 500*time.Millisecond)
}

// recordUntil records searches and reads, each by a recorder of its own as commands do, and prints how many.
func recordUntil(dir, name string, end time.Time) {
	events := 0
	for ; time.Now().Before(end); events++ {
		rec := usage.NewRecorder(dir, nil)
		n := usage.Note{Path: fmt.Sprintf("n%d.md", events%7)}
		if events%2 == 0 {
			rec.Search(usage.Search{
				At:      time.Now(),
				Query:   fmt.Sprint(name, " ", events),
				Results: []usage.Result{{Note: n}, {Note: usage.Note{Path: "all.md"}}},
			})
		} else {
			rec.Read(usage.Read{At: time.Now(), Note: n})
		}
		rec.Close()
	}
	fmt.Printf("recorded %d\n", events)
}

func TestTwentyProcessesLoseNothing(t *testing.T) {
	if dir := os.Getenv("KB_USAGE_CHILD"); dir != "" {
		recordUntil(dir, os.Getenv("KB_USAGE_NAME"), time.Now().Add(long(t)))
		return
	}
	d := newDiary(t)
	var children []*exec.Cmd
	var outputs []*strings.Builder
	for i := range 20 {
		cmd, out := child(t, d.dir, fmt.Sprint("KB_USAGE_NAME=p", i)), &strings.Builder{}
		cmd.Stdout, cmd.Stderr = out, os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		children, outputs = append(children, cmd), append(outputs, out)
	}
	want := 0
	for i, cmd := range children {
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		n := 0
		if _, err := fmt.Sscanf(outputs[i].String(), "recorded %d", &n); err != nil {
			t.Fatalf("%v: %s", err, outputs[i])
		}
		want += n
	}
	searches, reads, err := d.store().Events(context.Background(), time.Time{})
	if err != nil || searches+reads != want {
		t.Errorf("%d searches and %d reads of %d events, %v", searches, reads, want, err)
	}
	t.Logf("%d events by twenty processes", want)
	s, err := d.store().Summary(context.Background())
	if err != nil || s.Opened != reads || s.Shown != 2*searches {
		t.Errorf("shown %d, opened %d; want %d, %d; %v", s.Shown, s.Opened, 2*searches, reads, err)
	}
	if aside, err := usage.Repair(d.dir, noon()); aside != "" || err != nil {
		t.Errorf("the database was damaged: %s, %v", aside, err)
	}
}

// kill -9 loses at most the event in flight.
func TestAKilledProcessLosesAtMostOneEvent(t *testing.T) {
	if dir := os.Getenv("KB_USAGE_CHILD"); dir != "" {
		for {
			rec := usage.NewRecorder(dir, nil)
			rec.Read(usage.Read{At: time.Now(), Note: usage.Note{Path: "a.md"}})
			rec.Close()
			fmt.Println("recorded")
		}
	}
	d := newDiary(t)
	least, most := 0, 0
	for round := range 8 {
		cmd := child(t, d.dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(60+40*round)*time.Millisecond, func() { cmd.Process.Kill() })
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if lines.Text() == "recorded" {
				least++
				most++
			}
		}
		most++ // the one in flight may have been written
		cmd.Wait()
		_, reads, err := d.store().Events(context.Background(), time.Time{})
		if err != nil || reads < least || reads > most {
			t.Fatalf("round %d: %d reads, %v; want %d to %d", round, reads, err, least, most)
		}
	}
	t.Logf("%d events of %d rounds", least, 8)
}
