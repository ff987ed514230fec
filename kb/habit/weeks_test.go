package habit

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/kb/observe"
)

// weeks makes sessions of six weeks over a repository in which some habits are planted, amid work
// that has none: files, commands, errors, searches and pages at random.
type weeks struct {
	*rand.Rand
	s       *chat.Session
	now     time.Time
	planted map[string]int
	edits   int
}

const modules = 10

func (w *weeks) file(m int) string {
	n := int(w.ExpFloat64() * 2.5) // some files of a module are read more than others
	return fmt.Sprintf("src/m%d/f%d.go", m, min(n, 9))
}

func (w *weeks) module() int { return min(int(w.ExpFloat64()*3), modules-1) }

func (w *weeks) event(e chat.Event) {
	w.now = w.now.Add(time.Duration(1+w.IntN(20)) * time.Second)
	e.N, e.Time = len(w.s.Events), w.now
	w.s.Events = append(w.s.Events, e)
}

func (w *weeks) call(tool, text, result string, ok bool, files ...string) {
	w.event(chat.Event{Role: chat.Agent, Kind: chat.Call, Tool: tool, Text: text, Files: files})
	w.event(chat.Event{Role: chat.Tool, Kind: chat.Result, Tool: tool, Text: result, OK: &ok, Files: files})
}

func (w *weeks) read(f string) { w.call("read", "", "package x", true, f) }

func (w *weeks) edit(f string) {
	w.edits++
	w.call("edit", fmt.Sprintf("-%d\n+%d", w.Uint32(), w.edits), "done", true, f)
}

func (w *weeks) run(c string)            { w.call("shell", c, "ok", true) }
func (w *weeks) chance(p float64) bool   { return w.Float64() < p }
func (w *weeks) one(of ...string) string { return of[w.IntN(len(of))] }

// noise is what comes between all else.
func (w *weeks) noise(m int) {
	switch w.IntN(9) {
	case 0, 1, 2:
		w.read(w.file(m))
	case 3:
		w.read(w.file(w.module()))
	case 4:
		w.call("search", fmt.Sprintf("word%d", w.IntN(300)), "a.go:1", true)
	case 5:
		w.run(w.one("git status", "ls -l", "git diff", "cat go.mod", "make lint", "docker compose up -d", "npm run dev", "make help"))
	case 6:
		w.event(chat.Event{Role: chat.Agent, Kind: chat.Text, Text: "Let me look further."})
	case 7:
		w.call("glob", "**/*.go", "a.go", true)
	default:
		w.read("README.md")
	}
}

// odd is what happens once: near misses of the classes.
func (w *weeks) odd(m int) {
	switch w.IntN(7) {
	case 0:
		err := fmt.Sprintf("src/x.go:%d:1: undefined: Odd%s", w.IntN(90), letters(w.IntN(5000)))
		w.call("shell", "go build ./...", err, false)
		w.call("shell", "go build ./...", err, false)
	case 1:
		p := "odd" + letters(w.IntN(5000))
		for range 3 {
			w.call("search", p, "", true)
		}
		w.read(w.file(m))
	case 2:
		w.call("web", fmt.Sprintf("https://pkg.example/%d", w.IntN(5000)), "text", true)
	case 3:
		f, n := w.file(m), w.Uint32()
		w.call("edit", fmt.Sprintf("-%d\n+x", n), "done", true, f)
		w.call("edit", fmt.Sprintf("-x\n+%d", n), "done", true, f)
	case 4:
		w.edit(fmt.Sprintf("deploy/%d.yaml", w.IntN(12)))
		w.edit(w.file(m))
		w.edit(w.file(m))
	case 5:
		w.run("./scripts/" + letters(w.IntN(40)) + ".sh")
	default:
		w.run("go test ./src/" + letters(w.IntN(40)))
		w.run("go vet ./...")
		w.run("git commit -m x")
	}
}

func letters(n int) string {
	return string([]byte{byte('a' + n%26), byte('a' + n/26%26), byte('a' + n/676%26)}) + "q"
}

