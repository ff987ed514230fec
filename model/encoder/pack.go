package encoder

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// weightsFile names the file that a model is found by.
const weightsFile = "model.safetensors"

// Pack makes the bytes of a packed model of what people download: a folder, or an archive, in which
// one folder has model.safetensors with config.json and tokenizer.json or vocab.txt beside it. The
// model is tried before it is returned. The error names the file that is to blame.
func Pack(ctx context.Context, in fs.FS, name string) ([]byte, error) {
	dir, err := modelDir(in)
	if err != nil {
		return nil, err
	}
	in, err = fs.Sub(in, dir)
	if err != nil {
		return nil, err
	}
	m, err := settings(in)
	if err != nil {
		return nil, err
	}
	m.Name = clipName(name)
	list, err := vocabulary(in, m)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		m.pieceBytes += len(p.text)
	}
	m.pieceCount = len(list)
	if err := m.bounded(); err != nil {
		return nil, fmt.Errorf("config.json: %w", err)
	}
	size := m.size()
	if size > mostBytes {
		return nil, fmt.Errorf("config.json: a model of %d MiB: kb runs at most %d MiB", size>>20, mostBytes>>20)
	}
	if info, err := fs.Stat(in, weightsFile); err != nil || info.Size() < m.leastWeights() {
		return nil, fmt.Errorf("%s: %w", weightsFile, cmp.Or(err, errors.New("smaller than the numbers that config.json speaks of")))
	}
	m.data = make([]byte, size)
	m.lay(m.data)
	slices.SortFunc(list, func(a, b piece) int { return strings.Compare(a.text, b.text) })
	end := 0
	for i, p := range list {
		end += copy(m.text[end:], p.text)
		m.ends[i+1], m.ids[i] = uint32(end), p.id
	}
	if !m.pieces.check(m.rows) {
		return nil, fmt.Errorf("config.json: vocab_size %d is less than the vocabulary has", m.rows)
	}
	if err := m.fill(ctx, in); err != nil {
		return nil, fmt.Errorf("%s: %w", weightsFile, err)
	}
	m.digest = m.identity()
	m.ID = hex.EncodeToString(m.digest[:])[:idDigits]
	copy(m.data, m.write())
	m.wide = wide()
	return m.data, m.try(ctx)
}

// modelDir finds the one folder with weights.
func modelDir(in fs.FS) (dir string, err error) {
	seen := 0
	var found []string
	err = fs.WalkDir(in, ".", func(name string, d fs.DirEntry, err error) error {
		if seen++; seen > 10_000 {
			return errors.New("more than 10,000 files: name the folder of the model itself")
		}
		if err == nil && path.Base(name) == weightsFile && !d.IsDir() {
			found = append(found, path.Dir(name))
		}
		return err
	})
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", fmt.Errorf("no %s in it: kb reads the weights of a BERT model in that form", weightsFile)
	case len(found) > 1:
		return "", fmt.Errorf("%d models in it, in %s and %s: name one", len(found), found[0], found[1])
	}
	return found[0], nil
}

// clipName is a name that a head has room for and that needs no quoting.
func clipName(name string) string {
	name = strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-' {
			return c
		}
		return '-'
	}, name)
	return cmp.Or(strings.Trim(name[:min(len(name), 100)], ".-"), "model")
}

// slot is where a tensor goes.
type slot struct {
	rows, cols int // of a matrix; a list has one row
	put        func([]float32)
	found      bool
}

