package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/kb/store"
)

// Option changes how Open works.
type Option func(*opening)

// opening is how a repository is looked for.
type opening struct {
	env     environment
	bare    bool
	hurried bool
}

// WithEnviron replaces the environment of the process, in the form of os.Environ.
func WithEnviron(env []string) Option { return func(o *opening) { o.env = env } }

// Bare takes the folder itself for a bare repository, wherever it lies, as git --bare does; GIT_DIR
// comes before it.
func Bare() Option { return func(o *opening) { o.bare = true } }

// Hurried leaves it to others to look after kb's own folder (store.Tidy): for who comes often and has
// no time.
func Hurried() Option { return func(o *opening) { o.hurried = true } }

// Open finds the repository that holds dir; i says what is asked about. It starts no process and reads a handful of small
// files. Outside of any it returns ErrNoRepository; for formats that cannot be read, ErrUnsupported
// with the reason; for a bare repository that lies in the work tree of another one, an
// *EmbeddedError.
//
// GIT_DIR, GIT_WORK_TREE, GIT_COMMON_DIR, GIT_INDEX_FILE and GIT_CEILING_DIRECTORIES mean what they
// mean to git. The git program does the work where it is on the PATH; go-git does where it is not,
// or where KB_GIT=off is set.
func Open(ctx context.Context, dir string, i Interest, options ...Option) (*Repo, error) {
	o := opening{env: os.Environ()}
	for _, option := range options {
		option(&o)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open repository: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, fmt.Errorf("open repository: %w", err)
	}
	if o.bare && o.env.get("GIT_DIR") == "" {
		o.env = append(o.env[:len(o.env):len(o.env)], "GIT_DIR="+dir)
	}
	p, err := locate(dir, o.env)
	if err != nil {
		return nil, err
	}
	if o.bare {
		p.root = ""
	}
	r, err := p.open(dir, i, o.env)
	if err == nil && !o.hurried {
		store.Tidy(r.StateDir())
	}
	return r, err
}

// location is where a repository's parts are.
type location struct {
	gitDir, commonDir string
	root              string // "" when bare
	config            gitConfig
}

// open makes a Repo of the location found for dir.
func (p location) open(dir string, i Interest, env environment) (*Repo, error) {
	r := &Repo{Root: p.root, GitDir: p.gitDir, CommonDir: p.commonDir, interest: i}
	r.again = func(i Interest) (*Repo, error) { return p.open(dir, i, env) }
	r.Prefix = prefixOf(p.root, dir)
	r.indexFile = filepath.Join(p.gitDir, "index")
	if f := env.get("GIT_INDEX_FILE"); f != "" {
		r.indexFile = absolute(r.Dir(), f)
	}
	r.format = p.config.format()
	r.refs = refStore{gitDir: p.gitDir, commonDir: p.commonDir, format: r.format, foreign: p.config.refStorage() != "files"}
	git, err := newBackend(r, p.config, env)
	if err != nil {
		return nil, fmt.Errorf("open repository %s: %w", r.Dir(), err)
	}
	r.git = git
	return r, nil
}

// newBackend chooses who answers for git.
func newBackend(r *Repo, c gitConfig, env environment) (backend, error) {
	reason := c.unsupported()
	if program := env.gitProgram(); program != "" {
		local := newGoGit(r, c, env)
		git := &gitProgram{
			path:      program,
			dir:       r.Dir(),
			commonDir: r.CommonDir,
			env:       env.forGit(r),
			open:      env.forRemotes(r),
			format:    r.format,
			interest:  r.interest,
		}
		git.monitor = isTrue(local.setting("core", "fsmonitor"))
		if reason == "" {
			git.local = local
		}
		return git, nil
	}
	if reason != "" {
		return nil, fmt.Errorf("%w: %s (with the git program on the PATH kb can read it)", ErrUnsupported, reason)
	}
	return newGoGit(r, c, env), nil
}

// locate finds the repository that holds dir, as git does: first by the environment, then upwards from dir.
func locate(dir string, env environment) (location, error) {
	if d := env.get("GIT_DIR"); d != "" {
		gitDir := absolute(dir, d)
		if to, err := readGitFile(gitDir); err == nil {
			gitDir = to
		}
		p, ok := placeOf(gitDir, env)
		if !ok {
			return location{}, fmt.Errorf("GIT_DIR %s: %w", gitDir, ErrNoRepository)
		}
		p.root = dir
		p.applyWorkTree(env, dir)
		return p, nil
	}
	ceilings := filepath.SplitList(env.get("GIT_CEILING_DIRECTORIES"))
	for at := dir; ; at = filepath.Dir(at) {
		p, found, err := placeAt(at, env)
		if found || err != nil {
			return p, err
		}
		if up := filepath.Dir(at); up == at || isCeiling(ceilings, up) {
			return location{}, fmt.Errorf("%s: %w (hint: git init)", dir, ErrNoRepository)
		}
	}
}

// isCeiling reports whether the search for a repository ends at a folder (GIT_CEILING_DIRECTORIES).
// Links are followed, but not behind an empty entry.
func isCeiling(ceilings []string, dir string) bool {
	asNamed := false
	for _, c := range ceilings {
		asNamed = asNamed || c == ""
		if real, err := filepath.EvalSymlinks(c); err == nil && !asNamed {
			c = real
		}
		if filepath.IsAbs(c) && filepath.Clean(c) == dir {
			return true
		}
	}
	return false
}

