// Command slips mines, from the histories of public repositories, names that were corrected to ones that the code had
// all along, and names beside them that nobody ever corrected.
//
//	slips mine REPO.git…   a JSON object a line: label 1 corrected, 0 still there, -1 new at the end
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/vocabulary"
)

// row is a case with what became of it.
type row struct {
	Repo, Commit, Path, Said, Meant, First string
	Line                                   int
	Text                                   string
	Held                                   bool
	Label                                  int
	Fix                                    bool
	Features                               []float64

	ages int
}

func main() {
	do := mine
	if os.Args[1] == "fixes" {
		do = fixes
	}
	for _, dir := range os.Args[2:] {
		if err := do(context.Background(), dir); err != nil {
			fmt.Fprintln(os.Stderr, dir, err)
		}
	}
}

// ages are how long before the end the states lie, in months.
var ages = []int{60, 48, 36, 24, 18, 12, 6, 0}

func mine(ctx context.Context, dir string) error {
	start := time.Now()
	repo, err := git.Open(ctx, dir, git.Interest{})
	if err != nil {
		return err
	}
	name := filepath.Base(filepath.Dir(dir))
	states, err := statesOf(dir)
	if err != nil {
		return err
	}
	open := map[[3]string]*row{}
	var done []*row
	for i, commit := range states {
		files, err := repo.Files(ctx, commit)
		if err != nil {
			return err
		}
		t, err := vocabulary.Open(ctx, repo, files, func() ([]git.File, error) { return files, nil }, vocabulary.Options{})
		if err != nil {
			return err
		}
		text := texts(ctx, repo, files)
		for key, r := range open {
			now, ok := text(r.Path)
			switch {
			case !ok:
				delete(open, key)
			case says(now, r.Said) != 0:
				r.ages++
			default:
				if corrected(r, now) {
					r.Label = 1
					done = append(done, r)
				}
				delete(open, key)
			}
		}
		list, err := slipsOf(ctx, repo, t, files)
		if err != nil {
			return err
		}
		for _, s := range list {
			key := [3]string{s.Path, s.Said, s.Meant}
			if open[key] != nil {
				continue
			}
			source, ok := text(s.Path)
			if !ok {
				continue
			}
			r := &row{Repo: name, Commit: commit, Path: s.Path, Said: s.Said, Meant: s.Meant, First: s.First, Held: held(name), Features: s.Features()}
			r.Line = s.Line
			r.Text = string(bytes.Split(source, []byte("\n"))[r.Line-1])
			open[key] = r
		}
		if i == len(states)-1 {
			for _, r := range open {
				if r.ages == 0 {
					r.Label = -1
				}
				done = append(done, r)
			}
		}
	}
	out := json.NewEncoder(os.Stdout)
	n := [3]int{}
	for _, r := range done {
		n[r.Label+1]++
		r.Text = r.Text[:min(len(r.Text), 300)]
		if err := out.Encode(r); err != nil {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, name, len(states), "states; new, standing, corrected", n, time.Since(start).Round(time.Second))
	return nil
}

// held reports whether a repository is held out.
func held(name string) bool {
	hash := fnv.New32()
	hash.Write([]byte(name))
	return hash.Sum32()%3 == 0
}

// says returns the first line that says a name in code, 0 for none.
func says(source []byte, name string) int {
	line := 0
	slip.Said(source, func(n []byte, at int, form slip.Form) {
		if line == 0 && form != slip.Prose && string(n) == name {
			line = 1 + bytes.Count(source[:at], []byte("\n"))
		}
	})
	return line
}

// corrected reports whether a line that says one name was made one that says the other and is mostly the same else.
func corrected(r *row, now []byte) bool {
	want := strings.Fields(strings.ReplaceAll(r.Text, r.Said, r.Meant))
	for _, line := range strings.Split(string(now), "\n") {
		if !strings.Contains(line, r.Meant) {
			continue
		}
		has := map[string]int{}
		words := strings.Fields(line)
		for _, w := range words {
			has[w]++
		}
		same := 0
		for _, w := range want {
			if has[w] > 0 {
				has[w]--
				same++
			}
		}
		if 2*same >= (len(want)+len(words))*7/10 {
			return true
		}
	}
	return false
}

// texts returns what reads a note of a tree.
func texts(ctx context.Context, repo *git.Repo, files []git.File) func(path string) ([]byte, bool) {
	at := map[string]git.File{}
	for _, f := range files {
		at[f.Path] = f
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		panic(err)
	}
	known := map[string][]byte{}
	return func(path string) ([]byte, bool) {
		f, ok := at[path]
		if !ok {
			return nil, false
		}
		if data, ok := known[path]; ok {
			return data, true
		}
		data, err := blobs.Read(f)
		if err != nil {
			return nil, false
		}
		known[path] = data
		return data, true
	}
}

func slipsOf(ctx context.Context, repo *git.Repo, t *vocabulary.Table, files []git.File) (list []vocabulary.Slip, err error) {
	var notes []git.File
	for _, f := range files {
		if vocabulary.KindOf(f.Path) == vocabulary.Note {
			notes = append(notes, f)
		}
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return nil, err
	}
	defer blobs.Close()
	err = blobs.Each(notes, func(f git.File, data []byte, err error) error {
		if err != nil {
			return nil
		}
		more, err := t.Slips(f.Path, data)
		list = append(list, more...)
		return err
	})
	return list, err
}
