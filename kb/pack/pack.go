// Package pack keeps what was made of files, each by a name and the hash of a blob, in packs: files of a folder that
// are written once and never changed.
//
//	blocks   their length, pieces of several entries as Zstandard compresses them, and a sum
//	heads    a record for each entry, in order of key, each with its sum behind it
//	keys     8 bytes for each entry, ascending
//	ends     4 bytes for each entry: where its head ends
//	foot     number of entries, where the heads begin, sum of keys, ends and foot so far
//
// Opening one reads keys, ends and foot; an entry costs its head, and a block for what is asked of it. Small packs are
// joined. Several processes may read and write the same folder; what two of them add is kept twice until it is joined.
//
// # Limitations
//
// What an entry says must be a function of its name and blob: which of two is found is not said.
package pack

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"sort"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"

	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
)

// Kind is the kind of the entries in a folder.
type Kind struct {
	Format store.Format                                                 // with the version of all that is kept
	Head   func(in *record.Reader)                                      // passes over the head of an entry; nil where it has none
	Join   func(list iter.Seq2[*Entry, error]) iter.Seq2[*Entry, error] // makes of entries what packs that are joined have; may be nil
}

// Entry holds what is kept of a blob.
type Entry struct {
	Name, Blob string
	Head       string // at hand with the entry
	Body       string // in a large block: mostly asked for of many entries
	Groups     []Group
}

// Group is a part of an entry that is asked for alone, and lies in a small block.
type Group struct {
	First int // what the group begins with, ascending
	Text  string
}

const (
	// A block is closed at so many bytes, before they are compressed.
	groupBlock = 16 << 10
	bodyBlock  = 64 << 10

	window       = 128 << 10 // bytes before a place that compression looks at
	mostBlock    = 1 << 30   // bytes that a block may hold
	mostExpanded = 64        // so many times the bytes of a block are made ready for what it holds

	sumBytes  = 4
	keyBytes  = 8
	endBytes  = 4
	footBytes = 4 + 8 + sumBytes
)

// Key returns the key of a blob under a name: the first bits of the one with a hash of the other.
func Key(name, blob string) uint64 {
	raw, _ := hex.DecodeString(blob[:min(len(blob), 2*keyBytes)])
	var id [keyBytes]byte
	copy(id[:], raw)
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return binary.LittleEndian.Uint64(id[:]) ^ h
}

// ref is where a piece lies: in which block, and where in what that holds.
type ref struct {
	at            int64 // of the block in the file
	size          int   // of the block there
	start, length int   // of the piece in what the block holds
}

// block is a block that is being filled.
type block struct {
	data []byte
	refs []*ref // of what is in it
}

// packer writes a pack.
type packer struct {
	out            *store.Stream
	at             int64
	encoder        *zstd.Encoder
	groups, bodies block
	heads          []waiting
}

// waiting is an entry whose head is written once its blocks are.
type waiting struct {
	key    uint64
	entry  *Entry
	body   *ref
	groups []*ref
}

// write writes a pack of entries; all of an entry but its head is let go of.
func (p *packer) write(list iter.Seq2[*Entry, error]) error {
	for e, err := range list {
		if err != nil {
			return err
		}
		w := waiting{key: Key(e.Name, e.Blob), entry: e}
		for i := range e.Groups {
			r, err := p.put(&p.groups, e.Groups[i].Text, groupBlock)
			if err != nil {
				return err
			}
			w.groups, e.Groups[i].Text = append(w.groups, r), ""
		}
		if w.body, err = p.put(&p.bodies, e.Body, bodyBlock); err != nil {
			return err
		}
		e.Body = ""
		p.heads = append(p.heads, w)
	}
	if err := errors.Join(p.flush(&p.groups), p.flush(&p.bodies)); err != nil {
		return err
	}
	return p.finish()
}

