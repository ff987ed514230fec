package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// history asks git rev-list; where git cannot go on because a commit is missing, go-git gives what is here.
func (g *gitProgram) history(ctx context.Context, w CommitWalk) ([]commitNode, error) {
	cmd := g.command(ctx, "rev-list", "--parents", "--ignore-missing", "--stdin")
	var ask, said bytes.Buffer
	for _, id := range w.Tips {
		ask.WriteString(id + "\n")
	}
	for _, id := range w.Known {
		ask.WriteString("^" + id + "\n")
	}
	cmd.Stdin, cmd.Stderr = &ask, &said
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		if g.local != nil {
			return g.local.history(ctx, w)
		}
		return nil, gitError("rev-list", said.String(), err)
	}
	var nodes []commitNode
	for line := range strings.Lines(string(out)) {
		if ids := strings.Fields(line); len(ids) > 0 && !w.Has(ids[0]) {
			nodes = append(nodes, commitNode{id: ids[0], parents: ids[1:]})
		}
	}
	return nodes, nil
}

// commits reads the commits from git cat-file and their differences from git diff-tree, side by
// side. Where a tree is missing git gives up, and go-git goes on from there.
func (g *gitProgram) commits(ctx context.Context, nodes []commitNode, f func(*RawCommit) error) error {
	if len(nodes) == 0 {
		return nil
	}
	done, err := g.streamCommits(ctx, nodes, f)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, errDiffEnded) && g.local != nil {
		return g.local.commits(ctx, nodes[done:], f)
	}
	return err
}

// errDiffEnded tells that git diff-tree ended before it had answered all.
var errDiffEnded = errors.New("git diff-tree ended early")

// streamCommits hands over commits, parents first, with what they changed, as two git processes
// tell it. It returns how many were handed over.
func (g *gitProgram) streamCommits(ctx context.Context, nodes []commitNode, f func(*RawCommit) error) (done int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	cat, err := (&catFile{git: g, ctx: ctx}).start(ctx, true)
	if err != nil {
		cancel()
		return 0, err
	}
	defer func() { cancel(); cat.cmd.Wait() }()
	diff, err := g.startDiff(ctx)
	if err != nil {
		cancel()
		return 0, err
	}
	defer func() { cancel(); diff.cmd.Wait() }()
	ids := make([]string, len(nodes))
	for i, n := range nodes {
		ids[i] = n.id
	}
	go cat.ask(ids)
	go diff.ask(nodes)
	for _, n := range nodes {
		c := &RawCommit{ID: n.id}
		if c.Touches, c.Unknown, err = diff.next(n.id); err != nil {
			return done, err
		}
		if c.Data, err = cat.nextOf("commit"); errors.Is(err, ErrTooLarge) {
			c.Touches, c.Unknown = nil, true
		} else if err != nil {
			return done, err
		}
		c.Cut = cutOff(c.Data, n)
		if err := f(c); err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}

// diffProcess is one running git diff-tree.
type diffProcess struct {
	talk
	head []byte // the id of the commit that the next differences belong to, once read
}

// startDiff starts the process that compares trees. No configuration has a say in what it prints.
func (g *gitProgram) startDiff(ctx context.Context) (*diffProcess, error) {
	d := &diffProcess{}
	err := d.begin(ctx, g, "diff-tree", "--stdin", "-r", "-z", "--raw", "--root", "--always", "--no-renames", "--ignore-submodules=none")
	if err != nil {
		return nil, err
	}
	return d, nil
}

// ask writes each commit with the one parent that it is to be compared with.
func (d *diffProcess) ask(nodes []commitNode) {
	w := bufio.NewWriterSize(d.in, 1<<16)
	for _, n := range nodes {
		w.WriteString(n.id)
		if len(n.parents) > 0 {
			w.WriteString(" " + n.parents[0])
		}
		w.WriteByte('\n')
	}
	w.Flush()
	d.in.Close()
}

// next reads the differences of a commit: "ID NUL", then ":MODE SP MODE SP ID SP ID SP STATUS NUL
// PATH NUL" each.
func (d *diffProcess) next(id string) (touches []Touch, tooMany bool, err error) {
	if d.head == nil {
		if err := d.read(); err != nil {
			return nil, false, err
		}
	}
	if string(d.head) != id {
		return nil, false, fmt.Errorf("git diff-tree: %q in place of commit %s", d.head, id)
	}
	for {
		err := d.read()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, false, err
		}
		if err != nil && d.cmd.Wait() != nil {
			return nil, false, fmt.Errorf("%w: %s", errDiffEnded, bytes.TrimSpace(d.said.Bytes())) // the commit may be cut short
		}
		if err != nil || len(d.head) == 0 || d.head[0] != ':' {
			return touches, tooMany, nil
		}
		t, err := parseTouch(string(d.head))
		if err != nil {
			return nil, false, fmt.Errorf("git diff-tree: %w", err)
		}
		if err := d.read(); err != nil {
			return nil, false, err
		}
		if t.Path = string(d.head); len(touches) == maxTouches {
			touches, tooMany = nil, true
		}
		if !tooMany {
			touches = append(touches, t)
		}
	}
}

// read fills head with what comes next; head is nil at the end.
func (d *diffProcess) read() error {
	record, err := d.out.ReadBytes(0)
	if err != nil {
		d.head = nil
		if err == io.EOF {
			return errors.Join(errDiffEnded, io.EOF)
		}
		return fmt.Errorf("git diff-tree: %w", err)
	}
	d.head = record[:len(record)-1]
	return nil
}

// parseTouch reads the head of a raw record of git diff-tree.
func parseTouch(head string) (Touch, error) {
	fields := strings.Fields(strings.TrimPrefix(head, ":"))
	if len(fields) != 5 || len(fields[4]) != 1 {
		return Touch{}, fmt.Errorf("unexpected record %q", head)
	}
	oldMode, err := strconv.ParseUint(fields[0], 8, 32)
	if err != nil {
		return Touch{}, fmt.Errorf("unexpected record %q", head)
	}
	newMode, err := strconv.ParseUint(fields[1], 8, 32)
	if err != nil {
		return Touch{}, fmt.Errorf("unexpected record %q", head)
	}
	return touchOf(uint32(oldMode), uint32(newMode), fields[2], fields[3]), nil
}

// touchOf tells from modes and ids what was done to a path; an id of zeros is none.
func touchOf(oldMode, newMode uint32, oldID, newID string) Touch {
	t := Touch{Status: 'M', OldMode: oldMode, NewMode: newMode, OldBlob: oldID, NewBlob: newID}
	switch {
	case oldMode == 0:
		t.Status, t.OldBlob = 'A', ""
	case newMode == 0:
		t.Status, t.NewBlob = 'D', ""
	case oldMode&ModeType != newMode&ModeType:
		t.Status = 'T'
	}
	return t
}
