package git

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

// errIndexKind tells that git's index is of a kind that only git itself puts together: split or sparse.
var errIndexKind = errors.New("split or sparse index")

// errIndexDamaged tells that git's index does not follow its format.
var errIndexDamaged = errors.New("damaged git index")

// gitIndex is what kb needs of git's index file.
type gitIndex struct {
	entries []Entry // markdown files and what wanted lets through, in git's order
	root    string  // id of the root tree that the index was last seen equal to, "" when it has changed since
}

// decodeIndex reads an index file of version 2, 3 or 4 (git: Documentation/gitformat-index.txt).
// Only entries whose path is wanted are kept.
func decodeIndex(data []byte, format objectFormat, wanted func(path []byte) bool) (*gitIndex, error) {
	if len(data) < 12+format.size() || string(data[:4]) != "DIRC" {
		return nil, errIndexDamaged
	}
	version := binary.BigEndian.Uint32(data[4:])
	if version < 2 || version > 4 {
		return nil, fmt.Errorf("%w: version %d", errIndexDamaged, version)
	}
	d := indexDecoder{rest: data[12 : len(data)-format.size()], format: format, version: version}
	var index gitIndex
	for range binary.BigEndian.Uint32(data[8:]) {
		e, err := d.entry(wanted)
		if err != nil {
			return nil, err
		}
		if e.Mode == modeDir {
			return nil, errIndexKind
		}
		if e.Path != "" {
			index.entries = append(index.entries, e)
		}
	}
	root, err := d.extensions()
	index.root = root
	return &index, err
}

// indexDecoder reads the entries of an index one after another.
type indexDecoder struct {
	rest    []byte
	format  objectFormat
	version uint32
	path    []byte // of the last entry: version 4 stores differences
}

// statSize is the length of an entry's stat data, before its object id.
const statSize = 40

// Flags of an entry.
const (
	flagAssumeValid  = 0x8000
	flagExtended     = 0x4000
	flagSkipWorktree = 0x4000 // of the extended flags
	flagIntentToAdd  = 0x2000
)

// entry reads the next entry; its path is empty when it is not wanted.
func (d *indexDecoder) entry(wanted func([]byte) bool) (Entry, error) {
	head := statSize + d.format.size() + 2
	if len(d.rest) < head {
		return Entry{}, errIndexDamaged
	}
	stat, id := d.rest[:statSize], d.rest[statSize:head-2]
	flags := binary.BigEndian.Uint16(d.rest[head-2:])
	var extended uint16
	if flags&flagExtended != 0 {
		if len(d.rest) < head+2 || d.version < 3 {
			return Entry{}, errIndexDamaged
		}
		extended = binary.BigEndian.Uint16(d.rest[head:])
		head += 2
	}
	if err := d.readPath(head); err != nil {
		return Entry{}, err
	}
	e := Entry{Mode: binary.BigEndian.Uint32(stat[24:])}
	if e.Mode == modeDir || !wanted(d.path) {
		return e, nil
	}
	e.Path = string(d.path)
	e.ID = hex.EncodeToString(id)
	e.Stage = int(flags>>12) & 3
	e.Size = int64(binary.BigEndian.Uint32(stat[36:]))
	e.mtime = int64(binary.BigEndian.Uint32(stat[8:]))*1e9 + int64(binary.BigEndian.Uint32(stat[12:]))
	e.inode = binary.BigEndian.Uint32(stat[20:])
	e.valid = flags&flagAssumeValid != 0
	e.absent = extended&flagSkipWorktree != 0
	e.Intent = extended&flagIntentToAdd != 0
	return e, nil
}

// readPath takes the path after the head of an entry, and moves on to the next entry.
func (d *indexDecoder) readPath(head int) error {
	name := d.rest[head:]
	if d.version == 4 {
		strip, n := indexVarint(name)
		if n == 0 || strip > uint64(len(d.path)) {
			return errIndexDamaged
		}
		name = name[n:]
		end := bytes.IndexByte(name, 0)
		if end < 0 {
			return errIndexDamaged
		}
		d.path = append(d.path[:len(d.path)-int(strip)], name[:end]...)
		d.rest = name[end+1:]
		return nil
	}
	end := bytes.IndexByte(name, 0)
	if end < 0 {
		return errIndexDamaged
	}
	d.path = append(d.path[:0], name[:end]...)
	size := (head + end + 8) &^ 7 // padded with 1–8 NULs to a multiple of eight
	if size > len(d.rest) {
		return errIndexDamaged
	}
	d.rest = d.rest[size:]
	return nil
}

// indexVarint reads git's offset encoding, 0 bytes when it is damaged.
func indexVarint(b []byte) (value uint64, n int) {
	for i, c := range b {
		if i > 0 {
			value = (value + 1) << 7
		}
		value |= uint64(c & 0x7f)
		if c&0x80 == 0 {
			return value, i + 1
		}
		if i == 8 {
			break
		}
	}
	return 0, 0
}

// extensions looks for the root of the cache tree and for extensions that change what the entries mean.
func (d *indexDecoder) extensions() (root string, err error) {
	for len(d.rest) >= 8 {
		name, size := string(d.rest[:4]), binary.BigEndian.Uint32(d.rest[4:])
		d.rest = d.rest[8:]
		if uint64(size) > uint64(len(d.rest)) {
			return "", errIndexDamaged
		}
		data := d.rest[:size]
		d.rest = d.rest[size:]
		switch {
		case name == "TREE":
			root = d.cacheTreeRoot(data)
		case name == "link", name == "sdir":
			return "", errIndexKind
		case name[0] >= 'a' && name[0] <= 'z':
			return "", fmt.Errorf("%w: extension %q", errIndexKind, name)
		}
	}
	return root, nil
}

// cacheTreeRoot reads the first record of a TREE extension: "" NUL count SP subtrees LF id.
func (d *indexDecoder) cacheTreeRoot(data []byte) string {
	if len(data) == 0 || data[0] != 0 {
		return ""
	}
	line, id, ok := bytes.Cut(data[1:], []byte{'\n'})
	if !ok || len(line) == 0 || line[0] == '-' || len(id) < d.format.size() {
		return ""
	}
	return hex.EncodeToString(id[:d.format.size()])
}
