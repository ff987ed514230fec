package build

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// A view that is new begins with the generation of the view that has most of its notes: more than half of both must be
// the same, and one that cannot be read is passed over.
func TestWhatANewViewBeginsWith(t *testing.T) {
	for name, tt := range map[string]struct {
		views map[string]string // by name, the notes
		want  string
	}{
		"none":               {nil, ""},
		"one like it":        {map[string]string{"v1": "a 1,b 2,c 3,d 4"}, "v1"},
		"half of it":         {map[string]string{"v1": "a 1,b 2"}, ""},
		"more than half":     {map[string]string{"v1": "a 1,b 2,c 3"}, "v1"},
		"half of the other":  {map[string]string{"v1": "a 1,b 2,c 3,d 4,e 5,f 6,g 7,h 8"}, ""},
		"the nearest":        {map[string]string{"v1": "a 1,b 2,c 3", "v2": "a 1,b 2,c 3,d 4", "v3": "a 1,b 2,d 4"}, "v2"},
		"of two the first":   {map[string]string{"v1": "a 1,b 2,c 3", "v2": "b 2,c 3,d 4"}, "v1"},
		"one that is torn":   {map[string]string{"torn": "a 1,b 2,c 3,d 4", "v1": "a 1,b 2,c 3"}, "v1"},
		"one that is gone":   {map[string]string{"gone": "a 1,b 2,c 3,d 4", "v1": "a 1,b 2,c 3"}, "v1"},
		"itself is no other": {map[string]string{"main": "a 1,b 2,c 3,d 4"}, ""},
	} {
		u := withRecords(t, store.Options{NoVectors: true})
		_, u.tree.Files = treeOf("a 1", "b 2", "c 3", "d 4")
		for view, notes := range tt.views {
			rows, _ := treeOf(strings.Split(notes, ",")...)
			rows.Docs = []int32{0}
			dir := u.GenerationDir(view)
			table := filepath.Join(dir, store.RowsFile)
			if err := errors.Join(os.MkdirAll(dir, 0o700), rows.Write(table), store.WriteManifest(dir, "", 0)); err != nil {
				t.Fatal(err)
			}
			switch view {
			case "torn":
				turned(t, table)
			case "gone":
				os.Remove(filepath.Join(dir, store.ManifestFile))
			}
			u.saveView(t, &store.View{Name: view, Generation: view})
		}
		u.saveView(t, &store.View{Name: "empty"})
		if err := u.borrow(); err != nil || u.lent != (tt.want != "") {
			t.Errorf("%s: lent %v, %v", name, u.lent, err)
		}
		if want := u.GenerationDir(tt.want); tt.want != "" && u.old.Dir != want || tt.want == "" && u.old.Dir != "" {
			t.Errorf("%s: begins with %q, want %q", name, u.old.Dir, want)
		}
	}
}

// Vectors go on in the file of the last generation; where that is mostly slack those that are used are copied into a
// new one, and where it is of another model or another length nothing of it is.
func TestFileOfVectorsGoesOn(t *testing.T) {
	for name, tt := range map[string]struct {
		model string
		dim   int // that the server tells before, 0 for none
		slots int // in the file
		want  string
	}{
		"as it is":                {"test:two", 2, 3, "goes on"},
		"length not told before":  {"test:two", 0, 3, "goes on"},
		"with slack":              {"test:two", 2, slack*2 + embedBatch, "goes on"},
		"mostly slack":            {"test:two", 2, slack*2 + embedBatch + 1, "copied"},
		"mostly slack, not told":  {"test:two", 0, slack*2 + embedBatch + 1, "copied"},
		"of another length":       {"test:two", 3, 3, "new"},
		"of another model":        {"test:other", 2, 3, "new"},
		"of another, not told":    {"test:other", 0, 3, "none"},
		"of another length, none": {"test:other", 3, slack*2 + embedBatch + 1, "new"},
	} {
		u := withRecords(t, store.Options{})
		u.old.Dir = t.TempDir()
		dir := t.TempDir()
		u.rows, _ = treeOf("a 1", "b 2")
		u.old.Rows, _ = treeOf("a 1", "b 2")
		w, err := store.NewSlots(filepath.Join(u.old.Dir, store.VectorsFile), 2)
		if err != nil {
			t.Fatal(err)
		}
		for i := range tt.slots {
			w.Add([]byte{0, 0, 0, 0, byte(i), 7})
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		u.old.Rows.Slots, u.old.Rows.SlotCount, u.old.Rows.Dim = []int32{2, 1}, tt.slots, 2
		u.old.Vectors = &store.Vectors{Model: "test:two", Dim: 2, Slots: u.old.Rows.Slots}
		e := &embedder{updater: u, provider: answers{dim: tt.dim}, model: tt.model, dir: dir}
		if err := e.open(); err != nil {
			t.Fatal(name, err)
		}
		u.rows.Slots = []int32{store.NoSlot, store.NoSlot}
		taken := []bool{e.takeOver(0), e.takeOver(1)}
		got := "none"
		if e.out != nil {
			if err := e.out.Close(); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(filepath.Join(dir, store.VectorsFile))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case len(b) == 6*tt.slots && slices.Equal(u.rows.Slots, []int32{2, 1}):
				got = "goes on"
			case bytes.Equal(b, []byte{0, 0, 0, 0, 2, 7, 0, 0, 0, 0, 1, 7}) && slices.Equal(u.rows.Slots, []int32{0, 1}):
				got = "copied"
			case len(b) == 0:
				got = "new"
			default:
				got = fmt.Sprintf("%d bytes, slots %v", len(b), u.rows.Slots)
			}
		}
		over := tt.want == "goes on" || tt.want == "copied"
		if got != tt.want || !slices.Equal(taken, []bool{over, over}) {
			t.Errorf("%s: %s, taken over %v, want %s", name, got, taken, tt.want)
		}
	}
}
