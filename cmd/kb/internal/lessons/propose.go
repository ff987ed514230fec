package lessons

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/cmd/kb/internal/branching"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/kb/secret"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// ProposeRequest asks for candidates to be proposed.
type ProposeRequest struct {
	Items  []int  // numbers in the inbox; none for all that are open and were said here
	Onto   string // the revision that the branch begins at; "" for where the work left the remote's default branch
	Branch string // "" for kb/learn-DAY-N
	DryRun bool   // no commit is made
}

// Proposal is what was proposed.
type Proposal struct {
	Branch   string             `json:"branch"`
	Base     string             `json:"base"`    // the commit that it begins at
	Commits  []string           `json:"commits"` // of Notes, in their order; none of a dry run
	Notes    []ProposedNote     `json:"notes"`
	Findings []validate.Finding `json:"findings"` // that the branch brings; none of a dry run
}

// ProposedNote is a note of a proposal.
type ProposedNote struct {
	N     int    `json:"n"`
	Path  string `json:"path"`
	Title string `json:"title"`
	Text  string `json:"-"` // of the whole file
}

// ErrNothing is the error of who has nothing to propose.
var ErrNothing = errors.New("there is nothing to propose")

// Propose makes a commit for each candidate on a branch of its own. Work tree, index, HEAD and stash
// are not touched, and the branch is there whole or not at all.
func (s *School) Propose(ctx context.Context, req ProposeRequest) (*Proposal, error) {
	if err := s.Settle(ctx); err != nil {
		return nil, err
	}
	items, err := s.pick(req.Items)
	if err != nil {
		return nil, err
	}
	repo := s.Desk.Repo
	if !req.DryRun {
		if err := repo.CanBranch(ctx, req.Branch); err != nil {
			return nil, err
		}
	}
	base, err := branching.Base(ctx, repo, req.Onto)
	if err != nil {
		return nil, err
	}
	branch := cmp.Or(req.Branch, branching.Free(ctx, repo, "kb/learn", s.Desk.Now()))
	p := &Proposal{Base: base, Branch: branch, Commits: []string{}, Findings: []validate.Finding{}}
	adds, err := s.compose(ctx, base, items, p)
	if err != nil || req.DryRun {
		return p, err
	}
	// The first commits are made to be judged; who refers to nothing is swept by git in time.
	scratch := branching.Scratch(repo)
	trial, err := repo.CommitBeside(ctx, base, adds, scratch)
	if err != nil {
		return nil, err
	}
	judged, err := s.Desk.Validate(ctx, desk.ValidateRequest{Range: base + ".." + trial[len(trial)-1]})
	if err != nil {
		return nil, err
	}
	p.Findings = judged.Findings
	for i := range adds {
		adds[i].Message = message(items[i], p.Findings, p.Notes[i].Path)
	}
	if p.Commits, err = repo.CommitBeside(ctx, base, adds, scratch); err != nil {
		return nil, err
	}
	// A kill before or behind the branch is told apart by the commit: see adopt.
	if err := s.keepProposed(items, p, ""); err != nil {
		return nil, err
	}
	if err := repo.CreateBranch(ctx, p.Branch, p.Commits[len(p.Commits)-1], "kb propose"); err != nil {
		return nil, err
	}
	return p, s.keepProposed(items, p, inbox.Proposed)
}

// keepProposed writes down in which commits candidates are, and their state unless it is "".
func (s *School) keepProposed(items []inbox.Item, p *Proposal, state inbox.State) error {
	return s.Inbox.Write(func() error {
		for i, item := range items {
			item.State, item.Branch, item.Commit, item.Path = cmp.Or(state, item.State), p.Branch, p.Commits[i], p.Notes[i].Path
			if err := s.Inbox.Put(item); err != nil {
				return err
			}
		}
		return nil
	})
}

