package usage

import (
	"path/filepath"
	"testing"
	"time"
)

// A file that waits is counted once, whatever processes know of it: one that has counted and not
// yet removed it, one that saw no file at all before, and ones that listed it before it was gone.
func TestAPendingEventIsCountedOnce(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	if err := postpone(dir, event{Read: &Read{At: at, Note: Note{Path: "a.md"}}}); err != nil {
		t.Fatal(err)
	}
	s, err := openStore(filepath.Join(dir, FileName), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	listed := listPending(dir)
	if len(listed) != 1 {
		t.Fatal(listed)
	}
	take := func(who string, files []string) {
		t.Helper()
		if err := s.Write(func() error { return s.takePending(dir, files) }); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Number(`SELECT count(*) FROM reads`); n != 1 && len(files) > 0 || err != nil {
			t.Errorf("%s: %d reads, %v", who, n, err)
		}
	}
	take("counts", listed)
	take("saw nothing", nil)
	take("listed it as well", listed)
	removePending(listed)
	take("listed it before it was removed", listed)
	take("is later", nil)
	take("is late", listed)
	if n, err := s.Number(`SELECT count(*) FROM pending`); n != 0 || err != nil {
		t.Errorf("%d names are kept, %v", n, err)
	}
}
