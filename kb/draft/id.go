package draft

import (
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// crockford is the alphabet of a ULID: without I, L, O and U, which are misread.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewID makes a ULID (github.com/ulid/spec): 48 bits of milliseconds since 1970 and 80 bits of
// entropy, in 26 characters.
func NewID(now time.Time, entropy io.Reader) (string, error) {
	var bits [16]byte
	binary.BigEndian.PutUint64(bits[:], uint64(now.UnixMilli())<<16)
	if _, err := io.ReadFull(entropy, bits[6:]); err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	high, low := binary.BigEndian.Uint64(bits[:]), binary.BigEndian.Uint64(bits[8:])
	var text [26]byte
	for i := len(text) - 1; i >= 0; i-- {
		text[i] = crockford[low&31]
		low = low>>5 | high<<59
		high >>= 5
	}
	return string(text[:]), nil
}
