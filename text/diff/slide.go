package diff

// A run of changed lines between equal ones can often stand higher or lower and tell the same
// difference: a paragraph was added with the blank line before it, or with the one behind. Readers,
// and git blame, want it where a person would have put it. git slides each run to where the other
// text has a run too, else to where its two ends look most like places at which a text is divided,
// judged by blank lines and indentation (Haggerty, "diff-slider-tools", 2016, whose weights these
// are).

// Weights of a place at which a run may begin or end. Less is better.
const (
	startOfText           = 1
	endOfText             = 21
	eachBlank             = -30
	eachBlankAfter        = 6
	indentMore            = -4
	indentMoreAfterBlank  = 10
	indentLess            = 24 // and more below
	indentLessAfterBlank  = 17
	dedent                = 23
	dedentAfterBlank      = 17
	indentWeight          = 60
	maxSlide              = 100     // lines
	maxIndent, maxBlanks  = 200, 20 // columns, and lines in a row, beyond which none are counted
	tabWidth, blankIndent = 8, -1
)

// slide moves the runs of changed lines in one text. other are the marks of the other text.
func slide(ids []int32, changed, other []bool, lines [][]byte) {
	s := &slider{ids: ids, changed: changed, other: other, lines: lines}
	s.run.end = runEnd(changed, 0)
	s.beside.end = runEnd(other, 0)
	for {
		if s.run.end > s.run.start {
			s.settle()
		}
		if s.run.end >= len(changed) {
			return
		}
		s.run.next(changed)
		s.beside.next(other)
	}
}

// slider moves the runs of one text, from the first to the last.
type slider struct {
	ids         []int32 // of lines; equal lines have equal ones
	changed     []bool
	other       []bool
	lines       [][]byte
	run, beside run // beside is that of the other text at the same place
}

// run is a run of changed lines, possibly empty, between two equal ones.
type run struct{ start, end int }

// next goes on to the run behind the next equal line.
func (r *run) next(changed []bool) {
	r.start = r.end + 1
	r.end = runEnd(changed, r.start)
}

// previous goes back to the run before the last equal line.
func (r *run) previous(changed []bool) {
	r.end = r.start - 1
	for r.start = r.end; r.start > 0 && changed[r.start-1]; r.start-- {
	}
}

// runEnd is the first line from i on that is not changed, len(changed) if all are.
func runEnd(changed []bool, i int) int {
	for i < len(changed) && changed[i] {
		i++
	}
	return i
}

// settle puts the current run where it belongs.
func (s *slider) settle() {
	earliest, beside := 0, false // the least end of the run, and whether the other text has a run where it may stand
	for {
		size := s.run.end - s.run.start
		for s.up() {
		}
		earliest, beside = s.run.end, s.beside.end > s.beside.start
		for s.down() {
			beside = beside || s.beside.end > s.beside.start
		}
		if s.run.end-s.run.start == size {
			break // it has met no other run
		}
	}
	switch {
	case s.run.end == earliest:
	case beside:
		for s.beside.end == s.beside.start && s.up() {
		}
	default:
		size := s.run.end - s.run.start
		at := max(earliest, s.run.end-size-1, s.run.end-maxSlide)
		best, found := at, split{}
		for i := at; i <= s.run.end; i++ {
			sum := s.split(i)
			o := s.split(i - size)
			sum.indent, sum.penalty = sum.indent+o.indent, sum.penalty+o.penalty
			if i == at || sum.atLeastAsGood(found) {
				best, found = i, sum
			}
		}
		for s.run.end > best && s.up() {
		}
	}
}

// up moves the run one line up, if that tells the same difference.
func (s *slider) up() bool {
	r := &s.run
	if r.start == 0 || s.ids[r.start-1] != s.ids[r.end-1] {
		return false
	}
	r.start, r.end = r.start-1, r.end-1
	s.changed[r.start], s.changed[r.end] = true, false
	for r.start > 0 && s.changed[r.start-1] {
		r.start--
	}
	s.beside.previous(s.other)
	return true
}

// down moves the run down by one line where the lines allow it, and joins it with the run that it
// meets.
func (s *slider) down() bool {
	r := &s.run
	if r.end >= len(s.ids) || s.ids[r.start] != s.ids[r.end] {
		return false
	}
	s.changed[r.start], s.changed[r.end] = false, true
	r.start, r.end = r.start+1, r.end+1
	r.end = runEnd(s.changed, r.end)
	s.beside.next(s.other)
	return true
}

// split judges a place between two lines.
type split struct{ indent, penalty int }

// atLeastAsGood reports whether a run may end here rather than there: first by indent, then by what
// git's heuristic takes off.
func (s split) atLeastAsGood(o split) bool {
	sign := 0
	if s.indent != o.indent {
		sign = 1
		if s.indent < o.indent {
			sign = -1
		}
	}
	return indentWeight*sign+s.penalty-o.penalty <= 0
}

// split judges the place before a line.
func (s *slider) split(at int) split {
	before, blanksBefore := s.around(at-1, -1)
	after, blanksAfter := s.around(at+1, 1)
	indent, penalty := blankIndent, 0
	if at < len(s.lines) {
		indent = indentOf(s.lines[at])
	} else {
		penalty += endOfText
	}
	if before == blankIndent && blanksBefore == 0 {
		penalty += startOfText
	}
	if indent == blankIndent {
		indent, blanksAfter = after, blanksAfter+1
	} else {
		blanksAfter = 0
	}
	penalty += eachBlank*(blanksBefore+blanksAfter) + eachBlankAfter*blanksAfter
	blank := blanksBefore+blanksAfter > 0
	switch {
	case indent == blankIndent || before == blankIndent || indent == before:
	case indent > before:
		penalty += either(blank, indentMoreAfterBlank, indentMore)
	case after > indent:
		penalty += either(blank, indentLessAfterBlank, indentLess)
	default:
		penalty += either(blank, dedentAfterBlank, dedent)
	}
	return split{indent, penalty}
}

// either is a or b.
func either(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}

// around gives the indentation of the nearest line that is not blank, in one direction, and how
// many blank ones are before it.
func (s *slider) around(i, step int) (indent, blanks int) {
	for ; i >= 0 && i < len(s.lines); i += step {
		if indent := indentOf(s.lines[i]); indent != blankIndent {
			return indent, blanks
		}
		if blanks++; blanks == maxBlanks {
			return 0, blanks
		}
	}
	return blankIndent, blanks
}

// indentOf counts columns of white space, blankIndent for a line of nothing else.
func indentOf(line []byte) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += tabWidth - n%tabWidth
		case '\n', '\r', '\v', '\f':
		default:
			return n
		}
		if n >= maxIndent {
			return maxIndent
		}
	}
	return blankIndent
}
