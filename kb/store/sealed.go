package store

import (
	"bufio"
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"github.com/9aea2451/kb/kb/record"
)

// longestHead is more than the name and version of any format take, in bytes.
const longestHead = 256

// Sealed reads what a file of values opens with, and proves that its sum holds, whatever the format:
// record.ErrDamaged if it does not. Nothing is kept in memory.
func Sealed(path string) (f Format, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() <= sumBytes {
		return "", record.ErrDamaged
	}
	sum := crc32.New(castagnoli())
	body := bufio.NewReader(io.TeeReader(io.LimitReader(file, info.Size()-sumBytes), sum))
	line, _ := body.Peek(longestHead)
	head, _, named := strings.Cut(string(line), "\n")
	if _, err := io.Copy(io.Discard, body); err != nil {
		return "", err
	}
	var stored [sumBytes]byte
	if _, err := io.ReadFull(file, stored[:]); err != nil {
		return "", err
	}
	if !named || binary.LittleEndian.Uint32(stored[:]) != sum.Sum32() {
		return "", record.ErrDamaged
	}
	return Format(head), nil
}