// placeAt is the repository whose top is dir, if it is one.
func placeAt(dir string, env environment) (p location, found bool, err error) {
	p, found, err = dotGitAt(dir, env)
	switch {
	case err != nil:
		return location{}, false, err
	case found && p.gitDir != filepath.Join(dir, ".git"):
		return p, true, checkGitFile(p)
	case found:
		return p, true, nil
	}
	if p, found = placeOf(dir, env); found {
		err = checkBare(p)
	}
	return p, found, err
}

// dotGitAt is the repository that dir/.git is, or names.
func dotGitAt(dir string, env environment) (p location, found bool, err error) {
	dot := filepath.Join(dir, ".git")
	info, err := os.Stat(dot)
	switch {
	case err != nil:
		return location{}, false, nil
	case info.IsDir():
		p, found = placeOf(dot, env)
	default:
		to, err := readGitFile(dot)
		if err != nil {
			return location{}, false, err
		}
		if p, found = placeOf(to, env); !found {
			return location{}, false, fmt.Errorf("%s names %s: %w", dot, to, ErrNoRepository)
		}
	}
	if found {
		p.root = dir
		p.applyWorkTree(env, dir)
	}
	return p, found, nil
}

// placeOf checks that gitDir is a repository's and reads where its shared part is.
func placeOf(gitDir string, env environment) (location, bool) {
	p := location{gitDir: gitDir, commonDir: gitDir}
	if real, err := filepath.EvalSymlinks(gitDir); err == nil {
		p.gitDir, p.commonDir = real, real
	}
	if _, err := os.Lstat(filepath.Join(p.gitDir, "HEAD")); err != nil {
		return location{}, false
	}
	if d := env.get("GIT_COMMON_DIR"); d != "" {
		p.commonDir = absolute(p.gitDir, d)
	} else if data, err := readSmall(filepath.Join(p.gitDir, "commondir")); err == nil {
		p.commonDir = absolute(p.gitDir, strings.TrimRight(string(data), "\r\n"))
	}
	if !isDir(filepath.Join(p.commonDir, "refs")) ||
		!isDir(filepath.Join(p.commonDir, "objects")) && env.get("GIT_OBJECT_DIRECTORY") == "" {
		return location{}, false
	}
	p.config = readGitConfig(filepath.Join(p.commonDir, "config"))
	if p.config.get("extensions", "worktreeconfig") == "true" {
		p.config = append(p.config, readGitConfig(filepath.Join(p.gitDir, "config.worktree"))...)
	}
	return p, true
}

// applyWorkTree moves the root to where the environment or the configuration puts it.
func (p *location) applyWorkTree(env environment, dir string) {
	linked := p.gitDir != p.commonDir
	switch tree := env.get("GIT_WORK_TREE"); {
	case tree != "":
		p.root = absolute(dir, tree)
	case !linked && p.config.get("core", "worktree") != "":
		p.root = absolute(p.gitDir, p.config.get("core", "worktree"))
	case !linked && isTrue(p.config.get("core", "bare")):
		p.root = ""
	}
	if real, err := filepath.EvalSymlinks(p.root); err == nil && p.root != "" {
		p.root = real
	}
}

// readGitFile reads where a .git file points.
func readGitFile(path string) (string, error) {
	data, err := readSmall(path)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	to, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), "gitdir: ")
	if !ok || to == "" {
		return "", fmt.Errorf("%s: not a git file: %w", path, ErrNoRepository)
	}
	return absolute(filepath.Dir(path), to), nil
}

// prefixOf is the path of dir from root, "" when dir is not below it.
func prefixOf(root, dir string) string {
	rel, err := filepath.Rel(root, dir)
	if root == "" || err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// absolute is a path as seen from a folder.
func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

// isDir reports whether there is a folder at a path, or a link to one.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// objectFormat is how a repository names its objects.
type objectFormat int

const (
	sha1Format objectFormat = iota
	sha256Format
)

// size is the length of an object id in bytes.
func (f objectFormat) size() int {
	if f == sha256Format {
		return sha256.Size
	}
	return sha1.Size
}

// isID tells a whole object id in hexadecimal digits.
func (f objectFormat) isID(s string) bool {
	return len(s) == 2*f.size() && isHex(s)
}

// isHex reports whether a text is made of small hexadecimal digits.
func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}

// emptyTree is the object id of a tree without entries.
func (f objectFormat) emptyTree() string {
	h := f.newHash()
	io.WriteString(h, "tree 0\x00")
	return hex.EncodeToString(h.Sum(nil))
}

// newHash is the hash that names objects.
func (f objectFormat) newHash() hash.Hash {
	if f == sha256Format {
		return sha256.New()
	}
	return sha1.New()
}

// blobHash begins the hash of a blob of so many bytes.
func (f objectFormat) blobHash(size int64) hash.Hash {
	h := f.newHash()
	io.WriteString(h, "blob "+strconv.FormatInt(size, 10)+"\x00")
	return h
}

// blobID is the object id of a blob with these bytes.
func (f objectFormat) blobID(data []byte) string {
	h := f.blobHash(int64(len(data)))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
