package observe

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/text/lazy"
)

// Module is the part of a repository in which a file lies: its first two folders, "." at the root.
func Module(file string) string {
	dir := path.Dir(file)
	if parts := strings.SplitN(dir, "/", 3); len(parts) == 3 {
		return parts[0] + "/" + parts[1]
	}
	return dir
}

// set is some texts.
type set = map[string]struct{}

// modules are those in which a session changed files or, where it changed none, read two or more.
func (s *session) modules() []string {
	edited, read := set{}, map[string]set{}
	for _, st := range s.steps {
		for _, f := range st.own() {
			m := Module(f)
			switch {
			case st.edits() && !st.failed():
				edited[m] = struct{}{}
			case st.Tool == "read":
				if read[m] == nil {
					read[m] = set{}
				}
				read[m][f] = struct{}{}
			}
		}
	}
	var out []string
	for m := range edited {
		out = append(out, m)
	}
	for m, files := range read {
		if len(edited) == 0 && len(files) > 1 {
			out = append(out, m)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), maxModules)]
}

// maxModules is how many modules a session may be of; one of more is about none of them in particular.
const maxModules = 6

// fileAccess finds the files that were read, for each module that the session worked on.
func fileAccess(s *session) []Signal {
	var out []Signal
	modules := s.modules()
	for _, st := range s.steps {
		if st.Tool != "read" || st.failed() {
			continue
		}
		for _, f := range st.own() {
			for _, m := range modules {
				out = append(out, Signal{Key: m + "\x00" + f, Files: []string{f}, Count: 1, First: st.N, Last: st.N})
			}
		}
	}
	return out
}

// gram is how many acts in a row are compared.
const gram = 4

// toolSequences finds the acts in a row of which a recipe may be made: those that hold a command that
// is more than a test or a commit, and three different acts. Reading comes between all acts, so that
// it is looked at with and without it.
func toolSequences(s *session) []Signal {
	var out []Signal
	for _, reads := range []bool{false, true} {
		// Each once where it came several times in a row.
		var acts []act
		add := func(text string, n int) {
			if len(acts) == 0 || acts[len(acts)-1].text != text {
				acts = append(acts, act{text, n})
			}
		}
		for _, st := range s.steps {
			files := st.own()
			switch {
			case st.edits() && len(files) > 0 && !st.failed():
				add("edit "+path.Join(path.Dir(files[0]), "*"+path.Ext(files[0])), st.N)
			case st.Tool == "read" && reads && len(files) == 1:
				add("read "+files[0], st.N)
			case st.Tool == "shell" && !st.failed():
				for _, c := range commandsOf(st.Text) {
					add(c, st.N)
				}
			}
		}
		for i := 0; i+gram <= len(acts); i++ {
			part := acts[i : i+gram]
			if key := recipe(part); key != "" {
				out = append(out, Signal{Key: key, What: key, Count: 1, First: part[0].n, Last: part[gram-1].n})
			}
		}
	}
	return out
}

// act is a step by what it does: to run a command, to change files of a folder, to read a file.
type act struct {
	text string
	n    int
}

// Then stands between the acts of a sequence, in the key of its signal.
const Then = " ; "

// recipe is the key of acts in a row, "" where none of them is telling or fewer than three differ.
func recipe(part []act) string {
	var texts []string
	distinct := set{}
	tells := false
	for _, a := range part {
		texts = append(texts, a.text)
		distinct[a.text] = struct{}{}
		tells = tells || Telling(a.text)
	}
	if !tells || len(distinct) < gram-1 {
		return ""
	}
	return strings.Join(texts, Then)
}

// Telling reports whether an act of a sequence is a command that not every session runs.
func Telling(act string) bool {
	return !strings.HasPrefix(act, "edit ") && !strings.HasPrefix(act, "read ") && !commits().MatchString(act) &&
		!tests().MatchString(act) && !everyday().MatchString(act)
}