// habits are what is planted: each has a chance to come up in a session of a module.
func (w *weeks) habits(m int) {
	for i, p := range [][2]string{{"src/m0/f1.go", "src/m7/f3.go"}, {"src/m1/f2.go", "db/schema.sql"}, {"src/m2/f1.go", "docs/api.md"},
		{"src/m3/f0.go", "web/client.ts"}} {
		if m == i && w.chance(.2) {
			w.plant("pair " + p[0] + " " + p[1])
			w.edit(p[0])
			w.noise(m)
			if w.chance(.9) {
				w.edit(p[1])
			}
		}
	}
	for i, steps := range [][]string{
		{"edit db/migrations/%d.sql", "make migrate", "go generate ./db", "go test ./db", "git commit -m x"},
		{"edit proto/%d.proto", "make proto", "edit src/m1/server%d.go", "go test ./src/m1"},
		{"edit web/page%d.ts", "npm run build", "./scripts/snapshot.sh", "git commit -m x"},
	} {
		if w.chance(.05) {
			w.plant("recipe " + []string{"make migrate", "make proto", "./scripts/snapshot.sh"}[i])
			for _, s := range steps {
				if f, ok := strings.CutPrefix(s, "edit "); ok {
					w.edit(fmt.Sprintf(f, w.IntN(900)))
				} else if w.chance(.95) {
					w.run(s)
				}
				if w.chance(.4) {
					w.read(w.file(m))
				}
			}
		}
	}
	for _, p := range []struct {
		m             int
		always, often string
	}{{0, "docs/auth.md", "src/m0/policy.go"}, {2, "src/m2/types.go", ""}, {4, "src/m4/README.md", "docs/queue.md"}} {
		if m == p.m {
			w.plant("prefetch src/m" + fmt.Sprint(m) + " " + p.always)
			if w.chance(.93) {
				w.read(p.always)
			}
			if p.often != "" && w.chance(.65) {
				w.read(p.often)
			}
		}
	}
	w.trouble(m)
}

// trouble is what is planted of errors, searches and the like.
func (w *weeks) trouble(m int) {
	for i, e := range []string{"dial tcp 127.0.0.1:5433: connect: connection refused", "TypeError: cannot read property token of undefined",
		"ld: library not found for -lpq"} {
		if w.chance(.02) {
			w.plant(fmt.Sprintf("error %d", i))
			for range 2 {
				w.call("shell", w.one("make itest", "npm test"), e, false)
			}
		}
	}
	if w.chance(.02) {
		w.plant("search func Authorize")
		for range 3 {
			w.call("search", "func Authorize", "", true)
		}
		w.read("src/m0/policy.go")
	}
	if w.chance(.02) {
		w.plant("abandon src/m5/legacy.go")
		w.call("search", "RetryBudget", "x", true)
		w.read("src/m5/legacy.go")
		w.call("search", "RetryBudget =", "x", true)
	}
	if w.chance(.02) {
		w.plant("ignored web/dist/**")
		w.read("web/dist/app.js")
	}
	if w.chance(.02) {
		w.plant("long testdata/all.json")
		w.call("read", "", strings.Repeat("word ", 9000), true, "testdata/all.json")
	}
	if w.chance(.02) {
		w.plant("page docs.example/limits")
		w.call("web", "https://docs.example/limits", "text", true)
	}
	if w.chance(.015) {
		w.plant("undone src/m8/pool.go")
		w.call("edit", "-size: 10\n+size: 50", "done", true, "src/m8/pool.go")
		w.call("edit", "-size: 50\n+size: 10", "done", true, "src/m8/pool.go")
	}
}

func (w *weeks) plant(name string) { w.planted[name]++ }

// session makes one.
func (w *weeks) session(n int) *chat.Session {
	w.s = &chat.Session{Header: chat.Header{Session: fmt.Sprintf("s%d", n)}}
	w.now = w.now.Add(150 * time.Minute)
	m := w.module()
	if w.chance(.02) { // before anything is changed
		w.plant("chase src/m6/a.go")
		for i := range 4 {
			f := fmt.Sprintf("src/m6/%c.go", 'a'+i)
			w.call("read", "", fmt.Sprintf("import \"src/m6/%c\"", 'b'+i), true, f)
		}
	}
	for range 1 + w.IntN(4) {
		w.noise(m)
	}
	w.habits(m)
	for range 1 + w.IntN(4) {
		w.edit(w.file(m))
		w.noise(m)
	}
	if m == 5 && w.chance(.8) {
		w.plant("modules src/m5 lib/money")
		w.edit(fmt.Sprintf("lib/money/f%d.go", w.IntN(40)))
	}
	if w.chance(.25) {
		w.edit(w.file(w.module()))
	}
	if w.chance(.3) {
		w.odd(m)
	}
	if w.chance(.4) {
		w.plant("order make vet ; make unit")
		w.run("make vet")
		w.noise(m)
		w.run("make unit")
		w.run("git commit -m x")
	} else if w.chance(.5) {
		w.run("go test ./...")
		w.run("git commit -m x")
	}
	return w.s
}

