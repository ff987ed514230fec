package deliver

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/record"
)

// The table leads to every entry that is about a file, an error or the whole repository.
func TestTableFindsWhatAllEntriesHold(t *testing.T) {
	name := rapid.SampledFrom([]string{
		"a.go", "./a.go", "a.go#Sign", "a#b.go", "a#b.go#Sign", "src", "src/", "src/m/a.go", "src/m/a.go#T.Sign", "src/*.go", "src/m*/a.go",
		"**/a.go", "*", ".", "./", "src/[ab].go", "src/{a,b}.go", `src/\[id].ts`, "src/[id].ts", "*.go", "s*", "src/m/**",
	})
	kind := rapid.SampledFrom([]string{"gotcha", "error_pattern", "constraint", "preference", workState, ""})
	rapid.Check(t, func(t *rapid.T) {
		var entries []entry
		for i := range rapid.IntRange(0, 12).Draw(t, "notes") {
			e := entry{name: kb.Name{Path: fmt.Sprintf("n%02d.md", i)}, kind: kind.Draw(t, "kind"), pinned: rapid.Bool().Draw(t, "pinned")}
			e.files = rapid.SliceOfN(name, 0, 3).Draw(t, "files")
			e.named = rapid.SliceOfN(name, 0, 2).Draw(t, "named")
			if e.kind == "error_pattern" {
				e.errors = []string{fmt.Sprintf("lost lease %d", i%3)}
			}
			entries = append(entries, e)
		}
		var x Index
		x.fill(entries)
		every := x
		all := make([]record.Writer, x.table.len())
		for list := range all {
			for i := range entries {
				all[list].Int(i)
			}
		}
		data := make([][]byte, len(all))
		for i := range all {
			data[i] = all[i].Data
		}
		every.table = listsOf(data)
		for _, file := range []string{"a.go", "a#b.go", "src/a.go", "src/m/a.go", "src/[id].ts", "s", "other/b.go", ".github/a.yml"} {
			in := func(symbol string) bool { return symbol == "Sign" }
			if diff := cmp.Diff(found(every.about(file, in)), found(x.about(file, in))); diff != "" {
				t.Fatalf("%s: %s", file, diff)
			}
		}
		errors := []string{"it lost lease 1 again"}
		for _, pair := range [][2][]match{
			{every.explains(errors, nil), x.explains(errors, nil)}, {every.standing(), x.standing()}, {every.states(), x.states()},
		} {
			if diff := cmp.Diff(found(pair[0]), found(pair[1])); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func found(matches []match) (out []string) {
	for _, m := range matches {
		out = append(out, fmt.Sprint(m.entry.name.Path, " ", m.specific))
	}
	return out
}

// A note is looked at for the files that it is about, not for all of its folder.
func TestTableLeavesOthersOut(t *testing.T) {
	var entries []entry
	for i := range 200 {
		entries = append(entries, entry{kind: "gotcha", files: []string{fmt.Sprintf("src/f%d.go", i)}})
	}
	var x Index
	x.fill(entries)
	if near := x.near("src/f7.go"); !slices.Contains(near, 7) || len(near) > 20 {
		t.Errorf("of 200 notes about one file each %d are looked at: %v", len(near), near)
	}
}

// Lists whose ends do not fit give less, and never panic.
func TestDamagedLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ends record.Writer
		for range rapid.IntRange(0, 5).Draw(t, "lists") {
			ends.Uint32(rapid.Uint32Range(0, 12).Draw(t, "end"))
		}
		l := lists{string(ends.Data), "\x00\x01\x02\x03\x04"}
		x := Index{kept: l, table: l}
		for i := range l.len() {
			_ = l.at(i)
			_ = x.listed(i)
		}
		_ = x.near("a/b.go")
	})
}
