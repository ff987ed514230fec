package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/9aea2451/kb/kb/store"
)

const lockFile = "lock"

// patience is how long a writer waits for another before it says so.
const patience = 300 * time.Millisecond

// acquire takes the writers' lock of the index folder; the operating system drops it when the process dies.
// It returns ErrBusy, naming the holder, when another process keeps it for longer than wait.
func acquire(ctx context.Context, dir string, wait time.Duration, warn func(string)) (release func(), err error) {
	if err := store.MakeDir(dir); err != nil { // who runs for long may find it deleted
		return nil, fmt.Errorf("lock index: %w", err)
	}
	lock := flock.New(filepath.Join(dir, lockFile))
	deadline := time.Now().Add(wait)
	said := wait <= patience
	for started := time.Now(); ; {
		ok, err := lock.TryLock()
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, fmt.Errorf("lock index: %w", err)
		}
		if ok {
			sign(dir)
			return func() { lock.Unlock() }, nil
		}
		if !time.Now().Before(deadline) {
			return nil, fmt.Errorf("%w (%s)", ErrBusy, holder(dir))
		}
		if !said && time.Since(started) > patience {
			said = true
			warn(fmt.Sprintf("waiting for another kb (%s) to finish indexing", holder(dir)))
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// sign leaves the process id beside the lock for the message that a waiting process prints.
func sign(dir string) {
	store.Write(filepath.Join(dir, lockFile+".pid"), []byte(strconv.Itoa(os.Getpid())))
}

func holder(dir string) string {
	b, err := os.ReadFile(filepath.Join(dir, lockFile+".pid"))
	if err != nil {
		return "process unknown"
	}
	return "process " + strings.TrimSpace(string(b))
}
