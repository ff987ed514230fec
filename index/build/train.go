package build

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/store"
)

// provider gives what embeds the tree: the configured server, the model of the view (or of another
// work tree) while it fits, or a newly trained one. A tree without usable text has none.
func (u *updater) provider(ctx context.Context) (p embed.Provider, done func(), err error) {
	done = func() {}
	switch {
	case u.Folder.Options.NoVectors:
		u.view.Model = ""
		return nil, done, nil
	case u.Folder.Options.Provider != nil:
		u.view.Model, u.view.Training = u.Folder.Options.Provider.Model(), ""
		if _, trained := u.Folder.Options.Provider.(*embed.LSA); trained {
			u.view.Training = "{}" // of a check: what is kept from a server is not kept from the index's own model
		}
		return u.Folder.Options.Provider, done, nil
	}
	if u.view.Model == "" && !u.o.Full {
		if u.view.Model, u.view.Training, err = u.db.AnyModel(u.Folder.Commit != ""); err != nil {
			return nil, nil, err
		}
	}
	var t store.Training
	fits := u.view.Training != "" && json.Unmarshal([]byte(u.view.Training), &t) == nil &&
		(u.Folder.Commit != "" || !t.Drifted(u.rows.Count()))
	if fits && !u.o.Full {
		if m, done, err := u.OpenModel(u.view.Model); err == nil {
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
	u.view.Model, u.view.Training, u.trained = "", "", true
	texts, err := u.sample(embed.DefaultLSA.MaxTexts)
	if err != nil {
		return nil, err
	}
	u.Folder.Options.Progress("learning words", 0, 1)
	m, err := embed.TrainLSA(ctx, texts, embed.DefaultLSA)
	if m == nil || err != nil {
		return nil, err
	}
	if err := u.WriteModel(m); err != nil {
		return nil, fmt.Errorf("write model: %w", err)
	}
	b, err := json.Marshal(store.Training{Texts: u.rows.Count()})
	u.view.Model, u.view.Training = m.Model(), string(b)
	u.Folder.Options.Progress("learning words", 1, 1)
	return m, err
}

// sample returns the contextual texts of at most n chunks, evenly spaced over the rows.
func (u *updater) sample(n int) ([]string, error) {
	total := u.rows.Count()
	n = min(n, total)
	texts := make([]string, 0, n)
	last := -1
	var loaded []string
	var err error
	for i := range n {
		row := i * total / n
		note := int(u.rows.NoteOf[row])
		if note != last {
			if loaded, err = u.contextsOf(note); err != nil {
				return nil, err
			}
			last = note
		}
		texts = append(texts, loaded[u.rows.Ordinal(row)])
	}
	return texts, nil
}

// contextsOf returns the contextual texts of a note's chunks.
func (u *updater) contextsOf(note int) ([]string, error) { return u.contextsIn(u.rows, note) }

// contextsIn is contextsOf for a note of a table, such as that of the generation before.
func (u *updater) contextsIn(rows *store.Rows, note int) ([]string, error) {
	n, err := u.db.NoteOf(rows.Blobs[note], rows.Paths[note])
	if err != nil {
		return nil, err
	}
	chunks, err := u.db.ChunksOf(rows.Blobs[note], rows.Paths[note])
	if err != nil {
		return nil, err
	}
	if len(chunks) != int(rows.First[note+1]-rows.First[note]) {
		return nil, fmt.Errorf("%w: chunks of %s", store.ErrDamaged, rows.Paths[note])
	}
	texts := make([]string, len(chunks))
	for i := range chunks {
		texts[i] = store.Contextual(n, &chunks[i], u.isRemote())
	}
	return texts, nil
}
