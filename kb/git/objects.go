package git

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// storedBlobs reads a few blobs where git has stored them (gitformat-pack(5)): a process of git takes as
// long as a hundred. What it does not find or cannot read, such as what another repository lends, is left
// to git. Not for concurrent use.
type storedBlobs struct {
	dir    string // objects
	format objectFormat
	left   int // blobs that are still read here: git keeps what deltas are based on, and is faster with many
	packs  []*pack
	listed bool
	z      io.ReadCloser // that was used last
}

// Bounds of what is read without git.
const (
	mostStored = 64  // blobs, for one reader
	mostPacks  = 100 // to look into
	mostDeltas = 250 // one based on another; git makes chains of 50
)

// errLeft is the error about a blob that is left to git.
var errLeft = errors.New("left to git")

// pack is one pack with its index.
type pack struct{ index, data *os.File }

// read returns the bytes of a blob, proved by its id; errLeft or another error where git is to be asked.
func (s *storedBlobs) read(id string) ([]byte, error) {
	if s.left--; s.left < 0 || !s.format.isID(id) {
		return nil, errLeft
	}
	data, err := s.loose(id)
	if err != nil {
		data, err = s.packed(id)
	}
	if err == nil && s.format.blobID(data) != id {
		err = errLeft
	}
	return data, err
}

// loose reads a blob that has a file of its own.
func (s *storedBlobs) loose(id string) ([]byte, error) {
	f, err := os.Open(filepath.Join(s.dir, id[:2], id[2:]))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := s.inflate(f, -1)
	if err != nil {
		return nil, err
	}
	head, data, _ := bytes.Cut(data, []byte{0})
	if !bytes.Equal(head, fmt.Appendf(nil, "blob %d", len(data))) {
		return nil, errLeft
	}
	return data[:len(data):len(data)], nil
}

// inflate undoes the compression of so many bytes, or of all where size is negative.
func (s *storedBlobs) inflate(in io.Reader, size int) (data []byte, err error) {
	if size > MaxFile {
		return nil, errLeft
	}
	if reset, ok := s.z.(zlib.Resetter); ok {
		err = reset.Reset(in, nil)
	} else {
		s.z, err = zlib.NewReader(in)
	}
	switch {
	case err != nil:
		s.z = nil
	case size < 0:
		if data, err = io.ReadAll(io.LimitReader(s.z, MaxFile+1)); len(data) > MaxFile {
			err = errLeft
		}
	default:
		data = make([]byte, size)
		_, err = io.ReadFull(s.z, data)
	}
	return data, err
}

// packed reads a blob out of the pack that has it.
func (s *storedBlobs) packed(id string) ([]byte, error) {
	raw, err := hex.DecodeString(id)
	if err == nil {
		err = s.list()
	}
	if err != nil {
		return nil, err
	}
	for _, p := range s.packs {
		if at, err := p.find(raw); err == nil {
			var deltas [][]byte
			for range mostDeltas {
				kind, size, base, start, err := p.head(at, s.format.size())
				if err != nil {
					return nil, err
				}
				data, err := s.inflate(io.NewSectionReader(p.data, start, 1<<62-start), size)
				if err != nil {
					return nil, err
				}
				if kind == packedBlob {
					return patched(data, deltas)
				}
				if at = base; at <= 0 {
					return nil, errLeft
				}
				deltas = append(deltas, data)
			}
			return nil, errLeft
		}
	}
	return nil, errLeft
}

// list opens the packs, once.
func (s *storedBlobs) list() error {
	if s.listed {
		return nil
	}
	s.listed = true
	dir := filepath.Join(s.dir, "pack")
	files, err := os.ReadDir(dir)
	for _, f := range files {
		name, isIndex := strings.CutSuffix(f.Name(), ".idx")
		if !isIndex || err != nil || len(s.packs) == mostPacks {
			continue
		}
		p := &pack{}
		s.packs = append(s.packs, p)
		if p.index, err = os.Open(filepath.Join(dir, f.Name())); err == nil {
			p.data, err = os.Open(filepath.Join(dir, name+".pack"))
		}
	}
	return err
}

