package usage

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Ledger is what clones share: how often notes were shown and opened, one entry for each clone and
// day, and nothing else. Two ledgers merge by the greater of two entries for the same clone and
// day, so that any order and repetition gives the same; what was counted is the sum of all entries.
// A clone is a random number, a note a hash of its name. A clone that forgets something goes on
// under a new number, and what it counted under the old one is void.
type Ledger struct {
	entries map[clonesDay]entry
	void    map[string]bool // clones
}

// clonesDay is a day of a clone.
type clonesDay struct {
	clone string
	day   int64 // as of dayOf
}

// entry is what a clone counted on a day, by the hash of a note's name.
type entry map[string]tally

// tally is how often a note was shown and opened.
type tally struct{ shown, opened int64 }

// total is the sum of all counts: it only grows while a day goes on.
func (e entry) total() int64 {
	sum := int64(0)
	for _, t := range e {
		sum += t.shown + t.opened
	}
	return sum
}

// lines writes an entry, a line "NOTE SHOWN OPENED" for each note.
func (e entry) lines() []byte {
	var out []byte
	for _, note := range slices.Sorted(maps.Keys(e)) {
		out = fmt.Appendf(out, "%s %d %d\n", note, e[note].shown, e[note].opened)
	}
	return out
}

// greater gives one of two entries of the same clone and day: the one that counts more. Where a
// note was renamed meanwhile both count the same.
func greater(a, b entry) entry {
	if cmp.Or(cmp.Compare(a.total(), b.total()), bytes.Compare(a.lines(), b.lines())) < 0 {
		return b
	}
	return a
}

// ErrLedger tells that files are no ledger.
var ErrLedger = errors.New("not the usage of clones")

// Limits of what is taken from others.
const (
	// MaxLedgerFiles is the greatest number of files of a ledger: one for each clone and day.
	MaxLedgerFiles = 100_000
	maxTally       = 1_000_000 // of a note on a day
	maxLedgerLines = 1_000_000
)

const voidFile = "void"

// NewLedger gives one without entries.
func NewLedger() *Ledger { return &Ledger{entries: map[clonesDay]entry{}, void: map[string]bool{}} }

// hashOf is the name of a note as others see it.
func hashOf(name string) string {
	sum := sha256.Sum256([]byte("kb note\x00" + name))
	return hex.EncodeToString(sum[:hashBytes])
}

const (
	hashBytes  = 12
	cloneBytes = 16
)

// Merge takes in what another ledger holds.
func (l *Ledger) Merge(other *Ledger) {
	maps.Copy(l.void, other.void)
	for at, e := range other.entries {
		l.entries[at] = greater(l.entries[at], e)
	}
	for at := range l.entries {
		if l.void[at.clone] {
			delete(l.entries, at)
		}
	}
}

// add adds to an entry that is being made.
func (l *Ledger) add(at clonesDay, note string, t tally) {
	e := l.entries[at]
	if e == nil {
		e = entry{}
		l.entries[at] = e
	}
	e[note] = tally{min(e[note].shown+t.shown, maxTally), min(e[note].opened+t.opened, maxTally)}
}

// days lists the clones' days in their order.
func (l *Ledger) days() []clonesDay {
	return slices.SortedFunc(maps.Keys(l.entries), func(a, b clonesDay) int {
		return cmp.Or(strings.Compare(a.clone, b.clone), cmp.Compare(a.day, b.day))
	})
}

// Clones counts the clones with an entry.
func (l *Ledger) Clones() int {
	clones := map[string]struct{}{}
	for at := range l.entries {
		clones[at.clone] = struct{}{}
	}
	return len(clones)
}

// Files writes the ledger as files: CLONE/DAY, and CLONE/void.
func (l *Ledger) Files() map[string][]byte {
	files := map[string][]byte{}
	for at, e := range l.entries {
		files[at.clone+"/"+dayName(at.day)] = e.lines()
	}
	for clone := range l.void {
		files[clone+"/"+voidFile] = []byte{}
	}
	return files
}

func dayName(day int64) string { return time.Unix(day*24*60*60, 0).UTC().Format(time.DateOnly) }

// ReadLedger reads what Files wrote. Days after tomorrow are left out: a clock was wrong.
func ReadLedger(files map[string][]byte, now time.Time) (*Ledger, error) {
	l := NewLedger()
	lines := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		clone, day, ok := strings.Cut(name, "/")
		if !ok || !isHex(clone, cloneBytes) {
			return nil, fmt.Errorf("%w: file %q", ErrLedger, clip(name, 100))
		}
		if day == voidFile {
			l.void[clone] = true
			continue
		}
		date, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return nil, fmt.Errorf("%w: file %q", ErrLedger, clip(name, 100))
		}
		if date.After(now.AddDate(0, 0, 1)) {
			continue
		}
		n, err := l.read(clonesDay{clone, dayOf(date)}, files[name])
		if lines += n; err == nil && lines > maxLedgerLines {
			err = fmt.Errorf("%w: more than %d lines", ErrLedger, maxLedgerLines)
		}
		if err != nil {
			return nil, err
		}
	}
	l.Merge(NewLedger()) // drops what is void
	return l, nil
}

// read takes in the lines of an entry.
func (l *Ledger) read(at clonesDay, data []byte) (lines int, err error) {
	for line := range bytes.Lines(data) {
		lines++
		fields := strings.Fields(string(line))
		if len(fields) != 3 || !isHex(fields[0], hashBytes) {
			return lines, fmt.Errorf("%w: line %d of %s", ErrLedger, lines, dayName(at.day))
		}
		shown, err1 := strconv.ParseInt(fields[1], 10, 64)
		opened, err2 := strconv.ParseInt(fields[2], 10, 64)
		if err1 != nil || err2 != nil || min(shown, opened) < 0 || max(shown, opened) > maxTally {
			return lines, fmt.Errorf("%w: line %d of %s", ErrLedger, lines, dayName(at.day))
		}
		l.add(at, fields[0], tally{shown, opened})
	}
	return lines, nil
}

// isHex tells whether a text is so many bytes in lower-case hexadecimal.
func isHex(s string, bytes int) bool {
	return len(s) == 2*bytes && strings.Trim(s, "0123456789abcdef") == ""
}
