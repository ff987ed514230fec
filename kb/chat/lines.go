package chat

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// lines calls f with each line of a file, without its end. A line above MaxLine is skipped. It
// returns how many were.
func lines(ctx context.Context, r io.Reader, f func(line []byte)) (skipped int, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long && len(line)+len(part) > MaxLine {
			long, line = true, nil
			skipped++
		}
		if !long {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if !long && len(bytes.TrimSpace(line)) > 0 {
			f(bytes.TrimRight(line, "\r\n"))
		}
		line, long = line[:0], false
		if errors.Is(err, io.EOF) {
			return skipped, nil
		}
		if err != nil {
			return skipped, err
		}
		if err := ctx.Err(); err != nil {
			return skipped, err
		}
	}
}

// records calls f with each record of a file of JSON lines, and returns how many were none. A last
// line that the program is still writing is not counted.
func records[T any](ctx context.Context, path string, f func(T)) (skipped int, err error) {
	file, err := open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	broken := 0
	long, err := lines(ctx, file, func(line []byte) {
		skipped += broken
		broken = 0
		var rec T
		if json.Unmarshal(line, &rec) != nil {
			broken = 1
			return
		}
		f(rec)
	})
	if broken == 1 && endsWithNewline(file) {
		skipped++
	}
	return skipped + long, err
}

// endsWithNewline tells whether the last byte of a file is a line end; false for an empty file, and
// for one that cannot be read.
func endsWithNewline(f *os.File) bool {
	last := make([]byte, 1)
	info, err := f.Stat()
	if err != nil {
		return false
	}
	_, err = f.ReadAt(last, info.Size()-1) // of nothing it fails
	return err == nil && last[0] == '\n'
}

// open opens a regular file to read; a pipe or a device could block for ever.
func open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	return os.Open(path)
}

// head returns the first Probe bytes of a file.
func head(path string) ([]byte, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, Probe))
}

// whole returns a file of at most maxDocs bytes.
func whole(path string) ([]byte, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxDocs+1))
	if err == nil && len(data) > maxDocs {
		return nil, fmt.Errorf("%s: larger than %d MiB", path, maxDocs>>20)
	}
	return data, err
}

// field finds a key of a record in the beginning of a file, though the record be cut short: a
// quote within a string is escaped, so that the pattern meets keys only.
func field(beginning []byte, key string) string {
	m := regexp.MustCompile(`"` + key + `"\s*:\s*("(?:[^"\\]|\\.)*")`).FindSubmatch(beginning)
	if m == nil {
		return ""
	}
	var s string
	if json.Unmarshal(m[1], &s) != nil {
		return ""
	}
	return s
}

// reading is the version of how files are read: raise it where sessions that were read are to be read again.
const reading = 2

// stamp describes a file without reading it, by its size and time, and how it is read; "" where there is
// none.
func stamp(path string) (string, time.Time) {
	info, err := os.Stat(path)
	if err != nil {
		return "", time.Time{}
	}
	return stampOf(info)
}

func stampOf(info fs.FileInfo) (string, time.Time) {
	return fmt.Sprintf("%d-%d-%d", reading, info.Size(), info.ModTime().UnixNano()), info.ModTime()
}

// find returns the files below dir that match a pattern of filepath.Match, in order. A folder that
// is not there has none.
func find(dir string, pattern ...string) ([]string, error) {
	if dir == "" {
		return nil, nil
	}
	if _, err := os.ReadDir(dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	// The folder's own name may hold what Glob takes for a pattern.
	names, err := fs.Glob(os.DirFS(dir), strings.Join(pattern, "/"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for i, n := range names {
		names[i] = filepath.Join(dir, filepath.FromSlash(n))
	}
	return names, nil
}

// exists tells whether something at a path can be looked at; a link that leads nowhere cannot.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// cut shortens a text to MaxText bytes by its middle, for errors stand at the end of an output as
// often as at its beginning.
func cut(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= MaxText {
		return s
	}
	a, z := MaxText/2, len(s)-MaxText/2
	for !utf8.RuneStart(s[a]) { // characters have four bytes at most: neither end is reached
		a--
	}
	for !utf8.RuneStart(s[z]) {
		z++
	}
	return s[:a] + "\n[…]\n" + s[z:]
}

// millis is a time of so many milliseconds since 1970; what is no time of this century is none.
func millis(ms float64) time.Time {
	if ms < 946684800000 || ms > 4102444800000 {
		return time.Time{}
	}
	return time.UnixMilli(int64(ms)).UTC()
}

// clock reads a time as stores write it; what is none is the zero time.
func clock(s string) time.Time {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(form, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
