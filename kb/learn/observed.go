package learn

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/failure"
)

// fixes finds an error that a command printed, and what was edited before the same command passed.
func (r *reading) fixes() []Candidate {
	var out []Candidate
	type failing struct {
		at    int
		error string
		raw   string
	}
	open := map[string]failing{}
	for i, e := range r.s.Events {
		if e.Kind != chat.Result || e.Tool != "shell" {
			continue
		}
		command := normalCommand(r.command(i))
		if command == "" {
			continue
		}
		if r.red(i) {
			if raw, normal := firstError(e.Text); normal != "" {
				if _, ok := open[command]; !ok {
					open[command] = failing{i, normal, raw}
				}
			}
			continue
		}
		f, ok := open[command]
		delete(open, command)
		if files := r.editedBetween(f.at, i); ok && len(files) > 0 {
			out = append(out, r.fix(f.at, i, command, f.raw, f.error, files))
		}
	}
	return out
}

// fix is the candidate of an error that was mended.
func (r *reading) fix(from, to int, command, raw, normal string, files []string) Candidate {
	statement := "`" + command + "` failed and passed after " + list(files) + " was changed."
	if said := r.conclusion(from, to); said != "" && r.taint > to {
		statement += " The agent on it: " + said
	}
	c := r.candidate("fix", .65, "error_pattern", statement, from, to)
	c.Origin, c.Error, c.Files = Agents, normal, files
	c.Why = "The command printed: " + raw
	c.Title = title(raw)
	c.ID = identify("error_pattern", normal)
	return c
}

func list(files []string) string {
	quoted := make([]string, len(files))
	for i, f := range files {
		quoted[i] = "`" + f + "`"
	}
	return strings.Join(quoted, ", ")
}

// conclusion is the last thing the agent said between two events, its first sentences.
func (r *reading) conclusion(from, to int) string {
	for i := to; i > from; i-- {
		if e := r.s.Events[i]; e.Role == chat.Agent && e.Kind == chat.Text {
			all := sentences(e.Text)
			return strings.Join(all[:min(2, len(all))], " ")
		}
	}
	return ""
}

func (r *reading) editedBetween(from, to int) []string {
	var out []string
	for _, e := range r.s.Events[from:to] {
		for _, f := range e.Files {
			if isEdit(e) && f != chat.Outside && !slices.Contains(out, f) && len(out) < maxFiles {
				out = append(out, f)
			}
		}
	}
	return out
}

// firstError is the first line of an output that tells of an error, and its normal form.
func firstError(output string) (raw, normal string) {
	for line := range strings.Lines(output) {
		if failure.IsError(line) {
			if n := failure.Normal(line); n != "" {
				return quote(line), n
			}
		}
	}
	return "", ""
}

// normalCommand is a command without what differs from run to run: the folder it is run in, its
// output's way, and variables before it.
func normalCommand(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.LastIndex(s, "&& "); i >= 0 {
		s = s[i+3:]
	}
	s, _, _ = strings.Cut(s, " | ")
	s, _, _ = strings.Cut(s, " 2>&1")
	s, _, _ = strings.Cut(s, "\n")
	fields := strings.Fields(s)
	for len(fields) > 0 && strings.Contains(fields[0], "=") {
		fields = fields[1:]
	}
	s = strings.Join(fields, " ")
	if len(s) > 200 || strings.ContainsRune(s, '`') {
		return ""
	}
	return s
}

