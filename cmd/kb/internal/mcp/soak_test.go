package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// KB_MCP_CALLS makes the soak as long as wanted, and KB_MCP_REPO names a repository of real size
// for it: a clone that nobody else needs, for notes are edited in it, committed, and branches are
// rewritten.
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
	heap                              int // bytes after a collection
	rss                               int // bytes, 0 where the system does not tell
	goroutines, files, threads, trees int // trees: mapped files of the index
}

func (h held) String() string {
	return fmt.Sprintf("heap %.1f MB, rss %d MB, %d goroutines, %d files, %d threads, %d mapped", float64(h.heap)/1e6, h.rss>>20,
		h.goroutines, h.files, h.threads, h.trees)
}

func holds() held {
	var m runtime.MemStats
	h := held{goroutines: runtime.NumGoroutine()}
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
		h.rss = pages * os.Getpagesize()
	}
	runtime.GC()
	runtime.GC() // the second drops what pools kept over the first
	runtime.ReadMemStats(&m)
	h.heap = int(m.HeapAlloc)
	files, _ := os.ReadDir("/proc/self/fd")
	h.files = len(files)
	threads, _ := os.ReadDir("/proc/self/task")
	h.threads = len(threads)
	if text, err := os.ReadFile("/proc/self/maps"); err == nil {
		h.trees = strings.Count(string(text), "/kb/index/trees-")
	}
	return h
}

// checkFlat holds what is held now against what was held before. room is how many bytes the heap
// may have more.
func checkFlat(t *testing.T, before, now held, room int) {
	t.Helper()
	if now.heap > before.heap+room {
		t.Errorf("the heap grew from %d to %d bytes", before.heap, now.heap)
	}
	const segments = 20 // of the words, that updates leave, one each, until they are merged
	if now.goroutines > before.goroutines+8 || now.threads > before.threads+8 || now.files > before.files+8+segments ||
		now.trees > before.trees+segments {
		t.Errorf("before: %s; now: %s", before, now)
	}
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

// soak is a long run of calls.
type soak struct {
	t     *testing.T
	s     *Server
	cs    *sdk.ClientSession
	notes []string
	stops *stops

	mu    sync.Mutex
	took  map[string][]time.Duration // by tool
	since string                     // the last change
}

// slow is how long no call should take.
const slow = 2 * time.Second

func newSoak(t *testing.T, s *Server) *soak {
	cs := connect(t, s, "", nil)
	return &soak{t: t, s: s, cs: cs, notes: noteList(t, cs), stops: watchStops(t), took: map[string][]time.Duration{}}
}

// stress makes calls, eight at a time. before is told the number of each, and may change files.
func (k *soak) stress(from, to int, before func(i int)) {
	k.t.Helper()
	next := atomic.Int64{}
	next.Store(int64(from))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < to && !k.t.Failed(); i = int(next.Add(1)) - 1 {
				before(i)
				k.one(i)
			}
		})
	}
	wg.Wait()
}

// one makes the i-th call.
func (k *soak) one(i int) {
	began, stopped, worked := time.Now(), k.stops.sum(), processorTime()
	what, err := "resources", error(nil)
	if i%17 == 16 {
		err = k.resource(i)
	} else {
		what, err = k.tool(i)
	}
	took, stopped, worked := time.Since(began), k.stops.sum()-stopped, processorTime()-worked
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil && stopped < callTimeout/3 {
		k.t.Errorf("call %d: %v", i, err)
	}
	k.took[what] = append(k.took[what], took)
	if took > slow {
		k.t.Logf("call %d, %s, took %v, in which the process stood %v and worked %v; after: %s", i, what,
			took.Round(time.Millisecond), stopped.Round(time.Millisecond), worked, k.since)
	}
}

// tool calls the i-th tool.
func (k *soak) tool(i int) (string, error) {
	tool, args := mixed(i, k.notes)
	res, err := k.cs.CallTool(k.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: ofTool(tool, args)})
	if err != nil {
		return tool, fmt.Errorf("%s %v: %w", tool, args, err)
	}
	if text, _ := json.Marshal(res.Content); res.IsError && !takenAway(string(text)) {
		return tool, fmt.Errorf("%s %v: %s", tool, args, text)
	}
	return tool, nil
}

