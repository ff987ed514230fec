package notes

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

// Add keeps what was read of notes in a pack of its own; an error of the list ends it. A crash leaves all of them
// or none.
func (s *Store) Add(list iter.Seq2[*Packed, error]) error {
	if _, err := s.write(list); err != nil {
		return err
	}
	packs := s.all()
	if len(packs) <= mostPacks {
		return nil
	}
	// Only those that together are not much larger than the smallest: each note is written again some
	// log n times.
	from := len(packs) - 2
	for size := packs[from].size + packs[from+1].size; from > 0 && packs[from-1].size < 2*size; from-- {
		size += packs[from-1].size
	}
	return s.replace(packs[from:], func(path, blob string) bool { return true })
}

// Renew is Add of what may be kept already, in the place of that.
func (s *Store) Renew(list iter.Seq2[*Packed, error]) error {
	old := s.all()
	fresh, err := s.write(list)
	if err != nil {
		return err
	}
	return s.replace(old, func(path, blob string) bool {
		_, ok := fresh.find(path, blob, Key(path, blob))
		return !ok
	})
}

// write writes a pack and opens it.
func (s *Store) write(list iter.Seq2[*Packed, error]) (*pack, error) {
	name := fmt.Sprintf("%016x%s", rand.Uint64(), packEnding)
	path := filepath.Join(s.dir, name)
	err := format.Save(path, func(out *store.Stream) error { return (&packer{out: out}).write(list) })
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

// replace makes one pack of several, of the notes that are wanted. What cannot be read is left out. A pack that
// cannot be removed, as somebody has it open, is removed another time.
func (s *Store) replace(packs []*pack, wanted func(path, blob string) bool) error {
	_, err := s.write(func(yield func(*Packed, error) bool) {
		seen := map[[2]string]bool{}
		for _, p := range packs {
			for _, i := range s.inOrder(p) {
				n, err := s.packed(p, i, wanted)
				if errors.Is(err, record.ErrDamaged) || err == nil && (n == nil || seen[[2]string{n.path, n.blob}]) {
					continue
				}
				if n != nil {
					seen[[2]string{n.path, n.blob}] = true
				}
				if !yield(n, err) {
					return
				}
			}
		}
	})
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

// inOrder returns the numbers of the notes of a pack in the order in which they lie there, so that a block is
// read once. What is damaged comes first.
func (s *Store) inOrder(p *pack) []int {
	numbers, at := make([]int, len(p.keys)), make([]ref, len(p.keys))
	for i := range numbers {
		numbers[i] = i
		if head, err := p.head(i); err == nil {
			r := record.Read(head)
			if _, reading := s.read(p, r, r.String(), r.String(), false); reading != nil {
				at[i] = readRef(record.Read(reading.refs))
			}
		}
	}
	slices.SortFunc(numbers, func(i, j int) int { return cmp.Or(cmp.Compare(at[i].at, at[j].at), at[i].start-at[j].start) })
	return numbers
}

// packed reads the i-th note of a pack as it was written; nil for one that is not wanted.
func (s *Store) packed(p *pack, i int, wanted func(path, blob string) bool) (*Packed, error) {
	head, err := p.head(i)
	if err != nil {
		return nil, err
	}
	r := record.Read(head)
	n := &Packed{path: r.String(), blob: r.String()}
	if !wanted(n.path, n.blob) {
		return nil, nil
	}
	body := head[len(head)-r.Len():]
	_, reading := s.read(p, r, n.path, n.blob, false)
	if reading == nil {
		return nil, record.ErrDamaged
	}
	n.note = []byte(body[:len(body)-len(reading.refs)])
	said, err := s.piece(p, readRef(record.Read(reading.refs)))
	if err != nil {
		return nil, err
	}
	n.said = []byte(said)
	for g, err := range reading.Groups() {
		if err != nil {
			return nil, err
		}
		n.groups = append(n.groups, group{g.First, []byte(g.Text)})
	}
	return n, nil
}

// Each calls f for every note that is kept, in no order, with all that is known of it as text: the same for the
// same reading. It stops at the first error.
func (s *Store) Each(f func(path, blob, text string) error) error {
	for _, p := range s.all() {
		for _, i := range s.inOrder(p) {
			n, err := s.packed(p, i, func(string, string) bool { return true })
			if err != nil {
				return fmt.Errorf("read %s: %w", p.name, err)
			}
			var text strings.Builder
			text.Write(n.note)
			text.Write(n.said)
			for _, g := range n.groups {
				text.Write(g.data)
			}
			if err := f(n.path, n.blob, text.String()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Dead counts the notes that are not alive.
func (s *Store) Dead(alive func(path, blob string) bool) (dead int) {
	for _, p := range s.all() {
		for i := range p.keys {
			if head, err := p.head(i); err == nil {
				if r := record.Read(head); !alive(r.String(), r.String()) {
					dead++
				}
			}
		}
	}
	return dead
}

// Keep drops all notes that are not alive.
func (s *Store) Keep(alive func(path, blob string) bool) error { return s.replace(s.all(), alive) }

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
