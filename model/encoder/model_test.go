package encoder

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/9aea2451/kb/model/encoder/encodertest"
)

// tiny is a packed model and where it lies.
func tiny(t *testing.T) (m *Model, path string) {
	t.Helper()
	b, err := Pack(t.Context(), encodertest.Files([]string{"retry", "again"}), "tiny")
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "tiny.model")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if m, err = Open(path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m, path
}

func encode(t *testing.T, m *Model, text string) []float32 {
	t.Helper()
	v, err := m.Encode(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// What is left of a shorter text is room enough for a longer one: texts of all lengths one after
// another give what each gives alone.
func TestGrow(t *testing.T) {
	m, _ := tiny(t)
	var after scratch
	for n := 3; n <= m.places; n++ {
		text := strings.Repeat("cat ", n-2)
		alone := scratch{tokens: m.tokens(nil, text, m.places)}
		after.tokens = m.tokens(after.tokens[:0], text, m.places)
		if got, want := m.forward(&after), m.forward(&alone); !slices.Equal(got, want) {
			t.Fatalf("%d tokens", n)
		}
	}
}

// What means the same is near, whoever asks at once, and a text longer than the places counts with
// its beginning.
func TestTexts(t *testing.T) {
	m, _ := tiny(t)
	if m.Dimensions() != encodertest.Hidden || m.Name != "tiny" || len(m.ID) != idDigits || m.Check() != nil {
		t.Errorf("%d dimensions of %s, %s: %v", m.Dimensions(), m.Name, m.ID, m.Check())
	}
	if near, far := dot(encode(t, m, "retry"), encode(t, m, "again")), dot(encode(t, m, "retry"), encode(t, m, "budget")); near < 0.999 ||
		far > 0.9 {
		t.Errorf("cosines %g and %g", near, far)
	}
	long := strings.Repeat("cat ", m.places-2)
	if !slices.Equal(encode(t, m, long), encode(t, m, long+"budget")) {
		t.Error("what follows the last place counts")
	}
	var wait sync.WaitGroup
	for _, text := range []string{"", "cat", "the council sleeps", long} {
		want := encode(t, m, text)
		if length := dot(want, want); math.Abs(length-1) > 1e-5 {
			t.Errorf("%q has the length %g", text, length)
		}
		for range 4 {
			wait.Go(func() {
				if got := encode(t, m, text); !slices.Equal(got, want) {
					t.Errorf("%q has other vectors beside other texts", text)
				}
			})
		}
	}
	wait.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	if cancel(); !errors.Is(func() error { _, err := m.Encode(ctx, "cat"); return err }(), context.Canceled) {
		t.Error("a cancelled call went on")
	}
}

// The assembly and plain Go give the same but for the last digits.
func TestKernelsAgree(t *testing.T) {
	m, _ := tiny(t)
	if !m.wide {
		t.Skip("no AVX2 with FMA here: there is plain Go alone")
	}
	plain, err := Read(m.data)
	if err != nil {
		t.Fatal(err)
	}
	plain.wide = false
	for _, text := range []string{"", "cat", "the council sleeps on roads, and sleeps again", strings.Repeat("budget! ", 40)} {
		a, b := encode(t, m, text), encode(t, plain, text)
		for i := range a {
			if math.Abs(float64(a[i]-b[i])) > 1e-5 {
				t.Fatalf("%q: %g and %g at %d", text, a[i], b[i], i)
			}
		}
	}
	for n := 1; n < 70; n++ {
		a, b := make([]float32, whole(n, panelCols)), make([]float32, whole(n, panelCols))
		for i := range a {
			a[i] = float32(i%23-11) * float32(n) / 9
			b[i] = a[i]
		}
		m.gelu(a)
		plain.gelu(b)
		x, y := m.softmax(a, n, 0.3), plain.softmax(b, n, 0.3)
		for i := range n {
			if math.Abs(float64(x*a[i]-y*b[i])) > 2e-6 {
				t.Fatalf("%d of %d: %g and %g", i, n, x*a[i], y*b[i])
			}
		}
	}
}

// A file that is no model, or not all of one, is told from one, whichever byte is wrong.
func TestDamage(t *testing.T) {
	m, path := tiny(t)
	whole := slices.Clone(m.data)
	for name, data := range map[string][]byte{
		"empty": nil, "text": []byte("# Notes\n"), "an older form": append([]byte("kb encoder 0\n"), whole[len(form):]...),
		"cut": whole[:len(whole)-1], "longer": append(slices.Clone(whole), 0), "the head alone": whole[:headBytes],
	} {
		other := filepath.Join(t.TempDir(), "model")
		if err := os.WriteFile(other, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(other); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, at := range []int{len(form), 100, headBytes - 1, headBytes + 5, len(whole) - 30} {
		data := slices.Clone(whole)
		data[at] ^= 1
		if m, err := Read(data); err == nil {
			err = m.Check()
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("byte %d: %v", at, err)
			}
		}
	}
	if runtime.GOOS == "windows" {
		return // files are read there, not mapped
	}
	if err := os.Truncate(path, headBytes); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Encode(t.Context(), "cat"); !errors.Is(err, ErrDamaged) {
		t.Errorf("cut while it is mapped: %v", err)
	}
}

// What cannot be run is refused, with the file that is to blame.
func TestPackRefuses(t *testing.T) {
	config := func(from, to string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			b := f["config.json"].Data
			if !bytes.Contains(b, []byte(from)) {
				t.Fatalf("no %s in %s", from, b)
			}
			f["config.json"] = &fstest.MapFile{Data: bytes.Replace(b, []byte(from), []byte(to), 1)}
		}
	}
	file := func(name, data string) func(fstest.MapFS) {
		return func(f fstest.MapFS) { f[name] = &fstest.MapFile{Data: []byte(data)} }
	}
	weights := func(change func([]byte) []byte) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			f[weightsFile] = &fstest.MapFile{Data: change(slices.Clone(f[weightsFile].Data))}
		}
	}
	replace := func(from, to string) func(fstest.MapFS) {
		return weights(func(b []byte) []byte { return bytes.Replace(b, []byte(from), []byte(to), 1) })
	}
	for name, c := range map[string]struct {
		change func(fstest.MapFS)
		want   string
	}{
		"no weights":        {func(f fstest.MapFS) { delete(f, weightsFile) }, "no model.safetensors in it"},
		"no configuration":  {func(f fstest.MapFS) { delete(f, "config.json") }, "config.json: "},
		"no vocabulary":     {func(f fstest.MapFS) { delete(f, "tokenizer.json") }, "vocab.txt: missing, and tokenizer.json too"},
		"two models":        {file("other/model.safetensors", ""), "2 models in it, in . and other"},
		"no JSON":           {file("config.json", "{"), "config.json: unexpected end"},
		"another class":     {config(`"bert"`, `"roberta"`), `config.json: model_type is "roberta": kb runs "bert" alone`},
		"another function":  {config(`"gelu"`, `"relu"`), `hidden_act is "relu"`},
		"columns":           {config(`"hidden_size":32`, `"hidden_size":33`), "config.json: columns: 33 is not a multiple of 16"},
		"heads":             {config(`"num_attention_heads":2`, `"num_attention_heads":4`), "each of the 4 heads"},
		"layers":            {config(`"num_hidden_layers":2`, `"num_hidden_layers":9999`), "layers: 9999 is not between 1 and 48"},
		"a layer more":      {config(`"num_hidden_layers":2`, `"num_hidden_layers":3`), "no tensor encoder.layer.2."},
		"less than none":    {config(`"vocab_size":`, `"vocab_size":-`), "tokens: -"},
		"other rows":        {config(`"vocab_size":`, `"vocab_size":9`), "smaller than the numbers that config.json speaks of"},
		"other columns":     {config(`"intermediate_size":64`, `"intermediate_size":48`), "intermediate.dense.bias has the shape [64]"},
		"few rows":          {config(`"vocab_size":`, `"vocab_size":1,"x":`), "vocab_size 1 is less than the vocabulary has"},
		"pooling":           {file("1_Pooling/config.json", `{"pooling_mode_max_tokens":true}`), "pooling_mode_max_tokens: kb takes"},
		"kind of tokenizer": {file("tokenizer.json", `{"model":{"type":"Unigram"}}`), `tokenizer of the kind "Unigram"`},
		"no normalizer":     {file("tokenizer.json", `{"model":{"type":"WordPiece"}}`), "prepared otherwise"},
		"a piece far away": {func(f fstest.MapFS) {
			delete(f, "tokenizer.json")
			f["vocab.txt"] = &fstest.MapFile{Data: []byte("[CLS]\n[SEP]\n\n")}
		}, `vocab.txt: "" has the number 2`},
		"no marks": {func(f fstest.MapFS) {
			delete(f, "tokenizer.json")
			f["vocab.txt"] = &fstest.MapFile{Data: []byte("a\nb\n")}
		}, "kb reads WordPiece alone"},
		"weights cut":     {weights(func(b []byte) []byte { return b[:len(b)-1] }), "the file is cut short"},
		"no head":         {weights(func([]byte) []byte { return nil }), "smaller than the numbers"},
		"a long head":     {weights(func(b []byte) []byte { b[7] = 255; return b }), "it does not begin as safetensors"},
		"another type":    {replace(`"F32"`, `"I64"`), `numbers of the kind "I64"`},
		"another length":  {replace(`"data_offsets":[0,`, `"data_offsets":[4,`), "bytes for"},
		"no number":       {weights(func(b []byte) []byte { copy(b[len(b)-4:], "\x00\x00\xc0\x7f"); return b }), "is NaN"},
		"negative shapes": {replace(`"shape":[32]`, `"shape":[-2]`), "has the shape [-2]"},
	} {
		files := encodertest.Files()
		c.change(files)
		if _, err := Pack(t.Context(), files, name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %s", name, err, c.want)
		}
	}
}

