package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// gitProgram answers by the git program. A process takes 2–3 ms: one for each question.
type gitProgram struct {
	path      string // of the git program
	dir       string // the folder that it runs in
	commonDir string
	env       []string // all of its environment
	open      []string // the environment of what may reach a remote, because a person asked for it
	format    objectFormat
	interest  Interest
	monitor   bool   // core.fsmonitor: the one that is part of git, never a command
	local     *goGit // reads what is here without asking a remote; nil for formats that go-git does not know
}

// specs limits git to paths.
func specs(list []string) []string { return append([]string{"--"}, list...) }

// status asks git once. Of the ways to ask, status was the fastest on 2,200 and on 38,000 files:
// unlike ls-files it looks at files in parallel and makes use of a file system monitor and of the
// untracked cache.
func (g *gitProgram) status(ctx context.Context) (WorkStatus, error) {
	all, err := g.statuses(ctx, []Interest{g.interest})
	return all[0], err
}

// statuses asks git once about the files of several interests.
func (g *gitProgram) statuses(ctx context.Context, of []Interest) ([]WorkStatus, error) {
	all := make([]WorkStatus, len(of))
	args := []string{"status", "--porcelain=v1", "-z", "-uall", "--no-renames", "--ignore-submodules=all", "--"}
	for _, i := range of {
		args = append(args, i.WatchedSpecs...)
	}
	out, err := g.run(ctx, args...)
	if err != nil {
		return all, err
	}
	for i := range of {
		all[i] = parseStatus(out, of[i].Watched)
	}
	return all, nil
}

// parseStatus reads records of "XY path", X being the index against HEAD and Y the work tree
// against the index.
func parseStatus(out []byte, watched func(path string) bool) WorkStatus {
	var s WorkStatus
	for record := range bytes.SplitSeq(out, []byte{0}) {
		if len(record) < 4 || !watched(string(record[3:])) {
			continue // a folder is a repository within the repository
		}
		x, y, path := record[0], record[1], string(record[3:])
		untracked := x == '?' && y == '?'
		if x != ' ' && !untracked {
			s.Staged = true
		}
		if y != ' ' || conflicted(x, y) {
			s.Dirty = append(s.Dirty, path)
		}
	}
	return s
}

// conflicted tells the two letters by which git status marks a file that is not merged yet.
func conflicted(x, y byte) bool {
	return x == 'U' || y == 'U' || x == 'D' && y == 'D' || x == 'A' && y == 'A'
}

// index lets git put a split or sparse index together.
func (g *gitProgram) index(ctx context.Context) ([]Entry, error) {
	// -t marks skip-worktree entries with S.
	out, err := g.run(ctx, append([]string{"ls-files", "-s", "-t", "-z"}, specs(g.interest.ListedSpecs)...)...)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for record := range bytes.SplitSeq(out, []byte{0}) {
		head, path, ok := strings.Cut(string(record), "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 4 || !g.interest.Listed([]byte(path)) {
			continue
		}
		mode, _ := strconv.ParseUint(fields[1], 8, 32)
		stage, _ := strconv.Atoi(fields[3])
		entries = append(entries, Entry{Mode: uint32(mode), ID: fields[2], Stage: stage, Size: -1, Path: path, absent: fields[0] == "S"})
	}
	return entries, nil
}

