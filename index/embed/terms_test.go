package embed

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// More of the ways in which words are written: plurals of acronyms, capitals of other letters, dots and
// underscores at the ends, and the greatest length of a word.
func TestAnalyzeOtherSpellings(t *testing.T) {
	longest := strings.Repeat("a", maxTokenBytes)
	for text, want := range map[string]string{
		"URLs and HTTPs":        "url https",
		"URLsplit":              "urlsplit ur lsplit",
		"ABc":                   "abc bc",
		"AZtest":                "aztest ztest",
		"aZ9x":                  "az9x z9x",
		"ÄRger ÖFfnung":         "ärger rger öffnung ffnung",
		"_private.":             "privat",
		"a__b":                  "",
		"foo_.bar":              "foo bar",
		"foo._bar":              "foo bar",
		"foo.bar_":              "foo.bar foo bar",
		"az AZ 09":              "az az 09",
		"e`f{g[h@i/j:k":         "",
		"naïve caf\u0065\u0301": "naïve café",
		"知 git":                 "git",
		"知git识库":                "git 识库",
		longest:                 longest,
		"x\x00yz":               "yz",
	} {
		if got := strings.Join(analyze(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The vocabulary is the terms that most texts have, the first by name where as many have them; in many
// texts a term of one alone is left out.
func TestChosenTerms(t *testing.T) {
	few := []string{"cache cache queue", "cache worker", "garden worker queue"}
	for limit, want := range map[int]string{9: "cach garden queue worker", 4: "cach garden queue worker", 3: "cach queue worker",
		2: "cach queue", 1: "cach"} {
		if got := strings.Join(chooseTerms(few, limit), " "); got != want {
			t.Errorf("of at most %d: %q, want %q", limit, got, want)
		}
	}
	many := make([]string, rareTexts)
	for i := range many {
		many[i] = "cache"
	}
	many[0] += " " + strings.Repeat("garden ", 5)
	for i := range minTexts {
		many[i] += " queue"
	}
	if got := chooseTerms(many, 9); !slices.Equal(got, []string{"cach", "queue"}) {
		t.Errorf("of many texts: %q", got)
	}
	if got := chooseTerms(many[:rareTexts-1], 9); !slices.Equal(got, []string{"cach", "garden", "queue"}) {
		t.Errorf("of one text less: %q", got)
	}
	if got := textFrequencies([]string{"connect connected", "connecting", "cache"}); len(got) != 2 || got["connect"] != 2 ||
		got["cach"] != 1 {
		t.Errorf("texts by stem: %v", got)
	}
}

// Weights are those of the formula: a term of one text is worth the logarithm of how few have it, one
// that is spread evenly less by its entropy.
func TestWeightsOfTerms(t *testing.T) {
	texts := []string{"cache cache queue", "cache", "queue worker", "garden"}
	d := newDictionary(chooseTerms(texts, 9)) // cach garden queue worker
	got := termWeights(countAll(d, texts), len(texts))
	entropy := -(2.0/3*math.Log(2.0/3) + 1.0/3*math.Log(1.0/3))
	want := []float64{(1 - entropy/math.Log(5)) * math.Log(3), math.Log(5), (1 - math.Log(2)/math.Log(5)) * math.Log(3), math.Log(5)}
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-12 {
			t.Errorf("%s weighs %v, want %v", d.term(i), got[i], w)
		}
	}
	rows := weigh(d, append(texts, "nothing known: zebra"))
	if rows.rows() != 4 {
		t.Errorf("%d rows", rows.rows())
	}
	for i := range rows.rows() {
		square := 0.0
		for _, v := range rows.values[rows.starts[i]:rows.starts[i+1]] {
			square += v * v
		}
		if math.Abs(square-1) > 1e-12 {
			t.Errorf("row %d has the length %v", i, math.Sqrt(square))
		}
	}
}

// The least and the greatest of each option are taken, and what lies beyond is not.
func TestBoundsOfOptions(t *testing.T) {
	for _, tt := range []struct {
		o    LSAOptions
		want bool
	}{
		{LSAOptions{Dimensions: 1, MaxTexts: 1, MaxTerms: 1}, true}, {LSAOptions{Dimensions: maxDimensions, MaxTexts: 9,
			MaxTerms: maxTerms}, true},
		{LSAOptions{Dimensions: maxDimensions + 1, MaxTexts: 9, MaxTerms: 9}, false}, {LSAOptions{Dimensions: 9, MaxTexts: 9,
			MaxTerms: maxTerms + 1}, false},
		{LSAOptions{Dimensions: 0, MaxTexts: 9, MaxTerms: 9}, false}, {LSAOptions{Dimensions: 9, MaxTexts: 0, MaxTerms: 9}, false},
		{LSAOptions{Dimensions: 9, MaxTexts: 9, MaxTerms: 0}, false},
	} {
		if _, err := TrainLSA(t.Context(), []string{"cache queue", "queue worker", "cache worker"}, tt.o); (err == nil) != tt.want {
			t.Errorf("%+v: %v", tt.o, err)
		}
	}
	var texts []string
	for i := range 10 {
		texts = append(texts, fmt.Sprint(i))
	}
	for limit, want := range map[int]string{10: "0 1 2 3 4 5 6 7 8 9", 5: "0 2 4 6 8", 3: "0 3 6", 1: "0", 20: "0 1 2 3 4 5 6 7 8 9"} {
		if got := strings.Join(sample(texts, limit), " "); got != want {
			t.Errorf("%d of ten: %q, want %q", limit, got, want)
		}
	}
}

// A query is grasped as far as the weight of its terms is kept, of those that the model knows.
func TestGraspOfAQuery(t *testing.T) {
	m := train(t, corpus(60))
	v, grasp, err := m.QueryGrasp(t.Context(), "cache zebra xylophone")
	if err != nil || grasp.Terms != 1 || grasp.Kept <= 0 || grasp.Kept > 1 || len(v) != m.Dimensions() {
		t.Errorf("%d dimensions, %+v, %v", len(v), grasp, err)
	}
	if v, grasp, err := m.QueryGrasp(t.Context(), "zebra"); v != nil || grasp != (Grasp{}) || err != nil {
		t.Errorf("of nothing known: %v, %+v, %v", v, grasp, err)
	}
}

// A dictionary whose ends or terms are out of order is refused.
func TestUnsoundDictionaries(t *testing.T) {
	for name, tt := range map[string]struct {
		starts []uint32
		text   string
		sound  bool
	}{
		"sound": {[]uint32{0, 1, 3}, "abc", true}, "not from the beginning": {[]uint32{1, 2, 3}, "abc", false},
		"not to the end": {[]uint32{0, 1, 2}, "abc", false},
		"an empty term":  {[]uint32{0, 0, 3}, "abc", false}, "beyond the end": {[]uint32{0, 9, 3}, "abc", false},
		"backwards": {[]uint32{0, 2, 1, 3}, "abc", false},
		"unsorted":  {[]uint32{0, 1, 2}, "ba", false}, "twice": {[]uint32{0, 1, 2}, "aa", false},
	} {
		d := &dictionary{text: tt.text, starts: tt.starts, weights: make([]float32, len(tt.starts)-1)}
		if err := d.check(); (err == nil) != tt.sound || err != nil && !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// failingAt is a file that fails, or ends.
type failingAt struct{ err error }

func (f failingAt) ReadAt([]byte, int64) (int, error) { return 0, f.err }

// What ends too soon is damage; another error is told as it is.
func TestReadsThatFail(t *testing.T) {
	away := errors.New("the disk is away")
	for _, tt := range []struct {
		err     error
		damaged bool
	}{{io.EOF, true}, {nil, true}, {away, false}} {
		got := readFull(failingAt{tt.err}, make([]byte, 4), 0)
		if errors.Is(got, errDamaged) != tt.damaged || !tt.damaged && !errors.Is(got, away) {
			t.Errorf("%v: %v", tt.err, got)
		}
	}
	if err := readFull(strings.NewReader("abcd"), make([]byte, 4), 0); err != nil {
		t.Errorf("up to the very end: %v", err)
	}
}

// Each column is turned so that its largest entry is positive.
func TestSignsOfColumns(t *testing.T) {
	v := newDense(3, 2)
	for i, row := range [][]float64{{1, 2}, {-3, 1}, {2, -2}} {
		copy(v.row(i), row)
	}
	fixSigns(v)
	for i, want := range [][]float64{{-1, 2}, {3, 1}, {-2, -2}} {
		if !slices.Equal(v.row(i), want) {
			t.Errorf("row %d is %v, want %v", i, v.row(i), want)
		}
	}
}

// A header is taken with the least and the greatest of what it may say, and with nothing beyond.
func TestBoundsOfAHeader(t *testing.T) {
	for _, tt := range []struct {
		h    header
		want bool
	}{
		{header{dimensions: 1, terms: 1, text: 1}, true}, {header{dimensions: maxDimensions, terms: maxTerms, text: 9}, true},
		{header{dimensions: 1, terms: 2, text: 2 * maxTokenBytes}, true}, {header{dimensions: 1, terms: 2,
			text: 2*maxTokenBytes + 1}, false},
		{header{dimensions: 0, terms: 1}, false}, {header{dimensions: 1, terms: 0}, false}, {header{dimensions: maxDimensions + 1,
			terms: 1}, false},
		{header{dimensions: 1, terms: maxTerms + 1}, false},
	} {
		got, err := decodeHeader(tt.h.encode())
		if (err == nil) != tt.want || err == nil && got != tt.h || err != nil && !errors.Is(err, errDamaged) {
			t.Errorf("%+v: %+v, %v", tt.h, got, err)
		}
	}
}
