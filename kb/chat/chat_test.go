package chat

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"
)

// stores copies the stores of testdata to a folder, where SQL becomes databases, and returns them.
// The repository of their sessions is /src/ledger, which is not there; that of pages is.
func stores(t *testing.T) ([]Store, Place) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/stores")); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".sql") {
			makeDatabase(t, name, strings.TrimSuffix(name, ".sql")).Close()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	h := Homes{User: at("home"), Config: at("config"), Data: at("data"), Codex: at("codex"), Claude: at("claude")}
	return Stores(h, at("repo")), NewPlace("/src/ledger", at("repo"))
}

func makeDatabase(t *testing.T, sql, name string) *sqlite3.Conn {
	t.Helper()
	data, err := os.ReadFile(sql)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite3.Open(name)
	if err == nil {
		err = db.Exec("PRAGMA journal_mode=wal; PRAGMA wal_autocheckpoint=0;" + string(data))
	}
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// tell writes the sessions of a store as they are read: a line each for the header and the events.
func tell(t *testing.T, s Store, p Place) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for ref, err := range s.Sessions(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Read(t.Context(), p, ref)
		if err != nil {
			t.Fatal(err)
		}
		if ref.Stamp == "" || ref.Touched.IsZero() && s.Name() != "opencode" {
			t.Errorf("%s: a session that is not known by its time: %+v", s.Name(), ref)
		}
		if _, ok := s.(cursorAgent); ok { // the only time it has is the file's
			got.Ended = time.Time{}
		}
		for _, v := range []any{got.Header, map[string]int{"skipped": got.Skipped}} {
			if err := enc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range got.Events {
			if err := enc.Encode(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.Bytes()
}

// What is read of each store is that of testdata/golden. KB_UPDATE=1 writes it anew.
func TestStores(t *testing.T) {
	all, p := stores(t)
	for _, s := range all {
		name := s.Name()
		if _, ok := s.(cursorAgent); ok {
			name = "cursor-agent" // both stores of Cursor have one name
		}
		t.Run(name, func(t *testing.T) {
			if !s.Seen() {
				t.Error("the store is not seen")
			}
			got, golden := tell(t, s, p), filepath.Join("testdata", "golden", name+".jsonl")
			for _, never := range []string{"Foreign words", "rewound words", "taken back", "I am the helper", "What a helper", "Undone."} {
				if bytes.Contains(got, []byte(never)) {
					t.Errorf("told %q", never)
				}
			}
			if os.Getenv("KB_UPDATE") != "" {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// A machine without any of the programs has no store, and looking for sessions is no error.
func TestNoStore(t *testing.T) {
	for _, h := range []Homes{{}, {User: t.TempDir(), Config: t.TempDir(), Data: t.TempDir(), Codex: t.TempDir(), Claude: t.TempDir()}} {
		for _, s := range Stores(h, t.TempDir()) {
			if s.Seen() {
				t.Errorf("%s is seen", s.Name())
			}
			for ref, err := range s.Sessions(t.Context(), NewPlace(t.TempDir())) {
				t.Errorf("%s: %v, %v", s.Name(), ref, err)
			}
		}
	}
}

// Reading changes no byte of a store, and leaves nothing beside it.
func TestStoresAreNotChanged(t *testing.T) {
	all, p := stores(t)
	root := filepath.Dir(all[0].(specstory).root)
	before := contents(t, root)
	for _, s := range all {
		tell(t, s, p)
	}
	if d := cmp.Diff(before, contents(t, root)); d != "" {
		t.Errorf("-before +after:\n%s", d)
	}
}

func contents(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		out[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What a program has written and not yet moved from its log into the database is read, while the
// program has it open, and also when only the files are left.
func TestRowsOfTheLogAreRead(t *testing.T) {
	for _, open := range []bool{true, false} {
		dir := t.TempDir()
		name := filepath.Join(dir, "opencode", "opencode.db")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		db := makeDatabase(t, "testdata/stores/data/opencode/opencode.db.sql", name)
		if err := db.Exec("UPDATE session SET title = 'written last' WHERE id = 'ses_new'"); err != nil {
			t.Fatal(err)
		}
		if !open {
			copied := filepath.Join(t.TempDir(), "opencode")
			if err := os.CopyFS(copied, os.DirFS(filepath.Dir(name))); err != nil {
				t.Fatal(err)
			}
			dir = filepath.Dir(copied)
			os.Remove(filepath.Join(copied, "opencode.db-shm"))
		}
		s, p := opencode{dir}, NewPlace("/src/ledger")
		if got := string(tell(t, s, p)); !strings.Contains(got, "written last") {
			t.Errorf("open %v: %s", open, got)
		}
		db.Close()
	}
}

// A session of another folder costs no more than Probe bytes, however long its lines are, and a
// long line is no reason to take it for one's own.
func TestProbe(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "projects", "-src-ledger-x")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 2*Probe)
	for name, line := range map[string]string{
		"foreign": `{"type":"user","uuid":"1","message":{"content":"\"cwd\":\"/src/ledger\" ` + long + `"},"cwd":"/src/ledger-x"}`,
		"own":     `{"type":"user","uuid":"2","cwd":"/src/ledger/x","message":{"content":"` + long + `"}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for ref, err := range (claude{home}).Sessions(t.Context(), NewPlace("/src/ledger")) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, ref.ID)
	}
	if len(got) != 1 || got[0] != "own" {
		t.Errorf("sessions %q, want own", got)
	}
}

func TestFiles(t *testing.T) {
	p := NewPlace("/src/ledger", "/src/ledger/.worktrees/b")
	for _, c := range []struct{ dir, name, want string }{
		{"/src/ledger", "a.go", "a.go"},
		{"/src/ledger/web", "../a.go", "a.go"},
		{"/src/ledger", "/src/ledger/web/x.ts", "web/x.ts"},
		{"/src/ledger", "/src/ledger-old/x", Outside},
		{"/src/ledger", "../x", Outside},
		{"/src/ledger", "~/x", Outside},
		{"/src/ledger", "/src/ledger/.worktrees/b/a.go", "a.go"},
		{"/src/ledger", "file:///src/ledger/my%20notes.md", "my notes.md"},
		{"/src/ledger", "https://example.org/a.go", Outside},
		{"/src/ledger", "a\x00b", ""},
		{"", "a.go", Outside},
	} {
		if got := p.file(c.dir, c.name); got != c.want {
			t.Errorf("file(%q, %q) = %q, want %q", c.dir, c.name, got, c.want)
		}
	}
}

func TestStatus(t *testing.T) {
	for text, want := range map[string]int{
		"Exit code 2\nmake: *** [all] Error 2":             2,
		"<exited with code 127>":                           127,
		"no\n<shellId: 0 completed with exit code 2>":      2,
		"no\n<exited with exit code 1>":                    1,
		"ok\nProcess exited with code 3":                   3,
		"Exit Code: 1\nls: no":                             1,
		"the page says: Exit code 4":                       0,
		strings.Repeat("a\n", 1000) + "exited with code 9": 9,
		"": 0,
	} {
		if got, known := ExitStatus(text); got != want || known != (want != 0) {
			t.Errorf("ExitStatus(%.30q) = %d, %v; want %d", text, got, known, want)
		}
	}
}

func TestCutKeepsBothEnds(t *testing.T) {
	long := strings.Repeat("é", MaxText)
	got := cut("begin" + long + "end")
	if len(got) > MaxText+10 || !strings.HasPrefix(got, "begin") || !strings.HasSuffix(got, "end") {
		t.Errorf("%d bytes, %q … %q", len(got), got[:8], got[len(got)-8:])
	}
	if got := cut("short \xff"); got != "short \uFFFD" {
		t.Errorf("%q", got)
	}
}
