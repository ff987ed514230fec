package usage_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/usage"
	"github.com/ncruces/go-sqlite3"
)

// said is a recorder whose remarks are kept.
func said(t *testing.T, dir string) (*usage.Recorder, *[]string) {
	var lines []string
	rec := usage.NewRecorder(dir, func(m string) { lines = append(lines, m) })
	t.Cleanup(rec.Close)
	return rec, &lines
}

// full makes a database of many notes and events, whole in one file.
func full(t *testing.T) *diary {
	t.Helper()
	d := newDiary(t)
	for i := range 30 {
		var paths []string
		for j := range 50 {
			paths = append(paths, fmt.Sprintf("notes/%s/n%03d.md", strings.Repeat("deep/", 40), (10*i+j)%300))
		}
		d.asks(fmt.Sprintf("query number %d", i), paths...)
		d.opens(paths[0])
		d.later(time.Minute)
	}
	checkpoint(t, d.path())
	return d
}

func (d *diary) path() string { return filepath.Join(d.dir, usage.FileName) }

func sqlOn(t *testing.T, path, sql string) {
	t.Helper()
	c, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Exec(sql); err != nil {
		t.Fatal(err)
	}
}

func checkpoint(t *testing.T, path string) {
	t.Helper()
	sqlOn(t, path, `PRAGMA wal_checkpoint(truncate)`)
}

