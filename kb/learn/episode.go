package learn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/chat"
	"github.com/9aea2451/kb/text/lazy"
	"github.com/9aea2451/kb/text/wording"
)

// Bounds of an episode.
const (
	maxTried   = 3
	maxCommits = 12
	mostGoal   = 200 // bytes
)

// episodeBase is what an episode rests on: a person's words, and what git and the tests said.
const episodeBase = .9

// episode tells what a session was for, what was tried, and how it ended: in words of the session,
// each with the event that it is from, nothing in words of kb's own but the order. A session that
// committed nothing, or that failed, is none.
func (g *gates) episode() (Candidate, bool) {
	r := g.session
	goal, at := r.goal()
	var commits []string
	var outcome string
	var last int
	for i, e := range r.s.Events {
		if e.Kind != chat.Result || e.Tool != "shell" || e.Failed() || !isCommit(r.command(i)) {
			continue
		}
		for _, m := range madeCommit().FindAllStringSubmatch(e.Text, maxCommits) {
			if len(commits) < maxCommits && !slices.Contains(commits, m[2]) {
				commits = append(commits, m[2])
			}
			outcome, last = fmt.Sprintf("committed as %s \"%s\" (event %d)", m[2], strings.ReplaceAll(m[3], `"`, "'"), i), i
		}
	}
	if last > 0 && r.greenBefore(last) >= 0 {
		outcome = fmt.Sprintf("the tests passed (event %d), ", r.greenBefore(last)) + outcome
	}
	files := r.changed()
	if goal == "" || len(commits) == 0 || len(files) == 0 || r.failed {
		return Candidate{}, false
	}
	statement := fmt.Sprintf("Asked: \"%s\" (event %d).", goal, at)
	tried := r.tried(last)
	if own := r.s.Branch == "" || IsMain(r.s.Branch); own && len(tried) == 0 && len(commits) < 2 {
		return Candidate{}, false // git log says as much
	}
	if len(tried) > 0 {
		statement += " Tried: " + strings.Join(tried, "; ") + "."
	}
	statement += " Outcome: " + outcome + "."
	c := r.candidate("episode", episodeBase, "episode", statement, at, last)
	c.Title, c.Files, c.Commits, c.OfBranch = title(goal), files[:min(len(files), maxFiles)], commits, r.s.Branch
	c.ID = identifyKey("episode", r.s.Client+"/"+SessionID(r.s.Header.Session))
	if c, ok := g.pass(c); ok {
		if r.taint < last {
			c.Tainted = true // what came after it is told by commands alone
			c.weigh()
		}
		return c, true
	}
	return Candidate{}, false
}

// IsMain reports whether a branch is one that others are merged into, by its name.
func IsMain(branch string) bool {
	return slices.Contains([]string{"main", "master", "trunk", "develop", "HEAD"}, branch)
}

// goal is what the person asked for first, in its first sentence that tells anything.
func (r *reading) goal() (string, int) {
	for _, i := range r.humans[:min(len(r.humans), 2)] {
		for _, s := range sentences(r.s.Events[i].Text) {
			if len(tokens(s)) >= 2 && !pasted().MatchString(s) {
				if len(s) > mostGoal {
					head := wording.Bytes(s, mostGoal)
					if i := strings.LastIndexByte(s[:mostGoal], ' '); i > 0 {
						head = s[:i+1]
					}
					s = head + "…"
				}
				return strings.ReplaceAll(strings.TrimRight(strip(s), ". "), `"`, "'"), i
			}
		}
	}
	return "", 0
}

// madeCommit is what git prints of a commit: its branch, its id and its subject.
var madeCommit = lazy.Pattern(`(?m)^\[([^\]\s]+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.{1,200})$`)

// greenBefore is the last result of a test before an event, -1 where there is none or it failed.
func (r *reading) greenBefore(n int) int {
	for i := n - 1; i >= 0; i-- {
		if e := r.s.Events[i]; e.Kind == chat.Result && e.Tool == "shell" && isTest(r.command(i)) {
			if r.red(i) {
				return -1
			}
			return i
		}
	}
	return -1
}

// tried is what did not work before an event: commands that failed, and what was given up.
func (r *reading) tried(before int) []string {
	var out []string
	for _, c := range r.deadEnds() {
		if at := c.Evidence[0].Turns[0]; at < before && c.Tried != "" && at < r.taint && len(out) < maxTried {
			out = append(out, fmt.Sprintf("\"%s\" (event %d)", strings.ReplaceAll(strings.TrimRight(c.Tried, "."), `"`, "'"), at))
		}
	}
	seen := map[string]bool{}
	for i, e := range r.s.Events[:before] {
		if e.Kind != chat.Result || e.Tool != "shell" || !r.red(i) || len(out) == maxTried {
			continue
		}
		if c := normalCommand(r.command(i)); c != "" && !seen[c] {
			seen[c] = true
			out = append(out, fmt.Sprintf("`%s` failed (event %d)", c, i))
		}
	}
	return out
}

// changed are the files that a session changed, those it changed most often first.
func (r *reading) changed() []string {
	n := map[string]int{}
	var out []string
	for _, e := range r.s.Events {
		if !isEdit(e) {
			continue
		}
		for _, f := range e.Files {
			if f != chat.Outside && f != "" {
				if n[f]++; n[f] == 1 {
					out = append(out, f)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return n[b] - n[a] })
	return out
}

// OnBranch makes an episode one of its branch: all sessions of a branch give one. While the branch is
// not merged it is the state of the work.
func (c *Candidate) OnBranch(merged bool) {
	c.Type = "episode"
	if !merged {
		c.Type = "work_state"
	}
	c.ID = identifyKey(c.Type, c.OfBranch)
}

// GoOn adds a later session of the same branch: what was asked first stands, how it ended last.
func (c *Candidate) GoOn(o Candidate) {
	head, _, _ := strings.Cut(c.Statement, " Outcome: ")
	if _, outcome, ok := strings.Cut(o.Statement, " Outcome: "); ok {
		c.Statement = head + " Outcome: " + outcome
	}
	for _, id := range o.Commits {
		if len(c.Commits) < maxCommits && !slices.Contains(c.Commits, id) {
			c.Commits = append(c.Commits, id)
		}
	}
	c.also(o)
	c.Tainted = c.Tainted || o.Tainted
	c.weigh()
}
