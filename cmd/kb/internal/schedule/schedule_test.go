package schedule

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// listing is every file, folder and link below a folder with what it holds.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to, _ := os.Readlink(path)
		data := []byte{}
		if d.Type().IsRegular() {
			if data, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		b.WriteString(path + " " + d.Type().String() + " " + to + "\n" + string(data))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func made(t *testing.T, system string, fail error) (s *Scheduler, home string, calls *[]string) {
	home, calls = t.TempDir(), &[]string{}
	return &Scheduler{
		System: system, Root: "/srv/a \"b\" 100%", Kept: filepath.Join(t.TempDir(), "kb", "schedule.json"),
		Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
		Call: func(_ context.Context, args ...string) error {
			*calls = append(*calls, strings.Join(args, " "))
			if fail == nil && len(args) == 4 && args[2] == "start" { // systemd notes when it ran
				dir := filepath.Join(home, ".local", "share", "systemd", "timers")
				return errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, "stamp-"+args[3]), nil, 0o644))
			}
			return fail
		},
	}, home, calls
}

// A folder of XDG that is not absolute is none, as its specification says: the files lie in the home folder
// and not below wherever kb was run.
func TestFoldersOfXDGAreAbsolute(t *testing.T) {
	s, home, _ := made(t, "linux", nil)
	s.Getenv = func(name string) string {
		return map[string]string{"HOME": home, "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data"}[name]
	}
	done, err := s.Add(t.Context(), Task{Set: "weekly", Args: []string{"kb"}}, true)
	if err != nil || !strings.HasPrefix(done.Files[0], filepath.Join(home, ".config")) {
		t.Errorf("%v, %v", done, err)
	}
	s.Getenv = func(name string) string { return map[string]string{"XDG_CONFIG_HOME": "config"}[name] }
	if _, err := s.Add(t.Context(), Task{Set: "weekly", Args: []string{"kb"}}, true); err == nil {
		t.Error("without a home it lies nowhere")
	}
}

