// Package local embeds texts by models that lie packed in a folder of the person's own: no server,
// no network.
package local

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/encoder"
)

// ending is that of a packed model's file, whose name is the model's id.
const ending = ".kbmodel"

// What a model cannot be opened for.
var (
	ErrUnusable = errors.New("model not usable")
	errUnknown  = fmt.Errorf("%w: not there", ErrUnusable)
)

// Folder is where a person's packed models lie.
type Folder string

// Packed is a model in the folder.
type Packed struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Dimensions int    `json:"dimensions"`
	Bytes      int64  `json:"bytes"`
	Path       string `json:"path"`
	Damage     string `json:"damage,omitempty"` // what is wrong with it
}

// Add packs what lies at a path, a folder or an archive (.zip, .whl), tries it, and keeps it.
func (f Folder) Add(ctx context.Context, path string) (*Packed, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	from := os.DirFS(path)
	if !info.IsDir() {
		archive, err := zip.OpenReader(path)
		if err != nil {
			return nil, fmt.Errorf("%s is neither a folder nor an archive (.zip, .whl): %w", path, err)
		}
		defer archive.Close()
		from = archive
	} else {
		name = filepath.Base(filepath.Clean(path))
	}
	data, err := encoder.Pack(ctx, from, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f.keep(data)
}

// keep writes a packed model. One that is there, maybe under another name, is replaced.
func (f Folder) keep(data []byte) (*Packed, error) {
	if err := store.MakeDirs(string(f)); err != nil {
		return nil, err
	}
	m, err := encoder.Read(data)
	if err != nil {
		return nil, err
	}
	path := f.path(m.ID)
	if err := store.Replace(path, data); err != nil {
		return nil, err
	}
	return &Packed{ID: m.ID, Name: m.Name, Dimensions: m.Dimensions(), Bytes: int64(len(data)), Path: path}, nil
}

func (f Folder) path(id string) string { return filepath.Join(string(f), id+ending) }

// List lists the models by their ids. With check each is read whole and compared with its sum.
func (f Folder) List(check bool) ([]Packed, error) {
	entries, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	out := []Packed{}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ending)
		if !ok {
			continue
		}
		p := Packed{ID: id, Path: f.path(id)}
		if err := p.read(check); err != nil {
			p.Damage = err.Error()
		}
		out = append(out, p)
	}
	return out, nil
}

// read fills in what the file says.
func (p *Packed) read(check bool) error {
	m, err := encoder.Open(p.Path)
	if err != nil {
		return err
	}
	defer m.Close()
	if info, err := os.Stat(p.Path); err == nil {
		p.Bytes = info.Size()
	}
	p.Name, p.Dimensions = m.Name, m.Dimensions()
	if m.ID != p.ID {
		return fmt.Errorf("%w: it is the model %s", encoder.ErrDamaged, m.ID)
	}
	if check {
		return m.Check()
	}
	return nil
}

// find looks a model up by its id, or by a name that only one has.
func (f Folder) find(name string) (*Packed, error) {
	if f == "" {
		return nil, fmt.Errorf("%w: no folder for models: HOME is not set", ErrUnusable)
	}
	all, err := f.List(false)
	if err != nil {
		return nil, err
	}
	var found *Packed
	for i := range all {
		switch {
		case all[i].ID == name:
			return &all[i], nil
		case all[i].Name == name && found != nil:
			return nil, fmt.Errorf("%w: more than one is called %s: name its id", errUnknown, name)
		case all[i].Name == name:
			found = &all[i]
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: %s in %s (kb model lists what is)", errUnknown, name, f)
	}
	return found, nil
}

// Remove removes a model.
func (f Folder) Remove(name string) (*Packed, error) {
	p, err := f.find(name)
	if err != nil {
		return nil, err
	}
	return p, store.Remove(p.Path)
}

// Open opens a model by its id, or by its name.
func (f Folder) Open(name string) (*Embedder, error) {
	p, err := f.find(name)
	if err != nil {
		return nil, err
	}
	m, err := encoder.Open(p.Path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w (add it again with kb model add)", ErrUnusable, err)
	}
	return &Embedder{m}, nil
}

// Embedder is Open for model.Use.
func (f Folder) Embedder(name string) (model.Embedder, error) {
	e, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Embedder is an open model; it has the methods of a model.Embedder.
type Embedder struct{ model *encoder.Model }

var _ model.Embedder = (*Embedder)(nil)

// Model names the weights, whatever their file is called.
func (e *Embedder) Model() string { return "local/" + e.model.ID }

// Dimensions is the length of the vectors.
func (e *Embedder) Dimensions() int { return e.model.Dimensions() }

// Close closes the file.
func (e *Embedder) Close() { e.model.Close() }

// Query is the vector of what is looked for.
func (e *Embedder) Query(ctx context.Context, text string) ([]float32, error) {
	return e.model.Encode(ctx, e.model.Query+text)
}

// Documents makes the vectors of texts, as many at once as there are processors. When ctx ends it
// returns those that are done, the others nil, and the context's error.
func (e *Embedder) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	out, failed := make([][]float32, len(texts)), make([]error, len(texts))
	if len(texts) == 1 { // by the caller's own thread, which may have a priority of its own
		out[0], failed[0] = e.model.Encode(ctx, e.model.Document+texts[0])
		return out, errors.Join(ctx.Err(), failed[0])
	}
	var next atomic.Int64
	var group workers.Group
	for range min(runtime.GOMAXPROCS(0), len(texts)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(texts); i = int(next.Add(1)) - 1 {
				out[i], failed[i] = e.model.Encode(ctx, e.model.Document+texts[i])
			}
		})
	}
	group.Wait()
	return out, errors.Join(ctx.Err(), first(failed))
}

// first is the first of some errors that is one, nil without any.
func first(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
