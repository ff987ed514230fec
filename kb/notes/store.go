package notes

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/record"
)

// Store is the packs in a folder. A process has one for each. It may be used from several goroutines.
type Store struct {
	dir string

	mu     sync.RWMutex
	packs  []*pack       // the largest first; a list that was handed out does not change
	recent []recentBlock // the last one asked for comes first
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

// mostRecent bounds the blocks at hand: notes that follow one another lie in the same ones.
const mostRecent = 12

// packEnding ends the names of packs, before which stands a random one: no two processes write the same file.
const packEnding = ".pack"

// Folder returns the folder of the store in that of the index. A kb of another version has one of its own.
func Folder(index string) string { return filepath.Join(index, fmt.Sprintf("notes-%d", Version)) }

// Open returns the store in a folder, with what other processes have added and without what they have removed; an empty
// one where there is none. A damaged pack is passed over.
func Open(dir string) *Store {
	opened.Lock()
	s := opened.byDir[dir].Value()
	if s == nil {
		s = &Store{dir: dir}
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
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.packs
}

// find returns what follows path and blob in the head of a note.
func (s *Store) find(path, blob string, key uint64) (*pack, *record.Reader) {
	for packs := s.all(); ; {
		for _, p := range packs {
			if r, ok := p.find(path, blob, key); ok {
				return p, r
			}
		}
		now := s.all()
		if slices.Equal(packs, now) {
			return nil, nil
		}
		packs = now // one was closed meanwhile
	}
}

// Has reports whether there is a reading of a blob at a path.
func (s *Store) Has(path, blob string) bool {
	p, _ := s.find(path, blob, Key(path, blob))
	return p != nil
}

// Name returns what the note that a blob is at a path is called.
func (s *Store) Name(path, blob string) (name kb.Name, ok bool) {
	_, r := s.find(path, blob, Key(path, blob))
	if r == nil {
		return kb.Name{}, false
	}
	name = ReadName(r, path)
	return name, r.Err() == nil
}

// Note returns the note that a blob is at a path, with the unknown keys of its front matter where extra asks
// for them, and its reading; nil where there is none that can be read.
func (s *Store) Note(path, blob string, extra bool) (note kb.Note, reading *Reading) {
	key := Key(path, blob)
	p, r := s.find(path, blob, key)
	if p == nil {
		return kb.Note{}, nil
	}
	if note, reading = s.read(p, r, path, blob, extra); reading != nil {
		reading.Key = key
	}
	return note, reading
}

// read decodes the head of a note.
func (s *Store) read(p *pack, r *record.Reader, path, blob string, extra bool) (note kb.Note, reading *Reading) {
	note = ReadNote(r, path, blob)
	unknown := r.String()
	reading = &Reading{glance: glance{names: r.String(), marks: r.Bool()}, stated: r.Int(), store: s, path: path, blob: blob, pack: p}
	reading.refs = r.Rest()
	if extra && unknown != "" && json.Unmarshal([]byte(unknown), &note.Extra) != nil || r.Err() != nil {
		return kb.Note{}, nil
	}
	return note, reading
}

// keptGroup is where some chunks lie, of which the first has this ordinal.
type keptGroup struct {
	first int
	ref
}

// piece reads a piece of a kept reading; where the pack was joined with others meanwhile, from the one that took its place.
func (r *Reading) piece(of func(refs string) ref) (string, error) {
	text, err := r.store.piece(r.pack, of(r.refs))
	for range 2 {
		if !errors.Is(err, os.ErrClosed) {
			break
		}
		p, in := r.store.find(r.path, r.blob, r.Key)
		if p == nil {
			return "", fmt.Errorf("%w: %s is not kept any more", record.ErrDamaged, r.path)
		}
		_, again := r.store.read(p, in, r.path, r.blob, false)
		if again == nil {
			return "", record.ErrDamaged
		}
		text, err = r.store.piece(p, of(again.refs))
	}
	return text, err
}

// groupsIn returns where the chunks of a reading lie; none where that is damaged.
func groupsIn(refs string) []keptGroup {
	in := record.Read(refs)
	readRef(in)
	groups := make([]keptGroup, in.Count())
	for i := range groups {
		groups[i] = keptGroup{in.Int(), readRef(in)}
	}
	if in.End() != nil {
		return nil
	}
	return groups
}

// group reads the i-th group of chunks.
func (r *Reading) group(i int) (string, error) {
	return r.piece(func(refs string) ref {
		if groups := groupsIn(refs); i < len(groups) {
			return groups[i].ref
		}
		return ref{at: -1} // which nothing has
	})
}

// piece reads a piece of a block.
func (s *Store) piece(p *pack, r ref) (string, error) {
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
