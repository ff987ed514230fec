package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// archive builds kb for a platform and packs it with the files that all archives have. The program
// stays beside the archives, for packages.
func (r *release) archive(ctx context.Context, t target, shared map[string]string) error {
	folder := filepath.Join(r.out, "bin", t.system+"-"+t.arch)
	program := filepath.Join(folder, t.exe())
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := r.build(ctx, t, program); err != nil {
		return err
	}
	files := maps.Clone(shared)
	files[t.exe()] = program
	name := fmt.Sprintf("kb_%s_%s_%s", strings.TrimPrefix(r.version, "v"), t.system, t.arch)
	var packed bytes.Buffer
	pack, ending := tarball, ".tar.gz"
	if t.system == "windows" {
		pack, ending = zipped, ".zip"
	}
	if err := pack(&packed, name, files, r.date); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, name+ending), packed.Bytes(), 0o644)
}

// mode is that of a file in an archive: the program is the only one at its top whose name has no
// ending and is not in capitals.
func mode(name string) fs.FileMode {
	if name == "kb" || name == "kb.exe" {
		return 0o755
	}
	return 0o644
}

// tarball packs files below a folder, sorted, all of one time and owner.
func tarball(w io.Writer, folder string, files map[string]string, date time.Time) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	packed := tar.NewWriter(compressed)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content, err := os.ReadFile(files[name])
		if err != nil {
			return err
		}
		h := tar.Header{
			Name:    path.Join(folder, name),
			Mode:    int64(mode(name)),
			Size:    int64(len(content)),
			ModTime: date,
			Format:  tar.FormatUSTAR,
		}
		if err := packed.WriteHeader(&h); err != nil {
			return err
		}
		if _, err := packed.Write(content); err != nil {
			return err
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

// zipped is the same as a zip file.
func zipped(w io.Writer, folder string, files map[string]string, date time.Time) error {
	packed := zip.NewWriter(w)
	packed.RegisterCompressor(zip.Deflate,
		func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestCompression) })
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content, err := os.ReadFile(files[name])
		if err != nil {
			return err
		}
		h := zip.FileHeader{Name: path.Join(folder, name), Method: zip.Deflate, Modified: date}
		h.SetMode(mode(name))
		file, err := packed.CreateHeader(&h)
		if err != nil {
			return err
		}
		if _, err := file.Write(content); err != nil {
			return err
		}
	}
	return packed.Close()
}

// sums writes SHA256SUMS of the files of a folder, as sha256sum -c reads it. Folders in it are not
// for download.
func sums(folder string) error {
	entries, err := os.ReadDir(folder) // sorted
	if err != nil {
		return err
	}
	var list strings.Builder
	for _, e := range entries {
		if e.IsDir() || e.Name() == "SHA256SUMS" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(content), e.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(list.String()), 0o644)
}