// resource reads the i-th resource, or lists or completes.
func (k *soak) resource(i int) error {
	ctx, note := k.t.Context(), k.notes[i*7%len(k.notes)]
	var err error
	switch i / 17 % 5 {
	case 0:
		err = k.read(noteURI + note)
	case 1:
		_, err = k.cs.ReadResource(ctx, &sdk.ReadResourceParams{URI: "kb://decisions"})
	case 2:
		_, err = k.cs.ListResources(ctx, nil)
	case 3:
		_, err = k.cs.GetPrompt(ctx, &sdk.GetPromptParams{Name: "recall", Arguments: map[string]string{"topic": note}})
	case 4:
		_, err = k.cs.Complete(ctx, &sdk.CompleteParams{Ref: &sdk.CompleteReference{Type: "ref/resource", URI: "kb://note/{+path}"},
			Argument: sdk.CompleteParamsArgument{Name: "path", Value: note[:len(note)/2]}})
	}
	if err != nil && !takenAway(err.Error()) {
		return fmt.Errorf("resource %d: %w", i/17%5, err)
	}
	return nil
}

// read reads a resource by a client of its own: one keeps all that it has ever read.
func (k *soak) read(uri string) error {
	cs, end, err := session(k.t.Context(), k.s, "", nil)
	if err != nil {
		return err
	}
	defer end()
	_, err = cs.ReadResource(k.t.Context(), &sdk.ReadResourceParams{URI: uri})
	return err
}

// takenAway tells an answer about a note that a change has taken away.
func takenAway(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "no such note") || strings.Contains(text, " is gone") || strings.Contains(text, "not found")
}

// report logs how long the calls took.
func (k *soak) report() {
	for _, tool := range slices.Sorted(maps.Keys(k.took)) {
		l := k.took[tool]
		slices.Sort(l)
		k.t.Logf("%-22s %6d calls, p50 %v, p95 %v, max %v", tool, len(l), l[len(l)/2].Round(time.Millisecond),
			l[len(l)*95/100].Round(time.Millisecond), l[len(l)-1].Round(time.Millisecond))
	}
}

// noteList is some notes that the server knows.
func noteList(t *testing.T, cs *sdk.ClientSession) []string {
	t.Helper()
	var res *sdk.ListResourcesResult
	var err error
	eventually(t, "there is an index", func() bool {
		res, err = cs.ListResources(t.Context(), nil)
		return err == nil || !strings.Contains(err.Error(), "first time")
	})
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

// stops knows how long the process stood: another process stopped it, or the machine had no time
// for it. That is no fault of the server.
type stops struct{ last, total atomic.Int64 } // ns; last is when it was known to run

const stopTick = 50 * time.Millisecond

// sum is how long it has stood since the beginning.
func (s *stops) sum() time.Duration {
	return time.Duration(s.total.Load()) + s.late()
}

// late is how long it has been standing.
func (s *stops) late() time.Duration {
	if late := time.Since(time.Unix(0, s.last.Load())) - stopTick; late > 4*stopTick {
		return late
	}
	return 0
}

func watchStops(t *testing.T) *stops {
	s := &stops{}
	s.last.Store(time.Now().UnixNano())
	go func() {
		for t.Context().Err() == nil {
			time.Sleep(stopTick)
			s.total.Add(int64(s.late()))
			s.last.Store(time.Now().UnixNano())
		}
	}()
	return s
}

// processorTime is what the process has had of the processors, 0 where the system does not tell.
func processorTime() time.Duration {
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	const tick = 10 * time.Millisecond
	return time.Duration(user+system) * tick
}

// holds waits until nothing works beside the calls, and gives what is held then.
func (k *soak) holds() held {
	k.t.Helper()
	quiet := func(b *warm.Keeper) bool { return warm.Probe{Keeper: b}.Quiet() }
	for end := time.Now().Add(15 * time.Minute); slices.ContainsFunc(k.s.bases,
		func(b *warm.Keeper) bool { return !quiet(b) }); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			k.t.Fatal("the server never rests")
		}
	}
	return holds()
}

// Memory, goroutines and files are the same after many calls of all tools.
func TestMemoryIsFlat(t *testing.T) {
	r, calls := soakOf(t)
	k := newSoak(t, serve(t, r))
	var before held
	done := 0
	for _, percent := range []int{10, 20, 40, 60, 80, 100} {
		k.stress(done, calls*percent/100, func(int) {})
		done = calls * percent / 100
		now := k.holds()
		t.Logf("%6d calls: %s", done, now)
		if percent == 20 {
			before = now
		}
	}
	checkFlat(t, before, k.holds(), before.heap/10+1<<20)
	k.report()
}

