package store

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

// Acquire takes the writers' lock of the index folder; the operating system drops it when the process dies.
// It returns ErrBusy, naming the holder, when another process keeps it for longer than wait.
func (x *Folder) Acquire(ctx context.Context, wait time.Duration) (release func(), err error) {
	if err := store.MakeDir(x.Dir); err != nil { // who runs for long may find it deleted
		return nil, fmt.Errorf("lock index: %w", err)
	}
	lock := flock.New(filepath.Join(x.Dir, lockFile))
	deadline := time.Now().Add(wait)
	said := wait <= patience
	for started := time.Now(); ; {
		ok, err := lock.TryLock()
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, fmt.Errorf("lock index: %w", err)
		}
		if ok {
			sign(x.Dir)
			return func() { lock.Unlock() }, nil
		}
		if !time.Now().Before(deadline) {
			return nil, fmt.Errorf("%w (%s)", ErrBusy, holder(x.Dir))
		}
		if !said && time.Since(started) > patience {
			said = true
			x.Options.Warn(fmt.Sprintf("waiting for another kb (%s) to finish indexing", holder(x.Dir)))
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

// holder names the process that took the lock last, for messages.
func holder(dir string) string {
	b, err := os.ReadFile(filepath.Join(dir, lockFile+".pid"))
	if err != nil {
		return "process unknown"
	}
	return "process " + strings.TrimSpace(string(b))
}
