package chat

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// form is one of the forms in which stores keep a session, with whole ones to be damaged.
type form struct {
	name  string
	whole [][]byte
	// read reads bytes as the session that they were the i-th of whole of.
	read func(ctx context.Context, i int, data []byte) (*Session, error)
}

// forms are all of them. Files lie below dir, databases in memory.
func forms(t testing.TB, dir string) []form {
	t.Helper()
	return slices.Concat(fileForms(t, dir), []form{opencodeFiles(t, dir)}, databaseForms(t))
}

func ofStores(t testing.TB, names ...string) (all [][]byte) {
	t.Helper()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata/stores", name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	return all
}

// fileForms are those in which a session is a file.
func fileForms(t testing.TB, dir string) (out []form) {
	path := filepath.Join(dir, "session")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	for _, f := range []struct {
		name      string
		store     Store
		row, file string
	}{
		{"claude", claude{dir}, "", "claude/projects/-src-ledger/aa11.jsonl"},
		{"codex", codex{dir}, "", "codex/sessions/2026/05/05/rollout-2026-05-05T10-00-00-c1.jsonl"},
		{"copilot", copilot{dir}, "", "home/.copilot/session-state/p1/events.jsonl"},
		{"gemini", gemini{dir}, ".jsonl", "home/.gemini/tmp/ledger/chats/session-2026-05-07T07-00-ee55.jsonl"},
		{"vscode log", vscode{dir}, ".jsonl", "config/Code/User/workspaceStorage/w1/chatSessions/v2.jsonl"},
		{"vscode document", vscode{dir}, ".json", "config/Code/User/workspaceStorage/w1/chatSessions/v1.json"},
		{"cursor agent", cursorAgent{dir}, "", "home/.cursor/projects/src-ledger/agent-transcripts/y1/y1.jsonl"},
		{"aider", aider{dir}, "2026-05-09 05:00:00", "repo/.aider.chat.history.md"},
		{"specstory", specstory{dir}, "", "repo/.specstory/history/2026-05-08_06-00-00Z-close.md"},
	} {
		ref := Ref{ID: "x", path: path, Page: "session", dir: "/src/ledger", row: f.row}
		read := func(ctx context.Context, _ int, data []byte) (*Session, error) {
			_, err := file.WriteAt(data, 0)
			if err := errors.Join(err, file.Truncate(int64(len(data)))); err != nil {
				t.Fatal(err)
			}
			return f.store.Read(ctx, NewPlace("/src/ledger"), ref)
		}
		out = append(out, form{f.name, ofStores(t, f.file), read})
	}
	return out
}

