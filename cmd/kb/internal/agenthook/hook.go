// Package agenthook answers the hooks of coding agents: JSON of the program in, JSON for it out. It
// takes a path of its own past the grammar, the index and the databases, for an agent waits for it
// at every file that it opens. Whatever happens, it ends well: it never refuses, asks or changes
// anything, and says nothing rather than something late.
//
// # Limitations
//
// Of a long text in an input the beginning and the end are read; an input that is longer than maxInput
// without its long texts is not heard of. What a program calls a tool is known for the versions of
// November 2026.
package agenthook

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/deliver"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/git"
)

const (
	maxSent  = 256 << 20 // bytes that a program may write
	maxInput = 2 << 20   // bytes of them that are kept, and read as JSON
	maxHalf  = 64 << 10  // bytes of a text in it that are kept from its beginning, and as many from its end
)

// limits are how long a call may take.
type limits struct {
	stop  time.Duration // after which nothing is said
	learn time.Duration // in which notes are read that are not known yet; the next call reads what is left
}

// maxWait is the longest that a person can let the hooks take.
const maxWait = 10 * time.Second

// limitsOf are those of an event: a person waits longer for a session to start. KB_HOOKS_WAIT
// replaces them, for slow machines.
func limitsOf(args []string, getenv func(string) string) limits {
	if wait, err := time.ParseDuration(getenv("KB_HOOKS_WAIT")); err == nil && wait > 0 {
		return limits{min(wait, maxWait), min(wait, maxWait) / 2}
	}
	if len(args) > 0 && Event(args[0]) == Start {
		return limits{500 * time.Millisecond, 350 * time.Millisecond}
	}
	return limits{400 * time.Millisecond, 180 * time.Millisecond}
}

// Asked tells that the arguments of the program are kb agents hook, and that no help is wanted.
func Asked(args []string) bool {
	return len(args) >= 2 && args[0] == "agents" && args[1] == "hook" && !slices.Contains(args, "--help") && !slices.Contains(args, "-h")
}

// Run answers a hook: args are EVENT --client C. It has no error, and an exit code that is 0 wherever
// another one could stop an agent.
func Run(ctx context.Context, w app.World, args []string) (code int) {
	return run(ctx, w, args, limitsOf(args, w.Getenv))
}

// run is Run with limits that a test can set. The answer is made beside it: what takes longer than
// l.stop is given up, with nothing printed and code 0. With KB_HOOKS=0 nothing is read at all.
func run(ctx context.Context, w app.World, args []string, l limits) (code int) {
	event, client, ok := arguments(args)
	if !ok || w.Getenv("KB_HOOKS") == "0" || terminal(w.Stdin) {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, l.stop)
	defer cancel()
	said := make(chan []byte, 1)
	go func() {
		defer close(said)
		defer func() { _ = recover() }() // a fault of kb is no reason to stop an agent
		debug.SetPanicOnFault(true)      // nor is a file that was cut while it is mapped
		input := read(w.Stdin)
		h := hook{world: w, event: event, client: client, now: w.Now(), learn: l.learn}
		said <- h.answer(ctx, input)
	}()
	select {
	case out := <-said:
		if len(out) > 0 {
			_, _ = w.Stdout.Write(out) // who has gone meanwhile needs no answer
			return exitCode(client, event)
		}
	case <-ctx.Done():
	}
	return 0
}

// terminal tells that a person has typed the command and nothing will come.
func terminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && app.IsTerminal(f)
}

// arguments reads EVENT --client C, in any order.
func arguments(args []string) (e Event, client string, ok bool) {
	for i := 0; i < len(args); i++ {
		switch name, value, _ := strings.Cut(args[i], "="); {
		case name == "--client" && value != "":
			client = value
		case args[i] == "--client" && i+1 < len(args):
			i++
			client = args[i]
		case e == "":
			e = Event(args[i])
		}
	}
	return e, client, slices.Contains(Events(), e) && slices.Contains(Clients(), client)
}

// hook is one call.
type hook struct {
	world  app.World
	event  Event
	client string
	now    time.Time
	learn  time.Duration // as in limits

	call  *call    // of the input; answer sets it
	repo  *kb.Repo // open sets it, set and own
	set   agents.Settings
	own   kb.AgentSetting // of the repository
	files []string        // from the root of the repository
}

// answer does the work.
func (h *hook) answer(ctx context.Context, input []byte) []byte {
	var ok bool
	h.call, ok = decode(input)
	if !ok || h.ofNoInterest() || !h.open(ctx) {
		return nil
	}
	h.files = h.inside(h.call.files)
	if h.client == "codex" && h.event == Before && h.call.kind == "shell" {
		h.files = append(h.files, h.inside(existing(h.directory(), h.call.read()))...)
	}
	h.files = slices.DeleteFunc(h.files, h.own.Never.Match)
	text := ""
	log := h.log()
	if h.client == "gemini" && h.event == Prompt && log.waiting() {
		h.event = Start
		text = h.say(ctx, h.log())
		h.event, log = Prompt, h.log()
	}
	switch {
	case log.repeated():
		return nil
	case speaks(h.client, h.event):
		text += h.say(ctx, log)
	default:
		log.note(nil)
	}
	return encode(h.client, h.event, h.call.native, text)
}

