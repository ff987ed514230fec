package git

import (
	"context"
	"errors"
	"testing"
)

// A server's readers take over the process of the reader before: when it was killed, or its reader gave up, there is a new one.
func TestKeptReaders(t *testing.T) {
	r := newTestRepo(t)
	r.Write("cache.md", "Answers are cached for ten minutes.")
	r.commit("2026-01-10T12:00:00Z")
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(append(r.Env, "KB_GIT=on")))
	if err != nil {
		t.Fatal(err)
	}
	blob := r.Git("rev-parse", "HEAD:cache.md")
	read := func(ctx context.Context, blob string) (text string, process *catProcess, err error) {
		b, err := repo.Blobs(ctx)
		if err != nil {
			t.Fatal(err)
		}
		b.objects.(*catFile).stored.left = 0
		data, err := b.Read(Blob(blob))
		process = b.objects.(*catFile).one
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		return string(data), process, err
	}
	sound := func() *catProcess {
		t.Helper()
		text, process, err := read(t.Context(), blob)
		if text != "Answers are cached for ten minutes." || err != nil {
			t.Fatalf("read %q, %v", text, err)
		}
		return process
	}
	first := sound()
	if sound() == first {
		t.Error("a process outlived its reader, and nobody had asked for it")
	}
	end := repo.KeepReaders()
	first = sound()
	if sound() != first {
		t.Error("the process did not wait for the next reader")
	}
	if _, process, err := read(t.Context(), "1234567890123456789012345678901234567890"); !errors.Is(err, ErrMissing) || process != first {
		t.Errorf("a missing object: %v", err)
	}
	if sound() != first {
		t.Error("an object that is missing ended the process")
	}
	first.cmd.Process.Kill()
	second := sound()
	if second == first {
		t.Error("a dead process was asked")
	}
	ctx, cancel := context.WithCancel(t.Context())
	b, err := repo.Blobs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	b.objects.(*catFile).stored.left = 0
	if _, err := b.Read(Blob(blob)); err != nil {
		t.Fatal(err)
	}
	cancel()
	b.Close()
	waits := sound()
	if waits == second {
		t.Error("the process of a reader that gave up was taken over")
	}
	end()
	if waits.cmd.ProcessState == nil || sound().cmd.ProcessState == nil {
		t.Error("a process waits though none is kept any more")
	}
}
