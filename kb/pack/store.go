package pack

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/9aea2451/kb/kb/record"
)

// Store is the packs in a folder. A process has one for each. It may be used from several goroutines.
type Store struct {
	kind *Kind
	dir  string

	mu      sync.RWMutex
	packs   []*pack       // the largest first; a list that was handed out does not change
	damaged []string      // names of packs that were passed over
	recent  []recentBlock // the last one asked for comes first
}

// opened has the stores of the process that somebody uses.
var opened struct {
	sync.Mutex
	byDir map[string]weak.Pointer[Store]
}

// recentBlock is a block that was read.
type recentBlock struct {
	pack *pack
	at   int64
	text string
}

// mostRecent bounds the blocks at hand: entries that follow one another lie in the same ones.
const mostRecent = 12

// packEnding ends the names of packs, before which stands a random one: no two processes write the same file.
const packEnding = ".pack"

// Open returns the store in a folder, with what other processes have added and without what they have removed; an empty
// one where there is none. A damaged pack is passed over.
func (k *Kind) Open(dir string) *Store {
	opened.Lock()
	s := opened.byDir[dir].Value()
	if s == nil {
		s = &Store{kind: k, dir: dir}
		if opened.byDir == nil {
			opened.byDir = map[string]weak.Pointer[Store]{}
		}
		opened.byDir[dir] = weak.Make(s)
	}
	opened.Unlock()
	for range 5 {
		if s.look() {
			break
		}
	}
	return s
}

// look opens the packs that came and closes those that went. It reports false where one went meanwhile, as packs were
// joined.
func (s *Store) look() bool {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		entries = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[string]*pack{}
	for _, p := range s.packs {
		known[p.name] = p
	}
	var packs []*pack
	s.damaged = nil
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), packEnding) {
			continue
		}
		p := known[e.Name()]
		if p != nil && !p.changed(e) {
			delete(known, e.Name())
		} else if p, err = openPack(filepath.Join(s.dir, e.Name()), e.Name()); errors.Is(err, fs.ErrNotExist) {
			return false
		} else if err != nil {
			if errors.Is(err, record.ErrDamaged) {
				s.damaged = append(s.damaged, e.Name())
			}
			continue
		}
		packs = append(packs, p)
	}
	slices.SortStableFunc(packs, bySize)
	s.packs = packs
	for _, p := range known {
		p.close()
	}
	return true
}

// bySize puts larger packs first.
func bySize(a, b *pack) int { return cmp.Compare(b.size, a.size) }

// all returns the packs, the largest first.
func (s *Store) all() []*pack {
	if s == nil {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.packs
}

// Pieces are the pieces of a kept entry. They may be used from several goroutines.
type Pieces struct {
	store      *Store
	pack       *pack
	name, blob string
	refs       string // where they lie
}

// Find returns the head of an entry, nil where there is none, and what makes its pieces of the rest once the head was read.
func (s *Store) Find(name, blob string) (head *record.Reader, pieces Pieces) {
	key := Key(name, blob)
	for packs := s.all(); ; {
		for _, p := range packs {
			if r := p.find(name, blob, key); r != nil {
				return r, Pieces{store: s, pack: p, name: name, blob: blob}
			}
		}
		now := s.all()
		if slices.Equal(packs, now) {
			return nil, Pieces{}
		}
		packs = now // one was closed meanwhile
	}
}

// Has reports whether an entry is kept.
func (s *Store) Has(name, blob string) bool {
	head, _ := s.Find(name, blob)
	return head != nil
}

// At sets where the pieces lie: what a head has left once it was read.
func (p *Pieces) At(head *record.Reader) { p.refs = head.Rest() }

// skip sets where the pieces lie, of a head of which nobody wants to know anything; it reports false for one that is damaged.
func (p *Pieces) skip(head *record.Reader) bool {
	if p.store.kind.Head != nil {
		p.store.kind.Head(head)
	}
	p.At(head)
	return head.Err() == nil
}

// Body reads the body.
func (p *Pieces) Body() (string, error) {
	return p.piece(func(refs string) ref { return readRef(record.Read(refs)) })
}

// Firsts returns what each group begins with; none where the entry is damaged.
func (p *Pieces) Firsts() []int {
	in := record.Read(p.refs)
	readRef(in)
	firsts := make([]int, in.Count())
	for i := range firsts {
		firsts[i] = in.Int()
		readRef(in)
	}
	if in.End() != nil {
		return nil
	}
	return firsts
}

// Group reads the i-th group.
func (p *Pieces) Group(i int) (string, error) {
	return p.piece(func(refs string) (r ref) {
		in := record.Read(refs)
		if readRef(in); i >= in.Count() {
			return ref{at: -1} // which nothing has
		}
		for range i + 1 {
			in.Int()
			r = readRef(in)
		}
		return r
	})
}

// Groups reads the groups, in order, up to the first that cannot be read.
func (p *Pieces) Groups() iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		for i, first := range p.Firsts() {
			text, err := p.Group(i)
			if !yield(Group{first, text}, err) || err != nil {
				return
			}
		}
	}
}

// piece reads a piece; where the pack was joined with others meanwhile, from the one that took its place.
func (p *Pieces) piece(of func(refs string) ref) (string, error) {
	text, err := p.store.piece(p.pack, of(p.refs))
	for range 2 {
		if !errors.Is(err, os.ErrClosed) {
			break
		}
		head, now := p.store.Find(p.name, p.blob)
		if head == nil {
			return "", fmt.Errorf("%w: %s is not kept any more", record.ErrDamaged, p.name)
		}
		if !now.skip(head) {
			return "", record.ErrDamaged
		}
		text, err = p.store.piece(now.pack, of(now.refs))
	}
	return text, err
}

// piece reads a piece of a block.
func (s *Store) piece(p *pack, r ref) (string, error) {
	if r == (ref{}) {
		return "", nil
	}
	text, ok := s.held(p, r.at)
	if !ok {
		var err error
		if text, err = p.decompress(r.at, r.size); err != nil {
			return "", fmt.Errorf("read %s: %w", p.name, err)
		}
		s.hold(p, r.at, text)
	}
	if r.start < 0 || r.length < 0 || r.start+r.length > len(text) {
		return "", fmt.Errorf("read %s: %w", p.name, record.ErrDamaged)
	}
	return text[r.start : r.start+r.length], nil
}

// held returns a block that is at hand, and puts it first.
func (s *Store) held(p *pack, at int64) (text string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, b := range s.recent {
		if b.pack == p && b.at == at {
			copy(s.recent[1:i+1], s.recent[:i])
			s.recent[0] = b
			return b.text, true
		}
	}
	return "", false
}

// hold keeps a block at hand, in the place of the one that was not asked for the longest.
func (s *Store) hold(p *pack, at int64, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.recent) < mostRecent {
		s.recent = append(s.recent, recentBlock{})
	}
	copy(s.recent[1:], s.recent)
	s.recent[0] = recentBlock{p, at, text}
}
