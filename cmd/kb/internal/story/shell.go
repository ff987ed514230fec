package story

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb/gittest"
)

// Shell is where somebody types commands: in the folder of a repository. Those of kb run in the
// test's own process.
type Shell struct {
	*gittest.Repo
	Run func(context.Context, app.World) int // program.Run
	Env []string                             // of kb, NAME=value: none but these
}

// Session types the commands of a transcript, and compares all that is seen with the rest of it:
//
//	$ kb list kind:decision        runs kb in the folder of the repository
//	< text                         right below a command: a line of its input
//	docs/0001-redis.md             a line of its answer
//	! kb: one note is not valid    a line beside the answer, on stderr
//	[1]                            its exit code, where that is not 0
//	$ kb list --json | data.total  of an answer in JSON the value at a path
//	$ cd docs                      goes into another folder, from that of the repository
//	$ cat docs/b.md                shows a file; git is called as well
//
// The folder of the repository is written $DIR, Env's HOME and cluster $HOME and $CLUSTER, an id that kb makes $ID, and
// a backtick, which a raw string cannot have, as '. What is longer than a line of code may be goes on in the next one, behind a \.
func (s *Shell) Session(transcript string) {
	s.T.Helper()
	transcript = strings.TrimPrefix(transcript, "\n")
	lines := strings.SplitAfter(transcript, "\n")
	var seen strings.Builder
	newID := regexp.MustCompile(`\b01KN4EMBG0[0-9A-Z]{16}\b`) // made at Noon
	dir, names := s.Dir, []string{s.Dir, "$DIR", "`", "'"}
	for _, v := range s.Env {
		switch name, value, _ := strings.Cut(v, "="); name {
		case "HOME":
			names = append(names, value, "$HOME")
		case "KB_ORG_URL":
			names = append(names, strings.TrimPrefix(value, "http://"), "$CLUSTER")
		}
	}
	plain := strings.NewReplacer(names...)
	s.T.Setenv("GIT_CONFIG_NOSYSTEM", "1") // of the git that kb runs
	s.T.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	for i := 0; i < len(lines); i++ {
		typed, ok := strings.CutPrefix(strings.TrimSuffix(lines[i], "\n"), "$ ")
		if !ok {
			continue
		}
		var input strings.Builder
		fmt.Fprintf(&seen, "$ %s\n", typed)
		for ; i+1 < len(lines) && strings.HasPrefix(lines[i+1], "< "); i++ {
			seen.WriteString(lines[i+1])
			input.WriteString(strings.TrimPrefix(lines[i+1], "< "))
		}
		if to, ok := strings.CutPrefix(typed, "cd "); ok {
			dir = filepath.Join(s.Dir, filepath.FromSlash(to))
			continue
		}
		text := newID.ReplaceAllString(plain.Replace(s.answer(dir, typed, input.String())), "$$ID")
		var out strings.Builder
		for line := range strings.Lines(text) {
			runes := []rune(line)
			for ; len(runes) > longest+1; runes = runes[longest:] {
				out.WriteString(string(runes[:longest]) + "\\\n")
			}
			out.WriteString(string(runes))
		}
		seen.WriteString(out.String())
	}
	if got := seen.String(); got != transcript {
		other := strings.SplitAfter(transcript, "\n")
		n := 0
		for line := range strings.Lines(got) {
			if n == len(other) || line != other[n] {
				break
			}
			n++
		}
		s.T.Errorf("seen from line %d on is something else:\n%s", n+1, got)
	}
}

// answer is what is seen when a command was typed in a folder.
func (s *Shell) answer(dir, typed, input string) string {
	s.T.Helper()
	typed, path, picks := strings.Cut(typed, " | ")
	words, err := app.ShellWords(typed)
	if err != nil {
		s.T.Fatal(err)
	}
	switch words[0] {
	case "kb":
	case "cat":
		text, err := os.ReadFile(filepath.Join(dir, words[1]))
		if err != nil {
			s.T.Fatal(err)
		}
		return closed(string(text))
	case "git":
		out, err := s.At(dir).Try(words[1:]...)
		if err != nil {
			s.T.Fatalf("%s: %v\n%s", typed, err, out)
		}
		return closed(out)
	default:
		s.T.Fatalf("only kb, git, cd and cat are typed: %s", typed)
	}
	env := map[string]string{}
	for _, v := range append([]string{"KB_EMBED_PROVIDER=none", "KB_NO_TRACK=1"}, s.Env...) {
		name, value, _ := strings.Cut(v, "=")
		env[name] = value
	}
	var out, beside bytes.Buffer
	code := s.Run(s.T.Context(), app.World{
		Args: words[1:], Getenv: func(name string) string { return env[name] }, Getwd: func() (string, error) { return dir, nil },
		Stdin: strings.NewReader(input), Stdout: &out, Stderr: &beside, Now: Noon,
	})
	text := closed(out.String())
	if picks {
		text = s.pick(out.Bytes(), path)
	}
	for line := range strings.Lines(closed(beside.String())) {
		text += "! " + line
	}
	if code != 0 {
		text += fmt.Sprintf("[%d]\n", code)
	}
	return text
}

// pick is the value at a path of a JSON document, on one line.
func (s *Shell) pick(document []byte, path string) string {
	s.T.Helper()
	var doc any
	if err := json.Unmarshal(document, &doc); err != nil {
		s.T.Fatalf("no JSON: %v\n%s", err, document)
	}
	at, found := follow(doc, path)
	if !found {
		return "(nothing)\n"
	}
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(at); err != nil {
		s.T.Fatal(err)
	}
	return out.String()
}

// longest is how many characters of a line stand in one.
const longest = 130

// closed is a text whose last line has an end.
func closed(text string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "(no end of line)\n"
	}
	return text
}
