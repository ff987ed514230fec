package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/vocabulary"
)

// change is a line of a note that a commit replaced by one that differs in one name, by a letter.
type change struct {
	commit, path string
	line         int
	old          string
	said, meant  string
	subject      string
}

// fixes prints a row for each name of a note that a commit corrected to one that the code had at the next state.
func fixes(ctx context.Context, dir string) error {
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
	out := json.NewEncoder(os.Stdout)
	seen := map[string]bool{}
	n, all := 0, 0
	for i := 1; i < len(states); i++ {
		list, err := changesOf(dir, states[i-1], states[i])
		if err != nil {
			return err
		}
		if len(list) == 0 {
			continue
		}
		files, err := repo.Files(ctx, states[i])
		if err != nil {
			return err
		}
		t, err := vocabulary.Open(ctx, repo, files, func() ([]git.File, error) { return files, nil }, vocabulary.Options{})
		if err != nil {
			return err
		}
		for _, c := range list {
			key := fmt.Sprintln(c.path, c.said, c.meant)
			if seen[key] {
				continue
			}
			seen[key] = true
			all++
			source, err := exec.Command("git", "-C", dir, "show", c.commit+"^:"+c.path).Output()
			if err != nil {
				continue
			}
			slips, err := t.Slips(c.path, source)
			if err != nil {
				return err
			}
			for _, s := range slips {
				if s.Said == c.said && slip.Key(s.Meant) == slip.Key(c.meant) {
					s.SaidNotes = max(1, s.SaidNotes)
					n++
					r := row{Repo: name, Commit: c.commit, Path: c.path, Said: s.Said, Meant: s.Meant, First: s.First, Held: held(name), Label: 1,
						Line: s.Line, Text: string(bytes.Split(source, []byte("\n"))[s.Line-1]), Features: s.Features(), Fix: true}
					if err := out.Encode(r); err != nil {
						return err
					}
				}
			}
		}
	}
	fmt.Fprintln(os.Stderr, name, "changed", all, "corrected", n, time.Since(start).Round(time.Second))
	return nil
}

var nameOf = regexp.MustCompile(`[A-Za-z0-9_-]+|[^A-Za-z0-9_-]`)

// changesOf reads the changes of notes between two commits.
func changesOf(dir, from, to string) (list []change, err error) {
	text, err := exec.Command("git", "-C", dir, "log", "--no-merges", "-p", "-U0", "--no-color", "--no-renames", "--format=%x00%H %s", from+".."+to,
		"--", "*.md", "*.mdx", "*.markdown").Output()
	if err != nil {
		return nil, err
	}
	for _, commit := range strings.Split(string(text), "\x00") {
		head, body, _ := strings.Cut(commit, "\n")
		id, subject, _ := strings.Cut(head, " ")
		var path string
		var old, now []string
		var here []change
		line := 0
		flush := func() {
			if len(old) == len(now) {
				for i := range old {
					if said, meant, ok := oneName(old[i], now[i]); ok && path != "" {
						here = append(here, change{id, path, line + i, old[i], said, meant, subject})
					}
				}
			}
			old, now = nil, nil
		}
		for _, l := range strings.Split(body, "\n") {
			switch {
			case strings.HasPrefix(l, "--- "):
				flush()
				path = strings.TrimPrefix(l[4:], "a/")
				if l == "--- /dev/null" {
					path = ""
				}
			case strings.HasPrefix(l, "+++ "):
			case strings.HasPrefix(l, "@@ "):
				flush()
				fmt.Sscanf(l, "@@ -%d", &line)
			case strings.HasPrefix(l, "-"):
				old = append(old, l[1:])
			case strings.HasPrefix(l, "+"):
				now = append(now, l[1:])
			}
		}
		flush()
		if len(here) <= 40 {
			list = append(list, here...)
		}
	}
	return list, nil
}

// oneName returns the one name in which two lines differ, by a letter.
func oneName(old, now string) (said, meant string, ok bool) {
	a, b := nameOf.FindAllString(old, -1), nameOf.FindAllString(now, -1)
	if len(a) != len(b) || old == now {
		return "", "", false
	}
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if said != "" && (said != a[i] || meant != b[i]) {
			return "", "", false
		}
		said, meant = a[i], b[i]
	}
	said, meant = strings.Trim(said, "-"), strings.Trim(meant, "-")
	kind, _ := slip.Compare(slip.Key(said), slip.Key(meant))
	return said, meant, said != "" && meant != "" && kind != slip.Far && kind != slip.Same && len(said) > slip.MinName
}
