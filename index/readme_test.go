package index_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// The command that README tells a newcomer to type first answers with the section that has the
// formula, not with what follows from it, and not with README's own line.
func TestReadmeDemonstration(t *testing.T) {
	const question = "how is confidence computed"
	readme, err := os.ReadFile("../README.md")
	if err != nil || !strings.Contains(string(readme), `kb search "`+question+`"`) {
		t.Fatalf("README asks something else: %v", err)
	}
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	indextest.WriteFile(t, dir, "README.md", string(readme))
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := filepath.Glob("../docs/decisions/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, decisions...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		indextest.WriteFile(t, dir, filepath.ToSlash(strings.TrimPrefix(page, filepath.FromSlash("../"))), string(text))
	}
	indextest.Git(t, dir, "add", ".")
	indextest.Git(t, dir, "commit", "-qm", "docs")
	x := indextest.Open(t, dir, store.Options{})
	defer x.Close()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	hits := indextest.Ask(t, x, query.Query{Text: question, Limit: 3}).Hits
	if len(hits) == 0 || hits[0].Path != "docs/decisions/0008-confidence.md" ||
		!strings.Contains(hits[0].Text, "days since last touch ÷ half-life") {
		t.Errorf("first: %+v", hits[:min(1, len(hits))])
	}
}
