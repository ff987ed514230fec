package store_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// withBought makes an index whose vectors a server gave, and what is not the index's own beside it.
func withBought(t *testing.T) (x *index.Index, server *counting, others []string) {
	t.Helper()
	server = &counting{}
	x = indextest.Open(t, indextest.NewRepository(t), store.Options{Provider: server})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	if server.texts == 0 {
		t.Fatal("the server was not asked")
	}
	server.texts = 0
	for _, name := range []string{"history.db", "history.json", "disputes", "judgement", "snapshot", "names-head", "names-past",
		"worktree-0123456789abcdef.provenance"} {
		others = append(others, filepath.Join(x.Dir, name))
		if err := os.WriteFile(others[len(others)-1], []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return x, server, others
}

// rebuilt updates an index that cannot be used and tells how many texts the server was sent.
func rebuilt(t *testing.T, x *index.Index, server *counting) int {
	t.Helper()
	r, err := x.Update(t.Context(), build.Options{})
	if err != nil || r.Rebuilt == "" || r.Parsed == 0 {
		t.Fatalf("not built anew: %+v, %v", r, err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if a, err := s.Search(t.Context(), query.Query{Text: "when does worker3 fail"}); err != nil || a.Model != server.Model() ||
		len(a.Hits) == 0 {
		t.Errorf("answer %+v, %v", a, err)
	}
	sent := server.texts
	server.texts = 0
	return sent
}

// Whatever makes a rebuild necessary: no text whose vector is known goes to the server again, and
// what others keep stays.
func TestRebuildAsksTheServerForNothing(t *testing.T) {
	x, server, others := withBought(t)
	records := filepath.Join(x.Dir, store.RecordsFile)
	for name, harm := range map[string]func(){
		"random bytes": func() {
			if err := os.WriteFile(records, bytes.Repeat([]byte("nothing of ours "), 4096), 0o666); err != nil {
				t.Fatal(err)
			}
			os.Remove(records + "-wal")
		},
		"newer schema": func() { indextest.Execute(t, records, fmt.Sprintf("PRAGMA user_version=%d", store.Schema+1)) },
		"older schema": func() { indextest.Execute(t, records, fmt.Sprintf("PRAGMA user_version=%d", store.Schema-1)) },
	} {
		harm()
		if sent := rebuilt(t, x, server); sent != 0 {
			t.Errorf("%s: the server was sent %d texts", name, sent)
		}
		for _, other := range others {
			if b, err := os.ReadFile(other); err != nil || string(b) != filepath.Base(other) {
				t.Errorf("%s: %s is gone: %v", name, filepath.Base(other), err)
			}
		}
	}
}

// packs lists the packs of vectors.
func packs(t *testing.T, x *index.Index) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(x.Dir, store.EmbeddingsDir, "*", "*.pack"))
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	return list
}

// A vector that is not the one that was stored is asked for again, and no other.
func TestDamagedVectorIsAskedForAgain(t *testing.T) {
	x, server, _ := withBought(t)
	list := packs(t, x)
	data, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 4 // in the midst of the heads
	if err := os.WriteFile(list[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	indextest.Execute(t, filepath.Join(x.Dir, store.RecordsFile), "PRAGMA user_version=1")
	if sent := rebuilt(t, x, server); sent != 1 {
		t.Errorf("the server was sent %d texts", sent)
	}
}

// What cannot be read of a damaged file of vectors is asked for.
func TestDamagedEmbeddings(t *testing.T) {
	x, server, _ := withBought(t)
	list := packs(t, x)
	for _, p := range list {
		if err := os.WriteFile(p, bytes.Repeat([]byte("nothing of ours "), 4096), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	indextest.Execute(t, filepath.Join(x.Dir, store.RecordsFile), "PRAGMA user_version=1")
	if sent := rebuilt(t, x, server); sent == 0 {
		t.Error("the server was sent nothing")
	}
	for _, p := range packs(t, x) {
		if slices.Contains(list, p) {
			t.Error("a damaged file was left behind")
		}
	}
}
