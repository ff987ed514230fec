package pack

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
)

// mostPacks bounds the packs of a store: beyond it the small ones become one.
const mostPacks = 8

// List returns entries as Add takes them.
func List(entries ...*Entry) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Add keeps entries in a pack of its own; an error of the list ends it. A crash leaves all of them
// or none.
func (s *Store) Add(list iter.Seq2[*Entry, error]) error {
	if _, err := s.write(list); err != nil {
		return err
	}
	s.mu.Lock()
	for _, name := range s.damaged {
		store.Remove(filepath.Join(s.dir, name)) // it says nothing any more
	}
	packs := s.packs
	s.damaged = nil
	s.mu.Unlock()
	if len(packs) <= mostPacks {
		return nil
	}
	// Only those that together are not much larger than the smallest: each entry is written again some
	// log n times.
	from := len(packs) - 2
	for size := packs[from].size + packs[from+1].size; from > 0 && packs[from-1].size < 2*size; from-- {
		size += packs[from-1].size
	}
	return s.replace(packs[from:], func(string, string) bool { return true })
}

// Renew is Add of what may be kept already, in the place of that.
func (s *Store) Renew(list iter.Seq2[*Entry, error]) error {
	old := s.all()
	fresh, err := s.write(list)
	if err != nil {
		return err
	}
	return s.replace(old, func(name, blob string) bool { return fresh.find(name, blob, Key(name, blob)) == nil })
}

// write writes a pack and opens it.
func (s *Store) write(list iter.Seq2[*Entry, error]) (*pack, error) {
	name := fmt.Sprintf("%016x%s", rand.Uint64(), packEnding)
	path := filepath.Join(s.dir, name)
	err := s.kind.Format.Save(path, func(out *store.Stream) error { return (&packer{out: out, at: int64(len(out.Data))}).write(list) })
	if err != nil {
		return nil, err
	}
	p, err := openPack(path, name)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.packs = append(slices.Clone(s.packs), p)
	slices.SortStableFunc(s.packs, bySize)
	return p, nil
}

// replace makes one pack of several, of the entries that are wanted. What cannot be read is left out. A pack that
// cannot be removed, as somebody has it open, is removed another time.
func (s *Store) replace(packs []*pack, wanted func(path, blob string) bool) error {
	list := s.wanted(packs, wanted)
	if s.kind.Join != nil {
		list = s.kind.Join(list)
	}
	_, err := s.write(list)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.packs = slices.DeleteFunc(slices.Clone(s.packs), func(p *pack) bool { return slices.Contains(packs, p) })
	s.mu.Unlock()
	for _, p := range packs {
		p.close()
		store.Remove(filepath.Join(s.dir, p.name))
	}
	return nil
}

// wanted reads the entries of some packs that are wanted, each once.
func (s *Store) wanted(packs []*pack, wanted func(name, blob string) bool) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		seen := map[[2]string]bool{}
		for _, p := range packs {
			for _, i := range s.inOrder(p) {
				e, err := s.entry(p, i, wanted)
				if errors.Is(err, record.ErrDamaged) || err == nil && (e == nil || seen[[2]string{e.Name, e.Blob}]) {
					continue
				}
				if e != nil {
					seen[[2]string{e.Name, e.Blob}] = true
				}
				if !yield(e, err) {
					return
				}
			}
		}
	}
}

// inOrder returns the numbers of the entries of a pack in the order in which they lie there, so that a block is
// read once. What is damaged comes first.
func (s *Store) inOrder(p *pack) []int {
	numbers, at := make([]int, len(p.keys)), make([]ref, len(p.keys))
	for i := range numbers {
		numbers[i] = i
		if text, err := p.head(i); err == nil {
			head := record.Read(text)
			pieces := Pieces{s, p, head.String(), head.String(), ""}
			if pieces.skip(head) {
				at[i] = readRef(record.Read(pieces.refs))
			}
		}
	}
	slices.SortFunc(numbers, func(i, j int) int { return cmp.Or(cmp.Compare(at[i].at, at[j].at), at[i].start-at[j].start) })
	return numbers
}

// entry reads the i-th entry of a pack as it was written; nil for one that is not wanted.
func (s *Store) entry(p *pack, i int, wanted func(name, blob string) bool) (*Entry, error) {
	text, err := p.head(i)
	if err != nil {
		return nil, err
	}
	head := record.Read(text)
	e := &Entry{Name: head.String(), Blob: head.String()}
	if !wanted(e.Name, e.Blob) {
		return nil, nil
	}
	rest, pieces := text[len(text)-head.Len():], Pieces{s, p, e.Name, e.Blob, ""}
	if !pieces.skip(head) {
		return nil, record.ErrDamaged
	}
	e.Head = rest[:len(rest)-len(pieces.refs)]
	if e.Body, err = pieces.Body(); err != nil {
		return nil, err
	}
	for g, err := range pieces.Groups() {
		if err != nil {
			return nil, err
		}
		e.Groups = append(e.Groups, g)
	}
	return e, nil
}

// Each calls f for every entry that is kept, in no order: the same for the same entry. It stops at the first error.
func (s *Store) Each(f func(*Entry) error) error {
	for _, p := range s.all() {
		for _, i := range s.inOrder(p) {
			e, err := s.entry(p, i, func(string, string) bool { return true })
			if err != nil {
				return fmt.Errorf("read %s: %w", p.name, err)
			}
			if err := f(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// Len counts the entries.
func (s *Store) Len() (n int) {
	for _, p := range s.all() {
		n += len(p.keys)
	}
	return n
}

// Heads calls f for every entry, in no order, with its head and what makes its pieces of the rest of that.
func (s *Store) Heads(f func(name, blob string, head *record.Reader, pieces Pieces)) {
	for _, p := range s.all() {
		for i := range p.keys {
			if text, err := p.head(i); err == nil {
				head := record.Read(text)
				name, blob := head.String(), head.String()
				f(name, blob, head, Pieces{s, p, name, blob, ""})
			}
		}
	}
}

// Dead counts the entries that are not alive.
func (s *Store) Dead(alive func(name, blob string) bool) (dead int) {
	s.Heads(func(name, blob string, _ *record.Reader, _ Pieces) {
		if !alive(name, blob) {
			dead++
		}
	})
	return dead
}

// Keep drops all entries that are not alive.
func (s *Store) Keep(alive func(name, blob string) bool) error { return s.replace(s.all(), alive) }

// Drop removes all that is kept. Readings of it say no more than what was asked of them before.
func (s *Store) Drop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.packs {
		p.close()
	}
	s.packs, s.recent = nil, nil
	return store.RemoveAll(s.dir)
}

// Check reads every byte; record.ErrDamaged names a pack that is not what was written.
func (s *Store) Check() error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), packEnding) {
			continue
		}
		if _, e2 := store.Sealed(filepath.Join(s.dir, e.Name())); e2 != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", e.Name(), e2))
		}
	}
	return err
}
