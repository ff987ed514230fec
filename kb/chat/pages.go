package chat

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/text/lazy"
)

// specstory is a folder of the repository in which SpecStory (markdown 2.x) keeps sessions as
// pages, whichever program they were held with.
type specstory struct{ root string }

const specstoryFolder = ".specstory/history"

func (specstory) Name() string { return "specstory" }
func (s specstory) Seen() bool { return there(s.root, specstoryFolder) }

// inTree opens the work tree for what is done with a path in it. A link or a repository of its own
// among the folders that lead there is an error.
func inTree(root, name string, do func(tree *os.Root) error) error {
	tree, err := os.OpenRoot(root)
	if err != nil {
		return err
	}
	defer tree.Close()
	if why := git.UnfitFolder(tree, path.Dir(name)); why != "" {
		return errors.New(why)
	}
	return do(tree)
}

// there reports whether there is something at a path of the work tree, a link included.
func there(root, name string) bool {
	return inTree(root, name, func(tree *os.Root) error {
		_, err := tree.Lstat(name)
		return err
	}) == nil
}

// page reads the first bytes of a page of the work tree. It is a regular file: a link is not followed,
// and no device or pipe opened, which could give bytes for ever, or none.
func page(root, name string, most int64) (text []byte, info fs.FileInfo, err error) {
	err = inTree(root, name, func(tree *os.Root) error {
		f, was, err := git.OpenRegular(tree, name)
		if err != nil {
			return err
		}
		defer f.Close()
		if info = was; most >= maxDocs && info.Size() > most {
			return fmt.Errorf("%s: larger than %d MiB", name, maxDocs>>20)
		}
		text, err = io.ReadAll(io.LimitReader(f, most))
		return err
	})
	return text, info, err
}

var (
	pageSession = lazy.Pattern(`(?m)^<!-- (.+) Session ([0-9A-Za-z-]+) \(([^)]*)\) -->`)
	pageTurn    = lazy.Pattern(`^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^)]*)\))?( - sidechain)?\*\*_\s*$`)
	pageTool    = lazy.Pattern(`^<tool-use data-tool-type="([a-z]*)" data-tool-name="([^"]*)"`)
	pageTime    = lazy.Pattern(`\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?`)
	pageFile    = lazy.Pattern("`([^`\\s]{1,500})`")
)

// Sessions lists the pages; their session is named in a comment at the beginning. However many pages
// are none that can be read, there is one error.
func (s specstory) Sessions(_ context.Context, _ Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		var names []fs.DirEntry
		err := inTree(s.root, specstoryFolder+"/", func(tree *os.Root) (err error) {
			names, err = fs.ReadDir(tree.FS(), specstoryFolder)
			return err
		})
		refused := 0
		for _, e := range names {
			if e.IsDir() || path.Ext(e.Name()) != ".md" {
				continue
			}
			name := specstoryFolder + "/" + e.Name()
			data, info, wrong := page(s.root, name, Probe)
			if wrong != nil {
				if refused++; refused == 1 {
					err = wrong
				}
				continue
			}
			r := Ref{Client: s.Name(), ID: strings.TrimSuffix(e.Name(), ".md"), Page: name, dir: s.root}
			if m := pageSession().FindSubmatch(data); m != nil {
				r.ID = string(m[2])
			}
			r.Stamp, r.Touched = stampOf(info)
			if !yield(r, nil) {
				return
			}
		}
		if refused > 1 {
			err = fmt.Errorf("%w, and %d more", err, refused-1)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			yield(Ref{}, err)
		}
	}
}

// Read reads a page: turns, each under a line that says whose it is, with tools and thoughts as
// elements of HTML.
func (s specstory) Read(_ context.Context, p Place, ref Ref) (*Session, error) {
	data, _, err := page(s.root, ref.Page, maxDocs)
	if err != nil {
		return nil, err
	}
	r := pageReader{b: session(ref, p), dir: s.root}
	if m := pageSession().FindSubmatch(data); m != nil {
		r.b.s.Version = string(m[1])
	}
	for line := range bytes.Lines(data) {
		r.line(strings.TrimRight(string(line), "\r\n"))
	}
	r.flush()
	return r.b.done(), nil
}

// pageReader is where a page has been read to.
type pageReader struct {
	b     *builder
	dir   string
	role  Role
	side  bool // the turn is a helper's, and not told
	time  time.Time
	text  []string // lines that are not told yet
	tool  *Event   // the tool-use that is open
	think bool     // they are thoughts
	n     int      // tools so far
}

