package kb_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// sample is a repository with one decision and a note that links to it.
func sample() string {
	dir, err := os.MkdirTemp("", "kb")
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range map[string]string{
		"decisions/0001-jwt.md": "---\nstatus: accepted\ntags: [auth]\n---\n# Sessions are JWTs\n",
		"guide.md":              "# Guide\n\nSee [[0001-jwt]].\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		log.Fatalf("%s: %v", out, err)
	}
	return dir
}

// Read the notes of a work tree and follow their links.
func Example() {
	ctx := context.Background()
	dir := sample()
	defer os.RemoveAll(dir)

	repo, err := kb.Open(ctx, dir)
	if err != nil {
		log.Fatal(err)
	}
	scan, err := repo.Scan(ctx)
	if err != nil {
		log.Fatal(err)
	}
	tree, err := repo.WorkTree(ctx, scan, nil)
	if err != nil {
		log.Fatal(err)
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer blobs.Close()

	var names []kb.Name
	links := map[string][]markdown.Link{}
	err = blobs.Each(tree.Files, func(f git.File, data []byte, err error) error {
		if err != nil {
			return err
		}
		doc := markdown.Parse(data)
		note, _ := kb.NewNote(f.Path, f.Blob, doc, data)
		fmt.Printf("%s: %s %q, status %q\n", note.Path, note.Kind, note.Title, note.Status)
		names = append(names, kb.Name{Path: note.Path, ID: note.ID, Title: note.Title, Aliases: note.Aliases})
		links[note.Path] = doc.Links
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	resolver := kb.NewResolver(names, kb.WithOrigin(repo.Origin()))
	for _, l := range links["guide.md"] {
		fmt.Println(l.Target, "→", resolver.Link("guide.md", l).Path)
	}
	// Output:
	// decisions/0001-jwt.md: decision "Sessions are JWTs", status "accepted"
	// guide.md: doc "Guide", status ""
	// 0001-jwt → decisions/0001-jwt.md
}
