package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSettings(t *testing.T) {
	s := At(filepath.Join(t.TempDir(), "kb"))
	set, err := s.Settings()
	if err != nil || set.Off || set.Trust.Above() != 0.65 {
		t.Fatalf("nothing is set: %+v, %v", set, err)
	}
	if err := s.Set(Settings{Off: true, Trust: Cautious}); err != nil {
		t.Fatal(err)
	}
	if set, err = s.Settings(); err != nil || !set.Off || set.Trust.Above() != 0.80 {
		t.Errorf("%+v, %v", set, err)
	}
	info, err := os.Stat(s.Path(settingsFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(s.Path(settingsFile), []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Settings(); err == nil {
		t.Error("nonsense was read")
	}
	levels := 1.0
	for _, name := range Levels() {
		if above := Trust(name).Above(); above >= levels {
			t.Errorf("%s: %v is not below %v", name, above, levels)
		} else {
			levels = above
		}
	}
}

// Lines of many processes stand whole, each once, in a file that nobody else can read.
func TestScratch(t *testing.T) {
	s := At(filepath.Join(t.TempDir(), "kb"))
	session := s.Scratch("claude", Short("5c3f7a10"))
	if lines, err := session.Lines(); err != nil || lines != nil {
		t.Fatalf("no file: %v, %v", lines, err)
	}
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for n := range 50 {
				if err := session.Append(Line{Client: "claude", Event: "read",
					Files: []string{fmt.Sprintf("%d/%d.go", w, n)}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	lines, err := session.Lines()
	seen := map[string]bool{}
	for _, l := range lines {
		seen[l.Files[0]] = true
	}
	if err != nil || len(lines) != 400 || len(seen) != 400 {
		t.Errorf("%d lines of %d files: %v", len(lines), len(seen), err)
	}
	info, err := os.Stat(session.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// No line is longer than what one write keeps together.
func TestLongLines(t *testing.T) {
	s := At(filepath.Join(t.TempDir(), "kb"))
	session := s.Scratch("codex", "0")
	if err := session.Append(Line{Event: "read", Files: []string{"a.go", strings.Repeat("x", 5000), strings.Repeat("y", 90)}}); err != nil {
		t.Fatal(err)
	}
	lines, err := session.Lines()
	if err != nil || len(lines) != 1 || len(lines[0].Files) != 1 {
		t.Errorf("%v, %v", lines, err)
	}
	if err := session.Append(Line{Event: "read", Given: []string{strings.Repeat("x", 5000)}}); err == nil {
		t.Error("a long line was written")
	}
	if text, _ := os.ReadFile(session.path); len(text) > maxLine {
		t.Errorf("%d bytes", len(text))
	}
}

func TestSweep(t *testing.T) {
	s := At(filepath.Join(t.TempDir(), "kb"))
	if n, err := s.Sweep(time.Now()); n != 0 || err != nil {
		t.Fatalf("nothing: %d, %v", n, err)
	}
	for _, id := range []string{"old", "new"} {
		if err := s.Scratch("claude", id).Append(Line{Event: "start"}); err != nil {
			t.Fatal(err)
		}
	}
	day := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(s.Scratch("claude", "old").path, day, day); err != nil {
		t.Fatal(err)
	}
	n, err := s.Sweep(day.AddDate(0, 0, 30))
	lines, _ := s.Scratch("claude", "new").Lines()
	if n != 1 || err != nil || len(lines) != 1 {
		t.Errorf("%d removed, %v left: %v", n, lines, err)
	}
}
