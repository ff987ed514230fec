package usage

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
	disk "github.com/9aea2451/kb/kb/store"
)

// Events that could not be written wait in files of their own, each written whole or not at all,
// until a later command takes them in.
const (
	pendingDir   = "usage-pending"
	pendingAtOne = 200     // files that one command takes in
	pendingMost  = 10_000  // files that may wait; more are lost
	pendingSize  = 1 << 20 // bytes
)

// postpone leaves an event in a file.
func postpone(dir string, e event) error {
	folder := filepath.Join(dir, pendingDir)
	if err := disk.MakeDir(folder); err != nil {
		return err
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) >= pendingMost {
		return fmt.Errorf("%d uses wait already in %s: %w", len(entries), folder, err)
	}
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	name := filepath.Join(folder,
		fmt.Sprintf("%s-%d-%s", strconv.FormatInt(millis(e.time()), 10), os.Getpid(), strconv.FormatInt(time.Now().UnixNano(), 36)))
	return disk.Replace(name+".json", b)
}

// listPending names files that wait, in the order of their events.
func listPending(dir string) []string {
	folder := filepath.Join(dir, pendingDir)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".json") && len(out) < pendingAtOne {
			out = append(out, filepath.Join(folder, e.Name()))
		}
	}
	return out
}

// takePending counts the events that wait, each once: another process may have counted one and not
// yet removed it. It runs within a transaction.
func (s *store) takePending(dir string, files []string) error {
	// Only once the files are gone can nobody count them again who listed them before.
	var gone []string
	err := s.Query(`SELECT name FROM pending`, nil, func(row *sqlite.Row) error {
		if name := row.ColumnText(0); !exists(filepath.Join(dir, pendingDir, name)) {
			gone = append(gone, name)
		}
		return nil
	})
	for _, name := range gone {
		if err == nil {
			err = s.Run(`DELETE FROM pending WHERE name=?`, name)
		}
	}
	if err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Base(file)
		if n, err := s.Number(`SELECT count(*) FROM pending WHERE name=?`, name); n > 0 || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		e, ok := readPending(file)
		if !ok && !exists(file) {
			continue // another process has counted and removed it
		}
		if err := s.Run(`INSERT INTO pending(name) VALUES(?)`, name); err != nil {
			return err
		}
		if ok {
			if err := s.add(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// readPending reads an event; a file that holds none is passed over.
func readPending(file string) (event, bool) {
	f, err := os.Open(file)
	if err != nil {
		return event{}, false
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, pendingSize))
	var e event
	if err != nil || json.Unmarshal(b, &e) != nil || e.Search == nil && e.Read == nil {
		return event{}, false
	}
	return e, true
}

// removePending removes the files of uses that were taken in.
func removePending(files []string) {
	for _, file := range files {
		disk.Remove(file)
	}
}