// put adds a piece to a block, which is written first where it would grow too large. What is empty lies in none.
func (p *packer) put(b *block, data string, most int) (*ref, error) {
	if data == "" {
		return &ref{}, nil
	}
	if len(b.data) > 0 && len(b.data)+len(data) > most {
		if err := p.flush(b); err != nil {
			return nil, err
		}
	}
	r := &ref{start: len(b.data), length: len(data)}
	b.data, b.refs = append(b.data, data...), append(b.refs, r)
	return r, nil
}

// flush writes a block, and gives its pieces its place.
func (p *packer) flush(b *block) error {
	if len(b.refs) == 0 {
		return nil
	}
	if p.encoder == nil {
		p.encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window), zstd.WithEncoderCRC(false))
	}
	data := p.encoder.EncodeAll(b.data, binary.LittleEndian.AppendUint32(nil, uint32(len(b.data))))
	data = binary.LittleEndian.AppendUint32(data, store.Sum(data))
	for _, r := range b.refs {
		r.at, r.size = p.at, len(data)
	}
	b.data, b.refs = b.data[:0], b.refs[:0]
	return p.raw(data)
}

// raw writes bytes.
func (p *packer) raw(data []byte) error {
	p.at += int64(len(data))
	p.out.Data = append(p.out.Data, data...)
	return p.out.Flush()
}

// finish writes heads, keys, ends and foot.
func (p *packer) finish() error {
	slices.SortStableFunc(p.heads, func(a, b waiting) int { return cmp.Compare(a.key, b.key) })
	begin := p.at
	var keys, ends record.Writer
	for i := range p.heads {
		head := p.heads[i].head()
		if err := p.raw(binary.LittleEndian.AppendUint32(head, store.Sum(head))); err != nil {
			return err
		}
		keys.Uint64(p.heads[i].key)
		ends.Uint32(uint32(p.at - begin))
	}
	index := append(keys.Data, ends.Data...)
	index = binary.LittleEndian.AppendUint32(index, uint32(len(p.heads)))
	index = binary.LittleEndian.AppendUint64(index, uint64(begin))
	return p.raw(binary.LittleEndian.AppendUint32(index, store.Sum(index)))
}

// head returns the record of an entry.
func (w *waiting) head() []byte {
	var out record.Writer
	out.String(w.entry.Name)
	out.String(w.entry.Blob)
	out.Raw(w.entry.Head)
	putRef(&out, w.body)
	out.Int(len(w.groups))
	for i, r := range w.groups {
		out.Int(w.entry.Groups[i].First)
		putRef(&out, r)
	}
	return out.Data
}

// putRef writes where a piece lies.
func putRef(w *record.Writer, r *ref) {
	w.Uint(uint64(r.at))
	for _, v := range []int{r.size, r.start, r.length} {
		w.Int(v)
	}
}

// readRef reads what putRef wrote.
func readRef(r *record.Reader) ref {
	return ref{at: int64(r.Uint()), size: r.Int(), start: r.Int(), length: r.Int()}
}

// pack is a pack that is open.
type pack struct {
	file  *os.File // it stays what it is, even where it is removed
	info  fs.FileInfo
	name  string
	size  int64
	keys  []uint64
	ends  []uint32 // where the head of each ends, behind a 0
	begin int64    // where the heads begin

	mu    sync.Mutex
	asked int
	heads string // all of them, once many were asked for
}

const (
	manyHeads = 512      // heads that are read one by one: then all are
	mostHeads = 64 << 20 // bytes of heads that are read at once
)

