package store

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/workers"
)

// randomVectors makes packed vectors of some rows, of which some have none.
func randomVectors(rows, dim int) (v *Vectors, query []float32) {
	random := rand.New(rand.NewPCG(3, 4))
	unit := func() []float32 {
		out := make([]float32, dim)
		for i := range out {
			out[i] = float32(random.NormFloat64()) / float32(math.Sqrt(float64(dim)))
		}
		return out
	}
	v = &Vectors{Dim: dim}
	for i := range rows {
		if i%7 == 3 {
			v.Slots = append(v.Slots, NoSlot)
			continue
		}
		v.Slots = append(v.Slots, int32(len(v.data)/v.width()))
		v.data = append(v.data, Quantise(unit(), dim)...)
	}
	return v, unit()
}

func TestSimilaritiesAreCosines(t *testing.T) {
	for _, rows := range []int{0, 1, 4096, 4097, 9000} {
		v, query := randomVectors(rows, 40)
		for row, got := range cosines(t, v, query) {
			want := 0.0
			for i, x := range v.Vector(row) {
				want += float64(x) * float64(query[i])
			}
			if math.Abs(float64(got)-want) > 0.01 {
				t.Fatalf("row %d of %d: %v, not %v", row, rows, got, want)
			}
		}
	}
}

// A file that is cut while it is mapped is a fault of the search, which can be answered, and not
// the end of the process.
func TestVectorsThatAreCutWhileMapped(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the fault is made as Linux makes it")
	}
	v, query := randomVectors(20_000, 256)
	name := filepath.Join(t.TempDir(), "vectors")
	if err := os.WriteFile(name, v.data, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, release, err := store.MapFile(f, len(v.data))
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	v.data = data
	if err := os.Truncate(name, 1<<20); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Similarities(query, make([]float32, len(v.Slots))); !errors.Is(err, ErrDamaged) {
		t.Errorf("the fault was not noticed as damage: %v", err)
	}
}

// A panic of a helper is no damage: it comes to who waits, with the place where it happened.
func TestPanicWhileVectorsAreCompared(t *testing.T) {
	v, query := randomVectors(20_000, 16)
	v.Slots[19_000] = 1 << 30
	defer func() {
		c, ok := recover().(*workers.Panic)
		if !ok || !strings.Contains(c.Error(), "compare") {
			t.Errorf("got %v", c)
		}
	}()
	_, err := v.Similarities(query, make([]float32, len(v.Slots)))
	t.Errorf("no panic, but %v", err)
}

// cosines are the similarities of vectors that can be read.
func cosines(t *testing.T, v *Vectors, query []float32) []float32 {
	t.Helper()
	out, err := v.Similarities(query, make([]float32, len(v.Slots)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
