package learn

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/failure"
	"github.com/9aea2451/kb/kb/observe"
	"github.com/9aea2451/kb/text/lazy"
)

// fixes finds an error that a command printed, and what was edited before the same command passed.
func (r *reading) fixes() []Candidate {
	var out []Candidate
	open := map[string]failing{}
	for i, e := range r.s.Events {
		if e.Kind != chat.Result || e.Tool != "shell" {
			continue
		}
		whole := r.command(i)
		command := normalCommand(whole)
		if command == "" {
			continue
		}
		if r.red(i) {
			if raw, normal := firstError(e.Text); normal != "" {
				if _, ok := open[command]; !ok {
					open[command] = failing{i, whole, raw, normal}
				}
			}
			continue
		}
		f, ok := open[command]
		delete(open, command)
		if !ok {
			continue
		}
		files, remedy := r.editedBetween(f.at, i), r.remedy(f.at, i)
		if set := group(variables(), strings.TrimSpace(whole), 0); remedy == "" && len(files) == 0 &&
			set != group(variables(), strings.TrimSpace(f.command), 0) {
			remedy = oneLine(set)
		}
		if len(files) > 0 || remedy != "" {
			// Surer where the agent said in between what the cause was: in words that the error or the file has, too.
			after := list(files) + " was changed"
			if remedy != "" {
				after = "`" + remedy + "`"
			}
			statement := "`" + command + "` failed and passed after " + after + "."
			said := r.conclusion(f.at, i)
			if said == "" {
				said = r.conclusion(i, r.next(i)-1) // some say it once it is green
			}
			if said != "" && r.taint > i {
				statement += " The agent on it: " + said
			}
			c := r.candidate("fix", .65, "error_pattern", statement, f.at, i)
			if shares(said+" "+remedy, f.raw+" "+strings.Join(files, " ")) || shares(said, remedy) || r.explainsCause(said) {
				c.Base = .75
			}
			c.Origin, c.Error, c.Files = Agents, f.normal, files
			c.Why = "The command printed: " + f.raw
			c.Title = title(f.raw)
			c.ID = identify("error_pattern", f.normal)
			out = append(out, c)
		}
	}
	return out
}

// variables stand before a command.
var variables = lazy.Pattern(`^(?:\w+=(?:\$\([^)]*\)|"[^"]*"|\S)*\s+)+`)

// failing is a command that failed, and the first error that it printed.
type failing struct {
	at          int // the event of its result
	command     string
	raw, normal string
}

// explainsCause reports whether what an agent said tells how things are, not only what it does next.
func (r *reading) explainsCause(said string) bool {
	return slices.ContainsFunc(sentences(said), func(s string) bool {
		return !intent().MatchString(s) && r.named(s) && len(tokens(s)) >= 4
	})
}

// intent begins what an agent is about to do, or has just done.
var intent = lazy.Pattern(
	`(?i)^(?:\W*(?:ok|okay|now|so|then|great|good|right|sure|done|fixed)\b[,.!:]*\s*)*(?:i(?:'ll|'m| will| am|'d| have|'ve)?|let me|` +
		`let's|trying|running|fixing|adding|updating|checking|retrying|looking|now|next|first|done|fixed|added|updated|moved|` +
		`removed|replaced|renamed|all|the tests?|tests?)\b`,
)

// remedy is a command between two events that changed the machine or its services, "" for none.
func (r *reading) remedy(from, to int) string {
	for i := max(from, to-mostBetween) + 1; i < to; i++ {
		if e := r.s.Events[i]; e.Kind == chat.Call && e.Tool == "shell" && len(e.Text) <= 200 && changesMachine().MatchString(e.Text) {
			return oneLine(e.Text)
		}
	}
	return ""
}

// oneLine is a command as it can stand between backticks.
func oneLine(command string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(command), " "), "`", "'")
}

var changesMachine = lazy.Pattern(`(?i)\b(?:install|up|start|restart|enable|unlock|force-unlock|merge|reload|migrate|` +
	`generate|gen|prune|reset|clean|login|pull|` +
	`update|upgrade|tidy|sync|chmod|chown|cp|ln|mkdir|export|unset|kill|link)\b`)

