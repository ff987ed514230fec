package draft

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxSlug      = 60  // characters
	maxSlugBytes = 160 // file systems take 255 with number and ending
)

// Slug makes a file's name of a title: letters and digits of any script in lower case, all else one
// hyphen, cut between words. It is "" for a title without a letter or digit.
func Slug(title string) string { return hyphened(strings.ToLower(title)) }

// hyphened is Slug with the capitals of the title.
func hyphened(title string) string {
	var b strings.Builder
	gap := false
	for _, r := range title {
		switch {
		case r == utf8.RuneError || r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && b.Len() > 0 && !gap:
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
	}
	return cutSlug(b.String())
}

// cutSlug shortens a slug to its limits, between words where one ends in the second half.
func cutSlug(slug string) string {
	runes, size, last := 0, 0, 0
	for i, r := range slug {
		if runes == maxSlug || i+utf8.RuneLen(r) > maxSlugBytes {
			if r != '-' && last > size/2 {
				return slug[:last]
			}
			return strings.TrimRight(slug[:size], "-")
		}
		if r == '-' {
			last = i
		}
		runes++
		size = i + utf8.RuneLen(r)
	}
	return slug
}

// free makes a slug a name that Windows allows and that no file of the folder has; taken are the
// names in lower case.
func free(prefix, slug, kind string, taken []string) string {
	if slug == "" || reserved(slug) {
		slug = strings.TrimPrefix(slug+"-"+kind, "-")
	}
	stem := prefix + slug
	for n := 2; slices.Contains(taken, strings.ToLower(stem)+".md") || slices.Contains(taken, strings.ToLower(stem)); n++ {
		stem = prefix + slug + "-" + itoa(n)
	}
	return stem + ".md"
}

// reserved tells the names of devices and of files that mean something else.
func reserved(slug string) bool {
	switch slug {
	case "con", "prn", "aux", "nul", "readme", "index":
		return true
	}
	return len(slug) == 4 && (strings.HasPrefix(slug, "com") || strings.HasPrefix(slug, "lpt")) && slug[3] >= '0' && slug[3] <= '9'
}
