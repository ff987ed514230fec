package org

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/record"
)

// Source is the tree of a repository that is pushed.
type Source struct {
	Name       string // of the repository
	Commit     string
	Readers    []string // groups that may read it
	Searcher   *search.Searcher
	Touches    func(ctx context.Context, files []git.File) []history.Touch      // nil: not known
	Provenance func(ctx context.Context, path, blob string) *history.Provenance // nil: not known
	Progress   func(stage string, done, total int)
	Generation int // to push into, 0 for the one behind the alias
}

// Pushed tells what a push did.
type Pushed struct {
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Index      string `json:"index"`
	Number     int    `json:"number"` // of this repository's pushes
	Notes      int    `json:"notes"`  // that are there now
	Chunks     int    `json:"chunks"`
	Changed    int    `json:"changed"`   // notes that were added or changed
	Removed    int    `json:"removed"`   // notes that are gone
	Documents  int    `json:"documents"` // that were written or deleted for it
}

// ErrOvertaken tells that another push of the same repository was faster, or took this one for dead.
var ErrOvertaken = errors.New("another push of this repository was faster: what it pushed is there whole")

// Push brings what the cluster has of a repository to the state of a tree. Who asks meanwhile gets
// the old state, and from the write of the head on the new one; whatever ends the push before leaves
// the old one.
func (o *Org) Push(ctx context.Context, src Source) (*Pushed, error) {
	if err := checkSource(&src); err != nil {
		return nil, err
	}
	if m := src.Searcher.Model(); o.s.Model != "" && m != o.s.Model {
		return nil, fmt.Errorf("the vectors of this clone are of %q, those of the organisation of %q: see models.embed", m, o.s.Model)
	}
	if err := o.c.Check(ctx); err != nil {
		return nil, err
	}
	index, err := o.indexFor(ctx, src.Generation)
	if err != nil {
		return nil, err
	}
	p := &push{o: o, src: &src, index: index, repo: key(src.Name), bulk: o.c.Bulk(index)}
	if err := p.begin(ctx); err != nil {
		return nil, err
	}
	done, err := p.run(ctx)
	if e := p.end(ctx); err == nil {
		err = e
	}
	return done, err
}

// checkSource refuses a source without readers, and what is no name of a reader or of a repository.
// It sorts the readers, each once, and lets Progress be called where it is nil.
func checkSource(src *Source) error {
	if src.Progress == nil {
		src.Progress = func(string, int, int) {}
	}
	slices.Sort(src.Readers)
	src.Readers = slices.Compact(src.Readers)
	if len(src.Readers) == 0 {
		return errors.New("nobody is named who may read it")
	}
	for _, r := range src.Readers {
		if err := checkReader(r); err != nil {
			return err
		}
	}
	return CheckName(src.Name)
}

// push is one push of a repository.
type push struct {
	o     *Org
	src   *Source
	index string
	repo  string // key of its name
	token string // of this push
	bulk  *cluster.Bulk
	life  *life

	head    headDoc
	was     *cluster.Version // of the head, nil where there is none
	before  table
	written int  // documents beside those of bulk
	open    bool // documents were written that no head shows yet
}

// run reads what is there, writes what is missing, and shows it by the head.
func (p *push) run(ctx context.Context) (*Pushed, error) {
	if err := p.readHead(ctx); err != nil {
		return nil, err
	}
	notes, err := p.look(ctx)
	if err != nil {
		return nil, err
	}
	after, changed, err := p.compare(ctx, notes)
	if err != nil {
		return nil, err
	}
	gone := p.gone(after)
	done := &Pushed{
		Repository: p.src.Name, Commit: p.src.Commit, Index: p.index, Number: p.head.Number, Notes: p.head.Notes, Chunks: p.head.Chunks,
		Changed: len(changed), Removed: p.removed(after),
	}
	if p.was != nil && len(changed) == 0 && len(gone) == 0 && p.head.Commit == p.src.Commit && slices.Equal(p.before, after) &&
		slices.Equal(p.head.Readers, p.src.Readers) {
		return done, nil
	}
	old, err := p.oldNotes(ctx, gone)
	if err != nil {
		return nil, err
	}
	superseded, err := p.write(ctx, notes, changed, old)
	if err != nil {
		return nil, err
	}
	p.setSizes(after, notes, changed)
	for _, e := range gone {
		superseded = append(superseded, noteID(p.repo, e.note, e.version), textID(p.repo, e.note, e.version))
	}
	if err := p.show(ctx, after, superseded); err != nil {
		return nil, err
	}
	// The new state is there. What is left of the old one is only in the way of statistics.
	if err := p.drop(ctx, superseded); err != nil {
		return nil, err
	}
	done.Number, done.Notes, done.Chunks, done.Documents = p.head.Number, p.head.Notes, p.head.Chunks, p.bulk.Sent+p.written
	return done, nil
}

// readHead reads the repository's head and table.
func (p *push) readHead(ctx context.Context) error {
	v, found, err := p.o.c.Get(ctx, p.index, headID(p.repo), &p.head)
	if err != nil || !found {
		return err
	}
	p.was = &v
	if p.head.Name != p.src.Name || p.head.Version != form {
		return fmt.Errorf("%w: the head of %s", errDamaged, p.src.Name)
	}
	p.before, err = unpackTable(p.head.Data)
	return err
}

