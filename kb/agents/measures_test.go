package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// line is what was noted so many seconds after a session began.
func line(at int, event string, files ...string) Line {
	return Line{Time: time.Unix(int64(at), 0).UTC(), Event: event, Files: files}
}

func given(l Line, notes ...string) Line { l.Given = notes; return l }
func held(l Line, notes ...string) Line  { l.Held = notes; return l }
func failed(l Line, errors ...string) Line {
	l.Errors = errors
	return l
}

// say writes what a measure gives.
func say(x float64, seen bool) string { return fmt.Sprintf("%.2f %v", x, seen) }

func TestGroupOfASession(t *testing.T) {
	for want, lines := range map[Group][]Line{
		Control: {{Group: Control}, {Group: Control}}, "": {{Group: Control}, {Group: Treated}}, Treated: {{Group: Treated}},
	} {
		if got := GroupIn(lines); got != want {
			t.Errorf("%v: %q", lines, got)
		}
	}
	if GroupOf("a", 0) != "" || GroupOf("a", -1) != "" || GroupOf("a", 100) != Control {
		t.Error("all or none")
	}
	control := 0
	for i := range 1000 {
		if GroupOf(fmt.Sprint(i), 20) == Control {
			control++
		}
	}
	if control < 150 || control > 250 {
		t.Errorf("%d of 1000 are given nothing, where 20 %% are to", control)
	}
}

