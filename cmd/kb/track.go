package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/usage"
)

// fromCommandLine is the source of what is recorded by the verbs.
const fromCommandLine = "cli"

// untracked says why this use is not recorded, "" when it is.
func (a *app) untracked() string {
	switch {
	case a.NoTrack:
		return "--no-track"
	case switchedOn(a.getenv("KB_NO_TRACK")):
		return "KB_NO_TRACK"
	case switchedOn(a.getenv("CI")):
		return "CI"
	}
	return ""
}

// switchedOn reads a variable of the environment that is a switch: set to anything but 0, false or no.
func switchedOn(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "0", "false", "no", "off":
		return false
	}
	return true
}

// record hands the answer over to stdout, and then lets f record the use: recording never delays an answer.
func (b *base) record(f func(r *usage.Recorder)) error {
	if err := b.app.flush(); err != nil {
		return err
	}
	if b.app.untracked() == "" {
		r := usage.NewRecorder(b.repo.StateDir(), func(message string) { b.app.remark("%s", message) })
		defer r.Close()
		f(r)
	}
	return nil
}

// recordSearch records a search of the present. What was asked of the past says nothing about what
// is of use today.
func (b *base) recordSearch(c *searchCmd, answer *index.Answer, took time.Duration) error {
	if c.At != "" {
		return nil
	}
	return b.record(func(r *usage.Recorder) {
		q := usage.Search{
			At:      b.app.now(),
			Source:  fromCommandLine,
			Query:   answer.Query,
			Terms:   answer.Terms,
			Mode:    string(answer.Mode),
			Filters: c.filters(),
			Latency: took,
		}
		for i := range answer.Hits {
			h := &answer.Hits[i]
			q.Results = append(q.Results, usage.Result{Note: usage.Note{Path: h.Path, ID: h.ID}, Score: h.Score})
		}
		if len(answer.Hits) > 0 {
			q.Match = answer.Hits[0].Match
		}
		r.Search(q)
	})
}

// recordRead records that a note was opened.
func (b *base) recordRead(n *index.NoteRecord) error {
	return b.record(func(r *usage.Recorder) {
		r.Read(usage.Read{At: b.app.now(), Source: fromCommandLine, Note: usage.Note{Path: n.Path, ID: n.ID}})
	})
}

// filters writes the flags that narrow a search as they would be typed.
func (c *searchCmd) filters() string {
	var out []string
	add := func(name string, values ...string) {
		if text := strings.Join(values, ","); text != "" {
			out = append(out, fmt.Sprintf("--%s %s", name, text))
		}
	}
	add("label", c.Label...)
	add("kind", c.Kind...)
	add("type", c.Type...)
	add("doc-type", c.DocType...)
	add("tag", c.Tag...)
	add("status", c.Status...)
	add("path", c.Path...)
	add("after", c.After)
	add("before", c.Before)
	if c.Active {
		out = append(out, "--active")
	}
	if c.Limit != defaultLimit {
		add("limit", strconv.Itoa(c.Limit))
	}
	return strings.Join(out, " ")
}

// defaultLimit is the number of hits that a search gives when none is asked for.
const defaultLimit = 10
