package build

import (
	"fmt"
	"testing"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/store"
)

// A trained model is used while it fits the tree: one of which the tree has outgrown is trained anew, but for the
// tree of a commit, and whenever all is made anew.
func TestTrainedModelWhileItFits(t *testing.T) {
	var texts []string
	for i := range 60 {
		texts = append(texts, fmt.Sprintf("The worker of hall %d opens door %d and shuts lamp %d at night.", i%7, i%5, i%3))
	}
	m, err := embed.TrainLSA(t.Context(), texts, embed.DefaultLSA)
	if err != nil || m == nil {
		t.Fatal(m, err)
	}
	for name, tt := range map[string]struct {
		training, commit string
		full             bool
		trained          bool
	}{
		"it fits":              {`{"texts":4}`, "", false, false},
		"the tree has grown":   {`{"texts":1,"known":0,"all":100000}`, "", false, true},
		"of a commit":          {`{"texts":1,"known":0,"all":100000}`, "c1", false, false},
		"of a commit, it fits": {`{"texts":4}`, "c1", false, false},
		"all anew":             {`{"texts":4}`, "", true, true},
		"without a record":     {"", "", false, true},
		"what is no record":    {"{", "", false, true},
	} {
		u := withRecords(t, store.Options{})
		u.keepNotes(t, map[string]string{"a.md": "# A\n\nDoor.\n", "b.md": "# B\n\nKey.\n", "c.md": "# C\n\nLamp.\n",
			"d.md": "# D\n\nSeat.\n"})
		if err := u.WriteModel(m); err != nil {
			t.Fatal(err)
		}
		u.view.Model, u.view.Training, u.Folder.Commit, u.o.Full = m.Model(), tt.training, tt.commit, tt.full
		p, done, err := u.provider(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if u.trained != tt.trained || !tt.trained && (p == nil || p.Model() != m.Model()) {
			t.Errorf("%s: trained %v, model %v", name, u.trained, p)
		}
		done()
	}
}

// Where no note has changed, the gaps among the vectors are counted, unless nobody asks for vectors.
func TestGapsAreCounted(t *testing.T) {
	for none, want := range map[bool]int{false: 1, true: 0} {
		u := withRecords(t, store.Options{NoVectors: none})
		u.keepNotes(t, map[string]string{"a.md": "Door.\n"})
		u.saveView(t, &u.view)
		u.old.Rows, u.old.Vectors = u.rows, store.VectorsOf("test:two", 2, [][]byte{nil})
		if err := u.fill(t.Context()); err != nil || u.gaps != want {
			t.Errorf("without vectors %v: %d gaps, %v, want %d", none, u.gaps, err, want)
		}
	}
}
