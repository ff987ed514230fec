package review

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Pages before and after a change, and every statement that a review tells of it, are in a file: what is read or
// paired otherwise shows. UPDATE_GOLDEN=1 writes what is expected anew.
func TestEverydayChanges(t *testing.T) {
	const name = "testdata/everyday.changes"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for block := range strings.SplitSeq(string(text), "== ") {
		pages, want, ok := strings.Cut(block, "\n--\n")
		title, pages, _ := strings.Cut(pages, "\n")
		before, after, _ := strings.Cut(pages, "\n=>\n")
		if !ok {
			continue
		}
		got := told(version{old: unitsOf("a.md", []byte(before)), new: unitsOf("a.md", []byte(after))})
		fmt.Fprintf(&all, "== %s\n%s\n--\n%s\n", title, pages, got)
		if os.Getenv("UPDATE_GOLDEN") == "" && strings.TrimRight(want, "\n") != strings.TrimRight(got, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", title, got, want)
		}
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(all.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// told writes down every statement of a change, in order.
func told(v version) string {
	var list []Statement
	pairs := v.align()
	for i := range pairs {
		if s, ok := pairs[i].statement(); ok {
			list = append(list, s)
		}
	}
	sortStatements(list)
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s %s %s %v", s.Level, s.Change, s.Kind, s.Aspects)
		for _, flag := range []struct {
			is   bool
			name string
		}{{s.Moved, "moved"}, {s.Binds, "binds"}, {s.Argues, "argues"}} {
			if flag.is {
				b.WriteString(" " + flag.name)
			}
		}
		b.WriteByte('\n')
		for _, side := range []*Wording{s.Old, s.New} {
			if side != nil {
				fmt.Fprintf(&b, "\t%d:%d-%d %q %s %q\n", side.Line, side.Col, side.EndLine, side.Heading, side.Force, side.Text)
			}
		}
		if len(s.Words) > 0 {
			fmt.Fprintf(&b, "\t%v\n", s.Words)
		}
	}
	return b.String()
}
