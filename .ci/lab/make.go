package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/text/lazy"
)

// How many queries of each kind are drawn from a repository, and how far back its copy stands, so that
// no text of it was written by the commits that it is asked for.
const (
	mostOfKind  = 30
	mostCommits = 1500 // on the first-parent line, a quarter of it at most
	fewWords    = 4    // of a query that a sentence or a subject makes
	mostWords   = 30
)

// query is a line of a queries file.
type query struct {
	ID       string             `json:"id"`
	Query    string             `json:"query"`
	Relevant map[string]float64 `json:"relevant"`
	Category string             `json:"category"`
}

// maker makes the copy and the queries of one repository.
type maker struct {
	dir     string
	files   map[string][]string // lines by path of the markdown
	cut     map[string]bool     // "path:line" of lines that a query took out
	queries []query
}

// makeAll makes what is not made yet.
func (l *lab) makeAll(ctx context.Context, repos []repository) error {
	asked, err := l.questions()
	if err != nil {
		return err
	}
	for _, r := range repos {
		dir := filepath.Join(l.data, "copies", r.dir())
		if _, err := os.Stat(dir + ".jsonl"); err == nil {
			continue
		}
		m := maker{dir: dir, files: map[string][]string{}, cut: map[string]bool{}}
		if err := m.make(ctx, filepath.Join(l.data, "clones", r.dir()), asked[r.Name]); err != nil {
			fmt.Fprintf(os.Stderr, "lab: %s: %v\n", r.Name, err)
			continue
		}
		fmt.Fprintf(l.out, "%s\t%d files\t%d queries\n", r.Name, len(m.files), len(m.queries))
	}
	return nil
}

// questions reads what people asked, by repository.
func (l *lab) questions() (map[string][]query, error) {
	b, err := os.ReadFile(filepath.Join(l.data, "questions.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	out := map[string][]query{}
	for line := range bytes.Lines(b) {
		var q struct {
			Repo, Query string
			Relevant    []string
		}
		if err := json.Unmarshal(line, &q); err != nil {
			return nil, fmt.Errorf("questions.jsonl: %w", err)
		}
		one := query{ID: hash(q.Query)[:8], Query: q.Query, Category: "people", Relevant: map[string]float64{}}
		for _, p := range q.Relevant {
			one.Relevant[p] = 1
		}
		out[q.Repo] = append(out[q.Repo], one)
	}
	return out, err
}

func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "-c", "user.name=lab", "-c", "user.email=lab@example.org",
		"-c", "core.autocrlf=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_LFS_SKIP_SMUDGE=1", "GIT_CONFIG_GLOBAL=/dev/null")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, stderr.Bytes())
	}
	return out, nil
}

var markdownName = lazy.Pattern(`(?i)\.(md|mdx|markdown)$`)

