package dispute

import (
	"encoding/json"
	"io"
	"os"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb/store"
)

// format of the file, which changes with the rules of judgement.
const format = judge.Rules

// maxFile bounds what is read into memory, in bytes.
const maxFile = 64 << 20

// saved is a ledger as a file has it.
type saved struct {
	Format int               `json:"format"`
	By     string            `json:"by"` // version of the program that judged
	Notes  map[string]judged `json:"notes"`
	Pairs  []pair            `json:"pairs"`
	Drift  int               `json:"drift"`
}

// Read gives the ledger that a file keeps; nil when there is none, when it is damaged, or another
// version of the program judged. It knows no disputes until Judge has brought it up to date.
func Read(path, version string) *Ledger {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	var s saved
	if err != nil || json.Unmarshal(data, &s) != nil || s.Format != format || s.By != version || s.Notes == nil || s.Drift < 0 {
		return nil
	}
	return &Ledger{notes: s.Notes, pairs: s.Pairs, drift: s.Drift}
}

// Save keeps the ledger in a file, which takes the place of an older one at once.
func (l *Ledger) Save(path, version string) error {
	data, err := json.Marshal(saved{Format: format, By: version, Notes: l.notes, Pairs: l.pairs, Drift: l.drift})
	if err != nil {
		return err
	}
	return store.Replace(path, data)
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
