package git

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"strconv"
)

// objectFormat is how a repository names its objects.
type objectFormat int

const (
	sha1Format objectFormat = iota
	sha256Format
)

// size is the length of an object id in bytes.
func (f objectFormat) size() int {
	if f == sha256Format {
		return sha256.Size
	}
	return sha1.Size
}

// isID tells a whole object id in hexadecimal digits.
func (f objectFormat) isID(s string) bool {
	return len(s) == 2*f.size() && isHex(s)
}

// isHex reports whether a text is made of small hexadecimal digits.
func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}

// emptyTree is the object id of a tree without entries.
func (f objectFormat) emptyTree() string {
	h := f.newHash()
	io.WriteString(h, "tree 0\x00")
	return hex.EncodeToString(h.Sum(nil))
}

// newHash is the hash that names objects.
func (f objectFormat) newHash() hash.Hash {
	if f == sha256Format {
		return sha256.New()
	}
	return sha1.New()
}

// blobHash begins the hash of a blob of so many bytes.
func (f objectFormat) blobHash(size int64) hash.Hash {
	h := f.newHash()
	io.WriteString(h, "blob "+strconv.FormatInt(size, 10)+"\x00")
	return h
}

// blobID is the object id of a blob with these bytes.
func (f objectFormat) blobID(data []byte) string {
	h := f.blobHash(int64(len(data)))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
