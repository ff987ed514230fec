package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/hooks"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/worktree"
)

// The lines of .gitattributes that are kb's stand between these two.
const (
	attributesFile  = ".gitattributes"
	attributesBegin = "# kb:begin merge"
	attributesEnd   = "# kb:end merge"
)

// mergeDriver asks for the merge driver: in .gitattributes for everybody, in git's configuration
// for this clone.
func (c *initCmd) mergeDriver(ctx context.Context, a *app.App, repo *kb.Repo) error {
	edit, err := c.attributes(repo)
	if err != nil {
		return err
	}
	answer := Initialised{DryRun: c.DryRun, Added: []string{}, Kept: []string{attributesFile}}
	if edit != nil {
		answer.Added, answer.Kept = answer.Kept, answer.Added
		if !c.DryRun {
			if err := repo.Write([]worktree.Edit{*edit}); err != nil {
				return err
			}
		}
	}
	place, err := hooksPlace(ctx, a)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the kb program: %w", err)
	}
	step, err := hooks.InstallDriver(ctx, place, hooks.Options{Program: program, DryRun: c.DryRun})
	if err != nil {
		return err
	}
	answer.Driver = step.Action
	if a.JSON {
		return a.Emit(answer)
	}
	sign := map[bool]string{true: "+", false: "="}
	a.Printf("%s %s\n", sign[edit != nil], attributesFile)
	a.Printf("%s git's configuration of this clone: %s\n", sign[step.Action != "unchanged"], step.Path)
	switch {
	case c.DryRun:
		a.Remark("nothing was written")
	case edit != nil:
		a.Remark(
			"commit it: git add %s. Every other clone runs kb init --merge-driver once; until then git merges by itself there",
			attributesFile,
		)
	}
	return nil
}

// attributes is what to write into .gitattributes, nil for nothing.
func (c *initCmd) attributes(repo *kb.Repo) (*worktree.Edit, error) {
	have, err := repo.ReadWork(attributesFile)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, fmt.Errorf("%s: %w", attributesFile, err)
	}
	config := &kb.Config{}
	if data, err := repo.ReadWork(".memory/kb.yaml"); err == nil {
		config, _ = kb.ParseConfig(data)
	}
	text := string(have)
	block := attributesBegin + "\n" + strings.Join(attributeLines(config), "\n") + "\n" + attributesEnd + "\n"
	if start, rest, found := strings.Cut(text, attributesBegin+"\n"); found {
		_, behind, closed := strings.Cut(rest, attributesEnd+"\n")
		if !closed {
			return nil, app.WithHint(fmt.Errorf("%s: %q has no end", attributesFile, attributesBegin),
				"add a line %q, or remove the first", attributesEnd)
		}
		text = start + block + behind
	} else {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += block
	}
	if text == string(have) {
		return nil, nil
	}
	if missing {
		have = nil
	}
	return &worktree.Edit{Path: attributesFile, Old: have, New: []byte(text)}, nil
}

// attributeLines returns the lines that give the notes of a configuration the driver.
func attributeLines(c *kb.Config) []string {
	if len(c.Include) == 0 {
		c = &kb.Config{Include: noteEndings("*"), Exclude: c.Exclude}
	}
	var lines []string
	add := func(pattern, attribute string) {
		attributes := map[bool]string{true: "!merge", false: attribute}
		pattern, negated := strings.CutPrefix(pattern, "!")
		for _, p := range notePatterns(pattern) {
			lines = append(lines, p+" "+attributes[negated])
		}
	}
	for _, p := range c.Include {
		add(p, hooks.DriverAttribute)
	}
	for _, p := range c.Exclude {
		if !strings.HasPrefix(p, "!") {
			add(p, "!merge")
		}
	}
	return lines
}

// notePatterns writes a pattern of .memory/kb.yaml as patterns of .gitattributes, which match files alone.
func notePatterns(pattern string) []string {
	if kb.IsMarkdown(pattern) {
		return []string{quotePattern(pattern)}
	}
	rooted := strings.Contains(strings.TrimSuffix(pattern, "/"), "/")
	folder := strings.TrimRight(pattern, "/*")
	switch {
	case folder == "" || strings.Trim(pattern, "*") == "":
		return noteEndings("*")
	case !rooted:
		folder = path.Join("**", folder)
	}
	patterns := noteEndings(folder + "/**/*")
	for i, p := range patterns {
		patterns[i] = quotePattern(p)
	}
	return patterns
}

// noteEndings writes a pattern with each ending of a note.
func noteEndings(pattern string) []string {
	return []string{pattern + ".md", pattern + ".markdown", pattern + ".mdx"}
}

// quotePattern quotes a pattern with blanks, as git wants it.
func quotePattern(p string) string {
	if strings.ContainsAny(p, " \t\"\\") || strings.HasPrefix(p, "#") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`).Replace(p) + `"`
	}
	return p
}
