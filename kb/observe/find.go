package observe

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/text/lazy"
)

// step is a call of a tool with its result.
type step struct {
	chat.Event
	result *chat.Event // nil where none is told
}

func (s *step) edits() bool { return s.Tool == "edit" || s.Tool == "write" }

func (s *step) failed() bool { return s.result != nil && s.result.Failed() }

// session is a session with what all classes ask about it.
type session struct {
	*chat.Session
	world World
	steps []step
	names map[string]int // words of what the agent said: the last event that has them
}

func newSession(s *chat.Session, w World) *session {
	return &session{Session: s, world: w, steps: steps(s)}
}

// steps are the calls of a session, each with the result that is joined to it: by its id, or where
// the store has none as the next one of the tool.
func steps(s *chat.Session) []step {
	var out []step
	for _, e := range s.Events {
		switch e.Kind {
		case chat.Call:
			out = append(out, step{Event: e})
		case chat.Result:
			for i := len(out) - 1; i >= max(0, len(out)-50); i-- {
				c := &out[i]
				if c.result == nil && (e.Call != "" && c.Call == e.Call || e.Call == "" && (c.Tool == e.Tool || e.Tool == "")) {
					result := e
					c.result = &result
					break
				}
			}
		}
	}
	return out
}

// own are the files of a step that lie in the repository.
func (s *step) own() []string {
	return slices.DeleteFunc(slices.Clone(s.Files), func(f string) bool { return f == chat.Outside || f == "" })
}

// near is how many steps lie between two edits of what belongs together, at most.
const near = 5

// coAccess finds pairs of files that were changed, or one of them read and the other changed, within
// a few steps. A file and its test are a pair by their names already.
func coAccess(s *session) []Signal {
	var out []Signal
	type touch struct {
		at, n int
		file  string
		edit  bool
	}
	var past []touch
	for at, st := range s.steps {
		if !st.edits() && st.Tool != "read" || st.failed() {
			continue
		}
		for len(past) > 0 && at-past[0].at > near {
			past = past[1:]
		}
		for _, f := range st.own() {
			for _, p := range past {
				if p.file == f || !p.edit && !st.edits() || kin(p.file, f) {
					continue
				}
				pair := []string{min(p.file, f), max(p.file, f)}
				one := Signal{Key: strings.Join(pair, "\x00"), Files: pair, Count: 1, First: p.n, Last: st.N}
				if p.edit && st.edits() {
					one.What = BothEdited
				}
				out = append(out, one)
			}
			past = append(past, touch{at, st.N, f, st.edits()})
		}
	}
	slices.SortStableFunc(out, func(a, b Signal) int { return strings.Compare(b.What, a.What) }) // edits first: joined keeps them
	return out
}

// BothEdited marks, as the What of a signal, a pair of which both were changed.
const BothEdited = "changed"

// kin reports whether two files belong together by their names.
func kin(a, b string) bool {
	stem := func(f string) string {
		name, _, _ := strings.Cut(strings.ToLower(path.Base(f)), ".")
		return testMark().ReplaceAllString(name, "")
	}
	return stem(a) == stem(b)
}

var testMark = lazy.Pattern(`^(?:test|spec)[_-]?|[_-]?(?:tests?|spec)$`)

// selfCorrections finds where an agent said that it had been wrong about a thing that it names.
func selfCorrections(s *session) []Signal {
	var out []Signal
	for _, e := range s.Events {
		if e.Role != chat.Agent || e.Kind != chat.Text {
			continue
		}
		for line := range strings.Lines(e.Text) {
			if !wrong().MatchString(line) || len(line) > 400 {
				continue
			}
			name := named().FindString(line)
			if name == "" {
				continue
			}
			key := strings.Trim(name, "`")
			out = append(out, Signal{Key: key, Count: 1, First: e.N, Last: e.N}) // what was said is a rule's to quote
		}
	}
	return out
}

var (
	wrong = lazy.Pattern(`(?i)(?:^|[.!] )\W*(?:wait\b[,.!—–-]*\s*)?(?:actually,|i was (?:wrong|mistaken)|` +
		`correction:|(?:it )?turns out|i misread|i misunderstood|my (?:earlier |previous )?(?:claim|assumption|mistake)\b)`)
	named = lazy.Pattern("`[^`\n]+`" + `|\b[\w/-]+\.(?:go|py|tsx?|jsx?|rs|java|kt|cc?|h|cpp|cs|rb|php|swift|sql|sh|ya?ml|toml|json|` +
		`proto)\b|\b\w+_\w+\b`)
)

// errorRetries finds an error that came more than once.
func errorRetries(s *session) []Signal {
	var out []Signal
	for _, st := range s.steps {
		if st.Tool != "shell" || !st.failed() {
			continue
		}
		for _, e := range failure.Errors(st.result.Text) {
			out = append(out, Signal{Key: failure.Fingerprint(e), What: e, Files: st.own(), Count: 1, First: st.N, Last: st.result.N})
			break // what follows is of the same failure
		}
	}
	return atLeast(joined(out), 2)
}

