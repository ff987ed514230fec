package encoder

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// vocabularyOf makes a vocabulary of pieces, numbered in the order in which they are named.
func vocabularyOf(lower bool, all ...string) *pieces {
	p := &pieces{lower: lower, strip: lower}
	number := map[string]uint32{}
	for i, text := range all {
		number[text] = uint32(i)
	}
	sorted := slices.Sorted(slices.Values(all))
	p.ends = []uint32{0}
	for _, text := range sorted {
		p.text = append(p.text, text...)
		p.ends, p.ids = append(p.ends, uint32(len(p.text))), append(p.ids, number[text])
	}
	p.none, p.cls, p.sep = number["[UNK]"], number["[CLS]"], number["[SEP]"]
	if !p.check(len(all)) {
		panic("no vocabulary")
	}
	return p
}

// Words are cut into the longest pieces that the vocabulary has, ends of words among them.
func TestPiecesOfAText(t *testing.T) {
	all := []string{"[UNK]", "[CLS]", "[SEP]", "play", "##ing", "##s", "##er", "a", "!", ",", "cafe", "über", "中", "##ä", "playing",
		"Up", "up", "+"}
	lower, cased := vocabularyOf(true, all...), vocabularyOf(false, all...)
	for _, c := range []struct {
		p          *pieces
		text, want string
	}{
		{lower, "playing", "playing"},
		{lower, "plays a", "play ##s a"},
		{lower, "players", "play ##er ##s"},
		{lower, "playerz", "[UNK]"},
		{lower, "a!a,a", "a ! a , a"},
		{lower, "a+ a", "a + a"},
		{lower, "a中a", "a 中 a"},
		{lower, "Up", "up"},
		{cased, "Up", "Up"},
		{lower, "Café", "cafe"},
		{cased, "café", "[UNK]"},
		{cased, "über playä", "über play ##ä"},
		{lower, "a\ta\na\ra\x00a\u200da", "a a a [UNK]"},
		{lower, "", ""},
		{lower, strings.Repeat("a", longestWord+1) + " a", "[UNK] a"},
		{lower, "play" + strings.Repeat("s", longestWord-4), "play" + strings.Repeat(" ##s", longestWord-4)},
		{lower, "play" + strings.Repeat("s", longestWord-3), "[UNK]"},
	} {
		var got []string
		for _, id := range c.p.tokens(nil, c.text, 200) {
			got = append(got, all[id])
		}
		if want := strings.TrimSpace("[CLS] " + c.want); strings.Join(got, " ") != strings.TrimSpace(want)+" [SEP]" {
			t.Errorf("%.30q: %q, want %s [SEP]", c.text, got, want)
		}
	}
	if got := lower.tokens(nil, "a a a a", 4); len(got) != 4 || got[3] != 2 {
		t.Errorf("at most four tokens, of which the last is the mark of the end: %v", got)
	}
}

func TestCharacters(t *testing.T) {
	for c, want := range map[rune]string{
		'a': "", 'Z': "", '0': "", '9': "", ' ': "", 0x7f: "", '!': "punctuation", '/': "punctuation", ':': "punctuation",
		'@': "punctuation",
		'[': "punctuation", '`': "punctuation", '{': "punctuation", '~': "punctuation", 'A': "", 'z': "", '«': "punctuation", 'é': "",
		0x4E00: "han", 0x9FFF: "han", 0x4DFF: "", 0xA000: "", 0x3400: "han", 0x4DBF: "han", 0x33FF: "", 0x4DC0: "", 0x20000: "han",
		0x2A6DF: "han", 0x1FFFF: "", 0x2A6E0: "", 0x2A700: "han", 0x2B73F: "han", 0x2B740: "han", 0x2B81F: "han", 0x2B820: "",
		0x2B920: "han",
		0x2CEAF: "han", 0x2CEB0: "", 0xF900: "han", 0xFAFF: "han", 0xF8FF: "", 0xFB00: "", 0x2F800: "han", 0x2FA1F: "han", 0x2FA20: "",
		0x2B91F: "", 0x2F7FF: "", 0x3042: "",
	} {
		got := ""
		if isPunctuation(c) {
			got = "punctuation"
		}
		if isHan(c) {
			got += "han"
		}
		if got != want {
			t.Errorf("%#x is %q, want %q", c, got, want)
		}
	}
}

