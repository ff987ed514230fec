package build_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// meaning is a server that gives vectors of a length that it does not tell before, and fails where it is told to.
type meaning struct {
	dim    int
	odd    string // a text with it has a number more
	failed error
	leave  func() // called by who is asked; nil for none
	asked  []string
}

func (*meaning) Model() string   { return "test:meaning" }
func (*meaning) Dimensions() int { return 0 }

func (m *meaning) Documents(ctx context.Context, texts []string) (out [][]float32, err error) {
	if m.leave != nil {
		m.leave()
	}
	if m.failed != nil {
		return nil, m.failed
	}
	m.asked = append(m.asked, texts...)
	for _, t := range texts {
		v, _ := m.Query(ctx, t)
		if m.odd != "" && strings.Contains(t, m.odd) {
			v = append(v, 1)
		}
		out = append(out, v)
	}
	return out, nil
}

func (m *meaning) Query(_ context.Context, text string) ([]float32, error) {
	v := make([]float32, m.dim)
	for i := range v {
		v[i] = float32(1 + len(text)%(7+i) + strings.Count(text, string(rune('a'+i))))
	}
	return v, nil
}

// served is an index with the vectors of a server, and what it warned of.
func served(t *testing.T, m *meaning) (x *index.Index, dir string, warned *[]string) {
	t.Helper()
	dir, warned = indextest.NewRepository(t), new([]string)
	return indextest.Open(t, dir, store.Options{Provider: m, Warn: func(s string) { *warned = append(*warned, s) }}), dir, warned
}

func updated(t *testing.T, x *index.Index) *build.Report {
	t.Helper()
	r, err := x.Update(t.Context(), build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A server is asked once for each text, whatever becomes of the note that has it; a check finds nothing else.
func TestServerIsAskedOnceForEachText(t *testing.T) {
	m := &meaning{dim: 5}
	x, dir, warned := served(t, m)
	first := updated(t, x)
	if first.Embedded != 40 || len(m.asked) != 40 {
		t.Fatalf("%d chunks have vectors of %d texts, want 40 of 40", first.Embedded, len(m.asked))
	}
	if r := updated(t, x); r.Embedded != 0 {
		t.Errorf("nothing has changed, and %d chunks were embedded", r.Embedded)
	}
	m.asked = nil
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "changed"))
	if r := updated(t, x); r.Embedded == 0 || r.Embedded != len(m.asked) || slices.ContainsFunc(m.asked, func(s string) bool {
		return strings.Contains(s, "worker4")
	}) {
		t.Errorf("after a change %d chunks were embedded, texts %q", r.Embedded, m.asked)
	}
	m.asked = nil
	indextest.Git(t, dir, "checkout", "-q", "--", "n3.md")
	if r := updated(t, x); len(m.asked) != 0 || r.Embedded != 0 {
		t.Errorf("what was known is asked for again: %q, %d embedded", m.asked, r.Embedded)
	}
	if found := checked(t, x); len(found) != 0 {
		t.Errorf("a sound index differs: %v", found)
	}
	if len(*warned) > 0 {
		t.Errorf("warned %q", *warned)
	}
}

// A server that fails leaves gaps, which is said once; the next update fills them, whatever it is asked for.
func TestServerThatFailsLeavesGaps(t *testing.T) {
	m := &meaning{dim: 5, failed: errors.New("the line is dead")}
	x, dir, warned := served(t, m)
	r := updated(t, x)
	if r.Embedded != 0 || len(*warned) != 1 || !strings.Contains((*warned)[0], "the line is dead") {
		t.Fatalf("%d embedded, warned %q", r.Embedded, *warned)
	}
	if st := x.LoadState(); st.Gaps != 40 {
		t.Errorf("%d gaps, want 40", st.Gaps)
	}
	m.failed = nil
	if r := updated(t, x); r.Embedded != 40 {
		t.Errorf("the server is back, and %d chunks were embedded, want 40", r.Embedded)
	}
	if st := x.LoadState(); st.Gaps != 0 {
		t.Errorf("%d gaps are left", st.Gaps)
	}
	m.failed = errors.New("again")
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "changed"))
	if r := updated(t, x); r.Embedded != 0 || len(*warned) != 2 {
		t.Errorf("%d embedded, warned %q", r.Embedded, *warned)
	}
	if st := x.LoadState(); st.Gaps != 1 {
		t.Errorf("a chunk has changed, and %d have no vector", st.Gaps)
	}
	if a := indextest.Ask(t, x, query.Query{Text: "when does worker4 fail"}); len(a.Hits) == 0 {
		t.Error("nothing is found while vectors are lacking")
	}
}

