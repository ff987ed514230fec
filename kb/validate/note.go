package validate

import (
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// Note judges all that one note of a snapshot says, as if it were new among the others. source is the
// note's bytes, which may stand in no file. Waived findings are among the result, and nothing where
// the snapshot has no such note.
func Note(ctx context.Context, repo *kb.Repo, s *snapshot.Snapshot, path string, source []byte, o Options) ([]Finding, error) {
	e := s.Entry(path)
	if e == nil {
		return nil, nil
	}
	before := s.Tree.Without(func(p string) bool { return p == path })
	change := Change{Path: path, New: e}
	r := &Run{
		Before: s.With(before, map[string]*snapshot.Entry{path: nil}), After: s, Changes: []Change{change},
		Day: o.Day, Config: s.Tree.Config, Waivers: readWaivers(s.Tree), alone: true,
	}
	r.naming = naming{ctx: ctx, repo: repo, trees: o.Names}
	r.accepted, r.waiversBefore = r.Waivers, r.Waivers
	r.watch = func(int, int) bool { return ctx.Err() == nil }
	rules := wanted(o.Skip)
	r.asksForDuplicates = slices.ContainsFunc(rules, func(rule Rule) bool { return rule.Name == "near-duplicate" })
	found, err := r.file(ctx, repo, rules, &File{Change: change, Source: source, Doc: notes.Document(source)})
	if err != nil {
		return nil, err
	}
	for _, rule := range rules {
		if rule.Tree != nil && ctx.Err() == nil {
			found = append(found, r.weigh(rule, rule.Tree(r))...)
		}
	}
	return r.finish(found, func(p string) bool { return p == path }), ctx.Err()
}

// Statements reads the statements of a text that is called name, or "". A text of one line is a statement even where a
// document's reader would see none.
func Statements(name string, text []byte) []*read.Parsed {
	doc := notes.Document(text)
	var parsed []*read.Parsed
	for _, st := range markdown.Statements(doc, text) {
		parsed = append(parsed,
			read.Parse(read.Statement{Text: st.Text, Context: st.HeadingPath, Conditions: st.Conditions, Document: name}))
	}
	if said := strings.TrimSpace(string(text)); len(parsed) == 0 && said != "" && !strings.Contains(said, "\n") {
		parsed = append(parsed, read.Parse(read.Statement{Text: said, Document: name}))
	}
	return parsed
}