var (
	everyday = lazy.Pattern(`^(?:git|gofmt|prettier|black|ruff|eslint|cargo (?:fmt|build)|go (?:vet|build|fmt|mod)|` +
		`npm (?:i|ci|install)|sleep|kill|export|source|true|mkdir|rm|mv|cp|chmod|touch)\b`)
	looks = lazy.Pattern(`^(?:ls|cat|cd|pwd|head|tail|grep|rg|find|echo|wc|which|sed -n|tree|jq|less|more|stat|file|du|df|ps|env|printf|` +
		`git (?:status|diff|log|show|branch|blame|rev-parse|ls-files|remote|fetch))\b`)
	prefix = lazy.Pattern(`^(?:\w+=(?:"[^"]*"|'[^']*'|\S)*\s+|(?:sudo|time|exec|nohup|npx|timeout \S+)\s+)+`)
	word   = lazy.Pattern(`^[\w./:@-]+$`)
)

// commandsOf are the commands of a line without their options, without those that only look.
func commandsOf(line string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(strings.NewReplacer("&&", "\n", "||", "\n").Replace(line), func(r rune) bool {
		return r == '\n' || r == ';'
	}) {
		part, _, _ = strings.Cut(strings.TrimSpace(part), " | ")
		part = prefix().ReplaceAllString(part, "")
		if part == "" || looks().MatchString(part) || len(out) == 10 {
			continue
		}
		var words []string
		for _, w := range strings.Fields(part) {
			if len(words) == 3 || !word().MatchString(w) || strings.HasPrefix(w, "-") || len(words) > 0 && strings.HasPrefix(w, "./") {
				break
			}
			words = append(words, w)
		}
		if len(words) > 0 {
			out = append(out, strings.Join(words, " "))
		}
	}
	return out
}

// slowTimes is how many times as long as the middle one of its tool a step must take to be slow, and
// slowLeast how long at least.
const (
	slowTimes = 3
	slowLeast = 2 * time.Second
)

// timeAnomalies finds slow steps amid a signal of trouble: what is slow alone tells nothing.
func timeAnomalies(s *session, found []Signal) []Signal {
	lasted := map[string][]time.Duration{}
	for _, st := range s.steps {
		if d := st.took(); d > 0 {
			lasted[st.Tool] = append(lasted[st.Tool], d)
		}
	}
	for _, all := range lasted {
		slices.Sort(all)
	}
	var out []Signal
	for _, st := range s.steps {
		all := lasted[st.Tool]
		if d := st.took(); len(all) < 3 || d < slowLeast || d <= slowTimes*all[len(all)/2] {
			continue
		}
		for _, o := range found {
			trouble := o.Class == ErrorRetry || o.Class == Backtrack || o.Class == RepeatedSearch
			if trouble && o.First <= st.N && st.N <= o.Last {
				out = append(out, Signal{
					Class: TimeAnomaly, Key: st.Tool + "\x00" + string(o.Class) + "\x00" + o.Key, Files: o.Files,
					Count: 1, First: st.N, Last: st.result.N,
				})
			}
		}
	}
	return joined(out)
}

// took is how long a step lasted, 0 where that is not known.
func (s *step) took() time.Duration {
	if s.result == nil || s.Time.IsZero() || s.result.Time.IsZero() {
		return 0
	}
	return s.result.Time.Sub(s.Time)
}

// globIgnores finds what was read or listed though git ignores it, or a program writes it.
func globIgnores(s *session) []Signal {
	var out []Signal
	for _, st := range s.steps {
		names := st.own()
		if st.Tool == "glob" && len(st.Text) < 200 {
			names = append(names, st.Text)
		}
		for _, f := range names {
			glob := ""
			if st.Tool == "read" || st.Tool == "glob" || st.Tool == "search" {
				glob = s.written(f)
			}
			if glob != "" {
				out = append(out, Signal{Key: glob, Files: []string{glob}, Count: 1, First: st.N, Last: st.N})
			}
		}
	}
	return out
}