// line reads a line of a page. A heading of a turn counts only outside of a tool's block: what a tool
// printed may hold such lines itself.
func (r *pageReader) line(line string) {
	if m := pageTurn().FindStringSubmatch(line); m != nil && r.tool == nil {
		r.flush()
		r.role, r.side, r.think = User, m[2]+m[4] != "", false
		if m[1] != "User" {
			r.role = Agent
		}
		r.time = clock(pageTime().FindString(m[3]))
		words := strings.Fields(pageTime().ReplaceAllString(m[3], ""))
		if r.role == Agent && len(words) > 0 && strings.Contains(m[3], " ") { // a word alone is no model
			r.b.s.Model = words[0]
		}
		return
	}
	switch {
	case r.role == "":
		if title, ok := strings.CutPrefix(line, "# "); ok && r.b.s.Title == "" {
			r.b.s.Title = title
		}
	case r.tool != nil && strings.HasSuffix(line, "</tool-use>"):
		r.endTool()
	case r.tool == nil && strings.HasPrefix(line, "<tool-use"):
		r.flush()
		r.tool = &Event{Time: r.time}
		if m := pageTool().FindStringSubmatch(line); m != nil {
			r.tool.Tool, r.tool.Native = m[1], m[2]
		}
		if rest, ended := strings.CutSuffix(line, "</tool-use>"); ended {
			_, inner, _ := strings.Cut(rest, ">")
			r.text = append(r.text, inner)
			r.endTool()
		}
	case r.tool == nil && r.role == Agent && strings.HasPrefix(line, "<think>"):
		r.flush()
		r.think = true
		line = strings.TrimPrefix(strings.TrimPrefix(line, "<think>"), "<details>")
		if _, after, ok := strings.Cut(line, "</summary>"); ok {
			line = after
		}
		r.thought(line)
	case r.tool == nil && r.think && strings.HasSuffix(line, "</think>"):
		r.thought(line)
	case line == "---" && r.tool == nil:
		r.flush()
	default:
		r.text = append(r.text, line)
	}
}

// thought reads a line of thoughts, which may be their last one.
func (r *pageReader) thought(line string) {
	text, ended := strings.CutSuffix(line, "</think>")
	if !ended {
		r.text = append(r.text, text)
		return
	}
	r.text = append(r.text, strings.TrimSuffix(text, "</details>"))
	r.flush()
	r.think = false
}

// endTool tells a call and its result, which a page has in one element.
func (r *pageReader) endTool() {
	text := strings.Join(r.text, "\n")
	r.text = nil
	e := *r.tool
	r.tool = nil
	r.n++
	e.Role, e.Kind, e.Call = Agent, Call, fmt.Sprintf("page-%d", r.n)
	if kind := ToolKind(e.Native); kind != "other" || e.Tool == "" || e.Tool == "generic" || e.Tool == "unknown" {
		e.Tool = kind
	}
	if e.Tool == "read" || e.Tool == "edit" || e.Tool == "write" {
		var names []string
		for _, m := range pageFile().FindAllStringSubmatch(text[:min(len(text), 2000)], 3) {
			if strings.ContainsAny(m[1], "./") {
				names = append(names, m[1])
			}
		}
		e.Files = r.b.place.files(r.dir, names...)
	}
	if m := pageFile().FindStringSubmatch(text); m != nil && e.Tool == "shell" {
		e.Text = m[1]
	}
	if cmd := shellLine().FindStringSubmatch(text); cmd != nil && e.Tool == "shell" {
		e.Text = cmd[1]
	}
	r.b.add(e)
	r.b.result(Event{Time: e.Time, Call: e.Call, Text: text}, nil, 0)
}

var shellLine = lazy.Pattern("(?m)^`([^`]{1,1000})`$")

// flush tells what was gathered since the last time. What a helper said, and what stands before the
// first turn, is dropped.
func (r *pageReader) flush() {
	text := strings.TrimSpace(strings.Join(r.text, "\n"))
	r.text = nil
	switch {
	case text == "" || r.side || r.role == "":
	case r.think:
		r.b.text(r.time, Agent, Thinking, text)
	case r.role == User:
		r.b.said(r.time, text)
	default:
		r.b.text(r.time, Agent, Text, text)
	}
}

