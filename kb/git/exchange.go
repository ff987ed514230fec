package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Exchange carries files of kb's own between this repository and a remote, under a reference that
// no branch is made of. The git program does it, with the configuration, the keys and the helpers
// of the person who asks for it. No hook runs.
type Exchange struct {
	git    *gitProgram
	remote string
	ref    string
}

var (
	// ErrNoRemote tells that the repository has no remote of a name.
	ErrNoRemote = errors.New("no such remote")
	// ErrMoved tells that somebody else pushed meanwhile.
	ErrMoved = errors.New("the remote has changed meanwhile")
)

// Exchange prepares to carry files under a reference such as refs/kb/usage. remote "" is that of
// git's configuration: the only one, or origin.
func (r *Repo) Exchange(ctx context.Context, remote, ref string) (*Exchange, error) {
	git, err := r.program()
	if err != nil {
		return nil, err
	}
	out, err := git.run(ctx, "remote")
	if err != nil {
		return nil, err
	}
	names := strings.Fields(string(out))
	if remote == "" {
		if remote = "origin"; len(names) == 1 {
			remote = names[0]
		}
	}
	for _, name := range names {
		if name == remote {
			open := *git
			open.env = git.open
			return &Exchange{git: &open, remote: remote, ref: ref}, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", remote, ErrNoRemote)
}

// maxExchanged bounds the bytes of all files under a reference.
const maxExchanged = 8 * MaxFile

// Remote is the name of the remote.
func (e *Exchange) Remote() string { return e.remote }

// Fetch reads the files that the remote has under the reference: at most maxFiles of at most
// MaxFile bytes. Without the reference there are none. commit is what to give to Push.
func (e *Exchange) Fetch(ctx context.Context, maxFiles int) (files map[string][]byte, commit string, err error) {
	commit, err = e.tip(ctx)
	if err != nil || commit == "" {
		return nil, commit, err
	}
	local := e.ref + "-fetched-" + strconv.FormatInt(time.Now().UnixNano(),
		36) // keeps the objects from being collected while they are read
	_, err = e.git.run(ctx, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules",
		"--no-auto-maintenance", "--refmap=", "--", e.remote, "+"+e.ref+":"+local)
	if err != nil {
		return nil, "", err
	}
	defer e.git.run(context.WithoutCancel(ctx), "update-ref", "-d", local)
	out, err := e.git.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", local+"^{commit}")
	if err != nil {
		return nil, "", err
	}
	commit = strings.TrimSpace(string(out))
	files, err = e.read(ctx, commit, maxFiles)
	return files, commit, err
}

// tip gives the commit of the reference at the remote, "" for none.
func (e *Exchange) tip(ctx context.Context) (string, error) {
	out, err := e.git.run(ctx, "ls-remote", "--exit-code", "--", e.remote, e.ref)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 2 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(out)) {
		if id, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && name == e.ref && e.git.format.isID(id) {
			return id, nil
		}
	}
	return "", nil
}

// read gives the files of a commit by their paths.
func (e *Exchange) read(ctx context.Context, commit string, maxFiles int) (map[string][]byte, error) {
	listed, err := e.git.run(ctx, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	reader, err := e.git.objects(ctx)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	bytes := 0
	for record := range strings.SplitSeq(string(listed), "\x00") {
		head, path, ok := strings.Cut(record, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 || fields[1] != "blob" {
			continue
		}
		if len(files) == maxFiles {
			return nil, fmt.Errorf("%s of %s: more than %d files", e.ref, e.remote, maxFiles)
		}
		data, err := reader.read(fields[2])
		if bytes += len(data); err == nil && bytes > maxExchanged {
			err = ErrTooLarge
		}
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", e.ref, e.remote, err)
		}
		files[path] = data
	}
	return files, nil
}

// Push puts files in the place of those that the remote has under the reference, as long as it is
// still at old ("" for none); else it returns ErrMoved. The commit has no parent, so that what is
// no longer in it is gone, and names nobody; day is its date. A remote that takes no such commit
// gets one whose parent is old.
func (e *Exchange) Push(ctx context.Context, files map[string][]byte, old string, day time.Time) error {
	tree, err := e.write(ctx, files)
	if err != nil {
		return err
	}
	first := e.push(ctx, tree, "", old, day)
	if first == nil {
		return nil
	}
	now, err := e.tip(ctx)
	switch {
	case err != nil:
		return first
	case now != old:
		return ErrMoved
	case old == "" || e.push(ctx, tree, old, old, day) != nil:
		return first
	}
	return nil
}

// push makes a commit of a tree, on a day and by nobody in particular, and gives it to the remote
// unless the reference has moved on.
func (e *Exchange) push(ctx context.Context, tree, parent, old string, day time.Time) error {
	args := []string{"commit-tree", "-m", "kb usage", tree}
	if parent != "" {
		args = append(args, "-p", parent)
	}
	author := *e.git
	stamp := strconv.FormatInt(day.Unix(), 10) + " +0000"
	author.env = append(author.env[:len(author.env):len(author.env)], "GIT_AUTHOR_NAME=kb", "GIT_AUTHOR_EMAIL=kb@localhost",
		"GIT_AUTHOR_DATE="+stamp, "GIT_COMMITTER_NAME=kb", "GIT_COMMITTER_EMAIL=kb@localhost", "GIT_COMMITTER_DATE="+stamp)
	out, err := author.run(ctx, args...)
	if err != nil {
		return err
	}
	commit := strings.TrimSpace(string(out))
	_, err = e.git.run(ctx, "push", "--quiet", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no",
		"--force-with-lease="+e.ref+":"+old, "--", e.remote, commit+":"+e.ref)
	return err
}

// write stores the files, each as DIR/NAME, and gives the tree of them.
func (e *Exchange) write(ctx context.Context, files map[string][]byte) (tree string, err error) {
	byDir := map[string][]string{}
	for path := range files {
		dir, _, ok := strings.Cut(path, "/")
		if !ok {
			return "", fmt.Errorf("file %q is in no folder", path)
		}
		byDir[dir] = append(byDir[dir], path)
	}
	var top bytes.Buffer
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		var listing bytes.Buffer
		sort.Strings(byDir[dir])
		for _, path := range byDir[dir] {
			blob, err := e.git.feed(ctx, files[path], "hash-object", "-w", "--stdin", "--no-filters")
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&listing, "100644 blob %s\t%s\x00", blob, strings.TrimPrefix(path, dir+"/"))
		}
		sub, err := e.git.feed(ctx, listing.Bytes(), "mktree", "-z")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&top, "040000 tree %s\t%s\x00", sub, dir)
	}
	return e.git.feed(ctx, top.Bytes(), "mktree", "-z")
}
