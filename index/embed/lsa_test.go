package embed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/workers"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// corpus returns texts about three subjects that share no words, a third each, in turn.
func corpus(n int) []string {
	subjects := [][]string{
		{"cache", "eviction", "memory", "redis", "expiry", "latency", "warmup", "keyspace"},
		{"invoice", "customer", "payment", "refund", "currency", "ledger", "billing", "discount"},
		{"garden", "tomato", "compost", "seedling", "harvest", "watering", "greenhouse", "pruning"},
	}
	texts := make([]string, n)
	for i := range texts {
		words := subjects[i%3]
		var b strings.Builder
		for j := range 5 {
			fmt.Fprintf(&b, "%s ", words[(i/3+j*(i%5+1))%len(words)])
		}
		texts[i] = b.String()
	}
	return texts
}

func train(t testing.TB, texts []string) *LSA {
	t.Helper()
	o := DefaultLSA
	o.Dimensions = 16
	m, err := TrainLSA(context.Background(), texts, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func serialised(t testing.TB, m *LSA) []byte {
	t.Helper()
	var b bytes.Buffer
	n, err := m.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("wrote %d bytes, said %d: %v", b.Len(), n, err)
	}
	return b.Bytes()
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestLSAIsDeterministic(t *testing.T) {
	a, b := train(t, corpus(60)), train(t, corpus(60))
	if !bytes.Equal(serialised(t, a), serialised(t, b)) || a.Model() != b.Model() {
		t.Error("the same texts gave different models")
	}
	if other := train(t, corpus(63)[3:]); other.Model() == a.Model() {
		t.Error("other texts gave the same model id")
	}
}

func TestLSAFindsMeaning(t *testing.T) {
	o := DefaultLSA
	o.Dimensions = 3 // as many as there are subjects
	m, err := TrainLSA(t.Context(), corpus(90), o)
	if err != nil {
		t.Fatal(err)
	}
	query, err := m.Query(t.Context(), "redis keyspace")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := m.Documents(t.Context(), []string{"eviction and expiry of memory", "refund to the customer", "compost for the tomato"})
	if err != nil {
		t.Fatal(err)
	}
	// No word is shared: only the company that the words keep tells.
	if near, far := dot(query, docs[0]), max(dot(query, docs[1]), dot(query, docs[2])); near < 0.9 || far > 0.1 {
		t.Errorf("same subject %.3f, other subjects at most %.3f", near, far)
	}
}

func TestLSAWithoutUsableText(t *testing.T) {
	for name, texts := range map[string][]string{"none": nil, "blank": {"", " \n"}, "stop words": {"the and of", "a"},
		"signs": {"--- *** !!!", "\xff\xfe"}} {
		if m := train(t, texts); m != nil {
			t.Errorf("%s: a model of %d terms", name, m.terms())
		}
	}
	m := train(t, corpus(30))
	docs, err := m.Documents(t.Context(), []string{"", "zzyzx unheard", "cache"})
	if err != nil || docs[0] != nil || docs[1] != nil || docs[2] == nil {
		t.Errorf("%v, %v", docs, err)
	}
	if v, err := m.Query(t.Context(), "the"); err != nil || v != nil {
		t.Errorf("%v, %v", v, err)
	}
}

func TestLSAOptionsAreChecked(t *testing.T) {
	for _, o := range []LSAOptions{{}, {Dimensions: -1, MaxTexts: 1, MaxTerms: 1}, {Dimensions: 1 << 20, MaxTexts: 1, MaxTerms: 1},
		{Dimensions: 1, MaxTexts: 1, MaxTerms: 1 << 30}} {
		if _, err := TrainLSA(t.Context(), corpus(9), o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

func TestLSACancelled(t *testing.T) {
	m := train(t, corpus(30))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := TrainLSA(ctx, corpus(30), DefaultLSA); !errors.Is(err, context.Canceled) {
		t.Errorf("train: %v", err)
	}
	if _, err := m.Documents(ctx, corpus(30)); !errors.Is(err, context.Canceled) {
		t.Errorf("documents: %v", err)
	}
	if _, err := m.Query(ctx, "cache"); !errors.Is(err, context.Canceled) {
		t.Errorf("query: %v", err)
	}
}

func TestLSAFileGivesTheSameVectors(t *testing.T) {
	m := train(t, corpus(60))
	b := serialised(t, m)
	opened, err := OpenLSA(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if opened.Model() != m.Model() || opened.Dimensions() != m.Dimensions() || opened.terms() != m.terms() {
		t.Errorf("opened %s of %d terms", opened.Model(), opened.terms())
	}
	if !bytes.Equal(serialised(t, opened), b) {
		t.Error("written again, the file differs")
	}
	texts := corpus(9)
	want, err := m.Documents(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := opened.Documents(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	// A query reads the file by itself, and must come to the very same vector.
	for i, text := range texts {
		if v, err := opened.Query(t.Context(), text); err != nil || !slices.Equal(v, want[i]) {
			t.Errorf("query %q: %v, %v", text, v, err)
		}
	}
}

func TestLSAKnown(t *testing.T) {
	m := train(t, corpus(30))
	if known, all := m.Known("cache cache unheard"); known != 2 || all != 3 {
		t.Errorf("%d of %d", known, all)
	}
}

func TestLSAVectorsAreUnitVectors(t *testing.T) {
	m := train(t, corpus(60))
	words := strings.Fields(strings.Join(corpus(60), " "))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 40).Draw(t, "words"), " ")
		v, err := m.Query(context.Background(), text)
		if err != nil || len(v) != m.Dimensions() || math.Abs(math.Sqrt(dot(v, v))-1) > 1e-5 {
			t.Fatalf("%q: %d dimensions, length² %f, %v", text, len(v), dot(v, v), err)
		}
	})
}

// useAll opens a model of any bytes and uses all of it: errors are fine.
func useAll(b []byte) error {
	m, err := OpenLSA(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return err
	}
	_, err = m.Query(context.Background(), "cache invoice garden")
	_, more := m.Documents(context.Background(), []string{"cache eviction", ""})
	m.Known("cache")
	return errors.Join(err, more)
}

func TestLSADamageIsNoticed(t *testing.T) {
	whole := serialised(t, train(t, corpus(30)))
	if err := useAll(whole); err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		b := bytes.Clone(whole)
		b[at] ^= 0x40
		if useAll(b) == nil {
			t.Errorf("byte %d of %d was changed, and nothing noticed", at, len(whole))
		}
	}
	for n := 0; n < len(whole); n += 7 {
		if useAll(whole[:n]) == nil {
			t.Errorf("cut to %d of %d bytes, and nothing noticed", n, len(whole))
		}
	}
	if useAll(append(bytes.Clone(whole), 0)) == nil {
		t.Error("a byte too much, and nothing noticed")
	}
}

func FuzzOpenLSA(f *testing.F) {
	whole := serialised(f, train(f, corpus(12)))
	f.Add(whole)
	f.Add(whole[:headerBytes])
	f.Add([]byte(fileMagic))
	f.Fuzz(func(_ *testing.T, b []byte) {
		useAll(b)
		if len(b) < headerBytes {
			return
		}
		// Few inputs have right checksums by themselves: the header's is made right, so that what
		// it says is looked at.
		useAll(withHeaderSum(b))
	})
}

func withHeaderSum(b []byte) []byte {
	b = bytes.Clone(b)
	h := header{}
	if decoded, err := decodeHeader(b); err == nil {
		h = decoded
	} else {
		at := func(i int) uint32 {
			return uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16 | uint32(b[i+3])<<24
		}
		h = header{dimensions: at(12), terms: at(16), text: at(20), dictionarySum: at(headerBytes - 12), vectorsSum: at(headerBytes - 8)}
	}
	copy(b, h.encode())
	return b
}

// Words that all texts have tell nothing apart, and their weights are 0 but for rounding: training
// must not stumble over it.
func TestTextsThatAreTheSame(t *testing.T) {
	words := strings.Fields("the cache expires after a minute and sessions use it while workers retry")
	for n := 1; n <= len(words); n++ {
		for _, copies := range []int{2, 3, 7} {
			if _, err := TrainLSA(t.Context(), slices.Repeat([]string{strings.Join(words[:n], " ")}, copies), DefaultLSA); err != nil {
				t.Errorf("%d texts of %d words: %v", copies, n, err)
			}
		}
	}
}

// A panic in a block of training reaches who trains.
func TestPanicOfABlockReachesWhoTrains(t *testing.T) {
	p := workers.Carry(func() {
		inParallel(t.Context(), 2, 8, func(block int) {
			if block == 5 {
				panic("block 5")
			}
		})
	})
	if p == nil {
		t.Fatal("no panic")
	}
	if inner, ok := p.Value.(*workers.Panic); !ok || inner.Value != "block 5" {
		t.Errorf("%v", p.Value)
	}
}
