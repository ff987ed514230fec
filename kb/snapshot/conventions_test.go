package snapshot

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

var update = flag.Bool("update", false, "write what is understood as what is expected")

// TestConventions reads files as other tools have them: testdata/conventions/NAME.txtar holds the
// files, NAME.txt what kb understands of them.
func TestConventions(t *testing.T) {
	archives, err := filepath.Glob("testdata/conventions/*.txtar")
	if err != nil || len(archives) < 10 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := understood(archive)
			expected := strings.TrimSuffix(name, "ar")
			if *update {
				if err := os.WriteFile(expected, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(expected)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// understood tells what is read from the notes of an archive, a line for each thing.
func understood(a *txtar.Archive) string {
	tree := &kb.Tree{Config: &kb.Config{}}
	entries := map[string]*Entry{}
	sources := map[string][]byte{}
	for _, f := range a.Files {
		entries[f.Name] = ReadEntry(git.File{Path: f.Name}, tree.Config, f.Data)
		sources[f.Name] = f.Data
	}
	s := new(Snapshot).With(tree, entries)
	var b strings.Builder
	for _, e := range s.Entries {
		n := &e.Note
		fmt.Fprintf(&b, "%s: %q %s", n.Path, n.Title, n.Label)
		for _, p := range [][2]string{{"status", n.Status}, {"written", n.RawStatus}, {"date", n.Date}, {"category", n.Category},
			{"tags", strings.Join(n.Tags, " ")}, {"aliases", strings.Join(n.Aliases, ", ")}} {
			if p[1] != "" {
				fmt.Fprintf(&b, ", %s %s", p[0], p[1])
			}
		}
		b.WriteString("\n")
		for _, r := range n.Relations {
			name := r.Type
			if r.Inverse {
				name = kb.Inverse(r.Type)
			}
			fmt.Fprintf(&b, "  %s %q = %s\n", name, r.Target, outcomeOf(s.Resolver().Relation(n.Path, r.Target)))
		}
		for _, l := range e.Links() {
			fmt.Fprintf(&b, "  %d: %s %q = %s%s\n", l.Line, l.Kind, l.Target+fragment(l), outcomeOf(s.Resolver().Link(n.Path, l)),
				block(s, sources, n.Path, l))
		}
		for _, st := range e.Statements() {
			fmt.Fprintf(&b, "  %d: %s %s %q when %q under %q\n", st.Line, st.Kind, st.Force, st.Text, st.Conditions, st.HeadingPath)
		}
		for _, o := range markdown.Parse(sources[n.Path]).Observations {
			fmt.Fprintf(&b, "  %d: observation [%s] %q %q (%s)\n", o.Line, o.Category, o.Text, o.Tags, o.Context)
		}
	}
	return b.String()
}

func fragment(l markdown.Link) string {
	if l.Fragment == "" {
		return ""
	}
	return "#" + l.Fragment
}

func outcomeOf(r kb.Resolution) string {
	switch {
	case r.Path != "":
		return r.Path
	case r.External:
		return "external"
	case len(r.Candidates) > 0:
		return "one of " + strings.Join(r.Candidates, ", ")
	}
	return "broken"
}

// block is the text that a link to a block names.
func block(s *Snapshot, sources map[string][]byte, from string, l markdown.Link) string {
	id, ok := strings.CutPrefix(l.Fragment, "^")
	to := s.Resolver().Link(from, l).Path
	if !ok || to == "" {
		return ""
	}
	span, ok := markdown.FindBlock(sources[to], id)
	if !ok {
		return " without the block"
	}
	return fmt.Sprintf(", block %q", sources[to][span.Start:span.End])
}