// A model without sense is told from one with it.
func TestPackTriesTheModel(t *testing.T) {
	files := encodertest.Files(
		[]string{"the", "is", "asleep", "on", "sofa", "council", "has", "approved", "next", "year", "budget", "for", "roads"},
	)
	if _, err := Pack(t.Context(), files, "x"); err == nil || !strings.Contains(err.Error(), "this is no encoder of sentences") {
		t.Error(err)
	}
}

// Whatever form the weights have, the model is the same.
func TestPackReadsOtherForms(t *testing.T) {
	files := encodertest.Files()
	first, err := Pack(t.Context(), files, "a")
	if err != nil {
		t.Fatal(err)
	}
	moved := fstest.MapFS{"README.md": {Data: []byte("# A model\n")}}
	for name, f := range files {
		moved["snapshots/1234/"+name] = f
	}
	delete(moved, "snapshots/1234/tokenizer.json")
	var tokenizer struct {
		Model struct{ Vocab map[string]int }
	}
	if err := json.Unmarshal(files["tokenizer.json"].Data, &tokenizer); err != nil {
		t.Fatal(err)
	}
	list := make([]string, len(tokenizer.Model.Vocab))
	for piece, id := range tokenizer.Model.Vocab {
		list[id] = piece
	}
	moved["snapshots/1234/vocab.txt"] = &fstest.MapFile{Data: []byte(strings.Join(list, "\r\n"))}
	second, err := Pack(t.Context(), moved, "b/../ \x00ü")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Read(first)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Read(second)
	if err != nil {
		t.Fatal(err)
	}
	if a.ID != b.ID || b.Name != "b" {
		t.Errorf("%s as %s, and %s as %s", a.ID, a.Name, b.ID, b.Name)
	}
}

