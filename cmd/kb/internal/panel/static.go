package panel

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/kb/store"
)

// siteList names the files of a site, so that the next writing removes what is no longer of it, and
// nothing else.
const siteList = "kb-site.txt"

// OccupiedError is the error about a folder that holds something else than a site.
type OccupiedError struct{ Folder string }

func (e *OccupiedError) Error() string { return e.Folder + " holds other files" }

// writer writes the pages of a panel as files.
type writer struct {
	*Panel
	v     *warm.View
	tree  store.Tree
	index *searchIndex
	files []string
	dirs  map[string]bool
	tell  func(done, total int)
	total int
}

// Write writes the pages into a folder as a site that a browser opens from the disk, and returns how many
// files it has. The panel must be static. A folder that holds anything but an earlier site is left
// alone: OccupiedError. tell is told how far it is.
func (p *Panel) Write(ctx context.Context, folder string, tell func(done, total int)) (int, error) {
	v, err := p.whole(ctx)
	if err != nil {
		return 0, err
	}
	defer v.Release()
	if err := store.MakeUserDirs(folder); err != nil {
		return 0, err
	}
	tree, err := store.OpenTree(folder)
	if err != nil {
		return 0, err
	}
	defer tree.Close()
	before, err := earlierSite(tree, folder)
	if err != nil {
		return 0, err
	}
	w := &writer{Panel: p, v: v, tree: tree, index: newSearchIndex(), dirs: map[string]bool{}, tell: tell}
	if err := w.list(before); err != nil { // what is killed from here on has left a site
		return 0, err
	}
	if err := w.all(ctx); err != nil {
		return 0, errors.Join(err, w.list(slices.Concat(before, w.files)))
	}
	for _, gone := range before {
		if !slices.Contains(w.files, gone) {
			w.tree.Remove(gone) // one that is gone already need not be removed
		}
	}
	return len(w.files), nil
}

// whole waits for a view of the work tree as it is, with its history.
func (p *Panel) whole(ctx context.Context) (*warm.View, error) {
	for {
		v, late, err := p.keeper.Acquire(ctx, func(string) {})
		if err != nil {
			return nil, err
		}
		if late == "" {
			v.History.Whole(ctx) // however long that takes; without it the pages say what is missing
			return v, ctx.Err()
		}
		v.Release()
	}
}

// earlierSite returns the files of the site that a folder holds, none where it is empty.
func earlierSite(tree store.Tree, folder string) (files []string, err error) {
	there, err := fs.ReadDir(tree.FS(), ".")
	if err != nil || len(there) == 0 {
		return nil, err
	}
	list, err := tree.Open(siteList)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &OccupiedError{folder}
	}
	if err != nil {
		return nil, err
	}
	defer list.Close()
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		if name := lines.Text(); filepath.IsLocal(name) && !strings.HasPrefix(name, ".") {
			files = append(files, name)
		}
	}
	return files, lines.Err()
}

// all writes every page, and at last what lists them.
func (w *writer) all(ctx context.Context) error {
	records, err := w.v.Notes(ctx)
	if err != nil {
		return err
	}
	w.total = len(records)
	for _, name := range []string{"", "browse", "graph", "timeline", "search"} {
		if err := w.page(ctx, fileOf(name), w.routes()["/"+cmp.Or(name, "{$}")], nil); err != nil {
			return err
		}
	}
	for _, name := range []string{"contradictions", "stale", "broken"} {
		for n, pages := 1, 1; n <= pages; n++ {
			r := &http.Request{URL: &url.URL{RawQuery: fmt.Sprintf("page=%d", n)}}
			err := w.page(ctx, numbered(name, n), func(ctx context.Context, v *warm.View, r *request) (*page, error) {
				made, err := w.routes()["/"+name](ctx, v, r)
				if err == nil {
					pages = made.Body.(interface{ pages() int }).pages()
				}
				return made, err
			}, r)
			if err != nil {
				return err
			}
		}
	}
	if err := w.groups(ctx); err != nil {
		return err
	}
	for i, r := range records {
		w.tell(i, len(records))
		if err := w.page(ctx, noteFile(r.Path), w.note, &http.Request{URL: &url.URL{}}, "path", r.Path); err != nil {
			return fmt.Errorf("write the page of %s: %w", r.Path, err)
		}
		if err := w.index.add(ctx, w.v, r); err != nil {
			return err
		}
	}
	for _, name := range assetNames() {
		if err := w.file("assets/"+name, asset(name)); err != nil {
			return err
		}
	}
	if err := w.file("assets/index.js", w.index.script()); err != nil {
		return err
	}
	if err := w.file(".nojekyll", nil); err != nil { // files whose names begin with _ are served, too
		return err
	}
	w.files = append(w.files, siteList)
	return w.list(w.files)
}

// list says which files are of the site.
func (w *writer) list(files []string) error {
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	return w.tree.Replace(siteList, []byte(strings.Join(files, "\n")+"\n"), 0o666)
}

// page writes a page into a file.
func (w *writer) page(ctx context.Context, file string, make maker, r *http.Request, values ...string) error {
	w.root = strings.Repeat("../", strings.Count(file, "/"))
	if r == nil {
		r = &http.Request{URL: &url.URL{}}
	}
	for i := 0; i+1 < len(values); i += 2 {
		r.SetPathValue(values[i], values[i+1])
	}
	made, err := make(ctx, w.v, &request{Request: r})
	if err != nil {
		return err
	}
	text, err := w.text(made)
	if err != nil {
		return err
	}
	return w.file(file, text)
}

// pages is how many pages a list has.
func (p Pager) pages() int { return p.Pages }

// groups writes the pages of all groups.
func (w *writer) groups(ctx context.Context) error {
	shelf, _, err := w.shelfOf(ctx, w.v)
	if err != nil {
		return err
	}
	for _, way := range ways() {
		for _, g := range shelf.groups[way] {
			for n := 1; n == 1 || n <= (len(g.Notes)+perPage-1)/perPage; n++ {
				err := w.page(ctx, groupFile(way, g.Name, n), func(context.Context, *warm.View, *request) (*page, error) {
					made := w.newPage("group", g.Title, nil)
					w.fillGroup(w.v, made, way, g, n)
					return made, nil
				}, nil)
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// file writes one file of the site. One that is as it was is left alone.
func (w *writer) file(name string, text []byte) error {
	if dir := path.Dir(name); !w.dirs[dir] {
		if err := w.tree.MakeDirs(dir, 0o777); err != nil {
			return err
		}
		w.dirs[dir] = true
	}
	w.files = append(w.files, name)
	if before, err := w.tree.ReadFile(filepath.FromSlash(name)); err == nil && string(before) == string(text) {
		return nil
	}
	return w.tree.Replace(name, text, 0o666)
}
