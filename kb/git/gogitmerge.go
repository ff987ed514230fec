package git

import (
	"context"
	"os"
	"slices"
	"strings"
)

// mergeBase finds the newest commit that both histories have.
func (g *goGit) mergeBase(ctx context.Context, a, b string) (string, error) {
	store := g.open()
	defer store.Close()
	ofA := map[string]bool{}
	err := g.ancestors(ctx, store, a, func(id string) bool {
		ofA[id] = true
		return true
	})
	if err != nil {
		return "", err
	}
	base := ""
	err = g.ancestors(ctx, store, b, func(id string) bool {
		if ofA[id] {
			base = id
		}
		return base == ""
	})
	return base, err
}

// ancestors visits a commit and all before it, the newest first, until visit returns false.
func (g *goGit) ancestors(ctx context.Context, store *objectStore, from string, visit func(id string) bool) error {
	type step struct {
		id   string
		time int64
	}
	shallow := g.shallow()
	seen := map[string]bool{from: true}
	queue := []step{{id: from}}
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !visit(at.id) {
			return nil
		}
		c, err := store.commit(at.id)
		if err != nil {
			return err
		}
		if slices.Contains(shallow, at.id) {
			continue
		}
		for _, p := range c.parents {
			if seen[p] {
				continue
			}
			seen[p] = true
			parent, err := store.commit(p)
			if err != nil {
				return err
			}
			i, _ := slices.BinarySearchFunc(queue, parent.time, func(s step, t int64) int { return int(min(max(s.time-t, -1), 1)) })
			queue = slices.Insert(queue, i, step{p, parent.time})
		}
	}
	return nil
}

// userName is who commits here, as the environment or the configuration says.
func (g *goGit) userName(context.Context) string {
	if name := g.env.get("GIT_AUTHOR_NAME"); name != "" {
		return name
	}
	return g.setting("user", "name")
}

// staged compares every entry: without the git program no tree is cached.
func (g *goGit) staged(ctx context.Context, commit string) ([]Entry, error) {
	every := func([]byte) bool { return true }
	data, err := os.ReadFile(g.indexFile)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	index := &gitIndex{}
	if err == nil {
		if index, err = decodeIndex(data, g.format, every); err != nil {
			return nil, err
		}
	}
	before := map[string]Entry{}
	if commit != "" {
		entries, err := g.tree(ctx, commit, every)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			before[e.Path] = e
		}
	}
	var changed []Entry
	for _, e := range index.entries {
		if e.Intent {
			continue
		}
		old, ok := before[e.Path]
		delete(before, e.Path)
		switch {
		case !ok:
			changed = append(changed, Entry{Path: e.Path, Size: -1})
		case old.ID != e.ID || old.Mode != e.Mode || e.Stage != 0:
			changed = append(changed, old)
		}
	}
	for _, old := range before {
		changed = append(changed, old)
	}
	slices.SortFunc(changed, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(changed, func(a, b Entry) bool { return a.Path == b.Path }), nil
}
