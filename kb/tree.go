package kb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/markdown"
)

// settled is how long ago a file must have been written for its next change to show in its time.
// File systems keep times in steps of up to some milliseconds.
const settled = 20 * time.Millisecond

// WorkTree lists the markdown files of the work tree as scanned: unmodified ones with the blob ids
// of git's index and unread, dirty ones hashed. known gives the blob id of a dirty file that an
// earlier call hashed in the same state (may be nil). In a bare repository it is the tree of HEAD.
func (r *Repo) WorkTree(ctx context.Context, s *Scan, known func(DirtyFile) (blob string, ok bool)) (*Tree, error) {
	return r.workTree(ctx, s, known, nil)
}

// Present lists the markdown files of the work tree as it is now: WorkTree after a Scan.
func (r *Repo) Present(ctx context.Context) (*Tree, error) {
	s, err := r.Scan(ctx)
	if err != nil {
		return nil, err
	}
	return r.WorkTree(ctx, s, nil)
}

// workTree reads the work tree by the rules of another tree, its own when that is nil.
func (r *Repo) workTree(ctx context.Context, s *Scan, known func(DirtyFile) (blob string, ok bool), rules *Tree) (*Tree, error) {
	if r.Root == "" {
		return r.treeOf(ctx, s.Head)
	}
	root, err := os.OpenRoot(r.Root)
	if err != nil {
		return nil, fmt.Errorf("read work tree: %w", err)
	}
	defer root.Close()
	entries, err := r.Index(ctx)
	if err != nil {
		return nil, fmt.Errorf("read git index: %w", err)
	}
	t := &Tree{Commit: s.Head, Skipped: slices.Clone(s.Skipped)}
	t.setting = func(path string) ([]byte, error) { return git.ReadIn(r.Root, path, git.SmallFile) }
	sel := t.configure(func(path string) ([]byte, error) { return git.ReadRegular(root, path, git.SmallFile) })
	if rules != nil {
		sel = t.follow(rules)
	}
	t.leads = func(e git.Entry) string {
		root, err := os.OpenRoot(r.Root)
		if err != nil {
			return ""
		}
		defer root.Close()
		to, _ := root.Readlink(filepath.FromSlash(e.Path))
		return filepath.ToSlash(to)
	}
	t.addClean(entries, s.Dirty, sel)
	if err := t.addDirty(ctx, dirtyReader{root, r, known}, s.Dirty, sel); err != nil {
		return nil, fmt.Errorf("read work tree: %w", err)
	}
	t.Dirty = t.Dirty || s.Staged || s.Head == "" && len(t.Files) > 0
	t.sort()
	return t, nil
}

// wantedInTree lets markdown files through, and those that steer kb or a builder of sites.
func wantedInTree(file []byte) bool {
	name := string(file)
	return IsMarkdown(name) || isSetting(name)
}

// modulesFile lists the repositories within the repository.
const modulesFile = ".gitmodules"

// configure reads the tree's own rules of what belongs to it.
func (t *Tree) configure(read func(path string) ([]byte, error)) *selection {
	t.Config = &Config{}
	if data, err := read(ConfigFile); err == nil {
		t.Config, t.Problems = ParseConfig(data)
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Problems = []markdown.Problem{{Line: 1, Col: 1, Message: "ignored: " + err.Error()}}
	}
	ignore, err := read(ignoreFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Skipped = append(t.Skipped, Skip{Path: ignoreFile, Reason: "ignored: " + err.Error()})
	}
	modules, _ := read(modulesFile)
	for line := range strings.Lines(string(modules)) {
		if key, folder, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "path" {
			t.addOther(git.Entry{Path: strings.TrimSpace(folder)}, false)
		}
	}
	t.sel = newSelection(ignore, t.Config)
	return t.sel
}

// addClean adds the files that are as git's index says. dirty is sorted by path.
func (t *Tree) addClean(entries []git.Entry, dirty []DirtyFile, sel *selection) {
	for _, e := range entries {
		if _, isDirty := slices.BinarySearchFunc(dirty, e.Path, byPath); isDirty || e.Stage != 0 {
			continue
		}
		t.addEntry(e, sel)
	}
}