func asides(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "usage-damaged-20260504T*Z.db"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func overwrite(t *testing.T, path string, offset int64, b []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(b, offset); err != nil {
		t.Fatal(err)
	}
}

// copied is another clone's diary with the same database.
func (d *diary) copied(t *testing.T) *diary {
	t.Helper()
	b, err := os.ReadFile(d.path())
	if err != nil {
		t.Fatal(err)
	}
	other := newDiary(t)
	other.now = d.now
	if err := os.WriteFile(other.path(), b, 0o666); err != nil {
		t.Fatal(err)
	}
	return other
}

func TestDamageIsSetAside(t *testing.T) {
	whole := full(t)
	junk := bytes.Repeat([]byte("junk"), 1024)
	for name, harm := range map[string]func(t *testing.T, path string, size int64){
		"head":        func(t *testing.T, path string, _ int64) { overwrite(t, path, 0, junk[:100]) },
		"first page":  func(t *testing.T, path string, _ int64) { overwrite(t, path, 0, junk) },
		"middle page": func(t *testing.T, path string, size int64) { overwrite(t, path, size/2/4096*4096, junk) },
		"cut in half": func(t *testing.T, path string, size int64) {
			if err := os.Truncate(path, size/2); err != nil {
				t.Fatal(err)
			}
		},
		"not sqlite": func(t *testing.T, path string, _ int64) {
			if err := os.WriteFile(path, []byte("these are not the counts that you look for\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		},
		"lost table": func(t *testing.T, path string, _ int64) { sqlOn(t, path, `DROP TABLE results`) },
	} {
		t.Run(name, func(t *testing.T) {
			d := whole.copied(t)
			info, err := os.Stat(d.path())
			if err != nil {
				t.Fatal(err)
			}
			harm(t, d.path(), info.Size())
			harmed, err := os.ReadFile(d.path())
			if err != nil {
				t.Fatal(err)
			}
			rec, lines := said(t, d.dir)
			if name == "middle page" { // where nothing that is recorded now comes by
				if aside, err := usage.Repair(d.dir, d.now); err != nil || aside == "" {
					t.Fatalf("repaired %q, %v", aside, err)
				} else {
					*lines = append(*lines, aside)
				}
			}
			for i := range 3 {
				rec.Read(usage.Read{At: d.now.Add(time.Duration(i) * time.Hour), Note: usage.Note{Path: "new.md"}})
			}
			if len(*lines) != 1 || !strings.Contains((*lines)[0], "usage-damaged-2026") {
				t.Errorf("said %q; want one line that names the damaged file", *lines)
			}
			list := asides(t, d.dir)
			if len(list) != 1 {
				t.Fatalf("set aside: %v", list)
			}
			if kept, err := os.ReadFile(list[0]); err != nil || !bytes.Equal(kept, harmed) {
				t.Errorf("the damaged file was changed: %v", err)
			}
			counts := d.counts()
			if len(counts) != 1 || counts["new.md"] != "0/3" {
				t.Errorf("recorded in the new one: %q; want 0/3 of new.md", counts)
			}
			if left, _ := filepath.Glob(filepath.Join(d.dir, "usage.db.*")); len(left) > 1 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestALockedDatabaseDelaysNothingAndLosesNothing(t *testing.T) {
	d := newDiary(t)
	d.opens("a.md")
	c, err := sqlite3.Open(d.path())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Exec(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	rec, lines := said(t, d.dir)
	for range 3 {
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "a.md"}})
	}
	if len(*lines) != 1 || !strings.Contains((*lines)[0], "locked") {
		t.Errorf("said %q; want one line", *lines)
	}
	if err := c.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	d.opens("a.md")
	d.wants(map[string]string{"a.md": "0/5"})
	if left, _ := os.ReadDir(filepath.Join(d.dir, "usage-pending")); len(left) > 0 {
		t.Errorf("still waiting: %v", left)
	}
}

// A process can end between counting an event that waited and removing its file.
func TestAWaitingEventIsCountedOnce(t *testing.T) {
	d := newDiary(t)
	d.opens("a.md")
	folder := filepath.Join(d.dir, "usage-pending")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		text := `{"read":{"at":"2026-05-04T12:00:00Z","source":"cli","note":{"path":"a.md"}}}`
		if err := os.WriteFile(filepath.Join(folder, "1-2-3.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "1-2-4.json"), []byte("{"), 0o666); err != nil {
			t.Fatal(err)
		}
		d.opens("b.md")
	}
	d.wants(map[string]string{"a.md": "0/2", "b.md": "0/2"})
}

func TestANewerDatabaseIsNotTouched(t *testing.T) {
	d := newDiary(t)
	d.opens("a.md")
	sqlOn(t, d.path(), `PRAGMA user_version=99`)
	checkpoint(t, d.path())
	before, err := os.ReadFile(d.path())
	if err != nil {
		t.Fatal(err)
	}
	rec, lines := said(t, d.dir)
	for range 2 {
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "a.md"}})
	}
	if len(*lines) != 1 || !strings.Contains((*lines)[0], "newer kb") {
		t.Errorf("said %q; want one line", *lines)
	}
	if _, err := usage.Open(context.Background(), d.dir, d.now, nil); !errors.Is(err, usage.ErrNewer) {
		t.Errorf("opened: %v", err)
	}
	if after, err := os.ReadFile(d.path()); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed: %v", err)
	}
}

func TestAnothersDatabaseIsNotTouched(t *testing.T) {
	d := newDiary(t)
	sqlOn(t, d.path(), `CREATE TABLE accounts(id); PRAGMA application_id=7`)
	rec, lines := said(t, d.dir)
	rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "a.md"}})
	if len(*lines) != 1 || !strings.Contains((*lines)[0], "not a usage database") {
		t.Errorf("said %q; want one line", *lines)
	}
	if _, err := usage.Open(context.Background(), d.dir, d.now, nil); !errors.Is(err, usage.ErrForeign) {
		t.Errorf("opened: %v", err)
	}
}

func TestAReadOnlyDatabaseIsAnsweredFrom(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("needs permissions that hold")
	}
	d := newDiary(t)
	d.opens("a.md")
	checkpoint(t, d.path())
	for _, p := range []string{d.path(), d.dir} {
		if err := os.Chmod(p, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(d.dir, 0o777) })
	rec, lines := said(t, d.dir)
	for range 2 {
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "a.md"}})
	}
	if len(*lines) != 1 || !strings.Contains((*lines)[0], "cannot be written") {
		t.Errorf("said %q; want one line", *lines)
	}
	d.wants(map[string]string{"a.md": "0/1"})
}

func TestAFullDiskIsSaidOnce(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("needs a device that is full")
	}
	d := newDiary(t)
	if err := os.Symlink("/dev/full", d.path()); err != nil {
		t.Skip(err)
	}
	rec, lines := said(t, d.dir)
	for range 2 {
		rec.Read(usage.Read{At: d.now, Note: usage.Note{Path: "a.md"}})
	}
	if len(*lines) != 1 {
		t.Errorf("said %q; want one line", *lines)
	}
}