// pick returns the candidates of some numbers, or all that are open but for what came from outside.
func (s *School) pick(numbers []int) ([]inbox.Item, error) {
	all, err := s.Inbox.Items()
	if err != nil {
		return nil, err
	}
	var out []inbox.Item
	for _, n := range numbers {
		i := slices.IndexFunc(all, func(i inbox.Item) bool { return i.N == n })
		switch {
		case i < 0:
			return nil, fmt.Errorf("no candidate %d in the inbox", n)
		case !all[i].State.Open():
			return nil, fmt.Errorf("candidate %d is %s", n, all[i].State)
		}
		out = append(out, all[i])
	}
	if len(numbers) == 0 {
		out = slices.DeleteFunc(all, func(i inbox.Item) bool { return !i.State.Open() || i.Origin == learn.Outside })
	}
	if len(out) == 0 {
		return nil, ErrNothing
	}
	return out, nil
}

// compose writes the notes of candidates, at paths that are free at the base and in the work tree.
func (s *School) compose(ctx context.Context, base string, items []inbox.Item, p *Proposal) ([]git.Beside, error) {
	entries, err := s.Desk.Repo.Listing(ctx, base)
	if err != nil {
		return nil, err
	}
	taken := make([]string, len(entries))
	for i, e := range entries {
		taken[i] = e.Path
	}
	var out []git.Beside
	for _, item := range items {
		made, err := draft.Draft{ID: item.ID, Kind: item.Kind, Type: item.Type, Title: item.Title,
			Date: s.Desk.Now().Format("2006-01-02"), Status: "proposed", Body: body(item), Taken: taken}.Compose(ctx, s.Desk.Repo)
		if err != nil {
			return nil, fmt.Errorf("candidate %d: %w", item.N, err)
		}
		at := made.Path
		taken = append(taken, at)
		text := []byte(Note(item))
		if made.Logged {
			text = made.Text
		}
		if problems := schema.Check(at, text); len(problems) > 0 {
			return nil, fmt.Errorf("candidate %d: line %d: %s", item.N, problems[0].Line, problems[0].Message)
		}
		if found := secret.Suspect(text); len(found) > 0 {
			return nil, fmt.Errorf("candidate %d: line %d of its note may hold a secret (%s): reword it with kb inbox edit, or drop it",
				item.N, found[0].Line, found[0].Rule)
		}
		out = append(out, git.Beside{Files: []git.Addition{{Path: at, Data: text}}, Message: message(item, nil, at)})
		p.Notes = append(p.Notes, ProposedNote{N: item.N, Path: at, Title: item.Title, Text: string(text)})
	}
	return out, nil
}

// Note is the text of a candidate's note: front matter, the statement, why, and at most one
// quotation, which is a person's.
func Note(item inbox.Item) string {
	front := &yaml.Node{Kind: yaml.MappingNode}
	add := func(key string, value any) {
		var v yaml.Node
		if v.Encode(value) == nil {
			if v.Kind == yaml.SequenceNode {
				v.Style = yaml.FlowStyle
			}
			front.Content = append(front.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, &v)
		}
	}
	add("id", item.ID)
	add("kind", item.Kind)
	if item.Type != "" {
		add("type", item.Type)
	}
	add("title", wording.OneLine(strings.ToValidUTF8(item.Title, "\uFFFD")))
	add("status", "proposed")
	add("source", source(item.Origin))
	add("confidence", item.Confidence)
	if item.Importance > 0 {
		add("importance", item.Importance)
	}
	if item.Tainted || item.Against != "" {
		add("needs_review", true)
	}
	addDone(item, add)
	var evidence yaml.Node
	evidence.Kind = yaml.SequenceNode
	for _, e := range item.Evidence {
		one := map[string]string{"client": e.Client, "session": e.Session, "turns": fmt.Sprintf("%d-%d", e.Turns[0], e.Turns[1])}
		if e.Day != "" {
			one["day"] = e.Day
		}
		var v yaml.Node
		if v.Encode(one) == nil {
			v.Style = yaml.FlowStyle
			evidence.Content = append(evidence.Content, &v)
		}
	}
	front.Content = append(front.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "evidence"}, &evidence)
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if enc.Encode(front) != nil || enc.Close() != nil {
		return ""
	}
	return "---\n" + b.String() + "---\n" + body(item)
}