// note is a note of the tree that is pushed.
type note struct {
	whole
	path, key, version string
	size               size // of a changed one, once it is sent
}

// look reads all of the tree's notes but their text.
func (p *push) look(ctx context.Context) ([]note, error) {
	s := p.src.Searcher
	paths := s.Paths()
	notes := make([]note, len(paths))
	var memories []int
	for i, path := range paths {
		rec, links, err := s.Derived(ctx, path)
		if err != nil {
			return nil, err
		}
		n := &notes[i]
		n.path, n.key = path, key(path)
		n.Record, n.Links = *rec, links
		if rec.Kind == "memory" {
			memories = append(memories, i)
		}
		if p.src.Provenance != nil {
			n.provenance = p.src.Provenance(ctx, path, rec.Blob)
		}
	}
	p.touch(ctx, notes, memories)
	for i := range notes {
		notes[i].version = p.version(&notes[i])
	}
	return notes, ctx.Err()
}

// touch tells when memories, which fade, were last changed.
func (p *push) touch(ctx context.Context, notes []note, memories []int) {
	if p.src.Touches == nil || len(memories) == 0 {
		return
	}
	files := make([]git.File, len(memories))
	for k, i := range memories {
		files[k] = git.File{Path: notes[i].path, Blob: notes[i].Record.Blob}
	}
	for k, t := range p.src.Touches(ctx, files) {
		notes[memories[k]].touch = &t
	}
}

// version stands for all that is pushed of a note, whose text is known by its blob.
func (p *push) version(n *note) string {
	var out record.Writer
	packRecord(&out, &n.whole)
	return key(string(out.Data), string(store.PackLinks(n.Links)), strings.Join(p.src.Readers, ","), p.o.s.Model, fmt.Sprint(form))
}

// compare makes the new table, and lists the notes that the old one has not.
func (p *push) compare(ctx context.Context, notes []note) (after table, changed []int, err error) {
	for i := range notes {
		n := &notes[i]
		e, ok := p.before.find(n.key)
		if !ok || e.version != n.version {
			changed = append(changed, i)
		}
		after = append(after, entry{n.key, n.version, n.Record.PageRank, n.Record.InLinks, e.size})
	}
	slices.SortFunc(after, func(a, b entry) int { return strings.Compare(a.note, b.note) })
	return after, changed, ctx.Err()
}

// gone lists what the old table has and the new one has not.
func (p *push) gone(after table) (out []entry) {
	for _, e := range p.before {
		if now, ok := after.find(e.note); !ok || now.version != e.version {
			out = append(out, e)
		}
	}
	return out
}

// removed counts the notes of the old table whose path is gone.
func (p *push) removed(after table) (n int) {
	for _, e := range p.before {
		if _, ok := after.find(e.note); !ok {
			n++
		}
	}
	return n
}

// oldBatch is how many notes are read at a time.
const oldBatch = 200

// oldNotes reads what is to be replaced, by the keys of the notes. What is not to be found is passed over.
func (p *push) oldNotes(ctx context.Context, gone []entry) (map[string]*whole, error) {
	out := map[string]*whole{}
	for part := range slices.Chunk(gone, oldBatch) {
		ids := make([]string, len(part))
		for i, e := range part {
			ids[i] = noteID(p.repo, e.note, e.version)
		}
		docs, err := p.o.packed(ctx, p.index, ids, nil)
		if err != nil {
			return nil, err
		}
		for at, data := range docs {
			if out[at.note], err = unpackNote(data); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// maxGone bounds the documents that are told to be gone before they are deleted; of more, the words
// count twice until they are.
const maxGone = 10_000

// show writes the head: from then on the new state is what is there, and what it replaces counts no more.
func (p *push) show(ctx context.Context, after table, superseded []string) error {
	if n := len(superseded); n > 0 && n <= maxGone {
		if err := p.life.tell(ctx, func(d *pushDoc) { d.Gone, d.GoneBy = superseded, p.token }); err != nil {
			return err
		}
		p.written++
	}
	data, err := packTable(after)
	if err != nil {
		return err
	}
	p.head.common = p.common("h")
	p.head.Name, p.head.Commit, p.head.Version, p.head.Data = p.src.Name, p.src.Commit, form, data
	p.head.Number++
	p.head.Pushed = p.o.now().UTC().Format(time.RFC3339)
	p.head.setSizes(after)
	if err := p.life.lost(); err != nil {
		return err
	}
	_, err = p.o.c.Put(ctx, p.index, headID(p.repo), p.was, &p.head)
	if errors.Is(err, cluster.ErrConflict) {
		return ErrOvertaken
	}
	p.written++
	p.open = p.open && err != nil
	return err
}

// drop deletes what the new state has replaced.
func (p *push) drop(ctx context.Context, superseded []string) error {
	for _, id := range superseded {
		if err := p.bulk.Delete(ctx, id); err != nil {
			return err
		}
	}
	if err := p.bulk.Flush(ctx); err != nil || len(superseded) == 0 {
		return err
	}
	return p.o.c.Refresh(ctx, p.index)
}

func (p *push) common(kind string) common {
	return common{K: kind, Repo: p.repo, Push: p.token, Readers: p.src.Readers}
}
