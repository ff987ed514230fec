package usage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// oldDatabase makes a database as kb made it at a version, with a note that was shown and opened.
func oldDatabase(t *testing.T, path string, version int) {
	t.Helper()
	s, err := connect(path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	err = s.Write(func() error {
		if err := s.migrate(version); err != nil {
			return err
		}
		n := Note{Path: "a.md"}
		if err := s.add(event{Search: &Search{At: at, Query: "cache", Terms: []string{"cach"},
			Results: []Result{{Note: n, Score: 1}, {Note: Note{Path: "b.md"}}}}}); err != nil {
			return err
		}
		return s.add(event{Read: &Read{At: at.Add(time.Second), Note: n}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEveryEarlierVersionIsMigrated(t *testing.T) {
	for version := 1; version <= Schema; version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			oldDatabase(t, path, version)
			now := time.Date(2026, 5, 4, 13, 0, 0, 0, time.UTC)

			if aside, err := Repair(dir, now); aside != "" || err != nil {
				t.Fatalf("a sound database is taken for a damaged one: %q, %v", aside, err)
			}
			old, err := Look(dir) // before the first write
			if err != nil {
				t.Fatal(err)
			}
			if s, err := old.Summary(context.Background()); err != nil || s.Opened != 1 || s.Clones != 0 {
				t.Errorf("looked at: %+v, %v", s, err)
			}
			if c, err := old.Counts(context.Background()); err != nil || len(c.All) != 2 {
				t.Errorf("counted: %v, %v", c, err)
			}
			old.Close()
			r := NewReader(dir)
			if use := r.View([]string{"cach"}, now).Of(Note{Path: "a.md"}); use.Opened != 1 || use.Affinity == 0 {
				t.Errorf("read: %+v", use)
			}
			r.Close()

			u, err := Open(context.Background(), dir, now, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer u.Close()
			if v, err := u.s.version(); v != Schema || err != nil {
				t.Errorf("version %d, %v", v, err)
			}
			if err := u.Absorb(context.Background(), NewLedger()); err != nil {
				t.Error(err)
			}
			e, err := u.Export(context.Background(), nil, time.Time{}, time.Time{})
			if err != nil || len(e.Notes) != 2 || len(e.Searches) != 1 || len(e.Reads) != 1 || len(e.Words) != 1 || len(e.Together) != 1 {
				t.Errorf("exported %+v, %v", e, err)
			}
			if err := check(path); err != nil {
				t.Error(err)
			}
		})
	}
}

// What has been released is never changed: databases are out there that it made.
func TestMigrationsAreFrozen(t *testing.T) {
	released := []string{"7ceff1d6171a95e0", "ce701149becd5423"}
	for i, sql := range migrations() {
		sum := sha256.Sum256([]byte(sql))
		if got := hex.EncodeToString(sum[:8]); i >= len(released) || released[i] != got {
			t.Errorf("version %d was changed, or is new: %s. Append a version in the place of a change", i+1, got)
		}
	}
	if len(migrations()) != Schema {
		t.Errorf("%d migrations, schema %d", len(migrations()), Schema)
	}
}