// addDone adds what was done and where: files, steps, commits, what was tried.
func addDone(item inbox.Item, add func(key string, value any)) {
	for _, l := range []struct {
		key  string
		list []string
	}{{"files", item.Files}, {"steps", item.Steps}, {"commits", item.Commits}} {
		if len(l.list) > 0 {
			add(l.key, l.list)
		}
	}
	if len(item.Entities) > 0 {
		var named []kb.Entity
		for _, e := range item.Entities {
			named = append(named, kb.Entity{Type: e.Type, Name: e.Name})
		}
		add("entities", named)
	}
	if item.Type == "work_state" && item.OfBranch != "" {
		add("branch", item.OfBranch)
	}
	for _, told := range [][2]string{{"tried", item.Tried}, {"failed_because", item.Because}, {"instead", item.Instead}} {
		if told[1] != "" {
			add(told[0], wording.OneLine(strings.ToValidUTF8(told[1], "\uFFFD")))
		}
	}
}

// source is the word of the front matter for where a candidate comes from: "observed" for what was
// only seen to happen, "import" for what came from outside, else "agent", also for what a person typed.
func source(o learn.Origin) string {
	switch o {
	case learn.Observed:
		return "observed"
	case learn.Outside:
		return "import"
	}
	return "agent"
}

// body is what a note says. A line of what was said cannot become a heading, a fence or HTML.
func body(item inbox.Item) string {
	var b strings.Builder
	b.WriteString(plain(item.Statement) + "\n")
	printed := wording.OneLine(strings.TrimPrefix(item.Why, "The command printed: "))
	if item.Error != "" && printed != "" { // of one after a text from outside nothing is quoted
		b.WriteString("\n```\n" + strings.ReplaceAll(printed, "```", "'''") + "\n```\n")
	}
	why := []string{}
	if item.Why != "" && item.Error == "" {
		why = append(why, plain(item.Why))
	}
	if n := item.Sessions(); n > 1 {
		why = append(why, fmt.Sprintf("Seen in %d sessions.", n))
	}
	if item.Finding != "" {
		why = append(why, "It "+plain(item.Finding))
	}
	if len(why) > 0 {
		b.WriteString("\nWhy: " + strings.Join(why, " ") + "\n")
	}
	if item.Quote != "" && item.Origin == learn.Human && !learn.Repeats(item.Quote, item.Statement) {
		b.WriteString("\n> \"" + plain(item.Quote) + "\"\n")
	}
	return b.String()
}

// plain is a text as one line that markdown reads as a paragraph.
func plain(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	s = strings.NewReplacer("<", "&lt;", "[[", "[ [").Replace(s)
	rest := strings.TrimLeft(s, "0123456789")
	number := s[:len(s)-len(rest)]
	mark, _, _ := strings.Cut(rest, " ")
	switch {
	case number != "" && (mark == "." || mark == ")"):
		return number + `\` + rest // a number and its mark begin a list; before a digit \ is itself shown
	case s != "" && strings.ContainsRune("#>-+*|=~", rune(s[0])):
		return `\` + s
	case strings.HasPrefix(s, "```"):
		return "'''" + s[3:]
	}
	return s
}

// message is that of the commit of a note: its title, what it rests on, and what validate finds.
func message(item inbox.Item, found []validate.Finding, at string) string {
	var b strings.Builder
	subject := "learn: " + item.Title
	if r := []rune(subject); len(r) > 72 {
		subject = string(r[:71]) + "…"
	}
	fmt.Fprintf(
		&b,
		"%s\n\nFound by the rule %q, with confidence %.2f, in %s.\n",
		subject,
		item.Rule,
		item.Confidence,
		wording.Count(item.Sessions(), "session"),
	)
	if item.Finding != "" {
		fmt.Fprintf(&b, "\nIt %s\n", plain(item.Finding))
	}
	for _, f := range found {
		if f.Path == at {
			fmt.Fprintf(&b, "\n%s %s: %s\n", f.Severity, f.Rule, plain(f.Message))
		}
	}
	b.WriteString("\n")
	seen := map[string]bool{}
	for _, e := range item.Evidence {
		if by := e.Client + "/" + e.Session; !seen[by] {
			seen[by] = true
			fmt.Fprintf(&b, "Kb-Learned: %s\n", by)
		}
	}
	fmt.Fprintf(&b, "Kb-Candidate: %s\n", item.ID)
	return b.String()
}