// deadEnds finds what was tried and taken back, by a person's word or by an agent that says so.
func (r *reading) deadEnds() []Candidate {
	var out []Candidate
	for i, e := range r.s.Events {
		if e.Kind != chat.Text || len(e.Text) > 4000 {
			continue
		}
		human := e.Role == chat.User
		if !human && e.Role != chat.Agent {
			continue
		}
		files, at := r.undone(i)
		if len(files) == 0 {
			continue
		}
		for _, s := range sentences(e.Text) {
			if human && !letsNot().MatchString(s) || !human && !givenUp().MatchString(s) || len(s) > 400 || len(tokens(s)) < 3 {
				continue
			}
			c := r.candidate("dead-end", .60, "dead_end", strip(s)+" (tried in "+list(files)+" and taken back)", min(i, at), max(i, at))
			c.Title, c.Files = title(strip(s)), files
			if c.Origin = Agents; human {
				c.Origin, c.Quote = Human, quote(s)
			}
			out = append(out, c)
			break
		}
	}
	return out
}

var (
	givenUp = pattern(`(?i)\b(?:this approach (?:won't|will not|doesn't|does not) work|i need to abandon|` +
		`let me try a different approach|not available in this environment|that (?:didn't|did not|won't|doesn't) work|` +
		`is a dead end|taking a different approach|reverting (?:that|this|the)|going back to|does not work because|` +
		`doesn't work because|won't work because)\b`)
	letsNot = pattern(`(?i)\b(?:let's not|lets not|we tried (?:that|this)|that (?:won't|doesn't|will not|didn't) work|` +
		`give up on|drop (?:that|this|the) (?:idea|approach)|abandon|roll (?:it|that|this) back|dead end|not worth|` +
		`go back to|revert (?:that|this|it|to|the))\b`)
	takeBack = pattern(`\bgit\s+(?:checkout|restore|stash|reset|revert)\b`)
)

// undone are the files whose edit was taken back near an event: by an edit that inverts an earlier
// one, or by git.
func (r *reading) undone(near int) ([]string, int) {
	const far = 40 // events
	for j := max(0, near-far); j < min(len(r.s.Events), near+far); j++ {
		e := r.s.Events[j]
		if e.Kind == chat.Call && e.Tool == "shell" && takeBack().MatchString(e.Text) {
			if files := r.editedBetween(max(0, j-far), j); len(files) > 0 {
				return files, j
			}
		}
		if !isEdit(e) || e.Text == "" {
			continue
		}
		inverse := invert(e.Text)
		for _, o := range r.s.Events[max(0, j-far):j] {
			if isEdit(o) && o.Text == inverse && slices.Equal(o.Files, e.Files) && !slices.Contains(e.Files, chat.Outside) {
				return e.Files, j
			}
		}
	}
	return nil, 0
}

// invert is the edit that takes an edit back.
func invert(hunk string) string {
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

// insights finds where an agent says that it was wrong about a thing of the code, and looks at it
// after that.
func (r *reading) insights() []Candidate {
	var out []Candidate
	for i, e := range r.s.Events {
		if e.Role != chat.Agent || e.Kind != chat.Text {
			continue
		}
		for _, s := range sentences(e.Text) {
			if !wasWrong().MatchString(s) || len(s) > 400 || !r.named(s) || len(tokens(s)) < 4 {
				continue
			}
			files, _ := r.followed(i)
			if files = mentioned(s, files); len(files) == 0 {
				continue
			}
			c := r.candidate("insight", .60, "gotcha", s, i, i)
			c.Origin, c.Files = Agents, files
			out = append(out, c)
			break
		}
	}
	return out
}

var wasWrong = pattern(`(?i)^(?:\W*(?:wait|ah|oh|hmm)\b[,.!—–-]*\s*)?(?:actually,|i was wrong|i was mistaken|` +
	`correction:|it turns out|turns out|i misread|i misunderstood|my mistake)`)

// mentioned are the files whose name, or a symbol that could be theirs, a sentence has.
func mentioned(s string, files []string) []string {
	var out []string
	lower := strings.ToLower(s)
	for _, f := range files {
		name := strings.ToLower(f[strings.LastIndexByte(f, '/')+1:])
		stem, _, _ := strings.Cut(name, ".")
		if strings.Contains(lower, name) || len(stem) > 3 && strings.Contains(lower, stem) || strings.Contains(s, "`") {
			out = append(out, f)
		}
	}
	return out
}