func TestReEntered(t *testing.T) {
	dead := map[string]bool{"dead.md": true}
	for name, c := range map[string]struct {
		want  string
		lines []Line
	}{
		"nothing given":              {"0.00 false", []Line{line(0, "read", "a.go"), line(50, "edit", "a.go")}},
		"another note":               {"0.00 false", []Line{given(line(0, "read", "a.go"), "b.md"), line(50, "edit", "a.go")}},
		"of no file":                 {"0.00 false", []Line{given(line(0, "prompt"), "dead.md"), line(50, "edit", "a.go")}},
		"left alone":                 {"0.00 true", []Line{given(line(0, "read", "a.go"), "dead.md"), line(50, "edit", "b.go")}},
		"changed":                    {"1.00 true", []Line{given(line(0, "read", "a.go"), "dead.md"), line(5, "edit", "b.go", "a.go")}},
		"changed without being told": {"1.00 true", []Line{held(line(0, "read", "a.go"), "dead.md"), line(5, "edit", "a.go")}},
		"changed before":             {"0.00 true", []Line{line(0, "edit", "a.go"), given(line(5, "read", "a.go"), "dead.md")}},
		"by the call that was told":  {"0.00 true", []Line{given(line(0, "edit", "a.go"), "dead.md"), line(29, "edit", "a.go")}},
		"by the next call":           {"1.00 true", []Line{given(line(0, "edit", "a.go"), "dead.md"), line(30, "edit", "a.go")}},
		"by a call of more files":    {"1.00 true", []Line{given(line(0, "edit", "a.go"), "dead.md"), line(1, "edit", "a.go", "b.go")}},
	} {
		if got := say(ReEntered(c.lines, dead)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestSolved(t *testing.T) {
	told := func(at int, e string) Line { return given(failed(line(at, "shell"), e), "n.md") }
	for name, c := range map[string]struct {
		want  string
		lines []Line
	}{
		"no error":            {"0.00 false", []Line{given(line(0, "shell"), "n.md")}},
		"no note":             {"0.00 false", []Line{failed(line(0, "shell"), "e")}},
		"gone":                {"1.00 true", []Line{told(0, "e"), failed(line(1, "shell"), "f")}},
		"gone, of the others": {"1.00 true", []Line{held(failed(line(0, "shell"), "e"), "n.md"), line(1, "shell")}},
		"came again":          {"0.00 true", []Line{told(0, "e"), failed(line(1, "shell"), "f", "e")}},
		"one of two":          {"0.50 true", []Line{told(0, "e"), told(1, "f"), told(2, "e")}},
		"met before":          {"0.00 false", []Line{failed(line(0, "shell"), "e"), told(1, "e")}},
	} {
		if got := say(Solved(c.lines)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestReReads(t *testing.T) {
	for name, c := range map[string]struct {
		want  string
		lines []Line
	}{
		"no read":               {"0.00 false", []Line{line(0, "edit", "a")}},
		"each once":             {"0.00 true", []Line{line(0, "read", "a"), line(1, "read", "b")}},
		"one of three":          {"0.33 true", []Line{line(0, "read", "a"), line(1, "read", "b"), line(2, "read", "a")}},
		"changed between":       {"0.00 true", []Line{line(0, "read", "a"), line(1, "edit", "a"), line(2, "read", "a")}},
		"noted twice":           {"0.00 true", []Line{line(0, "read", "a"), line(29, "read", "a")}},
		"half a minute between": {"0.50 true", []Line{line(0, "read", "a"), line(30, "read", "a")}},
	} {
		if got := say(ReReads(c.lines)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Sessions are told by their files, which alone tell who is at work, and forget what they are told to.
func TestSessions(t *testing.T) {
	s := At(t.TempDir())
	now := time.Now()
	if all, err := s.Sessions(); all != nil || err != nil || s.Working(now) {
		t.Errorf("nothing noted: %v, %v", all, err)
	}
	if n, err := s.ForgetFiles([]string{"a"}, false); n != 0 || err != nil {
		t.Errorf("nothing noted: %d, %v", n, err)
	}
	if err := os.MkdirAll(s.ScratchDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	put := func(name, text string, age time.Duration) {
		t.Helper()
		path := filepath.Join(s.ScratchDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	ended := `{"s":"1","e":"read","f":["a","b"],"g":["a"]}` + "\n" + `{"s":"1","e":"end"}` + "\n"
	put("1.jsonl", ended, 0)
	put("2.jsonl", `{"s":"2","e":"read","f":["c"],"h":["a"]}`+"\n", 61*time.Minute)
	put("3.txt", `{"s":"3","e":"read","f":["a"]}`+"\n", 0)
	if all, err := s.Sessions(); err != nil || len(all) != 2 || len(all[0]) != 2 || all[1][0].Session != "2" {
		t.Errorf("%v, %v", all, err)
	}
	if s.Working(now) {
		t.Error("one has ended, one is idle, one is no session")
	}
	put("4.jsonl", `{"s":"4","e":"read"}`+"\n", 59*time.Minute)
	if !s.Working(now) {
		t.Error("nobody works")
	}
	for _, dry := range []bool{true, false, false} {
		want := 2
		if after, err := os.ReadFile(filepath.Join(s.ScratchDir(), "1.jsonl")); err != nil || string(after) != ended {
			want = 0
		}
		if n, err := s.ForgetFiles([]string{"a", "x"}, dry); n != want || err != nil {
			t.Errorf("dry %v: %d, %v, want %d", dry, n, err, want)
		}
	}
	all, err := s.Sessions()
	if err != nil || fmt.Sprint(all[0][0].Files, all[0][0].Given, all[1][0].Files, all[1][0].Held) != "[b] [] [c] []" {
		t.Errorf("%v, %v", all, err)
	}
}

// What a session is told when it starts is what was left last; damage says nothing.
func TestNews(t *testing.T) {
	s := At(t.TempDir())
	if s.Waiting() != (News{}) || s.Seen() != "" {
		t.Error("news of nothing")
	}
	for _, n := range []News{{Inbox: 2}, {Inbox: 2, Proposed: 1}, {Inbox: 2, Proposed: 1}} {
		if err := s.SetWaiting(n); err != nil || s.Waiting() != n {
			t.Errorf("%+v, %v", s.Waiting(), err)
		}
	}
	for _, tip := range []string{"a", "b", ""} {
		if err := s.See(tip); err != nil {
			t.Error(err)
		}
	}
	if s.Seen() != "b" {
		t.Errorf("seen %q", s.Seen())
	}
	for _, text := range []string{"{", `{"inbox":5}` + string(make([]byte, maxSettings))} {
		if err := os.WriteFile(s.Path(newsFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if s.Waiting() != (News{}) {
			t.Errorf("%+v", s.Waiting())
		}
	}
}
