package git

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// errMissing tells that the object store lacks an object, as in a partial clone.
var ErrMissing = errors.New("object is missing")

// objects starts no process before the first read.
func (g *gitProgram) objects(ctx context.Context) (objectReader, error) {
	stored := &storedBlobs{dir: filepath.Join(g.commonDir, "objects"), format: g.format, left: mostStored}
	return &catFile{git: g, ctx: ctx, stored: stored}, nil
}

// catFile reads objects by git cat-file --batch, and a few without it. In a partial clone a git before 2.44 ends when an
// object is missing that it may not fetch; go-git, which never fetches, takes over then.
type catFile struct {
	git    *gitProgram
	ctx    context.Context
	one    *catProcess
	stored *storedBlobs
	local  objectReader // go-git's, once needed

	waiting *waiting // where one comes from and goes to; nil for nowhere
}

// takeOver opens go-git's object store if err is of a git that could not fetch.
func (c *catFile) takeOver(err error) bool {
	if c.git.local == nil || err == nil || !strings.Contains(err.Error(), "promisor remote") {
		return false
	}
	c.local = c.git.local.open()
	return true
}

// talk is a git process that answers what it is asked until its input ends. said is what it
// complained about; it is whole once the process has been waited for.
type talk struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	said bytes.Buffer
}

// begin starts the process of a command, such as "cat-file" with its options.
func (t *talk) begin(ctx context.Context, g *gitProgram, args ...string) error {
	t.cmd = g.command(ctx, args...)
	t.cmd.Stderr = &t.said
	in, err := t.cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	out, err := t.cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	t.in, t.out = in, bufio.NewReaderSize(out, 1<<16)
	if err := t.cmd.Start(); err != nil {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	return nil
}

// catProcess is one running git cat-file.
type catProcess struct {
	talk

	used   bool        // it has answered a reader before
	late   *time.Timer // ends it while it waits
	unlend func() bool // lets it outlive its reader; false where it was killed
}

// start runs git cat-file; buffered is faster for many objects, but answers only when much has been asked.
func (c *catFile) start(ctx context.Context, buffered bool) (*catProcess, error) {
	args := []string{"cat-file", "--batch"}
	if buffered {
		args = append(args, "--buffer")
	}
	p := &catProcess{}
	if err := p.begin(ctx, c.git, args...); err != nil {
		return nil, err
	}
	return p, nil
}

// read reads the object by itself, asks the git process where that cannot be done, and go-git where git has failed.
func (c *catFile) read(id string) ([]byte, error) {
	if data, err := c.stored.read(id); err == nil {
		return data, nil
	}
	if c.local != nil {
		return c.local.read(id)
	}
	data, err := c.ask(id)
	if c.takeOver(err) {
		return c.local.read(id)
	}
	return data, err
}

// ask reads one object by the process that answers at once. One that waited and has died meanwhile is replaced.
func (c *catFile) ask(id string) ([]byte, error) {
	for {
		first := c.one == nil
		if first {
			p, err := c.lend()
			if err != nil {
				return nil, err
			}
			c.one = p
		}
		data, err := c.one.answer(id)
		if err == nil || ofOneObject(err) {
			return data, err
		}
		if !first || !c.one.used || c.ctx.Err() != nil {
			return nil, err
		}
		c.one.unlend()
		c.one = nil
	}
}

// answer reads one object.
func (p *catProcess) answer(id string) ([]byte, error) {
	if _, err := io.WriteString(p.in, id+"\n"); err != nil {
		return nil, p.fail(err)
	}
	return p.next()
}

// each asks for all objects while it reads the answers, so that git never waits for us nor we for a
// round trip.
func (c *catFile) each(ids []string, f func(i int, data []byte, err error) error) error {
	done := 0
	if c.local == nil {
		var err error
		if done, err = c.stream(ids, f); !c.takeOver(err) {
			return err
		}
	}
	return c.local.each(ids[done:], func(i int, data []byte, err error) error { return f(done+i, data, err) })
}

// stream reads objects by one process, and tells how many have been given to f.
func (c *catFile) stream(ids []string, f func(i int, data []byte, err error) error) (done int, err error) {
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	p, err := c.start(ctx, true)
	if err != nil {
		return 0, err
	}
	go p.ask(ids)
	for i := range ids {
		data, err := p.next()
		if err == nil || ofOneObject(err) {
			err = f(i, data, err)
			done++
		}
		if err != nil {
			cancel()
			p.cmd.Wait()
			return done, cmp.Or(c.ctx.Err(), err)
		}
	}
	if err := p.cmd.Wait(); err != nil {
		return done, gitError("cat-file", p.said.String(), err)
	}
	return done, nil
}

// ask writes the ids of objects; an error shows as the end of the answers.
func (p *catProcess) ask(ids []string) {
	w := bufio.NewWriterSize(p.in, 1<<16)
	for _, id := range ids {
		w.WriteString(id + "\n")
	}
	w.Flush()
	p.in.Close()
}

// ofOneObject tells the errors after which the next object can be read.
func ofOneObject(err error) bool { return errors.Is(err, ErrMissing) || errors.Is(err, ErrTooLarge) }

// next reads one answer, which is to be a blob.
func (p *catProcess) next() ([]byte, error) { return p.nextOf("blob") }

// nextOf reads one answer: "ID SP TYPE SP SIZE LF bytes LF", or "ID SP missing LF".
func (p *catProcess) nextOf(kind string) ([]byte, error) {
	line, err := p.out.ReadString('\n')
	if err != nil {
		return nil, p.fail(err)
	}
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return nil, fmt.Errorf("git cat-file: %s: %w", strings.TrimSpace(line), ErrMissing)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return nil, p.fail(fmt.Errorf("unexpected answer %q", line))
	}
	if size > MaxFile || fields[1] != kind {
		if _, err := io.CopyN(io.Discard, p.out, size+1); err != nil {
			return nil, p.fail(err)
		}
		if fields[1] != kind {
			return nil, fmt.Errorf("git cat-file: %s is a %s: %w", fields[0], fields[1], ErrMissing)
		}
		return nil, ErrTooLarge
	}
	data := make([]byte, size+1)
	if _, err := io.ReadFull(p.out, data); err != nil {
		return nil, p.fail(err)
	}
	return data[:size:size], nil
}

