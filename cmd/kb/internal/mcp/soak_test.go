package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// KB_MCP_CALLS makes the soak as long as wanted, and KB_MCP_REPO names a repository of real size for it: a clone that nobody else needs, for
// notes are edited in it.
func soakOf(t *testing.T) (r *repository, calls int) {
	t.Helper()
	calls = 600
	if n, err := strconv.Atoi(os.Getenv("KB_MCP_CALLS")); err == nil {
		calls = n
	}
	if dir := os.Getenv("KB_MCP_REPO"); dir != "" {
		r := newRepository(t)
		r.dir = dir
		return r, calls
	}
	return sample(t), calls
}

// held is what a server holds on to.
type held struct {
	heap                     int // bytes after a collection
	rss                      int // bytes, 0 where the system does not tell
	goroutines, files, trees int // trees: mapped files of the index
}

func (h held) String() string {
	return fmt.Sprintf("heap %.1f MB, rss %d MB, %d goroutines, %d files, %d mapped", float64(h.heap)/1e6, h.rss>>20, h.goroutines, h.files, h.trees)
}

func holds() held {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // the second drops what pools kept over the first
	runtime.ReadMemStats(&m)
	h := held{heap: int(m.HeapAlloc), goroutines: runtime.NumGoroutine()}
	files, _ := os.ReadDir("/proc/self/fd")
	h.files = len(files)
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
		h.rss = pages * os.Getpagesize()
	}
	if text, err := os.ReadFile("/proc/self/maps"); err == nil {
		h.trees = strings.Count(string(text), "/kb/index/trees/")
	}
	return h
}

// mixed is the i-th call of a mix of all tools, whose questions differ from call to call.
func mixed(i int, notes []string) (tool string, args map[string]any) {
	note := notes[i*7%len(notes)]
	words := fmt.Sprintf("%s part %d", strings.NewReplacer("/", " ", "-", " ", ".md", "").Replace(note), i)
	switch i % 16 {
	case 0, 1, 2, 3:
		return "search", map[string]any{"query": words, "mode": []string{"hybrid", "keyword", "vector", "hybrid"}[i%4]}
	case 4:
		return "search", map[string]any{"query": words, "path": []string{filepath.Dir(note) + "/**"}, "limit": 20}
	case 5, 6:
		return "read", map[string]any{"note": note}
	case 7:
		return "related", map[string]any{"note": note}
	case 8:
		return "history", map[string]any{"note": note, "view": []string{"log", "blame"}[i/16%2]}
	case 9:
		return "context", map[string]any{"task": words, "files": []string{note}}
	case 10:
		return "check_statement", map[string]any{"statement": fmt.Sprintf("User sessions expire after %d minutes.", i)}
	case 11:
		return "recall_decision", map[string]any{"topic": words}
	case 12:
		return "search_past_solutions", map[string]any{"problem": fmt.Sprintf("ERR_POOL_%d: timeout in %s", i, note)}
	case 13:
		return "find_similar_issues", map[string]any{"context": words}
	case 14:
		return []string{"get_project_patterns", "get_category_summary"}[i/16%2], map[string]any{}
	}
	return []string{"memory_stats", "read"}[i/16%2], map[string]any{"note": "no/such/note " + words}
}

// ofTool gives the arguments of a call without those that memory_stats does not take.
func ofTool(tool string, args map[string]any) map[string]any {
	if tool == "memory_stats" {
		return map[string]any{}
	}
	return args
}

// stress makes calls, eight at a time.
func stress(t *testing.T, cs *sdk.ClientSession, notes []string, from, to int) {
	t.Helper()
	next := atomic.Int64{}
	next.Store(int64(from))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < to; i = int(next.Add(1)) - 1 {
				tool, args := mixed(i, notes)
				res, err := cs.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: ofTool(tool, args)})
				if err != nil {
					t.Errorf("%s %v: %v", tool, args, err)
					return
				}
				if text, _ := json.Marshal(res.Content); res.IsError && !strings.Contains(string(text), "no such note") {
					t.Errorf("%s %v: %s", tool, args, text)
				}
			}
		})
	}
	wg.Wait()
}

// noteList is some notes that the server knows.
func noteList(t *testing.T, cs *sdk.ClientSession) []string {
	t.Helper()
	res, err := cs.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	for _, r := range res.Resources {
		if strings.HasPrefix(r.URI, noteURI) {
			notes = append(notes, r.Name)
		}
	}
	return notes
}

// checkFlat holds what is held now against what was held before.
func checkFlat(t *testing.T, before, now held) {
	t.Helper()
	if now.heap > before.heap+before.heap/10+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before.heap, now.heap)
	}
	if now.goroutines > before.goroutines+8 || now.files > before.files+8 || now.trees > before.trees+before.trees/2+8 {
		t.Errorf("before: %s; now: %s", before, now)
	}
}

// Memory, goroutines and files are the same after many calls of all tools.
func TestMemoryIsFlat(t *testing.T) {
	r, calls := soakOf(t)
	s := serve(t, r)
	cs := connect(t, s, "", nil)
	notes := noteList(t, cs)
	var before held
	done := 0
	for _, percent := range []int{10, 20, 40, 60, 80, 100} {
		stress(t, cs, notes, done, calls*percent/100)
		done = calls * percent / 100
		now := holds()
		t.Logf("%6d calls: %s", done, now)
		if percent == 20 {
			before = now
		}
	}
	checkFlat(t, before, holds())
}

// What was held for earlier states is let go when notes are edited between the calls.
func TestOldStatesAreReleased(t *testing.T) {
	r, calls := soakOf(t)
	s := serve(t, r)
	cs := connect(t, s, "", nil)
	notes := noteList(t, cs)
	var before held
	done := 0
	for round := range 20 {
		r.write("soak/edited.md", fmt.Sprintf("# Edited\n\nThis is edit number %d of the soak.\n", round))
		if round%5 == 4 {
			r.commit("Soak")
		}
		stress(t, cs, notes, done, calls*(round+1)/40)
		done = calls * (round + 1) / 40
		if now := holds(); round%4 == 3 {
			t.Logf("%6d calls, %d edits: %s", done, round+1, now)
			if round == 7 {
				before = now
			}
		}
	}
	checkFlat(t, before, holds())
	folders, err := os.ReadDir(filepath.Join(r.dir, ".git", "kb", "index", "trees"))
	if err != nil || len(folders) > 6 {
		t.Errorf("%d generations are left, %v", len(folders), err)
	}
}
