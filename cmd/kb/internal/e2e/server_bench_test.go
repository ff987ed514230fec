package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/markdown"
)

// inFlight is how many calls a measured server has to answer at once.
const inFlight = 8

// session speaks with kb mcp over stdio, without reading more of the answers than the number of the call.
type session struct {
	tb    testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	mu    sync.Mutex
	next  int
	waits map[int]chan []byte
}

func serveOver(tb testing.TB, dir string) *session {
	tb.Helper()
	s := &session{tb: tb, cmd: command(context.Background(), tb, dir, "mcp"), waits: map[int]chan []byte{}}
	s.cmd.Stderr = os.Stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	s.in = in
	if err := s.cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		in.Close()
		if err := s.cmd.Wait(); err != nil {
			tb.Errorf("kb mcp: %v", err)
		}
	})
	go s.listen(out)
	return s
}

// listen hands answers to those who wait for them.
func (s *session) listen(out io.Reader) {
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		_, rest, found := bytes.Cut(line[:min(len(line), 100)], []byte(`"id":`))
		if !found {
			continue
		}
		digits := len(rest) - len(bytes.TrimLeft(rest, "0123456789"))
		id, err := strconv.Atoi(string(rest[:digits]))
		if err != nil {
			continue
		}
		s.mu.Lock()
		wait := s.waits[id]
		delete(s.waits, id)
		s.mu.Unlock()
		if wait != nil {
			wait <- line
		}
	}
}

// call calls a tool and gives the raw answer.
func (s *session) call(tool string, arguments map[string]any) []byte {
	s.mu.Lock()
	s.next++
	id, wait := s.next, make(chan []byte, 1)
	s.waits[id] = wait
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{
		"name": tool, "arguments": arguments,
		"_meta": map[string]any{
			"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		},
	}})
	if err == nil {
		_, err = s.in.Write(append(request, '\n'))
	}
	s.mu.Unlock()
	if err != nil {
		s.tb.Error(err)
		return nil
	}
	return <-wait
}

// ready waits until the server knows the conflicts and the history too.
func (s *session) ready() {
	for quiet := 0; quiet < 3; time.Sleep(200 * time.Millisecond) {
		answer := s.call("search", map[string]any{"query": "how is it tested"})
		if bytes.Contains(answer, []byte(`"notices"`)) || !bytes.Contains(answer, []byte(`"commit"`)) {
			quiet = 0
		} else {
			quiet++
		}
	}
}

// all makes the calls, inFlight at a time, and gives how long each took.
func (s *session) all(tool string, calls []map[string]any) []time.Duration {
	took := make([]time.Duration, len(calls))
	work := make(chan int)
	var group sync.WaitGroup
	for range inFlight {
		group.Go(func() {
			for i := range work {
				start := time.Now()
				answer := s.call(tool, calls[i])
				took[i] = time.Since(start)
				if bytes.Contains(answer, []byte(`"isError":true`)) || bytes.Contains(answer, []byte(`"error":{`)) {
					s.tb.Errorf("%v: %.300s", calls[i], answer)
				}
			}
		})
	}
	for i := range calls {
		work <- i
	}
	close(work)
	group.Wait()
	return took
}

// questions makes n different queries of what the notes of a repository say: headings, words of a
// chunk, whole sentences and single identifiers.
func questions(b *testing.B, dir string, n int) []string {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	all := files(b, dir)
	seen := map[string]bool{}
	var out []string
	for tries := 0; len(out) < n && tries < 100*n; tries++ {
		source := all[random.IntN(len(all))]
		d := markdown.Parse(source)
		if len(d.Chunks) == 0 {
			continue
		}
		words := strings.Fields(d.Chunks[random.IntN(len(d.Chunks))].Text(source))
		if len(words) < 4 {
			continue
		}
		from := random.IntN(len(words) - 3)
		length := []int{1, 2, 3, 5, 8, 14}[random.IntN(6)]
		q := strings.Join(words[from:min(from+length, len(words))], " ")
		if strings.ContainsFunc(q, func(r rune) bool { return r >= 'a' && r <= 'z' }) && len(q) > 3 && !strings.ContainsAny(q, `":`) &&
			!seen[q] {
			seen[q] = true
			out = append(out, q)
		}
	}
	return out
}

func percentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
	b.ReportMetric(milliseconds(took[len(took)*95/100]), "p95-ms")
	b.ReportMetric(milliseconds(took[len(took)-1]), "max-ms")
}

// BenchmarkServer measures calls of a warm kb mcp by 1,000 different queries, eight in flight, each
// query for the first time.
func BenchmarkServer(b *testing.B) {
	dir := benchRepository(b)
	must(b, dir, "index")
	asked := questions(b, dir, 1000)
	modes := []string{"hybrid", "hybrid", "hybrid", "keyword", "vector"}
	for _, tool := range []string{"search", "context"} {
		b.Run(tool, func(b *testing.B) {
			for b.Loop() {
				s := serveOver(b, dir)
				s.ready()
				var calls []map[string]any
				for i, q := range asked {
					if tool == "search" {
						calls = append(calls, map[string]any{"query": q, "mode": modes[i%len(modes)]})
					} else {
						calls = append(calls, map[string]any{"task": q})
					}
				}
				percentiles(b, s.all(tool, calls))
			}
		})
	}
}
