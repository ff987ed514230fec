package codebase

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	kbstore "github.com/9aea2451/kb/kb/store"
)

// graphVersion changes with whatever is resolved otherwise. It stands in the names of kept graphs too, so
// that two versions of kb in one clone do not overwrite each other's.
const (
	graphVersion = "4"
	graphFormat  = kbstore.Format("kb code graph " + graphVersion)
	graphFiles   = "code-graph-"
)

const (
	maxGraph   = 1 << 30 // bytes of a kept graph
	keptGraphs = 4       // that are kept on disk: of work trees, and of commits that were asked about
)

// Graph returns the graph of some files, of which those that are new are read first. It is kept, by
// what it was made of.
func (b *Base) Graph(ctx context.Context, files []git.File) (*graph.Graph, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", b.indexStamp())
	for _, f := range files {
		fmt.Fprintf(h, "%s\x00%s\x00%s\n", f.Path, f.Blob, versionOf(languageOf(f.Path)))
	}
	sum := hex.EncodeToString(h.Sum(nil)[:12])
	if g := b.known[sum]; g != nil {
		return g, nil
	}
	path := filepath.Join(b.o.Dir, graphFiles+graphVersion+"-"+sum)
	if r, err := graphFormat.Load(path, maxGraph); err == nil {
		if g, err := graph.Read(r); err == nil {
			return b.remember(sum, g), nil
		}
	}
	g, err := b.GraphOf(ctx, files)
	if err != nil {
		return nil, err
	}
	// Where it cannot be kept it is made again the next time.
	if graphFormat.Save(path, func(s *kbstore.Stream) error { g.Write(&s.Writer); return nil }) == nil {
		b.drop()
	}
	return b.remember(sum, g), nil
}

// mended does something with what is kept, and once more with nothing kept where it proves to be damaged.
func (b *Base) mended(do func() error) error {
	err := do()
	if !errors.Is(err, record.ErrDamaged) {
		return err
	}
	if err := b.kept.Drop(); err != nil {
		return err
	}
	return do()
}

// GraphOf returns the graph of a part of a tree. It is not kept.
func (b *Base) GraphOf(ctx context.Context, files []git.File) (g *graph.Graph, err error) {
	err = b.mended(func() (err error) {
		if _, err = b.Update(ctx, files); err == nil {
			g, err = b.build(ctx, files)
		}
		return err
	})
	return g, err
}

// remember keeps the graph that was asked for last in memory.
func (b *Base) remember(sum string, g *graph.Graph) *graph.Graph {
	clear(b.known)
	b.known[sum] = g
	return g
}

// build makes the graph of files that were read.
func (b *Base) build(ctx context.Context, files []git.File) (*graph.Graph, error) {
	inputs := make([]graph.Input, 0, len(files))
	var failed error
	told := b.readIndex(files)
	for i, f := range files {
		if i%1000 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			b.o.Progress("symbols", i, len(files))
		}
		head, rest, ok, err := b.head(keyOf(f))
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		inputs = append(inputs, graph.Input{Path: f.Path, File: head, Uses: func() []code.Use {
			uses, err := usesOf(rest)
			failed = errors.Join(failed, err)
			return uses
		}, Indexed: told[f.Path].Occurrences, As: b.asIndexed(f, told[f.Path].Text)})
	}
	g := graph.Build(inputs)
	b.o.Progress("symbols", len(files), len(files))
	return g, failed
}

// drop removes all but the graphs that were made last, of whatever version, and those without one in
// their names, which no kb makes any more; of what other versions keep of sources what has not changed for a day.
func (b *Base) drop() {
	names, err := filepath.Glob(filepath.Join(b.o.Dir, graphFiles+"*"))
	if err != nil {
		return
	}
	names = slices.DeleteFunc(names, func(n string) bool {
		rest, _ := strings.CutPrefix(filepath.Base(n), graphFiles)
		old := !strings.Contains(rest, "-")
		if old {
			_ = kbstore.Remove(n)
		}
		return old
	})
	for _, others := range []string{"code.db*", folders + "*"} {
		list, _ := filepath.Glob(filepath.Join(b.o.Dir, others))
		for _, n := range list {
			if info, err := os.Stat(n); err == nil && n != Folder(b.o.Dir) && time.Since(info.ModTime()) > 24*time.Hour {
				_ = kbstore.RemoveAll(n)
			}
		}
	}
	if len(names) <= keptGraphs {
		return
	}
	made := map[string]int64{}
	for _, n := range names {
		if info, err := os.Stat(n); err == nil {
			made[n] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Or(cmp.Compare(made[y], made[x]), cmp.Compare(x, y)) })
	for _, n := range names[keptGraphs:] {
		_ = kbstore.Remove(n) // another process may have been quicker
	}
}