// written is the glob of what a program writes or git ignores, in which a path lies; "" for others.
func (s *session) written(file string) string {
	if m := outputFolder().FindStringSubmatchIndex(file); m != nil {
		return file[:m[3]] + "/**"
	}
	if outputFile().MatchString(file) || s.world.Ignored != nil && s.world.Ignored(file) {
		return path.Join(path.Dir(file), "*"+path.Ext(file))
	}
	return ""
}

var (
	outputFolder = lazy.Pattern(`(?:^|/)(node_modules|dist|target|__pycache__|\.next|\.nuxt|coverage|generated|third_party|\.venv|venv|` +
		`bower_components)/`)
	outputFile = lazy.Pattern(`(?i)(?:\.pb\.go|_pb2(?:_grpc)?\.py|\.min\.(?:js|css)|\.generated\.\w+|_generated\.\w+|\.g\.dart|\.map|` +
		`(?:^|/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|go\.sum|Cargo\.lock|poetry\.lock))$`)
)

// chase is how many files are read along their imports to be worth a note.
const chase = 4

// importChases finds files that were read one after the other, each imported by the one before,
// before anything was changed.
func importChases(s *session) []Signal {
	var out []Signal
	var chain []*step
	end := func() {
		if len(chain) >= chase {
			first, last := chain[0], chain[len(chain)-1]
			files := []string{first.own()[0], last.own()[0]}
			out = append(out, Signal{
				Key: strings.Join(files, "\x00"), Files: files, What: fmt.Sprint(len(chain)), Count: 1, First: first.N, Last: last.N,
			})
		}
		chain = nil
	}
	for i := range s.steps {
		st := &s.steps[i]
		if st.edits() {
			break
		}
		if st.Tool != "read" || len(st.own()) != 1 || len(chain) > 0 && chain[len(chain)-1].own()[0] == st.own()[0] {
			continue
		}
		if len(chain) > 0 && !chain[len(chain)-1].imports(st.own()[0]) {
			end()
		}
		chain = append(chain, st)
	}
	end()
	return out
}

// maxImports is in how many bytes of a file imports are looked for.
const maxImports = 8 << 10

// imports reports whether the text that a step read imports a file: a line that imports has its
// name, or that of its folder.
func (s *step) imports(file string) bool {
	if s.result == nil {
		return false
	}
	stem, _, _ := strings.Cut(path.Base(file), ".")
	folder := path.Base(path.Dir(file))
	text := s.result.Text
	for line := range strings.Lines(text[:min(len(text), maxImports)]) {
		m := importLine().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		for _, w := range pathParts(m[1]) {
			if w == stem || len(folder) > 1 && w == folder {
				return true
			}
		}
	}
	return false
}

func pathParts(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("/.\\:;,'\"`<>(){} \t\r\n", r) })
}

// importLine is a line that imports, maybe with its number before it, as programs show files.
var importLine = lazy.Pattern(`^\s*(?:\d+\s*[→|:\t]\s*)?((?:import|from|use|using|include|#include|require|mod|pub mod|export .* from|` +
	`(?:const|let|var) .*require)\b.*|(?:\w+ )?"[\w./-]+"\s*)$`)

// over is how many times as many calls as planned steps are too many.
const over = 1.5

// stepOverruns finds sessions that took half as many calls again as they had planned steps, for each
// module that they worked on.
func stepOverruns(s *session) []Signal {
	did, planned, first := s.effort()
	if planned == 0 || float64(did) <= over*float64(planned) {
		return nil
	}
	var out []Signal
	for _, m := range s.modules() {
		out = append(out, Signal{
			Key: m, What: fmt.Sprintf("%d calls for %d planned steps", did, planned), Count: 1, First: first, Last: len(s.Events) - 1,
		})
	}
	return out
}

