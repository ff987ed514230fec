package history

// presence says what became of the paths of older commits in the tree of the one that a line ends with.
type presence struct {
	line  *mainline
	known map[int64]int64
}

// today gives the present number of a path, followed through its renames; 0 when it is gone.
func (p *presence) today(path int64) (int64, error) {
	if now, ok := p.known[path]; ok {
		return now, nil
	}
	now := path
	for range maxRenames {
		landed, err := p.line.landed(now)
		if err != nil {
			return 0, err
		}
		if len(landed) == 0 || landed[0].status == Deleted {
			now = 0
		}
		if len(landed) == 0 || landed[0].status != movedOn {
			break
		}
		now = landed[0].other
	}
	p.known[path] = now
	return now, nil
}
