package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Files are named from the folder of the run, which -C moves.
func TestWorkingFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	w, _, _ := world(nil)
	w.Getwd = func() (string, error) { return dir, nil }
	a := New(w, Globals{Dir: "docs"})
	if got, err := a.WorkDir(); got != filepath.Join(dir, "docs") || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if err := a.WriteFile("out.json", "report", []byte("{}")); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "docs", "out.json")); string(text) != "{}" {
		t.Errorf("%q, %v", text, err)
	}
	if err := a.WriteFile(filepath.Join("no", "such", "x"), "report", nil); err == nil || err.Error()[:18] != "write the report: " {
		t.Errorf("into a folder that is not there: %v", err)
	}
	if got, err := a.FromWorkDir(dir); got != dir || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	gone := errors.New("gone")
	w.Getwd = func() (string, error) { return "", gone }
	if _, err := New(w, Globals{}).WorkDir(); !errors.Is(err, gone) {
		t.Error(err)
	}
	if err := New(w, Globals{}).WriteFile("x", "report", nil); !errors.Is(err, gone) {
		t.Error(err)
	}
	if got, err := New(w, Globals{Dir: dir}).WorkDir(); got != dir || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// What is ended by NUL bytes is written as it is; a quiet run says nothing beside its answer.
func TestBytesAndQuiet(t *testing.T) {
	w, out, said := world(nil)
	a := New(w, Globals{Quiet: true})
	a.Bytes()
	a.Printf("a\x1b\x00")
	if a.Remark("done"); a.Flush() != nil || out.String() != "a\x1b\x00" || said.Len() > 0 {
		t.Errorf("%q, %q", out, said)
	}
}

// The version is the linker's, and is one line for people.
func TestVersion(t *testing.T) {
	defer func(old string) { version = old }(version)
	version = "1.2.3"
	_, out, _ := world(nil)
	if err := PrintVersion(out, false); err != nil || out.String()[:13] != "kb 1.2.3 (go1" {
		t.Errorf("%q, %v", out, err)
	}
	out.Reset()
	if err := PrintVersion(out, true); err != nil || out.Bytes()[0] != '{' {
		t.Errorf("%q, %v", out, err)
	}
	if version = ""; ModuleVersion() == "" {
		t.Error("a build without a version has no name")
	}
}
