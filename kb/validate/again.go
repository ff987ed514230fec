package validate

import (
	"encoding/json"

	"github.com/9aea2451/kb/contradict/base"
)

// takeOver takes over of an earlier judgement what could not be judged otherwise now, and tells what
// is to be judged: with both, what is found is what judging all of it anew finds. They are nil where that is
// less work.
func (r *Run) takeOver(stated *base.Base, before *kept, now states) (*judged, *statements) {
	again := r.changedSince(stated, before, now)
	if again == nil {
		return nil, nil
	}
	all := before.restore(r.After, again.has)
	if all == nil {
		return nil, nil
	}
	return all, again
}

// statements are some of a base.
type statements struct {
	numbers []bool           // by number
	of      map[string][]int // the numbers of the statements of each note that holds, and was the same before
}

// has tells whether a statement is among them, or of a note that does not hold or was not the same before.
func (s *statements) has(path string, statement int) bool {
	of := s.of[path]
	return statement < 0 || statement >= len(of) || s.numbers[of[statement]]
}

// changedSince are the statements to judge again, nil where they are most: those of notes that have
// changed, and those that the change of others has made more or less common.
func (r *Run) changedSince(stated *base.Base, before *kept, now states) *statements {
	var setting base.Setting
	if json.Unmarshal(before.Setting, &setting) != nil {
		return nil
	}
	s := &statements{numbers: stated.Unlike(&setting), of: map[string][]int{}}
	if s.numbers == nil {
		return nil
	}
	touched := map[string]bool{}
	for _, e := range r.After.Entries {
		path := e.File.Path
		numbers := stated.Of(path)
		changed := now[path] != before.States[path]
		for _, i := range numbers {
			if s.numbers[i] = s.numbers[i] || changed; s.numbers[i] {
				touched[path] = true
			}
		}
		if !changed {
			s.of[path] = numbers
		}
	}
	// Which others repeat a statement is not known, and of many only some are.
	for _, same := range before.Same {
		if len(same) < 2 || same[0] < 0 || same[0] >= len(before.Paths) || s.has(before.Paths[same[0]], same[1]) {
			continue
		}
		others, _ := before.others(same)
		for path := range others {
			if _, stands := s.of[path]; !stands || touched[path] {
				s.numbers[s.of[before.Paths[same[0]]][same[1]]] = true
				break
			}
		}
	}
	// Those from which on all are to be judged are looked up as quickly as all would be, each of the others
	// in the whole base.
	rest, among, live := stated.RestOf(s.numbers), 0, 0
	for _, e := range r.After.Entries {
		for _, i := range stated.Of(e.File.Path) {
			if i >= rest {
				continue
			}
			if live++; s.numbers[i] {
				among++
			}
		}
	}
	if rest == 0 || 2*among > live {
		return nil
	}
	return s
}
