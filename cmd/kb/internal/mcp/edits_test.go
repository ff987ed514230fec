package mcp

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// storm edits notes faster than an index can follow. Each note ends with a word of its own, which
// the last edit of it gave it.
type storm struct {
	r     *repository
	notes []string          // that are there
	words map[string]string // by note; of those that the storm has edited
}

// edit makes the i-th edit: in most cases it gives a note another word, else it adds or removes
// one, and now and then it commits all.
func (s *storm) edit(i int) {
	at, word := i*13%len(s.notes), fmt.Sprintf("zq%dx", i)
	note := s.notes[at]
	switch {
	case i%100 < 35:
		note = path.Join(path.Dir(note), fmt.Sprintf("storm-%d.md", i))
		s.notes = append(s.notes, note)
		s.put(note, "# Storm "+word, word)
	case i%100 < 45 && strings.Contains(note, "storm-"):
		os.Remove(filepath.Join(s.r.dir, filepath.FromSlash(note)))
		s.notes = slices.Delete(s.notes, at, at+1)
		delete(s.words, note)
	default:
		text, err := os.ReadFile(filepath.Join(s.r.dir, filepath.FromSlash(note)))
		if err != nil {
			s.r.t.Fatal(err)
		}
		before, _, _ := strings.Cut(string(text), ownWord)
		s.put(note, before, word)
	}
	if i%1000 == 999 {
		s.r.commit(fmt.Sprintf("Storm %d", i))
	}
}

// ownWord comes before the word of a note.
const ownWord = "\nThe last word: "

func (s *storm) put(note, text, word string) {
	s.r.write(note, text+ownWord+word+"\n")
	s.words[note] = word
}

// Files that change all the time hold up no answer: it comes from an older state, and says so. When
// they come to rest, each is found as it is. KB_MCP_EDITS makes the storm as long as wanted; there
// are 10,000 in a minute.
func TestEditsDoNotStallAnswers(t *testing.T) {
	r, _ := soakOf(t)
	edits := 200
	if n, err := strconv.Atoi(os.Getenv("KB_MCP_EDITS")); err == nil {
		edits = n
	}
	k := newSoak(t, serveWith(t, func(o *Options) { o.Patience = 100 * time.Millisecond }, r))
	s := &storm{r: r, notes: slices.Clone(k.notes), words: map[string]string{}}
	over := make(chan struct{})
	var clients sync.WaitGroup
	for c := range 8 {
		clients.Go(func() {
			for i := c; ; i += 8 {
				select {
				case <-over:
					return
				default:
					k.one(i)
				}
			}
		})
	}
	began := time.Now()
	for i := range edits {
		time.Sleep(time.Until(began.Add(time.Duration(i) * time.Minute / 10_000)))
		s.edit(i)
	}
	took := time.Since(began)
	close(over)
	clients.Wait()
	k.report()
	r.write("calm.md", "# Calm\n\nThe lighthouse stands again.\n")
	began = time.Now()
	ask(t, k.cs, "memory_stats") // begins an update, which takes a while after a long storm
	k.holds()
	eventually(t, "the last edit is found", func() bool {
		return slices.Contains(ask(t, k.cs, "search", "query", "lighthouse", "mode", "keyword").hits(), "calm.md")
	})
	t.Logf("%d edits in %v, followed after %v: %s", edits, took.Round(time.Millisecond),
		time.Since(began).Round(time.Millisecond), k.holds())
	for _, note := range slices.Sorted(maps.Keys(s.words)) {
		if a := ask(t, k.cs, "search", "query", s.words[note], "mode", "keyword"); len(a.hits()) == 0 || a.hits()[0] != note {
			t.Errorf("%s is not found first by %s: %q", note, s.words[note], a.hits())
		}
	}
}