// fill has the open states read all that they may ever hold of statements and links: they read it
// bit by bit, as calls need it, and a new one takes over what has not changed. text is how many
// bytes the notes have.
func (k *soak) fill() (text int) {
	k.t.Helper()
	ask(k.t, k.cs, "check_statement", "statement", "User sessions expire after 5 minutes.")
	for _, b := range k.s.bases {
		snap, err := warm.Probe{Keeper: b}.Snapshot(k.t.Context())
		if err != nil {
			k.t.Fatal(err)
		}
		for _, e := range snap.Entries {
			e.Statements()
			e.Links()
			e.Code()
			text += int(e.File.Size)
		}
	}
	return text
}

// asleep gives what is held when no state is open: what is left of those before, and what is kept
// from one to the next.
func (k *soak) asleep() held {
	k.t.Helper()
	k.holds()
	for _, b := range k.s.bases {
		eventually(k.t, "nothing uses the state", warm.Probe{Keeper: b}.Sleep)
	}
	eventually(k.t, "no file of a state is mapped", func() bool { return holds().trees == 0 })
	return k.holds()
}

const (
	editEvery = 20 // calls come between two changes of files

	// ofSearcher is what the searcher of a state keeps at most of the chunks that it has read: 8
	// MiB of them, and the stems of 1,000.
	ofSearcher = 16 << 20
	// ofTexts is what 50,000 counts of tokens take, each with a digest of 32 bytes, in a table that
	// is half empty; ofCall is what one call adds to it: one in 16 is of context, which counts 160
	// texts at most.
	ofTexts = 50_000 * ofText
	ofCall  = 160 * ofText / 16
	ofText  = (32 + 8 + 1) * 2
	// ofNote is what is kept of the history of a note, and ofClients the last messages that the
	// client of the test has read.
	ofNote, ofClients = 2 << 10, 1 << 20
)

// What was held for earlier states is let go when files are edited, committed and checked out
// between the calls.
func TestOldStatesAreReleased(t *testing.T) {
	r, calls := soakOf(t)
	k := newSoak(t, serveWith(t, func(o *Options) { o.Patience = 3 * time.Second }, r))
	e := newEditor(r, k.notes)
	var changing sync.Mutex
	change := func(i int) {
		if i%editEvery != 0 || k.t.Failed() {
			return
		}
		changing.Lock()
		defer changing.Unlock()
		what := e.change()
		k.mu.Lock()
		k.since = what
		k.mu.Unlock()
	}
	const most = 2000 // calls from one measurement to the next
	var full, rest held
	text, step := 0, min(most, calls/10)
	for done := 0; done < calls && !t.Failed(); done += step {
		k.stress(done, min(calls, done+step), change)
		now := k.holds()
		t.Logf("%6d calls, %d changes: %s, state of %.0f MB", min(calls, done+step), e.count, now,
			float64(folderSize(filepath.Join(r.dir, ".git", "kb")))/1e6)
		if done/step != 1 {
			continue
		}
		rest = k.asleep()
		text = k.fill()
		full = k.holds()
		t.Logf("asleep: %s; all read: %s", rest, full)
	}
	k.report()
	now := k.holds()
	checkFlat(t, full, now, full.heap/10+min(ofSearcher, 2*text))
	now = k.asleep()
	t.Logf("asleep: %s", now)
	checkFlat(t, rest, now, rest.heap/10+min(ofTexts, ofCall*calls)+ofNote*len(k.notes)+ofClients)
	checkFound(t, r, k)
}

// checkFound holds the server to following still, and to having removed the states on disk that nobody needs.
func checkFound(t *testing.T, r *repository, k *soak) {
	t.Helper()
	folders, err := os.ReadDir(filepath.Join(r.dir, ".git", "kb", "index", "trees-34"))
	if err != nil || len(folders) > 6 {
		t.Errorf("%d generations are left, %v", len(folders), err)
	}
	r.write("soak/last.md", "# Last\n\nThe lighthouse of the last edit.\n")
	eventually(t, "the last edit is found", func() bool {
		return slices.Contains(ask(t, k.cs, "search", "query", "lighthouse of the last edit", "mode", "keyword").hits(), "soak/last.md")
	})
}