// What is registered is taken back to the byte, also where the system's own program fails; what
// others have there stays.
func TestTakenBackToTheByte(t *testing.T) {
	task := Task{Set: "weekly", Args: []string{"/usr/bin/kb", "-C", "/srv/a \"b\" 100%", "upkeep"}, Path: "/usr/bin:/bin"}
	for _, system := range []string{"linux", "freebsd", "darwin"} {
		for _, fail := range []error{nil, errors.New("no bus")} {
			s, home, calls := made(t, system, fail)
			if err := os.MkdirAll(filepath.Join(home, ".config", "systemd"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(home, ".config", "systemd", "mine"), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
			before := listing(t, home)
			if dry, err := s.Add(t.Context(), task, true); err != nil || len(dry.Files) == 0 || listing(t, home) != before {
				t.Fatalf("%s: %+v, %v", system, dry, err)
			}
			done, err := s.Add(t.Context(), task, false)
			if err != nil || listing(t, home) == before || (done.Commands[0].Error != "") != (fail != nil) {
				t.Fatalf("%s: %+v, %v", system, done, err)
			}
			if _, err := s.Add(t.Context(), task, false); !errors.Is(err, ErrThere) {
				t.Errorf("%s: twice: %v", system, err)
			}
			if back, err := s.Remove(t.Context(), false); err != nil || len(back.Files) != len(done.Files) {
				t.Errorf("%s: %+v, %v", system, back, err)
			}
			if after := listing(t, home); after != before {
				t.Errorf("%s: left\n%s\nwant\n%s", system, after, before)
			}
			if _, err := s.Remove(t.Context(), false); !errors.Is(err, ErrNone) {
				t.Errorf("%s: %v", system, err)
			}
			if len(*calls) < 2 {
				t.Errorf("%s: %q", system, *calls)
			}
		}
	}
}

// The words of a command stand in a unit and in a property list as they were.
func TestWordsAreQuoted(t *testing.T) {
	for system, want := range map[string]string{
		"linux": `ExecStart="/opt/$x/kb" "-C" "/a \"b\" 100%% $$x"
Environment="PATH=/opt/$x 5%%:/bin"`,
		"darwin": "<string>/a &#34;b&#34; 100% $x</string>",
	} {
		s, home, _ := made(t, system, nil)
		task := Task{Set: "nightly", Args: []string{"/opt/$x/kb", "-C", `/a "b" 100% $x`}, Path: "/opt/$x 5%:/bin"}
		if _, err := s.Add(t.Context(), task, false); err != nil {
			t.Fatal(err)
		}
		if got := listing(t, home); !strings.Contains(got, want) {
			t.Errorf("%s: %s", system, got)
		}
	}
}

// A clone that was moved, or another work tree of it, takes back what it registered; a copy does not.
func TestMovedAndCopied(t *testing.T) {
	s, home, _ := made(t, "linux", nil)
	before := listing(t, home)
	task := Task{Set: "weekly", Args: []string{"kb"}}
	if _, err := s.Add(t.Context(), task, false); err != nil {
		t.Fatal(err)
	}
	there := listing(t, home)
	other := *s
	other.Root, other.Kept = "/srv/copy", filepath.Join(t.TempDir(), "schedule.json")
	record, err := os.ReadFile(s.Kept)
	if err == nil {
		err = os.WriteFile(other.Kept, record, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Remove(t.Context(), false); !errors.Is(err, ErrNone) || listing(t, home) != there {
		t.Errorf("a copy took the registration back: %v", err)
	}
	if _, err := other.Add(t.Context(), task, false); err != nil || listing(t, home) == there {
		t.Errorf("a copy: %v", err)
	}
	if _, err := other.Remove(t.Context(), false); err != nil || listing(t, home) != there {
		t.Errorf("a copy: %v", err)
	}
	tree := *s
	tree.Root = "/srv/tree"
	if _, err := tree.Add(t.Context(), task, false); !errors.Is(err, ErrThere) {
		t.Error(err)
	}
	moved := other
	if err := os.Rename(s.Kept, moved.Kept); err != nil {
		t.Fatal(err)
	}
	if _, err := moved.Remove(t.Context(), false); err != nil || listing(t, home) != before {
		t.Errorf("moved: %v, left\n%s", err, listing(t, home))
	}
}

// A file that a person changed stays, and so does one that is in the way.
func TestForeignFilesStay(t *testing.T) {
	s, _, _ := made(t, "linux", nil)
	task := Task{Set: "monthly", Args: []string{"kb"}}
	done, err := s.Add(t.Context(), task, false)
	if err != nil {
		t.Fatal(err)
	}
	changed := done.Files[0]
	if err := os.WriteFile(changed, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Remove(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(changed); string(data) != "mine" {
		t.Error("it is gone")
	}
	if _, err := s.Add(t.Context(), task, false); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Error(err)
	}
}

// Windows keeps its tasks itself: one that it refuses is not registered.
func TestTasksOfWindows(t *testing.T) {
	task := Task{Set: "weekly", Args: []string{`C:\kb.exe`, "-C", `D:\my notes`, "upkeep"}}
	s, home, calls := made(t, "windows", errors.New("denied"))
	if _, err := s.Add(t.Context(), task, false); err == nil {
		t.Error("a refused task is taken for one")
	}
	s.Call = func(_ context.Context, args ...string) error {
		*calls = append(*calls, strings.Join(args, " "))
		return nil
	}
	if _, err := s.Add(t.Context(), task, false); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Remove(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	want := `schtasks /create /f /tn ` + s.name() + ` /tr "C:\kb.exe" "-C" "D:\my notes" "upkeep" /sc weekly /d SUN /st 04:00`
	if (*calls)[1] != want || (*calls)[2] != "schtasks /delete /f /tn "+s.name() || strings.Count(listing(t, home), "\n") != 1 {
		t.Errorf("%q", *calls)
	}
}
