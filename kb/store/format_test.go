package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb/record"
)

// A file of values is what was written, or damaged, whichever byte changes and wherever it ends.
func TestFilesOfValues(t *testing.T) {
	t.Run("read", func(t *testing.T) { testFiles(t, Format.Load) })
	t.Run("mapped", func(t *testing.T) { testFiles(t, Format.Map) })
}

func testFiles(t *testing.T, load func(f Format, path string, most int64) (*record.Reader, error)) {
	const format, most = Format("kb test 1"), 1 << 10
	path := filepath.Join(t.TempDir(), "new", "file")
	if _, err := load(format, path, most); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	write := func(s *Stream) error {
		s.String("one")
		if err := s.Flush(); err != nil {
			return err
		}
		s.Int(2)
		return nil
	}
	if err := format.Save(path, write); err != nil {
		t.Fatal(err)
	}
	r, err := load(format, path, most)
	if err != nil || r.String() != "one" || r.Int() != 2 || r.End() != nil {
		t.Fatalf("other values: %v", err)
	}
	stop := errors.New("stop")
	if err := format.Save(path, func(*Stream) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the error of write: %v", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := load(format, path, int64(len(data))-1); !errors.Is(err, record.ErrDamaged) {
		t.Errorf("a file beyond the bound: %v", err)
	}
	if _, err := load(Format("kb test 2"), path, most); !errors.Is(err, record.ErrDamaged) {
		t.Errorf("another version: %v", err)
	}
	for i := range data {
		other := slices.Clone(data)
		other[i] ^= 1
		if err := os.WriteFile(path, other, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := load(format, path, most); !errors.Is(err, record.ErrDamaged) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		if err := os.WriteFile(path, data[:i], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := load(format, path, most); !errors.Is(err, record.ErrDamaged) {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
}

// A file is sealed as long as not one of its bytes differs, whoever wrote it.
func TestSealedFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), Top, "file")
	if err := os.Mkdir(filepath.Dir(filepath.Dir(path)), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	const format Format = "kb test 3"
	if err := format.Save(path, func(s *Stream) error { s.String("a text"); return nil }); err != nil {
		t.Fatal(err)
	}
	if f, err := Sealed(path); f != format || err != nil {
		t.Errorf("%q, %v", f, err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		harmed := slices.Clone(whole)
		harmed[i] ^= 1
		if err := os.WriteFile(path, harmed, 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := Sealed(path); !errors.Is(err, record.ErrDamaged) {
			t.Errorf("byte %d differs: %q, %v", i, f, err)
		}
		if err := os.WriteFile(path, whole[:i], 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := Sealed(path); !errors.Is(err, record.ErrDamaged) {
			t.Errorf("cut after %d bytes: %q, %v", i, f, err)
		}
	}
	if _, err := Sealed(path + "2"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// One value comes back as it was saved; one that is too large is not, and leaves the last.
func TestValueAsJSON(t *testing.T) {
	const format, most = Format("kb test 1"), 60
	path := filepath.Join(t.TempDir(), "file")
	if err := format.SaveJSON(path, most, map[string]int{"sessions": 30}); err != nil {
		t.Fatal(err)
	}
	if err := format.SaveJSON(path, most, map[string]string{"text": string(make([]byte, most))}); err == nil {
		t.Error("what could not be read again was saved")
	}
	if err := format.SaveJSON(path, most, make(chan int)); err == nil {
		t.Error("what is no JSON was saved")
	}
	var got map[string]int
	if err := format.LoadJSON(path, most, &got); err != nil || got["sessions"] != 30 {
		t.Errorf("%v, %v", got, err)
	}
	if err := Format("kb test 2").LoadJSON(path, most, &got); !errors.Is(err, record.ErrDamaged) {
		t.Errorf("of another version: %v", err)
	}
	var list []int
	if err := format.LoadJSON(path, most, &list); !errors.Is(err, record.ErrDamaged) {
		t.Errorf("as another value: %v", err)
	}
	if err := format.LoadJSON(path+"x", most, &got); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
