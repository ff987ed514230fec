package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// command is something that people do every day.
type command struct {
	name string
	once bool                               // too long to be done again and again
	do   func(s *side) []string             // its arguments
	pre  func(context.Context, *side) error // what comes before each run, and is not measured
}

// commands are what is measured, in this order: the first makes the index.
func commands() []command {
	return []command{
		{name: "index, first", once: true, do: func(*side) []string { return []string{"index"} }},
		{name: "start", do: func(*side) []string { return []string{"--version"} }},
		{name: "search keyword", do: func(s *side) []string { return []string{"search", "--mode", "keyword", s.words} }},
		{name: "search hybrid", do: func(s *side) []string { return []string{"search", s.words} }},
		{name: "context", do: func(s *side) []string { return []string{"context", s.words} }},
		{name: "show", do: func(s *side) []string { return []string{"show", s.note} }},
		{name: "links", do: func(s *side) []string { return []string{"links", s.note} }},
		{name: "index, no change", do: func(*side) []string { return []string{"index"} }},
		{name: "index, one edit", pre: edit, do: func(*side) []string { return []string{"index"} }},
		{name: "validate, staged", pre: stage, do: func(*side) []string { return []string{"validate", "--staged"} }},
	}
}

// side is one binary with its clone.
type side struct {
	kb, dir string
	note    string // a path, the same on both sides
	words   string // of its first heading
	edits   int
}

// newSide clones a repository into dir, and picks the note in the middle of its files by path: on
// both sides the same. A repository without markdown is an error.
func newSide(ctx context.Context, kb, repo, dir string) (*side, error) {
	kb, err := filepath.Abs(kb)
	if err != nil {
		return nil, err
	}
	s := &side{kb: kb, dir: dir}
	if err := git(ctx, ".", "clone", "-q", "--no-hardlinks", "--", repo, dir); err != nil {
		return nil, err
	}
	if err := settle(dir); err != nil {
		return nil, err
	}
	list := exec.CommandContext(ctx, "git", "-C", dir, "ls-files", "-z", "*.md")
	out, err := list.Output()
	notes := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	if err != nil || notes[0] == "" {
		return nil, errors.Join(fmt.Errorf("%s has no markdown", repo), err)
	}
	s.note = notes[len(notes)/2]
	source, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(s.note)))
	s.words = heading(string(source), s.note)
	return s, err
}

// settle makes the index of a clone a minute younger than its files. Git and kb read files again that are as
// old as the index, and of the clone that is made last those are the most.
func settle(dir string) error {
	index := filepath.Join(dir, ".git", "index")
	later := time.Now().Add(time.Minute)
	return os.Chtimes(index, later, later)
}

// heading is at most six words of the first heading of a note, or its path where it has none.
func heading(source, path string) string {
	for line := range strings.Lines(source) {
		if text, ok := strings.CutPrefix(line, "# "); ok && len(strings.Fields(text)) > 0 {
			words := strings.Fields(text)
			return strings.Join(words[:min(6, len(words))], " ")
		}
	}
	return path
}

// git runs git in a folder; what it prints is seen in the error alone.
func git(ctx context.Context, dir string, args ...string) error {
	if out, err := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(out))
	}
	return nil
}

// edit adds a sentence to the note.
func edit(_ context.Context, s *side) error {
	f, err := os.OpenFile(filepath.Join(s.dir, filepath.FromSlash(s.note)), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	s.edits++
	_, err = fmt.Fprintf(f, "\nThe workers retry %d times.\n", s.edits)
	return errors.Join(err, f.Close())
}

// stage edits the note and adds it to git's index, for "validate --staged" to read.
func stage(ctx context.Context, s *side) error {
	return errors.Join(edit(ctx, s), git(ctx, s.dir, "add", "--", s.note))
}

// cost is what one run took.
type cost struct{ cpu, wall time.Duration }

// run runs a command once. That it has findings is no error.
func (s *side) run(ctx context.Context, c command) (cost, error) {
	if c.pre != nil {
		if err := c.pre(ctx, s); err != nil {
			return cost{}, err
		}
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, s.kb, c.do(s)...)
	cmd.Dir, cmd.Stderr = s.dir, &said
	began := time.Now()
	err := cmd.Run()
	took := cost{wall: time.Since(began)}
	if cmd.ProcessState != nil {
		took.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && failed.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", s.kb, err, bytes.TrimSpace(said.Bytes()))
	}
	return took, err
}

// ratios are those of the processor times, pair by pair, the least first.
func ratios(old, now []cost) []float64 {
	out := make([]float64, len(old))
	for i := range old {
		out[i] = float64(now[i].cpu) / float64(max(old[i].cpu, time.Microsecond))
	}
	slices.Sort(out)
	return out
}

// median is the middle of a sorted list, of two in the middle the lower one.
func median[T any](sorted []T) T { return sorted[(len(sorted)-1)/2] }

// middle is the medians of some runs, as they are printed.
func middle(runs []cost) string {
	ms := func(of func(cost) time.Duration) float64 {
		sorted := slices.SortedFunc(slices.Values(runs), func(a, b cost) int { return cmp.Compare(of(a), of(b)) })
		return float64(of(median(sorted))) / float64(time.Millisecond)
	}
	return fmt.Sprintf("%.1f, %.1f", ms(func(c cost) time.Duration { return c.cpu }), ms(func(c cost) time.Duration { return c.wall }))
}