// ofNoInterest tells the calls of tools that neither touch files nor run commands, and those of Gemini
// CLI before it asks itself whether to summarise: it does so before every request.
func (h *hook) ofNoInterest() bool {
	ofTool := h.event == Before || h.event == After || h.event == Failed
	return ofTool && h.call.kind == "other" || h.client == "gemini" && h.event == Compact && h.call.source == "auto"
}

// directory is where the agent works.
func (h *hook) directory() string {
	if filepath.IsAbs(h.call.dir) {
		return h.call.dir
	}
	dir, err := h.world.Getwd()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, h.call.dir)
}

// open finds the repository; false where there is none, or where nothing is to be said in it.
func (h *hook) open(ctx context.Context) bool {
	var options []git.Option
	if h.event != Start {
		options = append(options, git.Hurried()) // a session's first call looks after the folder
	}
	repo, err := kb.Open(ctx, h.directory(), options...)
	if err != nil || repo.Root == "" {
		return false
	}
	h.repo = repo
	if h.set, err = agents.At(repo.StateDir()).Settings(); err != nil || h.set.Off {
		return false
	}
	text, err := git.ReadIn(repo.Root, ".memory/kb.yaml", git.SmallFile)
	if err == nil {
		config, _ := kb.ParseConfig(text)
		h.own = config.Agents
	}
	return !h.own.Off
}

// inside gives the paths from the root of the repository, of those that lie in it.
func (h *hook) inside(names []string) []string {
	var out []string
	for _, name := range names {
		full := filepath.FromSlash(name)
		if !filepath.IsAbs(full) {
			full = filepath.Join(h.directory(), full)
		}
		full = followed(full)
		rel, err := filepath.Rel(h.repo.Root, full)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		if rel = path.Clean(filepath.ToSlash(rel)); rel != "." && !slices.Contains(out, rel) {
			out = append(out, rel)
		}
	}
	return out
}

// followed is a path by the folder that its own really is; of folders that are not there yet, as a
// new file may have, the last above them is looked at.
func followed(full string) string {
	full = filepath.Clean(full)
	for dir := filepath.Dir(full); ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, strings.TrimPrefix(full, dir))
		}
		if dir == filepath.Dir(dir) {
			return full
		}
	}
}

// existing are the names that are files.
func existing(dir string, names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		full := filepath.FromSlash(name)
		if !filepath.IsAbs(full) {
			full = filepath.Join(dir, full)
		}
		info, err := os.Lstat(full)
		return err != nil || !info.Mode().IsRegular()
	})
}

// say finds what is to be said, notes that it was, and words it.
func (h *hook) say(ctx context.Context, log *log) string {
	errors, missed := h.errors(), log.missed()
	if len(h.files)+len(errors)+len(missed) == 0 && h.event != Start && h.event != Compact {
		log.note(nil)
		return ""
	}
	x, err := deliver.Open(ctx, h.repo, h.now, h.learn, h.event == Start)
	if err != nil {
		return ""
	}
	root, err := os.OpenRoot(h.repo.Root)
	if err != nil {
		return ""
	}
	defer root.Close()
	a := deliver.Asking{
		Root: root, Index: x, Today: h.now, Above: h.set.Trust.Above(), Never: h.own.Never, Given: log.given, Most: -1,
		Branch: h.repo.Branch(), Edits: h.call.edits,
	}
	if h.own.MaxNotes > 0 {
		a.Most = max(0, h.own.MaxNotes-log.count())
	}
	var items, news []deliver.Item
	var waiting agents.News
	about := deliver.Work
	switch {
	case h.event == Start || h.event == Compact:
		if h.begins() {
			waiting = agents.At(h.repo.StateDir()).Waiting()
			news = h.news(ctx, &a)
		}
		if items = news; log.line.Event != forked { // the rest is in what was copied, as far as is known: see inherit
			items = a.Start(h.changed(ctx, log), news)
		}
	case len(errors) > 0:
		items, about = a.Errors(errors), deliver.AnError
	case len(h.files) > 0:
		items, about = a.File(h.files...), deliver.OfFile(h.files[0])
	}
	if ctx.Err() != nil {
		return ""
	}
	log.line.Behind = x.Behind
	items = log.note(items)
	if len(items) == 0 && len(missed) > 0 && !x.Behind && h.event != Start && h.event != Compact {
		items, about = log.catchUp(&a, missed)
	}
	if log.line.Group == agents.Control {
		return "" // not even what waits for a person
	}
	return deliver.Write(about, items, waiting)
}

// errors are those that the call tells of: a shell's, or some that the person quotes in a prompt.
func (h *hook) errors() []string {
	switch {
	case h.event == Prompt:
		c := call{output: h.call.prompt}
		return c.errors()
	case h.call.kind == "shell" && (h.event == After || h.event == Failed):
		if h.event == Failed {
			h.call.failed = failed
		}
		return h.call.errors()
	}
	return nil
}

// changed are the files that the work in this clone changes: those that differ from where the
// branch began, and after a summary those that the session has touched.
func (h *hook) changed(ctx context.Context, log *log) []string {
	if h.event == Compact || h.call.source == "compact" {
		return log.touched()
	}
	files, err := h.repo.Touched(ctx)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return files
}
