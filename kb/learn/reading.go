package learn

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/text/lazy"
)

// SessionKind says what a session was for.
type SessionKind string

const (
	Build     SessionKind = "build"     // files were changed, and tests passed or a commit was made
	Review    SessionKind = "review"    // files were changed
	Insight   SessionKind = "insight"   // none was
	Terminal  SessionKind = "terminal"  // only commands were run
	Changelog SessionKind = "changelog" // only a changelog was changed
)

// most is how many candidates a session may give.
func (k SessionKind) most() int {
	switch k {
	case Build:
		return 20
	case Review:
		return 8
	case Insight:
		return 5
	case Changelog:
		return 0
	}
	return 3
}

// reading is a session with what the rules ask about it.
type reading struct {
	s      *chat.Session
	repo   Repository
	humans []int  // the events that a person typed
	own    []int  // those of them that were not counted with another session
	copied []bool // of each event whether it is of a turn that was, as a fork has them
	taint  int    // the first event that brought in a text from outside; len(events) when there is none
	kind   SessionKind

	exchanges []Exchange
	committed int            // the last event that runs git commit; -1 when there is none
	inverses  map[int]string // of edits, by their events: see undone
	crowded   map[int]bool   // turns in which more was found than is looked at
	failed    bool           // it ended with an abort or with tests that fail
}

// read goes through a session once. What a person says after a failure takes the failure back: only
// what came last tells how the session ended.
func read(s *chat.Session, repo Repository) *reading {
	r := &reading{s: s, repo: repo, taint: len(s.Events), exchanges: Exchanges(s), copied: make([]bool, len(s.Events)), committed: -1,
		inverses: map[int]string{}, crowded: map[int]bool{}}
	var edits, reads, shells, green int
	onlyLog, red, copied := true, false, false
	for i, e := range s.Events {
		switch {
		case e.Role == chat.User && e.Kind == chat.Text:
			r.humans = append(r.humans, i)
			if copied = repo.Counted != nil && repo.Counted(e); !copied {
				r.own = append(r.own, i)
			}
			r.failed = false
		case e.Role == chat.User && e.Kind == chat.Abort:
			r.failed = true
		case r.taint == len(s.Events) && outside(e):
			r.taint = i
		}
		r.copied[i] = copied
		switch {
		case isEdit(e):
			edits++
			for _, f := range e.Files {
				onlyLog = onlyLog && strings.HasPrefix(strings.ToLower(path.Base(f)), "changelog")
			}
		case e.Kind == chat.Call && (e.Tool == "read" || e.Tool == "search" || e.Tool == "glob"):
			reads++
		case e.Kind == chat.Call && e.Tool == "shell":
			shells++
			if isCommit(e.Text) {
				green++
				r.committed = i
			}
		case e.Kind == chat.Result && e.Tool == "shell" && isTest(r.command(i)):
			if red = r.red(i); !red && edits > 0 {
				green++
			}
		}
	}
	r.failed = r.failed || red
	switch {
	case edits > 0 && onlyLog:
		r.kind = Changelog
	case edits > 0 && green > 0:
		r.kind = Build
	case edits > 0:
		r.kind = Review
	case shells > 0 && reads == 0 && len(r.humans) == 0:
		r.kind = Terminal
	default:
		r.kind = Insight
	}
	return r
}

// isEdit tells a call that changes files; whether it did its result says.
func isEdit(e chat.Event) bool {
	return e.Kind == chat.Call && (e.Tool == "edit" || e.Tool == "write")
}

// outside reports whether an event brings in a text that nobody of the repository wrote.
func outside(e chat.Event) bool {
	if e.Kind != chat.Call {
		return false
	}
	switch e.Tool {
	case "web":
		return true
	case "mcp":
		return !strings.HasPrefix(e.Native, "mcp__kb__")
	case "read":
		return slices.Contains(e.Files, chat.Outside)
	case "shell":
		return download().MatchString(e.Text)
	}
	return false
}

var (
	download = lazy.Pattern(`(?:^|[\s;&|(])(?:curl|wget|gh (?:issue|pr|api)|git clone|lynx|w3m|http|https)\s`)
	testWord = lazy.Pattern(`(?:^|[\s/;&|:])(?:tests?|pytest|jest|vitest|tox|rspec|phpunit|ctest|check|lint|vet|build|tsc|mypy|clippy)\b`)
	commit   = lazy.Pattern(`\bgit\s+(?:-\S+\s+)*commit\b`)
)

func isTest(command string) bool   { return testWord().MatchString(command) }
func isCommit(command string) bool { return commit().MatchString(command) }

// command is the command whose result an event is.
func (r *reading) command(result int) string {
	e := r.s.Events[result]
	for i := result - 1; i >= 0 && i > result-200; i-- {
		if c := r.s.Events[i]; c.Kind == chat.Call && (c.Call == e.Call && e.Call != "" || e.Call == "" && c.Tool == "shell") {
			return c.Text
		}
	}
	return ""
}

// red reports whether a command failed: by its status, or where the store has none by what it
// printed last.
func (r *reading) red(result int) bool {
	e := r.s.Events[result]
	if e.Failed() {
		return true
	}
	if e.OK != nil {
		return false
	}
	return len(failure.Errors(e.Text)) > 0
}

// next is the index of the next thing a person typed, or the number of events.
func (r *reading) next(i int) int {
	if n, _ := slices.BinarySearch(r.humans, i+1); n < len(r.humans) {
		return r.humans[n]
	}
	return len(r.s.Events)
}

// followed are the files that were changed before the person spoke again, or else read.
func (r *reading) followed(i int) (files []string, edited bool) {
	var reads []string
	for _, e := range r.s.Events[i+1 : min(r.next(i), i+1+mostBetween)] {
		for _, f := range e.Files {
			switch {
			case f == chat.Outside:
			case isEdit(e) && len(files) < maxFiles && !slices.Contains(files, f):
				files = append(files, f)
			case e.Kind == chat.Call && e.Tool == "read" && len(reads) < maxFiles && !slices.Contains(reads, f):
				reads = append(reads, f)
			}
		}
	}
	if len(files) > 0 {
		return files, true
	}
	return reads, false
}

// answer is what the agent said before the person spoke again.
func (r *reading) answer(i int) string {
	var out []string
	for _, e := range r.s.Events[i+1 : r.next(i)] {
		if e.Role == chat.Agent && e.Kind == chat.Text {
			out = append(out, e.Text)
		}
	}
	return strings.Join(out, "\n")
}

// editBefore is the index of the last edit before an event, within two things that a person typed.
func (r *reading) editBefore(i int) int {
	turns := 0
	for j := i - 1; j >= 0; j-- {
		e := r.s.Events[j]
		if isEdit(e) {
			return j
		}
		if e.Role == chat.User && e.Kind == chat.Text {
			if turns++; turns == 2 {
				break
			}
		}
	}
	return -1
}
