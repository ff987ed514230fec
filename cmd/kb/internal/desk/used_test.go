package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/habit"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/observe"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/usage"
	"github.com/9aea2451/kb/kb/validate"
)

// seek records a search of so many days before noon, with the notes that were opened after it.
func seek(t *testing.T, d *Desk, days int, query string, results []string, opened ...string) {
	t.Helper()
	r := usage.NewRecorder(d.Repo.StateDir(), func(m string) { t.Error(m) })
	defer r.Close()
	q := usage.Search{At: noon().AddDate(0, 0, -days), Source: "cli", Session: "s", Query: query, Mode: "hybrid", Latency: 20e6}
	for _, path := range results {
		q.Match = "keyword"
		q.Results = append(q.Results, usage.Result{Note: usage.Note{Path: path}, Score: 1})
	}
	r.Search(q)
	for i, path := range opened {
		r.Read(usage.Read{At: q.At.Add(time.Duration(i+1) * time.Second), Source: "cli", Session: "s", Note: usage.Note{Path: path}})
	}
}

// pastOf is the whole history of a desk.
func pastOf(t *testing.T, d *Desk) *Past {
	t.Helper()
	p, err := d.HistoryAt(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The statistics say what is in a base, what is asked and opened, and what agents made of it.
func TestStatsOfAUsedBase(t *testing.T) {
	r := shop(t)
	r.Write("docs/twin/tea.md", "# Tea too\n", "docs/lost.md", "# Lost\n\nSee [[tea]] and itself: [lost](lost.md).\n",
		".memory/memories/end.md", "---\nkind: memory\ntype: dead_end\nfiles: [brew.go]\n---\n# Lids do not help\n\nThey rust.\n")
	d, v := at(t, r, Options{Patient: true})
	seek(t, d, 2, "green tea", []string{"docs/tea.md", "docs/copy.md"}, "docs/tea.md")
	seek(t, d, 1, "coffee", nil)
	seek(t, d, 0, "coffee", nil)
	seek(t, d, 40, "long ago", []string{"docs/tea.md"})
	state := agents.At(d.Repo.StateDir())
	note := func(session string, lines ...agents.Line) {
		for _, l := range lines {
			l.Time, l.Client, l.Session = noon(), "claude", session
			if err := state.Scratch(l.Client, session).Append(l); err != nil {
				t.Fatal(err)
			}
		}
	}
	brew, cups := []string{"brew.go"}, []string{"cups.go"}
	end, boil := ".memory/memories/end.md", ".memory/memories/boil.md"
	note(
		"one",
		agents.Line{Event: "read", Files: brew, Given: []string{end, boil}},
		agents.Line{Event: "read", Files: cups, Given: []string{boil}},
		agents.Line{Event: "edit", Files: brew},
	)
	note("two", agents.Line{Event: "edit", Files: brew}, agents.Line{Event: "read", Files: brew, Given: []string{end}},
		agents.Line{Event: "edit", Files: cups}, agents.Line{Event: "read", Files: brew})
	box, err := inbox.Open(state.Dir, noon)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range []inbox.State{
		inbox.Waiting, inbox.New, inbox.New, inbox.Edited, inbox.Proposed, inbox.Proposed, inbox.Merged, inbox.Refused, inbox.Refused,
		inbox.Refused, inbox.Refused, inbox.Dropped,
	} {
		if err := box.Put(inbox.Item{Candidate: learn.Candidate{ID: fmt.Sprint(i), Kind: "memory"}, State: s}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 3 {
		overrun := observe.Trace{Main: "auth", Steps: 8, Planned: 4, Signals: []observe.Signal{{Class: observe.StepOverrun, Key: "auth"}}}
		if err := box.PutTrace(fmt.Sprint("claude/", n), int64(n), overrun); err != nil {
			t.Fatal(err)
		}
	}
	box.Close()
	s, err := v.Stats(t.Context(), pastOf(t, d), StatsRequest{Days: 30, Top: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := Worth{Sessions: 2, Given: 3, Followed: 2, DeadEnds: 2, ReEntered: 1, Waiting: 3, Proposed: 2, Merged: 1, Refused: 4,
		Overruns: []habit.Overrun{{Module: "auth", Sessions: 3, Over: 3, Ratio: 2}}}
	if s.Agents == nil || !reflect.DeepEqual(*s.Agents, want) {
		t.Errorf("agents: %+v, want %+v", s.Agents, want)
	}
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "stats.txt", rounded(string(text))+"\n")
	quick, err := v.Stats(t.Context(), pastOf(t, d), StatsRequest{Days: 1, NoStale: true})
	if err != nil || quick.Notes.Stale != nil || quick.Searches.Total != 1 ||
		!slices.Contains(quick.Unknown, "which notes are stale was not judged") {
		t.Errorf("without what takes long: %v stale, %d searches, %q, %v", quick.Notes.Stale, quick.Searches.Total, quick.Unknown, err)
	}
}

// Where no hook and no inbox tells of agents nothing is said of them.
func TestStatsWithoutAgents(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n")
	d, v := at(t, r, Options{})
	s, err := v.Stats(t.Context(), pastOf(t, d), StatsRequest{Days: 7})
	if err != nil || s.Agents != nil || s.Links.Total != 0 || s.Links.Orphans != 1 || len(s.Searches.Days) != 7 {
		t.Errorf("%+v, %v", s, err)
	}
}

// told is a memory about the matter of a number, in words that no other has.
func told(front string, n int) string {
	words := strings.Fields(
		"amber birch cedar delta ember fjord grove heron inlet joint kayak lemon mango nylon onion pearl quartz raven slate topaz",
	)
	var b strings.Builder
	fmt.Fprintf(&b, "---\nkind: memory\ntype: fact\n%s---\n# Matter %d\n\n", front, n)
	for i := range 30 {
		fmt.Fprintf(&b, "%s%d ", words[(n*7+i*3)%len(words)], n*100+i)
	}
	return b.String() + "\n"
}

// What may go is what nobody opened for long, is old and not protected; what says the same twice is
// told once, by its older note.
func TestCollectNotes(t *testing.T) {
	r := gittest.New(t)
	dir := ".memory/memories/"
	r.Write(
		dir+"faded.md",
		told("confidence: 0.4\n", 1)+"\nSee [itself](faded.md).\n",
		dir+"opened.md",
		told("confidence: 0.4\n", 2)+"\nSee [that](named.md).\n",
		dir+"pinned.md",
		told("confidence: 0.4\npinned: true\n", 3),
		dir+"verified.md",
		told("confidence: 0.4\nverified: 2025-06-01\n", 4),
		dir+"named.md",
		told("confidence: 0.4\n", 5),
		dir+"names.md",
		told("confidence: 0.4\n", 6)+"\nSee [that](named.md).\n",
		dir+"past.md",
		told("confidence: 0.4\nverified: 2025-03-31\n", 7),
		dir+"a1.md",
		told("", 8),
		dir+"a2.md",
		told("", 8)+"One line more.\n",
		dir+"a3.md",
		told("", 8)+"Another line.\n",
		dir+"gone.md",
		told("valid_until: 2020-01-01\n", 9)+"\nSee [that](past.md).\n",
		"docs/d.md",
		"# Doc\n\nWhat a doc says is old, too.\n",
		dir+"p1.md",
		told("pinned: true\n", 11),
		dir+"p2.md",
		told("", 11),
		".memory/decisions/0001-x.md",
		strings.Replace(told("", 12), "memory\ntype: fact", "decision", 1),
		".memory/decisions/0002-x.md",
		strings.Replace(told("", 12), "memory\ntype: fact", "decision", 1),
	)
	r.Commit("Begin", gittest.Date("2020-01-01T10:00:00Z")...)
	r.Write(dir+"a2.md", told("", 8)+"One line more!\n", dir+"fresh.md", told("confidence: 0.1\n", 10))
	r.Commit("Go on", gittest.Date("2026-03-20T10:00:00Z")...)
	r.Write(dir+"b1.md", told("", 8)+"And this.\n")
	d, v := at(t, r, Options{Patient: true})
	collect := func(req CollectRequest) *Collected {
		t.Helper()
		found, err := v.Collect(t.Context(), pastOf(t, d), req)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := collect(CollectRequest{}); found.Unknown != "no use is recorded yet" || len(found.Prunable) > 0 {
		t.Errorf("before any use: %q, %+v", found.Unknown, found.Prunable)
	}
	seek(t, d, 29, "matter", []string{dir + "faded.md", dir + "opened.md"}, dir+"opened.md")
	if found := collect(CollectRequest{}); found.Unknown != "use is recorded only since 2026-03-03" || len(found.Prunable) > 0 {
		t.Errorf("after a month of use: %q, %+v", found.Unknown, found.Prunable)
	}
	seek(t, d, 31, "older matter", []string{dir + "faded.md"})
	old := CollectRequest{NoData: true, Old: Old{FoldDays: 30, FoldReads: 1, ArchiveDays: 180}}
	if found := collect(old); len(found.Unread) > 0 || !strings.HasPrefix(found.UnknownUnread, "use is recorded only since") ||
		len(found.Fold) != len(found.Prunable)+4 || found.Index != nil {
		t.Errorf("%d unread (%s), %d of %d to be folded", len(found.Unread), found.UnknownUnread, len(found.Fold), len(found.Prunable))
	}
	found := collect(CollectRequest{})
	kept := map[string]string{}
	for _, p := range found.Prunable {
		kept[strings.TrimPrefix(p.Path, dir)] = p.Kept
	}
	want := map[string]string{
		"faded.md": "", "docs/d.md": "", "verified.md": "was verified on 2025-06-01",
		"named.md": "is referred to by " + dir + "names.md", "names.md": "", "past.md": "",
	}
	for name, why := range want {
		if got, ok := kept[name]; !ok || got != why {
			t.Errorf("%s is kept %q (%v), want %q", name, got, ok, why)
		}
	}
	for _, name := range []string{"opened.md", "fresh.md", "pinned.md", "gone.md", "a2.md", "b1.md"} {
		if _, ok := kept[name]; ok {
			t.Errorf("%s can go", name)
		}
	}
	var pairs []string
	for _, p := range found.Duplicates {
		pairs = append(
			pairs,
			strings.ReplaceAll(fmt.Sprintf("%s < %s: %s %d-%d", p.Older, p.Newer, p.Kept, len(p.Removed), len(p.Added)), dir, ""),
		)
	}
	slices.Sort(pairs)
	if got := strings.Join(pairs, "\n"); got != duplicatesOfEight {
		t.Errorf("duplicates:\n%s", got)
	}
	if found.Metrics != 1 { // the search of 31 days ago
		t.Errorf("%d events are old", found.Metrics)
	}
	if found := collect(CollectRequest{Apply: true, NoNotes: true}); !found.Applied || len(found.Duplicates)+len(found.Prunable) > 0 ||
		found.Metrics != 1 {
		t.Errorf("without notes: %+v", found)
	}
	if found := collect(CollectRequest{NoNotes: true}); found.Metrics != 0 {
		t.Errorf("%d events are old after they went", found.Metrics)
	}
}

// Where what was used cannot be read the rest is done, and it is said what is left out.
func TestCollectWithoutUse(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n", "b.md", "# B\n\n[a](a.md)\n")
	var said []string
	d, v := at(t, r, Options{Patient: true, Remark: func(m string) { said = append(said, strings.SplitAfter(m, ":")[0]) }})
	if err := os.MkdirAll(filepath.Join(d.Repo.StateDir(), "usage.db", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, apply := range []bool{false, true} {
		said = nil
		found, err := v.Collect(t.Context(), pastOf(t, d), CollectRequest{Apply: apply, NoNotes: true})
		if err != nil || found.Metrics != 0 || found.Index == nil || !slices.Equal(said, []string{"what was used is not known:"}) {
			t.Errorf("apply %v: %+v, %v, said %q", apply, found, err, said)
		}
	}
	said = nil
	near, err := v.Related(t.Context(), "a.md", 5)
	if err != nil || len(near.Hits) != 1 || !slices.Equal(said, []string{"this answer leaves out what is read together:"}) {
		t.Errorf("%+v, %v, said %q", near, err, said)
	}
}

const duplicatesOfEight = `.memory/decisions/0002-x.md < .memory/decisions/0001-x.md: ` +
	`.memory/decisions/0002-x.md is a decision, which does not age 0-0
a1.md < a2.md: a1.md is superseded already by this run 0-1
a1.md < b1.md:  0-1
a2.md < b1.md:  1-1
a3.md < a1.md:  1-0
a3.md < a2.md: a3.md is superseded already by this run 1-1
a3.md < b1.md: a3.md is superseded already by this run 1-1
p2.md < p1.md: p1.md is pinned 0-0`

// The use of a note follows it through renames that git tells of.
func TestUseFollowsRenames(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", told("", 1), "b.md", told("", 2))
	r.Commit("Begin")
	d, _ := at(t, r, Options{})
	seek(t, d, 0, "matter", []string{"a.md"}, "a.md")
	seek(t, d, 0, "other", []string{"b.md"}, "b.md")
	for _, step := range [][2]string{{"a.md", "m.md"}, {"m.md", "docs/z.md"}} {
		r.Write("docs/x.md", "# X\n")
		r.Git("mv", step[0], step[1])
		r.Commit("Move to " + step[1])
	}
	d, _ = at(t, r, Options{Patient: true})
	d.FollowRenames(t.Context())
	u, err := usage.Look(d.Repo.StateDir())
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	counts, err := u.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for path, opened := range map[string]int{"docs/z.md": 1, "b.md": 1, "c.md": 0} {
		if got := counts.Of(usage.Note{Path: path}).Opened; got != opened {
			t.Errorf("%s was opened %d times, want %d", path, got, opened)
		}
	}
	if d.accesses(t.Context()) == nil {
		t.Error("nothing is known of the use")
	}
}

// An excerpt is of the section that was asked for, from a line on, and never goes beyond it.
func TestExcerpts(t *testing.T) {
	text := Text{Ref{Path: "a.md", Heading: ""}, []byte("# A\n\nOne.\n\n## B\n\nTwo.\nThree.\n"), ""}
	for _, c := range []struct {
		heading     string
		start, skip int
		want        string
	}{
		{"", 0, 0, "1-8 of 8, 8 left: # A\n\nOne.\n\n## B\n\nTwo.\nThree.\n"}, {"", 7, 0, "7-8 of 8, 2 left: Two.\nThree.\n"},
		{"", 7, 1, "8-8 of 8, 1 left: Three.\n"}, {"B", 0, 0, "5-8 of 8, 4 left: ## B\n\nTwo.\nThree.\n"},
		{"B", 2, 2, "7-8 of 8, 2 left: Two.\nThree.\n"}, {"B", 8, 0, "8-8 of 8, 1 left: Three.\n"},
		{"", 8, 1, "line 9 is beyond the end, line 8"}, {"B", 9, 0, "line 9 is beyond the end, line 8"},
		{"C", 0, 0, `a.md has no section "C"`},
	} {
		text.Heading = c.heading
		e, err := text.Excerpt(c.start, c.skip)
		got := fmt.Sprintf("%d-%d of %d, %d left: %s", e.From, e.EndLine, e.Lines, e.Rest(), e.Text)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v is %q", c, got)
		}
	}
	empty, err := Text{Ref{Path: "e.md", Heading: ""}, nil, ""}.Excerpt(0, 0)
	if err != nil || empty.Text != "" || empty.From != 1 || empty.Lines != 1 {
		t.Errorf("of an empty note: %+v, %v", empty, err)
	}
}

// What cannot be judged is an error that says what was asked for.
func TestRangesThatCannotBeJudged(t *testing.T) {
	r := shop(t)
	d, _ := at(t, r, Options{})
	r.Git("checkout", "-q", "--orphan", "other")
	r.Commit("Alone")
	for _, c := range []struct {
		req  ValidateRequest
		want string
	}{
		{ValidateRequest{Range: "main"}, "main is no range"},
		{ValidateRequest{Range: "main..other"}, "main and other have no history in common"},
		{ValidateRequest{Against: "nope"}, "no such revision: nope"},
	} {
		if _, err := d.Validate(t.Context(), c.req); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v", c.req, err)
		}
	}
	var unknown *RevisionError
	if _, err := d.Validate(t.Context(), ValidateRequest{Range: "nope..main"}); !errors.As(err, &unknown) ||
		!strings.Contains(err.Error(), "nope") {
		t.Errorf("an end that is not there: %v", err)
	}
	staged, err := d.Validate(t.Context(), ValidateRequest{Staged: true})
	if err != nil || len(staged.Findings) > 0 {
		t.Errorf("nothing staged: %+v, %v", staged, err)
	}
}

// Findings are counted by how grave they are, and waived ones are told only when they are asked for.
func TestCountsOfFindings(t *testing.T) {
	r := gittest.New(t)
	r.Write(
		"a.md",
		"# A\n\nSee [b](b.md). The limit is 10 MB.\n",
		".memory/decisions/0001-x.md",
		"---\nkind: decision\nstatus: acepted\nwaivers:\n"+
			"  - {rule: link-broken, target: y.md, reason: known}\n---\n# X\n\nSee [y](y.md).\n",
		"r.md",
		"# R\n\nTokens MUST expire after 15 minutes.\n\nSome prose.\n",
		"s.md",
		"# S\n\nTokens MUST NOT expire after 15 minutes.\n",
	)
	r.Commit("Begin")
	d, _ := at(t, r, Options{})
	all, err := d.Validate(t.Context(), ValidateRequest{All: true, Waived: true})
	if err != nil {
		t.Fatal(err)
	}
	var errs, warnings, waived int
	for _, f := range all.Findings {
		switch {
		case f.Waived != "":
			waived++
		case f.Severity == validate.Error:
			errs++
		case f.Severity == validate.Warning:
			warnings++
		}
	}
	if errs == 0 || errs != all.Errors || warnings != all.Warnings || waived != all.Waived {
		t.Errorf("%d errors, %d warnings, %d waived; told are %+v", errs, warnings, waived, all)
	}
	fewer, err := d.Validate(t.Context(), ValidateRequest{All: true})
	if err != nil || len(fewer.Findings) != len(all.Findings)-waived || fewer.Waived != waived {
		t.Errorf("without waived ones: %+v, %v", fewer, err)
	}
	s, err := d.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for note, want := range map[string]int{"": 1, "r.md": 1, "s.md": 1, "a.md": 0} {
		found, err := d.Conflicts(t.Context(), s, ConflictsRequest{Note: note, Limit: 1})
		if err != nil || len(found.Findings) != want || found.Total != want || found.Rules != 2 || found.Statements <= found.Rules {
			t.Errorf("conflicts of %q: %+v, %v", note, found, err)
		}
	}
}

// A review asks the saved queries of both sides, and opens the index for the first of them only.
func TestReviewAsksSavedQueries(t *testing.T) {
	r := shop(t)
	r.Write(".memory/queries.jsonl", `{"query": "green tea", "expect": ["docs/tea.md"]}`+"\n")
	r.Commit("Save a query")
	r.Git("rm", "-q", "docs/tea.md")
	r.Commit("No tea")
	whole, _ := at(t, r, Options{Patient: true})
	opened := 0
	d := Of(whole.Repo, Options{Now: noon, Patient: true})
	found, err := review.FindRange(t.Context(), d.Repo, "HEAD~1..HEAD")
	if err != nil {
		t.Fatal(err)
	}
	s := &savedQueries{
		desk:  d,
		views: map[string]*View{},
		open:  func(context.Context) error { opened++; d.Index = whole.Index; return nil },
	}
	defer s.close()
	for commit, want := range map[string]bool{found.Base: true, found.Head: false, "": false} {
		for range 2 {
			paths, err := s.search(t.Context(), commit, "how long does green tea brew", 3)
			if err != nil || slices.Contains(paths, "docs/tea.md") != want || len(paths) == 0 {
				t.Errorf("%.8s: %q, %v", commit, paths, err)
			}
		}
	}
	if opened != 1 || len(s.views) != 3 {
		t.Errorf("opened %d times, %d views", opened, len(s.views))
	}
}

// Somebody saves and deletes while another asks: what was found before a file went is told all the
// same, and nothing is said of what it contradicts.
func TestContextOutlivesANote(t *testing.T) {
	r := shop(t)
	_, v := at(t, r, Options{Patient: true})
	if err := os.Remove(filepath.Join(r.Dir, "docs/tea.md")); err != nil {
		t.Fatal(err)
	}
	c, err := v.Context(t.Context(), packing.Request{Task: "how long green tea brews"})
	if err != nil || !slices.ContainsFunc(c.Chunks, func(c packing.Chunk) bool { return c.Path == "docs/tea.md" }) {
		t.Errorf("%+v, %v", c, err)
	}
}
