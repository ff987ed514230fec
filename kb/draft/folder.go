package draft

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/markdown"
)

// FolderFor gives the folder in which a repository keeps notes of a kind, "." (its top) for a doc.
// Decisions go to .memory/decisions, unless the repository has none there and an ADR folder
// elsewhere.
func FolderFor(ctx context.Context, repo *kb.Repo, kind string) (string, error) {
	switch kind {
	case "memory":
		return ".memory/memories", nil
	case "spec":
		return ".memory/specs", nil
	case "summary":
		return ".memory/categories", nil
	case "decision":
		const own = ".memory/decisions"
		for _, dir := range []string{own, Configured(repo), "docs/decisions", "docs/adr", "docs/adrs", "docs/architecture/decisions",
			"docs/architecture/adr", "doc/decisions", "doc/adr", "doc/adrs", "doc/architecture/decisions", "decisions", "adr", "adrs",
			"backlog/decisions"} {
			if dir == "" {
				continue
			}
			names, err := repo.Folder(dir)
			if err != nil && !errors.Is(err, worktree.ErrNoWorkTree) {
				return "", fmt.Errorf("look into %s: %w", dir, err)
			}
			if dir == own && len(names) > 0 {
				return dir, err
			}
			for _, name := range names {
				if _, ok := parseNumber(name); ok || adr.Dated(name) != "" || kb.IsTemplate(path.Join(dir, name)) {
					return dir, err
				}
			}
		}
		return largestLog(ctx, repo, own)
	case "doc":
		return ".", nil
	}
	return "", fmt.Errorf("no kind is called %q", kind)
}

// largestLog is the folder with the most numbered decisions, wherever it lies; own where there are none.
func largestLog(ctx context.Context, repo *kb.Repo, own string) (string, error) {
	entries, err := repo.Index(ctx)
	if err != nil {
		return "", fmt.Errorf("look for decisions: %w", err)
	}
	count := map[string]int{}
	for _, e := range entries {
		n, ok := parseNumber(path.Base(e.Path))
		if prefix := strings.Trim(strings.ToLower(n.before), "-_"); !ok || prefix != "" && prefix != "adr" {
			continue
		}
		if note, _ := kb.NewNote(e.Path, "", &markdown.Document{}, nil); note.Kind == "decision" {
			dir := path.Dir(e.Path)
			if count[dir]++; count[dir] > max(count[own], 1) || count[dir] == count[own] && dir < own {
				own = dir
			}
		}
	}
	return own, nil
}

// Configured returns the folder that the program of a log is told of, in .adr-dir of adr-tools or .log4brains.yml; "" for none.
func Configured(repo *kb.Repo) string {
	dir := ""
	if text, _, err := repo.ReadText(".adr-dir"); err == nil {
		dir = string(text)
	} else if text, _, err := repo.ReadText(".log4brains.yml"); err == nil {
		_, dir, _ = strings.Cut(string(text), "adrFolder:")
		dir, _, _ = strings.Cut(dir, "\n")
	}
	if dir = path.Clean(strings.Trim(dir, " \t\r\n\"'")); dir == "." || !fs.ValidPath(dir) {
		return ""
	}
	return dir
}

// name gives the file name of the draft in a folder with these names, and the number in it, "" without one.
func (d *Draft) name(names []string) (name, number string) {
	taken := make([]string, len(names))
	for i, n := range names {
		taken[i] = strings.ToLower(n)
	}
	prefix := ""
	if d.Kind == "decision" {
		prefix, number = nextPrefix(names, d.Date)
	}
	return free(prefix, d.slug(prefix, names), d.Kind, taken), number
}

// slug is the title in the name of a file, as the files with such a beginning have it: with capitals, with underscores.
func (d *Draft) slug(prefix string, names []string) string {
	slug := Slug(d.Title)
	last := ""
	for _, name := range names {
		if n, ok := parseNumber(name); ok && prefix != "" && strings.HasPrefix(name, n.before+n.digits+n.separator) {
			last = strings.TrimSuffix(name, ".md")[len(n.before+n.digits+n.separator):]
		}
	}
	if first, _ := utf8.DecodeRuneInString(last); unicode.IsUpper(first) {
		slug = hyphened(d.Title)
	}
	if strings.Contains(last, "_") && !strings.Contains(last, "-") {
		slug = strings.ReplaceAll(slug, "-", "_")
	}
	return slug
}

// numbered is the beginning of a file name such as ADR-0012-.
type numbered struct {
	before    string // ADR-
	digits    string
	separator string
	value     int
}

// parseNumber reads the number of a decision from its file name. Dates are none.
func parseNumber(name string) (numbered, bool) {
	if adr.Dated(name) != "" {
		return numbered{}, false
	}
	stem := strings.TrimSuffix(name, ".md")
	at := strings.IndexFunc(stem, isDigit)
	if at < 0 || !isSeries(stem[:at]) {
		return numbered{}, false
	}
	end := at
	for end < len(stem) && isDigit(rune(stem[end])) {
		end++
	}
	value, err := strconv.Atoi(stem[at:end])
	if err != nil || end-at > 6 {
		return numbered{}, false
	}
	n := numbered{before: stem[:at], digits: stem[at:end], separator: "-", value: value}
	if end == len(stem) {
		return n, true
	}
	n.separator = stem[end : len(stem)-len(strings.TrimLeft(stem[end:], "-_ "))]
	return n, n.separator != ""
}

// isSeries tells what may stand before a number: nothing, or one word such as ADR-.
func isSeries(before string) bool {
	word := strings.TrimRight(before, "-_")
	if len(before) > 16 || len(before)-len(word) > 1 || word == before && word != "" && !strings.EqualFold(word, "adr") {
		return false
	}
	return !strings.ContainsFunc(word, func(r rune) bool { return r|32 < 'a' || r|32 > 'z' })
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// nextPrefix continues the numbering of a folder in its own form: the greatest number and one more,
// or the day where files bear their date.
func nextPrefix(names []string, day string) (prefix, number string) {
	last, found, form := numbered{digits: "0000", separator: "-"}, false, ""
	for _, name := range names {
		if n, ok := parseNumber(name); ok && (!found || n.value > last.value) {
			last, found = n, true
		}
		if f := adr.Dated(name); f != "" {
			form = f
		}
	}
	if !found && form != "" {
		if form == "20060102" {
			day = strings.ReplaceAll(day, "-", "")
		}
		return day + "-", ""
	}
	number = fmt.Sprintf("%0*d", len(last.digits), last.value+1)
	return last.before + number + last.separator, number
}

func itoa(n int) string { return strconv.Itoa(n) }
