package agenthook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// told is a call of a hook: of which session, with what.
type told struct {
	event         Event
	session, more string // of the input, in pairs
	want          string // what the answer names, "" for no answer
}

// tell runs hooks of a program whose transcripts lie in a folder.
func tell(t *testing.T, root, client, folder string, calls ...told) {
	t.Helper()
	for i, c := range calls {
		in := map[string]any{"session_id": c.session, "cwd": root, "transcript_path": filepath.Join(folder, c.session+".jsonl")}
		words := strings.Fields(c.more)
		for i := 0; i+1 < len(words); i += 2 {
			in[words[i]] = words[i+1]
		}
		if file, ok := in["file"].(string); ok {
			in["tool_name"], in["tool_input"] = "Read", map[string]any{"file_path": filepath.Join(root, file), "command": "cat " + file}
			if client == "codex" {
				in["tool_name"] = "Bash"
			}
		}
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := hookOf(t, root, c.event, client, string(text)); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s, call %d, %+v: %s", client, i, c, got)
		}
	}
}

// put writes a transcript.
func put(t *testing.T, folder, name string, lines ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name+".jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A fork was given what the session was given that it was forked from, before it was: the transcript tells which that is,
// of Claude Code only some time after the start. What that session was not given arrives.
func TestForkGoesOn(t *testing.T) {
	const jwt, other, cents = "internal/auth/jwt.go", "internal/auth/other.go", "cents.md"
	root, folder := shop(t), t.TempDir()
	tell(t, root, "claude", folder,
		told{Start, "p", "source startup", cents}, told{Before, "p", "file " + jwt, "jwt.md"}, told{Before, "p", "file " + jwt, ""},
		told{Prompt, "q", "prompt hi", ""}, // whose start no hook told of
		told{Start, "f", "source fork", ""}, told{Prompt, "f", "prompt hi", ""},
		told{Start, "g", "source fork", ""}, told{Start, "h", "source fork", ""})
	first, summary := `{"type":"user","uuid":"p1","sessionId":"p"}`, `{"type":"system","uuid":"p2","sessionId":"p"}`
	put(t, folder, "p", first, summary)
	put(t, folder, "f", `{"type":"mode"}`, strings.ReplaceAll(first, `"p"`, `"f"`), strings.ReplaceAll(summary, `"p"`, `"f"`))
	put(t, folder, "q", `{"type":"user","uuid":"q1"}`)
	put(t, folder, "g", `{"type":"user","uuid":"q1"}`)
	put(t, folder, "h", `{"type":"user","uuid":"h1"}`)
	tell(t, root, "claude", folder,
		told{Before, "f", "file " + jwt, ""}, told{Before, "f", "file " + other, ""}, told{Start, "f", "source resume", ""},
		told{Before, "g", "file " + other, cents}, told{Before, "g", "file " + jwt, "jwt.md"}, told{Before, "g", "file " + jwt, ""},
		told{Before, "h", "file " + jwt, "jwt.md"}) // nobody knows of what it is a fork
	// A fork of a fork, and one after a summary, whose file begins with it.
	tell(t, root, "claude", folder, told{Start, "i", "source fork", ""})
	put(t, folder, "i", strings.ReplaceAll(summary, `"p"`, `"i"`))
	tell(t, root, "claude", folder,
		told{Before, "i", "file " + jwt, ""}, told{Compact, "i", "", ""}, told{Before, "i", "file " + jwt, "jwt.md"})

	root, folder = shop(t), t.TempDir()
	put(t, folder, "d", `{"type":"session_meta","payload":{"id":"d","forked_from_id":"c"}}`)
	put(t, folder, "e", `{"type":"session_meta","payload":{"id":"e","text":"\"forked_from_id\":\"c\""}}`)
	tell(t, root, "codex", folder,
		told{Start, "c", "source startup", cents}, told{Before, "c", "file " + jwt, "jwt.md"},
		told{Prompt, "d", "prompt hi", ""}, told{Before, "d", "file " + jwt, ""},
		told{Prompt, "e", "prompt hi", ""}, told{Before, "e", "file " + jwt, "jwt.md"})
}

// What OpenCode is told at a start is in the instructions of one process: the next one that goes on is told it again, and
// not what is in the session.
func TestStartsOfOpencode(t *testing.T) {
	const jwt, cents = "internal/auth/jwt.go", "cents.md"
	root, folder := shop(t), t.TempDir()
	r := gittest.New(t).At(root)
	r.Git("checkout", "-q", "-b", "life")
	r.Write(jwt, "package auth // anew\n")
	r.Commit("Change it")
	tell(t, root, "opencode", folder, told{Start, "s", "source startup", cents}, told{Start, "t", "source startup", "jwt.md"})
	root = shop(t)
	tell(t, root, "opencode", folder, told{Start, "s", "source startup", cents}, told{After, "s", "file " + jwt, "jwt.md"},
		told{Start, "s", "source startup", cents}, told{After, "s", "file " + jwt, ""}, told{After, "s", "file internal/auth/other.go", ""},
		told{Compact, "s", "", cents}, told{Start, "s", "source startup", cents})
}

// A summary is one, though a program tells of it before and after, with a resume in between; of programs that tell only
// after it, each is one.
func TestNotesOnceASummary(t *testing.T) {
	const cents = "cents.md"
	start := func(source, want string) told { return told{Start, "s", "source " + source, want} }
	before := told{Compact, "s", "", ""}
	for name, calls := range map[string][]told{
		"at a resume": {start("startup", cents), before, start("resume", cents), start("compact", ""), start("resume", "")},
		"twice": {start("startup", cents), before, start("compact", cents), start("resume", ""), before, start("compact", cents),
			start("resume", "")},
		"told after it":   {start("startup", cents), start("compact", cents), start("resume", ""), start("compact", cents)},
		"cleared between": {start("startup", cents), before, start("clear", cents), start("compact", cents), start("resume", "")},
	} {
		t.Run(name, func(t *testing.T) { tell(t, shop(t), "codex", t.TempDir(), calls...) })
	}
}