// list names files in a sentence: "`a.go`, `b.go`".
func list(files []string) string {
	quoted := make([]string, len(files))
	for i, f := range files {
		quoted[i] = "`" + f + "`"
	}
	return strings.Join(quoted, ", ")
}

// conclusion is the last thing the agent said between two events, its first sentences.
func (r *reading) conclusion(from, to int) string {
	for i := to; i > max(from, to-mostBetween); i-- {
		if e := r.s.Events[i]; e.Role == chat.Agent && e.Kind == chat.Text {
			all := sentences(e.Text)
			return strings.Join(all[:min(2, len(all))], " ")
		}
	}
	return ""
}

// editedBetween are the first maxFiles files of the repository that were changed from one event on
// and before another, each once.
func (r *reading) editedBetween(from, to int) []string {
	var out []string
	for _, e := range r.s.Events[max(from, to-mostBetween):to] {
		for _, f := range e.Files {
			if isEdit(e) && f != chat.Outside && !slices.Contains(out, f) && len(out) < maxFiles {
				out = append(out, f)
			}
		}
	}
	return out
}

// firstError is the first line of an output that tells of an error, and its normal form; of an
// output without one it is the last line that says anything.
func firstError(output string) (raw, normal string) {
	for line := range strings.Lines(output) {
		n := failure.Normal(line)
		if n == "" {
			continue
		}
		if raw, normal = quote(line), n; failure.IsError(line) {
			return raw, normal
		}
	}
	return raw, normal
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
	s = strings.Join(strings.Fields(variables().ReplaceAllString(s, "")), " ")
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
			if files, at = r.failedBefore(i); at == 0 {
				continue
			}
		}
		all := sentences(e.Text)
		n := slices.IndexFunc(all, func(s string) bool {
			return len(s) <= 400 && (human && letsNot().MatchString(s) || !human && givenUp().MatchString(s))
		})
		if n < 0 || human && wish().MatchString(all[n]) {
			continue
		}
		s := around(all, n) // "Forget it. The view blocks readers."
		said := ""
		if human && r.taint > i {
			said = r.conclusion(max(0, min(i, at)-10), i-1)
		}
		if len(tokens(s+" "+said)) < 3 {
			continue
		}
		tried := " (tried and given up)"
		if len(files) > 0 {
			tried = " (tried in " + list(files) + " and given up)"
		} else {
			files, _ = r.followed(i)
		}
		c := r.candidate("dead-end", .60, "dead_end", strip(s)+tried, min(i, at), max(i, at))
		c.Tried, c.Instead = strip(s), r.workedAfter(max(i, at))
		if raw := r.errorBefore(i); raw != "" {
			c.Why, c.Because = "The command printed: "+raw, raw
		}
		if said != "" {
			c.Why = strings.TrimSpace(c.Why + " The agent had found: " + said)
		}
		c.Title, c.Files = title(strip(s)), files
		if c.Origin = Agents; human {
			c.Origin, c.Quote = Human, quote(s)
		} else if r.errorBefore(i) != "" {
			c.Base = .75 // said, taken back, and seen to fail
		}
		out = append(out, c)
	}
	return out
}

// workedAfter is what was done after something was given up and then worked: what the agent said last
// before a test passed, or the command that had failed, after an edit in between; of one who said
// nothing, or read a text from outside, the files that it changed. "" where nothing is seen to work, or
// something else is given up first.
func (r *reading) workedAfter(i int) string {
	failed := ""
	for j := i; j >= 0 && failed == "" && i-j < 30; j-- {
		if r.s.Events[j].Kind == chat.Result && r.s.Events[j].Tool == "shell" && r.red(j) {
			failed = normalCommand(r.command(j))
		}
	}
	edited := false
	for j := i + 1; j < min(len(r.s.Events), i+mostAfter); j++ {
		e := r.s.Events[j]
		if e.Role == chat.Agent && e.Kind == chat.Text && givenUp().MatchString(e.Text) {
			return ""
		}
		edited = edited || isEdit(e)
		if e.Kind != chat.Result || e.Tool != "shell" || !edited || r.red(j) {
			continue
		}
		command := normalCommand(r.command(j))
		files := r.editedBetween(i+1, j)
		if command == "" || len(files) == 0 || command != failed && !isTest(command) {
			continue
		}
		if said := r.conclusion(i, j); said != "" && r.taint > j {
			return said
		}
		return list(files) + " was changed, and `" + command + "` passed."
	}
	return ""
}

