package desk

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
)

// cached is the desk of a shop in which every cache was written, and a way to ask for what they are.
func cached(t *testing.T) (d *Desk, dir string, states func() map[string]string) {
	t.Helper()
	r := shop(t)
	r.Write("docs/empty.md", "", "docs/list.md", "# List\n\n- [ ] nothing yet\n") // which state nothing
	d, v := at(t, r, Options{Patient: true})
	dir = filepath.Join(d.Repo.StateDir(), "index")
	warm(t, r, d, v)
	return d, dir, func() map[string]string {
		t.Helper()
		found, err := d.CheckCaches(t.Context(), filepath.Join(t.TempDir(), "copies"))
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, f := range found {
			name := f.File
			if strings.HasPrefix(name, "worktree-") {
				name = "provenance"
			}
			out[name] = f.State
		}
		return out
	}
}

// warm asks what writes the caches.
func warm(t *testing.T, r *gittest.Repo, d *Desk, v *View) {
	t.Helper()
	s, err := d.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Validate(t.Context(), ValidateRequest{All: true}); err != nil {
		t.Fatal(err)
	}
	past, err := d.HistoryAt(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := past.Stale(t.Context(), s, StaleRequest{}); err != nil {
		t.Fatal(err)
	}
	v.KeepDoubts(v.State(true), map[string]string{"docs/tea.md": "old"})
	v.KeepDisputes(v.State(true), map[string][]Dispute{"docs/tea.md": {{Path: "docs/mugs.md"}}})
	if err := store.Format("kb provenance 0").Save(filepath.Join(d.Repo.StateDir(), "index", "worktree-1.provenance"),
		func(s *store.Stream) error {
			s.String("x")
			return nil
		}); err != nil {
		t.Fatal(err)
	}
}

// Every cache that is overwritten is told, and none after the repair; those that are sound stay.
func TestOverwrittenCaches(t *testing.T) {
	d, dir, states := cached(t)
	sound := states()
	for name, want := range map[string]string{
		"statements": Compared, "judgement": Compared, "disputes": Sealed, "doubts": Sealed, "names-head": Sealed,
		"provenance": Sealed,
	} {
		if sound[name] != want {
			t.Errorf("%s is %q, want %q", name, sound[name], want)
		}
	}
	swap := func(old, now string) func([]byte) []byte {
		return func(b []byte) []byte {
			if !strings.Contains(string(b), old) {
				t.Fatalf("%q is nowhere in %.300s", old, b)
			}
			b = []byte(strings.Replace(string(b[:len(b)-4]), old, now, 1))
			return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
		}
	}
	garbage := func([]byte) []byte {
		return []byte("This is no cache, and long enough that nobody takes it for an empty one.")
	}
	flip := func(b []byte) []byte { b[len(b)/2] ^= 4; return b }
	for _, c := range []struct {
		file string
		harm func([]byte) []byte
	}{
		{"statements", garbage}, {"statements", flip},
		{"judgement", garbage}, {"judgement", flip}, {"judgement", swap(`"conflicts":[{`, `"conflicts":[],"other":[{`)},
		{"judgement", swap(`"Energy":1`, `"Energy":0.9`)},
		{"disputes", garbage}, {"disputes", flip},
		{"doubts", garbage}, {"doubts", flip}, {"names-head", flip}, {"worktree-1.provenance", flip},
	} {
		file := filepath.Join(dir, c.file)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, c.harm(slices.Clone(whole)), 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := d.CheckCaches(t.Context(), filepath.Join(t.TempDir(), "copies"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if (f.State == Differs) != (f.File == c.file) || f.State == Differs && f.What == "" {
				t.Errorf("%s harmed: %+v", c.file, f)
			}
		}
		if err := d.DropCaches(found); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s is still there", c.file)
		}
		if now := states(); len(now) != len(sound)-1 {
			t.Errorf("%s removed: %v", c.file, now)
		}
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What another version judged is not used, and no damage.
func TestCachesOfAnotherVersion(t *testing.T) {
	d, _, states := cached(t)
	d.o.Version = "another"
	if got := states(); got["judgement"] != Unused || got["statements"] != Compared {
		t.Errorf("%v", got)
	}
}

// Without any cache there is nothing to tell.
func TestNoCaches(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n")
	d, _ := at(t, r, Options{})
	found, err := d.CheckCaches(t.Context(), t.TempDir())
	if err != nil || len(found) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}
