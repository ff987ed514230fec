package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/9aea2451/kb/contradict/facts/slip"
	kbgit "github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/vocabulary"
	"github.com/9aea2451/kb/text/lazy"
)

// nameRow is a name that a note said and nothing declared, with one near it, and what became of it.
type nameRow struct {
	Repo, Commit, Path, Said, Meant string
	Line                            int
	Text                            string // the line that says it
	Corrected, New                  bool   // new at the last state: nobody can know
	Features                        []float64
}

// ages are how many months before its last commit the states of a history lie that are looked at.
var ages = []int{60, 48, 36, 24, 18, 12, 6, 0}

// namesFile returns where the rows are kept.
func (l *lab) namesFile() string { return filepath.Join(l.data, "names.jsonl") }

// names writes the names that the histories of the repositories corrected, and those beside them that they did not.
func (l *lab) names(ctx context.Context, repos []repository) error {
	f, err := os.Create(l.namesFile())
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, r := range repos {
		m := nameMiner{ctx: ctx, name: r.Name, dir: filepath.Join(l.data, "clones", r.dir()), open: map[string]map[[2]string]*nameRow{},
			out: json.NewEncoder(w)}
		if err := m.mine(); err != nil {
			fmt.Fprintln(os.Stderr, r.Name, err)
		}
	}
	return errors.Join(w.Flush(), f.Close())
}

// nameMiner looks through one history.
type nameMiner struct {
	ctx       context.Context
	name, dir string
	repo      *kbgit.Repo
	open      map[string]map[[2]string]*nameRow // rows of earlier states, by path and names
	out       *json.Encoder
}

// mine looks at each state, and between each two at the commits that change one name of a line.
func (m *nameMiner) mine() (err error) {
	if m.repo, err = kbgit.Open(m.ctx, m.dir, kbgit.Interest{}); err != nil {
		return err
	}
	states, err := m.states()
	for i := 0; i < len(states) && err == nil; i++ {
		err = m.state(states, i)
	}
	for _, rows := range m.open {
		for _, r := range rows {
			err = errors.Join(err, m.out.Encode(r))
		}
	}
	return err
}

// states returns the commits of the first line of the history that were last at each age, the oldest first.
func (m *nameMiner) states() (out []string, err error) {
	text, err := git(m.ctx, m.dir, "log", "--first-parent", "--format=%H %ct", "HEAD")
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	_, last, _ := strings.Cut(lines[0], " ")
	end, err := strconv.ParseInt(last, 10, 64)
	for _, months := range ages {
		when := time.Unix(end, 0).AddDate(0, -months, 0).Unix()
		for _, l := range lines {
			id, at, _ := strings.Cut(l, " ")
			if n, _ := strconv.ParseInt(at, 10, 64); n <= when {
				if !slices.Contains(out, id) {
					out = append(out, id)
				}
				break
			}
		}
	}
	return out, err
}

// state settles the rows of earlier states by what the notes say now, and takes in those of this one.
func (m *nameMiner) state(states []string, i int) error {
	files, err := m.repo.Files(m.ctx, states[i])
	if err != nil {
		return err
	}
	t, err := vocabulary.Open(m.ctx, m.repo, files, func() ([]kbgit.File, error) { return files, nil }, vocabulary.Options{})
	if err != nil {
		return err
	}
	if i > 0 {
		if err := m.corrections(t, states[i-1], states[i]); err != nil {
			return err
		}
	}
	blobs, err := m.repo.Blobs(m.ctx)
	if err != nil {
		return err
	}
	defer blobs.Close()
	notes := slices.DeleteFunc(files, func(f kbgit.File) bool { return vocabulary.KindOf(f.Path) != vocabulary.Note })
	seen := map[string]bool{}
	err = blobs.Each(notes, func(f kbgit.File, source []byte, err error) error {
		if err != nil {
			return nil // not in this clone
		}
		seen[f.Path] = true
		return errors.Join(m.settle(f.Path, source), m.take(t, states[i], f.Path, source, i == len(states)-1))
	})
	maps.DeleteFunc(m.open, func(path string, _ map[[2]string]*nameRow) bool { return !seen[path] })
	return err
}

