package org

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/index/org/cluster"
)

// What a cluster may be in need of.
var (
	ErrNothing = errors.New("nothing has been pushed yet")
	ErrForm    = errors.New("the index was made by another version of kb")
)

// current names the index behind the alias, "" where there is none.
func (o *Org) current(ctx context.Context) (string, error) {
	names, err := o.c.Aliased(ctx, o.s.Alias)
	switch {
	case err != nil || len(names) == 0:
		return "", err
	case len(names) > 1:
		return "", fmt.Errorf("the alias %s stands for %d indices: kb org use N names the one that counts", o.s.Alias, len(names))
	}
	return names[0], nil
}

// opened names the index that is asked.
func (o *Org) opened(ctx context.Context) (string, error) {
	if err := o.c.Check(ctx); err != nil {
		return "", err
	}
	index, err := o.current(ctx)
	if err != nil {
		return "", err
	}
	if index == "" {
		return "", fmt.Errorf("%w: there is no alias %s at %s", ErrNothing, o.s.Alias, o.c.Host())
	}
	return index, o.checkMeta(ctx, index)
}

// checkMeta refuses an index that this kb cannot use: ErrNothing where there is none, ErrForm for
// one of another form; vectors of another model are refused as well.
func (o *Org) checkMeta(ctx context.Context, index string) error {
	var m meta
	found, err := o.c.Meta(ctx, index, &m)
	switch {
	case err != nil:
		return err
	case !found:
		return fmt.Errorf("%w: there is no index %s at %s", ErrNothing, index, o.c.Host())
	case m.Form != form:
		return fmt.Errorf("%w: %s has form %d, this kb reads %d; push into a generation beside it (kb org push --generation N)",
			ErrForm, index, m.Form, form)
	case m.Model != o.s.Model:
		return fmt.Errorf("%s has vectors of %q, your configuration says %q (org.model)", index, m.Model, o.s.Model)
	}
	return nil
}

// indexFor names the index that is pushed into, and makes it where it is missing. The first one that
// is ever made is put behind the alias at once.
func (o *Org) indexFor(ctx context.Context, generation int) (string, error) {
	index, err := o.current(ctx)
	if err != nil {
		return "", err
	}
	first := index == "" && generation == 0
	switch {
	case first:
		index = o.indexName(1)
	case generation > 0:
		index = o.indexName(generation)
	}
	m := meta{Form: form, Model: o.s.Model}
	if o.embedder != nil {
		vector, err := o.embedder.Query(ctx, "dimensions")
		if err != nil {
			return "", fmt.Errorf("how many dimensions %s has is not known: %w", o.s.Model, err)
		}
		m.Dim = len(vector)
	}
	if first || generation > 0 {
		if err := o.c.Create(ctx, index, definition(m, o.s.Shards)); err != nil && !errors.Is(err, cluster.ErrConflict) {
			return "", err
		}
	}
	if first {
		if err := o.c.Switch(ctx, o.s.Alias, index, nil); err != nil {
			return "", err
		}
	}
	return index, o.checkMeta(ctx, index)
}

// Use puts a generation behind the alias, in the place of the one that is there.
func (o *Org) Use(ctx context.Context, generation int) (string, error) {
	if err := o.c.Check(ctx); err != nil {
		return "", err
	}
	index := o.indexName(generation)
	if err := o.checkMeta(ctx, index); err != nil {
		return "", err
	}
	names, err := o.c.Aliased(ctx, o.s.Alias)
	if err != nil {
		return "", err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == index })
	return index, o.c.Switch(ctx, o.s.Alias, index, names)
}

// generationOf reads the number of an index, 0 where its name has none.
func (o *Org) generationOf(index string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(index, o.s.Alias+"-"))
	if err != nil {
		return 0
	}
	return n
}

// Repository is a repository that the cluster has.
type Repository struct {
	Name    string   `json:"name"`
	Commit  string   `json:"commit"`
	Pushed  string   `json:"pushed"` // RFC 3339
	Number  int      `json:"number"` // of pushes so far
	Notes   int      `json:"notes"`
	Chunks  int      `json:"chunks"`
	Readers []string `json:"readers"`
}

// Inventory is what lies in the cluster, as far as the asker may read it.
type Inventory struct {
	Server       string       `json:"server"`
	Alias        string       `json:"alias"`
	Index        string       `json:"index"`
	Generation   int          `json:"generation"`
	Groups       []string     `json:"groups"` // of the asker
	Notes        int          `json:"notes"`
	Chunks       int          `json:"chunks"`
	Repositories []Repository `json:"repositories"`
}

// maxListed bounds the repositories that are listed.
const maxListed = 10_000

// Status lists the repositories, by name.
func (o *Org) Status(ctx context.Context) (*Inventory, error) {
	index, err := o.opened(ctx)
	if err != nil {
		return nil, err
	}
	s := &Inventory{Server: o.c.Host(), Alias: o.s.Alias, Index: index, Generation: o.generationOf(index), Groups: o.readers()}
	s.Repositories = []Repository{}
	heads, err := o.heads(ctx, index, cluster.Body{
		"size": maxListed, "sort": []string{"name"}, "_source": cluster.Body{"excludes": []string{"data"}},
		"query": o.readable("h", aside{}),
	})
	if err != nil {
		return nil, err
	}
	for _, h := range heads {
		s.Repositories = append(s.Repositories, Repository{h.Name, h.Commit, h.Pushed, h.Number, h.Notes, h.Chunks, h.Readers})
		s.Notes, s.Chunks = s.Notes+h.Notes, s.Chunks+h.Chunks
	}
	return s, nil
}

// Forget removes a repository: its head first, so that it is gone at once for all who ask. It tells
// how many documents went.
func (o *Org) Forget(ctx context.Context, name string) (int, error) {
	index, err := o.opened(ctx)
	if err != nil {
		return 0, err
	}
	repo := key(name)
	var head headDoc
	was, found, err := o.c.Get(ctx, index, headID(repo), &head)
	if err != nil {
		return 0, err
	}
	gone := 0
	if found {
		if err := o.c.Delete(ctx, index, headID(repo), was); err != nil {
			return 0, fmt.Errorf("forget %s: %w", name, err)
		}
		gone++
	}
	if err := o.c.Refresh(ctx, index); err != nil {
		return gone, err
	}
	n, err := o.c.DeleteBy(ctx, index, term("repo", repo))
	if gone += n; err == nil && gone == 0 {
		err = fmt.Errorf("%w of a repository %s", ErrNothing, name)
	}
	return gone, err
}