// make copies a repository as it stood some commits ago, cuts the lines that become queries, and commits.
func (m *maker) make(ctx context.Context, from string, asked []query) error {
	if err := os.RemoveAll(m.dir); err != nil {
		return err
	}
	if _, err := git(ctx, ".", "clone", "-q", "--shared", "--no-checkout", from, m.dir); err != nil {
		return err
	}
	log, err := git(ctx, m.dir, "rev-list", "--first-parent", "HEAD")
	if err != nil {
		return err
	}
	commits := strings.Fields(string(log))
	back := min(len(commits)/4, mostCommits)
	if len(asked) > 0 {
		back = 0 // people's pages are those of today
	}
	if _, err := git(ctx, m.dir, "checkout", "-q", "-B", "lab", commits[back]); err != nil {
		return err
	}
	if err := m.read(ctx); err != nil {
		return err
	}
	if back > 0 {
		if err := m.subjects(ctx, commits[back], commits[0]); err != nil {
			return err
		}
	}
	for _, q := range asked {
		if m.known(q) {
			m.queries = append(m.queries, q)
		}
	}
	for _, c := range m.lines() {
		m.section(&c)
	}
	if err := m.write(); err != nil {
		return err
	}
	if _, err := git(ctx, m.dir, "commit", "-q", "-a", "--allow-empty", "--no-verify", "-m", "what is asked for is cut out"); err != nil {
		return err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, q := range m.queries {
		if err := e.Encode(q); err != nil {
			return err
		}
	}
	return os.WriteFile(m.dir+".jsonl", b.Bytes(), 0o644)
}

// known reports whether all that a question names is there.
func (m *maker) known(q query) bool {
	for p := range q.Relevant {
		if m.files[p] == nil {
			return false
		}
	}
	return true
}

func (m *maker) read(ctx context.Context) error {
	list, err := git(ctx, m.dir, "ls-files", "-z")
	if err != nil {
		return err
	}
	for p := range strings.SplitSeq(string(list), "\x00") {
		name := filepath.Join(m.dir, filepath.FromSlash(p))
		if info, err := os.Lstat(name); !markdownName().MatchString(p) || err != nil || !info.Mode().IsRegular() {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		m.files[p] = strings.SplitAfter(string(b), "\n")
	}
	return nil
}

func (m *maker) write() error {
	changed := map[string]bool{}
	for at := range m.cut {
		changed[at[:strings.LastIndexByte(at, ':')]] = true
	}
	for p := range changed {
		if err := os.WriteFile(filepath.Join(m.dir, filepath.FromSlash(p)), []byte(strings.Join(m.files[p], "")), 0o644); err != nil {
			return err
		}
	}
	return nil
}

var (
	idle   = lazy.Pattern(`(?i)^(merge|revert|bump|release|update readme|fix typo|typos?|wip|prepare|chore|build|ci|v?\d)\b`)
	prefix = lazy.Pattern(`^(\[[^\]]{1,40}\]|[\w/.-]{1,30}(\([^)]*\))?!?:)\s*`)
	number = lazy.Pattern(`\(?(#|GH-)\d+\)?|https?://\S+`)
)

// subjects makes queries of the subjects of later commits that changed few notes.
func (m *maker) subjects(ctx context.Context, base, head string) error {
	log, err := git(ctx, m.dir, "log", "--first-parent", "-m", "--no-renames", "--name-status", "--format=%x00%s", base+".."+head)
	if err != nil {
		return err
	}
	var found []query
	for entry := range strings.SplitSeq(string(log), "\x00") {
		subject, files, _ := strings.Cut(entry, "\n")
		relevant, others := map[string]float64{}, 0
		for line := range strings.Lines(files) {
			status, p, ok := strings.Cut(strings.TrimSpace(line), "\t")
			switch {
			case !ok || !markdownName().MatchString(p):
			case status == "M" && m.files[p] != nil:
				relevant[p] = 1
			default:
				others++
			}
		}
		text := number().ReplaceAllString(prefix().ReplaceAllString(subject, ""), "")
		if words := len(strings.Fields(text)); len(relevant) == 0 || len(relevant) > 3 || others > 0 || idle().MatchString(subject) ||
			words < fewWords || words > mostWords {
			continue
		}
		found = append(found, query{Query: strings.TrimSpace(text), Relevant: relevant, Category: "commit"})
	}
	m.draw(found)
	return nil
}

// draw keeps some of the queries, which ones depends on their words alone.
func (m *maker) draw(found []query) {
	for i := range found {
		found[i].ID = found[i].Category + "-" + hash(found[i].Query)[:8]
	}
	slices.SortFunc(found, func(a, b query) int { return cmp.Compare(hash(a.ID), hash(b.ID)) })
	found = slices.CompactFunc(found, func(a, b query) bool { return a.ID == b.ID })
	m.queries = append(m.queries, found[:min(len(found), mostOfKind)]...)
}

// place is a line that can become a query.
type place struct {
	query
	path, becomes string
	line          int
	fragment      string // of a link to a section
}

var (
	linked   = lazy.Pattern(`\[([^\]\n]*)\]\(<?([^)\s>#?]+)(?:#([^)\s>]+))?[^)\n]*\)`)
	tags     = lazy.Pattern(`\{\{.*?\}\}|\{[#:%][^}]*\}|<[^>]+>|!\[[^\]]*\]\([^)]*\)`)
	anyLink  = lazy.Pattern(`\[([^\]\n]*)\](\([^)\n]*\)|\[[^\]\n]*\])`)
	heading  = lazy.Pattern(`^#{2,4}\s+(.+?)\s*#*\s*$`)
	question = lazy.Pattern(`(?i)\?$|？$|^(how (to|do|can)|what (is|are)|why|when to|where)\b`)
)

// plain takes the signs of markdown out of a line.
func plain(s string) string {
	s = anyLink().ReplaceAllString(tags().ReplaceAllString(s, " "), "$1")
	s = strings.NewReplacer("**", "", "__", "", "`", "", "[", "", "]", "").Replace(number().ReplaceAllString(s, " "))
	return strings.Join(strings.Fields(strings.Trim(s, " \t\r\n-*+>|#")), " ")
}

// lines makes queries of headings and of sentences that cite a note; the lines of those that are drawn are cut.
// It returns the places that ask for a section, too.
func (m *maker) lines() (sections []place) {
	var places []place
	for p, lines := range m.files {
		fence, front := "", len(lines) > 0 && strings.TrimRight(lines[0], "\r\n") == "---"
		for i, line := range lines {
			trimmed := strings.TrimSpace(line)
			if front {
				front = i == 0 || trimmed != "---"
				continue
			}
			if mark := trimmed[:min(3, len(trimmed))]; mark == "```" || mark == "~~~" {
				switch fence {
				case "":
					fence = mark
				case mark:
					fence = ""
				}
				continue
			}
			if fence == "" {
				places = append(places, m.placesIn(p, i, line)...)
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(hash(a.Query+a.path), hash(b.Query+b.path)), cmp.Compare(a.line, b.line))
	})
	drawn := map[string]int{}
	for _, c := range places {
		at := fmt.Sprintf("%s:%d", c.path, c.line)
		if drawn[c.Category] >= mostOfKind && c.fragment != "" {
			c.Category = "anchor" // further sentences that cite a section
		}
		kept := drawn[c.Category] >= mostOfKind && c.Category == "heading" && drawn["kept"] < mostOfKind
		switch {
		case m.cut[at]:
			continue
		case kept:
			c.Category = "kept" // further headings as they stand, which ask for their section alone
		case drawn[c.Category] >= mostOfKind:
			continue
		}
		drawn[c.Category]++
		c.ID = c.Category + "-" + hash(at + c.Query)[:8]
		if sections = append(sections, c); kept {
			continue
		}
		m.cut[at] = true
		m.files[c.path][c.line] = c.becomes
		m.queries = append(m.queries, c.query)
	}
	return sections
}

// leastSection is how many words a section must have to answer anything, those below its headings included.
const leastSection = 8

// section makes a query for the section of a place: the one below a heading, or the one that a sentence cites. Right
// are all chunks that hold lines of it, by the anchors that kb gives them.
func (m *maker) section(c *place) {
	to := slices.Collect(maps.Keys(c.Relevant))[0]
	source := []byte(strings.Join(m.files[to], ""))
	doc := notes.Document(source)
	of := -1
	for i := range doc.Sections {
		if to == c.path && doc.Sections[i].Span.StartLine == c.line+1 {
			of = i
		}
	}
	if _, section, ok := doc.Find(source, c.fragment); ok && c.fragment != "" {
		of = section
	}
	if of < 0 || doc.Sections[of].Level == 0 || to == c.path && m.told(c) {
		return
	}
	its := doc.Sections[of].Span
	if len(strings.Fields(string(source[its.Start:its.End]))) < leastSection {
		return
	}
	relevant := map[string]float64{to: pageAlone}
	for i := range doc.Chunks {
		if k := &doc.Chunks[i]; k.Span.StartLine <= its.EndLine && k.Span.EndLine >= its.StartLine && k.Anchor != "" {
			relevant[to+"#"+k.Anchor] = 1
		}
	}
	if len(relevant) > 1 {
		m.queries = append(m.queries, query{"section-" + c.ID, c.Query, relevant, "section"})
	}
}

// told reports whether the heading of a place stands on its page elsewhere, in a heading or in a link to a section.
func (m *maker) told(c *place) bool {
	for i, line := range m.files[c.path] {
		if (heading().MatchString(line) || strings.Contains(line, "](#")) && i != c.line &&
			strings.Contains(strings.ToLower(plain(line)), strings.ToLower(c.Query)) {
			return true
		}
	}
	return false
}

// placesIn returns what one line can become: the query of a heading, or of each note that it cites.
func (m *maker) placesIn(p string, i int, line string) (out []place) {
	if h := heading().FindStringSubmatch(line); h != nil {
		text := plain(h[1])
		words, category := len(strings.Fields(text)), "heading"
		if question().MatchString(text) {
			category = "question"
		}
		if words >= 3 && words <= mostWords || category == "question" && text != "" {
			level := line[:strings.IndexFunc(line, func(r rune) bool { return r != '#' })]
			out = append(out, place{query{Query: text, Relevant: map[string]float64{p: 1}, Category: category}, p,
				fmt.Sprintf("%s Part %d\n", level, i), i, ""})
		}
		return out
	}
	for _, l := range linked().FindAllStringSubmatch(line, -1) {
		to := path.Join(path.Dir(p), l[2])
		if strings.HasPrefix(l[2], "/") {
			to = l[2][1:]
		}
		for _, try := range []string{to, to + ".md", to + ".mdx", to + "/index.md", to + "/README.md", to + "/_index.md"} {
			text := plain(line)
			if words := len(strings.Fields(text)); m.files[try] != nil && try != p && words >= 8 && words <= mostWords {
				out = append(out, place{query{Query: text, Relevant: map[string]float64{try: 1}, Category: "cite"}, p, "\n", i, l[3]})
				break
			}
		}
	}
	return out
}
