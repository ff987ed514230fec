package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	markdownType = "text/markdown"
	listPage     = 200     // resources of a page of the list
	resourceMax  = 400_000 // bytes of a resource; the rest of a longer note is read with the tool
)

// addDecisions registers the list of decisions; doing so again tells clients that the list of
// resources has changed.
func (s *Server) addDecisions() {
	s.sdk.AddResource(s.decisionsResource(), s.readDecisions)
}

// decisionsResource describes the list of decisions: there is one for all repositories of the
// server.
func (s *Server) decisionsResource() *sdk.Resource {
	return &sdk.Resource{
		URI:         decisionsURI,
		Name:        "decisions",
		Title:       "Decisions",
		MIMEType:    markdownType,
		Description: "All decisions with their statuses and what superseded them, by path.",
	}
}

// states calls f with the newest state of every repository, outside of a tool.
func (s *Server) states(ctx context.Context, f func(st *warm.View) error) error {
	for _, b := range s.bases {
		if err := s.state(ctx, b, f); err != nil {
			return err
		}
	}
	return nil
}

// state calls f with the newest state of a repository, which a panic of f closes as well.
func (s *Server) state(ctx context.Context, b *warm.Keeper, f func(st *warm.View) error) error {
	st, _, err := b.Acquire(ctx, nil)
	if err != nil {
		return err
	}
	defer st.Release()
	return f(st)
}

// listResources lists the decisions, the categories and the notes, the best linked first.
func (s *Server) listResources(ctx context.Context, req *sdk.ListResourcesRequest) (*sdk.ListResourcesResult, error) {
	text := ""
	if req.Params != nil {
		text = req.Params.Cursor
	}
	cur, err := render.ReadCursor(text, "resources/list", 1<<30)
	if err != nil {
		return nil, wire.Invalid("%s", explain(err))
	}
	all := []*sdk.Resource{s.decisionsResource()}
	err = s.states(ctx, func(st *warm.View) error {
		list, err := resources(ctx, st)
		all = append(all, list...)
		return err
	})
	if err != nil {
		return nil, err
	}
	rest := all[min(cur.Offset, len(all)):]
	res := &sdk.ListResourcesResult{Resources: append([]*sdk.Resource{}, rest[:min(len(rest), listPage)]...)}
	res.CacheScope, res.TTLMs = "private", listTTL
	if len(rest) > listPage {
		cur.Offset += listPage
		res.NextCursor = cur.Encode()
	}
	return res, nil
}

// resources lists the categories of a repository, but for those of kb's own that are empty, then
// its notes, the greatest PageRank first. Names and titles are cut, the URIs are whole.
func resources(ctx context.Context, st *warm.View) ([]*sdk.Resource, error) {
	all, err := st.Categories(ctx)
	if err != nil {
		return nil, err
	}
	var out []*sdk.Resource
	for _, a := range all.Used() {
		out = append(
			out,
			&sdk.Resource{
				URI:      categoryURI + escapePath(inServer(st.Keeper, a.Name)),
				Name:     render.Clip(render.CleanLine(a.Name), render.TitleChars),
				Title:    render.Clip(render.CleanLine(cmp.Or(a.Title, a.Name)), 100),
				MIMEType: markdownType,
			},
		)
	}
	records, err := st.Notes(ctx)
	if err != nil {
		return nil, err
	}
	records = slices.Clone(records)
	slices.SortStableFunc(records, func(a, b *index.NoteRecord) int { return cmp.Compare(b.PageRank, a.PageRank) })
	for _, r := range records {
		out = append(
			out,
			&sdk.Resource{
				URI:      uriOf(st.Keeper, r.Path),
				Name:     render.Clip(render.CleanLine(r.Path), render.TitleChars),
				Title:    render.Clip(render.CleanLine(r.Title), 100),
				MIMEType: markdownType,
			},
		)
	}
	return out, nil
}

// readNote gives the bytes of a note.
func (s *Server) readNote(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	b, path := s.splitRoot(strings.TrimPrefix(uri, noteURI))
	if b == nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	st, _, err := b.Acquire(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer st.Release()
	rec, err := st.Note(ctx, path)
	if err != nil {
		return nil, err
	}
	if rec == nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	text, err := st.Text(ctx, path)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, sdk.ResourceNotFoundError(uri)
	}
	return contents(uri, string(text.Source)), nil
}

// contents is a result of one text.
func contents(uri, text string) *sdk.ReadResourceResult {
	if len(text) > resourceMax {
		text = strings.ToValidUTF8(text[:resourceMax], "") + "\n\n[cut here: the tool read gives the rest]\n"
	}
	return &sdk.ReadResourceResult{
		Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: markdownType, Text: strings.ToValidUTF8(text, "\uFFFD")}},
	}
}

