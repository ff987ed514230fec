package desk

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// Where very many commits are to be read an answer does without, and says so; one that must be
// exact waits all the same.
func TestFarHistoryIsPending(t *testing.T) {
	for _, patient := range []bool{false, true} {
		r := gittest.New(t)
		r.Write("a.md", "# A\n")
		head := r.Commit("Begin")
		repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		d := Of(repo, Options{Patient: patient, Remark: func(m string) { said += m }})
		h := d.History
		h.readBeside(t.Context(), &d.o)
		release := h.Hold(t.Context()) // it is being read
		h.Start()
		<-h.beside.looked
		h.measure(0, mostUnread+1)
		if patient {
			release()
			release = func() {}
		}
		known := h.Known(t.Context(), "") != nil
		release()
		if known != patient || patient != (said == "") ||
			!patient && !strings.Contains(said, "50001 commits are new. Read it with: kb index") {
			t.Errorf("patient %v: known %v, said %q", patient, known, said)
		}
		if h.Pending() == patient {
			t.Errorf("patient %v: pending %v", patient, h.Pending())
		}
		d.close(func() {})
		if patient && h.tip() != head {
			t.Errorf("as of %s, not %s", h.tip(), head)
		}
	}
}