// name is what a habit would be called if it was planted.
func name(h Habit) string {
	switch h.Class {
	case observe.CoAccess, observe.ConfigTouch:
		if strings.HasPrefix(h.Key, "modules\x00") {
			return "modules " + strings.ReplaceAll(strings.Join([]string{h.Files[1], h.Files[0]}, " "), "/**", "")
		}
		a, b := h.Files[0], h.Files[1]
		if !strings.HasPrefix(a, "src/m") || strings.HasPrefix(a, "src/m7") {
			a, b = b, a
		}
		return "pair " + a + " " + b
	case observe.ToolSequence:
		for _, c := range []string{"make migrate", "make proto", "./scripts/snapshot.sh"} {
			if slices.Contains(h.Steps, c) {
				return "recipe " + c
			}
		}
		return "recipe " + h.What
	case observe.FileAccess:
		return "prefetch " + h.What + " " + strings.Join(h.Always, " ")
	case observe.ErrorRetry:
		for i, part := range []string{"connection refused", "token of undefined", "-lpq"} {
			if strings.Contains(h.What, part) {
				return fmt.Sprintf("error %d", i)
			}
		}
	}
	return map[observe.Class]string{
		observe.RepeatedSearch: "search ", observe.GlobIgnore: "ignored ", observe.TestOrder: "order ", observe.Reference: "page ",
	}[h.Class] + map[observe.Class]string{
		observe.ReadAbandon: "abandon " + strings.Join(h.Files, " "), observe.TokenSpike: "long " + h.Key, observe.ImportChase: "chase " +
			strings.Join(h.Files[:min(1, len(h.Files))], " "), observe.Backtrack: "undone " + strings.Join(h.Files, " "),
		observe.RepeatedSearch: h.Key, observe.GlobIgnore: h.Key, observe.TestOrder: h.Key, observe.Reference: h.Key,
	}[h.Class]
}

// learnt takes sessions in as a team does that looks once a week, and returns what was proposed.
func learnt(seed uint64, sessions int) (planted map[string]int, proposed []string, again int) {
	w := &weeks{Rand: rand.New(rand.NewPCG(seed, 7)), now: time.Date(2026, 6, 1, 8, 0, 0, 0, time.UTC), planted: map[string]int{}}
	var traces []observe.Trace
	done, have := map[string]int{}, map[string]bool{}
	look := func() {
		t := Count(traces, nil)
		found, reached := t.Synthesis(done, func(string, string) bool { return false })
		for m, at := range reached {
			done[m] = at
		}
		for _, h := range append(t.Signals(), found...) {
			if k := string(h.Class) + h.Key; !have[k] {
				have[k] = true
				proposed = append(proposed, name(h))
			}
		}
	}
	for n := range sessions {
		t := observe.TraceOf(w.session(n), observe.World{})
		t.Client, t.Session = "claude", fmt.Sprint(n)
		traces = append(traces, t)
		if n%(max(sessions/6, 1)) == sessions/6-1 {
			look()
		}
	}
	look()
	before := len(proposed)
	look()
	maps.DeleteFunc(w.planted, func(_ string, n int) bool { return n < 4 }) // no class asks for more sessions
	return w.planted, proposed, len(proposed) - before
}

// Of what six weeks of sessions repeat at least four fifths are proposed, four fifths of what is
// proposed they repeat, and who looks again finds nothing new.
func TestSixWeeks(t *testing.T) {
	planted, proposed, again := learnt(1, 400)
	right := 0
	hit := map[string]bool{}
	for _, p := range proposed {
		ok := planted[p] > 0
		for k := range planted { // a list may hold more than what was planted
			ok = ok || strings.HasPrefix(k, "prefetch") && strings.HasPrefix(p, strings.Join(strings.Fields(k)[:2], " ")+" ") &&
				strings.Contains(p, strings.Fields(k)[2])
			if ok && (k == p || strings.HasPrefix(k, "prefetch") && strings.HasPrefix(p, strings.Join(strings.Fields(k)[:2], " ")+" ")) {
				hit[k] = true
			}
		}
		if ok {
			right++
		} else {
			t.Logf("not planted: %s", p)
		}
	}
	for k := range planted {
		if !hit[k] {
			t.Logf("missed: %s", k)
		}
	}
	t.Logf("%d of %d planted proposed; %d of %d proposed planted", len(hit), len(planted), right, len(proposed))
	if 10*len(hit) < 8*len(planted) || 10*right < 8*len(proposed) || again > 0 {
		t.Errorf("%d of %d planted proposed; %d of %d proposed planted; %d more the second time", len(hit), len(planted), right,
			len(proposed), again)
	}
}
