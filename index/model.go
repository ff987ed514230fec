package index

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/kb/store"
)

const modelsDir = "models"

// training says what a model was trained on, and how well it has known the texts that came since.
type training struct {
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

func (t *training) drifted(chunks int) bool {
	grown := t.Texts < embed.DefaultLSA.MaxTexts && chunks > 2*t.Texts
	return grown || t.All > driftTerms && float64(t.Known) < driftShare*float64(t.All)
}

// providerName is part of an index's state: another provider means other vectors.
func (x *Index) providerName() string {
	switch {
	case x.o.NoVectors:
		return "none"
	case x.o.Provider != nil:
		return x.o.Provider.Model()
	}
	return "lsa"
}

func (x *Index) modelPath(id string) string {
	return filepath.Join(x.dir, modelsDir, strings.NewReplacer("/", "_", "\\", "_", ":", "_").Replace(id)+".lsa")
}

// openModel opens a trained model; the file is read as needed until close.
func (x *Index) openModel(id string) (*embed.LSA, func(), error) {
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

func (x *Index) writeModel(m *embed.LSA) error {
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

// provider gives what embeds the tree: the configured server, the model of the view (or of another
// work tree) while it fits, or a newly trained one. A tree without usable text has none.
func (u *updater) provider(ctx context.Context) (p embed.Provider, done func(), err error) {
	done = func() {}
	switch {
	case u.Index.o.NoVectors:
		u.view.model = ""
		return nil, done, nil
	case u.Index.o.Provider != nil:
		u.view.model, u.view.training = u.Index.o.Provider.Model(), ""
		return u.Index.o.Provider, done, nil
	}
	if u.view.model == "" && !u.o.Full {
		if u.view.model, u.view.training, err = anyModel(ctx, u.db, u.Index.commit != ""); err != nil {
			return nil, nil, err
		}
	}
	var t training
	fits := u.view.training != "" && json.Unmarshal([]byte(u.view.training), &t) == nil &&
		(u.Index.commit != "" || !t.drifted(u.rows.count()))
	if fits && !u.o.Full {
		if m, done, err := u.openModel(u.view.model); err == nil {
			return m, done, nil
		}
	}
	m, err := u.train(ctx)
	if m == nil || err != nil {
		return nil, done, err
	}
	return m, done, nil
}

// train makes a model from chunks evenly spaced over the tree, so that its cost does not grow with the tree.
func (u *updater) train(ctx context.Context) (*embed.LSA, error) {
	defer u.report.time("train")()
	u.view.model, u.view.training, u.trained = "", "", true
	texts, err := u.sample(ctx, embed.DefaultLSA.MaxTexts)
	if err != nil {
		return nil, err
	}
	u.Index.o.Progress("learning words", 0, 1)
	m, err := embed.TrainLSA(ctx, texts, embed.DefaultLSA)
	if m == nil || err != nil {
		return nil, err
	}
	if err := u.writeModel(m); err != nil {
		return nil, fmt.Errorf("write model: %w", err)
	}
	b, err := json.Marshal(training{Texts: u.rows.count()})
	u.view.model, u.view.training = m.Model(), string(b)
	u.Index.o.Progress("learning words", 1, 1)
	return m, err
}

// sample returns the contextual texts of at most n chunks, evenly spaced over the rows.
func (u *updater) sample(ctx context.Context, n int) ([]string, error) {
	lib, err := newLibrary(ctx, u.db)
	if err != nil {
		return nil, err
	}
	defer lib.close()
	total := u.rows.count()
	n = min(n, total)
	texts := make([]string, 0, n)
	last := -1
	var loaded []string
	for i := range n {
		row := i * total / n
		note := int(u.rows.noteOf[row])
		if note != last {
			if loaded, err = u.contextsOf(ctx, lib, note); err != nil {
				return nil, err
			}
			last = note
		}
		texts = append(texts, loaded[u.rows.ordinal(row)])
	}
	return texts, nil
}

// contextsOf returns the contextual texts of a note's chunks.
func (u *updater) contextsOf(ctx context.Context, lib *library, note int) ([]string, error) {
	n, err := lib.noteOf(ctx, u.rows.blobs[note], u.rows.paths[note])
	if err != nil {
		return nil, err
	}
	chunks, err := lib.chunksOf(ctx, u.rows.blobs[note])
	if err != nil {
		return nil, err
	}
	if len(chunks) != int(u.rows.first[note+1]-u.rows.first[note]) {
		return nil, fmt.Errorf("%w: chunks of %s", errDamaged, u.rows.paths[note])
	}
	texts := make([]string, len(chunks))
	for i := range chunks {
		texts[i] = contextual(n, &chunks[i])
	}
	return texts, nil
}
