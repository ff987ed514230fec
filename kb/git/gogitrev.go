package git

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// resolve reads a revision: a name or an id, abbreviated or not, followed by any of ~N, ^N, ^{} and
// ^{commit}. What else git knows, such as @{yesterday} and :/text, needs the git program.
func (g *goGit) resolve(ctx context.Context, rev string) (string, error) {
	store := g.open()
	defer store.Close()
	base, suffix := rev, ""
	if i := strings.IndexAny(rev, "~^"); i >= 0 {
		base, suffix = rev[:i], rev[i:]
	}
	if strings.Contains(rev, "@{") || strings.Contains(rev, ":") {
		return "", fmt.Errorf("%q: %w (such revisions need the git program)", rev, ErrUnknownRev)
	}
	id, err := g.base(store, base)
	if err == nil {
		id, err = g.peel(store, id)
	}
	if err == nil {
		id, err = g.ancestor(ctx, store, id, suffix)
	}
	if errors.Is(err, ErrMissing) || errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%q: %w", rev, ErrUnknownRev)
	}
	return id, err
}

// base finds a name, else an id.
func (g *goGit) base(store *objectStore, name string) (string, error) {
	if name == "@" {
		name = "HEAD"
	}
	if id := strings.ToLower(name); g.format.isID(id) {
		return id, nil
	}
	id, err := g.refs.find(name)
	if errors.Is(err, fs.ErrNotExist) && len(name) >= 4 && isHex(strings.ToLower(name)) {
		prefix := strings.ToLower(name)
		start, _ := hex.DecodeString(prefix[:len(prefix)&^1])
		hashes, err := store.storage.HashesWithPrefix(start)
		for i := 0; i < len(store.borrowed) && err == nil; i++ {
			var more []plumbing.Hash
			more, err = store.borrowed[i].HashesWithPrefix(start)
			hashes = append(hashes, more...)
		}
		if err != nil {
			return "", err
		}
		var found []string
		for _, h := range hashes {
			id := h.String()
			if !strings.HasPrefix(id, prefix) || slices.Contains(found, id) {
				continue
			}
			if _, err := g.peel(store, id); err == nil {
				found = append(found, id)
			}
		}
		if len(found) != 1 {
			return "", fmt.Errorf("%d commits begin with %s: %w", len(found), prefix, fs.ErrNotExist)
		}
		return found[0], nil
	}
	return id, err
}

// peel follows annotated tags to a commit.
func (g *goGit) peel(store *objectStore, id string) (string, error) {
	for range maxRefDepth {
		o, err := store.find(id)
		if err != nil {
			return "", err
		}
		switch o.Type() {
		case plumbing.CommitObject:
			return id, nil
		case plumbing.TagObject:
			if id, err = store.tagTarget(id); err != nil {
				return "", err
			}
		default:
			return "", fmt.Errorf("%s is a %s, not a commit: %w", id, o.Type(), fs.ErrNotExist)
		}
	}
	return "", fmt.Errorf("tag %s goes too deep", id)
}

// ancestor follows ~N and ^N from a commit.
func (g *goGit) ancestor(ctx context.Context, store *objectStore, id, suffix string) (string, error) {
	shallow := g.shallow()
	for suffix != "" {
		op := suffix[0]
		suffix = suffix[1:]
		if rest, ok := cutPeeling(op, suffix); ok {
			suffix = rest
			continue
		}
		end := 0
		for end < len(suffix) && suffix[end] >= '0' && suffix[end] <= '9' {
			end++
		}
		n := 1
		if end > 0 {
			n, _ = strconv.Atoi(suffix[:min(end, 9)])
		}
		suffix = suffix[end:]
		if op != '~' && op != '^' || suffix != "" && suffix[0] != '~' && suffix[0] != '^' {
			return "", fs.ErrNotExist
		}
		steps, parent := 1, n
		if op == '~' {
			steps, parent = n, 1
		}
		for range steps {
			if parent == 0 {
				break // ^0 is the commit itself
			}
			if err := ctx.Err(); err != nil {
				return "", err
			}
			c, err := store.commit(id)
			if err != nil {
				return "", err
			}
			if parent > len(c.parents) || slices.Contains(shallow, id) {
				return "", fs.ErrNotExist
			}
			id = c.parents[parent-1]
		}
	}
	return id, nil
}

// cutPeeling drops "{}", "{commit}" and "{0}" after a circumflex: the id is a commit's already.
func cutPeeling(op byte, suffix string) (string, bool) {
	for _, p := range []string{"{}", "{commit}"} {
		if rest, ok := strings.CutPrefix(suffix, p); ok && op == '^' {
			return rest, true
		}
	}
	return "", false
}