// slots lists the tensors that a model consists of, by name.
func (m *Model) slots() map[string]*slot {
	out := map[string]*slot{}
	list := func(name string, to []float32) {
		out[name] = &slot{rows: 1, cols: len(to), put: func(v []float32) { copy(to, v) }}
	}
	scales := func(name string, to scaling) {
		list(name+".weight", to.scale)
		list(name+".bias", to.shift)
	}
	linear := func(name string, rows, cols int, to, start []float32) {
		out[name+".weight"] = &slot{rows: rows, cols: cols, put: func(v []float32) { inPanels(to, v, rows, cols) }}
		list(name+".bias", start)
	}
	out["embeddings.word_embeddings.weight"] = &slot{rows: m.rows, cols: m.hidden, put: func(v []float32) { copy(m.words, v) }}
	add := func(v []float32) { // the places and the kind of the text come together, whichever is first
		for i := range m.positions {
			m.positions[i] += v[i%len(v)]
		}
	}
	out["embeddings.position_embeddings.weight"] = &slot{
		rows: -m.places,
		cols: m.hidden,
		put:  func(v []float32) { add(v[:len(m.positions)]) },
	}
	out["embeddings.token_type_embeddings.weight"] = &slot{rows: -1, cols: m.hidden, put: func(v []float32) { add(v[:m.hidden]) }}
	scales("embeddings.LayerNorm", m.first)
	h := m.hidden
	for i := range m.layers {
		l, at := &m.layers[i], fmt.Sprintf("encoder.layer.%d.", i)
		for j, part := range []string{"query", "key", "value"} {
			linear(at+"attention.self."+part, h, h, l.qkv[j*h*h:][:h*h], l.qkvStart[j*h:][:h])
		}
		linear(at+"attention.output.dense", h, h, l.out, l.outStart)
		scales(at+"attention.output.LayerNorm", l.attended)
		linear(at+"intermediate.dense", m.inner, h, l.up, l.upStart)
		linear(at+"output.dense", h, m.inner, l.down, l.downStart)
		scales(at+"output.LayerNorm", l.fed)
	}
	return out
}

// inPanels writes a matrix of outputs by inputs as Model.times reads it.
func inPanels(to, from []float32, rows, cols int) {
	for i := range rows {
		panel := to[i/panelCols*cols*panelCols+i%panelCols:]
		for j, v := range from[i*cols:][:cols] {
			panel[j*panelCols] = v
		}
	}
}

// fill reads the weights.
func (m *Model) fill(ctx context.Context, in fs.FS) error {
	f, err := in.Open(weightsFile)
	if err != nil {
		return err
	}
	defer f.Close()
	slots := m.slots()
	err = weigh(io.LimitReader(f, 2*mostBytes), func(name string, shape []int64) (func([]float32), error) {
		s := slots[strings.TrimPrefix(name, "bert.")]
		if s == nil {
			return nil, ctx.Err()
		}
		if !s.fits(shape) {
			return nil, fmt.Errorf("tensor %s has the shape %v, which is not that of config.json", name, shape)
		}
		if s.found {
			return nil, fmt.Errorf("tensor %s stands there twice", name)
		}
		s.found = true
		return s.put, ctx.Err()
	})
	if err != nil {
		return err
	}
	for name, s := range slots {
		if !s.found {
			return fmt.Errorf("no tensor %s: kb runs models of the class BERT", name)
		}
	}
	return nil
}

// leastWeights is how many bytes the numbers of the weights take at least, of two bytes each.
func (m *Model) leastWeights() int64 {
	return 2 * int64(m.rows*m.hidden+m.layerCount*(4*m.hidden+2*m.inner)*m.hidden)
}

// fits compares a shape with the one that is expected; rows below 0 stand for that many at least.
func (s *slot) fits(shape []int64) bool {
	if s.rows == 1 && len(shape) == 1 {
		return shape[0] == int64(s.cols)
	}
	if len(shape) != 2 || shape[1] != int64(s.cols) {
		return false
	}
	return shape[0] == int64(s.rows) || s.rows < 0 && shape[0] >= int64(-s.rows) && shape[0] <= 1<<16
}

// try runs the model: of three sentences the two that say the same must be the nearest.
func (m *Model) try(ctx context.Context) error {
	var v [3][]float32
	for i, text := range []string{
		"The cat is asleep on the sofa.", "A cat sleeps on the couch.", "The council has approved next year's budget for roads.",
	} {
		var err error
		if v[i], err = m.Encode(ctx, text); err != nil {
			return fmt.Errorf("the model was tried and failed: %w", err)
		}
	}
	near, far := dot(v[0], v[1]), max(dot(v[0], v[2]), dot(v[1], v[2]))
	if near <= far {
		return fmt.Errorf("the model was tried: two sentences that say the same have the cosine %.3f, and one of another matter %.3f: "+
			"this is no encoder of sentences", near, far)
	}
	return nil
}

// dot is the inner product, the cosine of vectors of length 1. b is at least as long as a.
func dot(a, b []float32) (sum float64) {
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