// Close closes the packs.
func (s *storedBlobs) Close() {
	for _, p := range s.packs {
		p.index.Close()
		p.data.Close()
	}
	s.packs = nil
}

// The parts of a pack's index, version 2: its head, how many ids begin with each byte or a smaller one,
// the ids, a sum for each, the places of the objects, and those that need eight bytes.
const (
	indexHead = "\xfftOc\x00\x00\x00\x02"
	indexIDs  = int64(len(indexHead) + 256*4)
)

// find looks up at which byte of the pack an object begins.
func (p *pack) find(id []byte) (int64, error) {
	var top [indexIDs]byte
	if _, err := p.index.ReadAt(top[:], 0); err != nil || string(top[:len(indexHead)]) != indexHead {
		return 0, errLeft
	}
	count := func(b int) int64 { return int64(binary.BigEndian.Uint32(top[len(indexHead)+4*b:])) }
	size, all, from, to := int64(len(id)), count(255), int64(0), count(int(id[0]))
	if id[0] > 0 {
		from = count(int(id[0]) - 1)
	}
	var buf [64]byte
	for from < to {
		middle := from + (to-from)/2
		if _, err := p.index.ReadAt(buf[:size], indexIDs+middle*size); err != nil {
			return 0, err
		}
		switch bytes.Compare(buf[:size], id) {
		case -1:
			from = middle + 1
		case 1:
			to = middle
		default:
			places := indexIDs + all*(size+4)
			if _, err := p.index.ReadAt(buf[:4], places+4*middle); err != nil {
				return 0, err
			}
			at := int64(binary.BigEndian.Uint32(buf[:]))
			if far := at - 1<<31; far >= 0 {
				_, err := p.index.ReadAt(buf[:8], places+4*all+8*far)
				return int64(binary.BigEndian.Uint64(buf[:])), err
			}
			return at, nil
		}
	}
	return 0, errLeft
}

// The types of objects in a pack.
const (
	packedBlob  = 3
	packedDelta = 6 // against what begins so many bytes before
	packedByID  = 7 // against the object of an id
)

// head reads what an object of a pack is: its type, its size, where its base begins, and where its bytes do.
func (p *pack) head(at int64, idSize int) (kind, size int, base, start int64, err error) {
	var buf [64]byte
	n, err := p.data.ReadAt(buf[:], at)
	if err != nil && !errors.Is(err, io.EOF) || n < len(buf)/4 { // a sum ends the pack
		return 0, 0, 0, 0, errLeft
	}
	i := 1
	kind, size = int(buf[0]>>4&7), int(buf[0]&15)
	for ; buf[i-1]&0x80 != 0 && i < 8; i++ {
		size |= int(buf[i]&0x7f) << (4 + 7*(i-1))
	}
	switch kind {
	case packedBlob:
	case packedDelta:
		back := int64(buf[i] & 0x7f)
		for i++; buf[i-1]&0x80 != 0 && i < 16; i++ {
			back = (back+1)<<7 | int64(buf[i]&0x7f)
		}
		base = at - back
	case packedByID:
		if base, err = p.find(buf[i : i+idSize]); err != nil {
			return 0, 0, 0, 0, err
		}
		i += idSize
	default:
		return 0, 0, 0, 0, errLeft
	}
	return kind, size, base, at + int64(i), nil
}

// patched applies deltas to a blob, the last one first.
func patched(data []byte, deltas [][]byte) (_ []byte, err error) {
	for i := len(deltas) - 1; i >= 0 && err == nil; i-- {
		_, n := binary.Uvarint(deltas[i]) // the size before, then the one after
		if size, _ := binary.Uvarint(deltas[i][max(n, 0):]); size > MaxFile {
			return nil, errLeft
		}
		data, err = packfile.PatchDelta(data, deltas[i])
	}
	return data, err
}
