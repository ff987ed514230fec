package sqlite

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Connections that find a new database at the same moment all get its log: none is refused.
func TestLogOfManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	for round := range 20 {
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				conn, err := Open(filepath.Join(dir, fmt.Sprint(round)), sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE, 10*time.Second,
					func(err error) error { return err })
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				mode := ""
				if err := conn.Log(`PRAGMA synchronous=normal`); err != nil {
					t.Errorf("round %d: %v", round, err)
				} else if _, err := conn.One(`PRAGMA journal_mode`, nil, &mode); mode != "wal" || err != nil {
					t.Errorf("round %d: journal %q, %v", round, mode, err)
				}
			})
		}
		group.Wait()
	}
}