// atLeast keeps what was seen so often.
func atLeast(all []Signal, n int) []Signal {
	return slices.DeleteFunc(all, func(s Signal) bool { return s.Count < n })
}

// conflicts finds edits that failed because the file had changed since the agent read it.
func conflicts(s *session) []Signal {
	var out []Signal
	for _, st := range s.steps {
		if !st.edits() || !st.failed() || !underneath().MatchString(st.result.Text) {
			continue
		}
		for _, f := range st.own() {
			out = append(out, Signal{Key: f, Files: []string{f}, Count: 1, First: st.N, Last: st.result.N})
		}
	}
	return out
}

var underneath = lazy.Pattern(`(?i)(?:modified|changed)\b.{0,40}\b(?:since|externally|on disk|` +
	`by (?:the user|another|a linter)|underneath)|(?:unexpectedly|been) modified`)

// readAbandons finds a file that was read between two searches for the same word, and neither changed
// nor spoken of afterwards.
func readAbandons(s *session) []Signal {
	var out []Signal
	all := s.steps
	for i, st := range all {
		if st.Tool != "read" || len(st.own()) != 1 {
			continue
		}
		file := st.own()[0]
		word := searched(all[max(0, i-3):i])
		if word == "" || !goesOn(all[i+1:min(len(all), i+6)], word) || used(s, i+1, st.N, file) {
			continue
		}
		out = append(out, Signal{Key: file + "\x00" + word, Files: []string{file}, What: word, Count: 1, First: st.N, Last: st.N})
	}
	return out
}

// searched is the longest word of the last search among some steps.
func searched(before []step) string {
	for _, st := range slices.Backward(before) {
		if st.Tool == "search" {
			return longest(st.Text)
		}
	}
	return ""
}

// longest is the longest word of a pattern, "" where none has three bytes: who searches on changes
// the signs of a pattern rather than its word.
func longest(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return ""
	}
	w := slices.MaxFunc(words, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	if len(w) < 3 {
		return ""
	}
	return w
}

func goesOn(after []step, word string) bool {
	return slices.ContainsFunc(after, func(st step) bool { return st.Tool == "search" && strings.Contains(st.Text, word) })
}

// used reports whether a file was changed, read again or named after an event.
func used(s *session, from, n int, file string) bool {
	for i := from; i < min(len(s.steps), from+far); i++ {
		if slices.Contains(s.steps[i].Files, file) {
			return true
		}
	}
	if s.names == nil {
		s.names = map[string]int{}
		for _, e := range s.Events {
			if e.Role == chat.Agent && e.Kind == chat.Text {
				for _, w := range pathWord().FindAllString(e.Text, 500) {
					s.names[path.Base(w)] = e.N
				}
			}
		}
	}
	last, ok := s.names[path.Base(file)]
	return ok && last > n
}

// far is how many steps later a file is still looked for.
const far = 200

var pathWord = lazy.Pattern(`[\w./-]*\w`)

// repeatedSearches finds a pattern that was searched three times.
func repeatedSearches(s *session) []Signal {
	var out []Signal
	for _, st := range s.steps {
		if st.Tool == "search" && len(strings.TrimSpace(st.Text)) > 2 {
			out = append(out, Signal{Key: st.Text, What: st.Text, Count: 1, First: st.N, Last: st.N})
		}
	}
	out = atLeast(joined(out), 3)
	for i := range out {
		out[i].Files = s.foundAfter(out[i].Last)
	}
	return out
}

// foundAfter is the file that was read or changed next after an event.
func (s *session) foundAfter(n int) []string {
	for _, st := range s.steps {
		if st.N > n && (st.Tool == "read" || st.edits()) && len(st.own()) > 0 {
			return st.own()[:1]
		}
	}
	return nil
}

// testOrders finds the order in which several tests were run before a commit.
func testOrders(s *session) []Signal {
	var out []Signal
	var run []string
	first := 0
	for _, st := range s.steps {
		if st.Tool != "shell" {
			continue
		}
		command := oneSpaced(st.Text)
		switch {
		case commits().MatchString(command):
			if len(run) > 1 {
				key := strings.Join(run, " ; ")
				out = append(out, Signal{Key: key, What: key, Count: 1, First: first, Last: st.N})
			}
			run = nil
		case isTest(command) && !slices.Contains(run, command):
			if len(run) == 0 {
				first = st.N
			}
			run = append(run, command)
		}
	}
	return out
}

func oneSpaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// isTest reports whether a command tests; a script of several lines is none.
func isTest(command string) bool { return len(command) <= 200 && tests().MatchString(command) }