// aider is the file in which Aider (0.x) writes what is said in a work tree, sessions one after
// another.
type aider struct{ root string }

const aiderPage = ".aider.chat.history.md"

func (aider) Name() string { return "aider" }
func (s aider) Seen() bool { return there(s.root, aiderPage) }

const aiderStart = "# aider chat started at "

// Sessions lists the sessions of the file by the time of their beginning.
func (s aider) Sessions(_ context.Context, _ Place) iter.Seq2[Ref, error] {
	return func(yield func(Ref, error) bool) {
		if !s.Seen() {
			return
		}
		data, info, err := page(s.root, aiderPage, maxDocs)
		if err != nil {
			yield(Ref{}, err)
			return
		}
		for id, text := range aiderParts(data) {
			r := Ref{Client: s.Name(), ID: id, Page: aiderPage, row: id, dir: s.root, Touched: info.ModTime()}
			r.Stamp = fmt.Sprint(len(text))
			if !yield(r, nil) {
				return
			}
		}
	}
}

// aiderParts are the sessions of a file, by their beginning; of two that began in one second the
// second is "… #2".
func aiderParts(data []byte) iter.Seq2[string, string] {
	return func(yield func(id, text string) bool) {
		times := map[string]int{}
		_, rest, ok := strings.Cut("\n"+string(data), "\n"+aiderStart)
		for ok {
			var part string
			part, rest, ok = strings.Cut(rest, "\n"+aiderStart)
			id, text, _ := strings.Cut(part, "\n")
			id = strings.TrimSpace(id)
			if times[id]++; times[id] > 1 {
				id = fmt.Sprintf("%s #%d", id, times[id])
			}
			if !yield(id, text) {
				return
			}
		}
	}
}

// Read reads one session: #### before each line of the person, > before what the program says, all
// else the agent's. No turn has a time.
func (s aider) Read(_ context.Context, p Place, ref Ref) (*Session, error) {
	data, _, err := page(s.root, ref.Page, maxDocs)
	if err != nil {
		return nil, err
	}
	b := session(ref, p)
	for id, text := range aiderParts(data) {
		if id == ref.row {
			start, _, _ := strings.Cut(id, " #")
			b.seen(clock(start))
			b.aider(text, s.root)
		}
	}
	return b.done(), nil
}

// aider reads the one page that holds all sessions of a folder: "#### " begins what a person typed,
// "> " what the program said.
func (b *builder) aider(text, dir string) {
	var role Role
	var said []string
	flush := func() {
		t := strings.TrimSpace(strings.Join(said, "\n"))
		said = nil
		switch role {
		case User:
			b.said(time.Time{}, t)
		case Agent:
			b.text(time.Time{}, Agent, Text, t)
		case Tool:
			for line := range strings.Lines(t) {
				line = strings.TrimSpace(line)
				if model, ok := strings.CutPrefix(line, "Model: "); ok {
					b.s.Model, _, _ = strings.Cut(model, " ")
				}
				if v, ok := strings.CutPrefix(line, "Aider v"); ok {
					b.s.Version = v
				}
				if name, ok := strings.CutPrefix(line, "Applied edit to "); ok {
					b.add(Event{Role: Agent, Kind: Call, Tool: "edit", Native: "edit", Files: b.place.files(dir, name)})
				}
				if hash, _, ok := strings.Cut(strings.TrimPrefix(line, "Commit "), " "); ok && strings.HasPrefix(line, "Commit ") {
					b.add(Event{Role: Agent, Kind: Call, Tool: "shell", Native: "commit", Text: "git commit " + hash})
				}
				if cmd, ok := strings.CutPrefix(line, "Running "); ok {
					b.add(Event{Role: Agent, Kind: Call, Tool: "shell", Native: "run", Text: cmd})
				}
			}
		}
	}
	in := bufio.NewScanner(strings.NewReader(text))
	in.Buffer(nil, maxDocs)
	for in.Scan() {
		line, who := strings.TrimRight(in.Text(), " \r"), Agent
		switch {
		case line == "####" || strings.HasPrefix(line, "#### "):
			line, who = strings.TrimPrefix(line[4:], " "), User
		case line == ">" || strings.HasPrefix(line, "> "):
			line, who = strings.TrimPrefix(line[1:], " "), Tool
		case line == "" && role == User:
			who = User
		}
		if who != role {
			flush()
			role = who
		}
		said = append(said, line)
	}
	flush()
}