// readCategory gives a category with its summary and notes.
func (s *Server) readCategory(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	b, name := s.splitRoot(strings.TrimPrefix(uri, categoryURI))
	if b == nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	st, _, err := b.Acquire(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer st.Release()
	all, err := st.Categories(ctx)
	if err != nil {
		return nil, err
	}
	a := all.Named(name)
	if a == nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n\n", render.CleanLine(cmp.Or(a.Title, a.Name)))
	if a.Definition.Summary != "" {
		if summary, err := st.Text(ctx, a.Definition.Summary); err == nil {
			text.Write(summary.Source)
			text.WriteString("\n")
		}
	}
	for _, r := range a.Notes {
		fmt.Fprintf(&text, "- [%s](%s) %s\n", render.Clip(render.CleanLine(r.Title), render.TitleChars), uriOf(st.Keeper, r.Path),
			render.CleanLine(r.Kind+" "+r.Status))
	}
	return contents(uri, text.String()), nil
}

// readDecisions lists the decisions.
func (s *Server) readDecisions(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	var text strings.Builder
	n := 0
	err := s.states(ctx, func(st *warm.View) error {
		records, err := st.Notes(ctx)
		if err != nil {
			return err
		}
		for _, r := range records {
			if r.Kind != "decision" {
				continue
			}
			n++
			fmt.Fprintf(&text, "- [%s](%s) %s", render.Clip(render.CleanLine(r.Title), render.TitleChars),
				uriOf(st.Keeper, r.Path), cmp.Or(r.Status, "no status"))
			if r.SupersededBy != "" {
				fmt.Fprintf(&text, ", superseded by %s", uriOf(st.Keeper, r.SupersededBy))
			}
			text.WriteString("\n")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if n == 0 {
		text.WriteString("No note here is a decision. " + render.MissingKind("decision") + "\n")
	}
	return contents(req.Params.URI, "# Decisions\n\n"+text.String()), nil
}

// maxCompletions is what the protocol lets a completion have.
const maxCompletions = 100

// complete completes the paths of notes, the names of categories and the arguments of prompts.
func (s *Server) complete(ctx context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	p := req.Params
	var names func(st *warm.View) ([]string, error)
	switch {
	case p.Ref.Type == "ref/resource" && p.Ref.URI == noteURI+"{+path}" || p.Ref.Type == "ref/prompt" && p.Argument.Name == "note":
		names = func(st *warm.View) ([]string, error) { return st.Searcher.Paths(), nil }
	case p.Ref.Type == "ref/resource" && p.Ref.URI == categoryURI+"{name}" || p.Ref.Type == "ref/prompt" && p.Argument.Name == "category":
		names = func(st *warm.View) ([]string, error) {
			all, err := st.Categories(ctx)
			if err != nil {
				return nil, err
			}
			var out []string
			for _, a := range all.Used() {
				out = append(out, a.Name)
			}
			return out, nil
		}
	case p.Ref.Type == "ref/prompt" && p.Argument.Name == "topic":
		names = func(st *warm.View) ([]string, error) { return topics(ctx, st) }
	case p.Ref.Type == "ref/prompt" && p.Argument.Name == "type":
		names = func(*warm.View) ([]string, error) { return kb.MemoryTypes(), nil }
	case p.Ref.Type == "ref/prompt" && p.Argument.Name == "tags":
		names = func(st *warm.View) ([]string, error) { return tags(ctx, st) }
	}
	res := &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{Values: []string{}}}
	if names == nil {
		return res, nil
	}
	var first, other []string
	typed := strings.ToLower(p.Argument.Value)
	err := s.states(ctx, func(st *warm.View) error {
		list, err := names(st)
		for _, n := range list {
			if p.Ref.Type == "ref/resource" || p.Argument.Name == "note" {
				n = inServer(st.Keeper, n)
			}
			if slices.Contains(first, n) || slices.Contains(other, n) {
				continue // of another repository
			}
			switch low := strings.ToLower(n); {
			case strings.HasPrefix(low, typed):
				first = append(first, n)
			case strings.Contains(low, typed):
				other = append(other, n)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all := append(first, other...)
	res.Completion.Total, res.Completion.HasMore = len(all), len(all) > maxCompletions
	res.Completion.Values = append(res.Completion.Values, all[:min(len(all), maxCompletions)]...)
	return res, nil
}

// tags are those of the notes, in order.
func tags(ctx context.Context, st *warm.View) ([]string, error) {
	records, err := st.Notes(ctx)
	var out []string
	for _, r := range records {
		for _, t := range r.Tags {
			out = append(out, render.Clip(render.CleanLine(t), 100))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), err
}

// topics are the titles of decisions.
func topics(ctx context.Context, st *warm.View) ([]string, error) {
	records, err := st.Notes(ctx)
	var out []string
	for _, r := range records {
		if r.Kind == "decision" {
			out = append(out, render.Clip(render.CleanLine(r.Title), render.TitleChars))
		}
	}
	return out, err
}
