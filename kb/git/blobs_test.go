package git

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestMissingObjects(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a", "b.md", "b", "empty.md", "", "gone.md", "g")
		r.commit("2026-01-10T12:00:00Z")
		for _, name := range []string{"a.md", "gone.md"} {
			id := r.Git("rev-parse", "HEAD:"+name)
			if err := os.Remove(filepath.Join(r.Dir, ".git/objects", id[:2], id[2:])); err != nil {
				t.Fatal(err)
			}
		}
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		os.Remove(filepath.Join(r.Dir, "gone.md"))
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var got []string
		err = b.Each(tree.Files, func(f File, data []byte, err error) error {
			if err != nil {
				data = []byte("error")
			}
			got = append(got, f.Path+": "+string(data))
			return nil
		})
		// The work tree makes up for an object that is missing, when it has the same bytes.
		diff(t, "Each", got, []string{"a.md: a", "b.md: b", "empty.md: ", "gone.md: error"})
		if err != nil || b.Reads.Objects != 4 {
			t.Errorf("%d objects are read, %v", b.Reads.Objects, err)
		}
		var one []string
		for _, f := range tree.Files {
			data, _ := b.Read(f)
			one = append(one, string(data))
		}
		if diff(t, "Read", one, []string{"a", "b", "", ""}); b.Reads.Objects != 8 {
			t.Errorf("%d objects are read", b.Reads.Objects)
		}
	})
}

func TestPartialClone(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Git("config", "uploadpack.allowFilter", "true")
		r.Write("a.md", "1", "b.md", "b", "c.md", "1c")
		first := r.commit("2026-01-10T12:00:00Z")
		r.Write("a.md", "2", "c.md", "2c")
		r.commit("2026-02-10T12:00:00Z")
		dir := filepath.Join(t.TempDir(), "partial")
		r.Git("clone", "-q", "--filter=blob:none", "file://"+r.Dir, dir)
		repo := opened(t, open, r, dir)
		_, tree := workTree(t, repo)
		diff(t, "work tree", texts(t, repo, tree), map[string]string{"a.md": "2", "b.md": "b", "c.md": "2c"})
		old, err := treeAt(repo, first)
		if err != nil {
			t.Fatal(err)
		}
		b, err := repo.Blobs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		got := map[string]string{}
		err = b.Each(old.Files, func(f File, data []byte, err error) error {
			if got[f.Path] = string(data); err != nil {
				got[f.Path] = "missing"
			}
			return nil
		})
		// Nothing is fetched: what is not here is told, and the rest is read.
		diff(t, "old tree", got, map[string]string{"a.md": "missing", "b.md": "b", "c.md": "missing"})
		if err != nil {
			t.Error(err)
		}
		if data, err := b.Read(old.Files[1]); err != nil || string(data) != "b" {
			t.Errorf("Read = %q, %v", data, err)
		}
		if data, err := b.Read(old.Files[0]); err == nil {
			t.Errorf("Read of a missing object = %q", data)
		}
	})
}
