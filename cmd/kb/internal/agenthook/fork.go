package agenthook

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/git"
)

// maxTranscript is the length in bytes up to which a transcript is read to learn what it was forked from.
const maxTranscript = 16 << 20

// inherit has a fork go on from what the session was given that it was forked from, once its transcript
// tells which that is: Claude Code writes it after the first prompt. What that session was not given of
// what belongs to a start is made up for like anything that was missed.
func (l *log) inherit(h *hook, state agents.State) {
	if lastOf(l.all, begin, restart, forked) != forked && (len(l.all) > 0 || h.event == Start) {
		return
	}
	was := h.parent(state)
	if was == nil {
		return
	}
	line := l.line
	line.Event, line.Files, line.Errors, line.Exit, line.Behind = begin, nil, nil, 0, true
	for _, o := range remembered(was) {
		if o.Agent == "" && (len(l.all) == 0 || !o.Time.After(l.all[0].Time)) {
			line.Held = slices.Concat(line.Held, o.Given, o.Held)
		}
	}
	_ = l.own.Append(line) // what cannot be noted is looked for again
	l.all, l.lines = append(l.all, line), append(l.lines, line)
}

// parent is what was noted of the session that this one was forked from; nil where no transcript tells.
// Codex names it in its first record. The first record of Claude Code is one of the other session's: of
// several that have it the one is meant that began first.
func (h *hook) parent(state agents.State) (was []agents.Line) {
	dir, name := filepath.Split(h.call.transcript)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	read := func(name string) string {
		text, _ := git.ReadRegular(root, name, maxTranscript)
		return string(text)
	}
	own := read(name)
	if session := text(own, "forked_from_id"); session != "" {
		was, _ = state.Scratch(h.client, agents.Short(session)).Lines()
		return was
	}
	record := text(own, "uuid")
	others, _ := fs.Glob(root.FS(), "*.jsonl") // the pattern is right
	for _, other := range others {
		lines, err := state.Scratch(h.client, agents.Short(strings.TrimSuffix(other, ".jsonl"))).Lines()
		if record != "" && other != name && err == nil && len(lines) > 0 && (was == nil || lines[0].Time.Before(was[0].Time)) &&
			strings.Contains(read(other), `"uuid":"`+record+`"`) {
			was = lines
		}
	}
	return was
}

// text is the first member of a name, in JSON without blanks, that is a text.
func text(json, name string) string {
	_, rest, _ := strings.Cut(json, `"`+name+`":"`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