var (
	givenUp = lazy.Pattern(`(?i)\b(?:this approach (?:won't|will not|doesn't|does not) work|i need to abandon|` +
		`let me try a different approach|not available in this environment|that (?:didn't|did not|won't|doesn't) work|` +
		`is a dead end|taking a different approach|reverting (?:that|this|the)|go(?:ing)? back to|(?:does not|doesn't|won't|` +
		`will not|can't|cannot) work|` +
		`(?:does not|doesn't|didn't) get us there)\b`)
	letsNot = lazy.Pattern(
		`(?i)\b(?:let's not|lets not|scrap|forget (?:it|that|this|the|about)|(?:is|are|it's) (?:just |way )?(?:dead|too much|hopeless)|` +
			`no \w+, (?:we|i|let)|too bad|gave up|not worth|(?:stay|stays|stick|sticking) with|back to|` +
			`kill (?:it|that|this)|we tried (?:that|this)|that (?:won't|doesn't|will not|didn't) work|` +
			`give up on|drop (?:that|this|the) (?:idea|approach)|abandon|roll (?:it|that|this) back|dead end|not worth|` +
			`go back to|revert (?:that|this|it|to|the))\b`,
	)
	removal  = lazy.Pattern(`^(?:git\s+)?rm\s`)
	takeBack = lazy.Pattern(`\bgit\s+(?:checkout|restore|stash|reset|revert)\b`)
)

// failedBefore are the files that were changed before a command failed, since the person spoke
// before, and where it failed.
func (r *reading) failedBefore(i int) (files []string, at int) {
	from := 0
	if n, _ := slices.BinarySearch(r.humans, i); n > 0 {
		from = r.humans[n-1]
	}
	for j := i - 1; j > max(from, i-mostBetween); j-- {
		if e := r.s.Events[j]; e.Kind == chat.Result && e.Failed() {
			return r.editedBetween(from, j), j
		}
	}
	return nil, 0
}

// undone are the first maxFiles files whose edit was taken back near an event: by an edit that
// inverts an earlier one, or by git.
func (r *reading) undone(near int) ([]string, int) {
	const far = 40 // events
	for j := max(0, near-far); j < min(len(r.s.Events), near+far); j++ {
		e := r.s.Events[j]
		if e.Kind == chat.Call && e.Tool == "shell" && (takeBack().MatchString(e.Text) || r.removes(j)) {
			if files := r.editedBetween(max(0, j-far), j); len(files) > 0 {
				return files, j
			}
		}
		if !isEdit(e) || e.Text == "" {
			continue
		}
		inverse, ok := r.inverses[j]
		if !ok {
			inverse = observe.Inverse(e.Text)
			r.inverses[j] = inverse
		}
		for _, o := range r.s.Events[max(0, j-far):j] {
			if isEdit(o) && o.Text == inverse && slices.Equal(o.Files, e.Files) && !slices.Contains(e.Files, chat.Outside) {
				return e.Files[:min(len(e.Files), maxFiles)], j
			}
		}
	}
	return nil, 0
}

// removes reports whether a command removes a file that was written not long before.
func (r *reading) removes(i int) bool {
	command := r.s.Events[i].Text
	return removal().MatchString(command) && slices.ContainsFunc(r.editedBetween(max(0, i-40), i), func(f string) bool {
		return strings.Contains(command, f)
	})
}

// errorBefore is the first error of the command that failed last, shortly before an event; "" when
// none did, or when a text from outside had been read by then.
func (r *reading) errorBefore(i int) string {
	for j := i - 1; j >= max(0, i-8); j-- {
		if e := r.s.Events[j]; e.Kind == chat.Result && e.Failed() && r.taint > j {
			raw, _ := firstError(e.Text)
			return raw
		}
	}
	return ""
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
			c := r.candidate("insight", .72, "gotcha", s, i, i)
			c.Origin, c.Files = Agents, files
			out = append(out, c)
			break
		}
	}
	return out
}

var wasWrong = lazy.Pattern(`(?i)^(?:\W*(?:wait|ah|oh|hmm)\b[,.!—–-]*\s*)?(?:actually,|i was wrong|i was mistaken|` +
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