// tree lists a commit's files. It reads them as they come: a crafted tree can have more files than
// there is memory for.
func (g *gitProgram) tree(ctx context.Context, commit string, wanted func([]byte) bool) ([]Entry, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := g.command(ctx, "ls-tree", "-r", "-z", "--full-tree", commit)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	entries, err := readTreeListing(bufio.NewReaderSize(out, 1<<16), wanted)
	if err != nil {
		cancel()
		cmd.Wait()
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	if err := cmd.Wait(); err != nil {
		return nil, gitError("ls-tree", said.String(), err)
	}
	return entries, nil
}

// readTreeListing reads records of "mode SP type SP id TAB path NUL".
func readTreeListing(in *bufio.Reader, wanted func([]byte) bool) ([]Entry, error) {
	var entries []Entry
	for n := 0; ; n++ {
		record, err := in.ReadBytes(0)
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		if n == maxTreeFiles {
			return nil, errTooManyFiles
		}
		head, path, ok := bytes.Cut(record[:len(record)-1], []byte{'\t'})
		if !ok || !wanted(path) {
			continue
		}
		if fields := strings.Fields(string(head)); len(fields) == 3 {
			mode, _ := strconv.ParseUint(fields[0], 8, 32)
			entries = append(entries, Entry{Mode: uint32(mode), ID: fields[2], Size: -1, Path: string(path)})
		}
	}
}

// resolve accepts whatever git rev-parse does.
func (g *gitProgram) resolve(ctx context.Context, rev string) (string, error) {
	out, err := g.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	var exit *exec.ExitError
	if errors.As(err, &exit) && (exit.ExitCode() == 1 || exit.ExitCode() == 128 && strings.Contains(err.Error(), "revision")) {
		return "", fmt.Errorf("%q: %w", rev, ErrUnknownRev)
	}
	if err != nil {
		return "", err
	}
	id := strings.TrimSpace(string(out))
	if !g.format.isID(id) {
		return "", fmt.Errorf("%q: %w", rev, ErrUnknownRev)
	}
	return id, nil
}

// before is the last commit that the first parents of a commit made until a time, "" for none.
func (g *gitProgram) before(ctx context.Context, commit string, t time.Time) (string, error) {
	out, err := g.run(ctx, "rev-list", "-1", "--first-parent", "--min-age="+strconv.FormatInt(max(0, t.Unix()), 10), commit)
	return strings.TrimSpace(string(out)), err
}

// time is when a commit was made, by its committer.
func (g *gitProgram) time(ctx context.Context, commit string) (time.Time, error) {
	data, err := g.run(ctx, "cat-file", "commit", commit)
	return time.Unix(decodeCommit(data).time, 0).UTC(), err
}

// mergeBase is the commit that two come from, "" for none.
func (g *gitProgram) mergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := g.run(ctx, "merge-base", a, b)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

// userName is who commits here, "" where git does not know.
func (g *gitProgram) userName(ctx context.Context) string {
	out, err := g.run(ctx, "var", "GIT_AUTHOR_IDENT") // "Name <mail> time zone"
	if err != nil {
		return ""
	}
	name, _, _ := strings.Cut(string(out), " <")
	return name
}

// staged asks git, which compares whole folders by their cached trees.
func (g *gitProgram) staged(ctx context.Context, commit string) ([]Entry, error) {
	if commit == "" {
		commit = g.format.emptyTree()
	}
	out, err := g.run(ctx, "diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff",
		"--ita-invisible-in-index", commit, "--")
	if err != nil {
		return nil, err
	}
	var entries []Entry
	records := strings.Split(string(out), "\x00")
	for i := 0; i+1 < len(records); i += 2 {
		path := records[i+1]
		fields := strings.Fields(strings.TrimPrefix(records[i], ":")) // mode mode id id status
		if len(fields) != 5 {
			continue
		}
		e := Entry{Path: path, Size: -1}
		if mode, err := strconv.ParseUint(fields[0], 8, 32); err == nil && mode != 0 {
			e.Mode, e.ID = uint32(mode), fields[2]
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// run gives what git prints; an error carries what it said.
func (g *gitProgram) run(ctx context.Context, args ...string) ([]byte, error) {
	return g.answer(ctx, nil, args...)
}

// feed runs git with an input, and gives the line that it prints.
func (g *gitProgram) feed(ctx context.Context, input []byte, args ...string) (string, error) {
	out, err := g.answer(ctx, input, args...)
	return strings.TrimSpace(string(out)), err
}

// answer is what git prints when it is given an input, which may be nil.
func (g *gitProgram) answer(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	cmd := g.command(ctx, args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if input != nil {
		cmd.Stdin = bytes.NewReader(input)
	}
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, gitError(args[0], said.String(), err)
	}
	return out.Bytes(), nil
}

// command runs git without hooks, and with no file system monitor but the one that is part of git.
func (g *gitProgram) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.path, append([]string{"-c", "core.fsmonitor=" + strconv.FormatBool(g.monitor),
		"-c", "core.hooksPath=" + os.DevNull, "-c", "hook.reference-transaction.enabled=false"}, args...)...)
	cmd.Dir, cmd.Env = g.dir, g.env
	return cmd
}

// gitError is what git said, else how it ended.
func gitError(command, said string, err error) error {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("git %s: %w", command, err)
	}
	said = strings.TrimSpace(said)
	if said == "" {
		return fmt.Errorf("git %s: %w", command, err)
	}
	if strings.Contains(said, "safe.bareRepository") {
		said += " (hint: name it, by --bare or GIT_DIR)"
	}
	return &saidError{command, said, err}
}

// saidError is a failure of the git program that it has given a reason for.
type saidError struct {
	command, said string
	err           error // how it ended
}

func (e *saidError) Unwrap() error { return e.err }

func (e *saidError) Error() string {
	if first, _, ok := strings.Cut(e.said, "\n"); ok && e.untrusted() {
		return "git does not trust this folder: " + strings.TrimPrefix(first, "fatal: ")
	}
	return "git " + e.command + ": " + e.said
}

// Advice says what to do about a repository of another user, in git's words.
func (e *saidError) Advice() string {
	_, command, ok := strings.Cut(e.said, "\n\n")
	if !ok || !e.untrusted() {
		return ""
	}
	return "if you trust whom it belongs to: " + strings.TrimSpace(command)
}

// untrusted tells that git refused a folder of another user: only then does it name this setting.
func (e *saidError) untrusted() bool { return strings.Contains(e.said, "safe.directory") }

// ignored asks git, which says so by its exit code.
func (g *gitProgram) ignored(ctx context.Context, paths []string) (bool, error) {
	cmd := g.command(ctx, "check-ignore", "-z", "--stdin")
	cmd.Stdin = strings.NewReader("./" + strings.Join(paths, "\x00./") + "\x00")
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		return false, nil
	}
	return false, gitError("check-ignore", "", err)
}
