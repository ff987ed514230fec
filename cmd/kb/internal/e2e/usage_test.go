package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestTwentyProcessesRecordAtOnce lets twenty processes search at once, every other search
// recorded. Nothing may be lost. With KB_USAGE_LONG=10s they do so for ten seconds, and the median
// of the recorded searches may be 1.2 times that of the others at most.
func TestTwentyProcessesRecordAtOnce(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv("KB_USAGE_LONG"))
	if err != nil && os.Getenv("KB_USAGE_LONG") != "" {
		t.Fatal(err)
	}
	n := newNotes(200)
	dir := n.repository(t)
	must(t, dir, "index")
	end := time.Now().Add(max(long, time.Second))
	var mu sync.Mutex
	var recorded, unrecorded []time.Duration
	var said []string
	var workers sync.WaitGroup
	for w := range 20 {
		workers.Go(func() {
			for i := 0; i < 2 || time.Now().Before(end); i++ { // one of each kind, however slow the machine is
				took, stderr := searchOnce(t, dir, i%2 == 0, fmt.Sprintf("%s %s", n.words[(7*w+i)%400], n.words[(w+31*i)%400]))
				mu.Lock()
				if said = append(said, stderr); i%2 == 0 {
					recorded = append(recorded, took)
				} else {
					unrecorded = append(unrecorded, took)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	var info struct{ Data struct{ Searches int } }
	if err := json.Unmarshal([]byte(must(t, dir, "usage", "--json").stdout), &info); err != nil {
		t.Fatal(err)
	}
	if info.Data.Searches != len(recorded) {
		t.Errorf("%d searches are recorded of %d", info.Data.Searches, len(recorded))
	}
	with, without := median(recorded), median(unrecorded)
	t.Logf("%d recorded searches, median %v; %d others, median %v; ratio %.3f; %d waited in files", len(recorded), with,
		len(unrecorded), without, float64(with)/float64(without), strings.Count(strings.Join(said, ""), "waits beside"))
	if long > 0 && float64(with) > 1.2*float64(without) {
		t.Errorf("a recorded search takes %v, another %v", with, without)
	}
}

// searchOnce searches, and gives the time until the process has ended, and what it said.
func searchOnce(t *testing.T, dir string, record bool, query string) (time.Duration, string) {
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	cmd := command(ctx, t, dir, "search", query)
	if record {
		cmd.Env = append(cmd.Env, "KB_NO_TRACK=", "CI=")
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil || strings.Contains(stderr.String(), "not recorded") {
		t.Errorf("kb search: %v: %s", err, stderr.String())
	}
	return time.Since(start), stderr.String()
}