// Numbers of 16 bits are read exactly.
func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float32{
		0: 0, 1: 1.0 / (1 << 24), 0x03ff: 1023.0 / (1 << 24), 0x0400: 1.0 / (1 << 14),
		0x3c00: 1, 0xc000: -2, 0x3555: 0.33325195, 0x7bff: 65504,
	} {
		if got := half(bits); got != want {
			t.Errorf("%#x is %g, not %g", bits, got, want)
		}
	}
	if !math.IsInf(float64(half(0xfc00)), -1) {
		t.Error("no infinity")
	}
}

// Whatever the bytes of a packed file are, it is refused or run.
func FuzzRead(f *testing.F) {
	data, err := Pack(f.Context(), encodertest.Files(), "tiny")
	if err != nil {
		f.Fatal(err)
	}
	head := bytes.TrimRight(data[:headBytes-4], "\x00")
	f.Add(head, uint32(0), byte(0))
	f.Add(head, uint32(len(data)-60), byte(255))
	f.Fuzz(func(t *testing.T, head []byte, at uint32, value byte) {
		all := slices.Clone(data)
		clear(all[:headBytes])
		copy(all[:headBytes-4], head)
		all[headBytes+int(at)%(len(all)-headBytes)] ^= value
		binary.LittleEndian.PutUint32(all[headBytes-4:], sumOf(all[:headBytes-4]))
		if m, err := Read(all); err == nil {
			_, _ = m.Encode(t.Context(), "the cat sleeps")
		} else if !errors.Is(err, ErrDamaged) {
			t.Error(err)
		}
	})
}

// Whatever somebody has downloaded, it is refused or packed.
func FuzzPack(f *testing.F) {
	files := encodertest.Files()
	f.Add(files["config.json"].Data, files["tokenizer.json"].Data, files[weightsFile].Data[:5000])
	f.Fuzz(func(t *testing.T, config, tokenizer, weights []byte) {
		changed := fstest.MapFS{
			"config.json": {Data: config}, "tokenizer.json": {Data: tokenizer},
			weightsFile: {
				Data: append(slices.Clone(weights), files[weightsFile].Data[min(len(weights), len(files[weightsFile].Data)):]...),
			},
		}
		if b, err := Pack(t.Context(), changed, "x"); err == nil {
			if _, err := Read(b); err != nil {
				t.Error(err)
			}
		}
	})
}
