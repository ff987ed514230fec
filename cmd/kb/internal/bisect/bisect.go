// Package bisect finds the commit at which something came to be as it is.
package bisect

import (
	"context"
	"errors"
)

// Errors of Run: there is nothing to find.
var (
	ErrSame  = errors.New("the state is the same at both ends")
	ErrNever = errors.New("the state was never another")
)

// History is the graph of commits.
type History interface {
	// Branch gives the first parents of a commit, newest first and beginning with it, up to and
	// with the first that other is or descends from; all of them when other is "".
	Branch(ctx context.Context, commit, other string) ([]string, error)
	// Parents gives the parents of a commit that are known.
	Parents(ctx context.Context, commit string) ([]string, error)
}

// Probe tells the state at a commit. It is asked once of each.
type Probe func(ctx context.Context, commit string) (bool, error)

// Result is where the state changed.
type Result struct {
	Commit string // the first one with the state of the end
	Parent string // its parent, the last one without
	Range  int    // commits between the ends, along first parents
}

// search is one run.
type search struct {
	history History
	probe   Probe
	known   map[string]bool
}

// maxNested bounds how deep merges within merges are looked into.
const maxNested = 32

// Run finds the first commit that has the state of the end bad, between it and good: along first
// parents, then within the merge that brought it. Where good is "" it is looked for, in steps that
// double. The state is taken to have changed once in between; when it changed several times, one of
// the changes to that of the end is found.
func Run(ctx context.Context, h History, probe Probe, bad, good string) (Result, error) {
	s := &search{history: h, probe: probe, known: map[string]bool{}}
	chain, err := h.Branch(ctx, bad, good)
	if err != nil {
		return Result{}, err
	}
	end, err := s.at(ctx, bad)
	if err != nil {
		return Result{}, err
	}
	with, without, err := s.ends(ctx, chain, end, good == "")
	if err != nil {
		return Result{}, err
	}
	result := Result{Range: len(chain)}
	result.Commit, result.Parent, err = s.between(ctx, chain[with:without+1], end)
	for range maxNested {
		if err != nil {
			break
		}
		commit, parent, found, e := s.within(ctx, result, end)
		if err = e; !found || e != nil {
			break
		}
		result.Commit, result.Parent = commit, parent
	}
	return result, err
}

// at asks for the state at a commit, once.
func (s *search) at(ctx context.Context, commit string) (bool, error) {
	if state, ok := s.known[commit]; ok {
		return state, nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	state, err := s.probe(ctx, commit)
	if err == nil {
		s.known[commit] = state
	}
	return state, err
}

// ends gives the places in a chain of a commit with the state of the end and of an older one without.
func (s *search) ends(ctx context.Context, chain []string, end, look bool) (with, without int, err error) {
	last := len(chain) - 1
	step := last
	if look {
		step = 1
	}
	for at := min(step, last); ; at = min(2*at, last) {
		state, err := s.at(ctx, chain[at])
		switch {
		case err != nil:
			return 0, 0, err
		case state != end:
			return with, at, nil
		case at == last && look:
			return 0, 0, ErrNever
		case at == last:
			return 0, 0, ErrSame
		}
		with = at
	}
}

// between halves a chain whose first commit has the state of the end and whose last has not.
func (s *search) between(ctx context.Context, chain []string, end bool) (commit, parent string, err error) {
	with, without := 0, len(chain)-1
	for without-with > 1 {
		middle := (with + without) / 2
		state, err := s.at(ctx, chain[middle])
		if err != nil {
			return "", "", err
		}
		if state == end {
			with = middle
		} else {
			without = middle
		}
	}
	return chain[with], chain[without], nil
}

// within looks into a merge: at which commit of a branch that it brought did the state change?
func (s *search) within(ctx context.Context, r Result, end bool) (commit, parent string, found bool, err error) {
	parents, err := s.history.Parents(ctx, r.Commit)
	if err != nil {
		return "", "", false, err
	}
	for _, p := range parents[min(1, len(parents)):] {
		chain, err := s.history.Branch(ctx, p, r.Parent)
		if err != nil {
			return "", "", false, err
		}
		top, err := s.at(ctx, p)
		if err != nil || top != end || len(chain) < 2 {
			if err != nil {
				return "", "", false, err
			}
			continue
		}
		fork, err := s.at(ctx, chain[len(chain)-1])
		if err != nil {
			return "", "", false, err
		}
		if fork != end {
			commit, parent, err = s.between(ctx, chain, end)
			return commit, parent, err == nil, err
		}
	}
	return "", "", false, nil
}