// Settle looks what became of the proposals: a note that the default branch has is merged; one
// whose branch is gone or merged without it is refused, and never proposed again.
func (s *School) Settle(ctx context.Context) error {
	items, err := s.Inbox.Items()
	if err != nil {
		return err
	}
	if err := s.adopt(ctx, items); err != nil {
		return err
	}
	items = slices.DeleteFunc(items, func(i inbox.Item) bool { return i.State != inbox.Proposed })
	if len(items) == 0 {
		return nil
	}
	have, tips, err := s.mainNotes(ctx)
	if err != nil {
		return err
	}
	for _, item := range items {
		switch tip, err := s.Desk.Repo.Resolve(ctx, "refs/heads/"+item.Branch); {
		case have[item.ID] || have[item.Path]:
			item.State = inbox.Merged
		case err == nil && !branching.Within(ctx, s.Desk.Repo, tip, tips...):
			continue // it is still open
		case err != nil && s.pushed(ctx, item.Branch):
			continue
		default:
			item.State = inbox.Refused
			if err := s.Inbox.Decide(item.Candidate, inbox.Refused, "the default branch did not take it"); err != nil {
				return err
			}
		}
		if err := s.Inbox.Put(item); err != nil {
			return err
		}
	}
	return nil
}

// adopt counts open candidates as proposed whose branch was made by a process that was then killed.
func (s *School) adopt(ctx context.Context, items []inbox.Item) error {
	for i, item := range items {
		if !item.State.Open() || item.Commit == "" {
			continue
		}
		tip, err := s.Desk.Repo.Resolve(ctx, "refs/heads/"+item.Branch)
		if err != nil || !branching.Within(ctx, s.Desk.Repo, item.Commit, tip) {
			continue
		}
		items[i].State = inbox.Proposed
		if err := s.Inbox.Put(items[i]); err != nil {
			return err
		}
	}
	return nil
}

// mainNotes are the paths and ids of the notes that the default branch has, here or at the remote,
// and the commits that it is at.
func (s *School) mainNotes(ctx context.Context) (have map[string]bool, tips []string, err error) {
	repo := s.Desk.Repo
	have = map[string]bool{}
	tips = s.mainTips(ctx)
	head, err := repo.Head(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(tips) == 0 && head != "" {
		tips = append(tips, head)
	}
	for _, tip := range tips {
		entries, err := repo.Listing(ctx, tip)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range entries {
			have[e.Path] = true
		}
	}
	if !slices.Contains(tips, head) {
		return have, tips, nil // who looks at a proposal has its notes, and has not taken it for that
	}
	snap, err := s.Desk.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range snap.Entries {
		if e.Note.ID != "" {
			have[e.Note.ID] = true // also where it was moved to
		}
	}
	return have, tips, nil
}

// mainTips are the commits that the default branch is at, here and at the remote.
func (s *School) mainTips(ctx context.Context) (tips []string) {
	for _, ref := range []string{"refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master"} {
		if tip, err := s.Desk.Repo.Resolve(ctx, ref); err == nil && !slices.Contains(tips, tip) {
			tips = append(tips, tip)
		}
	}
	return tips
}

// pushed reports whether a remote had the branch when it was last asked.
func (s *School) pushed(ctx context.Context, branch string) bool {
	return s.Desk.Repo.HasRef(ctx, "refs/remotes/origin/"+branch)
}
