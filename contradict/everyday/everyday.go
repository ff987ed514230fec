// Package everyday holds statements as notes make them, for the tests of the packages beside it,
// and compares what these find in them with what is written down.
package everyday

import (
	"embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed *.txt
var files embed.FS

// Line is one statement with what it stands under.
type Line struct {
	Text, Document      string
	Context, Conditions []string
}

// Groups reads a list, everyday.txt or prose.txt: groups of statements that speak of one thing.
func Groups(t testing.TB, name string) (groups [][]Line) {
	t.Helper()
	text, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		var group []Line
		for line := range strings.Lines(block) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				group = append(group, parse(line))
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// parse reads "[document] heading > heading (condition) | text".
func parse(line string) Line {
	before, text, ok := strings.Cut(line, " | ")
	if !ok {
		return Line{Text: line}
	}
	l := Line{Text: text}
	if rest, ok := strings.CutPrefix(before, "["); ok {
		l.Document, before, _ = strings.Cut(rest, "]")
	}
	before, condition, ok := strings.Cut(before, "(")
	if ok {
		l.Conditions = []string{strings.TrimSuffix(condition, ")")}
	}
	if before = strings.TrimSpace(before); before != "" {
		l.Context = strings.Split(before, " > ")
	}
	return l
}

// Golden compares a text with a file of testdata, line by line, or writes the file where
// UPDATE_GOLDEN is set.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want, lines := strings.Split(string(data), "\n"), strings.Split(got, "\n")
	if len(want) != len(lines) {
		t.Errorf("%s: %d lines, want %d", name, len(lines), len(want))
	}
	const shown = 20
	differ := 0
	for i := range min(len(want), len(lines)) {
		if want[i] != lines[i] && differ < shown {
			differ++
			t.Errorf("%s:%d:\n got  %s\n want %s", name, i+1, lines[i], want[i])
		}
	}
}
