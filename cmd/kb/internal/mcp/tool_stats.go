package mcp

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
)

// StatsArgs are the arguments of memory_stats.
type StatsArgs struct {
	Root string `json:"root,omitempty" jsonschema:"only this repository"`
}

// statsTool is the tool to which an empty repository is no news: it tells of that itself.
const statsTool = "memory_stats"

// stats tells of each repository that is asked, in the order of the server.
func (s *Server) stats(ctx context.Context, c *call, in StatsArgs) (*render.Stats, error) {
	out := &render.Stats{Repositories: []render.Repository{}}
	err := c.each(ctx, in.Root, func(ctx context.Context, st *warm.View) error {
		r, err := stats(ctx, st)
		if err == nil {
			out.Repositories = append(out.Repositories, *r)
		}
		return err
	})
	return out, err
}

// stats sums up a repository from its index, and says how far its history is read and what it
// lacks. Tags of summaries do not count.
func stats(ctx context.Context, st *warm.View) (*render.Repository, error) {
	records, err := st.Notes(ctx)
	if err != nil {
		return nil, err
	}
	info, err := st.Searcher.Info(ctx)
	if err != nil {
		return nil, err
	}
	r := &render.Repository{
		Root: st.Keeper.Name, Folder: cmp.Or(st.Keeper.Repo.Root, st.Keeper.Repo.GitDir), Commit: info.Commit, Notes: info.Notes,
		Chunks: info.Chunks, Links: info.Links,
		Broken: info.Broken, Updated: info.Updated, Kinds: map[string]int{}, Types: map[string]int{}, Statuses: map[string]int{},
		Tags: []string{}, Limits: []string{}, Missing: []string{},
	}
	tags := map[string]int{}
	for _, n := range records {
		r.Count(n)
		if n.Kind == "summary" {
			continue // its tags are the words by which its category is known
		}
		for _, t := range n.Tags {
			tags[t]++
		}
	}
	r.Tags = append(
		r.Tags,
		slices.SortedFunc(maps.Keys(tags), func(a, b string) int { return cmp.Or(cmp.Compare(tags[b], tags[a]), cmp.Compare(a, b)) })...)
	r.Tags = r.Tags[:min(len(r.Tags), render.MostTags)]
	for i, t := range r.Tags {
		r.Tags[i] = render.Clip(t, 40)
	}
	r.History = render.Reached(st.History.Reach())
	r.Limits = append(append(r.Limits, st.History.Limits(ctx)...), render.LeftOut(st.Skipped())...)
	r.Missing = append(r.Missing, render.Missing(r)...)
	return r, nil
}