// fail makes an error of an answer that broke off.
func (p *catProcess) fail(err error) error {
	p.in.Close()
	if wait := p.cmd.Wait(); wait != nil {
		return gitError("cat-file", p.said.String(), wait)
	}
	return fmt.Errorf("git cat-file: %w", err)
}

// Close ends the process, and reports what it complained about.
func (c *catFile) Close() error {
	c.stored.Close()
	if c.local != nil {
		c.local.Close()
	}
	if c.one == nil || c.one.cmd.ProcessState != nil || c.giveBack() {
		return nil
	}
	if err := c.one.finish(); err != nil && c.ctx.Err() == nil {
		return gitError("cat-file", c.one.said.String(), err)
	}
	return nil
}

// finish ends a process that has been asked nothing more.
func (p *catProcess) finish() error {
	p.in.Close()
	io.Copy(io.Discard, p.out)
	return p.cmd.Wait()
}

// Processes of git cat-file that wait for the next reader.
const (
	maxKept = 8                // of a repository
	kept    = 10 * time.Second // then a process ends, and with it the packs that it holds open
)

// KeepReaders lets the processes that read objects wait for the next reader, for a server that reads
// a few objects for each answer. It starts none. What it returns ends those that wait, and the keeping.
func (r *Repo) KeepReaders() (end func()) {
	w := &waiting{}
	r.waiting.Store(w)
	return func() {
		r.waiting.CompareAndSwap(w, nil)
		w.end()
	}
}

// waiting holds processes that nobody reads from.
type waiting struct {
	mu        sync.Mutex
	processes []*catProcess
	ended     bool
}

// take gives the process that waited last, nil for none.
func (w *waiting) take() *catProcess {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.processes)
	if n == 0 {
		return nil
	}
	p := w.processes[n-1]
	w.processes = w.processes[:n-1]
	p.late.Stop() // where that was too late, it does not find the process here
	return p
}

// put lets a process wait, and tells whether there is room for it.
func (w *waiting) put(p *catProcess) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended || len(w.processes) == maxKept {
		return false
	}
	w.processes = append(w.processes, p)
	p.late = time.AfterFunc(kept, func() { w.drop(p) })
	return true
}

// drop ends a process that still waits.
func (w *waiting) drop(p *catProcess) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, other := range w.processes {
		if other == p {
			w.processes = append(w.processes[:i], w.processes[i+1:]...)
			p.finish()
			return
		}
	}
}

// end ends all that wait; none does afterwards.
func (w *waiting) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	for _, p := range w.processes {
		p.late.Stop()
		p.finish()
	}
	w.processes = nil
}

// lend gives a process that answers at once: one that waited, else a new one. It is killed when ctx ends.
func (c *catFile) lend() (*catProcess, error) {
	if c.waiting == nil {
		return c.start(c.ctx, false)
	}
	p := c.waiting.take()
	if p == nil {
		var err error
		if p, err = c.start(context.WithoutCancel(c.ctx), false); err != nil {
			return nil, err
		}
	} else {
		p.used = true
	}
	p.unlend = context.AfterFunc(c.ctx, func() { p.cmd.Process.Kill() })
	return p, nil
}

// giveBack lets a sound process wait for the next reader, where that is wanted.
func (c *catFile) giveBack() bool {
	p := c.one
	return p.unlend != nil && p.unlend() && c.waiting.put(p)
}
