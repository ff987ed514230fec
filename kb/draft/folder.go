package draft

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/worktree"
)

// FolderFor gives the folder in which a repository keeps notes of a kind, "." (its top) for a doc.
// Decisions go to .memory/decisions, unless the repository has none there and an ADR folder
// elsewhere.
func FolderFor(repo *kb.Repo, kind string) (string, error) {
	switch kind {
	case "memory":
		return ".memory/memories", nil
	case "spec":
		return ".memory/specs", nil
	case "summary":
		return ".memory/categories", nil
	case "decision":
		const own = ".memory/decisions"
		for _, dir := range []string{own, "docs/decisions", "docs/adr", "docs/adrs", "docs/architecture/decisions", "docs/architecture/adr",
			"doc/decisions", "doc/adr", "doc/adrs", "doc/architecture/decisions", "decisions", "adr", "adrs"} {
			names, err := repo.Folder(dir)
			if err != nil && !errors.Is(err, worktree.ErrNoWorkTree) {
				return "", fmt.Errorf("look into %s: %w", dir, err)
			}
			if dir == own && len(names) > 0 {
				return dir, err
			}
			for _, name := range names {
				if _, ok := parseNumber(name); ok || dated(name) != "" {
					return dir, err
				}
			}
		}
		return own, nil
	case "doc":
		return ".", nil
	}
	return "", fmt.Errorf("no kind is called %q", kind)
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
	return free(prefix, Slug(d.Title), d.Kind, taken), number
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
	if dated(name) != "" {
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
	n.separator = stem[end : end+1]
	return n, strings.Contains("-_ ", n.separator)
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
		if f := dated(name); f != "" {
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

// dated gives the form of the date that a file name begins with, "" for none.
func dated(name string) string {
	for _, form := range []string{"2006-01-02", "20060102"} {
		if len(name) <= len(form) || !strings.ContainsRune("-_ ", rune(name[len(form)])) {
			continue
		}
		matches := true
		for i := range len(form) {
			matches = matches && isDigit(rune(name[i])) == isDigit(rune(form[i])) && (isDigit(rune(form[i])) || name[i] == '-')
		}
		if matches {
			return form
		}
	}
	return ""
}

func itoa(n int) string { return strconv.Itoa(n) }
