package opinion

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestKept(t *testing.T) {
	state := filepath.Join(t.TempDir(), "kb")
	k := Load(state)
	k.Add("b", "a", Opinion{Verdict: Contradict, Quotes: [2]string{"of b", "of a"}, Why: "so", Model: "toy"})
	k.Add("a", "c", Opinion{Verdict: Contradict})
	k.Add("c", "a", Opinion{Verdict: Compatible})
	if err := k.Save(); err != nil {
		t.Fatal(err)
	}
	other := Load(state)
	other.Add("x", "y", Opinion{Verdict: Unsure})
	if err := k.Save(); err != nil { // another process, which knows nothing of x and y
		t.Fatal(err)
	}
	if err := other.Save(); err != nil {
		t.Fatal(err)
	}
	got := Load(state)
	if o, ok := got.Of("a", "b"); !ok || o.Verdict != Contradict || o.Quotes != [2]string{"of a", "of b"} || o.Why != "so" ||
		o.Model != "toy" {
		t.Errorf("%+v", o)
	}
	if o, ok := got.Of("c", "a"); !ok || o.Verdict != Compatible {
		t.Errorf("%+v", o)
	}
	if _, ok := got.Of("x", "y"); !ok || !slices.Equal(got.Contrary("a"), []string{"b"}) || got.Contrary("c") != nil {
		t.Errorf("%v %v", got.Contrary("a"), got.Contrary("c"))
	}
	info, err := os.Stat(filepath.Join(state, "opinions"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	var none *Kept
	if _, ok := none.Of("a", "b"); ok || none.Contradictions() || none.Contrary("a") != nil {
		t.Error("nobody has an opinion")
	}
}

// Whatever the file holds, reading it ends, and gives opinions or none.
func TestLoadAnything(t *testing.T) {
	state := filepath.Join(t.TempDir(), "kb")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		if err := os.MkdirAll(state, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(state, "opinions"), append([]byte(format+"\n"), text...), 0o600); err != nil {
			t.Fatal(err)
		}
		if k := Load(state); k.Contradictions() {
			t.Fatal("opinions without a sum")
		}
	})
}