var (
	commits = lazy.Pattern(`\bgit (?:-\S+ )*commit\b`)
	tests   = lazy.Pattern(`(?:^|[\s/;&|:-])(?:tests?|pytest|jest|vitest|tox|rspec|phpunit|ctest|check|lint|vet|tsc|mypy|clippy|` +
		`unit|e2e|itest)\b`)
)

// backtracks finds edits that a later edit of the session takes back.
func backtracks(s *session) []Signal {
	var out []Signal
	past := map[string]int{} // file and hunk: where it was made
	for _, st := range s.steps {
		if st.Tool != "edit" || st.failed() || st.Text == "" {
			continue
		}
		for _, f := range st.own() {
			if at, ok := past[f+"\x00"+Inverse(st.Text)]; ok {
				lines := strings.Split(st.Text, "\n") // the same for an edit and for its inverse
				for i, l := range lines {
					lines[i] = strings.TrimLeft(l, "+-")
				}
				slices.Sort(lines)
				key := f + "\x00" + short(strings.Join(lines, "\n"))
				out = append(out, Signal{Key: key, Files: []string{f}, Count: 1, First: at, Last: st.N})
			}
			past[f+"\x00"+st.Text] = st.N
		}
	}
	return out
}

// short names a text by eight hexadecimal digits, so that it need not be kept.
func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

// Inverse is the edit that takes an edit back, as lines with - and +.
func Inverse(hunk string) string {
	var minus, plus []string
	for line := range strings.Lines(hunk) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "-"):
			plus = append(plus, "+"+line[1:])
		case strings.HasPrefix(line, "+"):
			minus = append(minus, "-"+line[1:])
		}
	}
	return strings.Join(append(minus, plus...), "\n")
}

// configTouches finds a configuration that was changed in a session that changed two files of code or
// more: with each of those.
func configTouches(s *session) []Signal {
	var config, code []Signal
	for _, st := range s.steps {
		if !st.edits() || st.failed() {
			continue
		}
		for _, f := range st.own() {
			one := Signal{Key: f, Files: []string{f}, Count: 1, First: st.N, Last: st.N}
			switch {
			case isConfig().MatchString(f):
				config = append(config, one)
			case isCode().MatchString(f):
				code = append(code, one)
			}
		}
	}
	code = joined(code)
	if len(code) < 2 || len(code) > 4 {
		return nil
	}
	var out []Signal
	for _, c := range joined(config) {
		for _, f := range code {
			out = append(out, Signal{
				Key: c.Key + "\x00" + f.Key, Files: []string{c.Key, f.Key}, Count: 1,
				First: min(c.First, f.First), Last: max(c.Last, f.Last),
			})
		}
	}
	return out
}

var (
	isConfig = lazy.Pattern(`(?i)\.(?:ya?ml|toml|ini|cfg|conf|properties|env|tf)$|` +
		`(?:^|/)(?:Dockerfile|Makefile|[\w.-]*config\.\w+|package\.json|\.env[\w.]*)$`)
	isCode = lazy.Pattern(`(?i)\.(?:go|py|tsx?|jsx?|rs|java|kt|cc?|h|cpp|cs|rb|php|swift|sql|vue|svelte)$`)
)

// Bounds of a result that is much longer than others.
const (
	spikeTokens = 8000
	spikeTimes  = 4
	tokenBytes  = 4 // of English and code, about
)

// tokenSpikes finds results that are four times as long as the session's middle one, and long in
// themselves.
func tokenSpikes(s *session) []Signal {
	var sizes []int
	all := s.steps
	size := func(st step) int { return cmp.Or(st.result.Tokens, len(st.result.Text)/tokenBytes) }
	for _, st := range all {
		if st.result != nil {
			sizes = append(sizes, size(st))
		}
	}
	if len(sizes) < 3 {
		return nil
	}
	slices.Sort(sizes)
	middle := sizes[len(sizes)/2]
	var out []Signal
	for _, st := range all {
		if st.result == nil || size(st) <= spikeTokens || size(st) <= spikeTimes*middle {
			continue
		}
		key := strings.Join(strings.Fields(st.Text), " ")
		if files := st.own(); len(files) == 1 {
			key = files[0]
		}
		if key != "" && len(key) <= 200 {
			out = append(out, Signal{Key: key, What: fmt.Sprint(size(st)), Files: st.own(), Count: 1, First: st.N, Last: st.result.N})
		}
	}
	return out
}

// references finds the pages that were fetched, without what follows their path.
func references(s *session) []Signal {
	var out []Signal
	for _, st := range s.steps {
		if st.Tool != "web" {
			continue
		}
		u, err := url.Parse(strings.TrimSpace(st.Text))
		if err != nil || u.Host == "" {
			continue
		}
		key := strings.ToLower(u.Hostname()) + strings.TrimSuffix(u.Path, "/")
		out = append(out, Signal{Key: key, What: key, Count: 1, First: st.N, Last: st.N})
	}
	return out
}