func byPath(d DirtyFile, file string) int { return strings.Compare(d.Path, file) }

// addEntry adds a file by its object id, unread.
func (t *Tree) addEntry(e git.Entry, sel *selection) {
	if s, ok := siteOf(e.Path); ok {
		t.sites = append(t.sites, s)
	}
	reason := git.BadPath(e.Path)
	switch {
	case !IsMarkdown(e.Path), e.Mode&git.ModeType == git.ModeGitlink, e.Intent:
		return
	case reason == "" && !sel.has(e.Path):
		t.addOther(e, false)
		return
	case reason == "" && e.Mode&git.ModeType == git.ModeSymlink:
		reason = "symbolic link"
	case reason == "" && e.Mode&git.ModeType != git.ModeRegular:
		reason = fmt.Sprintf("unknown file mode %o", e.Mode)
	case reason == "" && e.Size > git.MaxFile:
		reason = git.ErrTooLarge.Error()
	}
	if reason != "" {
		t.Skipped = append(t.Skipped, Skip{Path: git.Printable(e.Path), Reason: reason})
		t.addOther(e, e.Mode&git.ModeType == git.ModeSymlink)
		return
	}
	size := e.Size
	if size == 0 {
		size = -1 // git writes 0 for a file that changed while it was added
	}
	t.Files = append(t.Files, git.File{Path: e.Path, Blob: e.ID, Size: size, InGit: true})
}

// addOther keeps a file that looks like a note and is none.
func (t *Tree) addOther(e git.Entry, link bool) {
	if t.Others == nil {
		t.Others = map[string]func() string{}
	}
	t.Others[e.Path] = nil
	if link && t.leads != nil {
		t.Others[e.Path] = func() string { return path.Join(path.Dir(e.Path), t.leads(e)) }
	}
}

// dirtyReader hashes dirty files.
type dirtyReader struct {
	root  *os.Root
	repo  *Repo
	known func(DirtyFile) (string, bool)
}

// addDirty adds the files whose bytes git's index does not name.
func (t *Tree) addDirty(ctx context.Context, r dirtyReader, dirty []DirtyFile, sel *selection) error {
	for _, d := range dirty {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !sel.has(d.Path) {
			if d.Size >= 0 {
				t.addOther(git.Entry{Path: d.Path}, false)
			}
			continue
		}
		t.Dirty = true
		if d.Size < 0 {
			continue
		}
		blob, err := r.blob(d)
		if err != nil {
			t.addOther(git.Entry{Path: d.Path}, true)
			t.Skipped = append(t.Skipped, Skip{Path: d.Path, Reason: skipReason(err)})
			continue
		}
		t.Files = append(t.Files, git.File{Path: d.Path, Blob: blob, Size: d.Size})
	}
	return nil
}

// blob names the bytes of a dirty file.
func (r dirtyReader) blob(d DirtyFile) (string, error) {
	if r.known != nil {
		if blob, ok := r.known(d); ok {
			return blob, nil
		}
	}
	// What is hashed in the instant of its writing could change again unnoticed.
	if age := time.Since(time.Unix(0, d.ModTime)); age >= 0 && age < settled {
		time.Sleep(settled - age)
	}
	data, err := git.ReadRegular(r.root, d.Path, git.MaxFile)
	if err != nil {
		return "", err
	}
	if text, _ := encoding.Decode(data); encoding.Binary(text) {
		return "", errBinary
	}
	return r.repo.BlobID(data), nil
}

// errBinary tells that a file is no text.
var errBinary = errors.New("binary")

// skipReason says in a few words why a file could not be read.
func skipReason(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, git.ErrNotRegular):
		return "symbolic link or special file"
	case errors.Is(err, fs.ErrNotExist):
		return "removed meanwhile"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}

