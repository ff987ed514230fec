package upkeep

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// shownItems is how many items of a list the body of a pull request has.
const shownItems = 50

// Body writes the report as the body of a pull request, in markdown.
func (r *Report) Body(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Upkeep, %s\n\nRead at %.10s.", r.Set, r.Base)
	if len(r.Jobs) == 0 {
		b.WriteString(" There is nothing to commit.")
	}
	b.WriteString("\n")
	for _, j := range r.Jobs {
		fmt.Fprintf(&b, "\n## %s\n\n", capital(j.Title))
		if j.Commit != "" {
			fmt.Fprintf(&b, "%.10s, %s.\n\n", j.Commit, wording.Count(len(j.Files), "file"))
		}
		items(&b, "- ", j.Items)
	}
	for _, j := range r.Look {
		fmt.Fprintf(&b, "\n## %s\n\n", capital(j.Title))
		items(&b, "- [ ] ", j.Items)
	}
	r.Drift.write(&b)
	if len(r.Unknown) > 0 {
		b.WriteString("\n## What is not known\n\n")
		for _, text := range r.Unknown {
			fmt.Fprintf(&b, "- %s\n", plain(text))
		}
		b.WriteString("\nIn CI use is known once `kb usage pull` has brought the counts of clones that share them (`kb usage push`).\n")
	}
	for _, name := range r.Proposed {
		fmt.Fprintf(&b, "\n`%s` is open: what it proposes is not proposed again.\n", name)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// items writes the first shownItems of a list, each behind a mark such as "- [ ] ", and how many
// there are beyond.
func items(b *strings.Builder, mark string, list []Point) {
	for _, i := range list[:min(len(list), shownItems)] {
		at := strings.ReplaceAll(wording.OneLine(i.Path), "`", "'") // code: nothing else in it is read as markdown
		if i.Line > 0 {
			at += fmt.Sprintf(":%d", i.Line)
		}
		fmt.Fprintf(b, "%s`%s`: %s\n", mark, at, plain(i.Text))
	}
	if more := len(list) - shownItems; more > 0 {
		fmt.Fprintf(b, "\nand %d more\n", more)
	}
}

// write tells what changed since the last run.
func (d *Drift) write(b *strings.Builder) {
	if d.Since == "" {
		return
	}
	fmt.Fprintf(b, "\n## Since %.10s (%s)\n\n%s added, %d changed, %d removed.\n", d.Since, d.Day, wording.Count(d.Added, "note"),
		d.Changed, d.Removed)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(d.Now)) {
		if d.Before[name] != d.Now[name] {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Before)) {
		if _, ok := d.Now[name]; !ok && d.Before[name] != 0 {
			names = append(names, name)
		}
	}
	if len(d.Before) == 0 || len(names) == 0 {
		return
	}
	slices.Sort(names)
	b.WriteString("\n| what | then | now |\n|---|---|---|\n")
	for _, name := range names {
		fmt.Fprintf(b, "| %s | %d | %d |\n", plain(name), d.Before[name], d.Now[name])
	}
}

// plain is a text on one line that markdown and HTML read as text.
func plain(s string) string {
	s = markdown.PlainText([]byte(s), markdown.Span{End: len(s)})
	return wording.OneLine(strings.NewReplacer("<", "&lt;", "[", "\\[", "|", "\\|", "@", "@\u200b").Replace(s))
}

// capital writes the first letter large. s is one of kb's own titles: it begins with an ASCII
// letter.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
