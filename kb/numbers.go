package kb

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
)

// splitNumber reads "20", "0020", "EIP-20", "ADR 0005" and "#20": the letters before the number in
// lower case, and the number without leading zeros.
func splitNumber(s string) (prefix, number string, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	digits := strings.IndexAny(s, "0123456789")
	if digits < 0 || len(s)-digits > 9 || strings.Trim(s[digits:], "0123456789") != "" {
		return "", "", false
	}
	prefix = strings.TrimRight(s[:digits], " -_#")
	for _, c := range prefix {
		if c < 'a' || c > 'z' {
			return "", "", false
		}
	}
	return prefix, plainNumber(s[digits:]), len(prefix) <= 12
}

// plainNumber is a number without leading zeros.
func plainNumber(digits string) string {
	if n := strings.TrimLeft(digits, "0"); n != "" {
		return n
	}
	return "0"
}

// stemNumber reads the number that a file's name begins with: 0020-title, eip-20, pep_0008.
func stemNumber(s string) (prefix, number string, ok bool) {
	digits := strings.IndexAny(s, "0123456789")
	if digits < 0 {
		return "", "", false
	}
	end := digits
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end < len(s) && !strings.ContainsRune("-_. ", rune(s[end])) {
		return "", "", false
	}
	return splitNumber(s[:end])
}

// seriesName is the part of a path that bears the number: the stem, or the folder that the note stands for.
func seriesName(file string) string {
	if isFolderNote(file) {
		return path.Base(path.Dir(file))
	}
	return Stem(file)
}

// seriesDir is the folder in which a note's series lies.
func seriesDir(file string) string {
	if isFolderNote(file) {
		return path.Dir(path.Dir(file))
	}
	return path.Dir(file)
}

// byNumber lists the notes of a numbered series that a person calls by number: "1857", "#401",
// "kep-753", "ADR 2". Letters before the number are those of the file's name, or what such notes are
// called where the name has none.
func (t *nameTable) byNumber(name string) []int32 {
	prefix, number, ok := splitNumber(name)
	if !ok {
		return nil
	}
	return t.filter(t.numbers()[number], func(n *Name) bool {
		p, _, _ := stemNumber(seriesName(n.Path))
		return (p == prefix || p == "" || prefix == "") && !IsTemplate(n.Path)
	})
}

// number finds the note of a numbered series: in the same folder if there is one, else in the whole
// tree. The letters before the number, or before that of the note that asks, tell series apart.
func (r *Resolver) number(from, prefix, number string) Resolution {
	found := r.names.numbers()[number]
	near := r.names.filter(found, func(n *Name) bool { return seriesDir(n.Path) == seriesDir(from) })
	if len(near) > 0 {
		found = near
	}
	if prefix == "" {
		prefix, _, _ = stemNumber(seriesName(from))
	}
	same := r.names.filter(found, func(n *Name) bool {
		p, _, _ := stemNumber(seriesName(n.Path))
		return p == prefix
	})
	if len(same) == 0 && prefix != "" {
		// ADR-0005 is 0005-title.md
		same = r.names.filter(found, func(n *Name) bool {
			p, _, _ := stemNumber(seriesName(n.Path))
			return p == ""
		})
	}
	return r.names.resolution(same)
}

// number reads a number; a percentage is a hundredth.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		s, percent := strings.CutSuffix(strings.TrimSpace(v), "%")
		x, err := strconv.ParseFloat(s, 64)
		if percent {
			x /= 100
		}
		return x, err == nil
	}
	return 0, false
}

// timeText is a time as it is written in a front matter.
func timeText(v fmt.Stringer) string {
	t, ok := v.(time.Time)
	if !ok {
		return v.String()
	}
	if h, m, s := t.Clock(); h == 0 && m == 0 && s == 0 {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339)
}

// SeriesName returns the part of a path that names the note, which is the stem or the folder that it
// stands for, and the number of its series without leading zeros, "" where it bears none.
func SeriesName(file string) (name, number string) {
	name = seriesName(file)
	if _, n, ok := stemNumber(name); ok && !IsTemplate(file) {
		number = n
	}
	return name, number
}
