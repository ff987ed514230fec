package git

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// history reads the commits themselves; what is missing ends the history as a shallow one ends.
func (g *goGit) history(ctx context.Context, w CommitWalk) ([]commitNode, error) {
	store := g.open()
	defer store.Close()
	shallow := map[string]bool{}
	for _, id := range g.shallow() {
		shallow[id] = true
	}
	here := map[string]bool{}
	isHere := func(id string) bool {
		known, asked := here[id]
		if !asked {
			o, err := store.find(id)
			known = err == nil && o.Type() == plumbing.CommitObject
			here[id] = known
		}
		return known
	}
	var nodes []commitNode
	listed := map[string]bool{}
	todo := slices.Clone(w.Tips)
	for len(todo) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if listed[id] || w.Has(id) || !isHere(id) {
			continue
		}
		listed[id] = true
		c, err := store.commit(id)
		if errors.Is(err, ErrTooLarge) {
			nodes = append(nodes, commitNode{id: id})
			continue
		}
		if err != nil {
			return nil, err
		}
		n := commitNode{id: id}
		if !shallow[id] && !slices.ContainsFunc(c.parents, func(p string) bool { return !w.Has(p) && !isHere(p) }) {
			n.parents = c.parents
			todo = append(todo, c.parents...)
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// commits compares trees by reading them.
func (g *goGit) commits(ctx context.Context, nodes []commitNode, f func(*RawCommit) error) error {
	store := g.open()
	defer store.Close()
	d := treeDiff{ctx: ctx, store: store}
	for _, n := range nodes {
		c := &RawCommit{ID: n.id}
		data, err := store.object(n.id, plumbing.CommitObject)
		if err != nil && !errors.Is(err, ErrTooLarge) {
			return err
		}
		c.Data, c.Cut = data, cutOff(data, n)
		c.Touches, err = d.commit(data, n)
		if errors.Is(err, ErrMissing) || errors.Is(err, errTooManyFiles) {
			c.Touches, c.Unknown = nil, true
		} else if err != nil {
			return err
		}
		if err := f(c); err != nil {
			return err
		}
	}
	return nil
}

// treeDiff compares trees.
type treeDiff struct {
	ctx     context.Context
	store   *objectStore
	touches []Touch
}

// commit compares the tree of a commit with that of its first parent.
func (d *treeDiff) commit(data []byte, n commitNode) ([]Touch, error) {
	if data == nil {
		return nil, ErrMissing
	}
	before := ""
	if len(n.parents) > 0 {
		parent, err := d.store.commit(n.parents[0])
		if err != nil {
			return nil, err
		}
		before = parent.tree
	}
	d.touches = nil
	if err := d.trees(before, decodeCommit(data).tree, "", 0); err != nil {
		return nil, err
	}
	slices.SortStableFunc(d.touches, func(a, b Touch) int { return strings.Compare(a.Path, b.Path) })
	return d.touches, nil
}

// trees compares two trees; "" is the empty one.
func (d *treeDiff) trees(before, after, prefix string, depth int) error {
	if before == after {
		return nil
	}
	if depth > maxTreeDepth {
		return errTooManyFiles
	}
	if err := d.ctx.Err(); err != nil {
		return err
	}
	old, err := d.read(before)
	if err != nil {
		return err
	}
	new, err := d.read(after)
	if err != nil {
		return err
	}
	for len(old) > 0 || len(new) > 0 {
		var o, n treeItem
		order := 0
		if len(old) == 0 {
			order = 1
		} else if len(new) == 0 {
			order = -1
		} else {
			order = strings.Compare(old[0].key(), new[0].key())
		}
		if order <= 0 {
			o, old = old[0], old[1:]
		}
		if order >= 0 {
			n, new = new[0], new[1:]
		}
		if err := d.items(o, n, prefix, depth); err != nil {
			return err
		}
	}
	return nil
}

// items compares two items of one name, of which one may be none.
func (d *treeDiff) items(o, n treeItem, prefix string, depth int) error {
	name := cmp.Or(o.name, n.name)
	if o.mode == modeDir || n.mode == modeDir { // the key of a folder is its own: the other is a folder or none
		return d.trees(o.id, n.id, prefix+name+"/", depth+1)
	}
	if o.mode == n.mode && o.id == n.id {
		return nil
	}
	t := touchOf(o.mode, n.mode, o.id, n.id)
	t.Path = prefix + name
	if d.touches = append(d.touches, t); len(d.touches) > maxTouches {
		return errTooManyFiles
	}
	return nil
}

// treeItem is one entry of a tree; without a name it is none.
type treeItem struct {
	mode uint32
	name string
	id   string
}

// key orders as trees are ordered: a folder as if its name ended in a slash.
func (i treeItem) key() string {
	if i.mode == modeDir {
		return i.name + "/"
	}
	return i.name
}

// read lists what a tree object holds; nothing for "".
func (d *treeDiff) read(id string) ([]treeItem, error) {
	if id == "" {
		return nil, nil
	}
	data, err := d.store.object(id, plumbing.TreeObject)
	if err != nil {
		return nil, err
	}
	return decodeTree(id, data)
}

// decodeTree reads records of "MODE SP NAME NUL id".
func decodeTree(id string, data []byte) ([]treeItem, error) {
	var items []treeItem
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, named := bytes.Cut(head, []byte{' '})
		m, err := strconv.ParseUint(string(mode), 8, 32)
		if !ok || !named || len(name) == 0 || err != nil || len(rest) < sha1Format.size() {
			return nil, fmt.Errorf("tree %s is damaged", id)
		}
		data = rest[sha1Format.size():]
		items = append(items, treeItem{canonicalMode(uint32(m)), string(name), hex.EncodeToString(rest[:sha1Format.size()])})
	}
	return items, nil
}

// canonicalMode knows of a file's permissions only whether its owner may run it, as git does; old
// trees have more.
func canonicalMode(mode uint32) uint32 {
	switch mode & ModeType {
	case ModeRegular:
		return ModeRegular | 0o644 | (mode&0o100)>>6*0o111
	case ModeSymlink, modeDir:
		return mode & ModeType
	}
	return ModeGitlink
}
