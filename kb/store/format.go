package store

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"unsafe"

	"github.com/9aea2451/kb/kb/record"
)

// Format is what opens a file of values (see package record): its name and version on one line.
// Change it with whatever changes what the values mean. A sum ends the file.
type Format string

// sumBytes is the length of the sum that ends a file.
const sumBytes = 4

// Save writes a file of values whole: a crash leaves the old one or the new one. The folder is made
// if it is missing. write may call Flush between values, so that the whole is never in memory.
func (f Format) Save(path string, write func(*Stream) error) error {
	err := MakeDir(filepath.Dir(path))
	if err == nil {
		err = replaceBy(path, func(out io.Writer) error { return f.write(out, write) })
	}
	if err != nil {
		return fmt.Errorf("save %s: %w", filepath.Base(path), err)
	}
	return nil
}

// write writes head, content and sum, and reports the first thing that failed.
func (f Format) write(out io.Writer, write func(*Stream) error) error {
	sum := crc32.New(castagnoli())
	s := &Stream{out: bufio.NewWriterSize(io.MultiWriter(out, sum), 1<<16)}
	s.Raw(f.head())
	if err := write(s); err != nil {
		return err
	}
	if err := s.Flush(); err != nil {
		return err
	}
	if err := s.out.Flush(); err != nil {
		return err
	}
	_, err := out.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

func (f Format) head() string { return string(f) + "\n" }

// Stream is a record.Writer of a file.
type Stream struct {
	record.Writer
	out *bufio.Writer
}

// Flush passes on what was appended so far.
func (s *Stream) Flush() error {
	_, err := s.out.Write(s.Data)
	s.Data = s.Data[:0]
	return err
}

// Load reads a file that Save wrote, of at most so many bytes; record.ErrDamaged if it is anything else.
func (f Format) Load(path string, most int64) (*record.Reader, error) {
	data, err := f.load(path, most)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(path), err)
	}
	return record.Read(data), nil
}

// Map is Load of a file of which only parts are wanted: it is mapped where the system can, for as long as
// the process lives. The file must not be cut meanwhile: Save replaces it.
func (f Format) Map(path string, most int64) (*record.Reader, error) {
	data, err := f.read(path, most, func(file *os.File, size int) ([]byte, error) {
		data, _, err := MapFile(file, size)
		return data, err
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(path), err)
	}
	return record.Read(data), nil
}

// load reads a file of at most so many bytes.
func (f Format) load(path string, most int64) (string, error) {
	return f.read(path, most, func(file *os.File, size int) ([]byte, error) {
		data := make([]byte, size)
		_, err := io.ReadFull(file, data)
		return data, err
	})
}

// read takes the bytes of a file and checks its head and its sum; record.ErrDamaged for anything else.
func (f Format) read(path string, most int64, bytesOf func(file *os.File, size int) ([]byte, error)) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > most || info.Size() < int64(len(f.head())+sumBytes) {
		return "", record.ErrDamaged
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := bytesOf(file, int(info.Size()))
	if err != nil {
		return "", err
	}
	body, stored := data[:len(data)-sumBytes], data[len(data)-sumBytes:]
	if !bytes.HasPrefix(body, []byte(f.head())) || binary.LittleEndian.Uint32(stored) != sumOf(body) {
		return "", record.ErrDamaged
	}
	body = body[len(f.head()):]
	return unsafe.String(unsafe.SliceData(body), len(body)), nil // nobody else has the bytes, and they may be many
}