// opencodeFiles is the form in which a session is a folder of small documents.
func opencodeFiles(t testing.TB, dir string) form {
	s := opencode{dir}
	if err := os.CopyFS(filepath.Join(dir, "opencode"), os.DirFS("testdata/stores/data/opencode")); err != nil {
		t.Fatal(err)
	}
	names := []string{
		"session/p1/ses_old.json", "message/ses_old/msg_1.json", "message/ses_old/msg_2.json", "part/msg_1/prt_1.json",
		"part/msg_2/prt_1.json", "part/msg_2/prt_2.json",
	}
	var whole [][]byte
	for _, name := range names {
		whole = append(whole, ofStores(t, "data/opencode/storage/"+name)...)
	}
	write := func(i int, data []byte) {
		if err := os.WriteFile(filepath.Join(s.folder(), names[i]), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ref := Ref{ID: "ses_old", path: filepath.Join(s.folder(), names[0]), dir: "/src/ledger", row: "files"}
	return form{"opencode files", whole, func(ctx context.Context, i int, data []byte) (*Session, error) {
		write(i, data)
		defer write(i, whole[i])
		return s.Read(ctx, NewPlace("/src/ledger"), ref)
	}}
}

// databaseForms are those in which a session is rows of a database: one of the values is damaged.
func databaseForms(t testing.TB) []form {
	editor := inMemory(t, "config/Cursor/User/globalStorage/state.vscdb.sql")
	tabs := inMemory(t, "config/Cursor/User/workspaceStorage/k1/state.vscdb.sql")
	open := inMemory(t, "data/opencode/opencode.db.sql")
	begin := func(id string) (*builder, Ref) {
		ref := Ref{ID: id, dir: "/src/ledger"}
		return session(ref, NewPlace("/src/ledger")), ref
	}
	return []form{
		valueForm(t, "cursor composers", editor, "cursorDiskKV", "key", "value", func(key string) (*Session, error) {
			id, _, _ := strings.Cut(key[strings.IndexByte(key, ':')+1:], ":")
			b, ref := begin(id)
			return b.done(), b.composer(editor, ref)
		}),
		valueForm(t, "cursor tabs", tabs, "ItemTable", "key", "value", func(string) (*Session, error) {
			b, _ := begin("x")
			for _, tab := range cursorTabs(tabs) {
				b.cursorTab(tab)
			}
			return b.done(), nil
		}),
		valueForm(t, "opencode messages", open, "message", "id", "data", func(string) (*Session, error) {
			b, ref := begin("ses_new")
			return b.done(), open.opencode(b, ref)
		}),
		valueForm(t, "opencode parts", open, "part", "id", "data", func(string) (*Session, error) {
			b, ref := begin("ses_new")
			return b.done(), open.opencode(b, ref)
		}),
	}
}

func inMemory(t testing.TB, sql string) *database {
	t.Helper()
	db, err := sqlite3.Open(":memory:")
	if err == nil {
		err = db.Exec(string(ofStores(t, sql)[0]))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &database{Conn: db}
}

// valueForm damages the values of a column, each for itself, and reads the session of their keys.
func valueForm(t testing.TB, name string, db *database, table, key, column string, read func(key string) (*Session, error)) form {
	t.Helper()
	f := form{name: name}
	var keys []string
	err := db.rows("SELECT "+key+", "+column+" FROM "+table+" WHERE "+column+" IS NOT NULL ORDER BY 1", nil, func(s *sqlite3.Stmt) {
		keys, f.whole = append(keys, s.ColumnText(0)), append(f.whole, text(s, 1))
	})
	set, _, err2 := db.Prepare("UPDATE " + table + " SET " + column + " = ?1 WHERE " + key + " = ?2")
	if err != nil || err2 != nil || len(keys) == 0 {
		t.Fatal(keys, err, err2)
	}
	t.Cleanup(func() { set.Close() })
	put := func(i int, data []byte) {
		if err := errors.Join(set.BindBlob(1, data), set.BindText(2, keys[i]), set.Exec()); err != nil {
			t.Fatal(err)
		}
	}
	f.read = func(_ context.Context, i int, data []byte) (*Session, error) {
		put(i, data)
		defer put(i, f.whole[i])
		return read(keys[i])
	}
	return f
}

// readDamaged reads bytes as a session, and looks at every event. It tells how many there were.
func readDamaged(t testing.TB, f form, i int, data []byte) int {
	t.Helper()
	got, err := f.read(t.Context(), i, data)
	if err != nil {
		return 0
	}
	for n, e := range got.Events {
		if e.N != n || e.Role == "" || e.Kind == "" || len(e.Text) > MaxText+10 {
			t.Fatalf("%s, event %d: %+v\n%q", f.name, n, e, data)
		}
	}
	return len(got.Events)
}

// Whatever lies in a store, reading ends, and every event is within its bounds.
func FuzzStores(f *testing.F) {
	all := forms(f, f.TempDir())
	for i, form := range all {
		for _, data := range form.whole {
			f.Add(i, data)
		}
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		form := all[uint(i)%uint(len(all))]
		readDamaged(t, form, 0, data)
	})
}

// shares say how many of 28 damaged sessions are of each form.
func shares() map[string]int {
	return map[string]int{
		"claude": 1, "codex": 2, "copilot": 2, "gemini": 2, "vscode log": 2, "vscode document": 4, "cursor agent": 2, "aider": 4,
		"specstory": 2, "opencode files": 1, "cursor composers": 2, "cursor tabs": 2, "opencode messages": 1, "opencode parts": 1,
	}
}

// Which damaged sessions TestDamagedSessions reads: ten million take twenty minutes, with TMPDIR in
// memory.
var (
	damages = flag.Int("mutations", 560, "how many damaged sessions are read")
	skipped = flag.Int("mutations-from", 0, "the number of the first")
)

// Sessions of which parts were cut out, doubled, moved or overwritten are read like any other. The
// fuzzer finds fewer of them in the same time, since it measures what a database does as well.
func TestDamagedSessions(t *testing.T) {
	all := forms(t, t.TempDir())
	read, told := make([]int, len(all)), make([]int, len(all))
	var turns []int // a form's number as often as it is to be read in a round: those that take long less often
	for k, f := range all {
		turns = append(turns, slices.Repeat([]int{k}, shares()[f.name])...)
	}
	for n := *skipped; n < *skipped+*damages; n++ {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		k := turns[n%len(turns)]
		i := n / len(turns) % len(all[k].whole)
		read[k]++
		if readDamaged(t, all[k], i, damaged(random, part(random, all[k].whole[i]))) > 0 {
			told[k]++
		}
	}
	for k, f := range all {
		t.Logf("%s: %d damaged, %d of them with something to tell", f.name, read[k], told[k])
		if told[k] == 0 {
			t.Errorf("no session of the form %s told anything", f.name)
		}
	}
}

// part is mostly some lines of a text of many: most of what can go wrong does so in a few records.
func part(random *rand.Rand, text []byte) []byte {
	const long = 1 << 10
	if len(text) < long || random.IntN(8) == 0 {
		return text
	}
	all := bytes.SplitAfter(text, []byte("\n"))
	from := random.IntN(len(all)) * random.IntN(2) // what the first line begins some forms go on with
	end, size := from, 0
	for ; end < len(all) && size < long; end++ {
		size += len(all[end])
	}
	return bytes.Join(all[from:end], nil)
}

// odd are values of JSON, and then texts that are none, to stand where others stood.
func odd() (values, texts []string) {
	return []string{"null", "[]", "{}", `""`, "-1", "1e999", "99999999999", "true", `"\u0000"`, `[[[{"a":[]}]]]`, `["x",1]`},
		[]string{"\"", "\\", "\n", "\x00", "\xff", "{", "}", "---", "_**", "####"}
}

// damaged is a text with up to six damages: of any kind, or of values of JSON in the place of others,
// after which each record is JSON still.
func damaged(random *rand.Rand, text []byte) []byte {
	out := bytes.Clone(text)
	some, more := odd()
	if random.IntN(2) == 0 {
		for range 1 + random.IntN(6) {
			spans := values(out)
			if len(spans) == 0 {
				break
			}
			s := spans[random.IntN(len(spans))]
			by := []byte(some[random.IntN(len(some))])
			if other := spans[random.IntN(len(spans))]; random.IntN(3) == 0 {
				by = bytes.Clone(out[other[0]:other[1]])
			}
			out = slices.Replace(out, s[0], s[1], by...)
		}
		return out
	}
	some = append(some, more...)
	for range 1 + random.IntN(6) {
		if len(out) == 0 {
			return out
		}
		at := random.IntN(len(out))
		end := min(len(out), at+1+random.IntN(1<<random.IntN(9)))
		switch random.IntN(4) {
		case 0:
			out = slices.Delete(out, at, end)
		case 1:
			part := bytes.Clone(out[at:end])
			out = slices.Insert(out, random.IntN(len(out)), part...)
		case 2:
			out[at] ^= byte(1 << random.IntN(8))
		case 3:
			out = slices.Replace(out, at, end, []byte(some[random.IntN(len(some))])...)
		}
	}
	return out
}

// values are the places of the values within the records of a text, those of lists and objects too.
func values(text []byte) (all [][2]int) {
	var open []int
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '{' || c == '[':
			open = append(open, i)
		case (c == '}' || c == ']') && len(open) > 0:
			if all = append(all, [2]int{open[len(open)-1], i + 1}); len(open) == 1 {
				all = all[:len(all)-1] // the record itself
			}
			open = open[:len(open)-1]
		case len(open) == 0 || strings.IndexByte(" \t\r\n,:}]", c) >= 0:
		default:
			end := i + 1
			for c == '"' && end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			for c != '"' && end < len(text) && strings.IndexByte(" \t\r\n,:}]", text[end]) < 0 {
				end++
			}
			if c == '"' {
				end++
			}
			if end = min(end, len(text)); end == len(text) || text[end] != ':' { // else it is a key
				all = append(all, [2]int{i, end})
			}
			i = end - 1
		}
	}
	return all
}
