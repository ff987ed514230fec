package usage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// recordWait is how long a command that has answered waits for others that record; then the event waits in a file.
const recordWait = 150 * time.Millisecond

// Recorder writes down what is searched and read. It never fails: what cannot be written is said once. Safe for concurrent use, by many processes at once.
type Recorder struct {
	dir  string
	warn func(message string)

	mu     sync.Mutex
	warned bool
}

// NewRecorder records into the state folder of a repository. warn is given one line, at most once; nil drops it.
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

func (r *Recorder) record(e event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.write(e)
	switch {
	case err == nil:
		return
	case errors.Is(err, ErrBusy) || errors.Is(err, ErrDamaged):
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
	case errors.Is(err, ErrUnwritable):
		return fmt.Sprintf("usage is not recorded: %v (%s)", err, off)
	case errors.Is(err, ErrBusy):
		return "usage.db is locked: this use waits beside it and is counted later"
	case errors.Is(err, ErrDamaged):
		return "usage.db is damaged: this use waits beside it; kb usage sets the damaged file aside and recovers what can be read"
	case errors.Is(err, ErrNewer), errors.Is(err, ErrForeign):
		return fmt.Sprintf("usage is not recorded: usage.db is %v and stays as it is (%s)", err, off)
	}
	return fmt.Sprintf("usage is not recorded: %v (%s)", err, off)
}

// repairable is the size up to which a damaged database is repaired by the command that meets it: about a tenth of a second.
const repairable = 4 << 20

// write records an event, and what waited, in one transaction.
func (r *Recorder) write(e event) error {
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	path := filepath.Join(r.dir, FileName)
	err := recordInto(path, e)
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	if info, e := os.Stat(path); e != nil || info.Size() > repairable {
		return err
	}
	aside, e2 := repair(path, e.time(), recordWait)
	if e2 != nil {
		return e2
	}
	if aside != "" && !r.warned {
		r.warned = true
		r.warn(repaired(aside))
	}
	return recordInto(path, e)
}

func recordInto(path string, e event) error {
	s, err := openOrCreate(path, recordWait)
	if err != nil {
		return err
	}
	defer s.Close()
	waiting := listPending(filepath.Dir(path))
	if err := s.write(func() error {
		if err := s.takePending(waiting); err != nil {
			return err
		}
		return s.add(e)
	}); err != nil {
		return err
	}
	removePending(waiting)
	return nil
}

// time is when the event happened.
func (e event) time() time.Time {
	if e.Search != nil {
		return e.Search.At
	}
	return e.Read.At
}
