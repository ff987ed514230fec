package find

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// README prints what kb ask answers in the story of that name.
func TestReadmePrintsAnAnswer(t *testing.T) {
	story, err := os.ReadFile(filepath.Join("testdata", "ask.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, answer, found := strings.Cut(string(story), "-- answer --\n")
	if !found || !strings.Contains(string(readme), "$ kb ask 'when do user sessions expire'\n"+answer) {
		t.Error("README.md does not print the answer of the story")
	}
}
