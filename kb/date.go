package kb

import (
	"strconv"
	"strings"
	"time"
)

// dateKinds are the dates of a note that its own date is taken from, the first that is there.
var dateKinds = [...]string{"modified", "date", "created", "published"}

// DateKey gives the one of modified, date, created and published that a key of the front matter
// stands for, as tools spell it: lastmod, pubDate, created_at, "date modified". "" for other keys.
func DateKey(key string) string {
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_ ", r) {
			return -1
		}
		return r
	}, strings.ToLower(key))
	switch letters {
	case "modified", "modifiedat", "modifieddate", "datemodified", "updated", "updatedat", "updateddate", "dateupdated", "lastmod",
		"lastmodified", "lastmodifiedat", "lastupdate", "lastupdated", "lastupdatedat", "lastedited":
		return "modified"
	case "date":
		return "date"
	case "created", "createdat", "createddate", "datecreated", "creationdate", "startdate":
		return "created"
	case "published", "publishedat", "publisheddate", "datepublished", "publishdate", "publicationdate", "pubdate":
		return "published"
	}
	return ""
}

// maxDate bounds the bytes of a date.
const maxDate = 100

// normalDate reads a date as people and programs write it and gives it in ISO 8601: 2006-01-02,
// 2006-01 or RFC 3339. False when it is none, or can be read in two ways, as 05/01/2024 can.
func normalDate(s string) (string, bool) {
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return s, true
	}
	if len(s) > maxDate {
		return "", false
	}
	text := strings.Trim(s, "[]<>`'\" \t")
	text, _, _ = strings.Cut(text, "](") // a link of markdown
	text, _, _ = strings.Cut(text, "|")  // a wiki link
	day, clock := dateWords(text)
	for _, layout := range []string{"2006 1 2", "2006 Jan 2", "2 Jan 2006", "Jan 2 2006", "20060102"} {
		if t, err := time.Parse(layout, day); err == nil {
			day := t.Format(time.DateOnly)
			if clock == "" {
				return day, true
			}
			zone := "Z"
			if i := strings.IndexAny(clock, "Z+-"); i > 0 {
				clock, zone = clock[:i], strings.ReplaceAll(clock[i:], ":", "")
			}
			if len(zone) == len("+02") {
				zone += "00"
			}
			for _, layout := range []string{"15:04:05", "15:04", "3:04:05PM", "3:04PM"} {
				if t, err := time.Parse(time.DateOnly+" "+layout+"Z0700", day+" "+clock+zone); err == nil {
					return t.Format(time.RFC3339), true
				}
			}
			return "", false
		}
	}
	for _, layout := range []string{"2006 1", "Jan 2006"} {
		if t, err := time.Parse(layout, day); err == nil && clock == "" {
			return t.Format("2006-01"), true
		}
	}
	for _, layout := range []string{"200601021504", "20060102150405", "20060102 150405", "20060102 150405Z0700"} {
		if t, err := time.Parse(layout, day); err == nil && clock == "" {
			return t.Format(time.RFC3339), true
		}
	}
	if _, name, ok := strings.Cut(text, "/"); ok && strings.HasPrefix(s, "[[") { // of a note in a folder
		return normalDate("[[" + name)
	}
	return epoch(text)
}

// dateWords takes a date apart: day is its numbers and the first three letters of its month with a
// blank between them, clock the time of day with its zone. Weekdays and names of zones are left out.
func dateWords(s string) (day, clock string) {
	s = strings.NewReplacer("年", "-", "月", "-", "日", " ", "년", "-", "월", "-", "일", " ", ",", " ").Replace(strings.ToUpper(s))
	if t := strings.IndexByte(s, 'T'); t > 0 && strings.Trim(s[t-1:t]+s[min(t+1, len(s)-1):][:1], "0123456789") == "" {
		s = s[:t] + " " + s[t+1:]
	}
	var parts []string
	for word := range strings.FieldsSeq(s) {
		switch {
		case strings.Contains(word, ":"), clock != "" && (word == "AM" || word == "PM" || strings.Contains("Z+-", word[:1])):
			clock += word
		case word == "OF", clock != "" && (word == "UTC" || len(word) < 5 && strings.HasSuffix(word, "T")), isDayName(word):
		default:
			if strings.Count(word, ".") == 2 {
				word = strings.ReplaceAll(word, ".", "-")
			}
			for _, part := range strings.FieldsFunc(strings.TrimSuffix(word, "."), func(r rune) bool { return r == '-' || r == '/' }) {
				parts = append(parts, datePart(part))
			}
		}
	}
	return strings.Join(parts, " "), clock
}

// isDayName reports whether a word is a weekday, or the first three letters of one or more.
func isDayName(word string) bool {
	for d := range time.Weekday(7) {
		if len(word) >= 3 && strings.HasPrefix(strings.ToUpper(d.String()), word) {
			return true
		}
	}
	return false
}

// datePart cuts the name of a month to three letters, and a number to its digits: 4th.
func datePart(word string) string {
	for m := time.January; m <= time.December; m++ {
		if len(word) >= 3 && strings.HasPrefix(strings.ToUpper(m.String()), word) {
			return word[:3]
		}
	}
	if number := strings.TrimRight(word, "DHNRST"); len(word) == len(number)+2 && number != "" {
		return number
	}
	return word
}

// epoch reads seconds or milliseconds since 1970, from the year 2001 on.
func epoch(s string) (string, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	switch {
	case err != nil || n < 0:
		return "", false
	case len(s) == len("1616492400000"):
		n /= 1000
	case len(s) != len("1616492400"):
		return "", false
	}
	return time.Unix(n, 0).UTC().Format(time.RFC3339), true
}

// isLikeDate reports whether a text means to be a date: it has several numbers, and nothing that a template
// leaves to be filled in.
func isLikeDate(s string) bool {
	upper := strings.ToUpper(s)
	numbers := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	return len(s) <= maxDate && len(numbers) > 1 && !strings.ContainsAny(s, "{}<>$`%\\?") && strings.Trim(upper, "0-/.:TZ ") != "" &&
		!strings.Contains(upper, "XX") && !strings.Contains(upper, "MM") && !strings.Contains(upper, "DD")
}

// dateSpan gives the first instant of a date in ISO 8601 and the first one after it, in the zone
// that it names, else in UTC.
func dateSpan(s string) (from, end time.Time, ok bool) {
	if s == "" {
		return from, end, false
	}
	if s, ok = normalDate(s); !ok {
		return from, end, false
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, t.Add(time.Second), true
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, t.AddDate(0, 0, 1), true
	}
	t, err := time.Parse("2006-01", s)
	return t, t.AddDate(0, 1, 0), err == nil
}
