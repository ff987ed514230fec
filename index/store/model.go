package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/kb/store"
)

const modelsDir = "models"

// Training says what a model was trained on, and how well it has known the texts that came since.
type Training struct {
	Texts int `json:"texts"` // chunks of the tree that it was trained on
	Known int `json:"known"` // of the terms embedded since, those that the model knows
	All   int `json:"all"`
}

// Drift: a model is trained anew when the tree has grown to twice what it was trained on while
// training takes all texts, or when over driftTerms new terms fewer than driftShare are known.
const (
	driftTerms = 20000
	driftShare = 0.75
)

// Drifted tells whether the model is to be trained anew for a tree of so many chunks.
func (t *Training) Drifted(chunks int) bool {
	grown := t.Texts < embed.DefaultLSA.MaxTexts && chunks > 2*t.Texts
	return grown || t.All > driftTerms && float64(t.Known) < driftShare*float64(t.All)
}

// ProviderName is part of an index's state: another provider means other vectors.
func (x *Folder) ProviderName() string {
	switch {
	case x.Options.NoVectors:
		return "none"
	case x.Options.Provider != nil:
		return x.Options.Provider.Model()
	}
	return "lsa"
}

const modelEnding = ".lsa"

// modelPath is the file of a model. Signs that some systems take for parts of a path become '_'.
func (x *Folder) modelPath(id string) string {
	return filepath.Join(x.Dir, modelsDir, strings.NewReplacer("/", "_", "\\", "_", ":", "_").Replace(id)+modelEnding)
}

// trainedModels lists the trained models that have a file.
func (x *Folder) trainedModels() []string {
	var out []string
	entries, _ := os.ReadDir(filepath.Join(x.Dir, modelsDir))
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), modelEnding); ok {
			out = append(out, id)
		}
	}
	return out
}

// OpenModel opens a trained model; the file is read as needed until close.
func (x *Folder) OpenModel(id string) (*embed.LSA, func(), error) {
	f, err := os.Open(x.modelPath(id))
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	m, err := embed.OpenLSA(f, info.Size())
	if err == nil && m.Model() != id {
		err = fmt.Errorf("model file holds %s", m.Model())
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("open model %s: %w", id, err)
	}
	return m, func() { f.Close() }, nil
}

// WriteModel writes a model under its id. A crash leaves the old file, if any, or
// the whole new one.
func (x *Folder) WriteModel(m *embed.LSA) error {
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return err
	}
	path := x.modelPath(m.Model())
	if err := store.MakeDir(filepath.Dir(path)); err != nil {
		return err
	}
	return store.Replace(path, b.Bytes())
}
