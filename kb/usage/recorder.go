package usage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	disk "github.com/9aea2451/kb/kb/store"
)

// recordWait is how long a command that has answered waits for others that record; then the event
// waits in a file.
const recordWait = 150 * time.Millisecond

// Recorder writes down what is searched and read. It never fails: what cannot be written is said
// once. Safe for concurrent use, by many processes at once. Close it.
type Recorder struct {
	dir  string
	warn func(message string)

	mu     sync.Mutex
	warned bool
	s      *store // open between events
	file   os.FileInfo
}

// NewRecorder records into the state folder of a repository. warn is given one line, at most once;
// nil drops it.
func NewRecorder(dir string, warn func(message string)) *Recorder {
	if warn == nil {
		warn = func(string) {}
	}
	return &Recorder{dir: dir, warn: warn}
}

// Search records a search. To be called when the answer is out.
func (r *Recorder) Search(q Search) { r.record(event{Search: &q}) }

// Read records that a note was opened. To be called when its text is out.
func (r *Recorder) Read(q Read) { r.record(event{Read: &q}) }

// record writes an event now, or leaves it for later where the database is locked or damaged. A
// failure is told once.
func (r *Recorder) record(e event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.write(e)
	switch {
	case err == nil:
		return
	case errors.Is(err, ErrBusy) || errors.Is(err, errDamaged):
		if late := postpone(r.dir, e); late != nil {
			err = fmt.Errorf("%w; %w", err, late)
		}
	}
	if !r.warned {
		r.warned = true
		r.warn(warning(err))
	}
}

// warning says in one line what became of an event.
func warning(err error) string {
	const off = "to record nothing: --no-track or KB_NO_TRACK=1"
	switch {
	case errors.Is(err, errUnwritable):
		return fmt.Sprintf("usage is not recorded: %v (%s)", err, off)
	case errors.Is(err, ErrBusy):
		return "usage.db is locked: this use waits beside it and is counted later"
	case errors.Is(err, errDamaged):
		return "usage.db is damaged: this use waits beside it; kb usage sets the damaged file aside and begins a new one"
	case errors.Is(err, ErrNewer), errors.Is(err, ErrForeign):
		return fmt.Sprintf("usage is not recorded: usage.db is %v and stays as it is (%s)", err, off)
	}
	return fmt.Sprintf("usage is not recorded: %v (%s)", err, off)
}

// repairable is the size in bytes up to which a damaged database is checked as a whole and set aside by
// the command that meets it: about a tenth of a second.
const repairable = 4 << 20

// Close ends the use of the database.
func (r *Recorder) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.close()
}

// close ends the connection.
func (r *Recorder) close() {
	if r.s != nil {
		r.s.Close()
		r.s = nil
	}
}

// write records an event. A damaged database is set aside first when it is small.
func (r *Recorder) write(e event) error {
	if err := disk.MakeDir(r.dir); err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	path := filepath.Join(r.dir, FileName)
	err := r.writeTo(path, e)
	if !errors.Is(err, errDamaged) {
		return err
	}
	r.close()
	if info, e := os.Stat(path); e != nil || info.Size() > repairable {
		return err
	}
	aside, err := repair(path, e.time(), recordWait)
	if err != nil {
		return err
	}
	if aside != "" && !r.warned {
		r.warned = true
		r.warn(Repaired(aside))
	}
	return r.writeTo(path, e)
}

// writeTo records an event, and what waited, in one transaction.
func (r *Recorder) writeTo(path string, e event) error {
	if err := r.open(path); err != nil {
		return err
	}
	waiting := listPending(r.dir)
	err := r.s.Write(func() error {
		if err := r.s.takePending(r.dir, waiting); err != nil {
			return err
		}
		return r.s.add(e)
	})
	if err != nil {
		r.close()
		return err
	}
	removePending(waiting)
	// SQLite's own checkpoints would write the log back again and again and never empty it: a process
	// that opens the database alone forgets what was written back before.
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > logSize {
		r.s.Exec(`PRAGMA wal_checkpoint(truncate)`) // another process that reads may be in the way: then the next one does it
	}
	return nil
}

// open opens the database, and opens it anew when another file has taken its place.
func (r *Recorder) open(path string) (err error) {
	if r.s != nil {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, r.file) {
			return nil
		}
		r.close()
	}
	if r.s, err = openOrCreate(path, recordWait); err != nil {
		r.s = nil
		return err
	}
	r.file, err = os.Stat(path)
	return err
}

// time is when the event happened.
func (e event) time() time.Time {
	if e.Search != nil {
		return e.Search.At
	}
	return e.Read.At
}
