// Package encodertest makes a model so small that a test can have one: two layers, 32 columns, the
// printable characters of ASCII, and words of which it knows what means the same.
package encodertest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing/fstest"
)

// The shape of the model.
const (
	Hidden = 32 // columns: the length of a vector
	layers = 2
	inner  = 64 // columns between the two steps of a layer's feed-forward part
	places = 64 // tokens of a text at most
)

// Files is what somebody would have downloaded. The words of a group have one vector.
func Files(groups ...[]string) fstest.MapFS {
	groups = append([][]string{{"cat"}, {"asleep", "sleeps"}, {"sofa", "couch"}, {"council"}, {"budget"}, {"roads"}}, groups...)
	vocabulary := []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]"}
	for c := '!'; c <= '~'; c++ {
		vocabulary = append(vocabulary, string(c), "##"+string(c))
	}
	group := map[int]int{}
	for i, words := range groups {
		for _, w := range words {
			group[len(vocabulary)] = i
			vocabulary = append(vocabulary, w)
		}
	}
	ids := map[string]int{}
	for i, w := range vocabulary {
		ids[w] = i
	}
	random := rand.New(rand.NewPCG(1, 2))
	words := noise(random, len(vocabulary)*Hidden, 0.1)
	meanings := noise(random, len(groups)*Hidden, 1)
	for id, g := range group {
		copy(words[id*Hidden:][:Hidden], meanings[g*Hidden:])
	}
	return fstest.MapFS{
		"config.json": text(map[string]any{
			"model_type": "bert", "hidden_size": Hidden, "num_hidden_layers": layers, "num_attention_heads": 2, "intermediate_size": inner,
			"vocab_size": len(vocabulary), "max_position_embeddings": places, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
		}),
		"tokenizer.json": text(map[string]any{
			"normalizer":    map[string]any{"type": "BertNormalizer", "lowercase": true},
			"pre_tokenizer": map[string]any{"type": "BertPreTokenizer"},
			"model":         map[string]any{"type": "WordPiece", "vocab": ids},
		}),
		"model.safetensors": {Data: weights(random, words)},
	}
}

// text is a file that holds a value as JSON.
func text(value any) *fstest.MapFile {
	b, err := json.Marshal(value)
	if err != nil {
		panic(err) // of a value made above
	}
	return &fstest.MapFile{Data: b}
}

// noise is n numbers, most of them between -size and size. They are as they are in any machine.
func noise(random *rand.Rand, n int, size float64) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(size * random.NormFloat64())
	}
	return out
}

// weights is a file of tensors. The layers do little, so that what words mean comes through.
func weights(random *rand.Rand, words []float32) []byte {
	const small = 0.05
	tensors := map[string][]float32{"embeddings.word_embeddings.weight": words}
	shapes := map[string][]int{"embeddings.word_embeddings.weight": {len(words) / Hidden, Hidden}}
	add := func(name string, rows, cols int) {
		tensors[name], shapes[name] = noise(random, rows*cols, small), []int{rows, cols}
	}
	linear := func(name string, rows, cols int) {
		add(name+".weight", rows, cols)
		tensors[name+".bias"], shapes[name+".bias"] = noise(random, rows, small), []int{rows}
	}
	normal := func(name string) {
		ones := slices.Repeat([]float32{1}, Hidden)
		tensors[name+".weight"], shapes[name+".weight"] = ones, []int{Hidden}
		tensors[name+".bias"], shapes[name+".bias"] = noise(random, Hidden, small), []int{Hidden}
	}
	add("embeddings.position_embeddings.weight", places, Hidden)
	add("embeddings.token_type_embeddings.weight", 2, Hidden)
	normal("embeddings.LayerNorm")
	for i := range layers {
		at := fmt.Sprintf("encoder.layer.%d.", i)
		for _, part := range []string{"query", "key", "value"} {
			linear(at+"attention.self."+part, Hidden, Hidden)
		}
		linear(at+"attention.output.dense", Hidden, Hidden)
		normal(at + "attention.output.LayerNorm")
		linear(at+"intermediate.dense", inner, Hidden)
		linear(at+"output.dense", Hidden, inner)
		normal(at + "output.LayerNorm")
	}
	index := map[string]any{"__metadata__": map[string]string{"format": "pt"}}
	var data []byte
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		from := len(data)
		for _, v := range tensors[name] {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		index[name] = map[string]any{"dtype": "F32", "shape": shapes[name], "data_offsets": []int{from, len(data)}}
	}
	head := text(index).Data
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(head))), head, data)
}
