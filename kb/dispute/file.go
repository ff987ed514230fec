package dispute

import (
	"fmt"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb/store"
)

// maxFile bounds what is read into memory, in bytes.
const maxFile = 64 << 20

// Format opens the file of a ledger: it changes with the rules of judgement, and with the version of
// the program that judged.
func Format(version string) store.Format {
	return store.Format(fmt.Sprintf("kb disputes %d by %s", judge.Rules, version))
}

// saved is a ledger as a file has it.
type saved struct {
	Notes map[string]judged `json:"notes"`
	Pairs []pair            `json:"pairs"`
	Drift int               `json:"drift"`
}

// Read gives the ledger that a file keeps; nil when there is none, when it is damaged, or another
// version of the program judged. It knows no disputes until Judge has brought it up to date.
func Read(path, version string) *Ledger {
	var s saved
	// A sum proves that the bytes are those that were written, not that they make sense: the counts
	// are looked at all the same.
	if Format(version).LoadJSON(path, maxFile, &s) != nil || s.Notes == nil || s.Drift < 0 {
		return nil
	}
	return &Ledger{notes: s.Notes, pairs: s.Pairs, drift: s.Drift}
}

// Save keeps the ledger in a file, which takes the place of an older one at once.
func (l *Ledger) Save(path, version string) error {
	_ = store.Remove(path + ".json") // where kb kept it until it had a sum
	return Format(version).SaveJSON(path, maxFile, saved{Notes: l.notes, Pairs: l.pairs, Drift: l.drift})
}

// Compare counts the pairs that only one of two ledgers has, and the statements of this one that were
// judged by themselves since all were: as many pairs may rightly differ.
func (l *Ledger) Compare(other *Ledger) (differ, since int) {
	has := make(map[pair]int, len(l.pairs))
	for _, p := range l.pairs {
		has[p]++
	}
	for _, p := range other.pairs {
		has[p]--
	}
	for _, n := range has {
		if n != 0 {
			differ++
		}
	}
	return differ, l.drift
}
