package index_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// sample is a repository of three notes.
func sample() string {
	dir, err := os.MkdirTemp("", "kb")
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range map[string]string{
		"sessions.md": "---\nkind: decision\nstatus: accepted\n---\n# Sessions are JWTs\n\n## Expiry\n\nA session expires after twelve " +
			"hours.\n",
		"redis.md":  "# Redis\n\nWe cache rendered pages, see [sessions](sessions.md).\n",
		"deploy.md": "# Deploying\n\nPush a tag.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		log.Fatalf("%s: %v", out, err)
	}
	return dir
}

// open opens the index of a repository and brings it up to date.
func open(ctx context.Context, dir string) *index.Index {
	repo, err := kb.Open(ctx, dir)
	if err != nil {
		log.Fatal(err)
	}
	x, err := index.Open(ctx, repo, index.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := x.Update(ctx, index.UpdateOptions{}); err != nil {
		log.Fatal(err)
	}
	return x
}

// Index a repository and ask it a question.
func Example() {
	ctx := context.Background()
	dir := sample()
	defer os.RemoveAll(dir)
	x := open(ctx, dir)
	defer x.Close()

	s, err := x.Searcher(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	answer, err := s.Search(ctx, index.Query{Text: "when does a session expire kind:decision"})
	if err != nil {
		log.Fatal(err)
	}
	for _, hit := range answer.Hits {
		fmt.Printf("%s:%d-%d %q\n", hit.Path, hit.StartLine, hit.EndLine, hit.HeadingPath)
	}
	// Output: sessions.md:7-9 ["Sessions are JWTs" "Expiry"]
}

// An update tells what it did, and does nothing where nothing changed.
func ExampleIndex_Update() {
	ctx := context.Background()
	dir := sample()
	defer os.RemoveAll(dir)
	x := open(ctx, dir)
	defer x.Close()

	if err := os.WriteFile(filepath.Join(dir, "deploy.md"), []byte("# Deploying\n\nPush to main.\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	report, err := x.Update(ctx, index.UpdateOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Changed, "changed,", report.Unchanged, "unchanged,", report.Parsed, "parsed")
	// Output: 1 changed, 2 unchanged, 1 parsed
}

// Read a note with what the index derived, and who links to it.
func ExampleSearcher_Note() {
	ctx := context.Background()
	dir := sample()
	defer os.RemoveAll(dir)
	x := open(ctx, dir)
	defer x.Close()

	s, err := x.Searcher(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	note, err := s.Note(ctx, "sessions.md")
	if err != nil {
		log.Fatal(err)
	}
	_, in, err := s.Links(ctx, "sessions.md")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %s, %s, linked from %s:%d\n", note.Title, note.Kind, note.Status, in[0].From, in[0].Line)
	// Output: Sessions are JWTs: decision, accepted, linked from redis.md:3
}
