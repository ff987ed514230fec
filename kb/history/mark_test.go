package history

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The mark speaks only for the commit, the edges and the database that it was left for.
func TestMark(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "one\n")
	first := r.commit("2026-01-02T03:04:05Z", "A", "first")
	repo := r.open("on")
	h, err := Open(t.Context(), repo, "")
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if _, ok := Current(t.Context(), repo); ok {
		t.Fatal("current before anything was recorded")
	}
	if _, err := h.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	l, err := h.Limits(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.KeepMark(first, l); err != nil {
		t.Fatal(err)
	}
	if got, ok := Current(t.Context(), repo); !ok || got != l {
		t.Fatalf("%+v, %v, want %+v", got, ok, l)
	}
	file := filepath.Join(repo.StateDir(), "index", markFile)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for old, other := range map[string]string{`"Replaced":false`: `"Replaced":true`, first: "", `"schema":`: `"schema":1`} {
		text := bytes.Replace(whole, []byte(old), []byte(other), 1)
		if bytes.Equal(text, whole) {
			t.Fatalf("%s has no %s", whole, old)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := Current(t.Context(), repo); ok {
			t.Errorf("current with %q in place of %q", other, old)
		}
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(repo.StateDir(), "index", File)
	if err := os.Rename(db, db+".away"); err != nil {
		t.Fatal(err)
	}
	if _, ok := Current(t.Context(), repo); ok {
		t.Error("current without the database")
	}
	os.Rename(db+".away", db)
	r.Write("a.md", "two\n")
	r.commit("2026-01-03T03:04:05Z", "A", "second")
	if _, ok := Current(t.Context(), repo); ok {
		t.Error("current after a commit")
	}
	if err := h.KeepMark(first, Limits{Commits: 1, Unknown: 1}); err != nil {
		t.Fatal(err)
	}
	r.Git("reset", "-q", "--hard", first)
	if got, ok := Current(t.Context(), repo); !ok || got != l {
		t.Errorf("a history that is not whole took the place of the mark: %+v, %v", got, ok)
	}
}

// The mark goes with what it speaks of: a database that was damaged or removed is made anew by
// whoever opens it, and may be empty when the next one asks.
func TestMarkOfADatabaseThatIsMadeAnew(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "one\n")
	head := r.commit("2026-01-02T03:04:05Z", "A", "first")
	repo := r.open("on")
	db := filepath.Join(repo.StateDir(), "index", File)
	for name, lose := range map[string]func(h *History) error{
		"damaged": func(h *History) error {
			h.Close()
			return os.WriteFile(db, bytes.Repeat([]byte("garbage "), 1000), 0o600)
		},
		"removed": func(h *History) error {
			h.Close()
			return os.Remove(db)
		},
		"emptied": func(h *History) error { return h.forget("") },
	} {
		h := openHistory(t, repo, "")
		update(t, h)
		if err := h.KeepMark(head, Limits{Commits: 1}); err != nil {
			t.Fatal(err)
		}
		if _, ok := Current(t.Context(), repo); !ok {
			t.Fatal("no mark was kept")
		}
		if err := lose(h); err != nil {
			t.Fatal(err)
		}
		again := openHistory(t, repo, "")
		if _, ok := Current(t.Context(), repo); ok {
			t.Errorf("%s: nothing is recorded, and the mark says that all is", name)
		}
		h.Close()
		again.Close()
	}
}