// A server whose vectors have another length than before is told from one that is as it was.
func TestServerWithOtherDimensions(t *testing.T) {
	m := &meaning{dim: 5}
	x, dir, warned := served(t, m)
	updated(t, x)
	m.dim = 6
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "changed"))
	if r := updated(t, x); r.Embedded != 0 || len(*warned) != 1 || !strings.Contains((*warned)[0],
		"gave 6 dimensions where it used to give 5") {
		t.Errorf("%d embedded, warned %q", r.Embedded, *warned)
	}
	x, _, warned = served(t, &meaning{dim: 5, odd: "worker4"})
	if r := updated(t, x); r.Embedded != 39 || x.LoadState().Gaps != 1 || len(*warned) != 1 {
		t.Errorf("one of forty has another length: %d embedded, %d gaps, warned %q", r.Embedded, x.LoadState().Gaps, *warned)
	}
}

// What only says what its note is, is no text for a server: it lacks nothing. Vectors that a newer kb has written are
// left alone, and an update that is broken off while a server is asked leaves no gap to be told of.
func TestWhatAServerIsNotAskedFor(t *testing.T) {
	m := &meaning{dim: 5}
	x, dir, warned := served(t, m)
	indextest.WriteFile(t, dir, "form.md", "# Form\n\n- Status: accepted\n- Date: 2026-01-01\n\n## Matter\n\nThe door.\n")
	ctx, cancel := context.WithCancel(t.Context())
	m.leave, m.failed = cancel, errors.New("the line is dead")
	if _, err := x.Update(ctx, build.Options{}); !errors.Is(err, context.Canceled) || len(*warned) > 0 {
		t.Errorf("broken off: %v, warned %q", err, *warned)
	}
	m.leave, m.failed = nil, nil
	r := updated(t, x)
	asked := slices.ContainsFunc(m.asked, func(s string) bool { return strings.Contains(s, "accepted") })
	if r.Chunks != 42 || r.Embedded != 41 || x.LoadState().Gaps != 0 || asked {
		t.Errorf("%d of %d chunks embedded, %d gaps", r.Embedded, r.Chunks, x.LoadState().Gaps)
	}
}

// A vector that was changed where it is kept is found, and a repair asks for it alone.
func TestDamagedVectorOfAServer(t *testing.T) {
	m := &meaning{dim: 5}
	x, _, _ := served(t, m)
	updated(t, x)
	packs, err := filepath.Glob(filepath.Join(x.Dir, store.EmbeddingsDir, "*", "*.pack"))
	if err != nil || len(packs) != 1 {
		t.Fatal(packs, err)
	}
	data, err := os.ReadFile(packs[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 4 // in the midst of the heads
	if err := os.WriteFile(packs[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	if found := checked(t, x); found["embeddings"] != 1 {
		t.Errorf("found %v, want one vector", found)
	}
	m.asked = nil
	if err := x.Repair(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(m.asked) != 1 {
		t.Errorf("the repair asked for %d texts, want 1", len(m.asked))
	}
	if found := checked(t, x); len(found) != 0 {
		t.Errorf("after the repair: %v", found)
	}
}

// Without vectors no server is asked, and nothing lacks.
func TestNoVectors(t *testing.T) {
	m := &meaning{dim: 5}
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{Provider: m, NoVectors: true})
	if r := updated(t, x); r.Embedded != 0 || len(m.asked) != 0 || x.LoadState().Gaps != 0 {
		t.Errorf("%d embedded, asked for %d texts, %d gaps", r.Embedded, len(m.asked), x.LoadState().Gaps)
	}
	if found := checked(t, x); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}