// A vocabulary whose pieces or marks lie outside of the file, or of the rows, is refused.
func TestVocabularyIsChecked(t *testing.T) {
	for name, change := range map[string]func(p *pieces){
		"a piece that ends before it begins": func(p *pieces) { p.ends[1], p.ends[2] = p.ends[2], p.ends[1] },
		"a number of no row":                 func(p *pieces) { p.ids[1] = 4 },
		"a beginning that is none":           func(p *pieces) { p.ends[0] = 1 },
		"text that no piece has":             func(p *pieces) { p.text = append(p.text, 'x') },
		"a first mark of no row":             func(p *pieces) { p.cls = 4 },
		"a last mark of no row":              func(p *pieces) { p.sep = 4 },
		"an unknown word of no row":          func(p *pieces) { p.none = 4 },
	} {
		p := vocabularyOf(true, "[UNK]", "[CLS]", "[SEP]", "play")
		if !p.check(4) || p.most != 5 {
			t.Fatalf("a sound vocabulary is refused, or its longest piece has %d bytes, not 5", p.most)
		}
		if change(p); p.check(4) {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestClipName(t *testing.T) {
	for name, want := range map[string]string{
		"MiniLM-L6_v2.1": "MiniLM-L6_v2.1", "a b/c": "a-b-c", "..": "model", "": "model", "-az09AZ-": "az09AZ", "a`{[@:/b": "a------b",
		strings.Repeat("a", 120): strings.Repeat("a", 100),
	} {
		if got := clipName(name); got != want {
			t.Errorf("clipName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestShapesThatFit(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		shape      []int64
		want       bool
	}{
		{1, 8, []int64{8}, true}, {1, 8, []int64{7}, false}, {1, 8, []int64{1, 8}, true}, {2, 8, []int64{8}, false}, {2, 8, []int64{2,
			8}, true},
		{2, 8, []int64{3, 8}, false}, {2, 8, []int64{2, 7}, false}, {2, 8, []int64{2, 8, 1}, false}, {-2, 8, []int64{2, 8}, true},
		{-2, 8, []int64{1, 8}, false}, {-2, 8, []int64{3, 8}, true}, {-2, 8, []int64{1 << 16, 8}, true}, {-2, 8, []int64{1<<16 + 1,
			8}, false},
		{2, 8, []int64{-2, 8}, false},
	} {
		if got := (&slot{rows: c.rows, cols: c.cols}).fits(c.shape); got != c.want {
			t.Errorf("%v fits %d × %d: %v", c.shape, c.rows, c.cols, got)
		}
	}
	m := &Model{head: head{rows: 10, hidden: 4, inner: 8, layerCount: 2}}
	if got := m.leastWeights(); got != 2*(10*4+2*(4*4+2*8)*4) {
		t.Errorf("the weights take %d bytes at least", got)
	}
}

// Numbers of each kind are read in full, however many there are, and those that are none are refused.
func TestNumbersOfATensor(t *testing.T) {
	const many = 70_000 // more than are read at once
	for kind, put := range map[string]func(b []byte, i int) []byte{
		"F32": func(b []byte, i int) []byte {
			return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(i%7)))
		},
		"BF16": func(b []byte, i int) []byte {
			return binary.LittleEndian.AppendUint16(b, uint16(math.Float32bits(float32(i%7))>>16))
		},
		"F16": func(b []byte, i int) []byte {
			return binary.LittleEndian.AppendUint16(b, []uint16{0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}[i%7])
		},
	} {
		var data []byte
		for i := range many {
			data = put(data, i)
		}
		x := tensor{Kind: kind, Shape: []int64{many / 7, 7}}
		x.Offsets[0], x.Offsets[1] = 10, 10+int64(len(data))
		got, err := x.read(bytes.NewReader(data))
		if err != nil || len(got) != many {
			t.Fatalf("%s: %d numbers, %v", kind, len(got), err)
		}
		for i, v := range got {
			if v != float32(i%7) {
				t.Fatalf("%s: number %d is %g, want %d", kind, i, v, i%7)
			}
		}
		if _, err := x.read(bytes.NewReader(data[:len(data)-1])); err == nil {
			t.Errorf("%s: numbers that are cut short are taken", kind)
		}
		x.Offsets[1]++
		if _, err := x.read(bytes.NewReader(data)); err == nil {
			t.Errorf("%s: a byte too many is taken", kind)
		}
	}
}

func filesOf(pairs ...string) fstest.MapFS {
	f := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		f[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return f
}

// How text is prepared is read from tokenizer.json, else from tokenizer_config.json.
func TestHowTextIsPrepared(t *testing.T) {
	const model = `"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"type":"WordPiece","vocab":{"[CLS]":0,"[SEP]":1,"[UNK]":2}`
	tokenizer := func(normalizer, more string) string {
		return `{"normalizer":{"type":"BertNormalizer"` + normalizer + `},` + model + more + `}}`
	}
	list := []string{"vocab.txt", "[CLS]\r\n[SEP]\n[UNK]"}
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"small letters":       {filesOf("tokenizer.json", tokenizer(`,"lowercase":true`, "")), "lower true strip true"},
		"letters as they are": {filesOf("tokenizer.json", tokenizer("", "")), "lower false strip false"},
		"accents stay": {filesOf("tokenizer.json", tokenizer(`,"lowercase":true,"strip_accents":false`, "")),
			"lower true strip false"},
		"accents go": {filesOf("tokenizer.json", tokenizer(`,"strip_accents":true`, "")), "lower false strip true"},
		"said as it is": {filesOf("tokenizer.json", tokenizer(`,"clean_text":true,"handle_chinese_chars":true`,
			`,"continuing_subword_prefix":"##","max_input_chars_per_word":100`)), "lower false strip false"},
		"not cleaned":         {filesOf("tokenizer.json", tokenizer(`,"clean_text":false`, "")), "refused"},
		"ideographs in words": {filesOf("tokenizer.json", tokenizer(`,"handle_chinese_chars":false`, "")), "refused"},
		"other ends":          {filesOf("tokenizer.json", tokenizer("", `,"continuing_subword_prefix":"@@"`)), "refused"},
		"longer words":        {filesOf("tokenizer.json", tokenizer("", `,"max_input_chars_per_word":200`)), "refused"},
		"a list":              {filesOf(list...), "lower true strip true"},
		"a list, as it is":    {filesOf(append(list, "tokenizer_config.json", `{"do_lower_case":false}`)...), "lower false strip false"},
		"a list, accents":     {filesOf(append(list, "tokenizer_config.json", `{"strip_accents":false}`)...), "lower true strip false"},
		"no settings":         {filesOf(append(list, "tokenizer_config.json", `{`)...), "refused"},
		"nothing":             {filesOf(), "refused"},
		"a number below 0":    {filesOf("tokenizer.json", strings.Replace(tokenizer("", ""), `"[UNK]":2`, `"[UNK]":-2`, 1)), "refused"},
		"no unknown word":     {filesOf("tokenizer.json", strings.Replace(tokenizer("", ""), `,"[UNK]":2`, "", 1)), "refused"},
		"number 0": {filesOf("tokenizer.json", strings.Replace(tokenizer("", ""), `"[UNK]":2`, `"[UNK]":0`, 1)),
			"lower false strip false"},
	} {
		m := &Model{}
		got := "refused"
		if list, err := vocabulary(c.files, m); err == nil {
			if got = fmt.Sprintf("lower %t strip %t", m.lower, m.strip); len(list) != 3 || m.sep != 1 {
				t.Errorf("%s: pieces %v, the end is number %d", name, list, m.sep)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// How vectors are made one, and what is put before texts.
func TestPoolingAndPrompts(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "0", `{"pooling_mode_mean_tokens":true}`: "0", `{"pooling_mode_cls_token":true}`: fmt.Sprint(poolFirst),
		`{"pooling_mode_max_tokens":false,"word_embedding_dimension":3}`: "0", `{"pooling_mode_max_tokens":true}`: "refused",
		`{"include_prompt":true}`: "0", `{"other":true}`: "0", `[`: "refused",
	} {
		m := &Model{}
		got := "refused"
		if m.readPooling(filesOf("1_Pooling/config.json", text)) == nil {
			got = fmt.Sprint(m.pooling)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`{}`: "|", `{"prompts":{"query":"q: ","document":"d: "}}`: "q: |d: ", `{"prompts":{"passage":"p: "}}`: "|p: ", `[`: "refused",
		`{"prompts":{"query":"` + strings.Repeat("q", mostPrefix) + `"}}`:   strings.Repeat("q", mostPrefix) + "|",
		`{"prompts":{"query":"` + strings.Repeat("q", mostPrefix+1) + `"}}`: "refused",
	} {
		m := &Model{}
		got := "refused"
		if m.readPrompts(filesOf("config_sentence_transformers.json", text)) == nil {
			got = m.Query + "|" + m.Document
		}
		if got != want {
			t.Errorf("%.40s: %q, want %q", text, got, want)
		}
	}
}