// effort is how many calls a session made after it had planned, and how many steps it had planned;
// 0 planned where it had no plan.
func (s *session) effort() (did, planned, first int) {
	for _, st := range s.steps {
		n := 0
		switch strings.ToLower(strings.ReplaceAll(st.Native, "_", "")) {
		case "todowrite", "updateplan", "writetodos", "managetodolist":
			if n = strings.Count(st.Text, "\n") + 1; st.Text == "" {
				n = 0
			}
			if planned > 0 {
				continue // what is done is ticked off, and what comes up is added
			}
		case "taskcreate":
			if n = 1; did > 0 && planned > 0 {
				continue
			}
		case "taskupdate", "tasklist", "taskget":
			continue
		}
		switch {
		case n > 0 && planned == 0:
			planned, first, did = n, st.N, 0
		case n > 0:
			planned += n
		case st.Tool != "ask":
			did++
		}
	}
	return did, planned, first
}

// Trace is what is kept of a session to count over many: names, numbers and signals.
type Trace struct {
	Client  string   `json:"client"`
	Session string   `json:"session"`
	Day     string   `json:"day,omitempty"`
	Tainted int      `json:"tainted"` // the first event after which a text from outside had been read; -1 for none
	Modules []string `json:"modules"`
	Main    string   `json:"main,omitempty"` // the module in which it changed most files, or read most
	Read    []string `json:"read"`
	Edited  []string `json:"edited"`
	Tests   []string `json:"tests"`   // commands
	Steps   int      `json:"steps"`   // calls after the plan, all of them without one: see effort
	Planned int      `json:"planned"` // steps of the plan, 0 without one
	Signals []Signal `json:"signals"`

	Corrections int  `json:"corrections"`      // of a person, that the rules found
	Hooked      bool `json:"hooked,omitempty"` // only hooks told of it, so that nothing that was said is known
	Crowded     int  `json:"-"`                // signals of classes of which there were too many to tell anything
}

// maxTraced is how many files of each sort a trace has.
const maxTraced = 300

// TraceOf is the trace of a session, without what the session is called.
func TraceOf(s *chat.Session, w World) Trace {
	in := newSession(s, w)
	t := Trace{Tainted: -1, Modules: in.modules()}
	t.Signals, t.Crowded = signals(in)
	t.Steps, t.Planned, _ = in.effort()
	read, edited, ran := set{}, set{}, set{}
	for _, st := range in.steps {
		if c := oneSpaced(st.Text); st.Tool == "shell" && isTest(c) {
			ran[c] = struct{}{}
		}
		for _, f := range st.own() {
			switch {
			case st.edits() && !st.failed():
				edited[f] = struct{}{}
			case st.Tool == "read":
				read[f] = struct{}{}
			}
		}
	}
	t.Read, t.Edited, t.Tests = first(read, maxTraced), first(edited, maxTraced), first(ran, few)
	files := t.Edited
	if len(files) == 0 {
		files = t.Read
	}
	n := map[string]int{}
	for _, f := range files {
		n[Module(f)]++
	}
	for _, m := range t.Modules {
		if t.Main == "" || n[m] > n[t.Main] {
			t.Main = m
		}
	}
	return t
}

// Early is what counts of a session that has not ended: that the agent corrected itself, searched for
// the same again and again, changed a configuration with code, or met two errors or more.
func (t Trace) Early() Trace {
	errors := 0
	for _, s := range t.Signals {
		if s.Class == ErrorRetry {
			errors++
		}
	}
	out := Trace{Client: t.Client, Session: t.Session, Day: t.Day, Tainted: t.Tainted}
	for _, s := range t.Signals {
		switch {
		case s.Class == SelfCorrection, s.Class == RepeatedSearch, s.Class == ConfigTouch, s.Class == ErrorRetry && errors > 1:
			out.Signals = append(out.Signals, s)
		}
	}
	return out
}

// first are some of the members of a set, in order.
func first(of set, most int) []string {
	out := make([]string, 0, len(of))
	for f := range of {
		out = append(out, f)
	}
	slices.Sort(out)
	return out[:min(len(out), most)]
}
