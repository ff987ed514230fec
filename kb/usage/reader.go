package usage

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/9aea2451/kb/kb/sqlite"
)

// readWait is how long a search that has not answered yet waits for the database.
const readWait = 20 * time.Millisecond

// Reader tells ranking how notes were used. It writes nothing and never fails: a database that
// cannot be read is as if nothing had been recorded. Safe for concurrent use. Close it.
type Reader struct {
	path string

	mu   sync.Mutex
	s    *store
	file os.FileInfo // that s reads

	opened int   // how often a database was: each connection counts versions of its own
	none   int64 // SQLite's version of the data in which nothing had been opened, 0 for not known
}

// NewReader reads from the state folder of a repository, whenever it is asked.
func NewReader(dir string) *Reader { return &Reader{path: filepath.Join(dir, FileName)} }

// Close ends the use of the database.
func (r *Reader) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.close()
}

// close ends the connection; the next question opens another one.
func (r *Reader) close() {
	if r.s != nil {
		r.s.Close()
		r.s, r.none = nil, 0
	}
}

// open opens the database, and opens it anew when another file has taken its place.
func (r *Reader) open() bool {
	info, err := os.Stat(r.path)
	if r.s != nil && (err != nil || !os.SameFile(info, r.file)) {
		r.close()
	}
	if err != nil || info.Size() == 0 {
		return false
	}
	if r.s != nil {
		return true
	}
	s, err := openExisting(r.path, readWait)
	if err != nil {
		return false
	}
	r.s, r.file = s, info
	r.opened++
	return true
}

// Version names what is recorded: as long as it stays the same nothing was recorded. "" is for no database,
// or one that is busy.
func (r *Reader) Version() string {
	if r == nil {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open() {
		return ""
	}
	version, err := r.s.Number(`PRAGMA data_version`)
	if err != nil {
		return ""
	}
	return fmt.Sprint(r.opened, " ", version)
}

// Companions gives the notes that go together with one: see Store.Companions. Where the database is
// busy there are none.
func (r *Reader) Companions(n Note, now time.Time) []Companion {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open() {
		return nil
	}
	var out []Companion
	err := r.s.Read(func() (err error) {
		out, err = r.s.companions(n, now)
		return err
	})
	if err != nil {
		return nil
	}
	return out
}

// View is how notes were used, as one query sees it. A nil View knows of no use.
type View struct {
	r        *Reader
	affinity map[int64]float64 // by note
	others   bool              // other clones have counted
}

// Use is how a note was used.
type Use struct {
	Opened     int       // times, ever
	LastOpened time.Time // zero when never
	Affinity   float64   // 0–1: the share of opens after the words of this query that were opens of this note
}

// View looks up what was opened after the words of a query. It gives nil when nothing was ever opened.
func (r *Reader) View(terms []string, now time.Time) *View {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open() {
		return nil
	}
	version, err := r.s.Number(`PRAGMA data_version`) // before the look: what is written meanwhile is looked for next time
	if err == nil && version != 0 && version == r.none {
		return nil
	}
	v := &View{r: r, affinity: map[int64]float64{}}
	some := false
	err = r.s.Read(func() error {
		n, err := r.s.Number(`SELECT EXISTS(SELECT 1 FROM notes WHERE opened>0)`)
		if err != nil {
			return err
		}
		if v.others, err = r.s.hasShared(); err != nil {
			return err
		}
		if some = n > 0 || v.others; !some {
			return nil
		}
		return v.load(r.s, terms, millis(now))
	})
	if err != nil {
		return nil
	}
	if !some {
		r.none = version
		return nil
	}
	return v
}

// doubt is added to the opens after a word: a single one is no habit.
const doubt = 1.0

// load sums over the words of the query which share of the opens after each of them went to which
// note. A word after which many notes were opened says little for any of them, and one that was
// never asked for says nothing.
func (v *View) load(s *store, terms []string, now int64) error {
	terms = slices.Clone(terms)
	slices.Sort(terms)
	terms = slices.Compact(terms)
	for _, term := range terms {
		var notes []int64
		var opened []float64
		all := doubt
		err := s.Query(`SELECT note, opened, at FROM terms WHERE term=? ORDER BY note`, []any{term}, func(row *sqlite.Row) error {
			n := faded(row.ColumnFloat(1), row.ColumnInt64(2), now)
			notes, opened, all = append(notes, row.ColumnInt64(0)), append(opened, n), all+n
			return nil
		})
		if err != nil {
			return err
		}
		for i, note := range notes {
			v.affinity[note] += opened[i] / all / float64(len(terms))
		}
	}
	return nil
}

// Of gives how a note was used.
func (v *View) Of(n Note) Use {
	if v == nil {
		return Use{}
	}
	v.r.mu.Lock()
	defer v.r.mu.Unlock()
	if v.r.s == nil {
		return Use{}
	}
	use := v.own(n)
	if !v.others {
		return use
	}
	names := []string{pathName(n.Path)}
	if n.ID != "" {
		names = append(names, idName(n.ID))
	}
	for _, name := range names {
		v.r.s.shared(name, func(_ string, other sharedUse) {
			use.Opened, use.LastOpened = use.Opened+other.opened, latest(use.LastOpened, other.last)
		})
	}
	return use
}

// own is how a note was used in this clone.
func (v *View) own(n Note) Use {
	if n.ID != "" {
		if use, _, ok := v.named(idName(n.ID)); ok {
			return use
		}
	}
	use, uid, _ := v.named(pathName(n.Path))
	if n.ID != "" && uid != "" {
		return Use{} // the path was another note's
	}
	return use
}

// named gives the use of the note that goes by a name, and its id.
func (v *View) named(name string) (use Use, uid string, ok bool) {
	err := v.r.s.Query(
		`SELECT n.id, n.opened, n.last_opened, n.uid FROM names m JOIN notes n ON n.id=m.note WHERE m.name=?`,
		[]any{name},
		func(row *sqlite.Row) error {
			use = Use{Opened: row.ColumnInt(1), LastOpened: timeOf(row.ColumnInt64(2)), Affinity: v.affinity[row.ColumnInt64(0)]}
			uid, ok = row.ColumnText(3), true
			return nil
		},
	)
	return use, uid, ok && err == nil
}
