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
	"github.com/9aea2451/kb/text/edition"
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
	if IsMarkdown(name) || isSetting(name) {
		return true
	}
	_, built := siteOf(name)
	return built
}

// site is a folder whose pages a builder makes.
type site struct {
	folder string // "" or with a slash behind
	*builder
}

// builder holds what a builder of sites does differently from GitHub.
type builder struct {
	slugs  bool // makes anchors of headings by rules of its own
	labels bool // finds what a fragment names in all pages
	near   bool // takes a path that has neither / nor . before it from the folder of the page, and from no other
	// pages tells that what has one of these endings, or ends like it has none for "", is a page made of a note.
	pages []string
	// made are names of pages that are made of no note: more than these, of anything, may lie in the root then.
	made []string
}

var (
	sluggers  = &builder{slugs: true}
	mkdocs    = &builder{slugs: true, near: true}
	mdBook    = &builder{slugs: true, near: true, pages: []string{".html"}, made: []string{"print", "toc", "404"}}
	myst      = &builder{slugs: true, near: true, labels: true}
	vitePress = &builder{slugs: true, near: true, pages: []string{"", ".html"}}
	docusaur  = &builder{pages: []string{""}, made: []string{"archive", "authors", "category", "tags"}}
)

// siteOf returns the site whose builder a file configures.
func siteOf(file string) (s site, ok bool) {
	if strings.HasSuffix(file, ".md") && !strings.HasSuffix(file, "SUMMARY.md") {
		return site{}, false // as nearly all files are that are asked about
	}
	folder, name := path.Split(file)
	switch name = strings.ToLower(name); name {
	case "mkdocs.yml", "mkdocs.yaml":
		return site{folder, mkdocs}, true
	case "book.toml":
		return site{folder, mdBook}, true
	case "conf.py", "myst.yml":
		return site{folder, myst}, true
	case "_quarto.yml", "_bookdown.yml", ".gitlab-ci.yml":
		return site{folder, sluggers}, true
	}
	if path.Base(file) == "SUMMARY.md" { // of GitBook
		return site{folder, sluggers}, true
	}
	if strings.HasPrefix(name, "docusaurus.config.") {
		return site{folder, docusaur}, true
	}
	if above, ok := strings.CutSuffix(folder, ".vitepress/config/"); ok && strings.HasPrefix(name, "index.") {
		return site{above, vitePress}, true
	}
	if above, ok := strings.CutSuffix(folder, ".vitepress/"); ok && strings.HasPrefix(name, "config.") {
		return site{above, vitePress}, true
	}
	if above, ok := strings.CutSuffix(folder, ".vuepress/"); ok && strings.HasPrefix(name, "config.") {
		return site{above, sluggers}, true
	}
	return site{}, false
}

// OwnSlugs reports whether a note may belong to a site that makes anchors of headings in a way of its own.
func (t *Tree) OwnSlugs(note string) bool {
	return slices.ContainsFunc(t.sites, func(s site) bool { return s.slugs && strings.HasPrefix(note, s.folder) })
}

// SharesLabels reports whether a note may belong to a site where a fragment names a label of any page.
func (t *Tree) SharesLabels(note string) bool {
	return slices.ContainsFunc(t.sites, func(s site) bool { return s.labels && strings.HasPrefix(note, s.folder) })
}

// siteAround returns the innermost site around a note whose builder looks for links in a way of its own.
func (t *Tree) siteAround(note string) site {
	around := site{builder: &builder{}}
	for _, s := range t.sites {
		if (s.near || s.pages != nil) && strings.HasPrefix(note, s.folder) && len(s.folder) >= len(around.folder) {
			around = s
		}
	}
	return around
}

// Refuses reports whether the builder of a note's site finds nothing behind a link: see builder.
func (t *Tree) Refuses(r *Resolver, from string, l markdown.Link, res Resolution) bool {
	of := t.siteAround(from)
	if res.Broken() {
		return l.Kind != markdown.LinkMarkdown || !t.finds(r, from, l, of)
	}
	if l.Kind != markdown.LinkMarkdown || l.Image || l.Target == "" || hasScheme(l.Target) ||
		strings.ContainsAny(l.Target, "{<") || IsTemplate(from) || IsPart(from) {
		return false
	}
	if res.Path != "" {
		below := markdown.Link{Kind: l.Kind, Target: "./" + l.Target}
		page := IsMarkdown(l.Target) || slices.Contains(of.pages, path.Ext(l.Target))
		return of.near && page && !strings.ContainsAny(l.Target[:1], "/.@") && r.Link(from, below).Path == "" && !t.finds(r, from, l, of)
	}
	return res.External && r.lacksPage(from, l.Target, of)
}

// TakesCase reports whether a target in small letters may be the URL of a page whose file has capitals, as Hugo makes them.
func (t *Tree) TakesCase(from, target string) bool {
	return !IsMarkdown(target) && target == strings.ToLower(target) && t.siteAround(from).pages == nil
}

// gitignore lists the files that git leaves out, most of which a program makes.
const gitignore = ".gitignore"

// finds reports whether a builder may find something behind a link that names no note: a page that is made, and that git
// leaves out therefore, or a label of such a page; for MkDocs, what is not translated.
func (t *Tree) finds(r *Resolver, from string, l markdown.Link, of site) bool {
	made, _ := t.Setting(gitignore)
	file := targetPaths(from, l.Target)[0]
	if strings.HasPrefix(l.Target, "/") {
		file = path.Join(of.folder, l.Target)
	}
	if src := of.folder + "src/"; of.builder == mdBook && strings.HasPrefix(from, src) && !strings.HasPrefix(file, src) {
		return true // a page of what stands beside the book where it is published
	}
	if !strings.HasPrefix(file, "../") && pattern.Parse(made).Match(file) {
		return true
	}
	for above, name := range edition.Folders(file) {
		folder := above + name + "/"
		if made, _ := t.Setting(folder + gitignore); pattern.Parse(made).Match(file[len(folder):]) {
			return true
		}
	}
	if of.labels && !strings.Contains(l.Target, "/") {
		for line := range strings.Lines(string(made)) {
			if line = strings.TrimSpace(line); IsMarkdown(line) && strings.HasPrefix(strings.TrimPrefix(line, "/"), of.folder) {
				return true
			}
		}
	}
	for above, name := range edition.Folders(from) {
		if !edition.IsLanguage(name) {
			continue
		}
		for _, folder := range [...]string{"en/", ""} {
			page := above + folder + from[len(above)+len(name)+1:]
			if t.siteAround(page).builder == mkdocs && r.Link(page, l).Path != "" {
				return true
			}
		}
	}
	return false
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
