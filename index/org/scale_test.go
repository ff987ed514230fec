package org_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/gathered"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

const (
	scaleNotes  = 30 // of a repository
	scaleChunks = 10 // of a note
	scaleWords  = 120
)

// word is one of a vocabulary of made-up words, the n-th by frequency.
func word(n int) string {
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bra cle dri flo gru")
	out := ""
	for n += 7; n > 0; n /= len(syllables) {
		out += syllables[n%len(syllables)]
	}
	return out
}

// chunkText is a section of a generated repository: words as rare as those of a language (Zipf), and a
// third of them of the matter of its repository.
func chunkText(r *rand.Rand, repo int) string {
	common := rand.NewZipf(r, 1.07, 20, 60_000)
	var out []string
	for range scaleWords {
		n := int(common.Uint64())
		if r.IntN(3) == 0 {
			n = 2000 + (repo*37+n%400)%58_000
		}
		out = append(out, word(n))
	}
	return strings.Join(out, " ") + "."
}

// generated is a repository as a searcher has it, made without files.
func generated(t testing.TB, x *store.Folder, repo int) org.Source {
	r := rand.New(rand.NewPCG(uint64(repo), 1))
	texts := map[string][]store.Chunk{}
	var notes []gathered.Note
	for n := range scaleNotes {
		path := fmt.Sprintf("docs/%s/n%d.md", word(repo), n)
		title := word(3*n+repo) + " " + word(repo+n)
		note := kb.Note{Path: path, Blob: fmt.Sprintf("%d.%d", repo, n), Title: title, Kind: "doc", Label: "doc",
			Confidence: 0.8, Importance: kb.DefaultImportance}
		for c := range scaleChunks {
			heading := []string{note.Title, word(c + 40*n)}
			texts[path] = append(texts[path],
				store.Chunk{Kind: "prose", Heading: heading, StartLine: 10 * c, EndLine: 10*c + 9, Text: chunkText(r, repo)})
		}
		rec := store.NoteRecord{Note: note, PageRank: r.Float64(), InLinks: r.IntN(9)}
		notes = append(notes, gathered.Note{Record: rec, Length: make([][words.Fields]uint16, scaleChunks)})
	}
	s := gathered.New(context.Background(), x, gathered.Collection{Notes: notes, Tree: "generated",
		Texts: func(context.Context, []string) (map[string][]store.Chunk, error) { return texts, nil }})
	return org.Source{
		Name: fmt.Sprintf("team%d/repo%d", repo%50, repo), Commit: fmt.Sprint(repo), Readers: []string{fmt.Sprintf("g%d", repo%10)},
		Searcher: s,
	}
}

// TestScale pushes generated repositories to a real cluster and asks them, where KB_TEST_SCALE says how
// many: "FROM:TO:QUERIES".
func TestScale(t *testing.T) {
	var from, to, queries int
	if n, _ := fmt.Sscanf(os.Getenv("KB_TEST_SCALE"), "%d:%d:%d", &from, &to, &queries); n != 3 {
		t.Skip("KB_TEST_SCALE is not set")
	}
	b := newBase(t, map[string]string{"a.md": "# A\n"})
	s := org.Settings{Server: cluster.Server{URL: os.Getenv("KB_TEST_OPENSEARCH"), Timeout: time.Minute}, Alias: "scale"}
	pushAll(t, b, s, from, to)
	for i := range 10 {
		s.Groups = append(s.Groups, fmt.Sprintf("g%d", i))
	}
	var took []time.Duration
	var mu sync.Mutex
	var all sync.WaitGroup
	next := make(chan int)
	began := time.Now()
	for range 8 {
		o := open(t, s)
		all.Go(func() {
			for i := range next {
				r := rand.New(rand.NewPCG(uint64(i), 2))
				text := strings.Fields(chunkText(r, r.IntN(max(to, 1))))
				began := time.Now()
				a, err := o.Search(t.Context(), b.x.Folder, index.Query{Text: strings.Join(text[:2+i%5], " "), Mode: index.Keyword})
				if err != nil || len(a.Hits) == 0 {
					t.Errorf("%v, %v", a, err)
				}
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	for i := range queries {
		next <- i
	}
	close(next)
	all.Wait()
	if slices.Sort(took); len(took) > 0 {
		t.Logf("%d queries, 8 at once: p50 %v, p95 %v, max %v, %.1f a second", len(took), took[len(took)/2], took[len(took)*95/100],
			took[len(took)-1], float64(len(took))/time.Since(began).Seconds())
	}
}

func pushAll(t *testing.T, b *base, s org.Settings, from, to int) {
	repos := make(chan int)
	var all sync.WaitGroup
	began := time.Now()
	for range 5 {
		o := open(t, s)
		all.Go(func() {
			for repo := range repos {
				if _, err := o.Push(t.Context(), generated(t, b.x.Folder, repo)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for repo := from; repo < to; repo++ {
		repos <- repo
	}
	close(repos)
	all.Wait()
	t.Logf("%d repositories in %v", to-from, time.Since(began).Round(time.Second))
}