// settle writes the rows of a note whose name was corrected, and drops those whose line went.
func (m *nameMiner) settle(path string, source []byte) error {
	says := map[string]bool{}
	slip.Said(source, func(name []byte, _ int, form slip.Form) {
		if form != slip.Prose {
			says[string(name)] = true
		}
	})
	for key, r := range m.open[path] {
		if says[r.Said] {
			continue
		}
		delete(m.open[path], key)
		if r.Corrected = corrected(r, string(source)); r.Corrected {
			if err := m.out.Encode(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// take takes in the rows of a note that are not known.
func (m *nameMiner) take(t *vocabulary.Table, commit, path string, source []byte, last bool) error {
	slips, err := t.Slips(path, source)
	for _, s := range slips {
		if m.open[path] == nil {
			m.open[path] = map[[2]string]*nameRow{}
		}
		if key := [2]string{s.Said, s.Meant}; m.open[path][key] == nil {
			m.open[path][key] = m.row(commit, path, source, &s)
			m.open[path][key].New = last
		}
	}
	return err
}

func (m *nameMiner) row(commit, path string, source []byte, s *vocabulary.Slip) *nameRow {
	features := s.Features()
	line := bytes.Split(source, []byte("\n"))[s.Line-1]
	return &nameRow{Repo: m.name, Commit: commit, Path: path, Said: s.Said, Meant: s.Meant, Line: s.Line,
		Text: string(line[:min(len(line), 300)]), Features: features[:]}
}

// corrected reports whether a line of a note says the one name where an earlier line, mostly the same, said the other.
func corrected(r *nameRow, now string) bool {
	want := strings.Fields(strings.ReplaceAll(r.Text, r.Said, r.Meant))
	for line := range strings.Lines(now) {
		if !strings.Contains(line, r.Meant) {
			continue
		}
		has, words, same := map[string]int{}, strings.Fields(line), 0
		for _, w := range words {
			has[w]++
		}
		for _, w := range want {
			if has[w] > 0 {
				has[w]--
				same++
			}
		}
		if 20*same >= 7*(len(want)+len(words)) {
			return true
		}
	}
	return false
}

var nameOrMark = lazy.Pattern(`[A-Za-z0-9_-]+|[^A-Za-z0-9_-]`)

// corrections writes the names that single commits between two states corrected, as the table of the later one knows them.
func (m *nameMiner) corrections(t *vocabulary.Table, from, to string) error {
	text, err := git(m.ctx, m.dir, "log", "--no-merges", "-p", "-U0", "--no-color", "--no-renames", "--format=%x00%H", from+".."+to,
		"--", "*.md", "*.mdx", "*.markdown")
	if err != nil {
		return err
	}
	told := map[[3]string]bool{}
	for commit := range strings.SplitSeq(string(text), "\x00") {
		id, body, _ := strings.Cut(commit, "\n")
		var path, old string
		for line := range strings.Lines(body) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.HasPrefix(line, "--- "):
				path = strings.TrimPrefix(line[4:], "a/")
			case strings.HasPrefix(line, "-"):
				old = line[1:]
			case strings.HasPrefix(line, "+") && old != "":
				said, meant := oneName(old, line[1:])
				if key := [3]string{path, said, meant}; said != "" && !told[key] {
					told[key] = true
					err = errors.Join(err, m.correction(t, id, path, said, meant))
				}
				old = ""
			}
		}
	}
	return err
}

// correction writes the row of a name that a commit corrected.
func (m *nameMiner) correction(t *vocabulary.Table, commit, path, said, meant string) error {
	source, err := git(m.ctx, m.dir, "show", commit+"^:"+path)
	if err != nil {
		return nil // it was renamed
	}
	slips, err := t.Slips(path, source)
	for _, s := range slips {
		if s.Said == said && slip.Key(s.Meant) == slip.Key(meant) {
			r := m.row(commit, path, source, &s)
			r.Corrected = true
			err = errors.Join(err, m.out.Encode(r))
		}
	}
	return err
}

// oneName returns the one name in which two lines differ, and by a letter, "" for none.
func oneName(old, now string) (said, meant string) {
	a, b := nameOrMark().FindAllString(old, -1), nameOrMark().FindAllString(now, -1)
	if len(a) != len(b) {
		return "", ""
	}
	for i := range a {
		switch {
		case a[i] == b[i]:
		case said != "" && (said != a[i] || meant != b[i]):
			return "", ""
		default:
			said, meant = a[i], b[i]
		}
	}
	said, meant = strings.Trim(said, "-"), strings.Trim(meant, "-")
	if kind, _ := slip.Compare(slip.Key(said), slip.Key(meant)); kind == slip.Far || kind == slip.Same || len(said) <= slip.MinName {
		return "", ""
	}
	return said, meant
}
