package history

import "testing"

// Update says before its end how many commits there are, and counts up to it.
func TestProgress(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		for _, text := range []string{"a", "b", "c"} {
			r.Write("n.md", text+"\n")
			r.commit("2026-01-02T03:04:05Z", "A", text)
		}
		h := openHistory(t, r.open(program), t.TempDir())
		var said [][2]int
		h.Progress = func(done, total int) { said = append(said, [2]int{done, total}) }
		update(t, h)
		diff(t, "progress", said, [][2]int{{0, 3}, {1, 3}, {2, 3}, {3, 3}})
		said = nil
		update(t, h)
		if said != nil {
			t.Errorf("nothing was new, and progress said %v", said)
		}
	})
}