// sort puts files and skipped files in the order of their paths.
func (t *Tree) sort() {
	slices.SortStableFunc(t.Files, func(a, b git.File) int { return strings.Compare(a.Path, b.Path) })
	// A crafted tree can hold a path twice.
	t.Files = slices.CompactFunc(t.Files, func(a, b git.File) bool { return a.Path == b.Path })
	slices.SortStableFunc(t.Skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	t.Skipped = slices.Compact(t.Skipped)
}

// selection says which files of a tree belong to the knowledge base.
type selection struct {
	ignore, include, exclude pattern.List
}

// Sessions is where SpecStory keeps sessions with coding agents as markdown: kb learn reads them, but
// what was said on the way is no knowledge yet. An include of .memory/kb.yaml takes them in.
const Sessions = ".specstory/"

func newSelection(ignore []byte, c *Config) *selection {
	return &selection{ignore: pattern.Parse(ignore), include: pattern.New(c.Include), exclude: pattern.New(c.Exclude)}
}

// has tells whether the file belongs.
func (s *selection) has(path string) bool {
	if strings.HasPrefix(path, ".git/") || strings.HasPrefix(path, Sessions) && !s.include.Match(path) {
		return false
	}
	return !s.ignore.Match(path) && !s.exclude.Match(path) && (s.include.Empty() || s.include.Match(path))
}

// TreeAt lists the markdown files of a commit: a revision, or a date (2006-01-02 or RFC 3339: the
// last commit of HEAD's first-parent history not after it; a day lasts until its end in UTC). A
// revision that looks like a date comes first. Sizes are not known.
func (r *Repo) TreeAt(ctx context.Context, rev string) (*Tree, error) {
	commit, err := r.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	return r.treeOf(ctx, commit)
}

// treeOf lists the markdown files of the commit with this id, none when it is "".
func (r *Repo) treeOf(ctx context.Context, commit string) (*Tree, error) {
	if commit == "" {
		return &Tree{Config: &Config{}}, nil
	}
	entries, err := r.Listing(ctx, commit)
	if err != nil {
		return nil, err
	}
	t := &Tree{Commit: commit}
	r.fill(ctx, t, entries, nil)
	return t, nil
}

// fill adds the entries of a commit or of git's index to a tree, with the settings that stand among
// them. rules is the tree whose rules say what belongs to it, nil for its own.
func (r *Repo) fill(ctx context.Context, t *Tree, entries []git.Entry, rules *Tree) {
	read, done := r.ReaderOf(ctx, entries)
	defer done()
	sel := t.configure(read)
	if rules != nil {
		sel = t.follow(rules)
	}
	t.leads = func(e git.Entry) string {
		e.Mode = git.ModeRegular // whose bytes are the path
		read, done := r.ReaderOf(ctx, []git.Entry{e})
		defer done()
		to, _ := read(e.Path)
		return string(to)
	}
	var settings []git.Entry
	for _, e := range entries {
		if t.addEntry(e, sel); isSetting(e.Path) && e.Stage == 0 {
			settings = append(settings, e)
		}
	}
	t.setting = func(path string) ([]byte, error) {
		read, done := r.ReaderOf(ctx, settings)
		defer done()
		return read(path)
	}
	t.sort()
}

// TreeUnder lists the markdown files of a commit (an id) by the rules of another tree: what that
// one includes, excludes, labels and sets counts. Problems and Setting are the commit's own. A
// change is read so: it must not say itself what is looked at.
func (r *Repo) TreeUnder(ctx context.Context, commit string, rules *Tree) (*Tree, error) {
	entries, err := r.Listing(ctx, commit)
	if err != nil {
		return nil, err
	}
	t := &Tree{Commit: commit}
	r.fill(ctx, t, entries, rules)
	return t, nil
}

// WorkTreeUnder reads the work tree as scanned by the rules of another tree: see TreeUnder.
func (r *Repo) WorkTreeUnder(ctx context.Context, s *Scan, rules *Tree) (*Tree, error) {
	return r.workTree(ctx, s, nil, rules)
}

// follow takes over the rules of another tree.
func (t *Tree) follow(rules *Tree) *selection {
	t.Config, t.sel = rules.Config, rules.sel
	if t.sel == nil {
		t.sel = newSelection(nil, rules.Config)
	}
	return t.sel
}