// openPack opens a pack; record.ErrDamaged for anything else.
func openPack(path, name string) (*pack, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	p := &pack{file: file, name: name}
	if err := p.open(); err != nil {
		file.Close()
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return p, nil
}

// changed reports whether what a folder lists under the name of the pack is not what was opened.
func (p *pack) changed(e fs.DirEntry) bool {
	info, err := e.Info()
	return err != nil || info.Size() != p.info.Size() || !info.ModTime().Equal(p.info.ModTime())
}

// close lets go of the file. Reading on is os.ErrClosed.
func (p *pack) close() { p.file.Close() }

// open reads foot, keys and ends.
func (p *pack) open() error {
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	p.info, p.size = info, info.Size()-sumBytes // that of the whole file, which Check alone looks at
	foot, err := p.read(p.size-footBytes, footBytes)
	if err != nil {
		return err
	}
	r := record.Read(foot)
	n, begin := int64(r.Uint32()), int64(r.Uint64())
	at := p.size - footBytes - n*(keyBytes+endBytes)
	if at < begin || begin < 0 {
		return record.ErrDamaged
	}
	index, err := p.sound(at, p.size-at)
	if err != nil {
		return err
	}
	r = record.Read(index)
	p.begin, p.keys, p.ends = begin, make([]uint64, n), make([]uint32, n+1)
	for i := range p.keys {
		p.keys[i] = r.Uint64()
	}
	for i := range n {
		if p.ends[i+1] = r.Uint32(); p.ends[i+1] < p.ends[i]+sumBytes {
			return record.ErrDamaged
		}
	}
	if begin+int64(p.ends[n]) != at {
		return record.ErrDamaged
	}
	return nil
}

// read reads some bytes of the file; record.ErrDamaged where there are none.
func (p *pack) read(at, size int64) (string, error) {
	if at < 0 || size < 0 || at+size > p.size {
		return "", record.ErrDamaged
	}
	data := make([]byte, size)
	if _, err := p.file.ReadAt(data, at); err != nil {
		return "", err
	}
	return unsafe.String(unsafe.SliceData(data), len(data)), nil // nobody else has the bytes
}

// sound reads some bytes that end with their sum, which it leaves out.
func (p *pack) sound(at, size int64) (string, error) {
	data, err := p.read(at, size)
	if err != nil {
		return "", err
	}
	return unsum(data)
}

// unsum returns a text without the sum that ends it; record.ErrDamaged where that does not hold.
func unsum(data string) (string, error) {
	if len(data) < sumBytes {
		return "", record.ErrDamaged
	}
	body, sum := data[:len(data)-sumBytes], data[len(data)-sumBytes:]
	if store.Sum(unsafe.Slice(unsafe.StringData(body), len(body))) != record.Read(sum).Uint32() {
		return "", record.ErrDamaged
	}
	return body, nil
}

// head reads the record of the i-th entry.
func (p *pack) head(i int) (string, error) {
	from, to := int64(p.ends[i]), int64(p.ends[i+1])
	p.mu.Lock()
	if p.asked++; p.asked == manyHeads && p.ends[len(p.keys)] <= mostHeads {
		p.heads, _ = p.read(p.begin, int64(p.ends[len(p.keys)]))
	}
	all := p.heads
	p.mu.Unlock()
	if all != "" {
		return unsum(all[from:to])
	}
	return p.sound(p.begin+from, to-from)
}

// find returns what follows name and blob in the head of an entry; nil where there is none.
func (p *pack) find(name, blob string, key uint64) *record.Reader {
	for i := sort.Search(len(p.keys), func(i int) bool { return p.keys[i] >= key }); i < len(p.keys) && p.keys[i] == key; i++ {
		if head, err := p.head(i); err == nil {
			if r := record.Read(head); r.String() == name && r.String() == blob {
				return r
			}
		}
	}
	return nil
}

// decoder reads blocks; it is made when the first one is read, and may be used by several goroutines.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(mostBlock)) // options are valid ones
	return d
})

// decompress reads a block.
func (p *pack) decompress(at int64, size int) (string, error) {
	body, err := p.sound(at, int64(size))
	if err != nil {
		return "", err
	}
	r := record.Read(body)
	length := int(r.Uint32())
	data := make([]byte, 0, min(length, mostExpanded*size))
	data, err = decoder().DecodeAll([]byte(r.Rest()), data)
	if err != nil || len(data) != length {
		return "", record.ErrDamaged
	}
	return unsafe.String(unsafe.SliceData(data), len(data)), nil
}
