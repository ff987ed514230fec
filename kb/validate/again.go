package validate

import "github.com/9aea2451/kb/contradict/base"

// judgeAgain judges what was not, or could be judged otherwise than before, and takes over the
// rest; nil where that is most of it. It finds what judging all of it anew does.
func (r *Run) judgeAgain(stated *base.Base, before *kept, now states) *judged {
	again := r.changedSince(stated, before, now)
	if again == nil {
		return nil
	}
	all := before.restore(r.After, again.has)
	if all == nil {
		return nil
	}
	conflicts, same := stated.Again(again.numbers, before.Least, before.Repeats)
	for i := range conflicts {
		orient(&conflicts[i])
	}
	all.conflicts = append(all.conflicts, conflicts...)
	if before.Repeats {
		all.same.add(stated, same)
	}
	return all
}

// statements are some of a base.
type statements struct {
	numbers []bool           // by number
	of      map[string][]int // the numbers of the statements of each note that holds, and was the same before
	many    int
}

// has tells whether a statement is among them, or of a note that does not hold or was not the same before.
func (s *statements) has(path string, statement int) bool {
	of := s.of[path]
	return statement < 0 || statement >= len(of) || s.numbers[of[statement]]
}

// changedSince are the statements to judge again, nil where they are most: those of notes that have
// changed, and those that the change of others has made more or less common.
func (r *Run) changedSince(stated *base.Base, before *kept, now states) *statements {
	s := &statements{numbers: stated.Unlike(&before.Setting), of: map[string][]int{}}
	if s.numbers == nil {
		return nil
	}
	touched, live := map[string]bool{}, 0
	for _, e := range r.After.Entries {
		path := e.File.Path
		numbers := stated.Of(path)
		live += len(numbers)
		changed := now[path] != before.States[path]
		for _, i := range numbers {
			if s.numbers[i] = s.numbers[i] || changed; s.numbers[i] {
				touched[path] = true
				s.many++
			}
		}
		if !changed {
			s.of[path] = numbers
		}
	}
	s.many += s.addRepeated(before, touched)
	if 2*s.many > live {
		return nil
	}
	return s
}

// addRepeated adds the statements that another note said the same as of which something is to be
// judged again: it is not known which others do, and of many only some are. It tells how many it
// adds.
func (s *statements) addRepeated(before *kept, touched map[string]bool) (added int) {
	for _, same := range before.Same {
		if len(same) < 2 || same[0] < 0 || same[0] >= len(before.Paths) || s.has(before.Paths[same[0]], same[1]) {
			continue
		}
		others, _ := before.others(same)
		for path := range others {
			if _, stands := s.of[path]; !stands || touched[path] {
				s.numbers[s.of[before.Paths[same[0]]][same[1]]] = true
				added++
				break
			}
		}
	}
	return added
}
