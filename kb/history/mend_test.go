package history

import (
	"context"
	"path/filepath"
	"testing"
)

// What a partial clone did not know is known after git has fetched the rest, without anybody saying so.
func TestMissingObjectsComeBack(t *testing.T) {
	for _, filter := range []string{"blob:none", "tree:0"} {
		t.Run(filter, func(t *testing.T) {
			programs(t, func(t *testing.T, program string) {
				r := newGitRepo(t)
				r.Git("config", "uploadpack.allowFilter", "true")
				r.Write("a.md", lines(0, 20))
				r.commit("2026-01-01T00:00:00Z", "A", "begin")
				r.Git("mv", "a.md", "b.md")
				r.Write("b.md", lines(0, 22))
				r.commit("2026-01-02T00:00:00Z", "A", "rename")
				r.Write("b.md", lines(0, 25))
				head := r.commit("2026-01-03T00:00:00Z", "A", "edit")
				dir := filepath.Join(t.TempDir(), "partial")
				r.Git("clone", "-q", "--filter="+filter, "file://"+r.Dir, dir)
				r.Git("-C", dir, "config", "gc.auto", "0")
				repo := r.openAt(dir, program)
				h := openHistory(t, repo, t.TempDir())
				update(t, h)
				if l, err := h.Limits(context.Background(), head); err != nil || l.whole() || len(l.Messages()) != 1 {
					t.Fatalf("%+v, %v", l, err)
				}
				if report, err := h.Update(context.Background()); err != nil || report != (Report{}) {
					t.Errorf("nothing came, and %+v, %v", report, err)
				}
				r.Git("-C", dir, "fetch", "-q", "--refetch", "--no-filter")
				report, err := h.Update(context.Background())
				if err != nil || report != (Report{Added: 3, Rebuilt: true}) {
					t.Errorf("%+v, %v", report, err)
				}
				if l, err := h.Limits(context.Background(), head); err != nil || !l.whole() {
					t.Errorf("%+v, %v", l, err)
				}
				diff(t, "life", life(t, h, head, "b.md"), []string{"edit: M b.md", "rename: R a.md→b.md", "begin: A a.md"})
			})
		})
	}
}

// Objects that bring nothing of what is missing change nothing.
func TestStillMissing(t *testing.T) {
	r := newGitRepo(t)
	r.Git("config", "uploadpack.allowFilter", "true")
	r.Write("a.md", lines(0, 20))
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Git("mv", "a.md", "b.md")
	r.Write("b.md", lines(0, 22))
	head := r.commit("2026-01-02T00:00:00Z", "A", "rename")
	dir := filepath.Join(t.TempDir(), "partial")
	r.Git("clone", "-q", "--filter=blob:none", "file://"+r.Dir, dir)
	r.Git("-C", dir, "config", "gc.auto", "0")
	h := openHistory(t, r.openAt(dir, "on"), "")
	update(t, h)
	r.Write("c.md", "c")
	r.commit("2026-01-03T00:00:00Z", "A", "more")
	r.Git("-C", dir, "pull", "-q")
	r.Git("-C", dir, "gc", "-q")
	for range 2 {
		if report, err := h.Update(context.Background(), head); err != nil || report != (Report{}) {
			t.Errorf("%+v, %v", report, err)
		}
	}
	if l, err := h.Limits(context.Background(), head); err != nil || l.Blobs != 1 {
		t.Errorf("%+v, %v", l, err)
	}
}
