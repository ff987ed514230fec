package encoder

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// mostSettings bounds a file beside the weights.
const mostSettings = 32 << 20

// readJSON reads a file of settings. A missing one leaves value as it is, if it may.
func readJSON(in fs.FS, name string, needed bool, value any) error {
	b, err := readFile(in, name)
	if errors.Is(err, fs.ErrNotExist) && !needed {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(b, value)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// readFile reads a file of at most mostSettings bytes.
func readFile(in fs.FS, name string) ([]byte, error) {
	f, err := in.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostSettings+1))
	if err == nil && len(b) > mostSettings {
		err = fmt.Errorf("larger than %d MiB", mostSettings>>20)
	}
	return b, err
}

// settings reads what a model is like, but for its vocabulary.
func settings(in fs.FS) (*Model, error) {
	config := struct {
		Kind     string  `json:"model_type"`
		Hidden   int     `json:"hidden_size"`
		Layers   int     `json:"num_hidden_layers"`
		Heads    int     `json:"num_attention_heads"`
		Inner    int     `json:"intermediate_size"`
		Rows     int     `json:"vocab_size"`
		Places   int     `json:"max_position_embeddings"`
		Eps      float32 `json:"layer_norm_eps"`
		Activate string  `json:"hidden_act"`
		Position string  `json:"position_embedding_type"`
	}{Eps: 1e-12, Activate: "gelu", Position: "absolute"}
	if err := readJSON(in, "config.json", true, &config); err != nil {
		return nil, err
	}
	for _, c := range []struct{ name, is, want string }{
		{"model_type", config.Kind, "bert"}, {"hidden_act", config.Activate, "gelu"},
		{"position_embedding_type", config.Position, "absolute"},
	} {
		if c.is != c.want {
			return nil, fmt.Errorf("config.json: %s is %q: kb runs %q alone", c.name, c.is, c.want)
		}
	}
	m := &Model{head: head{
		layerCount: config.Layers, heads: config.Heads, hidden: config.Hidden, inner: config.Inner,
		rows: config.Rows, places: min(config.Places, mostPlaces), eps: config.Eps,
	}}
	if err := m.readPooling(in); err != nil {
		return nil, err
	}
	return m, m.readPrompts(in)
}

// readPooling reads how the vectors of tokens become one; without a word of it by their mean.
func (m *Model) readPooling(in fs.FS) error {
	var pooling map[string]any
	const file = "1_Pooling/config.json"
	if err := readJSON(in, file, false, &pooling); err != nil {
		return err
	}
	for name, value := range pooling {
		switch {
		case value != true || name == "pooling_mode_mean_tokens" || name == "include_prompt":
		case name == "pooling_mode_cls_token":
			m.pooling = poolFirst
		case strings.HasPrefix(name, "pooling_mode_"):
			return fmt.Errorf("%s: %s: kb takes the mean or the first token", file, name)
		}
	}
	return nil
}

// readPrompts reads what is to be put before texts.
func (m *Model) readPrompts(in fs.FS) error {
	const file = "config_sentence_transformers.json"
	var config struct {
		Prompts map[string]string `json:"prompts"`
	}
	if err := readJSON(in, file, false, &config); err != nil {
		return err
	}
	m.Query = config.Prompts["query"]
	for _, name := range []string{"passage", "document"} {
		if p := config.Prompts[name]; p != "" {
			m.Document = p
		}
	}
	if max(len(m.Query), len(m.Document)) > mostPrefix {
		return fmt.Errorf("%s: prompts longer than %d bytes", file, mostPrefix)
	}
	return nil
}

// piece is one of the vocabulary.
type piece struct {
	text string
	id   uint32
}

// vocabulary reads the pieces of words and how text is cut into them, from tokenizer.json or, where
// there is none, from vocab.txt and tokenizer_config.json.
func vocabulary(in fs.FS, m *Model) ([]piece, error) {
	b, err := readFile(in, "tokenizer.json")
	file := "tokenizer.json"
	var ids map[string]int64
	switch {
	case err == nil:
		ids, err = m.fromTokenizer(b)
	case errors.Is(err, fs.ErrNotExist):
		file = "vocab.txt"
		ids, err = m.fromList(in)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	out := make([]piece, 0, len(ids))
	for text, id := range ids {
		if id < 0 || id >= mostRows || text == "" || !utf8.ValidString(text) {
			return nil, fmt.Errorf("%s: %q has the number %d", file, text, id)
		}
		out = append(out, piece{text, uint32(id)})
	}
	for name, to := range map[string]*uint32{"[CLS]": &m.cls, "[SEP]": &m.sep, "[UNK]": &m.none} {
		id, ok := ids[name]
		if !ok {
			return nil, fmt.Errorf("%s: no %s in it: kb reads WordPiece alone", file, name)
		}
		*to = uint32(id)
	}
	return out, nil
}

// fromTokenizer reads tokenizer.json. What it says of the length of texts is that of its training.
func (m *Model) fromTokenizer(b []byte) (map[string]int64, error) {
	var t struct {
		Normalizer *struct {
			Type  string `json:"type"`
			Lower bool   `json:"lowercase"`
			Strip *bool  `json:"strip_accents"`
			Clean *bool  `json:"clean_text"`
			Han   *bool  `json:"handle_chinese_chars"`
		} `json:"normalizer"`
		Splitter *struct {
			Type string `json:"type"`
		} `json:"pre_tokenizer"`
		Model struct {
			Type   string           `json:"type"`
			Ending *string          `json:"continuing_subword_prefix"`
			Most   *int             `json:"max_input_chars_per_word"`
			Ids    map[string]int64 `json:"vocab"`
		} `json:"model"`
	}
	if err := json.Unmarshal(b, &t); err != nil {
		return nil, err
	}
	is := func(flag *bool) bool { return flag == nil || *flag }
	switch n := t.Normalizer; {
	case t.Model.Type != "" && t.Model.Type != "WordPiece", t.Model.Ending != nil && *t.Model.Ending != "##",
		t.Model.Most != nil && *t.Model.Most != longestWord:
		return nil, fmt.Errorf("a tokenizer of the kind %q: kb reads WordPiece as BERT has it", t.Model.Type)
	case n == nil || n.Type != "BertNormalizer" || !is(n.Clean) || !is(n.Han), t.Splitter == nil || t.Splitter.Type != "BertPreTokenizer":
		return nil, errors.New("text is prepared otherwise than BERT's")
	}
	m.lower = t.Normalizer.Lower
	m.strip = m.lower
	if t.Normalizer.Strip != nil {
		m.strip = *t.Normalizer.Strip
	}
	return t.Model.Ids, nil
}

// fromList reads vocab.txt, a piece a line.
func (m *Model) fromList(in fs.FS) (map[string]int64, error) {
	config := struct {
		Lower bool  `json:"do_lower_case"`
		Strip *bool `json:"strip_accents"`
	}{Lower: true}
	if err := readJSON(in, "tokenizer_config.json", false, &config); err != nil {
		return nil, err
	}
	m.lower, m.strip = config.Lower, config.Lower
	if config.Strip != nil {
		m.strip = *config.Strip
	}
	b, err := readFile(in, "vocab.txt")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("missing, and tokenizer.json too")
	}
	if err != nil {
		return nil, err
	}
	ids := map[string]int64{}
	lines := bufio.NewScanner(bytes.NewReader(b))
	for line := int64(0); lines.Scan(); line++ {
		ids[strings.TrimRight(lines.Text(), "\r")] = line
	}
	return ids, lines.Err()
}
