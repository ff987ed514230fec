package index

// Current names the state that the last Update left behind: it changes when the words, the vectors or the commit of the tree do.
// "" when there is none. It reads one small file.
func (x *Index) Current() string {
	s := x.loadState()
	if s.Generation == "" {
		return ""
	}
	return s.Generation + " " + s.Commit
}
